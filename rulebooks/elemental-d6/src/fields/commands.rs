//! The game master's commands: bring somebody in, take somebody out, call for a check, end the fight.

use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Ids, Outcome, Refusal, Side};

use crate::Elemental;
use crate::encounter::NAMES;
use crate::rules::rule;
use crate::setup::Setup;
use crate::sheet::Stat;
use crate::state::{Called, State};
use crate::words::parse_hex;

const VERBS: [&str; 5] = ["add", "remove", "end", "check", "rest"];
const ADD: &str = "`add brigand as Bandit at D7 for foes`";

/// Does this command change the list of combatants?
pub fn command_on_setup(g: &mut Setup, s: &State, verb: &str, words: &str) -> Result<(), Refusal> {
    if verb != "add" {
        return Ok(());
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let [creature, "as", name, "at", hex, "for", side] = words.as_slice() else {
        return Err(Refusal::because(format!("write {ADD}")));
    };
    if g.sheets.len() >= skirmish_kernel::Id::MOST {
        return Err(Refusal::because("there are as many combatants as a battle can hold"));
    }
    NAMES.check(name).map_err(Refusal::because)?;
    if g.sheets.iter().any(|sheet| sheet.name.eq_ignore_ascii_case(name)) {
        return Err(Refusal::because(format!("somebody is called {name} already")));
    }
    let known = || g.creatures.iter().map(|c| c.name.as_str());
    let creature = complete(creature, known()).map_err(|_| {
        Refusal::because(format!("there is no creature `{}`{}", short(creature), did_you_mean(creature, known())))
    })?;
    let mut sheet = g
        .creatures
        .iter()
        .find(|c| c.name == creature)
        .map(|c| c.sheet.clone())
        .ok_or_else(|| Refusal::because(format!("there is no creature `{creature}`")))?;
    let side = g.sides.iter().position(|s| s == side);
    let side = side.ok_or_else(|| Refusal::because(format!("the sides are {}", g.sides.join(", "))))?;
    let hex = parse_hex(g, hex)?;
    if crate::lines::is_obstacle(g, s, hex) || s.standing_in(hex).is_some() {
        return Err(Refusal::because(format!("{} is not free", crate::movement::paths::label(g, hex))));
    }
    sheet.name = (*name).to_owned();
    sheet.side = Side(side as u8);
    sheet.at = hex;
    sheet.letter = NAMES.letter(name, |letter| g.sheets.iter().any(|sheet| sheet.letter == letter));
    sheet.aware_of = Ids::first(skirmish_kernel::Id::MOST);
    g.sheets.push(sheet);
    g.prepare();
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
                let sheet = &g.sheets[s.creatures.len()];
                s.creatures.push(crate::book::newcomer(sheet));
            }
            Ok(())
        }
        "remove" => {
            let who = skirmish_kernel::combatant::<Elemental>(g, words)?;
            crate::damage::take_out(g, s, who);
            Ok(())
        }
        "end" => {
            let winner = g.sides.iter().position(|side| side == words).map(|at| Side(at as u8));
            s.ended = Some(Outcome { winner, rule: rule::DP_GM });
            Ok(())
        }
        "check" => check(g, s, words),
        "rest" => {
            let who = skirmish_kernel::combatant::<Elemental>(g, words)?;
            let creature = s.creature_mut(who);
            creature.binding = crate::state::Binding::default();
            creature.conditions.retain(|c| c.kind != crate::sheet::Kind::Exhausted);
            Ok(())
        }
        _ => Err(Refusal::because(format!(
            "`{}` is no command{} They are add, remove, end, check, rest; or set a field: `Ogre.hp = 12`",
            short(verb),
            did_you_mean(verb, VERBS)
        ))),
    }
}

/// `check Ogre str 12`, `check Ogre stealth 1`: thrown when the next step begins.
fn check(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let form = || Refusal::because("write `check Ogre str 12` or `check Ogre stealth 1`");
    let words: Vec<&str> = words.split_whitespace().collect();
    let [who, what, dc] = words.as_slice() else { return Err(form()) };
    let who = skirmish_kernel::combatant::<Elemental>(g, who)?;
    let stat = match *what {
        "stealth" => 4,
        word => Stat::ALL.iter().position(|stat| stat.word() == word).ok_or_else(form)? as u8,
    };
    let dc: i32 = dc.parse().ok().filter(|dc| (-1_000..=1_000).contains(dc)).ok_or_else(form)?;
    s.called.try_push(Called { who, stat, dc }).map_err(|_| Refusal::because("eight checks are called for already"))
}
