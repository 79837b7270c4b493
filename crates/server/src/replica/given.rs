//! What was given, as a line that means the same to every replica.

use skirmish_kernel::{Battle, LogLine, Step};

/// The line of entry number `entry`, which was given in this step: whole names, the rule and the dice in it, so that it can be
/// read by the game master's eyes and does not hang on who was asked.
pub(super) fn line_of(battle: &dyn Battle, step: Step, entry: usize) -> Option<String> {
    let lines = battle.log(step);
    written(lines.iter().find(|line| line.entry == Some(entry))?)
}

fn written(line: &LogLine) -> Option<String> {
    if let Some(choice) = &line.choice {
        return Some(format!("{}: {}", choice.who, choice.words));
    }
    let throw = line.throw.as_ref()?;
    let rule = line.rules.first()?;
    let faces: Vec<String> = throw.faces.iter().map(u16::to_string).collect();
    let fell = if faces.is_empty() { format!("= {}", throw.natural) } else { faces.join(" ") };
    Some(format!("roll {} {rule} {} {fell}", throw.who, throw.dice))
}
