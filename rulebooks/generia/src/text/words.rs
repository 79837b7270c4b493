//! Choices in words, both ways: questions, notation, parsing.

mod slots;

use skirmish_bookkit::grammar::{
    Asked, Direction, Form, Grammar, OneOf, Person, Slot, Tables, WAY_VERBS, Way, cell, one_of, part, person, word,
};
use skirmish_bookkit::{facing, forms, grammar};
use skirmish_grid::Square;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, Notation, Piece, Place, Refusal};

use crate::catalogue::rule;
use crate::model::{
    Ability, Act, Ask, Attribute, Choice, Defend, Gait, Generia, Incoming, Kind, Means, Occasion, Path, Setup,
    Slot as ActionSlot, Spent, State, Zone,
};
use crate::rules::movement::paths;
use slots::{
    Aim, Lasting, Level, With, action, action_of, blow_skill, defensive, hidden, is_done_in_turn, legal, mounts,
    mounts_ability, mounts_arm, mounts_skill, named_action, own, own_arm, reactive, ridden, usable,
};

pub use skirmish_bookkit::facing::{FACINGS, direction, facing};
pub use slots::{arm_called, arm_name, arm_names};

impl Notation for Generia {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        let name = |id: Id| g.sheet(id).name.as_str();
        let me = name(who);
        match *ask {
            Ask::Turn => {
                let creature = s.creature(who);
                let (energy, mana) = (creature.energy, creature.mana);
                format!("{me}'s turn ({}; energy {energy}, mana {mana}). What next?", left(creature.spent))
            }
            Ask::Path { mover, metres } if mover != who => {
                format!("Where does {me} let {} go? Up to {metres} m", name(mover))
            }
            Ask::Path { metres, .. } => format!("Where does {me} go? Up to {metres} m"),
            Ask::Step { to: Some(to), .. } => format!("Does {me} step back to {}?", label(g, to)),
            Ask::Step { metres, .. } => format!("Does {me} move on for free? Up to {metres} m"),
            Ask::Again { on } => format!("Does {me} strike at {} once more? It costs 1 energy", name(on)),
            Ask::Defence(incoming) => format!("{} How does {me} meet it?", coming(g, &incoming)),
            Ask::Reaction(occasion) => format!("{} Does {me} react?", occasion_words(g, me, &occasion)),
            Ask::Zone => format!("A partial parry. Where does {me} take the blow?"),
            Ask::SecondDie { against } => format!("Does {me} throw the second die? It must reach {against}"),
            Ask::AfterParry { attacker, .. } => {
                format!("{me} has parried {}. What comes of that?", name(attacker))
            }
            Ask::Concentration { dc } => format!("With what does {me} hold the spell? It must reach {dc}"),
            Ask::Save { kind, dc } => {
                format!("With what does {me} shake off being {}? It must reach {dc}", kind.word())
            }
            Ask::Detect { by } => format!("Does {me} try to notice what {} does?", name(by)),
            Ask::FallCheck { dc, metres } => {
                format!("{me} falls {metres} m. Try to land well? It must reach {dc}")
            }
            Ask::Facing => format!("Where does {me} look?"),
            Ask::EndSpell => {
                let all: Vec<_> = crate::rules::magic::concentration::lasting(g, s, who).collect();
                match all.as_slice() {
                    [one] if one.kept => {
                        format!("Does {me} let {} go, for a reaction?", g.ability(one.ability).name)
                    }
                    [one] => format!("Does {me} dissolve {}?", g.ability(one.ability).name),
                    _ => format!("Does {me} let a spell go? One that is kept up costs the reaction"),
                }
            }
            Ask::DropSpell => format!("{me} keeps up as many spells as it can. Which one ends?"),
        }
    }

    grammar!();

    fn place_name(g: &Setup, place: Place) -> String {
        match (place.round, place.who) {
            (0, _) => "initiative".into(),
            (round, Some(who)) if place.part > 0 => format!("round {round}, {}", g.sheet(who).name),
            (round, _) => format!("round {round}"),
        }
    }
}

/// The answers to each question.
impl Grammar for Generia {
    const ALL: Tables<Self> = &[
        ACTS,
        MOUNTED,
        HIDDEN,
        END_SPELL,
        DISSOLVE,
        PASS,
        PATH,
        STEP,
        AGAIN,
        DEFENCE,
        REACTION,
        AFTER_PARRY,
        ZONE,
        SECOND_DIE,
        TRY,
        ATTRIBUTE,
        FACING,
    ];

    fn forms(ask: &Ask) -> Tables<Self> {
        match ask {
            Ask::Turn => &[ACTS, MOUNTED, END_SPELL, DISSOLVE],
            Ask::Path { .. } => &[PATH],
            Ask::Step { .. } => &[STEP],
            Ask::Again { .. } => &[AGAIN],
            Ask::Defence(_) => &[DEFENCE],
            Ask::Reaction(_) => &[REACTION, PASS],
            Ask::AfterParry { .. } => &[AFTER_PARRY],
            Ask::Zone => &[ZONE],
            Ask::SecondDie { .. } => &[SECOND_DIE],
            Ask::Detect { .. } | Ask::FallCheck { .. } => &[TRY],
            Ask::Concentration { .. } | Ask::Save { .. } => &[ATTRIBUTE],
            Ask::Facing => &[FACING],
            Ask::EndSpell => &[PASS, END_SPELL, DISSOLVE],
            Ask::DropSpell => &[END_SPELL],
        }
    }

    fn more_verbs() -> Vec<&'static str> {
        [&WAY_VERBS[..], &["stay"]].concat()
    }

    fn all_names(g: &Setup) -> Vec<String> {
        let words = facing::WORDS.into_iter().chain(Zone::ALL.map(Zone::word)).map(str::to_owned);
        let attributes = Attribute::ALL.iter().map(|attribute| attribute.word().to_lowercase());
        let abilities = g.abilities.iter().map(|ability| ability.name.clone());
        words.chain(attributes).chain(abilities).chain(g.weapons.iter().map(|weapon| weapon.name.clone())).collect()
    }

    /// What it has and does not do in its own turn; an ability or a weapon that there is, and that it has not.
    fn unknown(at: Asked<Self>, word: &str) -> Option<Refusal> {
        let g = at.g;
        if let Some(ability) = own(g, at.who).find(|ability| g.ability(*ability).name.eq_ignore_ascii_case(word)) {
            return match at.ask {
                Ask::Turn if !is_done_in_turn(g, ability) => Some(not_in_turn(g.ability(ability))),
                _ => None,
            };
        }
        if arm_names(g, at.who).iter().any(|name| name.eq_ignore_ascii_case(word)) {
            return None;
        }
        let abilities = g.abilities.iter().map(|ability| &ability.name);
        let mut names = abilities.chain(g.weapons.iter().map(|weapon| &weapon.name));
        let name = names.find(|name| name.eq_ignore_ascii_case(word))?;
        Some(Refusal::because(format!("{} has no {name}", g.sheet(at.who).name)))
    }
}

/// Why an ability takes no action of one's own turn.
fn not_in_turn(ability: &Ability) -> Refusal {
    let name = &ability.name;
    let why = match (ability.reacts(), ability.trigger.is_some()) {
        (true, _) => "is a reaction: it is asked for when it may be used",
        (false, true) => "is a reaction: it counts by itself",
        (false, false) => "takes no action: it counts by itself",
    };
    Refusal::by(rule::REACTION_FORMS, format!("{name} {why}"))
}

type Forms = &'static [Form<Generia, Choice>];

const ACTS: Forms = forms![Generia, at;
    ("end") => (Choice::End),
    (skill: blow_skill(at), "with", arm: own_arm(at), "at", target: someone(at))
        => (Choice::Act(Act::Strike { arm, target, skill: Some(skill) })),
    (skill: blow_skill(at), "at", target: someone(at),
        arm = legal(at, at.who, |arm| Act::Strike { arm, target, skill: Some(skill) }))
        => (Choice::Act(Act::Strike { arm, target, skill: Some(skill) })),
    // What a charge ends with may be a grapple.
    (skill: blow_skill(at), "grapple", "at", target: someone(at))
        => (Choice::Act(Act::Grapple { target, skill: Some(skill) })),
    (skill: blow_skill(at), "with", "grapple", "at", target: someone(at))
        => (Choice::Act(Act::Grapple { target, skill: Some(skill) })),
    (ability: usable(at), level: Level(at.g, ability), target: Aim(at, ability), slot: action_of(at, ability))
        => (Choice::Act(Act::Use { ability, level, target, slot })),
    (arm: own_arm(at).strikes(), "at", target: someone(at)) => (Choice::Act(Act::Strike { arm, target, skill: None })),
    ("strike", arm: own_arm(at).strikes(), "at", target: someone(at))
        => (Choice::Act(Act::Strike { arm, target, skill: None })),
    ("grapple", target: someone(at)) => (Choice::Act(Act::Grapple { target, skill: None })),
    ("grapple", "at", target: someone(at)) => (Choice::Act(Act::Grapple { target, skill: None })),
    ("walk") => (Choice::Act(Act::Go(Gait::Walk))),
    ("sprint") => (Choice::Act(Act::Go(Gait::Sprint))),
    // The action is always said: what is half typed shall not become a jump to another cell.
    ("jump", ?"to", to: cell(&at.g.ground.board), slot: named_action()) => (Choice::Act(Act::Jump { to, slot })),
    ("swap", arm: own_arm(at)) => (Choice::Act(Act::Swap { arm })),
    ("swap", "to", arm: own_arm(at)) => (Choice::Act(Act::Swap { arm })),
    ("item", slot: action(at, ACTIVE)) => (Choice::Act(Act::Item { slot })),
    ("get-up", from = Kind::Prone, slot: action(at, ANY)) => (Choice::Act(Act::Recover { from, slot })),
    ("break-free", from = Kind::Grappled, slot: action(at, ANY)) => (Choice::Act(Act::Recover { from, slot })),
    ("steady", from = Kind::OffBalance, slot: action(at, ANY)) => (Choice::Act(Act::Recover { from, slot })),
    ("help", whom: someone(at), from: one_of(Piece::Option, HELP).or(needed(at.s, whom)))
        => (Choice::Act(Act::Help { whom, from })),
    ("secret", hidden: part(at, HIDDEN)) => (hidden),
    ("secret", with: attribute(&Attribute::ALL), slot: action(at, ACTIVE)) => (Choice::Act(Act::Secret { slot, with })),
    ("secret", "with", with: attribute(&Attribute::ALL), slot: action(at, ACTIVE))
        => (Choice::Act(Act::Secret { slot, with })),
    ("secret", with = Attribute::Dex, slot: action(at, ACTIVE)) => (Choice::Act(Act::Secret { slot, with })),
    ("reload", slot: action(at, ACTIVE)) => (Choice::Act(Act::Reload { slot })),
    ("hold", slot: action(at, ACTIVE)) => (Choice::Act(Act::Hold { slot })),
    ("let-go") => (Choice::Act(Act::LetGo)),
    ("face", way: Direction) => (Choice::Act(Act::Face(way))),
    ("delay", ?"behind", behind: someone(at)) => (Choice::Act(Act::Delay(behind))),
];

/// What is done so that nobody notices who does it.
const HIDDEN: Forms = forms![Generia, at;
    (ability: hidden(at), level: Level(at.g, ability), target: Aim(at, ability), slot: action_of(at, ability))
        => (Choice::Act(Act::Hide { ability, level, target, slot })),
];

/// What a rider does with its mount.
const MOUNTED: Forms = forms![Generia, at;
    ("mount-walk") => (Choice::Act(Act::MountGo(Gait::Walk))),
    ("mount-sprint") => (Choice::Act(Act::MountGo(Gait::Sprint))),
    ("mount-strike", skill: mounts_skill(at), "with", arm: mounts_arm(at), "at", target: someone(at),
        slot: action(at, BLOW))
        => (Choice::Act(Act::MountStrike { arm, target, skill: Some(skill), slot })),
    ("mount-strike", skill: mounts_skill(at), "at", target: someone(at), slot: action(at, BLOW),
        arm = legal(at, ridden(at), |arm| Act::MountStrike { arm, target, skill: Some(skill), slot }))
        => (Choice::Act(Act::MountStrike { arm, target, skill: Some(skill), slot })),
    ("mount-strike", arm: mounts_arm(at).strikes(), "at", target: someone(at), slot: action(at, BLOW))
        => (Choice::Act(Act::MountStrike { arm, target, skill: None, slot })),
    ("mount-strike", "at", target: someone(at), slot: action(at, BLOW),
        arm = legal(at, ridden(at), |arm| Act::MountStrike { arm, target, skill: None, slot }))
        => (Choice::Act(Act::MountStrike { arm, target, skill: None, slot })),
    ("mount-grapple", target: someone(at), slot: action(at, ACTIVE))
        => (Choice::Act(Act::MountGrapple { target, slot })),
    ("mount-grapple", "at", target: someone(at), slot: action(at, ACTIVE))
        => (Choice::Act(Act::MountGrapple { target, slot })),
    ("mount-use", ability: mounts_ability(at), level: Level(at.g, ability), target: Aim(at, ability),
        slot: action_of(at, ability).always())
        => (Choice::Act(Act::MountUse { ability, level, target, slot })),
    ("mount-get-up", from = Kind::Prone, slot: action(at, mounts(at)))
        => (Choice::Act(Act::MountRecover { from, slot })),
    ("mount-break-free", from = Kind::Grappled, slot: action(at, mounts(at)))
        => (Choice::Act(Act::MountRecover { from, slot })),
    ("mount-steady", from = Kind::OffBalance, slot: action(at, mounts(at)))
        => (Choice::Act(Act::MountRecover { from, slot })),
    ("mount-hold", slot: action(at, ACTIVE)) => (Choice::Act(Act::MountHold { slot })),
    ("mount", on: someone(at)) => (Choice::Act(Act::Mount(on))),
    ("dismount", ?"to", to: cell(&at.g.ground.board)) => (Choice::Act(Act::Dismount(to))),
];

const END_SPELL: Forms = forms![Generia, at;
    ("end-spell", serial: Lasting { at, kept: true }) => (Choice::Act(Act::EndSpell { serial })),
];

const DISSOLVE: Forms = forms![Generia, at;
    ("dissolve", serial: Lasting { at, kept: false }) => (Choice::Act(Act::EndSpell { serial })),
];

const PASS: Forms = forms![Generia, at; ("pass") => (Choice::Pass)];

const STEP: Forms = forms![Generia, at; (path: part(at, WAYS)) => (Choice::Walk(path))];

const PATH: Forms = forms![Generia, at;
    (path: part(at, WAYS)) => (Choice::Walk(path)),
    ("sneak", path: part(at, WAYS)) => (Choice::Sneak(path)),
];

const WAYS: &[Form<Generia, Path>] = forms![Generia, at;
    ("stay", path = Path::new()) => (path),
    (path: way(at)) => (path),
];

/// Two words for yes and no.
macro_rules! yes_or_no {
    ($yes:literal, $no:literal) => { forms![Generia, at; ($yes) => (Choice::Yes(true)), ($no) => (Choice::Yes(false))] };
}

const AGAIN: Forms = yes_or_no!("again", "enough");

const SECOND_DIE: Forms = yes_or_no!("throw", "keep");

const TRY: Forms = yes_or_no!("try", "let-it-be");

const DEFENCE: Forms = forms![Generia, at;
    ("no-defence") => (Choice::Defend(Defend::No)),
    ("dodge") => (Choice::Defend(Defend::Dodge)),
    ("parry", arm: own_arm(at).meeting(Defend::Parry)) => (Choice::Defend(Defend::Parry(arm))),
    ("block", arm: own_arm(at).meeting(Defend::Block)) => (Choice::Defend(Defend::Block(arm))),
    ("mount-parry", arm: mounts_arm(at).meeting(Defend::MountParry)) => (Choice::Defend(Defend::MountParry(arm))),
    ("mount-block", arm: mounts_arm(at).meeting(Defend::MountBlock)) => (Choice::Defend(Defend::MountBlock(arm))),
    (spell: defensive(at), level: Level(at.g, spell)) => (Choice::Defend(Defend::Spell(spell, level))),
];

const REACTION: Forms = forms![Generia, at;
    (ability: reactive(at), arm: With(at, ability)) => (Choice::React(ability, arm)),
];

const AFTER_PARRY: Forms = forms![Generia, at;
    ("nothing") => (Choice::Pass),
    ("penalty") => (Choice::Penalty),
    ("counter", arm: own_arm(at)) => (Choice::Counter(Some(arm))),
    ("counter", grapple: one_of(Piece::Option, [("grapple", None)])) => (Choice::Counter(grapple)),
    (path: way(at)) => (Choice::Walk(path)),
];

const ZONE: Forms = forms![Generia, at; (zone: word::<Zone>()) => (Choice::Zone(zone))];

const ATTRIBUTE: Forms = forms![Generia, at; (with: attribute(asked(at.ask))) => (Choice::With(with))];

const FACING: Forms = forms![Generia, at; (way: Direction) => (Choice::Face(way))];

fn someone(at: Asked<'_, Generia>) -> Person<'_, Generia> {
    person(at.g)
}

/// Actions with which something is done, the usual ones first.
const ACTIVE: &[ActionSlot] = &[ActionSlot::Utility, ActionSlot::Attack];
const ANY: &[ActionSlot] = &[ActionSlot::Movement, ActionSlot::Utility, ActionSlot::Attack];
const BLOW: &[ActionSlot] = &[ActionSlot::Attack, ActionSlot::Utility, ActionSlot::Movement];

/// What somebody is helped with.
const HELP: [(&str, Kind); 2] = [("up", Kind::Prone), ("steady", Kind::OffBalance)];

fn needed(s: &State, whom: Id) -> Kind {
    if s.creature(whom).has(Kind::Prone) { Kind::Prone } else { Kind::OffBalance }
}

fn attribute(known: &[Attribute]) -> OneOf<'static, Attribute> {
    one_of(Piece::Option, known.iter().map(|attribute| (attribute.word().to_lowercase(), *attribute)))
}

/// The attributes that may govern what is asked.
fn asked(ask: &Ask) -> &'static [Attribute] {
    match ask {
        Ask::Concentration { .. } => &[Attribute::Con, Attribute::Wil],
        Ask::Save { kind, .. } => kind.save().map_or(&Attribute::ALL[..], |(attributes, _, _)| attributes),
        _ => &Attribute::ALL,
    }
}

/// `D7`
pub fn label(g: &Setup, cell: Square) -> String {
    skirmish_bookkit::view::label(&g.ground.board, cell)
}

/// What is left of a turn: `attack, utility and movement left`.
pub fn left(spent: Spent) -> String {
    let slots = [(spent.attack, "attack"), (spent.utility, "utility"), (spent.movement, "movement")];
    let left: Vec<&str> = slots.iter().filter(|(spent, _)| !spent).map(|(_, word)| *word).collect();
    if left.is_empty() { "no action left".into() } else { format!("{} left", list(&left)) }
}

/// `Ogre's attack on Ann comes at 17.`
fn coming(g: &Setup, incoming: &Incoming) -> String {
    let (by, on) = (&g.sheet(incoming.by).name, &g.sheet(incoming.on).name);
    let what = match incoming.means {
        Means::Melee => "attack",
        Means::Ranged => "shot",
        Means::Projectile => "projectile",
        Means::Grapple => "grapple",
    };
    match incoming.total {
        Some(total) => format!("{by}'s {what} on {on} comes at {total}."),
        None => format!("{by}'s {what} on {on} is coming."),
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

/// Who moves, and how far, where a way is asked for.
pub fn stretch(g: &Setup, who: Id, ask: &Ask) -> Option<(Id, i32)> {
    match *ask {
        Ask::Path { mover, metres } => Some((mover, metres)),
        Ask::Step { metres, .. } => Some((who, metres)),
        Ask::AfterParry { .. } => Some((who, g.rules.parry_step)),
        _ => None,
    }
}

/// The cells of one movement.
fn way(at: Asked<'_, Generia>) -> Way<'_, Square, Path> {
    let Asked { g, s, who, ask } = at;
    let (mover, metres) = stretch(g, who, ask).unwrap_or((who, 0));
    let usual = move |goal| {
        let path = paths::way(g, s, mover, goal, metres);
        let none = || format!("no way to {} within {metres} m", label(g, goal));
        if path.is_empty() { Err(Refusal::by(rule::ACTION_MOVEMENT_FORMS, none())) } else { Ok(path) }
    };
    Way {
        board: &g.ground.board,
        start: s.creature(mover).at,
        usual: Box::new(usual),
        cells: |_, path| path.to_vec(),
        through: |_, cells| Path::try_from(cells.as_slice()).ok(),
    }
}
