//! What is set reads back, and whatever is set leaves a battle that goes on.

use skirmish_bookkit::fields::paths;
use skirmish_kernel::conformance::{Play, open};
use skirmish_kernel::{Edict, Op, Paths, Session};

use crate::BOOK;
use crate::model::{Elemental, Setup, State};
use crate::rules::invariant;

/// As a battle stands after so many answers, drawn at random.
fn battle(encounter: usize, answers: usize) -> Session<Elemental> {
    let mut play = Play::new(open::<Elemental>(&BOOK.encounters[encounter], 7).unwrap(), 7);
    for _ in 0..answers {
        if !play.go_on() {
            break;
        }
    }
    play.session().fork()
}

/// Sets one field in a state between two steps; what it was refused with, if it was.
fn set(session: &Session<Elemental>, path: &str, value: &str) -> Result<(Setup, State), String> {
    let (mut g, mut s) = (session.setup().clone(), session.step_start().clone());
    let edict = Edict::Set { path: path.into(), op: Op::Set, value: value.into() };
    if Elemental::changes_setup(&edict) {
        Elemental::decree_setup(&mut g, &s, &edict).map_err(|refusal| refusal.why().to_string())?;
    }
    Elemental::decree(&g, &mut s, &edict).map_err(|refusal| refusal.why().to_string())?;
    Ok((g, s))
}

#[test]
fn what_is_read_can_be_set_again_and_changes_nothing() {
    for (encounter, answers) in [(0, 0), (1, 9), (2, 40)] {
        let session = battle(encounter, answers);
        let (g, s) = (session.setup(), session.step_start());
        for path in paths::<Elemental>(g) {
            let value = Elemental::read(g, s, &path).unwrap();
            let Ok((g_after, after)) = set(&session, &path, &value.to_string()) else { continue };
            assert_eq!(Elemental::read(&g_after, &after, &path).unwrap(), value, "{path}");
            assert_eq!(invariant::broken(&g_after, &after), None, "{path} = {value}");
        }
    }
}

/// Each field of a combatant with a value that it may have, or with how it is refused.
#[test]
fn what_is_set_reads_back_or_is_refused() {
    let session = battle(0, 0);
    let name = &session.setup().sheets[0].name;
    for (field, value) in [
        ("hp", "3"),
        ("hp_max", "99"),
        ("conditions", "prone"),
        ("full", "1"),
        ("swift", "1"),
        ("initiated", "yes"),
        ("dodge", "yes"),
        ("braced", "yes"),
        ("top", "yes"),
        ("acts_from", "3"),
        ("score", "4"),
        ("ceased", "flee"),
        ("gone", "yes"),
        ("attack_advantage", "-1"),
        ("extra_defence", "-99"),
        ("cover", "no"),
        ("concealment", "3"),
        ("cannot_see", "yes"),
        ("helpless", "yes"),
        ("binding_hours", "99"),
        ("binding_barred", "yes"),
        ("str", "-20"),
        ("attack_bonus", "30"),
        ("swim_speed", "180"),
        ("shield", "6"),
    ] {
        let path = format!("{name}.{field}");
        let (g, s) = set(&session, &path, value).expect(&path);
        assert_eq!(Elemental::read(&g, &s, &path).unwrap().to_string(), value, "{path}");
    }
    for (field, value, expected) in [
        ("q", "3", "`q` follows from `at`"),
        ("down", "yes", "`down` follows from `hp`"),
        ("spent", "nothing", "`spent` follows from"),
        ("binding_dc", "3", "`binding_dc` follows from"),
        ("name", "Bo", "names do not change"),
        ("abilities", "blade", "abilities are added and taken"),
        ("moves", "dash", "only be set to `none`"),
        ("readied", "dash", "only be set to `none`"),
        ("counter", "blade", "only be set to `none`"),
        ("full", "3", "no round's budget holds that"),
        ("swift", "-1", "-1 is outside 0 to 9"),
        ("concealment", "4", "4 is outside 0 to 3"),
        ("ceased", "sulk", "one of no, surrender, flee, stop"),
        ("base_speed", "185", "185 is outside 0 to 180"),
        ("base_speed", "33", "only multiples of 5"),
        ("shield", "7", "7 is outside 0 to 6"),
        ("strr", "3", "there is no field `strr`"),
    ] {
        let refused = set(&session, &format!("{name}.{field}"), value).err().unwrap_or_default();
        assert!(refused.contains(expected), "{field} = {value}: {refused}");
    }
}
