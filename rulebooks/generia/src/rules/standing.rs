//! The usual answer to a routine question.

use skirmish_grid::Facing;
use skirmish_kernel::Id;

use crate::model::{Act, Ask, Attribute, Choice, Harm, Path, Setup, State, Zone};
use crate::rules::damage::armour;
use crate::rules::lines;

/// What a table would do without asking: always legal.
#[inline]
pub fn standing(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    match ask {
        // Asked at the end of each turn.
        Ask::Facing => Some(Choice::Face(toward_a_foe(g, s, who))),
        _ => seldom(g, s, who, ask),
    }
}

#[inline(never)]
fn seldom(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    let better = |one: Attribute, other: Attribute| {
        let sheet = g.sheet(who);
        if sheet.modifier(other) > sheet.modifier(one) { other } else { one }
    };
    Some(match ask {
        Ask::Zone => {
            // Where the armour is best, after all that blows have taken off it.
            let left = |zone: &Zone| armour(s, g.sheet(who), who, Harm::Physical, Some(*zone));
            let best = Zone::ALL.into_iter().max_by_key(left);
            Choice::Zone(best.unwrap_or(Zone::Torso))
        }
        Ask::SecondDie { .. } | Ask::Detect { .. } | Ask::FallCheck { .. } => Choice::Yes(true),
        // Nobody need go on at whoever lies there.
        Ask::Again { on } => Choice::Yes(s.is_able(*on)),
        Ask::Concentration { .. } => Choice::With(better(Attribute::Con, Attribute::Wil)),
        Ask::Save { kind, .. } => {
            let attributes = kind.save().map_or(&[][..], |(attributes, _, _)| attributes);
            let first = attributes.first().copied()?;
            Choice::With(attributes.iter().fold(first, |one, other| better(one, *other)))
        }
        Ask::Step { .. } => Choice::Walk(Path::new()),
        Ask::EndSpell => Choice::Pass,
        Ask::DropSpell => Choice::Act(Act::EndSpell { serial: s.creature(who).concentration.first()?.serial }),
        Ask::Facing | Ask::Turn | Ask::Path { .. } | Ask::Defence(_) | Ask::Reaction(_) | Ask::AfterParry { .. } => {
            return None;
        }
    })
}

/// Toward the nearest foe that can act, of several as near one that it sees already; as it looks now where there is none.
fn toward_a_foe(g: &Setup, s: &State, who: Id) -> Facing {
    let creature = s.creature(who);
    let foes = g.foes(who).and(s.able);
    // Of a single one nothing has to be compared.
    let nearest = match foes.len() {
        1 => foes.iter().next(),
        _ => foes.iter().min_by_key(|foe| (lines::between(g, s, who, *foe), !lines::sees(g, s, who, *foe))),
    };
    nearest.and_then(|foe| lines::toward(g, s, who, foe)).unwrap_or(creature.facing)
}
