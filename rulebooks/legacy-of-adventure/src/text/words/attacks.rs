//! Attacks in answers: with what, at whom, where.

use skirmish_bookkit::answer::{too_much, verb};
use skirmish_bookkit::grammar::{Head, Misread, OneOf, Reading, Slot, is_taken, one_of, person};
use skirmish_kernel::words::complete;
use skirmish_kernel::{ChoiceView, Id, Piece, Refusal, combatant};

use super::slots::At;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Act, Ask, Attack, Gait, Hand, Kind, Mode, Row, Setup, Spot, State, numbered};
use crate::rules::judge::usual_spot;
use crate::rules::{lines, zones};

/// As much as people say of what they attack with.
#[derive(Clone, PartialEq, Debug, Default)]
struct Wanted {
    /// The skill, spell or power.
    ability: Option<u8>,
    /// Something that is thrown.
    is_thrown: bool,
    /// A weapon's name.
    with: Option<String>,
    /// In reach, or from afar.
    mode: Option<Mode>,
}

impl Wanted {
    /// Everything that can be said of a row, the shortest first.
    fn forms(g: &Setup, who: Id, row: &Row) -> [Self; 4] {
        let (ability, with) = (Some(row.ability), row_word(g, who, row));
        let thrown = row.thrown.then(|| Self { is_thrown: true, with: with.clone(), ..Self::default() });
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
            && (row.thrown || !self.is_thrown)
            && self.mode.is_none_or(|mode| row.mode == mode)
            && self.with.as_ref().is_none_or(|with| row_word(g, who, row).as_ref() == Some(with))
    }

    /// `swing`, `dagger`, `swing mace`, without `throw`
    fn view(&self, g: &Setup, view: ChoiceView) -> ChoiceView {
        let ability = self.ability.map(|ability| (Piece::Ability, g.ability(ability).name.clone()));
        let with = self.with.clone().map(|with| (Piece::Item, with));
        let mode = self.mode.map(|mode| (Piece::Option, mode.word().to_owned()));
        [ability, with, mode].into_iter().flatten().fold(view, |view, (kind, text)| view.put(kind, text))
    }

    /// The same as it is typed.
    fn typed(&self, g: &Setup) -> String {
        self.view(g, if self.is_thrown { ChoiceView::doing("throw") } else { ChoiceView::default() }).text
    }

    /// Reads how an attack is made, up to `at`: a skill, a weapon, `melee` or `ranged`.
    fn read(mut self, at: At<'_>, reading: &mut Reading<'_>) -> Result<Self, Misread> {
        let At { g, who, .. } = at;
        while reading.peek().is_some_and(|word| !word.eq_ignore_ascii_case("at")) {
            let Some(word) = reading.word() else { break };
            let rows: Vec<&Row> = g.rows(who).iter().filter(|row| self.fits(g, who, row)).collect();
            refuse_if!(rows.is_empty(); self.nothing(at));
            let names: Vec<String> = rows.iter().filter_map(|row| row_word(g, who, row)).collect();
            let mut known: Vec<&str> = Vec::new();
            for name in names.iter().map(String::as_str).chain(Mode::ALL.map(Mode::word)) {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
            let said = verb(word, &known).map_err(|refusal| match (combatant::<Legacy>(g, word), place(word)) {
                (Ok(on), _) => Refusal::because(format!("write `{} at {}`", self.typed(g), g.sheet(on).name)),
                (_, Some(place)) => {
                    let on = target(at.ask).map_or("NAME", |on| &g.sheet(on).name);
                    Refusal::because(format!("a place goes with its target: `{} at {on} {place}`", self.typed(g)))
                }
                _ => refusal,
            })?;
            match Mode::ALL.into_iter().find(|mode| mode.word() == said) {
                Some(mode) => self.mode = Some(mode),
                None => self.with = Some(said.to_owned()),
            }
        }
        Ok(self)
    }

    /// The row that is meant: of what is in hand what reaches, then what flies, then whatever there is.
    fn pick(&self, At { g, s, who, .. }: At<'_>, on: Id, may: fn(&Row) -> bool) -> Option<u8> {
        let yards = lines::between(s, who, on);
        let rank = |row: &Row| match row.mode {
            Mode::Melee if yards <= i32::from(row.reach) => 0,
            Mode::Ranged => 1,
            Mode::Melee => 2,
        };
        let rows = (0..).zip(g.rows(who)).filter(|(_, row)| self.fits(g, who, row));
        let best = rows.min_by_key(|(_, row)| (!may(row), !zones::is_in_hand(g, s, who, row), rank(row)));
        best.map(|(at, _)| at)
    }

    /// In as few words as will do: `swing`, `throw dagger`, `swing mace`.
    fn shortest(at: At<'_>, attack: Attack, may: fn(&Row) -> bool) -> Option<Self> {
        let forms = Self::forms(at.g, at.who, at.g.row(at.who, attack.row)?);
        let shortest = forms.iter().find(|form| form.pick(at, attack.on, may) == Some(attack.row));
        shortest.or(forms.last()).cloned()
    }

    fn nothing(&self, at: At<'_>) -> Refusal {
        let name = &at.g.sheet(at.who).name;
        Refusal::by(rule::ATTACK_STEPS, format!("{name} has nothing for `{}`", self.typed(at.g)))
    }
}

/// Whom alone an attack may be for, in answer to this.
fn target(ask: &Ask) -> Option<Id> {
    match *ask {
        Ask::Exchange { with: on, .. } | Ask::Answer { to: on } | Ask::Opportunity { on, .. } => Some(on),
        _ => None,
    }
}

/// The words for places.
fn places() -> impl Iterator<Item = &'static str> + Clone {
    Spot::NAMED.into_iter().chain([Spot::Weapon(0)]).map(Spot::word)
}

/// The place that a word means.
fn place(word: &str) -> Option<&'static str> {
    complete(word, places()).ok()
}

/// With what an attack begins: skills, then weapons.
fn ways(at: At<'_>) -> OneOf<'_, Wanted> {
    let At { g, who, .. } = at;
    let skills = g.known(who).filter(|(_, known)| known.kind == Kind::Attack);
    let skills =
        skills.map(|(ability, known)| (known.name.clone(), Wanted { ability: Some(ability), ..Wanted::default() }));
    let mut all: Vec<(String, Wanted)> = skills.collect();
    for word in g.rows(who).iter().filter_map(|row| row_word(g, who, row)) {
        if !all.iter().any(|(known, _)| known.eq_ignore_ascii_case(&word)) {
            all.push((word.clone(), Wanted { with: Some(word), ..Wanted::default() }));
        }
    }
    one_of(Piece::Ability, all)
}

/// An attack: `swing mace at Goblin head`. Where only one foe can be meant, it need not be named.
pub(super) struct Blow<'a> {
    pub at: At<'a>,
    /// Behind `throw`.
    pub is_thrown: bool,
}

impl Blow<'_> {
    /// Leaps are moves, and nothing that is answered with.
    fn may(&self) -> fn(&Row) -> bool {
        if matches!(self.at.ask, Ask::Act) { |_| true } else { |row| !row.leaps }
    }
}

impl Slot for Blow<'_> {
    type Value = Act;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        ways(self.at).heads(tell);
    }

    fn say(&self, act: &Act, view: ChoiceView) -> Option<ChoiceView> {
        let (Act::Attack(attack) | Act::Move(Gait::Pounce { attack })) = act else { return None };
        let Some(wanted) = Wanted::shortest(self.at, *attack, self.may()) else {
            return (!self.is_thrown).then(|| said_at(self.at, *attack, ChoiceView::doing("attack")));
        };
        (wanted.is_thrown == self.is_thrown).then(|| said_at(self.at, *attack, wanted.view(self.at.g, view)))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Act, Misread> {
        let At { g, who, ask, .. } = self.at;
        let thrown = Wanted { is_thrown: true, ..Wanted::default() };
        let wanted = if self.is_thrown { thrown } else { ways(self.at).read(reading)? };
        let wanted = wanted.read(self.at, reading)?;
        let known = target(ask);
        let is_named = reading.take("at") && reading.peek().is_some();
        let on = match known {
            _ if is_named => person::<Legacy>(g).read(reading)?,
            Some(on) => on,
            None => return Err(Refusal::because(format!("at whom? `{} at NAME`", wanted.typed(g))).into()),
        };
        let row = wanted.pick(self.at, on, self.may()).ok_or_else(|| wanted.nothing(self.at))?;
        let spot = spot(self.at, on, reading)?.unwrap_or_else(|| usual(g, who, row));
        let attack = Attack { row, on, spot };
        let leaps = matches!(ask, Ask::Act) && g.row(who, row).is_some_and(|row| row.leaps);
        Ok(if leaps { Act::Move(Gait::Pounce { attack }) } else { Act::Attack(attack) })
    }
}

/// What a charge ends with: `at Goblin head with swing mace`.
pub(super) struct Charge<'a>(pub At<'a>, pub u8);

/// What a charge may end with. (`initiative-skills.kind`)
fn quick(row: &Row) -> bool {
    zones::is_quick(row) && !row.nature.is_magic()
}

impl Slot for Charge<'_> {
    type Value = Attack;

    fn say(&self, attack: &Attack, view: ChoiceView) -> Option<ChoiceView> {
        let At { g, who, .. } = self.0;
        let wanted = Wanted::shortest(self.0, *attack, quick)?;
        let mut said = wanted.view(g, ChoiceView::default());
        if wanted.is_thrown {
            said = ChoiceView::doing("throw").then(said);
        } else if said.parts.first().is_some_and(|part| is_taken::<Legacy>(&part.text)) {
            said = ChoiceView::doing("use").then(said);
        }
        // The first of two of a kind is named in full, so that it is not taken for the beginning of the other.
        if let Some(name) = g.row(who, attack.row).and_then(|row| row_word(g, who, row)) {
            let mut others = g.rows(who).iter().filter_map(|row| row_word(g, who, row));
            let begins = others.any(|other| other != name && other.starts_with(&name));
            if begins && !said.text.contains(&name) {
                said = said.put(Piece::Item, name);
            }
        }
        Some(said_at(self.0, *attack, view).word("with").then(said))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Attack, Misread> {
        let At { g, who, .. } = self.0;
        if !reading.take("at") || reading.peek().is_none() {
            let name = &g.ability(self.1).name;
            return Err(Refusal::because(format!("at whom? `{name} at NAME with swing`")).into());
        }
        let on = person::<Legacy>(g).read(reading)?;
        let spot = spot(self.0, on, reading)?;
        let mut wanted = Wanted::default();
        if reading.take("with") {
            let Some(first) = reading.peek() else {
                return Err(Refusal::because("with what? `with swing`, `with swing mace`").into());
            };
            wanted = if first.eq_ignore_ascii_case("throw") {
                reading.word();
                Wanted { is_thrown: true, ..wanted }
            } else {
                reading.take("use");
                ways(self.0).read(reading)?
            };
            wanted = wanted.read(self.0, reading)?;
        }
        let row = wanted.pick(self.0, on, quick).ok_or_else(|| wanted.nothing(self.0))?;
        Ok(Attack { row, on, spot: spot.unwrap_or_else(|| usual(g, who, row)) })
    }
}

/// What a row is made with: `dagger`, `fist`; nothing for spells, powers and leaps.
pub fn row_word(g: &Setup, who: Id, row: &Row) -> Option<String> {
    if let Some(arm) = row.arm {
        return Some(g.arm_name(who, arm));
    }
    // Somebody may carry what it has anyway.
    let weapon = row.weapon?;
    let alike = g.sheet(who).arms.iter().filter(|arm| **arm == weapon).count();
    Some(numbered(&g.weapon(weapon).name, alike))
}

/// Where an attack aims if nothing is said.
fn usual(g: &Setup, who: Id, row: u8) -> Spot {
    g.row(who, row).map_or(Spot::Torso, |row| usual_spot(g, row))
}

/// `at Goblin`, `at Goblin head`, `at Hunter weapon dagger`
fn said_at(at: At<'_>, attack: Attack, view: ChoiceView) -> ChoiceView {
    let on = view.word("at").put(Piece::Creature, &at.g.sheet(attack.on).name);
    if at.g.row(at.who, attack.row).map(|row| usual_spot(at.g, row)) == Some(attack.spot) {
        return on;
    }
    let on = on.put(Piece::Option, attack.spot.word());
    let Spot::Weapon(hand) = attack.spot else { return on };
    match weapon_word(at.g, at.s, attack.on, hand) {
        Some(word) => on.put(Piece::Item, word),
        None => on,
    }
}

/// Which of the two things that somebody holds is meant, where `weapon` alone means the other, or might be taken for it.
fn weapon_word(g: &Setup, s: &State, who: Id, hand: u8) -> Option<String> {
    let (arm, other) = (held(s, who, hand)?, held(s, who, 1 - hand.min(1)));
    let (name, other) = (g.arm_name(who, arm), other.filter(|other| *other != arm)?);
    let is_first = hand == first_hand(s, who);
    (!is_first || g.arm_name(who, other).starts_with(&name)).then_some(name)
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

/// Reads where an attack aims: nothing, `head`, `weapon`, `weapon dagger`.
fn spot(at: At<'_>, on: Id, reading: &mut Reading<'_>) -> Result<Option<Spot>, Misread> {
    let goes_on = |reading: &Reading<'_>| reading.peek().is_some_and(|word| !word.eq_ignore_ascii_case("with"));
    let Some(first) = reading.peek().filter(|_| goes_on(reading)) else { return Ok(None) };
    let known: Vec<&str> = places().collect();
    let word = verb(first, &known)?;
    reading.word();
    let mut aimed = Spot::NAMED.into_iter().find(|spot| spot.word() == word);
    if aimed.is_none() {
        aimed = Some(Spot::Weapon(match reading.peek().filter(|_| goes_on(reading)) {
            None => first_hand(at.s, on),
            Some(_) => hand(at, on, reading)?,
        }));
    }
    if goes_on(reading) { Err(too_much(word, reading.rest()).into()) } else { Ok(aimed) }
}

/// Reads in which hand somebody has something.
fn hand(at: At<'_>, on: Id, reading: &mut Reading<'_>) -> Result<u8, Misread> {
    // What somebody unseen holds is nobody's business; that it is unseen says the judge.
    if at.s.marks.concealed.has(on) && at.g.opposed(at.who, on) {
        reading.word();
        return Ok(0);
    }
    let hands = (0..2).filter_map(|hand| Some((at.g.arm_name(on, held(at.s, on, hand)?), hand)));
    let mut known: Vec<(String, u8)> = hands.collect();
    known.dedup_by(|one, other| one.0 == other.0);
    let who = &at.g.sheet(on).name;
    one_of(Piece::Item, known).missing(format!("{who} has nothing in hand")).of(who, " in hand").read(reading)
}
