//! Where features of a game are tried: a folder of its own, and a small battle.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use skirmish_kernel::{AwaitedView, Battle, Fights, Game, Pairing, Source};

use super::Tried;
use crate::exit::Fault;

/// The encounter that `skirmish new` prints, in the folder.
pub(super) const ENCOUNTER: &str = "starter.toml";

/// A whole fight of it, played by the usual policy.
pub(super) const FIGHT: &str = "fight.skirmish";

/// So many answers lead to everything that is looked for.
const MOST_ANSWERS: usize = 1_000;

/// A game on trial.
pub(super) struct Trial {
    pub(super) game: &'static dyn Game,
    /// The first creature that comes with it.
    pub(super) creature: &'static str,
    /// Two of them, beside each other on little room.
    pair: Source,
    folder: PathBuf,
}

impl Trial {
    /// In a new folder, with the encounter and a fight of it.
    pub(super) fn of(game: &'static dyn Game) -> Result<Self, Fault> {
        let name = format!("skirmish-games-{}-{}", std::process::id(), game.name());
        let folder = std::env::temp_dir().join(name);
        let broken = |error: std::io::Error| Fault::plain(format!("cannot write in `{}`: {error}", folder.display()));
        fs::create_dir(&folder).map_err(broken)?;
        let creature = crate::content::names(game, "creature").first().copied().unwrap_or_default();
        let pairing = Pairing { creatures: [creature, creature].map(str::to_owned), width: 5, height: 3, apart: 1 };
        let pair = Source::new("pair", game.pair(&pairing));
        let trial = Self { game, creature, pair, folder: folder.clone() };
        fs::write(folder.join(ENCOUNTER), game.starter()).map_err(broken)?;
        // Whatever is wrong with it is told where a fight is tried.
        let _ = trial.program(&["run", ENCOUNTER, "--out", FIGHT]);
        Ok(trial)
    }

    /// A file in the folder.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What the program prints when it is called so in the folder; else what it says on standard error.
    pub(super) fn program(&self, args: &[&str]) -> Result<String, String> {
        self.typed(args, "")
    }

    /// The same, with lines that are typed into it.
    pub(super) fn typed(&self, args: &[&str], lines: &str) -> Result<String, String> {
        let said = |error: std::io::Error| error.to_string();
        let output = called(&self.folder, args, lines).map_err(said)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() {
            return Ok(text(&output.stdout));
        }
        let why = [text(&output.stderr), text(&output.stdout)].concat();
        Err(format!(
            "`skirmish {}`: {}",
            args.join(" "),
            why.lines().find(|line| !line.is_empty()).unwrap_or("nothing")
        ))
    }

    /// The fights of the pair.
    pub(super) fn fights(&self) -> Result<Box<dyn Fights>, String> {
        self.game.fights(&self.pair, Some(1)).map_err(|wrong| first(&wrong))
    }

    /// The battle of the pair at the first question that people think about: one with several choices and no usual answer.
    pub(super) fn battle(&self) -> Result<(Box<dyn Battle>, AwaitedView), String> {
        let mut asked = None;
        let battle = self.played_on(|_, awaited| {
            asked = Some(awaited.clone());
            Ok(true)
        })?;
        asked.map(|asked| (battle, asked)).ok_or_else(|| "nobody has a choice".to_owned())
    }

    /// The battle of the pair, played on by the usual policy to the first such question at which `here` says so.
    pub(super) fn played_on(
        &self,
        mut here: impl FnMut(&dyn Battle, &AwaitedView) -> Result<bool, String>,
    ) -> Result<Box<dyn Battle>, String> {
        let mut battle = self.game.open(&self.pair, Some(1)).map_err(|wrong| first(&wrong))?;
        for _ in 0..MOST_ANSWERS {
            if battle.roll().is_ok() {
                continue;
            }
            let Some(awaited) = battle.awaited() else { break };
            if awaited.choices.len() > 1 && awaited.standing.is_none() && here(&*battle, &awaited)? {
                return Ok(battle);
            }
            battle.decide("plain").map_err(|refused| refused.to_string())?;
        }
        Err("nobody was ever asked for what was looked for".to_owned())
    }

    /// The fight that was played, loaded.
    pub(super) fn played(&self) -> Result<Box<dyn Battle>, String> {
        let text = fs::read_to_string(self.file(FIGHT)).map_err(|error| format!("{FIGHT}: {error}"))?;
        let mut transcript =
            skirmish_kernel::Transcript::parse(&Source::new(FIGHT, text)).map_err(|wrong| first(&wrong))?;
        if matches!(transcript.encounter(), skirmish_kernel::transcript::Encounter::File(_)) {
            transcript.supply(Source::new(ENCOUNTER, self.game.starter()));
        }
        self.game.replay(&transcript).map_err(|wrong| first(&wrong))
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn first(wrong: &[skirmish_kernel::Diagnostic]) -> String {
    wrong.first().map_or_else(String::new, ToString::to_string)
}

/// Calls this very program.
fn called(folder: &Path, args: &[&str], lines: &str) -> std::io::Result<Output> {
    let mut child: Child = Command::new(std::env::current_exe()?)
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // Whoever does not listen has heard enough.
        let _ = stdin.write_all(lines.as_bytes());
    }
    child.wait_with_output()
}

/// So it is, or this is what is wrong.
pub(super) fn must(yes: bool, why: impl Into<String>) -> Tried {
    if yes { Ok(()) } else { Err(why.into()) }
}

/// The text has these words.
pub(super) fn says(text: &str, words: &str) -> Tried {
    must(text.contains(words), format!("`{words}` is not said"))
}
