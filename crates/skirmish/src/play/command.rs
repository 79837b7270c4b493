//! What can be typed, and what each line means.

use skirmish_kernel::{Game, words};

use super::complete::Known;
use super::table::{Next, Table};
use super::{answer, explain, hand, history, look, question};
use crate::wrap::{WIDTH, wrapped};

/// A command of the table.
struct Command {
    name: &'static str,
    /// What comes behind it.
    form: &'static str,
    about: &'static str,
    group: &'static str,
    perform: fn(&mut Table<'_>, &str) -> Result<Next, String>,
}

impl Command {
    /// Does it; but while a changed past waits, nothing is written into the one that may go.
    fn perform(&self, table: &mut Table<'_>, rest: &str) -> Result<Next, String> {
        let writes = WRITING.contains(&self.name) && !(self.name == "gm" && rest.is_empty());
        if writes && table.proposed.is_some() {
            return Err(WAITS.into());
        }
        (self.perform)(table, rest)
    }
}

/// What writes into the battle.
const WRITING: [&str; 10] = ["usual", "roll", "next", "undo", "back", "redo", "goto", "forget", "gm", "note"];

pub(super) const WAITS: &str = "a changed past waits: `accept` or `reject` it first";

const PLAY: &str = "Playing";
const LOOK: &str = "Looking";
const TIME: &str = "Back and forth";
const HAND: &str = "By hand";
const TABLE: &str = "The table";

/// All commands, in the order in which `help` lists them.
const COMMANDS: &[Command] = &[
    Command {
        name: "choices",
        form: "[WORD]",
        about: "all legal choices, or those that begin so",
        group: PLAY,
        perform: look::choices,
    },
    Command {
        name: "?",
        form: "[CHOICE]",
        about: "explains what is asked, or a choice before it is made",
        group: PLAY,
        perform: look::explain_choice,
    },
    Command {
        name: "odds",
        form: "[CHOICE]",
        about: "the exact chances of a choice, or of the dice that are awaited",
        group: PLAY,
        perform: look::odds,
    },
    Command {
        name: "usual",
        form: "[all]",
        about: "takes the usual answer to a routine question; `all`: for everybody who is asked the same",
        group: PLAY,
        perform: usual,
    },
    Command {
        name: "roll",
        form: "[FACES|= N|total N]",
        about: "gives dice; alone, lets the program throw them",
        group: PLAY,
        perform: roll,
    },
    Command {
        name: "next",
        form: "",
        about: "lets time pass: whoever is asked does as little as the rules allow",
        group: PLAY,
        perform: next,
    },
    Command { name: "map", form: "", about: "the board, drawn", group: LOOK, perform: look::map },
    Command {
        name: "who",
        form: "[NAME]",
        about: "the board in words: who stands where, how far, behind what",
        group: LOOK,
        perform: look::who,
    },
    Command {
        name: "order",
        form: "",
        about: "the order of acting, and what is under way",
        group: LOOK,
        perform: look::order,
    },
    Command {
        name: "sheet",
        form: "NAME",
        about: "a creature's numbers and what it can do",
        group: LOOK,
        perform: look::sheet,
    },
    Command {
        name: "why",
        form: "[N] | not WORD",
        about: "everything behind the last number, or entry N; or what did not count",
        group: LOOK,
        perform: look::why,
    },
    Command {
        name: "rules",
        form: "WORD",
        about: "rules by id or title, and the house rules that bear on them",
        group: LOOK,
        perform: look::rules,
    },
    Command { name: "read", form: "FIELD", about: "one value: read Kestrel.hp", group: LOOK, perform: look::read },
    Command {
        name: "log",
        form: "[N|all]",
        about: "what has happened, with the numbers of the answers",
        group: TIME,
        perform: |table, text| done(history::log(table, text)),
    },
    Command {
        name: "undo",
        form: "[N]",
        about: "takes the last answers back, with all that followed",
        group: TIME,
        perform: |table, text| done(history::step(table, text, false)),
    },
    Command {
        name: "back",
        form: "N",
        about: "the same as undo N",
        group: TIME,
        perform: |table, text| done(history::step(table, text, false)),
    },
    Command {
        name: "redo",
        form: "[N]",
        about: "does again what was taken back",
        group: TIME,
        perform: |table, text| done(history::step(table, text, true)),
    },
    Command {
        name: "goto",
        form: "N|end",
        about: "to the moment before entry N",
        group: TIME,
        perform: |table, text| done(history::goto(table, text)),
    },
    Command {
        name: "change",
        form: "N LINE",
        about: "what would be if entry N had been another choice or die, or if a fact (gm …) had come before it",
        group: TIME,
        perform: |table, text| done(history::change(table, text)),
    },
    Command {
        name: "accept",
        form: "",
        about: "makes the changed past the past",
        group: TIME,
        perform: |table, _| done(history::decide(table, true)),
    },
    Command {
        name: "reject",
        form: "",
        about: "leaves everything as it is",
        group: TIME,
        perform: |table, _| done(history::decide(table, false)),
    },
    Command {
        name: "forget",
        form: "",
        about: "drops answers of a changed past that wait to fit",
        group: TIME,
        perform: forget,
    },
    Command {
        name: "fork",
        form: "[FILE]",
        about: "a copy of the battle that begins as it stands",
        group: TIME,
        perform: |table, text| done(history::fork(table, text)),
    },
    Command {
        name: "gm",
        form: "FIELD = VALUE | COMMAND",
        about: "sets anything by hand: gm Ogre.hp -7, gm remove Ogre; `gm` lists more",
        group: HAND,
        perform: hand::game_master,
    },
    Command { name: "note", form: "TEXT", about: "writes a note into the log", group: HAND, perform: hand::note },
    Command {
        name: "seat",
        form: "[NAME] WHO",
        about: "who plays a side or a creature: person, plain, random",
        group: TABLE,
        perform: |table, text| setting(table, "seat", text),
    },
    Command {
        name: "dice",
        form: "[NAME] HOW",
        about: "typed or rolled, for a side, a creature or all",
        group: TABLE,
        perform: |table, text| setting(table, "dice", text),
    },
    Command {
        name: "level",
        form: "[LEVEL]",
        about: "how much help: map, tracker, reminders, odds, propose, automatic",
        group: TABLE,
        perform: |table, text| setting(table, "level", text),
    },
    Command {
        name: "board",
        form: "HOW",
        about: "drawn, words or never, with each turn",
        group: TABLE,
        perform: |table, text| setting(table, "board", text),
    },
    Command {
        name: "view",
        form: "WHO",
        about: "whose eyes: all, auto, or a side",
        group: TABLE,
        perform: |table, text| setting(table, "view", text),
    },
    Command {
        name: "routine",
        form: "ask|take",
        about: "whether routine questions are asked",
        group: TABLE,
        perform: |table, text| setting(table, "routine", text),
    },
    Command {
        name: "save",
        form: "[FILE]",
        about: "where the battle is kept; another file from now on",
        group: TABLE,
        perform: save,
    },
    Command { name: "help", form: "[WORD]", about: "this list, or one command", group: TABLE, perform: help },
    Command { name: "quit", form: "", about: "leaves the table; the battle is kept", group: TABLE, perform: quit },
    Command {
        name: "quit!",
        form: "",
        about: "leaves it even when it could not be kept",
        group: TABLE,
        perform: |_, _| Ok(Next::Quit),
    },
];

pub(super) fn done(result: Result<(), String>) -> Result<Next, String> {
    result.map(|()| Next::Done)
}

/// Takes a line: a command, a choice, dice, an edict.
pub(super) fn take(table: &mut Table<'_>, line: &str) -> Result<Next, String> {
    if let Some(line) = line.strip_prefix('/') {
        return by_name(table, line).unwrap_or_else(|| Err(unknown(table, line)));
    }
    // A script may say what it does, as a transcript may.
    if line.starts_with('#') {
        return Ok(Next::Done);
    }
    if table.proposed.is_some() && !line.starts_with('?') {
        return by_name(table, line).unwrap_or_else(|| Err(WAITS.into()));
    }
    if line.is_empty() {
        return default(table);
    }
    if let Some(asked) = line.strip_prefix('?') {
        return done(explain::choice(table, asked.trim()));
    }
    let (first, rest) = split(line);
    if let Some(command) = COMMANDS.iter().find(|command| command.name == first) {
        return command.perform(table, rest);
    }
    let refused = match answer::answer(table, line) {
        Ok(()) => return Ok(Next::Done),
        Err(refused) => refused,
    };
    let no_command = !COMMANDS.iter().any(|command| command.name.starts_with(first));
    if refused.is_meant && no_command || answer::begins_a_choice(table, first) {
        return Err(refused.why);
    }
    let commands: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    by_name(table, line).unwrap_or_else(|| match answer::is_near_an_answer(table, first, &commands) {
        true => Err(refused.why),
        false => Err(unknown(table, line)),
    })
}

pub(super) fn split(line: &str) -> (&str, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

/// A command by its name or the beginning of it.
fn by_name(table: &mut Table<'_>, line: &str) -> Option<Result<Next, String>> {
    let (first, rest) = split(line.trim());
    match words::complete(first, COMMANDS.iter().map(|command| command.name)) {
        Ok(name) => {
            let command = COMMANDS.iter().find(|command| command.name == name)?;
            Some(command.perform(table, rest))
        }
        Err(fits) if fits.is_empty() => None,
        Err(fits) => Some(Err(format!("`{first}` may mean {}", words::list(&fits)))),
    }
}

fn unknown(table: &Table<'_>, line: &str) -> String {
    let (first, _) = split(line);
    let names = COMMANDS.iter().map(|command| command.name).filter(|name| *name != "?");
    let near = words::did_you_mean(first, names);
    let what = match table.asked().awaited() {
        Some(awaited) if awaited.kind == "choice" && first.starts_with(|c: char| c.is_ascii_digit() || c == '=') => {
            return format!("no dice are awaited, but a choice of {}", words::list(&awaited.who));
        }
        None => "no command, and nothing is asked: the battle is over",
        Some(awaited) if awaited.kind == "dice" => "no dice and no command",
        _ => "no choice and no command",
    };
    format!("`{}` is {what}{near} (`help` lists all, `choices` what may be answered)", words::short(first))
}

/// An empty line: the usual answer, or what is proposed.
fn default(table: &mut Table<'_>) -> Result<Next, String> {
    let Some(awaited) = table.asked().awaited() else { return Ok(Next::Done) };
    if table.is_paused() {
        table.resume();
        return Ok(Next::Done);
    }
    if awaited.kind == "dice" {
        return Err("which faces? Type them, or `roll` to let the program throw".into());
    }
    if table.settings.level.is_by_hand() {
        return next(table, "");
    }
    match question::default(table, &awaited) {
        Some((choice, _)) => {
            let who = awaited.who.first().cloned().unwrap_or_default();
            table.give(&format!("{who}: {choice}")).map_err(|refused| refused.to_string())?;
            Ok(Next::Done)
        }
        None => Err("this wants a choice: its number, or as much of its words as makes it clear".into()),
    }
}

const NO_USUAL: &str = "there is no usual answer to this";

fn usual(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    let all = match text {
        "" => false,
        "all" => true,
        _ => return Err("`usual`, or `usual all` for everybody who is asked the same".into()),
    };
    // Each of them is asked in a turn of its own or at the same time, and no one is answered for twice.
    let asked = |table: &Table<'_>| {
        let awaited = table.asked().awaited_in_short().filter(|awaited| awaited.standing.is_some())?;
        Some((awaited.rule, awaited.who.into_iter().next()?))
    };
    let mut answered: Vec<(String, String)> = Vec::new();
    while let Some((rule, who)) = asked(table)
        && answered.iter().all(|(known, other)| *known == rule && *other != who)
    {
        let speaker = table.speaker();
        table.battle.seat(speaker).stand().map_err(|_| NO_USUAL.to_owned())?;
        answered.push((rule, who));
        if !all || crate::interrupt::asked() {
            break;
        }
        table.resume();
        table.go_on();
    }
    if answered.is_empty() { Err(NO_USUAL.into()) } else { Ok(Next::Done) }
}

fn roll(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    if !text.is_empty() {
        let given = table.give(&format!("roll {text}"));
        return given.map(|()| Next::Done).map_err(|refused| refused.to_string());
    }
    table.battle.roll().map(|()| Next::Done).map_err(|_| "no dice are awaited".into())
}

/// Passes until somebody else is asked, or time has gone on.
fn next(table: &mut Table<'_>, _: &str) -> Result<Next, String> {
    let whose = |table: &Table<'_>| {
        let awaited = table.battle.awaited_in_short();
        let clock = table.battle.view().clock;
        awaited.map(|awaited| (awaited.kind, awaited.who, clock))
    };
    let before = whose(table);
    if table.battle.do_least().is_err() {
        return Err("nobody is asked for a choice".into());
    }
    const MOST: usize = 100;
    for _ in 0..MOST {
        if whose(table) != before || table.battle.do_least().is_err() {
            break;
        }
    }
    Ok(Next::Done)
}

fn forget(table: &mut Table<'_>, _: &str) -> Result<Next, String> {
    let waiting = table.seen().spares().len();
    table.battle.accept();
    let dropped = waiting - table.seen().spares().len().min(waiting);
    table.say(&format!("{dropped} {} dropped.", if dropped == 1 { "answer" } else { "answers" }));
    Ok(Next::Done)
}

fn setting(table: &mut Table<'_>, name: &str, text: &str) -> Result<Next, String> {
    if text.is_empty() {
        let lines: Vec<String> = table
            .settings
            .lines()
            .into_iter()
            .filter(|line| line.split_whitespace().next() == Some(name) && !names_hidden(table, line))
            .map(|line| format!("  {line}"))
            .collect();
        table.say_all(&lines);
        return Ok(Next::Done);
    }
    let looked = table.viewer();
    let said = table.settings.set(&*table.battle, looked, name, text)?;
    table.say(&format!("{}.", crate::story::capital(&said)));
    if table.viewer() != looked {
        table.look_anew();
    }
    let asked = table.battle.awaited().is_some_and(|awaited| match name {
        "level" | "view" => true,
        "dice" => awaited.kind == "dice",
        _ => false,
    });
    if asked {
        table.put_again();
    }
    table.write();
    Ok(Next::Done)
}

/// Does a setting (`seat Ogre plain`) hold for somebody whom the table does not see?
fn names_hidden(table: &Table<'_>, line: &str) -> bool {
    let whom = line.split_once(' ').and_then(|(_, rest)| rest.rsplit_once(' ')).map_or("", |(whom, _)| whom);
    table.battle.side_of(whom).is_some() && table.seen().side_of(whom).is_none()
}

fn save(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    if !text.is_empty() {
        let path = std::path::PathBuf::from(text);
        if table.keep.as_ref().is_none_or(|keep| keep.path() != path) {
            if path.exists() && !table.keep.as_ref().is_some_and(|keep| keep.has_left(&path)) {
                return Err(format!("`{}` is already there; choose another name", path.display()));
            }
            table.move_to(&path).map_err(|fault| fault.message())?;
        }
    }
    table.write();
    match &table.keep {
        None => Err("this battle is kept nowhere; `save FILE` keeps it".into()),
        Some(keep) => match keep.failed() {
            Some(why) => Err(why.to_owned()),
            None => {
                let path = keep.path().display().to_string();
                table.say(&format!("Kept in {path} after every answer."));
                Ok(Next::Done)
            }
        },
    }
}

fn quit(table: &mut Table<'_>, _: &str) -> Result<Next, String> {
    table.write();
    match table.keep.as_ref().and_then(|keep| keep.failed()) {
        Some(why) => Err(format!("{why}. `save FILE` keeps the battle elsewhere; `quit!` leaves all the same")),
        None => Ok(Next::Quit),
    }
}

fn help(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    if !text.is_empty() {
        let found = words::complete(text, COMMANDS.iter().map(|command| command.name));
        // Games know helping as well.
        let near = words::nearest(text, COMMANDS.iter().map(|command| command.name));
        if found.is_err() && near.is_none() && table.proposed.is_none() {
            match answer::answer(table, &format!("help {text}")) {
                Ok(()) => return Ok(Next::Done),
                Err(refused) if refused.is_meant => return Err(refused.why),
                Err(_) => {}
            }
        }
        let name = found.map_err(|_| unknown(table, text))?;
        let found: Vec<String> = COMMANDS.iter().filter(|command| command.name == name).map(line).collect();
        table.say_all(&found);
        return Ok(Next::Done);
    }
    let intro = "A choice is typed as it is shown, by its number, or by as much of its beginning as makes it clear; \
                 `NAME: choice` says whose, `all: choice` or \
                 `SIDE: choice` answers for many; where one goes, a cell alone will do. Commands too may be cut short; a line that begins with / is always a \
                 command, and one that begins with # means nothing.";
    let mut lines = vec![wrapped(intro, WIDTH, 0)];
    let mut group = "";
    for command in COMMANDS {
        if command.group != group {
            group = command.group;
            lines.push(table.paint().bold(group));
        }
        lines.push(line(command));
    }
    table.say_all(&lines);
    Ok(Next::Done)
}

fn line(command: &Command) -> String {
    let left = format!("{} {}", command.name, command.form);
    wrapped(&format!("  {left:<28} {}", command.about), WIDTH, 31)
}

/// The commands, for completion.
pub(super) fn complete(known: &mut Known, game: &dyn Game) {
    for command in COMMANDS {
        let blank = if command.form.is_empty() { "" } else { " " };
        known.add(format!("{}{blank}", command.name));
        known.add(format!("/{}{blank}", command.name));
        known.add(format!("help {}", command.name));
    }
    known.extend(
        game.catalogue().rules.iter().flat_map(|rule| [format!("rules {}", rule.id), format!("why not {}", rule.id)]),
    );
}

#[cfg(test)]
mod tests {
    use super::COMMANDS;

    #[test]
    fn commands_stand_by_group_and_once() {
        let mut groups: Vec<&str> = COMMANDS.iter().map(|command| command.group).collect();
        groups.dedup();
        assert_eq!(groups.len(), 5);
        for (at, command) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS[at + 1..].iter().all(|other| other.name != command.name), "{}", command.name);
        }
    }
}
