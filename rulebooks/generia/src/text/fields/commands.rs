//! The game master's commands: bring somebody in, take somebody out, call for checks and falls, end the fight.

use skirmish_bookkit::fields::{Command, ended_by, other};
use skirmish_bookkit::newcomer;
use skirmish_grid::{Body, Facing};
use skirmish_kernel::words::{complete, list, short};
use skirmish_kernel::{Id, Outcome, Refusal};

use crate::catalogue::rule;
use crate::model::{Absorbed, Attribute, Creature, Generia, Phase, Request, Requested, Setup, State, Target, Timing};
use crate::rules::magic::cast;
use crate::rules::{bodies, judge, lines};
use crate::text::encounter::NAMES;
use crate::text::words::label;

type Row = Command<Generia>;

const CHECK: &str = "check NAME con|str|dex|int|wil|per DC";
const FALL: &str = "fall NAME METRES";
const BACKLASH: &str = "backlash NAME TIER";
const ABSORB: &str = "absorb NAME TIER";
const RITUAL: &str = "ritual NAME RITUAL [at TARGET]";
const SNEAK: &str = "sneak NAME past OTHER [SCORE]";

/// The book's own edicts.
pub(super) const ALL: &[Row] = &[
    Row::new("add CREATURE as NAME at CELL for SIDE", "brings somebody in; it acts from the next round on", join)
        .setup(add),
    Row::new("remove NAME", "takes somebody out", |g, s, who| {
        s.creature_mut(other::<Generia>(g, who)?).gone = true;
        Ok(())
    }),
    Row::new(CHECK, "calls for a check before the next act", check),
    Row::new(FALL, "somebody falls before the next act; a cause's DC and its damage may follow", fall),
    Row::new(BACKLASH, "conjured matter that it has swallowed dissolves", |g, s, words| {
        let (who, tier) = swallowed(g, s, BACKLASH, words)?;
        call(s, who, Requested::Backlash(tier))
    }),
    Row::new(ABSORB, "somebody has swallowed conjured matter: it harms when the Phase is over", |g, s, words| {
        const MANY: &str =
            "four have swallowed such matter already; `gm: backlash NAME TIER` lets one of them dissolve now";
        let (who, tier) = swallowed(g, s, ABSORB, words)?;
        let absorbed = Absorbed { who, tier, rounds: cast::phase_rounds(g) };
        s.absorbed.try_push(absorbed).map_err(|_| Refusal::because(MANY))
    }),
    Row::new(RITUAL, "somebody holds a ritual before combat", ritual),
    Row::new(
        SNEAK,
        "a check to go unseen; the score of the least covered cell, from -2 to 4, or that of its own",
        sneak,
    ),
    Row::new("phase", "a quarter of an hour passes: what was conjured is gone", |_, s, words| {
        refuse_if!(!words.is_empty(), "`phase` takes nothing more: it passes for everybody");
        call(s, Id::new(0), Requested::Phase)
    }),
    Row::new(
        "rest NAME PHASES",
        "a rest: their energy is back, and the mana of so many Phases, if any are named",
        rest,
    ),
    Row::new("end SIDE", "ends the battle; without a side nobody wins", |g, s, words| {
        s.ended = Some(Outcome { winner: ended_by(&g.sides, words)?, rule: rule::DP_GM });
        Ok(())
    }),
];

/// A sheet for the newcomer, who looks towards the nearest foe.
fn add(g: &mut Setup, s: &State, words: &str) -> Result<(), Refusal> {
    let mut sheet = newcomer!(g, NAMES, words, "add wolf as Fang at D7 for wolves")?;
    let body = Body::new(bodies::of_size(&g.rules, sheet.size), sheet.at);
    let open = |cell| !g.ground.terrain(cell).wall && bodies::standing_in(g, s, cell).is_none();
    refuse_if!(!body.fits(&g.ground.board, open), "{} is not free", label(g, sheet.at));
    let foes = g.ids().filter(|id| g.side(*id) != sheet.side && s.is_able(*id)).map(|id| s.creature(id).at);
    let nearest = foes.min_by_key(|at| lines::metres(g, sheet.at, *at));
    sheet.facing = nearest.and_then(|at| Facing::toward(sheet.at, at)).unwrap_or(Facing::East);
    g.sheets.push(sheet);
    Ok(())
}

/// A creature for each new sheet.
fn join(g: &Setup, s: &mut State, _: &str) -> Result<(), Refusal> {
    for id in g.ids().skip(s.creatures.len()) {
        let joined = s.phase == Phase::Combat;
        s.creatures.push(Creature { joined, ..Creature::new(g, g.sheet(id)) });
        s.touched.touch(id);
    }
    Ok(())
}

fn form(form: &str) -> Refusal {
    Refusal::because(format!("write `{form}`"))
}

fn number(word: &str, low: i32, high: i32) -> Result<i32, Refusal> {
    let number: Option<i32> = word.parse().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| Refusal::because(format!("`{}`: a number from {low} to {high}", short(word))))
}

/// For whom something is called, which is thrown when the next step begins; and what else is said of it.
fn called<'w>(g: &Setup, s: &State, of: &str, words: &'w str) -> Result<(Id, Vec<&'w str>), Refusal> {
    let mut words = words.split_whitespace();
    let who = other::<Generia>(g, words.next().ok_or_else(|| form(of))?)?;
    refuse_if!(!s.is_here(who), "{} is not here", g.sheet(who).name);
    Ok((who, words.collect()))
}

/// Who has swallowed matter of which tier.
fn swallowed(g: &Setup, s: &State, of: &str, words: &str) -> Result<(Id, u8), Refusal> {
    match called(g, s, of, words)? {
        (who, rest) if rest.len() == 1 => Ok((who, number(rest[0], 1, 40)? as u8)),
        _ => Err(form(of)),
    }
}

fn check(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let (who, rest) = called(g, s, CHECK, words)?;
    let [attribute, dc] = rest.as_slice() else { return Err(form(CHECK)) };
    let known = Attribute::ALL.into_iter().find(|known| known.word().eq_ignore_ascii_case(attribute));
    call(s, who, Requested::Check(known.ok_or_else(|| form(CHECK))?, number(dc, -999, 999)?))
}

fn fall(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let (who, rest) = called(g, s, FALL, words)?;
    let [metres, causes @ ..] = rest.as_slice() else { return Err(form(FALL)) };
    refuse_if!(causes.len() > 2; form(FALL));
    let cause = |at: usize| causes.get(at).map_or(Ok(0), |word| number(word, 0, 999));
    call(s, who, Requested::Fall(number(metres, 1, 40)? as u16, cause(0)?, cause(1)?))
}

fn sneak(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let (who, rest) = called(g, s, SNEAK, words)?;
    let (past, score) = match rest.as_slice() {
        ["past", past] => (past, None),
        ["past", past, score] => (past, Some(number(score, -9, 9)? as i8)),
        _ => return Err(form(SNEAK)),
    };
    call(s, who, Requested::Sneak(other::<Generia>(g, past)?, score))
}

/// A ritual that is known and can be paid for, while nobody fights yet. (`keyword.ritual`)
fn ritual(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let (who, rest) = called(g, s, RITUAL, words)?;
    let (name, target) = match rest.as_slice() {
        [name] => (name, Target::Nothing),
        [name, "at", target] => (name, aim(g, target)?),
        _ => return Err(form(RITUAL)),
    };
    let rituals = g.sheet(who).abilities.iter().copied().filter(|index| g.ability(*index).is(Timing::OutOfCombat));
    let known: Vec<u8> = rituals.collect();
    let names: Vec<&str> = known.iter().map(|index| g.ability(*index).name.as_str()).collect();
    let meant = complete(name, names.iter().copied()).ok();
    let found = known.iter().copied().find(|index| meant == Some(g.ability(*index).name.as_str()));
    let index = found.ok_or_else(|| {
        let all = if names.is_empty() { "none".to_owned() } else { list(&names) };
        let why = format!("{} knows no ritual called `{}`; it knows {all}", g.sheet(who).name, short(name));
        Refusal::by(rule::KEYWORD_RITUAL, why)
    })?;
    judge::judge_ritual(g, s, who, index, target)?;
    call(s, who, Requested::Ritual(index, target))
}

/// Somebody, or a cell.
fn aim(g: &Setup, word: &str) -> Result<Target, Refusal> {
    match other::<Generia>(g, word) {
        Ok(who) => Ok(Target::Creature(who)),
        Err(nobody) => skirmish_bookkit::answer::cell(&g.ground.board, word).map(Target::Cell).map_err(|_| nobody),
    }
}

fn call(s: &mut State, who: Id, what: Requested) -> Result<(), Refusal> {
    let over = s.ended.is_some();
    refuse_if!(over, "the battle is over, and nothing more comes of that; `undo` goes back before its end");
    refuse_if!(s.requests.len() >= MOST_REQUESTS, "eight things are called for already");
    s.requests.push(Request { who, what });
    Ok(())
}

/// The most things that are called for at once.
const MOST_REQUESTS: usize = 8;

/// `rest Hollis`, `rest Hollis 4`: the mana of so many quarters of an hour comes back, too.
fn rest(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let (name, phases) = words.split_once(' ').unwrap_or((words, "0"));
    let who = other::<Generia>(g, name)?;
    let wrong = || Refusal::because("for how many quarters of an hour, 1 to 1000? `rest Hollis 4`");
    let phases: i32 = phases.trim().parse().ok().filter(|phases| (0..=1000).contains(phases)).ok_or_else(wrong)?;
    let (sheet, creature) = (g.sheet(who), s.creature_mut(who));
    creature.energy = creature.energy.max(sheet.energy);
    let more = phases.saturating_mul(sheet.mana_regen);
    creature.mana = creature.mana.max(creature.mana.saturating_add(more).min(sheet.mana));
    Ok(())
}
