//! Runs the examples of one page.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::console::{self, commands};
use crate::output::{fits, refreshed};
use crate::page::Block;

/// What `toml part` leaves out: two people who stand beside each other.
const TWO: &str = "\n[[combatant]]\nname = \"Ann\"\nside = \"one\"\nat = \"A1\"\n\n\
                   [[combatant]]\nname = \"Ben\"\nside = \"two\"\nat = \"B1\"\n";

/// No example takes as long, not even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The folder of one page, and what is known there.
pub struct Runner<'r> {
    root: &'r Path,
    folder: PathBuf,
    updating: bool,
    /// The exit code of the last command.
    code: i32,
}

/// What a command printed, standard error last, and its exit code.
struct Ran {
    text: String,
    code: i32,
}

type Verdict = Result<(), String>;

impl<'r> Runner<'r> {
    /// In a new, empty folder.
    pub fn new(root: &'r Path, folder: &Path, updating: bool) -> Self {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("a folder can be made");
        Self { root, folder: folder.to_owned(), updating, code: 0 }
    }

    /// Is this block true?
    pub fn run(&mut self, block: &mut Block) -> Verdict {
        if let Some(name) = block.note("file") {
            fs::write(self.folder.join(name), &block.text).map_err(|e| format!("{name}: {e}"))?;
        }
        let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
        if block.note("from").is_some() {
            self.excerpt(block)?;
        }
        match words.as_slice() {
            ["skirmish"] => self.transcript(block, 0),
            ["skirmish", "fails"] => self.transcript(block, 1),
            ["toml", "encounter"] => self.encounter(&block.text),
            ["toml", "part"] => self.encounter(&whole("elemental-d6", &block.text)),
            ["toml", "part", game] => self.encounter(&whole(game, &block.text)),
            ["console"] => self.console(block),
            ["rust" | "js" | "py"] | ["toml", "excerpt"] => self.excerpt(block),
            ["sh"] => self.in_ci(block),
            ["sh", "by-hand"] | ["text"] => Ok(()),
            other => Err(format!("nobody knows what a block `{}` claims", other.join(" "))),
        }
    }

    fn transcript(&self, block: &Block, code: i32) -> Verdict {
        let before = match block.note("after") {
            Some(name) => fs::read_to_string(self.folder.join(name)).map_err(|e| format!("{name}: {e}"))?,
            None => String::new(),
        };
        let path = self.folder.join("block.skirmish");
        fs::write(&path, format!("{before}{}", block.text)).map_err(|e| e.to_string())?;
        let ran = self.skirmish(&["check", "block.skirmish"])?;
        if ran.code == code { Ok(()) } else { Err(format!("exit code {} instead of {code}\n{}", ran.code, ran.text)) }
    }

    fn encounter(&self, text: &str) -> Verdict {
        fs::write(self.folder.join("block.toml"), text).map_err(|e| e.to_string())?;
        let ran = self.skirmish(&["run", "./block.toml", "--most-rounds", "2"])?;
        if ran.code == 0 { Ok(()) } else { Err(ran.text) }
    }

    fn excerpt(&self, block: &Block) -> Verdict {
        let file = block.note("from").ok_or("where does this stand? Write `<!-- from: FILE -->` before it")?;
        let there = fs::read_to_string(self.root.join(file)).map_err(|e| format!("{file}: {e}"))?;
        if there.contains(&block.text) { Ok(()) } else { Err(format!("this does not stand in {file}")) }
    }

    fn in_ci(&self, block: &Block) -> Verdict {
        let ci = fs::read_to_string(self.root.join(".ci/run")).map_err(|e| format!(".ci/run: {e}"))?;
        let said = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let command = |line: &str| line.split(" #").next().unwrap_or_default().trim().to_owned();
        let mut missing = block.text.lines().filter(said).map(command).filter(|line| !ci.contains(line.as_str()));
        missing.next().map_or(Ok(()), |line| Err(format!("`.ci/run` does not run `{line}`")))
    }

    fn console(&mut self, block: &mut Block) -> Verdict {
        let mut lines: Vec<String> = Vec::new();
        let mut wrong = Vec::new();
        for command in commands(&block.text)? {
            let ran = self.command(command.line, command.given.as_deref())?;
            // A blank line before the next command belongs to the page.
            let blank = command.output.last() == Some(&"");
            let wanted = if blank { &command.output[..command.output.len() - 1] } else { &command.output[..] };
            let mut printed: Vec<&str> = ran.text.lines().collect();
            while blank && printed.last() == Some(&"") {
                printed.pop();
            }
            if !fits(wanted, &printed) && !self.updating {
                wrong.push(format!("`{}` prints (exit code {})\n{}", command.line, ran.code, ran.text));
            }
            lines.extend(command.own.iter().map(|line| (*line).to_owned()));
            match refreshed(wanted, &printed) {
                Ok(fresh) => lines.extend(fresh),
                Err(why) if self.updating => return Err(format!("`{}`: {why}", command.line)),
                Err(_) => lines.extend(wanted.iter().map(|line| (*line).to_owned())),
            }
            lines.extend(blank.then(String::new));
        }
        block.text = lines.iter().map(|line| format!("{line}\n")).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }

    /// The few commands that examples need.
    fn command(&mut self, line: &str, given: Option<&str>) -> Result<Ran, String> {
        let mut words = console::words(line);
        let into = match words.iter().position(|word| word == ">") {
            Some(at) => Some(words.drain(at..).nth(1).ok_or("into which file?")?),
            None => None,
        };
        let typed = match words.iter().position(|word| word == "<") {
            Some(at) => Some(words.drain(at..).nth(1).ok_or("from which file?")?),
            None => None,
        };
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = match (args.as_slice(), given) {
            (["skirmish", args @ ..], None) => self.skirmish_with(args, typed.as_deref())?,
            (["echo", "$?"], None) => Ran { text: format!("{}\n", self.code), code: 0 },
            (["cat"], Some(given)) => Ran { text: given.to_owned(), code: 0 },
            (["cat", file], None) => {
                let text = fs::read_to_string(self.folder.join(file)).map_err(|e| format!("{file}: {e}"))?;
                Ran { text, code: 0 }
            }
            _ => return Err(format!("`{line}` is no command that examples may use")),
        };
        self.code = ran.code;
        match into {
            None => Ok(ran),
            Some(file) => {
                fs::write(self.folder.join(&file), &ran.text).map_err(|e| format!("{file}: {e}"))?;
                Ok(Ran { text: String::new(), code: ran.code })
            }
        }
    }

    fn skirmish(&self, args: &[&str]) -> Result<Ran, String> {
        self.skirmish_with(args, None)
    }

    /// With a file that is typed into it.
    fn skirmish_with(&self, args: &[&str], typed: Option<&str>) -> Result<Ran, String> {
        let typed = typed.map(|name| fs::File::open(self.folder.join(name)).map_err(|e| format!("{name}: {e}")));
        let child = Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .args(args)
            .current_dir(&self.folder)
            .stdin(typed.transpose()?.map_or_else(Stdio::null, Stdio::from))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env("NO_COLOR", "1")
            .env_remove("NO_GRAPHICS")
            .spawn()
            .map_err(|e| e.to_string())?;
        let output = ended(child).ok_or_else(|| format!("`skirmish {}` takes too long", args.join(" ")))?;
        let code = output.status.code().ok_or("it did not end by itself")?;
        // What goes well may be accompanied by a note that is no part of it.
        let stderr = if code == 0 { Vec::new() } else { output.stderr };
        let text = [output.stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        Ok(Ran { text, code })
    }
}

/// An encounter of a game around the part that a page shows.
fn whole(game: &str, part: &str) -> String {
    let two = if part.contains("[[combatant]]") { "" } else { TWO };
    format!("rulebook = \"{game}\"\n{part}{two}")
}

/// What it printed, if it ends in time; else it is ended.
fn ended(mut child: Child) -> Option<Output> {
    let pipes = [child.stdout.take().map(read), child.stderr.take().map(read)];
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().ok()? {
            Some(status) => break status,
            None if begun.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let [stdout, stderr] = pipes.map(|pipe| pipe.and_then(|pipe| pipe.join().ok()).unwrap_or_default());
    Some(Output { status, stdout, stderr })
}

fn read(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}
