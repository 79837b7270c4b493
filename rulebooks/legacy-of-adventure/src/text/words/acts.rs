//! What somebody does in its turn, as people write it.

use skirmish_kernel::Id;

use super::attacks::{THROW, attack_notation, last_way_notation, target_notation};
use super::label;
use crate::model::{Act, Attack, Gait, Row, Setup, Sought, State};
use crate::rules::zones;

/// Words with which an act may begin, abilities and weapons apart.
pub const VERBS: [&str; 9] = ["move", "step", "draw", "drop", "pick", "stand", "stop", "surrender", THROW];

/// The word before an ability that is called like a verb.
pub const USE: &str = "use";

/// Words of other questions; an ability called so is written with [`USE`] as well.
const OTHERS: [&str; 9] = [USE, "no-defence", "on-guard", "not-now", "let-it-be", "pass", "melee", "ranged", "at"];

/// Does an ability, or a weapon, have to make way for a word of the notation?
#[must_use]
pub fn is_taken(name: &str) -> bool {
    VERBS.iter().chain(&OTHERS).any(|verb| verb.eq_ignore_ascii_case(name))
}

/// What people call an ability: `use step` where `step` means something else.
#[must_use]
pub fn ability_word(g: &Setup, ability: u8) -> String {
    let name = &g.ability(ability).name;
    if is_taken(name) { format!("{USE} {name}") } else { name.clone() }
}

/// Any way of attacking will do.
pub fn any(_: &Row) -> bool {
    true
}

/// Leaps are moves, and only that.
pub fn stands(row: &Row) -> bool {
    !row.leaps
}

/// What a charge may end with. (`initiative-skills.kind`)
pub fn quick(row: &Row) -> bool {
    zones::is_quick(row) && !row.nature.is_magic()
}

/// What somebody does, as it is written while the battle stands like this.
#[must_use]
pub fn act_notation(g: &Setup, s: &State, who: Id, act: &Act) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let word = |ability: &u8| ability_word(g, *ability);
    let arm = |arm: &u8| super::arm_name(g, who, *arm);
    match act {
        Act::Attack(attack) => attack_notation(g, s, who, *attack, any),
        Act::Use { ability, on } if *on == who => word(ability),
        Act::Use { ability, on } => format!("{} on {}", word(ability), name(on)),
        Act::Move(Gait::Walk) => "move".into(),
        Act::Move(Gait::Disengage { ability }) => word(ability),
        Act::Move(Gait::Charge { ability, attack }) => charge(g, s, who, *ability, *attack),
        Act::Move(Gait::Pounce { attack }) => attack_notation(g, s, who, *attack, any),
        Act::Step(to) => format!("step {}", label(g, *to)),
        Act::Draw(which) => format!("draw {}", arm(which)),
        Act::Drop(which) => format!("drop {}", arm(which)),
        Act::Pick(which) => format!("pick {}", arm(which)),
        Act::Stand => "stand".into(),
        Act::KickUp(ability) | Act::Hide(ability) => word(ability),
        Act::Search { ability, what: Sought::Hidden } => word(ability),
        Act::Search { ability, what: Sought::Vitals(on) } => format!("{} vitals of {}", word(ability), name(on)),
        Act::Search { ability, what: Sought::Vulnerability(on) } => {
            format!("{} vulnerability of {}", word(ability), name(on))
        }
        Act::Stop => "stop".into(),
        Act::Surrender => "surrender".into(),
    }
}

/// `charge at Goblin head with swing`
fn charge(g: &Setup, s: &State, who: Id, ability: u8, attack: Attack) -> String {
    let (word, target) = (ability_word(g, ability), target_notation(g, s, who, attack));
    format!("{word} at {target} with {}", last_way_notation(g, s, who, attack, quick))
}
