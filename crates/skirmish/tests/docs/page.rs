//! A page: text, and the fenced blocks in it.

/// A page of Markdown.
pub struct Page {
    /// Text before each block, its opening fence included; the last one comes after the last block.
    between: Vec<String>,
    /// In order.
    pub blocks: Vec<Block>,
}

/// A fenced block.
pub struct Block {
    /// Where its fence stands, from 1.
    pub line: usize,
    /// The words behind the fence.
    pub words: Vec<String>,
    /// What the comment right before it says: `file`, `x.skirmish`.
    pub notes: Vec<(String, String)>,
    /// What it holds; an example that is brought up to date is changed here.
    pub text: String,
}

impl Block {
    /// What a comment before it says.
    pub fn note(&self, key: &str) -> Option<&str> {
        self.notes.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

impl Page {
    /// Reads a page.
    pub fn read(name: &str, text: &str) -> Self {
        let mut page = Self { between: Vec::new(), blocks: Vec::new() };
        let (mut around, mut open): (String, Option<(Block, String)>) = (String::new(), None);
        let mut notes = Vec::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let bare = line.trim_end();
            match &mut open {
                Some((_, fence)) if bare == *fence => {
                    let (block, _) = open.take().expect("it is open");
                    page.blocks.push(block);
                    around = line.to_owned();
                }
                Some((block, _)) => block.text.push_str(line),
                None => {
                    around.push_str(line);
                    let ticks = bare.len() - bare.trim_start_matches('`').len();
                    if ticks >= 3 {
                        let words = bare[ticks..].split_whitespace().map(str::to_owned).collect();
                        let block =
                            Block { line: index + 1, words, notes: std::mem::take(&mut notes), text: String::new() };
                        open = Some((block, "`".repeat(ticks)));
                        page.between.push(std::mem::take(&mut around));
                    } else if let Some(note) = note(bare) {
                        notes.push(note);
                    } else if !bare.is_empty() {
                        notes.clear();
                    }
                }
            }
        }
        assert!(open.is_none(), "{name}: a fence is not closed");
        page.between.push(around);
        page
    }

    /// The page as text again.
    pub fn print(&self) -> String {
        let mut out = String::new();
        for (at, between) in self.between.iter().enumerate() {
            out.push_str(between);
            out.push_str(self.blocks.get(at).map_or("", |block| &block.text));
        }
        out
    }

    /// Where links lead, with their lines.
    pub fn links(&self) -> Vec<(usize, String)> {
        let mut links = Vec::new();
        let mut line = 1;
        for (at, between) in self.between.iter().enumerate() {
            for (offset, text) in between.lines().enumerate() {
                let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
                links.extend(targets.map(|(target, _)| (line + offset, target.to_owned())));
            }
            line += between.lines().count() + self.blocks.get(at).map_or(0, |block| block.text.lines().count());
        }
        links
    }

    /// The names by which links call the page's headings.
    pub fn headings(&self) -> Vec<String> {
        let lines = self.between.iter().flat_map(|between| between.lines());
        let headings = lines.filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
        let plain = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        headings.map(|h| h.to_lowercase().chars().filter(plain).collect::<String>().replace(' ', "-")).collect()
    }
}

/// `<!-- file: x.skirmish -->`
fn note(line: &str) -> Option<(String, String)> {
    let inside = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let (key, value) = inside.split_once(':')?;
    Some((key.trim().to_owned(), value.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::Page;

    const TEXT: &str = "# A page\n\nWords, [a link](there.md#so).\n\n<!-- file: a.txt -->\n\n```text one\n[x](y)\n```\n\
                        more\n````console\n$ x\n```\n````\nend";

    #[test]
    fn blocks_are_found_with_what_stands_before_them() {
        let page = Page::read("x", TEXT);
        assert_eq!(page.print(), TEXT);
        assert_eq!(page.blocks.len(), 2);
        assert_eq!((page.blocks[0].line, page.blocks[0].note("file")), (7, Some("a.txt")));
        assert_eq!((page.blocks[0].words.join(" ").as_str(), page.blocks[0].text.as_str()), ("text one", "[x](y)\n"));
        assert_eq!((page.blocks[1].note("file"), page.blocks[1].text.as_str()), (None, "$ x\n```\n"));
        assert_eq!(page.links(), [(3, "there.md#so".to_owned())]);
        assert_eq!(page.headings(), ["a-page"]);
    }
}
