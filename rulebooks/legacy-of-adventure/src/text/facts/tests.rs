//! What is told before a choice is what is thrown after it.

use skirmish_kernel::conformance::{Play, open};
use skirmish_kernel::{Awaited, Bearing, Fact, Id, Rulebook, Session};

use super::facts;
use crate::Legacy;
use crate::catalogue::ENCOUNTERS;
use crate::model::{Ask, Choice};

pub fn the_score_that_is_told_is_thrown_against() {
    for (at, encounter) in ENCOUNTERS.iter().enumerate() {
        let mut play = Play::new(open::<Legacy>(encounter, 3).unwrap(), 20 + at as u64);
        for _ in 0..150 {
            if let Some(Awaited::Choices(_, asks)) = play.session().awaited() {
                asks.iter().for_each(|(who, ask)| is_thrown_against(play.session(), *who, ask));
            }
            if !play.go_on() {
                break;
            }
        }
    }
}

fn is_thrown_against(session: &Session<Legacy>, who: Id, ask: &Ask) {
    let (g, s) = (session.setup(), session.state());
    let mut listed: Vec<Choice> = Vec::new();
    Legacy::options(g, s, who, ask, &mut |choice| listed.push(choice));
    for choice in listed {
        let told = facts(g, s, who, ask, &choice);
        let score = |fact: &Fact| -> Option<i32> {
            fact.text.strip_prefix("a d20 must not exceed ")?.split(' ').next()?.parse().ok()
        };
        let Some((rule, score)) = told.iter().find_map(|fact| Some((fact.rule?, score(fact)?))) else { continue };
        let mut after = session.fork();
        if after.choose(who, choice).is_ok()
            && let Some(Awaited::Dice(dice)) = after.awaited()
            && let [one] = dice.as_slice()
            && (one.rule, one.who) == (rule, who)
        {
            let terms = one.terms.iter().filter(|term| term.bearing == Bearing::Score);
            assert_eq!(terms.map(|term| term.value).sum::<i32>(), score, "{choice:?}");
        }
    }
}
