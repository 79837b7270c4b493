//! Abilities: the book's, and the table's own among them.

use arrayvec::ArrayVec;
use skirmish_bookkit::file::{Row, Word};
use skirmish_bookkit::words;
use skirmish_bookkit::words::WordSet;

use super::CONTENT;
use crate::model::{
    Ability, Armor, Delivery, Effect, Lasts, Lying, MOST_EFFECTS, MOST_EXTRA, Needs, Packet, Resistance, Status,
    Targets, Timing, Whom,
};

/// The most abilities one encounter may know.
const MOST: usize = 250;

words! {
    /// What an effect is, in files.
    enum Kind {
        /// Loses health as the turn starts.
        Bleeding = "bleeding",
        /// Goes less far.
        Slowed = "slowed",
        /// Does more damage.
        Bolstered = "bolstered",
        /// Is harder to meet.
        Guarded = "guarded",
        /// Has no turn.
        Stunned = "stunned",
        /// Falls prone.
        Prone = "prone",
        /// Is driven back.
        Push = "push",
        /// Harder to meet by what is aimed now.
        Guard = "guard",
        /// A minion comes.
        Summon = "summon",
        /// Another form.
        Form = "form",
        /// Fire lies there.
        Fire = "fire",
        /// Magic darkness lies there.
        Darkness = "darkness",
        /// Magic silence lies there.
        Silence = "silence",
        /// Sees from there.
        Eye = "eye",
        /// Hears from there.
        Ear = "ear",
        /// Is there at once.
        Teleport = "teleport",
    }
}

/// A creature or form that an effect names, and which effect of which ability that is.
pub(super) struct Called<'d> {
    pub(super) ability: usize,
    pub(super) effect: usize,
    pub(super) name: Word<'d>,
}

pub(super) fn abilities<'d>(row: &Row<'d>) -> (Vec<Ability>, Vec<Called<'d>>) {
    let about = "Abilities of this table's own: attacks, techniques, what creatures can do.";
    let entries = row.library("ability", about, "an ability", MOST, CONTENT.documents(), |row| {
        let mut named = Vec::new();
        (ability(row, &mut named), named)
    });
    let mut called = Vec::new();
    let mut all = Vec::new();
    for (at, entry) in entries.into_iter().enumerate() {
        let (ability, named) = entry.of;
        called.extend(named.into_iter().map(|(effect, name)| Called { ability: at, effect, name }));
        all.push(Ability { name: entry.name, ..ability });
    }
    (all, called)
}

fn ability<'d>(row: &Row<'d>, named: &mut Vec<(usize, Word<'d>)>) -> Ability {
    let timing: WordSet<Timing> = set(row.some_of("timing", "Which part of a turn it may take."));
    row.needs(&["timing"]);
    let delivery = row.one_of("delivery", "How it gets to its target; `other` by default.").unwrap_or(Delivery::Other);
    let magical = row.flag("magical", "Is it magic?").unwrap_or(false);
    let usual = if magical { Armor::Magical } else { Armor::Physical };
    let armor = row.one_of("armor", "What is taken off its damage; by default that of its kind.");
    let damage = row.number("damage", "Its action damage; left out where it is not damaging.", 0..=10_000);
    let half = "How often potency counts, in halves: 2 by default, 1 for half of it, 0 for none.";
    let potency = "Added to potency for it; 0 by default.";
    let mut all = Ability {
        number: 0,
        name: String::new(),
        timing,
        triggers: set(row.some_of("trigger", "What sets it off, where it is prepared.")),
        zone: row.number("zone", "The side of the square that is chosen for its trigger.", 1..=9).unwrap_or(0),
        kept: row.flag("kept", "Prepared, is it kept beyond the end of the round?").unwrap_or(false),
        energy: row.number("energy", "What it costs; nothing by default.", 0..=1000).unwrap_or(0),
        minions_pay: row.flag("minions_pay", "Does a minion pay that, too? It does not by default.").unwrap_or(false),
        delivery,
        range: row.number("range", "Squares; 0 by default.", 0..=200).unwrap_or(0),
        targets: row.one_of("targets", "Whom it meets; one by default.").unwrap_or(Targets::One),
        whom: row.one_of("whom", "Who of those in its area; others by default.").unwrap_or(Whom::Others),
        radius: row.number("radius", "Squares around the middle of its area; 0 by default.", 0..=100).unwrap_or(0),
        most: row.number("most", "The most targets of a list; 4 by default.", 1..=4).unwrap_or(4),
        needs: row.one_of("needs", "What those in its area need; nothing by default.").unwrap_or(Needs::None),
        magical,
        hostile: row.flag("hostile", "Does it mean harm? It does by default.").unwrap_or(true),
        special: row.flag("special", "May every player character use it?").unwrap_or(false),
        speech: row.flag("speech", "Is it talk?").unwrap_or(false),
        against: row.one_of("against", "Which resistance; by default Parry, or Warding if it is magical."),
        precision: row.number("precision", "Its own bonus to precision; 0 by default.", -99..=99).unwrap_or(0),
        damage,
        armor: armor.unwrap_or(usual),
        usual_armor: armor.is_none_or(|armor| armor == usual),
        factor: row.number("potency_halves", half, 0..=20).unwrap_or(2),
        potency: row.number("potency", potency, -99..=99).unwrap_or(0),
        bonus: row.number("bonus", "Its own bonus damage; 0 by default.", -999..=999).unwrap_or(0),
        extra: ArrayVec::new(),
        heal: row.number("heal", "Health that it gives back, and potency.", 0..=10_000),
        effects: ArrayVec::new(),
        requires: set(row.some_of("requires", "What it asks of whoever uses it.")),
    };
    let packets = row.tables("extra", "Extra damage: packets of their own.", |row| Packet {
        damage: row.number("damage", "Its action damage.", 0..=10_000).unwrap_or(0),
        factor: row.number("potency_halves", half, 0..=20).unwrap_or(2),
        bonus: row.number("bonus", "Its own bonus; 0 by default.", -999..=999).unwrap_or(0),
        armor: row.one_of("armor", "What is taken off it; physical by default.").unwrap_or(Armor::Physical),
    });
    too_many(row, "extra", packets.len(), MOST_EXTRA);
    all.extra = packets.into_iter().take(MOST_EXTRA).collect();
    let effects = row.tables("effect", "What it does besides.", |row| effect(row));
    too_many(row, "effect", effects.len(), MOST_EFFECTS);
    for (at, (effect, name)) in effects.into_iter().take(MOST_EFFECTS).enumerate() {
        all.effects.push(effect);
        named.extend(name.map(|name| (at, name)));
    }
    fits(row, &all);
    all
}

/// What cannot be together.
fn fits(row: &Row, ability: &Ability) {
    if row.describes() {
        return;
    }
    let prepared = ability.is(Timing::Prepared);
    if prepared && ability.triggers.is_empty() {
        row.wrong("what is prepared has a trigger", "trigger = [\"into\", \"within\"]");
    }
    if !prepared && !ability.triggers.is_empty() {
        row.wrong("what has a trigger is prepared", "timing = [\"prepared\"]");
    }
    if ability.damage.is_none() && !ability.extra.is_empty() {
        row.wrong("what has extra damage has damage of its own", "damage = 0");
    }
    let area = matches!(ability.targets, Targets::Own | Targets::Around);
    if area && (ability.range > 0 || ability.delivery == Delivery::Projectile) {
        row.wrong("what is not aimed has no range", "`radius` is how far an area goes");
    }
    if !area && ability.range == 0 {
        row.wrong("what is aimed has a range", "range = 1");
    }
    let arrives = |effect: &&Effect| matches!(effect, Effect::Summon(_) | Effect::Teleport);
    if ability.effects.iter().filter(arrives).count() > 1 {
        row.wrong("one square has room for one", "an ability of its own for each who comes into a square");
    }
    if ability.summons().is_some() && ability.targets != Targets::Cell {
        row.wrong("whoever is called comes into a square", "targets = \"cell\"");
    }
}

fn too_many(row: &Row, key: &str, is: usize, most: usize) {
    if is > most {
        row.wrong(format!("{is} entries of `{key}`"), format!("at most {most} are possible"));
    }
}

fn effect<'d>(row: &Row<'d>) -> (Effect, Option<Word<'d>>) {
    let kind: Option<Kind> = row.one_of("kind", "What it is.");
    row.needs(&["kind"]);
    let strength: i16 = row.number("strength", "How strong; 1 by default.", -1000..=1000).unwrap_or(1);
    let hits: Option<u8> = row.number("hits", "For so many hits: turns of whoever has it.", 1..=250);
    let rounds: Option<u8> = row.number("rounds", "For so many rounds of whoever used it; 1 by default.", 1..=250);
    let height = row.number("height", "Metres that it reaches up; 0 by default.", 0..=250).unwrap_or(0);
    let resistance = row.one_of("resistance", "Which resistance it guards; parry by default.");
    let name = row.word("of", "Which creature comes, or which form it is.");
    let ails = matches!(kind, Some(Kind::Bleeding | Kind::Slowed | Kind::Stunned));
    if kind == Some(Kind::Bleeding) && rounds.is_some() {
        row.wrong("bleeding is counted in hits", "hits = 2");
    }
    let hits = hits.or((ails && rounds.is_none()).then_some(1));
    let lasts = Lasts { count: hits.or(rounds).unwrap_or(1), hits: hits.is_some() };
    let rounds = rounds.unwrap_or(1);
    let resistance = resistance.unwrap_or(Resistance::Parry);
    let status = |status| Effect::Status { status, strength, resistance, lasts };
    let lay = |lying| Effect::Lay { lying, strength, height, rounds };
    let Some(kind) = kind else { return (Effect::Prone, None) };
    let needs_name = matches!(kind, Kind::Summon | Kind::Form);
    if needs_name && name.is_none() {
        row.wrong("`of` is missing here", "of = \"steppe-wolf\"");
    }
    if let (false, Some(name)) = (needs_name, &name) {
        row.reader().wrong(&name.place, "nothing is named for that", "leave `of` out");
    }
    let effect = match kind {
        Kind::Bleeding => status(Status::Bleeding),
        Kind::Slowed => status(Status::Slowed),
        Kind::Bolstered => status(Status::Bolstered),
        Kind::Guarded => status(Status::Guarded),
        Kind::Stunned => status(Status::Stunned),
        Kind::Prone => Effect::Prone,
        Kind::Push => Effect::Push(u8::try_from(strength).unwrap_or(1)),
        Kind::Guard => Effect::Guard { resistance, strength },
        Kind::Summon => Effect::Summon(0),
        Kind::Form => Effect::Form { form: 0, rounds },
        Kind::Fire => lay(Lying::Fire),
        Kind::Darkness => lay(Lying::Darkness),
        Kind::Silence => lay(Lying::Silence),
        Kind::Eye => Effect::Sense { status: Status::Eye, rounds },
        Kind::Ear => Effect::Sense { status: Status::Ear, rounds },
        Kind::Teleport => Effect::Teleport,
    };
    (effect, name.filter(|_| needs_name))
}

pub(super) fn set<W: skirmish_bookkit::words::Words>(words: Option<Vec<W>>) -> WordSet<W> {
    words.unwrap_or_default().into_iter().collect()
}
