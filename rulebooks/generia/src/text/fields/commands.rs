//! The game master's commands: bring somebody in, take somebody out, call for checks and falls, end the fight.

use skirmish_grid::{Body, Facing};
use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Outcome, Refusal, Side};

use crate::catalogue::rule;
use crate::model::{Attribute, Creature, Generia, Phase, Request, Requested, Setup, State};
use crate::rules::bodies;
use crate::text::encounter::NAMES;
use crate::text::words::{label, parse_cell};

/// The book's own edicts, as people write them, each with what it does.
pub const EDICTS: &[(&str, &str)] = &[
    ("add CREATURE as NAME at CELL for SIDE", "brings somebody in; it acts from the next round on"),
    ("remove NAME", "takes somebody out"),
    ("check NAME con|str|dex|int|wil|per DC", "calls for a check before the next act"),
    ("fall NAME METRES", "somebody falls before the next act; a cause's DC and its damage may follow"),
    ("backlash NAME TIER", "conjured matter that it has swallowed dissolves"),
    (
        "sneak NAME past OTHER [SCORE]",
        "a check to go unseen; the score of the least covered cell, from -2 to 4, or that of its own",
    ),
    ("phase", "a quarter of an hour passes: what was conjured is gone"),
    ("rest NAME", "a rest: its energy is back"),
    ("end SIDE", "ends the battle; without a side nobody wins"),
];

const VERBS: [&str; 9] = ["add", "remove", "check", "fall", "backlash", "sneak", "phase", "rest", "end"];

/// The part of a command that changes the list of combatants.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn command_on_setup(g: &mut Setup, s: &State, verb: &str, words: &str) -> Result<(), Refusal> {
    if verb != "add" {
        return Ok(());
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let [creature, "as", name, "at", cell, "for", side] = words.as_slice() else {
        return Err(Refusal::because("write `add wolf as Fang at D7 for wolves`"));
    };
    if g.sheets.len() >= Id::MOST {
        return Err(Refusal::because("there are as many combatants as a battle can hold"));
    }
    NAMES.check(name).map_err(Refusal::because)?;
    if g.sheets.iter().any(|sheet| sheet.name.eq_ignore_ascii_case(name)) {
        return Err(Refusal::because(format!("somebody is called {name} already")));
    }
    let known = || g.creatures.iter().map(|known| known.name.as_str());
    let found = complete(creature, known()).ok().and_then(|name| g.creatures.iter().find(|known| known.name == name));
    let found = found.ok_or_else(|| {
        Refusal::because(format!("there is no creature `{}`{}", short(creature), did_you_mean(creature, known())))
    })?;
    let mut sheet = found.sheet.clone();
    let side = g.sides.iter().position(|known| known == side);
    let side = side.ok_or_else(|| Refusal::because(format!("the sides are {}", g.sides.join(", "))))?;
    let cell = parse_cell(g, cell)?;
    let body = Body::new(bodies::of_size(&g.rules, sheet.size), cell);
    let open = |cell| !g.ground.terrain(cell).wall && bodies::standing_in(g, s, cell).is_none();
    if !body.fits(&g.ground.board, open) {
        return Err(Refusal::because(format!("{} is not free", label(g, cell))));
    }
    sheet.name = (*name).to_owned();
    sheet.side = Side(side as u8);
    sheet.at = cell;
    sheet.letter = NAMES.letter(name, |letter| g.sheets.iter().any(|sheet| sheet.letter == letter));
    let foes = g.ids().filter(|id| g.side(*id) != sheet.side && s.is_able(*id)).map(|id| s.creature(id).at);
    let nearest = foes.min_by_key(|at| crate::rules::lines::metres(g, cell, *at));
    sheet.facing = nearest.and_then(|at| Facing::toward(cell, at)).unwrap_or(Facing::East);
    g.sheets.push(sheet);
    Ok(())
}

/// The part of a command that changes the state.
///
/// # Errors
/// Why it cannot be done.
pub fn command(g: &Setup, s: &mut State, verb: &str, words: &str) -> Result<(), Refusal> {
    match verb {
        "add" => {
            while s.creatures.len() < g.sheets.len() {
                let mut newcomer = Creature::new(g, &g.sheets[s.creatures.len()]);
                newcomer.joined = s.phase == Phase::Combat;
                s.creatures.push(newcomer);
            }
            Ok(())
        }
        "remove" => {
            let who = skirmish_kernel::combatant::<Generia>(g, words)?;
            s.creature_mut(who).gone = true;
            Ok(())
        }
        "end" => {
            let winner = g.sides.iter().position(|side| side == words).map(|at| Side(at as u8));
            if winner.is_none() && !words.is_empty() && words != "nobody" && words != "truce" {
                return Err(Refusal::because(format!("the sides are {}", g.sides.join(", "))));
            }
            s.ended = Some(Outcome { winner, rule: rule::DP_GM });
            Ok(())
        }
        "rest" => {
            let who = skirmish_kernel::combatant::<Generia>(g, words)?;
            let energy = g.sheet(who).energy;
            let creature = s.creature_mut(who);
            creature.energy = creature.energy.max(energy);
            Ok(())
        }
        "phase" if words.is_empty() => call(s, Id::new(0), Requested::Phase),
        "phase" => Err(Refusal::because("`phase` takes nothing more: it passes for everybody")),
        "check" | "fall" | "backlash" | "sneak" => request(g, s, verb, words),
        _ => Err(Refusal::because(format!(
            "`{}` is no command{} They are {}; or set a field: `Ogre.energy = 12`",
            short(verb),
            did_you_mean(verb, VERBS),
            VERBS.join(", ")
        ))),
    }
}

/// Something that is thrown when the next step begins.
fn request(g: &Setup, s: &mut State, verb: &str, words: &str) -> Result<(), Refusal> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let form = || {
        let form = EDICTS.iter().map(|(form, _)| *form).find(|form| form.starts_with(verb)).unwrap_or("check");
        Refusal::because(format!("write `{form}`"))
    };
    let number = |word: &str, low: i32, high: i32| {
        let number: Option<i32> = word.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| Refusal::because(format!("`{}`: a number from {low} to {high}", short(word))))
    };
    let [name, rest @ ..] = words.as_slice() else { return Err(form()) };
    let who = skirmish_kernel::combatant::<Generia>(g, name)?;
    if !s.is_here(who) {
        return Err(Refusal::because(format!("{} is not here", g.sheet(who).name)));
    }
    let what = match (verb, rest) {
        ("check", [attribute, dc]) => {
            let known = Attribute::ALL.into_iter().find(|known| known.word().eq_ignore_ascii_case(attribute));
            Requested::Check(known.ok_or_else(form)?, number(dc, -999, 999)?)
        }
        ("fall", [metres, causes @ ..]) if causes.len() <= 2 => {
            let cause = |at: usize| causes.get(at).map_or(Ok(0), |word| number(word, 0, 999));
            Requested::Fall(number(metres, 1, 40)? as u16, cause(0)?, cause(1)?)
        }
        ("backlash", [tier]) => Requested::Backlash(number(tier, 1, 40)? as u8),
        ("sneak", ["past", other, score @ ..]) if score.len() <= 1 => {
            let past = skirmish_kernel::combatant::<Generia>(g, other)?;
            let score = score.first().map(|word| number(word, -9, 9)).transpose()?;
            Requested::Sneak(past, score.map(|score| score as i8))
        }
        _ => return Err(form()),
    };
    call(s, who, what)
}

fn call(s: &mut State, who: Id, what: Requested) -> Result<(), Refusal> {
    s.requests.try_push(Request { who, what }).map_err(|_| Refusal::because("eight things are called for already"))
}
