//! Nobody is shown what it may not know, at any moment of a battle.

use skirmish_bookkit::events::Cites;
use skirmish_kernel::conformance::open;
use skirmish_kernel::{Edict, Id, Ids, Moment, Session, Unseen, View, Viewer, Viewing, When};

use crate::catalogue::ENCOUNTERS;
use crate::model::{Act, Event, Sought, unseen};
use crate::{Legacy, State};

fn shown(session: &Session<Legacy>, viewer: Viewer) -> View {
    Legacy::view(session.setup(), session.state(), viewer)
}

pub fn foes_are_shown_in_words() {
    let mut session = open::<Legacy>(&ENCOUNTERS[0], 1).unwrap();
    let (g, own) = (session.setup(), session.setup().sheets[0].side);
    let foe = g.sheets.iter().find(|sheet| sheet.side != own).unwrap().name.clone();
    for (hits, word) in [("-= 1", "hurt"), ("= 1", "damaged"), ("= 0", "down")] {
        session.decree(Edict::parse(&format!("{foe}.hits {hits}")).unwrap(), When::Now).unwrap();
        let seen = shown(&session, Viewer::Side(own));
        let token = seen.tokens.iter().find(|token| token.name == foe).unwrap();
        assert_eq!(token.gauges.len(), 1, "its actions are its own business");
        assert_eq!((token.gauges[0].value, token.gauges[0].word.as_str()), (None, word));
        let master = shown(&session, Viewer::GameMaster);
        let token = master.tokens.iter().find(|token| token.name == foe).unwrap();
        assert!(token.gauges.iter().all(|gauge| gauge.value.is_some()));
    }
}

pub fn what_is_done_in_secret_is_told_to_its_side() {
    let mut session = open::<Legacy>(&ENCOUNTERS[0], 1).unwrap();
    let who = Id::new(0);
    let (own, other) = (Viewer::Side(session.setup().side(who)), {
        let foe = session.setup().foes(who).iter().next().unwrap();
        Viewer::Side(session.setup().side(foe))
    });
    let ability = 0;
    let secret = [
        Event::Ambushes { who },
        Event::Hid { who, held: true },
        Event::Searched { who, what: Sought::Hidden, held: true },
        Event::Began { who, act: Act::Hide(ability), pass: 0, tier: 0, also: Cites::default() },
    ];
    for event in secret {
        let moment = Moment::Told(event);
        assert!(Legacy::sees(session.setup(), Unseen::NOBODY, own, &moment));
        assert!(!Legacy::sees(session.setup(), Unseen::NOBODY, other, &moment), "{moment:?}");
        assert!(!Legacy::sees(session.setup(), Unseen::NOBODY, Viewer::Spectator, &moment), "{moment:?}");
    }
    let open = Moment::Told(Event::Surprised { who, reacts: false, said: false });
    assert!(Legacy::sees(session.setup(), Unseen::NOBODY, Viewer::Spectator, &open), "everybody sees who does nothing");
    let drew = |s: &State| Moment::Told(unseen(s, who, Event::Drew { who, arm: 0, picked: false }));
    let before = drew(session.state());
    assert!(Legacy::sees(session.setup(), Unseen::NOBODY, other, &before));
    let name = session.setup().sheet(who).name.clone();
    session.decree(Edict::parse(&format!("{name}.concealed = yes")).unwrap(), When::Now).unwrap();
    // What was done in the open stays told, and what was done unseen stays kept back, whoever is seen later.
    let hidden = drew(session.state());
    let hid = Unseen { before: Ids::NONE.with(who), after: Ids::NONE.with(who) };
    for unseen in [Unseen::NOBODY, hid] {
        assert!(Legacy::sees(session.setup(), unseen, other, &before));
        assert!(!Legacy::sees(session.setup(), unseen, other, &hidden));
        assert!(Legacy::sees(session.setup(), unseen, own, &hidden));
    }
}
