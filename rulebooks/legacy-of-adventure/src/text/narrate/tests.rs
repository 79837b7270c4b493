//! Whatever happens is told in sentences.

use skirmish_bookkit::events::Cites;
use skirmish_kernel::conformance::open;
use skirmish_kernel::{Embedded, Id, Ids};

use super::narrate;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{
    Act, Attack, Bar, Drawn, Event, Gait, Harm, Mode, Parts, Rating, Row, Save, Segment, Setup, Sought, Spot, Stance,
};

fn starter() -> Setup {
    open::<Legacy>(&Embedded { name: "starter", text: include_str!("../../../encounters/starter.toml") }, 1)
        .unwrap()
        .setup()
        .clone()
}

const MAUD: Id = Id::new(0);
const PERRIN: Id = Id::new(1);
const SNIG: Id = Id::new(2);
const ASH: Id = Id::new(3);

/// An attack with the row that this skill and manner have.
fn attack(g: &Setup, by: Id, skill: &str, mode: Mode, on: Id, spot: Spot) -> Event {
    let fits = |row: &Row| g.ability(row.ability).name == skill && row.mode == mode;
    let row = g.rows(by).iter().position(fits).unwrap() as u8;
    Event::Declared { by, attack: Attack { row, on, spot }, also: Cites::default() }
}

pub fn attacks_say_with_what_at_whom_and_where() {
    let g = starter();
    let (near, far) = (Mode::Melee, Mode::Ranged);
    for (by, skill, mode, on, spot, text) in [
        (MAUD, "swing", near, SNIG, Spot::Torso, "Maud strikes at Snig with arming-sword."),
        (MAUD, "swing", near, SNIG, Spot::Head, "Maud strikes at Snig with arming-sword, at the head."),
        (MAUD, "punch", near, SNIG, Spot::Arm, "Maud strikes at Snig with the fist, at an arm."),
        (PERRIN, "shoot", far, ASH, Spot::Leg, "Perrin shoots at Ash with longbow, at a leg."),
        (SNIG, "stab", far, MAUD, Spot::Weapon(0), "Snig throws dagger at Maud, at what that one has in hand."),
        (ASH, "bite", near, PERRIN, Spot::Vitals, "Ash strikes at Perrin with the bite, at the vitals."),
    ] {
        assert_eq!(narrate(&g, &attack(&g, by, skill, mode, on, spot)), text);
    }
}

pub fn damage_is_told_with_what_stood_against_it() {
    let mut g = starter();
    let harmed = |loss, changed| Event::Harmed {
        on: SNIG,
        harm: Harm::Impact,
        rating: Rating::default().with("basic hits", 7),
        loss,
        changed,
        also: Cites::default(),
    };
    assert_eq!(narrate(&g, &harmed(9, false)), "16 impact against 7: Snig loses 9.");
    assert_eq!(narrate(&g, &harmed(9, true)), "16 impact through the gap against 7: Snig loses 9.");
    assert_eq!(narrate(&g, &harmed(0, false)), "Snig's rating of 7 against impact holds: nothing is lost.");
    g.rules.ruling_damage_floor = 1;
    assert_eq!(narrate(&g, &harmed(1, false)), "Snig's rating of 7 against impact nearly holds: 1 lost.");
    assert_eq!(narrate(&g, &harmed(2, false)), "9 impact against 7: Snig loses 2.");
}

pub fn a_table_can_follow_who_acts_when() {
    let g = starter();
    let at = g.sheet(SNIG).at;
    let leap = Gait::Pounce { attack: Attack { row: 0, on: MAUD, spot: Spot::Torso } };
    let began = |act| Event::Began { who: ASH, act, pass: 0, tier: 0, also: Cites::default() };
    let both = Ids::NONE.with(SNIG).with(ASH);
    let one = Ids::NONE.with(SNIG);
    let stanced = |stance, on_guard| Event::Stanced { who: MAUD, stance, on_guard };
    let guarded = |failed, over| Event::Guarded { who: MAUD, held: false, failed, over };
    for (event, text) in [
        (stanced(Stance::Ready, false), "Maud is Ready."),
        (stanced(Stance::Defensive, true), "Maud is Defensive, On-Guard."),
        (stanced(Stance::Hold, false), "Maud holds back."),
        (Event::Trades { who: MAUD, trades: both, waits: Ids::NONE }, "Maud answers Snig and Ash blow for blow."),
        (
            Event::Trades { who: MAUD, trades: one, waits: Ids::NONE.with(ASH) },
            "Maud answers Snig blow for blow, and lets Ash finish first.",
        ),
        (Event::Exchange { first: SNIG, second: MAUD }, "Snig and Maud go for each other at the same moment."),
        (Event::Answers { who: MAUD, to: SNIG }, "Maud answers Snig."),
        (Event::LetsBe { who: MAUD, to: SNIG }, "Maud leaves Snig's attack unanswered."),
        (
            Event::Struck { by: SNIG, on: PERRIN, drawn: Drawn::Shot, segment: Segment::Ranged },
            "Snig takes the opportunity: Perrin lets fly with a foe at hand.",
        ),
        (guarded(2, false), "Maud's On-Guard: 2 of 3 failed."),
        (guarded(3, true), "Maud's On-Guard has failed 3 times, and is over for this round."),
        (Event::Barred { on: MAUD, bar: Bar::Aggressive }, "Both are Aggressive: Maud cannot defend."),
        (
            Event::General { who: PERRIN, mode: Mode::Ranged, held: true, points: 1 },
            "Perrin keeps moving: ranged attacks are 1 worse.",
        ),
        // What random battles seldom come to.
        (Event::Disrupted { who: SNIG }, "Snig is struck, and what was under way comes to nothing."),
        (Event::SurpriseOver, "The surprise is over."),
        (Event::Killed { who: SNIG }, "Snig is killed."),
        (Event::Fell { who: SNIG, dead: true }, "Snig falls dead."),
        (Event::Woke { who: SNIG }, "Snig wakes up."),
        (Event::Failed { who: MAUD, ability: 0 }, "Maud's swing comes to nothing."),
        (Event::Disabled { who: MAUD, part: Parts::OTHER_ARM }, "Maud's other arm is of no use any more."),
        (
            Event::Structural { who: MAUD, arm: 1, held: false, by: rule::STRUCTURAL_SAVE },
            "Maud's medium-shield breaks.",
        ),
        (
            Event::Saved { who: MAUD, save: Save::Stamina, held: false, by: rule::RULING_EFFECTS },
            "Maud fails the Stamina save.",
        ),
        (
            Event::Searched { who: PERRIN, what: Sought::Vulnerability(SNIG), held: false },
            "Perrin does not find where Snig is least covered.",
        ),
        (Event::Moved { who: ASH, to: at, gait: leap, passed: false }, "Ash leaps to J3."),
        (Event::Stepped { who: ASH, to: at, disengages: true }, "Ash steps to J3, out of every foe's reach."),
        (began(Act::Stop), "Ash does nothing more in this segment."),
        (began(Act::Stand), ""),
        (Event::Round { round: 2 }, ""),
    ] {
        assert_eq!(narrate(&g, &event), text);
    }
}
