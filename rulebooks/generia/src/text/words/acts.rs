//! What somebody does in its turn, as people write it.

use skirmish_grid::Square;
use skirmish_kernel::{ChoiceView, Id, Piece};

use super::{facing, label};
use crate::model::{Act, Gait, Kind, Setup, Sheet, Slot, Slots, State, Target, or_last};
use crate::rules::magic::concentration::lasting;

/// Words with which an act may begin; what somebody carries or knows is named differently where it clashes.
pub const VERBS: [&str; 31] = [
    "end",
    "grapple",
    "walk",
    "sprint",
    "jump",
    "swap",
    "item",
    "get-up",
    "steady",
    "break-free",
    "help",
    "reload",
    "hold",
    "let-go",
    "mount-walk",
    "mount-sprint",
    "mount-strike",
    "mount-grapple",
    "mount-use",
    "mount-get-up",
    "mount-steady",
    "mount-break-free",
    "mount-hold",
    "mount",
    "dismount",
    "end-spell",
    "dissolve",
    "face",
    "delay",
    "secret",
    "strike",
];

/// The word before an ability that is called like a verb.
pub const USE: &str = "use";

/// Words of other questions; an ability called so is written with [`USE`] as well.
const OTHERS: [&str; 7] = ["use", "dodge", "parry", "block", "no-defence", "pass", "with"];

fn is_taken(name: &str) -> bool {
    VERBS.iter().chain(&OTHERS).any(|verb| verb.eq_ignore_ascii_case(name))
}

/// What people call one of somebody's arms: the weapon, numbered when there are several alike.
#[must_use]
pub fn arm_name(g: &Setup, who: Id, arm: u8) -> String {
    arm_called(g, g.sheet(who), arm)
}

/// The same of a sheet.
#[must_use]
pub fn arm_called(g: &Setup, sheet: &Sheet, arm: u8) -> String {
    let name = &g.weapon(or_last(&sheet.arms, usize::from(arm)).weapon).name;
    let arms = sheet.arms.iter().take(usize::from(arm));
    let before = arms.filter(|other| g.weapon(other.weapon).name == *name).count();
    if before == 0 { name.clone() } else { format!("{name}-{}", before + 1) }
}

/// Everything that somebody can fight with, by name.
pub fn arm_names(g: &Setup, who: Id) -> Vec<String> {
    g.arms(who).map(|arm| arm_name(g, who, arm)).collect()
}

/// What it knows, and the skills that its weapons bring along, by name.
pub fn own(g: &Setup, who: Id) -> Vec<(&str, u8)> {
    let sheet = g.sheet(who);
    let brought = sheet.arms.iter().filter_map(|arm| g.weapon(arm.weapon).skill);
    let mut all: Vec<(&str, u8)> = Vec::new();
    for at in sheet.abilities.iter().copied().chain(brought) {
        if !all.iter().any(|(_, known)| *known == at) {
            all.push((g.ability(at).name.as_str(), at));
        }
    }
    all
}

/// One of somebody's abilities: `use hold` where `hold` means something else.
#[must_use]
pub fn ability_view(g: &Setup, who: Id, ability: u8) -> ChoiceView {
    let name = &g.ability(ability).name;
    let clashes = is_taken(name) || arm_names(g, who).iter().any(|arm| arm.eq_ignore_ascii_case(name));
    let begun = if clashes { ChoiceView::doing(USE) } else { ChoiceView::default() };
    begun.put(Piece::Ability, name)
}

/// A blow with one of somebody's arms: `strike hold` where `hold` means something else.
fn arm_view(g: &Setup, who: Id, arm: u8) -> ChoiceView {
    let name = arm_name(g, who, arm);
    let known = |name: &str| own(g, who).iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    let begun = if is_taken(&name) || known(&name) { ChoiceView::doing("strike") } else { ChoiceView::default() };
    begun.put(Piece::Ability, name)
}

/// Actions that an ability may be used with in one's own turn.
pub fn slots_of(slots: Slots) -> impl Iterator<Item = Slot> {
    [Slot::Free].into_iter().chain(Slot::ALL).filter(move |slot| slots.has(*slot))
}

/// With the cast level, where it has to be said.
pub fn levelled(g: &Setup, view: ChoiceView, ability: u8, level: u8) -> ChoiceView {
    // With ten levels and more, `1` begins `10`: there the first one is written, too.
    let is_said = level > 1 || g.ability(ability).levels() >= 10;
    if is_said { view.put(Piece::Number, level.to_string()) } else { view }
}

/// Does it carry a basic attack?
pub fn strikes(g: &Setup, ability: u8) -> bool {
    let ability = g.ability(ability);
    ability.slots.attack && ability.strikes()
}

/// `get-up`
#[must_use]
pub fn recovery_word(from: Kind) -> &'static str {
    match from {
        Kind::Prone => "get-up",
        Kind::Grappled => "break-free",
        _ => "steady",
    }
}

/// What somebody does, piece by piece, as it is written while the battle stands like this.
#[must_use]
pub fn act_view(g: &Setup, s: &State, who: Id, act: &Act) -> ChoiceView {
    let ridden = s.creature(who).mount.unwrap_or(who);
    let doing = |verb: &str| ChoiceView::doing(verb);
    let someone = |view: ChoiceView, id: Id| view.put(Piece::Creature, &g.sheet(id).name);
    let at = |view: ChoiceView, id: Id| someone(view.word("at"), id);
    let with = |view: ChoiceView, who: Id, arm: u8| view.word("with").put(Piece::Item, arm_name(g, who, arm));
    let cell = |verb: &str, to: Square| doing(verb).word("to").put(Piece::Cell, label(g, to));
    match *act {
        Act::Strike { arm, target, skill: None } => at(arm_view(g, who, arm), target),
        Act::Strike { arm, target, skill: Some(skill) } => at(with(ability_view(g, who, skill), who, arm), target),
        Act::Grapple { target, skill: None } => someone(doing("grapple"), target),
        Act::Grapple { target, skill: Some(skill) } => {
            at(ability_view(g, who, skill).put(Piece::Option, "grapple"), target)
        }
        Act::Use { ability, level, target, slot } => used(g, s, who, ability, level, target, slot),
        Act::Hide { ability, level, target, slot } => {
            doing("secret").then(used(g, s, who, ability, level, target, slot))
        }
        Act::Go(Gait::Walk) => doing("walk"),
        Act::Go(Gait::Sprint) => doing("sprint"),
        Act::Jump { to, slot } => slotted(cell("jump", to), slot),
        Act::Swap { arm } => doing("swap").put(Piece::Item, arm_name(g, who, arm)),
        Act::Item { slot } => slotted(doing("item"), slot),
        Act::Recover { from, slot } => slotted(doing(recovery_word(from)), slot),
        Act::Help { whom, from: Kind::Prone } => someone(doing("help"), whom).put(Piece::Option, "up"),
        Act::Help { whom, .. } => someone(doing("help"), whom).put(Piece::Option, "steady"),
        Act::Secret { slot, with } => slotted(doing("secret").put(Piece::Option, with.word().to_lowercase()), slot),
        Act::Reload { slot } => slotted(doing("reload"), slot),
        Act::Hold { slot } => slotted(doing("hold"), slot),
        Act::LetGo => doing("let-go"),
        Act::MountGo(Gait::Walk) => doing("mount-walk"),
        Act::MountGo(Gait::Sprint) => doing("mount-sprint"),
        Act::MountStrike { arm, target, skill, slot } => {
            let strike = doing("mount-strike");
            let how = match skill {
                Some(skill) => with(strike.put(Piece::Ability, &g.ability(skill).name), ridden, arm),
                None => strike.put(Piece::Ability, arm_name(g, ridden, arm)),
            };
            slotted(at(how, target), slot)
        }
        Act::MountGrapple { target, slot } => slotted(someone(doing("mount-grapple"), target), slot),
        Act::MountUse { ability, level, target, slot } => {
            let begun = doing("mount-use").put(Piece::Ability, &g.ability(ability).name);
            slotted(aimed(g, s, begun, ability, level, target), slot)
        }
        Act::MountRecover { from, slot } => slotted(doing(&format!("mount-{}", recovery_word(from))), slot),
        Act::MountHold { slot } => slotted(doing("mount-hold"), slot),
        Act::Mount(mount) => someone(doing("mount"), mount),
        Act::Dismount(to) => cell("dismount", to),
        Act::EndSpell { serial } => end_spell(g, s, who, serial),
        Act::Face(way) => doing("face").put(Piece::Option, facing(way)),
        Act::Delay(behind) => someone(doing("delay").word("behind"), behind),
    }
}

/// `as utility`
fn slotted(view: ChoiceView, slot: Slot) -> ChoiceView {
    view.word("as").put(Piece::Option, slot.word())
}

/// `end-spell`, and which where there are several: `end-spell root-grip`, `end-spell root-grip-2`; `dissolve pond` for
/// what lasts without being kept up.
fn end_spell(g: &Setup, s: &State, who: Id, serial: u16) -> ChoiceView {
    let named = |kept: bool| {
        let names = lasting_names(g, s, who, kept);
        let several = names.len() > 1;
        names.into_iter().find(|(_, known)| *known == serial).map(|(name, _)| (name, several))
    };
    match (named(true), named(false)) {
        (Some((name, true)), _) => ChoiceView::doing("end-spell").put(Piece::Ability, name),
        (_, Some((name, _))) => ChoiceView::doing("dissolve").put(Piece::Ability, name),
        _ => ChoiceView::doing("end-spell"),
    }
}

/// What somebody keeps up, or has conjured besides, by name and number; of several alike the later ones are counted.
pub fn lasting_names(g: &Setup, s: &State, who: Id, kept: bool) -> Vec<(String, u16)> {
    let all: Vec<_> = lasting(s, who).filter(|lasting| lasting.kept == kept).collect();
    let named = |(at, one): (usize, &crate::rules::magic::concentration::Lasting)| {
        let before = all[..at].iter().filter(|other| other.ability == one.ability).count();
        let name = &g.ability(one.ability).name;
        (if before == 0 { name.clone() } else { format!("{name}-{}", before + 1) }, one.serial)
    };
    all.iter().enumerate().map(named).collect()
}

fn used(g: &Setup, s: &State, who: Id, ability: u8, level: u8, target: Target, slot: Slot) -> ChoiceView {
    let view = aimed(g, s, ability_view(g, who, ability), ability, level, target);
    if slots_of(g.ability(ability).slots).count() > 1 { slotted(view, slot) } else { view }
}

/// Level and target after an ability. Whoever stands in a cell names it: one writes names more easily than cells.
fn aimed(g: &Setup, s: &State, view: ChoiceView, ability: u8, level: u8, target: Target) -> ChoiceView {
    let view = levelled(g, view, ability, level);
    let at_name = |view: ChoiceView, on: Id| view.word("at").put(Piece::Creature, &g.sheet(on).name);
    match target {
        Target::Nothing => view,
        Target::Creature(on) => at_name(view, on),
        Target::Cell(cell) if g.ability(ability).teleports() => view.word("to").put(Piece::Cell, label(g, cell)),
        Target::Cell(cell) => match g.ids().find(|id| s.creature(*id).at == cell && s.is_here(*id)) {
            Some(standing) => at_name(view, standing),
            None => view.word("at").put(Piece::Cell, label(g, cell)),
        },
    }
}
