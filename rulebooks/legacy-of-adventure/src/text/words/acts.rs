//! What somebody does in its turn, as people write it.

use skirmish_kernel::{ChoiceView, Id, Piece};

use super::attacks::{THROW, attack_view, last_way_view, target_view};
use super::label;
use crate::model::{Act, Gait, Row, Setup, Sought, State};
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

/// What somebody does, piece by piece, as it is written while the battle stands like this.
#[must_use]
pub fn act_view(g: &Setup, s: &State, who: Id, act: &Act) -> ChoiceView {
    let skill = |ability: &u8| ChoiceView::new(Piece::Ability, ability_word(g, *ability));
    let on = |view: ChoiceView, word: &str, id: &Id| view.word(word).put(Piece::Creature, &g.sheet(*id).name);
    let thing = |verb: &str, arm: &u8| ChoiceView::doing(verb).put(Piece::Item, super::arm_name(g, who, *arm));
    match act {
        Act::Attack(attack) | Act::Move(Gait::Pounce { attack }) => attack_view(g, s, who, *attack, any),
        Act::Use { ability, on } if *on == who => skill(ability),
        Act::Use { ability, on: other } => on(skill(ability), "on", other),
        Act::Move(Gait::Walk) => ChoiceView::doing("move"),
        Act::Move(Gait::Charge { ability, attack }) => {
            let charge = skill(ability).word("at").then(target_view(g, s, who, *attack)).word("with");
            charge.then(last_way_view(g, s, who, *attack, quick))
        }
        Act::Step(to) => ChoiceView::doing("step").put(Piece::Cell, label(g, *to)),
        Act::Draw(which) => thing("draw", which),
        Act::Drop(which) => thing("drop", which),
        Act::Pick(which) => thing("pick", which),
        Act::Stand => ChoiceView::doing("stand"),
        Act::KickUp(ability)
        | Act::Hide(ability)
        | Act::Move(Gait::Disengage { ability })
        | Act::Search { ability, what: Sought::Hidden } => skill(ability),
        Act::Search { ability, what: Sought::Vitals(whose) } => {
            on(skill(ability).put(Piece::Option, "vitals"), "of", whose)
        }
        Act::Search { ability, what: Sought::Vulnerability(whose) } => {
            on(skill(ability).put(Piece::Option, "vulnerability"), "of", whose)
        }
        Act::Stop => ChoiceView::doing("stop"),
        Act::Surrender => ChoiceView::doing("surrender"),
    }
}
