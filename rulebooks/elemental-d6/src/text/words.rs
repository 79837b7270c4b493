//! Choices in words, both ways: notation, parsing, questions.

use skirmish_bookkit::answer::{nothing_more, too_much, verb};
use skirmish_grid::{Hex, HexDirection};
use skirmish_kernel::words::short;
use skirmish_kernel::{ChoiceView, Id, Notation, Piece, Place, Refusal};

use crate::catalogue::rule;
use crate::model::{
    Act, Ask, Cease, Choice, Cost, Elemental, Gait, Path, Setup, State, Target, Time, Trigger, What, When,
};
use crate::rules::movement::paths;

/// Words with which answers to any question begin; abilities come on top.
const VERBS: [&str; 35] = [
    "pass",
    "continue",
    "surrender",
    "flee",
    "stop-fighting",
    "ready",
    "counter",
    "decline",
    "move",
    "dash",
    "dodge",
    "swim",
    "step",
    "brace",
    "stand",
    "to",
    "path",
    "stay",
    "stop",
    "reaction",
    "no-reaction",
    "spoil",
    "keep-dodge",
    "fire",
    "hold",
    "keep",
    "top",
    "up",
    "push",
    "wait",
    "bind",
    "rest",
    "sneak",
    "go-on",
    "stop-binding",
];

impl Notation for Elemental {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        let name = &g.sheet(who).name;
        let attack = |serial: u16| match s.flight(serial) {
            Some(flight) => {
                let what = match flight.act.what {
                    What::Ability(index) => g.ability(index).name.as_str(),
                    _ => "attack",
                };
                format!("{}'s {what}", g.sheet(flight.owner).name)
            }
            None => "the attack".into(),
        };
        match *ask {
            Ask::Calm => format!("Combat has not begun. What does {name} do?"),
            Ask::Fatigue { dc } => {
                format!("{name} has kept the binding up for an hour. Go on (Strength check, DC {dc}) or stop?")
            }
            Ask::Initiate { .. } => format!("{name}'s turn ({}). What does it initiate?", s.creature(who).spent),
            Ask::Path { gait, hexes, bonus, .. } => {
                let bonus = if bonus > 0 { format!(" and {bonus} bonus") } else { String::new() };
                format!("Where does {name} go? {}: {hexes} hexes{bonus} this segment", capital(gait.word()))
            }
            Ask::Counter { flight } => {
                format!("{} reaches {name}. Counter on its own turn, or decline?", attack(flight))
            }
            Ask::Reaction { flight } => format!("Does {name} use its Reaction against {}?", attack(flight)),
            Ask::DodgeWhich { flight } => format!("Does {name} spend its Dodge on {}?", attack(flight)),
            Ask::Trigger => format!("What {name} waited for has come. Act now, or hold?"),
            Ask::Unused { .. } => format!("Does {name} trade what it has not used for a better rank?"),
            Ask::Reposition { victim } => format!("Into which hex does {name} push {}?", g.sheet(victim).name),
        }
    }

    fn choice_view(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> ChoiceView {
        match choice {
            Choice::Act(act) if matches!(ask, Ask::Counter { .. }) => {
                ChoiceView::doing("counter").then(act_view(g, act))
            }
            Choice::Act(act) => act_view(g, act),
            Choice::Ready(act, trigger) => {
                ChoiceView::doing("ready").then(act_view(g, act)).word("when").then(trigger_view(g, *trigger))
            }
            Choice::Walk(path) => way_view(g, s, who, ask, path),
            Choice::Up(n) => ChoiceView::doing("up").put(Piece::Number, n.to_string()),
            Choice::Push(hex) => ChoiceView::doing("push").word("to").put(Piece::Cell, g.label(*hex)),
            choice => ChoiceView::doing(first_word(choice)),
        }
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            return Err(Refusal::because("an answer is missing"));
        };
        let simple: &[(&str, Choice)] = match ask {
            Ask::Calm => {
                &[("wait", Choice::Wait), ("bind", Choice::Bind), ("rest", Choice::Rest), ("sneak", Choice::Sneak)]
            }
            Ask::Fatigue { .. } => &[("go-on", Choice::GoOn(true)), ("stop-binding", Choice::GoOn(false))],
            Ask::Initiate { .. } => &[
                ("pass", Choice::Pass),
                ("continue", Choice::Continue),
                ("surrender", Choice::Cease(Cease::Surrender)),
                ("flee", Choice::Cease(Cease::Flee)),
                ("stop-fighting", Choice::Cease(Cease::Stop)),
            ],
            Ask::Path { .. } => &[("stop", Choice::Stop)],
            Ask::Counter { .. } => &[("decline", Choice::Decline)],
            Ask::Reaction { .. } => &[("reaction", Choice::React(true)), ("no-reaction", Choice::React(false))],
            Ask::DodgeWhich { .. } => &[("spoil", Choice::Spoil(true)), ("keep-dodge", Choice::Spoil(false))],
            Ask::Trigger => &[("fire", Choice::Fire(true)), ("hold", Choice::Fire(false))],
            Ask::Unused { .. } => &[("keep", Choice::Keep), ("top", Choice::Top)],
            Ask::Reposition { .. } => &[],
        };
        let verbs: &[&str] = match ask {
            Ask::Initiate { .. } => &["ready"],
            Ask::Counter { .. } => &["counter"],
            Ask::Path { .. } => &["to", "path", "stay"],
            Ask::Unused { .. } => &["up"],
            Ask::Reposition { .. } => &["push", "to"],
            _ => &[],
        };
        let acting = matches!(ask, Ask::Calm | Ask::Initiate { .. } | Ask::Counter { .. });
        let known: Vec<&str> = simple
            .iter()
            .map(|(word, _)| *word)
            .chain(verbs.iter().copied())
            .chain(acting.then(|| act_verbs(g, who)).into_iter().flatten())
            .collect();
        let verb =
            verb(first, &known).map_err(|refusal| not_known(g, who, first).filter(|_| acting).unwrap_or(refusal))?;
        if let Some((_, choice)) = simple.iter().find(|(word, _)| *word == verb) {
            return nothing_more(verb, rest).map(|()| choice.clone());
        }
        match verb {
            "ready" => ready(g, who, rest),
            "counter" => Ok(Choice::Act(act(g, who, rest)?)),
            "stay" => Ok(Choice::Walk(Path::new())),
            "to" if matches!(ask, Ask::Reposition { .. }) => Ok(Choice::Push(one_hex(g, rest)?)),
            "push" => Ok(Choice::Push(one_hex(g, rest.strip_prefix(&["to"]).unwrap_or(rest))?)),
            "to" => walk_to(g, s, who, ask, one_hex(g, rest)?),
            "path" => path(g, rest),
            "up" => match rest {
                [] => Ok(Choice::Up(1)),
                [n] => n.parse().map(Choice::Up).map_err(|_| Refusal::because("`up 1` or `up 2`")),
                _ => Err(too_much(verb, rest)),
            },
            _ => Ok(Choice::Act(act(g, who, &words)?)),
        }
    }

    fn place_name(_: &Setup, place: Place) -> String {
        match (place.round, place.part) {
            (0, 0) => "before combat".into(),
            (0, _) => "initiative".into(),
            (round, segment) => Time { round, segment }.to_string(),
        }
    }

    fn verbs(g: &Setup) -> Vec<String> {
        let abilities = g.abilities.iter().map(|ability| ability.name.as_str());
        VERBS.iter().copied().chain(abilities).map(str::to_owned).collect()
    }
}

/// Directions of a row of hexes, clockwise from the east.
pub const DIRECTIONS: [&str; 6] = ["east", "south-east", "south-west", "west", "north-west", "north-east"];

/// An answer in one word, where that is the same for all of its kind; for most of them it is the whole notation.
pub fn first_word(choice: &Choice) -> &'static str {
    match choice {
        Choice::Pass => "pass",
        // Named after what is done.
        Choice::Act(_) => "",
        Choice::Ready(..) => "ready",
        Choice::Continue => "continue",
        Choice::Cease(how) => cease_word(*how),
        Choice::Walk(path) if path.is_empty() => "stay",
        // Which way is no deed of its own.
        Choice::Walk(_) => "go",
        Choice::Stop => "stop",
        Choice::Decline => "decline",
        Choice::React(yes) => ["no-reaction", "reaction"][usize::from(*yes)],
        Choice::Spoil(yes) => ["keep-dodge", "spoil"][usize::from(*yes)],
        Choice::Fire(yes) => ["hold", "fire"][usize::from(*yes)],
        Choice::Keep => "keep",
        Choice::Up(_) => "up",
        Choice::Top => "top",
        Choice::Push(_) => "push",
        Choice::Wait => "wait",
        Choice::Bind => "bind",
        Choice::Rest => "rest",
        Choice::Sneak => "sneak",
        Choice::GoOn(yes) => ["stop-binding", "go-on"][usize::from(*yes)],
    }
}

fn cease_word(how: Cease) -> &'static str {
    match how {
        Cease::Surrender => "surrender",
        Cease::Flee => "flee",
        Cease::Stop => "stop-fighting",
    }
}

fn way_view(g: &Setup, s: &State, who: Id, ask: &Ask, path: &Path) -> ChoiceView {
    let Some(end) = path.last() else { return ChoiceView::doing("stay") };
    let cells: Vec<String> = path.iter().map(|hex| g.label(*hex)).collect();
    let text = match *ask {
        Ask::Path { gait, hexes, bonus, .. }
            if paths::way(g, s, who, gait, *end, u32::from(hexes) + u32::from(bonus)) == *path =>
        {
            format!("to {}", g.label(*end))
        }
        _ => format!("path {}", cells.join(" ")),
    };
    ChoiceView::default().way(text, cells)
}

/// An action, piece by piece.
fn act_view(g: &Setup, act: &Act) -> ChoiceView {
    let mut view = match act.what {
        What::Ability(index) => ChoiceView::new(Piece::Ability, &g.ability(index).name),
        What::Go(gait) => ChoiceView::doing(gait.word()),
        What::Stand => ChoiceView::doing("stand"),
        What::Brace => ChoiceView::doing("brace"),
    };
    if let What::Ability(index) = act.what
        && g.ability(index).costs.first() != Some(&act.cost)
    {
        view = view.put(Piece::Option, act.cost.word());
    }
    if act.swifts > 0 {
        view = view.put(Piece::Option, "+swift");
    }
    match act.target {
        Target::Nothing => view,
        Target::Creature(id) => view.word("at").put(Piece::Creature, &g.sheet(id).name),
        Target::Hex(hex) => view.word("at").put(Piece::Cell, g.label(hex)),
        Target::To(hex) => view.word("to").put(Piece::Cell, g.label(hex)),
        Target::Row(from, direction) => {
            let direction = DIRECTIONS[usize::from(direction) % 6];
            view.word("from").put(Piece::Cell, g.label(from)).put(Piece::Option, direction)
        }
    }
}

/// An action in notation.
pub fn act_notation(g: &Setup, act: &Act) -> String {
    act_view(g, act).text
}

fn trigger_view(g: &Setup, trigger: Trigger) -> ChoiceView {
    let who = match trigger.who {
        Some(id) => ChoiceView::new(Piece::Creature, &g.sheet(id).name),
        None => ChoiceView::new(Piece::Option, "any"),
    };
    who.put(Piece::Option, trigger.when.word())
}

/// A trigger in words.
pub fn trigger_words(g: &Setup, trigger: Trigger) -> String {
    trigger_view(g, trigger).text
}

const PLAIN: [&str; 7] = ["move", "dash", "dodge", "swim", "step", "brace", "stand"];

fn act_verbs(g: &Setup, who: Id) -> impl Iterator<Item = &str> {
    g.sheet(who).attacks.iter().map(|a| g.ability(a.ability).name.as_str()).chain(PLAIN)
}

/// An ability that exists, and that this combatant has not.
fn not_known(g: &Setup, who: Id, word: &str) -> Option<Refusal> {
    let ability = g.abilities.iter().find(|a| a.name.eq_ignore_ascii_case(word))?;
    Some(Refusal::because(format!("{} has no {}", g.sheet(who).name, ability.name)))
}

/// Reads an action: what, cost, Swift, target.
fn act(g: &Setup, who: Id, words: &[&str]) -> Result<Act, Refusal> {
    let Some((first, mut rest)) = words.split_first() else {
        return Err(Refusal::because("which action?"));
    };
    let known: Vec<&str> = act_verbs(g, who).collect();
    let name = verb(first, &known).map_err(|refusal| not_known(g, who, first).unwrap_or(refusal))?;
    let gait = Gait::ALL.into_iter().find(|gait| gait.word() == name);
    let what = match (gait, name) {
        (Some(gait), _) => What::Go(gait),
        (None, "brace") => What::Brace,
        (None, "stand") => What::Stand,
        _ => {
            let index = g.sheet(who).attacks.iter().find(|a| g.ability(a.ability).name == name).map(|a| a.ability);
            What::Ability(index.unwrap_or(0))
        }
    };
    let mut cost = match what {
        What::Ability(index) => g.ability(index).costs.first().copied().unwrap_or(Cost::Standard),
        What::Go(Gait::Step) => Cost::Swift,
        What::Go(_) | What::Stand => Cost::Move,
        What::Brace => Cost::Standard,
    };
    let mut swifts = 0;
    while let Some((word, more)) = rest.split_first() {
        if let Some(found) = Cost::ALL.into_iter().find(|c| c.word().eq_ignore_ascii_case(word)) {
            cost = found;
        } else if word.eq_ignore_ascii_case("+swift") {
            swifts += 1;
        } else {
            break;
        }
        rest = more;
    }
    Ok(Act { what, cost, swifts, target: target(g, rest)? })
}

fn target(g: &Setup, words: &[&str]) -> Result<Target, Refusal> {
    match words {
        [] => Ok(Target::Nothing),
        ["to", hex] => Ok(Target::To(parse_hex(g, hex)?)),
        ["at", at] => match skirmish_kernel::combatant::<Elemental>(g, at) {
            Ok(id) => Ok(Target::Creature(id)),
            Err(nobody) => parse_hex(g, at).map(Target::Hex).map_err(|_| nobody),
        },
        ["from", hex, direction] => {
            let from = parse_hex(g, hex)?;
            let found = verb(direction, &DIRECTIONS)?;
            let number = DIRECTIONS.iter().position(|d| *d == found).unwrap_or(0);
            Ok(Target::Row(from, HexDirection::from_index(number).index() as u8))
        }
        other => Err(Refusal::because(format!(
            "`{}` is no target: write `at NAME`, `at D7`, `to D7` or `from D7 east`",
            short(&other.join(" "))
        ))),
    }
}

fn ready(g: &Setup, who: Id, words: &[&str]) -> Result<Choice, Refusal> {
    let form = || {
        Refusal::by(
            rule::INITIATIVE_READIED,
            "write `ready longbow at Ogre when Ogre attacks` (or moves, adjacent, in-sight; `any` for any foe)",
        )
    };
    let at = words.iter().position(|w| *w == "when").ok_or_else(form)?;
    let act = act(g, who, &words[..at])?;
    let [doer, when] = &words[at + 1..] else { return Err(form()) };
    let doer = if *doer == "any" { None } else { Some(skirmish_kernel::combatant::<Elemental>(g, doer)?) };
    let known: Vec<&str> = When::ALL.iter().map(|w| w.word()).collect();
    let word = verb(when, &known)?;
    let when = When::ALL.into_iter().find(|w| w.word() == word).ok_or_else(form)?;
    Ok(Choice::Ready(act, Trigger { who: doer, when }))
}

fn one_hex(g: &Setup, words: &[&str]) -> Result<Hex, Refusal> {
    match words {
        [hex] => parse_hex(g, hex),
        _ => Err(Refusal::because("to which hex? For example `to D7`")),
    }
}

/// Reads a hex: `D7`, or axial `(3,-1)`.
///
/// # Errors
/// What a hex looks like.
pub fn parse_hex(g: &Setup, word: &str) -> Result<Hex, Refusal> {
    g.ground.board.parse_label(word).map_err(|e| Refusal::because(e.to_string()))
}

fn walk_to(g: &Setup, s: &State, who: Id, ask: &Ask, goal: Hex) -> Result<Choice, Refusal> {
    let Ask::Path { gait, hexes, bonus, .. } = *ask else {
        return Err(Refusal::because("nobody asked for a way"));
    };
    let most = u32::from(hexes) + u32::from(bonus);
    if goal == s.creature(who).at {
        return Ok(Choice::Walk(Path::new()));
    }
    let path = paths::way(g, s, who, gait, goal, most);
    if path.is_empty() {
        let rule = gait.rule();
        return Err(Refusal::by(rule, format!("no way to {} within {most} hexes", g.label(goal))));
    }
    Ok(Choice::Walk(path))
}

fn path(g: &Setup, words: &[&str]) -> Result<Choice, Refusal> {
    let mut path = Path::new();
    for word in words {
        let hex = parse_hex(g, word)?;
        path.try_push(hex).map_err(|_| Refusal::because("that is longer than any segment's movement"))?;
    }
    if path.is_empty() { Err(Refusal::because("along which hexes? `path D5 D6 D7`")) } else { Ok(Choice::Walk(path)) }
}

/// With a capital first letter.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
