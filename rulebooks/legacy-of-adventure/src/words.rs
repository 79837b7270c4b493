//! Choices in words, both ways: questions, notation, parsing.

mod acts;
mod attacks;
mod parse;
mod prompt;
#[cfg(test)]
pub(crate) mod tests;
mod turn;

use crate::Legacy;
use crate::clock;
use skirmish_grid::Square;
use skirmish_kernel::{ChoiceView, Id, Ids, Notation, Place, Refusal};

pub use attacks::row_word;
pub use parse::parse;
pub use prompt::{capital, lays_open, prompt};

use crate::actions::{Act, Ask, Choice, Defend, Incoming, Spot};
use crate::defence;
use crate::movement::{Steps, paths};
use crate::setup::Setup;
use crate::state::State;

impl Notation for Legacy {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        prompt(g, s, who, ask)
    }

    fn choice_view(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> ChoiceView {
        ChoiceView::doing(notation(g, s, who, ask, choice))
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        parse(g, s, who, ask, text)
    }

    fn place_name(g: &Setup, place: Place) -> String {
        clock::place_name(g, place)
    }

    fn verbs(g: &Setup) -> Vec<String> {
        verbs(g)
    }
}

/// The words with which answers begin, whatever is asked.
#[must_use]
pub fn verbs(g: &Setup) -> Vec<String> {
    let fixed = acts::VERBS.iter().chain(&[acts::USE]).chain(&parse::ANSWERS).copied();
    let abilities = g.abilities.iter().map(|ability| ability.name.as_str());
    let weapons = g.weapons.iter().map(|weapon| weapon.name.as_str());
    let spots = Spot::NAMED.iter().map(|spot| spot.word());
    fixed.chain(spots).chain(abilities).chain(weapons).map(str::to_owned).collect()
}

/// `D7`
#[must_use]
pub fn label(g: &Setup, cell: Square) -> String {
    g.ground.board.label(cell).unwrap_or_else(|| format!("({},{})", cell.x, cell.y))
}

/// Reads a cell: `D7`.
///
/// # Errors
/// What a cell looks like.
pub fn parse_cell(g: &Setup, word: &str) -> Result<Square, Refusal> {
    skirmish_bookkit::answer::cell(&g.ground.board, word)
}

/// `knife`, and after so many others alike `knife-2`
fn numbered(name: &str, before: usize) -> String {
    if before == 0 { name.to_owned() } else { format!("{name}-{}", before + 1) }
}

/// What people call one of somebody's weapons and shields, numbered when there are several alike.
#[must_use]
pub fn arm_name(g: &Setup, who: Id, arm: u8) -> String {
    let name = &g.arm(who, arm).name;
    let before = g.sheet(who).arms.iter().take(usize::from(arm));
    numbered(name, before.filter(|other| g.weapon(**other).name == *name).count())
}

/// Everything that somebody carries, by name.
#[must_use]
pub fn arm_names(g: &Setup, who: Id) -> Vec<String> {
    (0..).take(g.sheet(who).arms.len()).map(|arm| arm_name(g, who, arm)).collect()
}

/// An answer as people write it.
#[must_use]
pub fn notation(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> String {
    match choice {
        Choice::Yes(yes) => yes_word(ask, *yes).into(),
        Choice::Guard(None) => "no-guard".into(),
        Choice::Guard(Some(skill)) => format!("guard {}", g.ability(*skill).name),
        Choice::General(None) => "no-general".into(),
        Choice::General(Some(skill)) => format!("general {}", g.ability(*skill).name),
        Choice::Stance(stance) => stance.word().into(),
        Choice::Trade(with) => trade_notation(g, ask, *with),
        Choice::Act(Act::Attack(attack)) if !matches!(ask, Ask::Act) => {
            attacks::attack_notation(g, s, who, *attack, acts::stands)
        }
        Choice::Act(act) => acts::act_notation(g, s, who, act),
        Choice::Walk(steps) => walk_notation(g, s, who, ask, steps),
        Choice::Defend(how) => defend_notation(g, s, who, ask, *how),
        Choice::Pass => pass_word(ask).into(),
    }
}

fn yes_word(ask: &Ask, yes: bool) -> &'static str {
    match (ask, yes) {
        (Ask::Keep { .. }, true) => "keep",
        (Ask::Keep { .. }, false) => "let-go",
        (_, true) => "ambush",
        (_, false) => "wait",
    }
}

fn pass_word(ask: &Ask) -> &'static str {
    match ask {
        Ask::Exchange { .. } => "not-now",
        Ask::Answer { .. } => "let-it-be",
        _ => "pass",
    }
}

/// `trade all`, `trade Ogre, Goblin`, `wait`
fn trade_notation(g: &Setup, ask: &Ask, with: Ids) -> String {
    let all = matches!(ask, Ask::Trade { foes } if *foes == with);
    match with.is_empty() {
        true => "wait".into(),
        false if all => "trade all".into(),
        false => {
            let names: Vec<&str> = with.iter().map(|foe| g.sheet(foe).name.as_str()).collect();
            format!("trade {}", names.join(", "))
        }
    }
}

/// `to D7`; another way than the cheapest is written cell by cell.
fn walk_notation(g: &Setup, s: &State, who: Id, ask: &Ask, steps: &Steps) -> String {
    if steps.is_empty() {
        return "stay".into();
    }
    let start = s.creature(who).at;
    let end = steps.end(start);
    if let Ask::Path { most, .. } = *ask
        && paths::way(g, s, who, end, most) == *steps
    {
        return format!("to {}", label(g, end));
    }
    let cells: Vec<String> = steps.cells(start).map(|cell| label(g, cell)).collect();
    format!("path {}", cells.join(" "))
}

/// `block`, and with what where several things will do: `block medium-shield`
fn defend_notation(g: &Setup, s: &State, who: Id, ask: &Ask, how: Defend) -> String {
    let (word, arm) = match how {
        Defend::None => return "no-defence".into(),
        Defend::Guard { arm } => ("on-guard".to_owned(), arm),
        Defend::Skill { ability, arm } => (acts::ability_word(g, ability), arm),
    };
    let one = match ask {
        Ask::Defend(incoming) => objects_for(g, s, incoming, how) == [arm],
        _ => false,
    };
    match arm {
        Some(arm) if !one => format!("{word} {}", arm_name(g, who, arm)),
        _ => word,
    }
}

/// Everything that a defence of this kind may be made with now.
fn objects_for(g: &Setup, s: &State, incoming: &Incoming, how: Defend) -> Vec<Option<u8>> {
    let mut found = Vec::new();
    defence::options(g, s, incoming, |other| match (how, other) {
        (Defend::Guard { .. }, Defend::Guard { arm }) => found.push(arm),
        (Defend::Skill { ability, .. }, Defend::Skill { ability: same, arm }) if ability == same => found.push(arm),
        _ => {}
    });
    found
}
