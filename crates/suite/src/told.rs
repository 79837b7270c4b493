//! How battles are told.

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use skirmish_kernel::conformance::{Play, open};
use skirmish_kernel::{Awaited, Embedded, Moment, Scribe, Session};

/// Each event of some random battles is told in a sentence, and what bears on each listed choice in words that end without
/// a full stop. Gives the kinds of events that came.
///
/// # Errors
/// What is told otherwise.
pub(crate) fn in_sentences<B: Scribe>(encounter: &Embedded) -> Result<HashSet<Discriminant<B::Event>>, String> {
    let mut kinds = HashSet::new();
    for seed in 0..10 {
        let mut play = Play::new(open::<B>(encounter, seed)?, seed);
        while play.session().len() < 150 && play.go_on() {
            if seed == 0 {
                facts(play.session())?;
            }
        }
        for (_, moment) in play.session().log() {
            let Moment::Told(event) = moment else { continue };
            kinds.insert(discriminant(event));
            sentence(&B::narrate(play.session().setup(), event))?;
        }
    }
    Ok(kinds)
}

/// `Ann strikes at Bo.`
fn sentence(text: &str) -> Result<(), String> {
    let begins = text.chars().next().is_none_or(|first| !first.is_lowercase());
    let ends = text.is_empty() || text.ends_with('.');
    let well = !text.contains(['{', '\n']) && !text.contains("  ") && !text.contains(" .");
    if begins && ends && well { Ok(()) } else { Err(format!("this is no sentence: {text}")) }
}

fn facts<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let (g, s) = (session.setup(), session.state());
    let Some(Awaited::Choices(_, asks)) = session.awaited() else { return Ok(()) };
    for (who, ask) in asks {
        let mut listed = Vec::new();
        B::options(g, s, *who, ask, &mut |choice| listed.push(choice));
        let facts = listed.iter().flat_map(|choice| B::facts(g, s, *who, ask, choice));
        if let Some(fact) = facts.into_iter().find(|fact| fact.text.is_empty() || fact.text.ends_with('.')) {
            return Err(format!("{fact:?} is no fact"));
        }
    }
    Ok(())
}
