//! Command lines as the pages write them.

/// One command of a console block and what stands below it.
pub struct Command<'t> {
    /// Without `$ `.
    pub line: &'t str,
    /// A text that it is given, of `<<'END'`.
    pub given: Option<String>,
    /// The lines below it.
    pub output: Vec<&'t str>,
    /// All lines that it takes, output not among them.
    pub own: Vec<&'t str>,
}

/// The commands of a block.
///
/// # Errors
/// When something stands before the first one.
pub fn commands(text: &str) -> Result<Vec<Command<'_>>, String> {
    let mut commands: Vec<Command<'_>> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("$ ") {
            let mut own = vec![line];
            let given = command.split_once("<<").map(|(_, end)| {
                let end = end.trim().trim_matches('\'');
                let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
                own.extend(&inside);
                inside.iter().map(|line| format!("{line}\n")).collect()
            });
            if given.is_some() {
                own.push(command.rsplit_once("<<").map_or("", |(_, end)| end.trim().trim_matches('\'')));
            }
            let line = command.split_once("<<").map_or(command, |(line, _)| line.trim());
            commands.push(Command { line, given, output: Vec::new(), own });
        } else {
            let last = commands.last_mut().ok_or("a console block begins with `$ `")?;
            last.output.push(line);
        }
    }
    Ok(commands)
}

/// Splits a command line into words, as a shell would: blanks, quotes, `#` for a comment.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => break,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::{commands, words};

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(words("run  'a b' --x=\"y z\" ''  # no more"), ["run", "a b", "--x=y z", ""]);
    }

    #[test]
    fn a_block_is_commands_with_their_output() {
        let block = "$ cat > x <<'END'\none\n\nEND\n$ skirmish check x\n1 passed\n\n$ true\n";
        let read = commands(block).unwrap();
        assert_eq!((read[0].line, read[0].given.as_deref()), ("cat > x", Some("one\n\n")));
        assert_eq!(read[0].own, ["$ cat > x <<'END'", "one", "", "END"]);
        assert_eq!((read[1].line, read[1].output.as_slice()), ("skirmish check x", &["1 passed", ""][..]));
        assert!(commands("x\n").is_err());
    }
}
