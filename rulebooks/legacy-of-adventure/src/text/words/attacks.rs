//! Attacks in words, both ways: with what, at whom, where.

use skirmish_bookkit::answer::{somebody, too_much, verb};
use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{ChoiceView, Id, Piece, Refusal};

use super::arm_name;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Attack, Hand, Mode, Row, Setup, Spot, State};
use crate::rules::judge::usual_spot;
use crate::rules::{lines, zones};

/// The word before a weapon that is thrown.
pub const THROW: &str = "throw";

/// In reach, or from afar.
const MODES: [Mode; 2] = [Mode::Melee, Mode::Ranged];

/// As much as people say of what they attack with.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The skill, spell or power.
    pub ability: Option<u8>,
    /// Something that is thrown.
    pub thrown: bool,
    /// A weapon's name.
    pub with: Option<String>,
    /// In reach, or from afar.
    pub mode: Option<Mode>,
}

impl Wanted {
    /// Everything that can be said of a row, the shortest first.
    fn forms(g: &Setup, who: Id, row: &Row) -> [Self; 4] {
        let (ability, with) = (Some(row.ability), row_word(g, who, row));
        let thrown = row.thrown.then(|| Self { thrown: true, with: with.clone(), ..Self::default() });
        let plain = Self { ability, ..Self::default() };
        [
            plain.clone(),
            thrown.unwrap_or(plain),
            Self { ability, with: with.clone(), ..Self::default() },
            Self { ability, with, mode: Some(row.mode), ..Self::default() },
        ]
    }

    fn fits(&self, g: &Setup, who: Id, row: &Row) -> bool {
        self.ability.is_none_or(|ability| row.ability == ability)
            && (row.thrown || !self.thrown)
            && self.mode.is_none_or(|mode| row.mode == mode)
            && self.with.as_ref().is_none_or(|with| row_word(g, who, row).as_ref() == Some(with))
    }

    /// `swing`, `throw dagger`, `swing mace`
    fn view(&self, g: &Setup) -> ChoiceView {
        let ability = self.ability.map(|ability| (Piece::Ability, super::acts::ability_word(g, ability)));
        let throw = self.thrown.then(|| (Piece::Verb, THROW.to_owned()));
        let with = self.with.clone().map(|with| (Piece::Item, with));
        let mode = self.mode.map(|mode| (Piece::Option, mode.word().to_owned()));
        let pieces = [ability, throw, with, mode].into_iter().flatten();
        pieces.fold(ChoiceView::default(), |view, (kind, text)| view.put(kind, text))
    }
}

/// What a row is made with: `dagger`, `fist`; nothing for spells, powers and leaps.
#[must_use]
pub fn row_word(g: &Setup, who: Id, row: &Row) -> Option<String> {
    if let Some(arm) = row.arm {
        return Some(arm_name(g, who, arm));
    }
    // Somebody may carry what it has anyway.
    let weapon = row.weapon?;
    let alike = g.sheet(who).arms.iter().filter(|arm| **arm == weapon).count();
    Some(super::numbered(&g.weapon(weapon).name, alike))
}

/// The words for what somebody can attack with, each once.
#[must_use]
pub fn row_words(g: &Setup, who: Id) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in g.rows(who).iter().filter_map(|row| row_word(g, who, row)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The row that is meant: of what is in hand what reaches, then what flies, then whatever there is.
#[must_use]
pub fn pick(g: &Setup, s: &State, who: Id, on: Id, wanted: &Wanted, may: fn(&Row) -> bool) -> Option<u8> {
    let yards = lines::between(s, who, on);
    let rank = |row: &Row| match row.mode {
        Mode::Melee if yards <= i32::from(row.reach) => 0,
        Mode::Ranged => 1,
        Mode::Melee => 2,
    };
    let rows = (0..).zip(g.rows(who)).filter(|(_, row)| wanted.fits(g, who, row));
    let best = rows.min_by_key(|(_, row)| (!may(row), !zones::is_in_hand(g, s, who, row), rank(row)));
    best.map(|(at, _)| at)
}

/// With what, in as few words as will do: `swing`, `throw dagger`, `swing mace`.
fn way_view(g: &Setup, s: &State, who: Id, attack: Attack, may: fn(&Row) -> bool) -> ChoiceView {
    let Some(row) = g.row(who, attack.row) else { return ChoiceView::doing("attack") };
    let forms = Wanted::forms(g, who, row);
    let shortest = forms.iter().find(|form| pick(g, s, who, attack.on, form, may) == Some(attack.row));
    shortest.or(forms.last()).map_or_else(ChoiceView::default, |form| form.view(g))
}

/// The same where nothing follows: the first of two of a kind is named in full, so that it is not taken for the beginning
/// of the other.
#[must_use]
pub fn last_way_view(g: &Setup, s: &State, who: Id, attack: Attack, may: fn(&Row) -> bool) -> ChoiceView {
    let view = way_view(g, s, who, attack, may);
    let Some(name) = g.row(who, attack.row).and_then(|row| row_word(g, who, row)) else { return view };
    let mut others = g.rows(who).iter().filter_map(|row| row_word(g, who, row));
    let begins = others.any(|other| other != name && other.starts_with(&name));
    if begins && !view.text.contains(&name) { view.put(Piece::Item, name) } else { view }
}

/// At whom, and where, if not at the usual place: `Goblin`, `Goblin head`, `Hunter weapon dagger`.
#[must_use]
pub fn target_view(g: &Setup, s: &State, who: Id, attack: Attack) -> ChoiceView {
    let on = ChoiceView::new(Piece::Creature, &g.sheet(attack.on).name);
    if Some(attack.spot) == g.row(who, attack.row).map(|row| usual_spot(g, row)) {
        return on;
    }
    let on = on.put(Piece::Option, attack.spot.word());
    match attack.spot {
        Spot::Weapon(hand) => match weapon_word(g, s, attack.on, hand) {
            Some(word) => on.put(Piece::Item, word),
            None => on,
        },
        _ => on,
    }
}

/// `swing at Goblin head`
#[must_use]
pub fn attack_view(g: &Setup, s: &State, who: Id, attack: Attack, may: fn(&Row) -> bool) -> ChoiceView {
    way_view(g, s, who, attack, may).word("at").then(target_view(g, s, who, attack))
}

/// Which of the two things that somebody holds is meant, where `weapon` alone means the other, or might be taken for it.
fn weapon_word(g: &Setup, s: &State, who: Id, hand: u8) -> Option<String> {
    let (arm, other) = (held(s, who, hand)?, held(s, who, 1 - hand.min(1)));
    let (name, other) = (arm_name(g, who, arm), other.filter(|other| *other != arm)?);
    let is_first = hand == first_hand(s, who);
    (!is_first || arm_name(g, who, other).starts_with(&name)).then_some(name)
}

fn held(s: &State, who: Id, hand: u8) -> Option<u8> {
    match s.creature(who).hands.get(usize::from(hand)) {
        Some(Hand::Arm(arm)) => Some(*arm),
        _ => None,
    }
}

/// The first hand that holds something; the first of all where none does.
fn first_hand(s: &State, who: Id) -> u8 {
    u8::from(held(s, who, 0).is_none() && held(s, who, 1).is_some())
}

/// Reads `swing mace at Goblin head`; the ability, the weapon or `throw` before anything else is known already.
/// Where only one foe can be meant, it need not be named.
pub fn attack(
    g: &Setup,
    s: &State,
    who: Id,
    wanted: Wanted,
    words: &[&str],
    (on, may): (Option<Id>, fn(&Row) -> bool),
) -> Result<Attack, Refusal> {
    let (with, target) = match words.iter().position(|word| word.eq_ignore_ascii_case("at")) {
        Some(at) => (&words[..at], Some(&words[at + 1..])),
        None => (words, None),
    };
    let wanted = narrowed(g, who, wanted, with)?;
    let (on, place) = match (target, on) {
        (Some([name, place @ ..]), _) => (somebody::<Legacy>(g, &[name])?, place),
        (None, Some(on)) => (on, &[][..]),
        _ => return Err(Refusal::because(format!("at whom? `{} at NAME`", wanted.view(g)))),
    };
    let row = pick(g, s, who, on, &wanted, may).ok_or_else(|| nothing(g, who, &wanted))?;
    Ok(Attack { row, on, spot: spot(g, s, who, row, on, place)? })
}

/// Reads what follows the first word of an attack: a weapon, `melee` or `ranged`.
pub fn narrowed(g: &Setup, who: Id, wanted: Wanted, words: &[&str]) -> Result<Wanted, Refusal> {
    let mut wanted = wanted;
    for word in words {
        let rows = || g.rows(who).iter().filter(|row| wanted.fits(g, who, row));
        if rows().next().is_none() {
            return Err(nothing(g, who, &wanted));
        }
        let fitting: Vec<String> = rows().filter_map(|row| row_word(g, who, row)).collect();
        let mut known: Vec<&str> = Vec::new();
        for name in fitting.iter().map(String::as_str).chain(MODES.map(Mode::word)) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        let said = verb(word, &known).map_err(|refusal| match somebody::<Legacy>(g, &[word]) {
            Ok(on) => Refusal::because(format!("write `{} at {}`", wanted.view(g), g.sheet(on).name)),
            Err(_) => refusal,
        })?;
        match MODES.into_iter().find(|mode| mode.word() == said) {
            Some(mode) => wanted.mode = Some(mode),
            None => wanted.with = Some(said.to_owned()),
        }
    }
    Ok(wanted)
}

fn nothing(g: &Setup, who: Id, wanted: &Wanted) -> Refusal {
    let name = &g.sheet(who).name;
    Refusal::by(rule::ATTACK_STEPS, format!("{name} has nothing for `{}`", wanted.view(g)))
}

/// Reads where an attack aims: nothing, `head`, `weapon`, `weapon dagger`.
fn spot(g: &Setup, s: &State, who: Id, row: u8, on: Id, words: &[&str]) -> Result<Spot, Refusal> {
    let Some((first, rest)) = words.split_first() else {
        return Ok(g.row(who, row).map_or(Spot::Torso, |row| usual_spot(g, row)));
    };
    let known: Vec<&str> = Spot::NAMED.iter().map(|spot| spot.word()).chain([Spot::Weapon(0).word()]).collect();
    let word = verb(first, &known)?;
    if let Some(spot) = Spot::NAMED.into_iter().find(|spot| spot.word() == word) {
        return if rest.is_empty() { Ok(spot) } else { Err(too_much(word, rest)) };
    }
    match rest {
        [] => Ok(Spot::Weapon(first_hand(s, on))),
        // What somebody unseen holds is nobody's business; that it is unseen says the judge.
        [_] if s.marks.concealed.has(on) && g.opposed(who, on) => Ok(Spot::Weapon(0)),
        [name] => weapon_of(g, s, on, name),
        [_, more @ ..] => Err(too_much("weapon", more)),
    }
}

/// The hand in which somebody has this.
fn weapon_of(g: &Setup, s: &State, on: Id, word: &str) -> Result<Spot, Refusal> {
    let hands: Vec<(String, u8)> =
        (0..2).filter_map(|hand| held(s, on, hand).map(|arm| (arm_name(g, on, arm), hand))).collect();
    let mut known: Vec<&str> = hands.iter().map(|(name, _)| name.as_str()).collect();
    known.dedup();
    let name = complete(word, known.iter().copied()).map_err(|fits| {
        let (who, word) = (&g.sheet(on).name, short(word));
        match fits.as_slice() {
            [] => {
                Refusal::because(format!("{who} has no `{word}` in hand{}", did_you_mean(&word, known.iter().copied())))
            }
            fits => Refusal::because(format!("`{word}` may mean {}", fits.join(", "))),
        }
    })?;
    let hand = hands.iter().find(|(known, _)| known == name).map_or(0, |(_, hand)| *hand);
    Ok(Spot::Weapon(hand))
}
