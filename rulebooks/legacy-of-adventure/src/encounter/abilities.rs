//! Skills, spells and powers: the book's, and the table's own among them.

use super::content::content;
use super::damage::{Damage, damage};
use super::file::{
    AbilityFile, ActionsFile, EffectFile, EncounterFile, KindFile, ModeFile, NatureFile, OneOrMore, Placed,
};
use super::{Reader, put};
use crate::rules::{CATALOGUE, rule};
use crate::sheet::{Ability, Answers, Effect, Kind, Mode, Nature, Object, Save, Tier};

/// The most abilities one encounter may know.
const MOST: usize = 250;

/// The most actions that one use of anything takes.
pub(super) const MOST_ACTIONS: i32 = 8;

/// The longest nominal range, in yards.
pub(super) const LONGEST: i32 = 400;

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
        put(&mut all, ability_of(reader, ability), |ability| &ability.name);
    }
    if all.len() > MOST {
        reader.wrong(0..0, format!("{} abilities", all.len()), format!("at most {MOST} are possible"));
        all.truncate(MOST);
    }
    all
}

fn ability_of(reader: &mut Reader, file: &AbilityFile) -> Ability {
    reader.check_word("an ability", &file.name);
    misplaced(reader, file);
    wanting(reader, file);
    let nature = file.nature.map_or(Nature::Unarmed, Nature::from);
    let against = answers(file);
    let modes = file.mode.as_deref().map_or(&[][..], OneOrMore::all);
    let (usage, free) = actions(reader, file);
    let hits = file.damage.as_ref().and_then(|text| damage(reader, text)).unwrap_or(Damage::NONE);
    Ability {
        name: file.name.to_string(),
        rule: CATALOGUE.find(&format!("ability.{}", file.name.as_str())).unwrap_or(rule::CHECK_FORMULA),
        kind: file.kind.into(),
        nature,
        melee: modes.contains(&ModeFile::Melee) || against.melee != 0,
        ranged: modes.contains(&ModeFile::Ranged) || against.ranged != 0,
        attribute: file.attribute.into(),
        usage,
        free,
        tier: file.tier.map_or(Tier::Basic, Tier::from),
        answers: against,
        on_guard: file.on_guard.unwrap_or(false),
        general: file.general.map(Mode::from),
        locations: file.locations.unwrap_or(file.kind == KindFile::Attack && !nature.is_magic()),
        instant: file.instant.unwrap_or(true),
        surprise: file.surprise.unwrap_or(false),
        hindered: file.hindered.unwrap_or(false),
        dice: hits.dice,
        flat: hits.flat,
        strong: hits.strong,
        harm: file.damage_type.map(Into::into),
        range: reader.number("range", file.range.as_ref(), 1, LONGEST).unwrap_or(0),
        save: save(reader, file),
        effect: file.effect.as_ref().map_or(Effect::None, |found| effect(reader, file, found)),
        kills: file.kills.unwrap_or(false),
    }
}

/// Actions of one use, and whether it takes a free act instead.
fn actions(reader: &mut Reader, file: &AbilityFile) -> (u8, bool) {
    let Some(actions) = &file.actions else { return (1, false) };
    match **actions {
        ActionsFile::Number(number) => {
            // What takes nothing could be done for ever, but for what is only done when something asks for it.
            let keeps = matches!(file.effect.as_deref(), Some(EffectFile::Keep {}));
            let least = i32::from(!keeps);
            let number = reader.within("actions", number, actions.span(), least, MOST_ACTIONS);
            (number.unwrap_or(1), false)
        }
        ActionsFile::Word(_) => {
            if file.kind != KindFile::Utility {
                reader.wrong(actions.span(), "only a utility is free", "actions = 1");
            }
            (0, true)
        }
    }
}

fn answers(file: &AbilityFile) -> Answers {
    let bits = |natures: &[NatureFile]| natures.iter().fold(0u8, |bits, word| bits | 1 << Nature::from(*word) as u8);
    let (melee, ranged) = file.against.as_ref().map_or((0, 0), |all| (bits(&all.melee), bits(&all.ranged)));
    Answers { melee, ranged, object: file.uses.map_or(Object::None, Object::from) }
}

fn save(reader: &mut Reader, file: &AbilityFile) -> Option<(Save, u8)> {
    let save = file.save.as_ref()?;
    let points = reader.number("points", save.points.as_ref(), 1, 100).unwrap_or(1);
    Some((save.by.into(), points))
}

/// Keys that say nothing of an ability of this kind.
fn misplaced(reader: &mut Reader, file: &AbilityFile) {
    let of_defends = [
        ("against", file.against.is_some()),
        ("uses", file.uses.is_some()),
        ("general", file.general.is_some()),
        ("on_guard", file.on_guard.is_some()),
    ];
    let of_attacks = [
        ("damage", file.damage.is_some()),
        ("damage_type", file.damage_type.is_some()),
        ("range", file.range.is_some()),
        ("locations", file.locations.is_some()),
        ("surprise", file.surprise.is_some()),
        ("hindered", file.hindered.is_some()),
        ("kills", file.kills.is_some()),
        ("save", file.save.is_some()),
    ];
    let keys = of_defends.iter().map(|key| (key, KindFile::Defend));
    for ((key, given), kind) in keys.chain(of_attacks.iter().map(|key| (key, KindFile::Attack))) {
        if *given && kind != file.kind {
            let whose = if kind == KindFile::Attack { "attacks" } else { "defends" };
            reader.wrong(file.name.span(), format!("`{key}` is a key of {whose}"), "leave it out, or change `kind`");
        }
    }
}

/// What an ability of this kind cannot do without.
fn wanting(reader: &mut Reader, file: &AbilityFile) {
    let modes = file.mode.as_deref().map_or(&[][..], OneOrMore::all);
    let nature = file.nature.map(Nature::from);
    let mut want = |wrong: bool, message: &str, help: &str| {
        if wrong {
            reader.wrong(file.name.span(), message, help);
        }
    };
    if file.kind == KindFile::Defend {
        let answers = answers(file);
        let nothing = answers.melee == 0 && answers.ranged == 0;
        want(nothing, "this defence answers nothing", "against = { melee = [\"weapon\", \"unarmed\"] }");
    }
    if file.kind != KindFile::Attack {
        return;
    }
    want(nature.is_none(), "an attack has a `nature`", "weapon, unarmed, magic or mental");
    want(modes.is_empty(), "an attack has a `mode`", "melee, ranged, or both in a list");
    let own = file.damage.is_some();
    want(own != file.damage_type.is_some(), "`damage` and `damage_type` go together", "give both, or neither");
    let magic = nature.is_some_and(Nature::is_magic);
    let leaps = matches!(file.effect.as_deref(), Some(EffectFile::Pounce { .. }));
    want((magic || leaps) && !own, "an attack without a weapon has `damage`", "for example `10+2d6`");
    want(own && modes.len() > 1, "an attack without a weapon has one mode", "melee or ranged");
    let far = own && modes.contains(&ModeFile::Ranged);
    want(far != file.range.is_some(), "an attack from afar without a weapon has a `range`, others have none", "");
}

/// Of what kind an ability with such an effect is.
fn kind_of(effect: &EffectFile) -> Kind {
    match effect {
        EffectFile::Prone {} | EffectFile::Pounce { .. } => Kind::Attack,
        EffectFile::Charge {} | EffectFile::Disengage {} => Kind::Move,
        EffectFile::Search {}
        | EffectFile::Hide {}
        | EffectFile::Rise {}
        | EffectFile::Ward { .. }
        | EffectFile::Keep {}
        | EffectFile::Mend { .. } => Kind::Utility,
    }
}

fn effect(reader: &mut Reader, file: &AbilityFile, effect: &Placed<EffectFile>) -> Effect {
    let (span, kind) = (effect.span(), kind_of(effect));
    if kind != Kind::from(file.kind) {
        let word = match kind {
            Kind::Attack => "attack",
            Kind::Defend => "defend",
            Kind::Move => "move",
            Kind::Utility => "utility",
        };
        reader.wrong(span.clone(), format!("only `kind = \"{word}\"` has such an effect"), "");
    }
    match **effect {
        EffectFile::Prone {} => {
            if file.save.is_none() {
                reader.wrong(span, "whom does it throw down?", "save = { by = \"reaction\", points = 1 }");
            }
            Effect::Prone
        }
        EffectFile::Pounce { most } => Effect::Pounce(reader.within("most", most, span, 1, 40).unwrap_or(1)),
        EffectFile::Charge {} => Effect::Charge,
        EffectFile::Disengage {} => Effect::Disengage,
        EffectFile::Search {} => Effect::Search,
        EffectFile::Hide {} => Effect::Hide,
        EffectFile::Rise {} => Effect::Rise,
        EffectFile::Ward { rating, value } => {
            Effect::Ward(rating.into(), reader.within("value", value, span, 1, 100).unwrap_or(1))
        }
        EffectFile::Keep {} => Effect::Keep,
        EffectFile::Mend { hits } => Effect::Mend(reader.within("hits", hits, span, 1, 100).unwrap_or(1)),
    }
}
