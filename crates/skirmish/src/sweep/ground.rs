//! The encounters of a plan.

use std::ops::Range;
use std::path::Path;

use skirmish_kernel::{Diagnostic, Source};
use skirmish_shelf::shelf;
use skirmish_sweep::{Ground, Plan};

use crate::exit::Fault;
use crate::input;

/// Finds them all: embedded ones, and files beside the plan.
pub(super) fn all(plan: &Plan, file: &Path) -> Result<Vec<Ground<'static>>, Fault> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let (mut grounds, mut wrong) = (Vec::new(), Vec::new());
    for (name, at) in &plan.encounters {
        match find(name, folder) {
            Ok(ground) => grounds.push(ground),
            // What is wrong in a file is said of the file, anything else of the plan.
            Err(Fault::File(diagnostics)) => wrong.extend(diagnostics),
            Err(Fault::Plain { message, help }) => wrong.push(at_plan(plan, at, message, help)),
        }
    }
    if wrong.is_empty() { Ok(grounds) } else { Err(wrong.into()) }
}

fn at_plan(plan: &Plan, at: &Range<usize>, message: String, help: Option<String>) -> Diagnostic {
    Diagnostic { help, ..plan.source.error(at.clone(), message) }
}

fn find(name: &str, folder: &Path) -> Result<Ground<'static>, Fault> {
    let (source, near) = match shelf().find_encounter(name) {
        Ok(found) => return Ok(Ground { name: name.to_owned(), game: found.game, source: found.source() }),
        Err(missing) => (folder.join(name), missing),
    };
    let is_path = Path::new(name).extension().is_some() || source.exists();
    if !is_path {
        return Err(near.into());
    }
    let source: Source = input::read(&source)?;
    if input::is_transcript(&source) {
        let help = "name the encounter that it plays";
        return Err(Fault::with_help("a transcript is one battle, and cannot be fought many times", help));
    }
    Ok(Ground { name: name.to_owned(), game: shelf().game_of(&source)?, source })
}
