//! What somebody does in its turn, as people write it.

use skirmish_kernel::Id;

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

/// What people call one of somebody's abilities: `use hold` where `hold` means something else.
#[must_use]
pub fn ability_word(g: &Setup, who: Id, ability: u8) -> String {
    let name = &g.ability(ability).name;
    let clashes = is_taken(name) || arm_names(g, who).iter().any(|arm| arm.eq_ignore_ascii_case(name));
    if clashes { format!("{USE} {name}") } else { name.clone() }
}

fn arm_word(g: &Setup, who: Id, arm: u8) -> String {
    let name = arm_name(g, who, arm);
    let known = |name: &str| own(g, who).iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    if is_taken(&name) || known(&name) { format!("strike {name}") } else { name }
}

/// Actions that an ability may be used with in one's own turn.
pub fn slots_of(slots: Slots) -> impl Iterator<Item = Slot> {
    [Slot::Free].into_iter().chain(Slot::ALL).filter(move |slot| slots.has(*slot))
}

/// The cast level, where it has to be said.
pub fn level_word(g: &Setup, ability: u8, level: u8) -> Option<String> {
    // With ten levels and more, `1` begins `10`: there the first one is written, too.
    (level > 1 || g.ability(ability).levels() >= 10).then(|| level.to_string())
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

/// What somebody does, as it is written while the battle stands like this.
#[must_use]
pub fn act_notation(g: &Setup, s: &State, who: Id, act: &Act) -> String {
    let mount = s.creature(who).mount;
    let place = |cell| {
        // Whoever stands there names the place: one writes names more easily than cells.
        let standing = g.ids().find(|id| s.creature(*id).at == cell && s.is_here(*id));
        standing.map_or_else(|| label(g, cell), |id| g.sheet(id).name.clone())
    };
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let slotted = |word: &str, slot: &Slot| format!("{word} as {}", slot.word());
    match act {
        Act::Strike { arm, target, skill: None } => format!("{} at {}", arm_word(g, who, *arm), name(target)),
        Act::Strike { arm, target, skill: Some(skill) } => {
            format!("{} with {} at {}", ability_word(g, who, *skill), arm_name(g, who, *arm), name(target))
        }
        Act::Grapple { target, skill: None } => format!("grapple {}", name(target)),
        Act::Grapple { target, skill: Some(skill) } => {
            format!("{} grapple at {}", ability_word(g, who, *skill), name(target))
        }
        Act::Use { ability, level, target, slot } => used(g, who, *ability, *level, *target, *slot, &place),
        Act::Hide { ability, level, target, slot } => {
            format!("secret {}", used(g, who, *ability, *level, *target, *slot, &place))
        }
        Act::Go(Gait::Walk) => "walk".into(),
        Act::Go(Gait::Sprint) => "sprint".into(),
        Act::Jump { to, slot } => slotted(&format!("jump to {}", label(g, *to)), slot),
        Act::Swap { arm } => format!("swap {}", arm_name(g, who, *arm)),
        Act::Item { slot } => slotted("item", slot),
        Act::Recover { from, slot } => slotted(recovery_word(*from), slot),
        Act::Help { whom, from: Kind::Prone } => format!("help {} up", name(whom)),
        Act::Help { whom, .. } => format!("help {} steady", name(whom)),
        Act::Secret { slot, with } => slotted(&format!("secret {}", with.word().to_lowercase()), slot),
        Act::Reload { slot } => slotted("reload", slot),
        Act::Hold { slot } => slotted("hold", slot),
        Act::LetGo => "let-go".into(),
        Act::MountGo(Gait::Walk) => "mount-walk".into(),
        Act::MountGo(Gait::Sprint) => "mount-sprint".into(),
        Act::MountStrike { arm, target, skill, slot } => {
            let mount = mount.unwrap_or(who);
            let arm = arm_name(g, mount, *arm);
            let how = match skill {
                Some(skill) => format!("mount-strike {} with {arm}", g.ability(*skill).name),
                None => format!("mount-strike {arm}"),
            };
            slotted(&format!("{how} at {}", name(target)), slot)
        }
        Act::MountGrapple { target, slot } => slotted(&format!("mount-grapple {}", name(target)), slot),
        Act::MountUse { ability, level, target, slot } => {
            let used = aimed(g, g.ability(*ability).name.clone(), *ability, *level, *target, &place);
            slotted(&format!("mount-use {used}"), slot)
        }
        Act::MountRecover { from, slot } => slotted(&format!("mount-{}", recovery_word(*from)), slot),
        Act::MountHold { slot } => slotted("mount-hold", slot),
        Act::Mount(mount) => format!("mount {}", name(mount)),
        Act::Dismount(to) => format!("dismount to {}", label(g, *to)),
        Act::EndSpell { serial } => end_spell(g, s, who, *serial),
        Act::Face(way) => format!("face {}", facing(*way)),
        Act::Delay(behind) => format!("delay behind {}", name(behind)),
    }
}

/// `end-spell`, and which where there are several: `end-spell root-grip`, `end-spell root-grip-2`; `dissolve pond` for
/// what lasts without being kept up.
fn end_spell(g: &Setup, s: &State, who: Id, serial: u16) -> String {
    let named = |kept: bool| {
        let names = lasting_names(g, s, who, kept);
        let several = names.len() > 1;
        names.into_iter().find(|(_, known)| *known == serial).map(|(name, _)| (name, several))
    };
    match (named(true), named(false)) {
        (Some((name, true)), _) => format!("end-spell {name}"),
        (_, Some((name, _))) => format!("dissolve {name}"),
        _ => "end-spell".into(),
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

fn used(
    g: &Setup,
    who: Id,
    ability: u8,
    level: u8,
    target: Target,
    slot: Slot,
    place: &dyn Fn(skirmish_grid::Square) -> String,
) -> String {
    let mut out = aimed(g, ability_word(g, who, ability), ability, level, target, place);
    if slots_of(g.ability(ability).slots).count() > 1 {
        out.push_str(&format!(" as {}", slot.word()));
    }
    out
}

/// Level and target after an ability's word.
fn aimed(
    g: &Setup,
    mut out: String,
    ability: u8,
    level: u8,
    target: Target,
    place: &dyn Fn(skirmish_grid::Square) -> String,
) -> String {
    if let Some(level) = level_word(g, ability, level) {
        out.push(' ');
        out.push_str(&level);
    }
    match target {
        Target::Nothing => {}
        Target::Creature(on) => out.push_str(&format!(" at {}", g.sheet(on).name)),
        Target::Cell(cell) if g.ability(ability).teleports() => out.push_str(&format!(" to {}", label(g, cell))),
        Target::Cell(cell) => out.push_str(&format!(" at {}", place(cell))),
    }
    out
}
