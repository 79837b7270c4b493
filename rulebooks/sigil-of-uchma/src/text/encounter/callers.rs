//! Those whom somebody may call: they are set up beforehand, as many as may be there at once. (`summon.control`)

use skirmish_bookkit::setup::Stock;
use skirmish_kernel::Id;

use super::NAMES;
use crate::model::{Ability, Effect, Form, Hands, Kind, Sheet, Targets, Weapon};

/// So many are set up of what is called for nothing.
const FREE: i16 = 8;

/// What calls are made from.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Every weapon.
    pub weapons: &'a [Weapon],
    /// Every ability.
    pub abilities: &'a [Ability],
    /// Every form.
    pub forms: &'a [Form],
    /// Every creature.
    pub creatures: &'a [Stock<Sheet>],
}

/// Sets them up for everybody from that one on, and for those who are set up themselves, while there are places.
pub fn set_up(sheets: &mut Vec<Sheet>, from: usize, means: Means<'_>) {
    let mut at = from;
    while at < sheets.len().min(Id::MOST) {
        let more = reserves_of(sheets, Id::new(at), means);
        sheets.extend(more);
        sheets.truncate(Id::MOST);
        at += 1;
    }
}

/// Those whom somebody may call, as often as its energy lets it.
fn reserves_of(sheets: &[Sheet], who: Id, means: Means<'_>) -> Vec<Sheet> {
    let caller = &sheets[who.index()];
    let mut calls: Vec<(u8, i16)> = Vec::new();
    for ability in within_reach(sheets, who, means).iter().filter_map(|at| means.abilities.get(usize::from(*at))) {
        let Some(creature) = ability.summons() else { continue };
        let pays = ability.energy > 0 && (caller.kind != Kind::Minion || ability.minions_pay);
        let most = if pays { (caller.max_energy / ability.energy).max(1) } else { FREE };
        match calls.iter_mut().find(|call| call.0 == creature) {
            Some(call) => call.1 = call.1.max(most),
            None => calls.push((creature, most)),
        }
    }
    let mut all: Vec<Sheet> = Vec::new();
    for (creature, most) in calls {
        let Some(stock) = means.creatures.get(usize::from(creature)) else { continue };
        for nth in 1..=most {
            if sheets.len() + all.len() >= Id::MOST {
                return all;
            }
            let new = reserve(caller, who, creature, nth, stock);
            let taken = |letter| sheets.iter().chain(&all).any(|sheet| sheet.letter == letter);
            all.push(Sheet { letter: NAMES.letter(&new.name, taken), ..new });
        }
    }
    all
}

/// The so manieth of them: `Aru-hawk`, `Aru-hawk-2`.
fn reserve(caller: &Sheet, who: Id, creature: u8, nth: i16, stock: &Stock<Sheet>) -> Sheet {
    let word = stock.name.rsplit('-').next().unwrap_or(&stock.name);
    let name = if nth == 1 { format!("{}-{word}", caller.name) } else { format!("{}-{word}-{nth}", caller.name) };
    let name: String = name.chars().rev().take(32).collect::<Vec<_>>().into_iter().rev().collect();
    let (side, at, summoner, reserve) = (caller.side, caller.at, Some(who), Some(creature));
    // Whatever its table says of it, what is called is a minion. (`summon.control`, `summon.no-energy`)
    Sheet { name, side, at, kind: Kind::Minion, summoner, reserve, ..stock.sheet.clone() }
}

/// What somebody can do with its weapons, of its own, and in the forms that it may take or be given. (`transform.abilities`)
fn within_reach(sheets: &[Sheet], who: Id, means: Means<'_>) -> Vec<u8> {
    let mut all = of(&sheets[who.index()].own.sets, &sheets[who.index()].own.abilities, means);
    if sheets[who.index()].kind == Kind::Pc {
        all.extend((0u8..).zip(means.abilities).filter(|(_, ability)| ability.special).map(|(at, _)| at));
    }
    let others = || sheets.iter().flat_map(|sheet| of(&sheet.own.sets, &sheet.own.abilities, means));
    let given =
        others().filter(|at| means.abilities.get(usize::from(*at)).is_some_and(|one| one.targets != Targets::Own));
    let mut forms: Vec<u8> = given.flat_map(|at| forms_of(at, means)).collect();
    let mut seen: Vec<u8> = Vec::new();
    loop {
        forms.extend(all.iter().flat_map(|at| forms_of(*at, means)));
        forms.retain(|form| !seen.contains(form));
        let Some(form) = forms.pop() else { return all };
        seen.push(form);
        if let Some(form) = means.forms.get(usize::from(form)) {
            all.extend(of(form.sets.as_deref().unwrap_or_default(), &form.abilities, means));
        }
    }
}

/// What weapons can do, and what is listed besides.
fn of(sets: &[Hands], own: &[u8], means: Means<'_>) -> Vec<u8> {
    let held = sets.iter().flat_map(|set| set.main.into_iter().chain(set.off));
    let armed = held.filter_map(|at| means.weapons.get(usize::from(at))).flat_map(|weapon| &weapon.abilities);
    armed.chain(own).copied().collect()
}

/// The forms that an ability gives.
fn forms_of(ability: u8, means: Means<'_>) -> impl Iterator<Item = u8> {
    let effects = means.abilities.get(usize::from(ability)).map_or(&[][..], |ability| &ability.effects);
    effects.iter().filter_map(|effect| if let Effect::Form { form, .. } = effect { Some(*form) } else { None })
}
