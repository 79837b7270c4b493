//! Skills, spells and perks: the book's, and the table's own among them.

use skirmish_bookkit::file::{Row, Shape, Word};
use skirmish_bookkit::words;
use skirmish_kernel::RuleId;

use super::CONTENT;
use super::effects::{Frame, effect};
use super::gear::Gear;
use crate::catalogue::{CATALOGUE, rule};
use crate::model::{
    Ability, AreaKind, Attribute, CastCheck, Effect, Lasting, Nature, Quality, Range, StrikeChange, Targets, Timing,
    With,
};

/// The most abilities one encounter may know.
const MOST: usize = 250;

/// The most cast levels.
const MOST_LEVELS: usize = 20;

words! {
    /// Kinds of checks.
    enum Check {
        Sa = "sa": "Spell attack: d20 against a save.",
        Pa = "pa": "Projectile attack.",
        Sd = "sd": "Spell defence: d12 against an attack.",
        Dc = "dc": "Determined: 10 and a modifier against a save.",
        DcPlus = "dc_plus": "Determined, with a d20 that is worth 10 at least.",
        Surecast = "surecast": "Nothing is thrown.",
    }
}

/// The book's abilities, with the table's own among them.
pub(super) fn abilities(row: &Row) -> Vec<Ability> {
    let about = "Skills, spells and perks of this table's own; one of a known name replaces it.";
    let all = row.library("ability", about, "an ability", MOST, CONTENT.documents(), ability);
    all.into_iter().map(|entry| Ability { name: entry.name, ..entry.of }).collect()
}

/// Do the weapons exist with which this table's abilities are done?
pub(super) fn check_weapons(row: &Row, gear: &Gear) {
    let mut known = gear.names();
    known.extend(["skill", "shield"]);
    for word in row.words_in("ability", "with") {
        row.reader().find("weapon", &word, &known);
    }
}

fn ability(row: &Row) -> Ability {
    row.needs(&["nature", "slot"]);
    is_no_attribute(row);
    let timings = row.some_of::<Timing>("slot", "The actions it may be used with.").unwrap_or_default();
    let mana = mana(row);
    let with = match row.word("with", "The weapon it is done with: `skill`, `shield`, or a weapon's name.").as_deref() {
        None => With::Any,
        Some("skill") => With::Bringer,
        Some("shield") => With::Shield,
        Some(name) => With::Named(name.to_owned()),
    };
    let trigger = row.one_of("trigger", "What a reaction waits for, if not for the total of an attack.");
    let thrown = row.table_if("check", "What is thrown for it.", thrown);
    let (check, size_score, pack) = thrown.unwrap_or((CastCheck::Sure, 0, String::new()));
    let area = row.one_of::<AreaKind>("area", "What it leaves behind on its squares.");
    let frame = Frame {
        levels: mana.len().max(1),
        thrown: check != CastCheck::Sure,
        saved: check.save().is_some(),
        area: area.is_some(),
        strike: StrikeChange { trigger, with_shield: with == With::Shield, ..StrikeChange::default() },
    };
    let effects = row.tables("effects", "What it does, in this order.", |row| effect(row, &frame));
    let keywords = row.words("keywords", "Labels printed with it.").unwrap_or_default();
    let flag = |key, about| row.flag(key, about).unwrap_or(false);
    let nature = row.one_of("nature", "Skill, spell or perk.").unwrap_or(Nature::Skill);
    let element = row.line("element", "The element whose proficiency counts for it.").unwrap_or_default();
    let about = "What it conjures is mana again after a Phase; so it is with spells, but for those of stone.";
    let ethereal = row.flag("ethereal", about).unwrap_or(nature == Nature::Spell && element != "stone");
    let ability = Ability {
        name: String::new(),
        rule: rule_of(row, timings.first().copied()),
        nature,
        timings: timings.into_iter().collect(),
        energy: row.number("en", "Energy.", 0..=1000).unwrap_or(0),
        mana,
        range: range(row),
        radius: radius(row, area),
        targets: row.one_of("targets", "Whom it meets in a radius; everybody by default.").unwrap_or(Targets::All),
        sight: flag("sight", "The target or the square must be seen."),
        with,
        trigger,
        check,
        size_score,
        pack,
        element,
        ethereal,
        hidden: row.one_of("hidden", "It may be used in secret, and this attribute governs that."),
        tier: row.number("tier", "1 by default.", 1..=10).unwrap_or(1),
        concentration: flag("concentration", "It works while its user concentrates."),
        duration: row.table_if("duration", "How long it lasts: one of the three.", lasting).flatten(),
        area,
        keywords: keywords.iter().map(|word| word.to_string()).collect(),
        effects: effects.into_iter().flatten().collect(),
        about: row.line("about", "One line.").unwrap_or_default(),
    };
    lasts_for_turns(row, &ability);
    ability
}

/// Nothing that stays on somebody or on the ground is counted in turns.
fn lasts_for_turns(row: &Row, ability: &Ability) {
    let stays = |effect: &Effect| matches!(effect, Effect::Condition { .. });
    let counted = ability.area.is_some() || ability.effects.iter().any(stays);
    if counted && matches!(ability.duration, Some(Lasting::Turns(_))) {
        row.wrong("only a better defence lasts for turns", "duration = { rounds = 1 }");
    }
}

/// Whoever acts in secret names an attribute, or an ability.
fn is_no_attribute(row: &Row) {
    let name =
        row.word("name", "").filter(|name| Attribute::ALL.iter().any(|known| known.word().eq_ignore_ascii_case(name)));
    if let Some(name) = name {
        let message = format!("`{}` is an attribute", name.text());
        row.reader().wrong(&name.place, message, "`secret dex` would mean either; call the ability otherwise");
    }
}

/// Metres around the place of effect; an area has some.
fn radius(row: &Row, area: Option<AreaKind>) -> i32 {
    let least = i32::from(area.is_some());
    let about = "Metres around the user, or around the place aimed at.";
    let radius = row.number("radius", about, least.into()..=20);
    if area.is_some() && !row.has("radius") {
        row.wrong("an area has a radius", "radius = 2");
    }
    radius.unwrap_or(least)
}

fn mana(row: &Row) -> Vec<i32> {
    let mut mana = row.numbers("mp", "Mana, one figure for each cast level.", 0..=1000).unwrap_or_default();
    if let Some(place) = row.place_of("mp").filter(|_| mana.len() > MOST_LEVELS) {
        row.reader().wrong(&place, format!("{} cast levels", mana.len()), format!("at most {MOST_LEVELS}"));
        mana.truncate(MOST_LEVELS);
    }
    mana
}

/// The rule under which it stands: its own, another's, or that of its action.
fn rule_of(row: &Row, timing: Option<Timing>) -> RuleId {
    let prefix = "ability.";
    let known: Vec<&str> = CATALOGUE.rules.iter().filter_map(|rule| rule.id.strip_prefix(prefix)).collect();
    let name = match row.word("as", "The ability of the book under whose rule it stands.") {
        Some(like) => row.reader().find("ability of the book", &like, &known).and_then(|at| known.get(at).copied()),
        None => row.word("name", "").and_then(|own| known.iter().copied().find(|known| *known == own.text())),
    };
    let own = name.and_then(|name| CATALOGUE.find(&format!("{prefix}{name}")));
    own.unwrap_or(timing.map_or(rule::ACTION_UTILITY_FORMS, Timing::rule))
}

fn range(row: &Row) -> Range {
    let shape = || Shape::Either(vec![Shape::Number(0, 400), Shape::OneOf(vec!["weapon", "self"])]);
    let Some(range) = row.value("range", "Metres, `weapon` or `self`.", &shape) else { return Range::Own };
    if !range.is_text() {
        return range.number(0..=400).filter(|metres| *metres > 0).map_or(Range::Own, Range::Metres);
    }
    match range.text().as_deref() {
        Some("weapon") => return Range::Weapon,
        Some("self") => {}
        _ => row.reader().wrong(&range.place, "a range is a number of metres, \"weapon\" or \"self\"", "range = 20"),
    }
    Range::Own
}

fn lasting(row: &Row) -> Option<Lasting> {
    let number = |key, about| row.number::<u32>(key, about, 1..=10_000);
    let turns = number("turns", "Turns; 1 is the turn that is running.").map(Lasting::Turns);
    let rounds = number("rounds", "Rounds.").map(Lasting::Rounds);
    let phases = number("phases", "Phases, out of combat.").map(Lasting::Phases);
    if ["turns", "rounds", "phases"].iter().filter(|key| row.has(key)).count() != 1 {
        row.wrong("a duration in one unit", "{ turns = 1 }, { rounds = 3 } or { phases = 4 }");
    }
    turns.or(rounds).or(phases)
}

/// What is thrown for an ability, the score of each step of size, and the tag that counts.
type Thrown = (CastCheck, i32, String);

fn thrown(row: &Row) -> Thrown {
    let check = check(row);
    let about = "Score of the user's die for each step by which it is larger than its target.";
    let pack = "A tag: so many friends with it as are in the radius count, the user too.";
    let size_score = row.number("size_score", about, -5..=5).unwrap_or(0);
    (check, size_score, row.line("pack", pack).unwrap_or_default())
}

/// How it is decided.
fn check(row: &Row) -> CastCheck {
    row.needs(&["kind"]);
    let kind = row.one_of("kind", "Which kind.");
    let words =
        row.words("by", "The attribute that counts, or `PV`; up to two for a spell defence.").unwrap_or_default();
    let qualities: Vec<Quality> = words.iter().filter_map(|word| quality(row, word)).collect();
    let by = qualities.first().copied();
    let most = if kind == Some(Check::Sd) { 2 } else { 1 };
    if let Some(word) = words.get(most) {
        row.reader().wrong(&word.place, "too many qualities", format!("at most {most} for this kind of check"));
    }
    let save = row.one_of::<Attribute>("against", "Attribute of the save.");
    let fixed = row.number("dc", "Fixed difficulty, in place of 10 plus `by`.", 0..=60);
    let pack = row.has("pack").then_some(Quality::Pack);
    let Some(kind) = kind else { return CastCheck::Sure };
    let found = match (kind, by, save) {
        (Check::Surecast, ..) => Some(CastCheck::Sure),
        (Check::Sa, Some(by), Some(save)) => Some(CastCheck::Attack(by, save)),
        (Check::Pa, Some(by), _) => Some(CastCheck::Projectile(by)),
        (Check::Sd, Some(by), _) => Some(CastCheck::Defence(by, qualities.get(1).copied())),
        (Check::Dc, by, Some(save)) => match (fixed, pack.or(by)) {
            (Some(dc), None) => Some(CastCheck::Fixed(dc, save)),
            (None, Some(by)) => Some(CastCheck::Determined(by, save)),
            _ => None,
        },
        (Check::DcPlus, by, Some(save)) => pack.or(by).map(|by| CastCheck::DeterminedPlus(by, save)),
        _ => None,
    };
    found.unwrap_or_else(|| {
        let help = "sa, dc and dc_plus have `by` and `against`, dc may have a number `dc` in place of `by`; pa and sd have `by`";
        row.wrong("this check lacks something, or says it twice", help);
        CastCheck::Sure
    })
}

fn quality(row: &Row, word: &Word) -> Option<Quality> {
    let mut known = Attribute::ALL.map(Attribute::word).to_vec();
    known.push("PV");
    let at = row.reader().find("quality", word, &known)?;
    Some(Attribute::ALL.get(at).map_or(Quality::Proficiency, |attribute| Quality::Attribute(*attribute)))
}
