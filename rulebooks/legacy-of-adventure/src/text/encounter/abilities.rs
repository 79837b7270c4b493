//! Skills, spells and powers: the book's, and the table's own among them.

use skirmish_bookkit::file::{Row, Shape};

use super::CONTENT;
use super::damage::{Damage, damage};
use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Ability, Answers, Attribute, Effect, Harm, Kind, Mode, Nature, Object, Save, Tier};

/// The most abilities one encounter may know.
const MOST: usize = 250;

/// The most actions that one use of anything takes.
pub(super) const MOST_ACTIONS: i64 = 8;

/// The longest nominal range, in yards.
pub(super) const LONGEST: i64 = 400;

/// The book's abilities, with the table's own among them.
pub(super) fn abilities(row: &Row) -> Vec<Ability> {
    let about = "Skills, spells and powers of this table's own; one of a known name replaces it.";
    let all = row.library("ability", about, "an ability", MOST, CONTENT.documents(), |row| {
        let ability = ability(row);
        fits(row, &ability);
        ability
    });
    all.into_iter().map(|entry| Ability { name: entry.name, ..entry.of }).collect()
}

fn ability(row: &Row) -> Ability {
    row.needs(&["kind", "attribute"]);
    let kind = row.one_of("kind", "What one does with it.").unwrap_or(Kind::Utility);
    let nature = row.one_of("nature", "What it is made of; attacks have to say it.").unwrap_or(Nature::Unarmed);
    let modes = row.some_of("mode", "Melee, ranged or both; attacks have to say it.").unwrap_or_default();
    let answers = answers(row);
    let name = row.needed("name", "As people type it: lower case, hyphens.");
    let effect = row.table_if("effect", "What it does besides.", effect).flatten().unwrap_or(Effect::None);
    let (usage, free) = actions(row, kind, effect);
    let hits =
        row.word("damage", "Attacks without a weapon: dice of at most two kinds, a fixed part, and STR, Strength.");
    let hits = hits.and_then(|text| damage(row.reader(), &text)).unwrap_or(Damage::NONE);
    let called = row.flag("locations", "Attacks: called shots are possible; by default with weapons and bare hands.");
    let flag = |key, about| row.flag(key, about).unwrap_or(false);
    Ability {
        rule: CATALOGUE.find(&format!("ability.{}", &*name)).unwrap_or(rule::CHECK_FORMULA),
        name: String::new(),
        kind,
        nature,
        melee: modes.contains(&Mode::Melee) || answers.melee != 0,
        ranged: modes.contains(&Mode::Ranged) || answers.ranged != 0,
        attribute: row.one_of("attribute", "The attribute of its target score.").unwrap_or(Attribute::Agility),
        usage,
        free,
        tier: row.one_of("tier", "How far it has to be learned; basic by default.").unwrap_or(Tier::Basic),
        answers,
        on_guard: flag("on_guard", "Defends: it may be used On-Guard."),
        general: row.one_of("general", "Defends: the general defence that comes with it."),
        locations: called.unwrap_or(kind == Kind::Attack && !nature.is_magic()),
        instant: row.flag("instant", "False: it lasts, and asks for Concentration.").unwrap_or(true),
        surprise: flag("surprise", "Attacks: fit for an attack from a set position, whatever the weapon."),
        hindered: flag("hindered", "Attacks: a spell that shooting into melee hinders all the same."),
        dice: hits.dice,
        flat: hits.flat,
        strong: hits.strong,
        harm: row.one_of("damage_type", "Attacks without a weapon: what they do harm with."),
        range: row
            .number("range", "Attacks from afar without a weapon: nominal range in yards.", 1..=LONGEST)
            .unwrap_or(0),
        save: row.table_if("save", "Attacks: the save of whoever it harms.", save),
        effect,
        kills: flag("kills", "Attacks: it may be a Kill Shot away from the vitals."),
    }
}

/// Actions of one use, and whether it takes a free act instead.
fn actions(row: &Row, kind: Kind, effect: Effect) -> (u8, bool) {
    // What takes nothing could be done for ever, but for what is only done when something asks for it.
    let least = i64::from(effect != Effect::Keep);
    let shape = || Shape::Either(vec![Shape::Number(0, MOST_ACTIONS), Shape::OneOf(vec!["free"])]);
    let Some(actions) = row.value("actions", "Actions that it takes, or `free`; 1 by default.", &shape) else {
        return (1, false);
    };
    if !actions.is_text() {
        return (actions.number(least..=MOST_ACTIONS).unwrap_or(1), false);
    }
    let free = actions.text().is_some_and(|word| &*word == "free");
    if !free {
        row.reader().wrong(&actions.place, "a number of actions, or \"free\"", "actions = 1");
    } else if kind != Kind::Utility {
        row.reader().wrong(&actions.place, "only a utility is free", "actions = 1");
    }
    (0, true)
}

fn answers(row: &Row) -> Answers {
    let bits = |natures: Option<Vec<Nature>>| natures.iter().flatten().fold(0u8, |bits, word| bits | 1 << *word as u8);
    let (melee, ranged) = row.table("against", "Defends: what they answer, by what the attack is made of.", |row| {
        (bits(row.some_of("melee", "In melee.")), bits(row.some_of("ranged", "From afar.")))
    });
    let object = row.one_of("uses", "Defends: what they avert with.").unwrap_or(Object::None);
    Answers { melee, ranged, object }
}

fn save(row: &Row) -> (Save, u8) {
    row.needs(&["by"]);
    let points = row.number("points", "Points of the attacker's skill that lower it by 1; 1 by default.", 1..=100);
    (row.one_of("by", "Which.").unwrap_or(Save::Reaction), points.unwrap_or(1))
}

/// What it does besides harm, each kind with the kind of ability that may have it.
fn effect(row: &Row) -> Option<Effect> {
    row.kind(
        "kind",
        "What it does.",
        &[
            ("prone", &|_| Effect::Prone),
            ("pounce", &|row| {
                row.needs(&["most"]);
                let most = row.number("most", "Yards of the leap that add to its damage at most.", 1..=40);
                Effect::Pounce(most.unwrap_or(1))
            }),
            ("charge", &|_| Effect::Charge),
            ("disengage", &|_| Effect::Disengage),
            ("search", &|_| Effect::Search),
            ("hide", &|_| Effect::Hide),
            ("rise", &|_| Effect::Rise),
            ("ward", &|row| {
                row.needs(&["rating", "value"]);
                let harm = row.one_of("rating", "Against which harm.").unwrap_or(Harm::Physical);
                Effect::Ward(harm, row.number("value", "The rating.", 1..=100).unwrap_or(1))
            }),
            ("keep", &|_| Effect::Keep),
            ("mend", &|row| {
                row.needs(&["hits"]);
                Effect::Mend(row.number("hits", "How many are given back.", 1..=100).unwrap_or(1))
            }),
        ],
    )
}

/// Is every key of use to an ability of its kind, and is nothing missing?
fn fits(row: &Row, ability: &Ability) {
    const OF_DEFENDS: [&str; 4] = ["against", "uses", "general", "on_guard"];
    const OF_ATTACKS: [&str; 8] =
        ["damage", "damage_type", "range", "locations", "surprise", "hindered", "kills", "save"];
    for (keys, kind) in [(&OF_DEFENDS[..], Kind::Defend), (&OF_ATTACKS[..], Kind::Attack)] {
        for key in keys.iter().filter(|key| kind != ability.kind && row.has(key)) {
            row.wrong(format!("`{key}` is a key of {}s", kind.word()), "leave it out, or change `kind`");
        }
    }
    let want = |wrong: bool, message: &str, help: &str| {
        if wrong {
            row.wrong(message, help);
        }
    };
    let kind = match ability.effect {
        Effect::None => ability.kind,
        Effect::Prone | Effect::Pounce(_) => Kind::Attack,
        Effect::Charge | Effect::Disengage => Kind::Move,
        Effect::Search | Effect::Hide | Effect::Rise | Effect::Ward(..) | Effect::Keep | Effect::Mend(_) => {
            Kind::Utility
        }
    };
    let message = format!("only `kind = \"{}\"` has such an effect", kind.word());
    want(kind != ability.kind, &message, "change `kind`, or leave the effect out");
    let prone = ability.effect == Effect::Prone && ability.save.is_none();
    want(prone, "whom does it throw down?", "save = { by = \"reaction\", points = 1 }");
    let dear = ability.kind == Kind::Defend && ability.usage != 1;
    want(dear, "a defence takes what `defend.actions` says", "leave `actions` out");
    let nothing = ability.kind == Kind::Defend && ability.answers.melee == 0 && ability.answers.ranged == 0;
    want(nothing, "this defence answers nothing", "against = { melee = [\"weapon\", \"unarmed\"] }");
    if ability.kind != Kind::Attack {
        return;
    }
    want(!row.has("nature"), "an attack has a `nature`", "weapon, unarmed, magic or mental");
    want(!row.has("mode"), "an attack has a `mode`", "melee, ranged, or both in a list");
    let own = row.has("damage");
    want(own != ability.harm.is_some(), "`damage` and `damage_type` go together", "give both, or neither");
    let leaps = matches!(ability.effect, Effect::Pounce(_));
    let bare = (ability.nature.is_magic() || leaps) && !own;
    want(bare, "an attack without a weapon has `damage`", "for example `10+2d6`");
    want(own && ability.melee && ability.ranged, "an attack without a weapon has one mode", "melee or ranged");
    let far = own && ability.ranged;
    want(far != row.has("range"), "an attack from afar without a weapon has a `range`, others have none", "");
}
