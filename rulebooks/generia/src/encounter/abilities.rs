//! Abilities as files describe them: skills, spells, perks.

mod effects;

use std::ops::Range;

use skirmish_kernel::RuleId;
use skirmish_kernel::dice::{Dice, Expression, MAX_COUNT, NotationError, Reading, Sign, Term};
use skirmish_kernel::words::short;

use super::Reader;
use super::content::content;
use super::file::{AbilityFile, CheckFile, CheckKindFile, DurationFile, EncounterFile, Placed, RangeFile};
use super::file::{RangeWordFile, SlotFile, Word};
use super::weapons::{Gear, check_word};
use crate::ability::{Ability, CastCheck, Effect, Lasting, Quality, Range as Reach, Slots, StrikeChange, With};
use crate::rules::{CATALOGUE, rule};
use crate::sheet::Attribute;

/// The most abilities one encounter may know.
const MOST: usize = 250;

/// The most cast levels.
const MOST_LEVELS: usize = 20;

/// The book's abilities, with the table's own among them; one of the same name replaces the book's.
pub(super) fn all(reader: &mut Reader, file: &EncounterFile) -> Vec<Ability> {
    let content = content();
    let mut all: Vec<Ability> = Vec::new();
    for (source, list) in [(&content.ability_source, &content.abilities), (&content.spell_source, &content.spells)] {
        let mut inner = Reader { source, wrong: Vec::new() };
        all.extend(list.iter().map(|ability| ability_of(&mut inner, ability)));
        reader.wrong.append(&mut inner.wrong);
    }
    for ability in &file.ability {
        let read = ability_of(reader, ability);
        match all.iter_mut().find(|a| a.name == read.name) {
            Some(old) => *old = read,
            None => all.push(read),
        }
    }
    if all.len() > MOST {
        reader.wrong(0..0, format!("{} abilities", all.len()), format!("at most {MOST} are possible"));
        all.truncate(MOST);
    }
    all
}

/// Do the weapons exist with which this table's abilities are done?
pub(super) fn check_weapons(reader: &mut Reader, file: &EncounterFile, gear: &Gear) {
    let mut known = gear.names();
    known.extend(["skill", "shield"]);
    for word in file.ability.iter().filter_map(|ability| ability.with.as_ref()) {
        reader.find("weapon", word, &known);
    }
}

fn ability_of(reader: &mut Reader, file: &AbilityFile) -> Ability {
    check_word(reader, "an ability", &file.name);
    let mana = mana(reader, file);
    let with = with(file);
    let trigger = file.trigger.map(Into::into);
    let check = file.check.as_ref().map_or(CastCheck::Sure, |found| check(reader, found));
    let frame = effects::Frame {
        levels: mana.len().max(1),
        thrown: check != CastCheck::Sure,
        saved: check.save().is_some(),
        area: file.area.is_some(),
        strike: StrikeChange { trigger, with_shield: with == With::Shield, ..StrikeChange::default() },
    };
    let effects: Vec<Effect> =
        file.effects.iter().filter_map(|effect| effects::effect(reader, effect, &frame)).collect();
    let given = file.check.as_ref();
    Ability {
        name: file.name.to_string(),
        rule: rule_of(reader, file),
        nature: file.nature.into(),
        slots: slots(file.slot.all()),
        energy: reader.number("en", file.en.as_ref(), 0, 1000).unwrap_or(0),
        mana,
        range: range(reader, file),
        radius: radius(reader, file),
        targets: file.targets.map(Into::into).unwrap_or_default(),
        sight: file.sight,
        with,
        trigger,
        check,
        size_score: given.and_then(|check| reader.number("size_score", check.size_score.as_ref(), -5, 5)).unwrap_or(0),
        pack: given.and_then(|check| check.pack.clone()).unwrap_or_default(),
        element: file.element.clone().unwrap_or_default(),
        tier: file.tier.as_ref().map_or(Some(1), |tier| reader.number("tier", Some(tier), 1, 10)).unwrap_or(1),
        hidden: file.hidden.map(Attribute::from),
        concentration: file.concentration,
        duration: file.duration.as_ref().and_then(|found| lasting(reader, found)),
        area: file.area.map(Into::into),
        keywords: file.keywords.clone(),
        effects,
        about: file.about.clone().unwrap_or_default(),
    }
}

fn with(file: &AbilityFile) -> With {
    match file.with.as_ref().map(|word| word.as_str()) {
        None => With::Any,
        Some("skill") => With::Bringer,
        Some("shield") => With::Shield,
        Some(name) => With::Named(name.to_owned()),
    }
}

/// Metres around the place of effect; an area has some.
fn radius(reader: &mut Reader, file: &AbilityFile) -> i32 {
    let least = i32::from(file.area.is_some());
    if file.area.is_some() && file.radius.is_none() {
        reader.wrong(file.name.span(), "an area has a radius", "radius = 2");
    }
    reader.number("radius", file.radius.as_ref(), least, 20).unwrap_or(least)
}

fn mana(reader: &mut Reader, file: &AbilityFile) -> Vec<i32> {
    if let Some(first_too_many) = file.mp.get(MOST_LEVELS) {
        let message = format!("{} cast levels", file.mp.len());
        reader.wrong(first_too_many.span(), message, format!("at most {MOST_LEVELS}"));
    }
    let figures = file.mp.iter().take(MOST_LEVELS);
    figures.map(|mana| reader.number("mp", Some(mana), 0, 1000).unwrap_or(0)).collect()
}

/// The rule under which it stands: its own, another's, or that of its action.
fn rule_of(reader: &mut Reader, file: &AbilityFile) -> RuleId {
    let prefix = "ability.";
    let known: Vec<&str> = CATALOGUE.rules.iter().filter_map(|rule| rule.id.strip_prefix(prefix)).collect();
    let name = match &file.like {
        Some(like) => reader.find("ability of the book", like, &known).map(|at| known[at]),
        None => known.iter().copied().find(|known| *known == file.name.as_str()),
    };
    let own = name.and_then(|name| CATALOGUE.find(&format!("{prefix}{name}")));
    own.unwrap_or_else(|| match file.slot.all().first() {
        Some(SlotFile::Attack) => rule::ACTION_ATTACK_FORMS,
        Some(SlotFile::Movement) => rule::ACTION_MOVEMENT_FORMS,
        Some(SlotFile::Reaction) => rule::REACTION_FORMS,
        Some(SlotFile::Free) => rule::FREE_ACTIONS,
        Some(SlotFile::FreeReaction) => rule::FREE_REACTIONS,
        _ => rule::ACTION_UTILITY_FORMS,
    })
}

fn slots(words: &[SlotFile]) -> Slots {
    let has = |slot: SlotFile| words.contains(&slot);
    Slots {
        attack: has(SlotFile::Attack),
        utility: has(SlotFile::Utility),
        movement: has(SlotFile::Movement),
        reaction: has(SlotFile::Reaction),
        free: has(SlotFile::Free),
        free_reaction: has(SlotFile::FreeReaction),
        out_of_combat: has(SlotFile::OutOfCombat),
    }
}

fn range(reader: &mut Reader, file: &AbilityFile) -> Reach {
    match &file.range {
        None => Reach::Own,
        Some(range) => match **range {
            RangeFile::Word(RangeWordFile::Weapon) => Reach::Weapon,
            RangeFile::Word(RangeWordFile::Own) => Reach::Own,
            RangeFile::Metres(metres) => {
                if !(0..=400).contains(&metres) {
                    reader.wrong(range.span(), format!("range = {metres}"), "a number from 0 to 400");
                }
                if metres == 0 { Reach::Own } else { Reach::Metres(metres.clamp(1, 400)) }
            }
        },
    }
}

fn lasting(reader: &mut Reader, file: &Placed<DurationFile>) -> Option<Lasting> {
    let mut number = |what: &str, figure| reader.number(what, figure, 1, 10_000).map(i32::unsigned_abs);
    let turns = number("turns", file.turns.as_ref()).map(Lasting::Turns);
    let rounds = number("rounds", file.rounds.as_ref()).map(Lasting::Rounds);
    let phases = number("phases", file.phases.as_ref()).map(Lasting::Phases);
    let given = [&file.turns, &file.rounds, &file.phases].into_iter().flatten().count();
    if given != 1 {
        reader.wrong(file.span(), "a duration in one unit", "{ turns = 1 }, { rounds = 3 } or { phases = 4 }");
    }
    turns.or(rounds).or(phases)
}

/// How it is decided.
fn check(reader: &mut Reader, file: &Placed<CheckFile>) -> CastCheck {
    let qualities: Vec<Quality> = file.by.iter().filter_map(|word| quality(reader, word)).collect();
    let by = qualities.first().copied();
    let most = if file.kind == CheckKindFile::Sd { 2 } else { 1 };
    if let Some(word) = file.by.get(most) {
        reader.wrong(word.span(), "too many qualities", format!("at most {most} for this kind of check"));
    }
    let fixed = reader.number("dc", file.dc.as_ref(), 0, 60);
    let save = file.against.map(Attribute::from);
    let pack = file.pack.as_ref().map(|_| Quality::Pack);
    let found = match (file.kind, by, save) {
        (CheckKindFile::Surecast, ..) => Some(CastCheck::Sure),
        (CheckKindFile::Sa, Some(by), Some(save)) => Some(CastCheck::Attack(by, save)),
        (CheckKindFile::Pa, Some(by), _) => Some(CastCheck::Projectile(by)),
        (CheckKindFile::Sd, Some(by), _) => Some(CastCheck::Defence(by, qualities.get(1).copied())),
        (CheckKindFile::Dc, by, Some(save)) => match (fixed, pack.or(by)) {
            (Some(dc), None) => Some(CastCheck::Fixed(dc, save)),
            (None, Some(by)) => Some(CastCheck::Determined(by, save)),
            _ => None,
        },
        (CheckKindFile::DcPlus, by, Some(save)) => pack.or(by).map(|by| CastCheck::DeterminedPlus(by, save)),
        _ => None,
    };
    found.unwrap_or_else(|| {
        let help = "sa, dc and dc_plus have `by` and `against`, dc may have a number `dc` in place of `by`; pa and sd have `by`";
        reader.wrong(file.span(), "this check lacks something, or says it twice", help);
        CastCheck::Sure
    })
}

fn quality(reader: &mut Reader, word: &Word) -> Option<Quality> {
    let mut known: Vec<&str> = Attribute::ALL.iter().map(|attribute| attribute.word()).collect();
    known.push("PV");
    let at = reader.find("quality", word, &known)?;
    Some(Attribute::ALL.get(at).map_or(Quality::Proficiency, |attribute| Quality::Attribute(*attribute)))
}

/// What dice may be like at some place.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// How often they are thrown together at most: the cast levels.
    pub(super) times: usize,
    /// Of how many kinds they are at most.
    pub(super) kinds: usize,
    /// May a number be added?
    pub(super) flat: bool,
}

impl Form {
    /// Those of weapons.
    pub(super) const WEAPON: Self = Self { times: 1, kinds: 2, flat: true };
}

/// Dice such as `2d6`: no names, nothing but sums, and no more than can be thrown at once.
pub(super) fn dice(reader: &mut Reader, text: &str, span: Range<usize>, form: Form) -> Option<Expression> {
    let expression: Expression = match text.parse() {
        Ok(expression) => expression,
        Err(wrong) => {
            let wrong: NotationError = wrong;
            let message = format!("`{}`: {}", short(text), wrong.message);
            reader.wrong(span, message, wrong.hint.unwrap_or_else(|| "for example `2d6`".into()));
            return None;
        }
    };
    let plain = expression.terms().iter().all(|term| match term {
        Term::Dice(sign, dice) => *sign == Sign::Plus && dice.reading() == Reading::Sum,
        Term::Flat(number) => form.flat && (-1000..=1000).contains(number),
        Term::Named(..) => false,
    });
    if plain && is_throwable(&expression, form) {
        return Some(expression);
    }
    let example = if form.flat { "2d6+1" } else { "2d6" };
    let kinds = if form.kinds == 1 { "one kind" } else { "one or two kinds" };
    let help = format!("such as `{example}`: dice of {kinds}, at most {MAX_COUNT} in one throw");
    reader.wrong(span, format!("`{}` cannot be thrown here", short(text)), help);
    None
}

/// Can so many dice be thrown at once? Who lacks the focus throws one more.
pub(super) fn is_throwable(expression: &Expression, form: Form) -> bool {
    let mut kinds: Vec<(u16, usize)> = Vec::new();
    for term in expression.terms() {
        let Term::Dice(_, dice) = term else { continue };
        let count = usize::from(dice.count()) * form.times;
        match kinds.iter_mut().find(|(sides, _)| *sides == dice.sides()) {
            Some((_, known)) => *known += count,
            None => kinds.push((dice.sides(), count)),
        }
    }
    let fits = |(sides, count): &(u16, usize)| {
        u8::try_from(count + 1).is_ok_and(|count| Dice::new(count, *sides, Reading::Sum).is_ok())
    };
    (1..=form.kinds).contains(&kinds.len()) && kinds.iter().all(fits)
}
