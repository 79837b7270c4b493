//! Choices in words, both ways: questions, notation, parsing.

mod acts;
mod parse;
mod turn;

use crate::model::{
    Ask, Attribute, Choice, Defend, Generia, Incoming, Means, Occasion, Path, Setup, Spent, State, Zone,
};
use crate::rules::movement::paths;
use skirmish_bookkit::answer::{nothing_more, one, split, verb};
use skirmish_grid::{Facing, Square};
use skirmish_kernel::words::{list, short};
use skirmish_kernel::{ChoiceView, Id, Notation, Piece, Place, Refusal};

pub use acts::{ability_view, act_view, arm_called, arm_name, arm_names};
pub use parse::way;

impl Notation for Generia {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        let name = |id: Id| g.sheet(id).name.as_str();
        let me = name(who);
        match *ask {
            Ask::Turn => {
                let creature = s.creature(who);
                let (energy, mana) = (creature.energy, creature.mana);
                format!("{me}'s turn ({}; energy {energy}, mana {mana}). What does it do?", left(creature.spent))
            }
            Ask::Path { mover, metres } if mover != who => {
                format!("Where does {me} let {} go? Up to {metres} m", name(mover))
            }
            Ask::Path { metres, .. } => format!("Where does {me} go? Up to {metres} m"),
            Ask::Step { to: Some(to), .. } => format!("Does {me} step back to {}?", label(g, to)),
            Ask::Step { metres, .. } => format!("Does {me} move on for free? Up to {metres} m"),
            Ask::Again { on } => format!("Does {me} strike at {} once more? It costs 1 energy", name(on)),
            Ask::Defence(incoming) => format!("{} How does {me} meet it?", coming(g, &incoming)),
            Ask::Reaction(occasion) => format!("{} Does {me} use its reaction?", occasion_words(g, me, &occasion)),
            Ask::Zone => format!("A partial parry. Where does {me} take the blow?"),
            Ask::SecondDie { against } => format!("Does {me} throw the second die? It must reach {against}"),
            Ask::AfterParry { attacker, .. } => {
                format!("{me} has parried {}. What does it make of that?", name(attacker))
            }
            Ask::Concentration { dc } => format!("With what does {me} hold its spell? It must reach {dc}"),
            Ask::Save { kind, dc } => {
                format!("With what does {me} shake off being {}? It must reach {dc}", kind.word())
            }
            Ask::Detect { by } => format!("Does {me} try to notice what {} does?", name(by)),
            Ask::FallCheck { dc, metres } => {
                format!("{me} falls {metres} m. Does it try to land well? It must reach {dc}")
            }
            Ask::Facing => format!("Where does {me} look?"),
            Ask::EndSpell => {
                let all: Vec<_> = crate::rules::magic::concentration::lasting(s, who).collect();
                match all.as_slice() {
                    [one] if one.kept => {
                        format!("Does {me} let {} go, for its reaction?", g.ability(one.ability).name)
                    }
                    [one] => format!("Does {me} dissolve {}?", g.ability(one.ability).name),
                    _ => format!("Does {me} let a spell go? One that is kept up costs the reaction"),
                }
            }
            Ask::DropSpell => format!("{me} keeps up as many spells as it can. Which one ends?"),
        }
    }

    fn choice_view(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> ChoiceView {
        let doing = |verb: &str| ChoiceView::doing(verb);
        let option = |word: &str| ChoiceView::new(Piece::Option, word);
        match choice {
            Choice::Act(act) => act_view(g, s, who, act),
            Choice::End => doing("end"),
            Choice::Walk(path) => way_view(g, s, who, ask, path),
            Choice::Sneak(path) => doing("sneak").then(way_view(g, s, who, ask, path)),
            Choice::Defend(how) => defend_view(g, s, who, *how),
            Choice::React(ability, arm) => {
                let view = ability_view(g, who, *ability);
                match arm {
                    Some(arm) => view.word("with").put(Piece::Item, arm_name(g, who, *arm)),
                    None => view,
                }
            }
            Choice::Pass if matches!(ask, Ask::AfterParry { .. }) => doing("nothing"),
            Choice::Pass => doing("pass"),
            Choice::Zone(zone) => option(zone.word()),
            Choice::Yes(yes) => doing(yes_word(ask, *yes)),
            Choice::Counter(Some(arm)) => doing("counter").put(Piece::Item, arm_name(g, who, *arm)),
            Choice::Counter(None) => doing("counter").put(Piece::Option, "grapple"),
            Choice::Penalty => doing("penalty"),
            Choice::With(attribute) => option(&attribute.word().to_lowercase()),
            Choice::Face(way) => option(facing(*way)),
        }
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (first, rest) = split(&words)?;
        match ask {
            Ask::Turn => turn::turn(g, s, who, &words),
            Ask::Path { mover, metres } => parse::go(g, s, *mover, *metres, first, rest),
            Ask::Step { metres, .. } => parse::walk(g, s, who, *metres, first, rest),
            Ask::Again { .. } => one(&words, &[("again", Choice::Yes(true)), ("enough", Choice::Yes(false))]),
            Ask::Defence(incoming) => parse::meet(g, s, who, incoming, first, rest),
            Ask::Reaction(occasion) => parse::react(g, s, who, occasion, first, rest),
            Ask::AfterParry { .. } => parse::after_parry(g, s, who, first, rest),
            Ask::Zone => one(&words, &Zone::ALL.map(|zone| (zone.word(), Choice::Zone(zone)))),
            Ask::SecondDie { .. } => one(&words, &[("throw", Choice::Yes(true)), ("keep", Choice::Yes(false))]),
            Ask::Detect { .. } | Ask::FallCheck { .. } => {
                one(&words, &[("try", Choice::Yes(true)), ("let-it-be", Choice::Yes(false))])
            }
            Ask::Concentration { .. } => parse::with_attribute(&words, &[Attribute::Con, Attribute::Wil]),
            Ask::Save { kind, .. } => {
                parse::with_attribute(&words, kind.save().map_or(&Attribute::ALL[..], |(attributes, _, _)| attributes))
            }
            Ask::Facing => way(&words).map(Choice::Face),
            Ask::EndSpell => match verb(first, &["pass", "end-spell", "dissolve"])? {
                "pass" => nothing_more("pass", rest).map(|()| Choice::Pass),
                "dissolve" => turn::dissolve(g, s, who, rest).map(Choice::Act),
                _ => turn::end_spell(g, s, who, rest).map(Choice::Act),
            },
            Ask::DropSpell => {
                verb(first, &["end-spell"])?;
                turn::end_spell(g, s, who, rest).map(Choice::Act)
            }
        }
    }

    fn place_name(g: &Setup, place: Place) -> String {
        match (place.round, place.who) {
            (0, _) => "initiative".into(),
            (round, Some(who)) if place.part > 0 => format!("round {round}, {}", g.sheet(who).name),
            (round, _) => format!("round {round}"),
        }
    }

    fn verbs(g: &Setup) -> Vec<String> {
        let fixed = acts::VERBS.iter().chain(&[acts::USE]).chain(&parse::ANSWERS).chain(&FACINGS).copied();
        let zones = Zone::ALL.iter().map(|zone| zone.word());
        let attributes = Attribute::ALL.iter().map(|attribute| attribute.word().to_lowercase());
        let abilities = g.abilities.iter().map(|ability| ability.name.as_str());
        let weapons = g.weapons.iter().map(|weapon| weapon.name.as_str());
        fixed.chain(zones).chain(abilities).chain(weapons).map(str::to_owned).chain(attributes).collect()
    }
}

/// Where one may look, clockwise from the east, as [`Facing::ALL`] has them.
pub const FACINGS: [&str; 8] =
    ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];

/// `D7`
#[must_use]
pub fn label(g: &Setup, cell: Square) -> String {
    g.ground.board.label(cell).unwrap_or_else(|| format!("({},{})", cell.x, cell.y))
}

/// `north-east`
#[must_use]
pub fn facing(facing: Facing) -> &'static str {
    FACINGS[facing.index() % 8]
}

/// Reads a cell: `D7`.
///
/// # Errors
/// What a cell looks like.
pub fn parse_cell(g: &Setup, word: &str) -> Result<Square, Refusal> {
    g.ground.board.parse_label(&short(word)).map_err(|e| Refusal::because(e.to_string()))
}

/// What is left of a turn: `attack, utility and movement left`.
#[must_use]
pub fn left(spent: Spent) -> String {
    let slots = [(spent.attack, "attack"), (spent.utility, "utility"), (spent.movement, "movement")];
    let left: Vec<&str> = slots.iter().filter(|(spent, _)| !spent).map(|(_, word)| *word).collect();
    if left.is_empty() { "no action left".into() } else { format!("{} left", list(&left)) }
}

/// `Ogre's attack on Ann comes at 17.`
fn coming(g: &Setup, incoming: &Incoming) -> String {
    let (by, on) = (&g.sheet(incoming.by).name, &g.sheet(incoming.on).name);
    let what = means_word(incoming.means);
    match incoming.total {
        Some(total) => format!("{by}'s {what} on {on} comes at {total}."),
        None => format!("{by}'s {what} on {on} is coming."),
    }
}

/// `shot`
#[must_use]
pub fn means_word(means: Means) -> &'static str {
    match means {
        Means::Melee => "attack",
        Means::Ranged => "shot",
        Means::Projectile => "projectile",
        Means::Grapple => "grapple",
    }
}

fn occasion_words(g: &Setup, me: &str, occasion: &Occasion) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match occasion {
        Occasion::Rolled(incoming) => coming(g, incoming),
        Occasion::Blocked(by) => format!("{me} has blocked {} unhurt.", name(by)),
        Occasion::Hit { on, .. } => format!("{me} has hit {}.", name(on)),
        Occasion::Leaves { who, .. } => format!("{} is about to leave {me}'s reach.", name(who)),
    }
}

fn yes_word(ask: &Ask, yes: bool) -> &'static str {
    match (ask, yes) {
        (Ask::SecondDie { .. }, true) => "throw",
        (Ask::SecondDie { .. }, false) => "keep",
        (Ask::Again { .. }, true) => "again",
        (Ask::Again { .. }, false) => "enough",
        (_, true) => "try",
        (_, false) => "let-it-be",
    }
}

/// `parry rapier`, `arcane-barrier 3`, `mount-block horns`
fn defend_view(g: &Setup, s: &State, who: Id, how: Defend) -> ChoiceView {
    let ridden = s.creature(who).mount.unwrap_or(who);
    let with = |verb: &str, whose: Id, arm: u8| ChoiceView::doing(verb).put(Piece::Item, arm_name(g, whose, arm));
    match how {
        Defend::No => ChoiceView::doing("no-defence"),
        Defend::Dodge => ChoiceView::doing("dodge"),
        Defend::MountParry(arm) => with("mount-parry", ridden, arm),
        Defend::MountBlock(arm) => with("mount-block", ridden, arm),
        Defend::Parry(arm) => with("parry", who, arm),
        Defend::Block(arm) => with("block", who, arm),
        Defend::Spell(ability, level) => acts::levelled(g, ability_view(g, who, ability), ability, level),
    }
}

/// Who moves, and how far, where a way is asked for.
#[must_use]
pub fn stretch(g: &Setup, who: Id, ask: &Ask) -> Option<(Id, i32)> {
    match *ask {
        Ask::Path { mover, metres } => Some((mover, metres)),
        Ask::Step { metres, .. } => Some((who, metres)),
        Ask::AfterParry { .. } => Some((who, g.rules.parry_step)),
        _ => None,
    }
}

/// `to D7`; another way than the cheapest is written cell by cell.
fn way_view(g: &Setup, s: &State, who: Id, ask: &Ask, path: &Path) -> ChoiceView {
    let Some(end) = path.last() else { return ChoiceView::doing("stay") };
    let cells: Vec<String> = path.iter().map(|cell| label(g, *cell)).collect();
    let is_cheapest = |(mover, metres)| paths::way(g, s, mover, *end, metres) == *path;
    let text = match stretch(g, who, ask).is_some_and(is_cheapest) {
        true => format!("to {}", label(g, *end)),
        false => format!("path {}", cells.join(" ")),
    };
    ChoiceView::default().way(text, cells)
}
