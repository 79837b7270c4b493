//! Choices in words, both ways: questions, notation, parsing.

mod acts;
mod attacks;
mod parse;
mod prompt;
mod turn;

use skirmish_grid::{Square, Steps};
use skirmish_kernel::words::list;
use skirmish_kernel::{ChoiceView, Id, Ids, Notation, Piece, Place, Refusal};

pub use attacks::row_word;
pub use prompt::{capital, lays_open};

use crate::Legacy;
use crate::model::{Act, Ask, Choice, Defend, Incoming, Segment, Setup, Spot, State};
use crate::rules::defence;
use crate::rules::movement::paths;

impl Notation for Legacy {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        prompt::prompt(g, s, who, ask)
    }

    fn choice_view(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> ChoiceView {
        let announced = |verb, skill: u8| ChoiceView::doing(verb).put(Piece::Ability, &g.ability(skill).name);
        match choice {
            Choice::Yes(yes) => ChoiceView::doing(yes_word(ask, *yes)),
            Choice::Guard(None) => ChoiceView::doing("no-guard"),
            Choice::Guard(Some(skill)) => announced("guard", *skill),
            Choice::General(None) => ChoiceView::doing("no-general"),
            Choice::General(Some(skill)) => announced("general", *skill),
            Choice::Stance(stance) => ChoiceView::doing(stance.word()),
            Choice::Trade(with) => trade_view(g, ask, *with),
            Choice::Act(Act::Attack(attack)) if !matches!(ask, Ask::Act) => {
                attacks::attack_view(g, s, who, *attack, acts::stands)
            }
            Choice::Act(act) => acts::act_view(g, s, who, act),
            Choice::Walk(steps) => way_view(g, s, who, ask, steps),
            Choice::Defend(how) => defend_view(g, s, who, ask, *how),
            Choice::Pass => ChoiceView::doing(pass_word(ask)),
        }
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        parse::parse(g, s, who, ask, text)
    }

    fn place_name(g: &Setup, place: Place) -> String {
        let round = place.round;
        match place.part {
            0 => return format!("round {round}"),
            1 => return format!("round {round}, announcements"),
            _ => {}
        }
        let segment = Segment::ALL.get(usize::from((place.part - 2) / 8)).map_or("", |segment| segment.word());
        match place.who {
            Some(who) => format!("round {round}, {segment}, {}", g.sheet(who).name),
            None => format!("round {round}, {segment}"),
        }
    }

    fn verbs(g: &Setup) -> Vec<String> {
        let fixed = acts::VERBS.iter().chain(&[acts::USE]).chain(&parse::ANSWERS).copied();
        let abilities = g.abilities.iter().map(|ability| ability.name.as_str());
        let weapons = g.weapons.iter().map(|weapon| weapon.name.as_str());
        let spots = Spot::NAMED.iter().map(|spot| spot.word());
        fixed.chain(spots).chain(abilities).chain(weapons).map(str::to_owned).collect()
    }
}

/// `Ann, Bea and Cole`
#[must_use]
pub fn names(g: &Setup, ids: Ids) -> String {
    let names: Vec<&str> = ids.iter().map(|id| g.sheet(id).name.as_str()).collect();
    list(&names)
}

/// `1 yard`, `3 yards`
#[must_use]
pub fn plural(n: i32, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
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
fn trade_view(g: &Setup, ask: &Ask, with: Ids) -> ChoiceView {
    let trade = ChoiceView::doing("trade");
    let names: Vec<&str> = with.iter().map(|foe| g.sheet(foe).name.as_str()).collect();
    match names.as_slice() {
        [] => ChoiceView::doing("wait"),
        _ if matches!(ask, Ask::Trade { foes } if *foes == with) => trade.put(Piece::Option, "all"),
        [name] => trade.put(Piece::Creature, *name),
        several => trade.put(Piece::Option, several.join(", ")),
    }
}

/// `to D7`; another way than the cheapest is written cell by cell.
fn way_view(g: &Setup, s: &State, who: Id, ask: &Ask, steps: &Steps) -> ChoiceView {
    let start = s.creature(who).at;
    let cells: Vec<String> = steps.cells(start).map(|cell| label(g, cell)).collect();
    let Some(end) = cells.last() else { return ChoiceView::doing("stay") };
    let text = match *ask {
        Ask::Path { most, .. } if paths::way(g, s, who, steps.end(start), most) == *steps => format!("to {end}"),
        _ => format!("path {}", cells.join(" ")),
    };
    ChoiceView::default().way(text, cells)
}

/// `block`, and with what where several things will do: `block medium-shield`
fn defend_view(g: &Setup, s: &State, who: Id, ask: &Ask, how: Defend) -> ChoiceView {
    let (view, arm) = match how {
        Defend::None => return ChoiceView::doing("no-defence"),
        Defend::Guard { arm } => (ChoiceView::doing("on-guard"), arm),
        Defend::Skill { ability, arm } => (ChoiceView::new(Piece::Ability, acts::ability_word(g, ability)), arm),
    };
    let one = matches!(ask, Ask::Defend(incoming) if objects_for(g, s, incoming, how) == [arm]);
    match arm {
        Some(arm) if !one => view.put(Piece::Item, arm_name(g, who, arm)),
        _ => view,
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
