//! Encounter files, and what of a battle can be asserted and set by hand.

use skirmish_bookkit::content::Content;
use skirmish_bookkit::encounter::{self, Names, Sides};
use skirmish_bookkit::fields::{Change, Field, Fields, Set, SetWorld, World, name_or_none};
use skirmish_bookkit::stat::{self, Number, Stats};
use skirmish_bookkit::{answer, encounters, exchange, file::Row, ground::Walled, paths, sheets_and_rules};
use skirmish_kernel::{Carried, Encounters, Exchange, Id, Loaded, Refusal};

use crate::made::{CONTENT, Rules, rule};
use crate::model::{Hayfork, STATS, Setup, Sheet, State};
use crate::rules::is_free;

encounters!(Hayfork, "hayfork", read, encounter::everybody::<Self>, {
    const IS_EXAMPLE: bool = true;

    /// Whoever lies on the ground gets up before the next one.
    fn carried(_: &Setup, s: &State, id: Id) -> Option<Vec<Carried>> {
        Some(vec![Carried { key: "vigour", value: Some(s.hits[id.index()].max(1).to_string()) }])
    }
});

static CREATURES: Content = Content::new(CONTENT);

/// What it hands to other programs, and reads of theirs and of people's.
pub const EXCHANGE: Exchange = exchange!(Hayfork, "../../printed.toml", read, CREATURES, "#");

/// Reads an encounter; run over nothing, it describes one.
pub fn read(row: &Row) -> Loaded<Hayfork> {
    let (book, names) = (Hayfork::NAME, &Names::PLAIN);
    let head = encounter::head(row, book);
    let rules = encounter::house_rules(row, book, Rules::get, Rules::set);
    let (mut places, ground) = Walled::read(row);
    let sides = Sides::read(row, names);
    let numbers = |row: &Row| stat::sheet(STATS, row, &rules);
    let about = "Creatures of this table's own; one of a known name replaces it.";
    let creatures = row.library("creature", about, "a creature", 1000, CREATURES.documents(), numbers);
    let sheets = encounter::combatants(row, names, &sides, &creatures, |one| {
        let at = places.stand(&one, |cell| ground.is_wall(cell).then_some("a wall"), |_| false).unwrap_or_default();
        Sheet { name: one.name.clone(), letter: one.letter, side: one.side, at, ..numbers(&one.row) }
    });
    let (title, sides, most_rounds) = (head.title, sides.names, head.most_rounds);
    Loaded { setup: Setup { title, rules, sides, sheets, ground, most_rounds }, seed: head.seed }
}

paths!(Hayfork);

const PLAY: SetWorld<Hayfork> = SetWorld::FollowsFrom("what has been played");
const HITS: Set<Hayfork> = Set::Number(0..=999, |s: &mut State, who| Number::I16(&mut s.hits[who.index()]));
const DOWN: Set<Hayfork> = Set::Flag(|s: &mut State| &mut s.down);

impl Fields for Hayfork {
    type Sheet = Sheet;
    type Rules = Rules;

    const STATS: Stats<Sheet, Rules> = STATS;
    const WORLD: &'static [World<Self>] = &[
        World::new("round", "The number of the round.", |_, s| s.round.into(), PLAY),
        World::new("turn", "Whose turn it is.", |g, s| name_or_none::<Self>(g, Some(s.turn)), PLAY),
    ];
    const STATE: &'static [Field<Self>] = &[
        Field::new("hits", "What it can still bear.", |_, s, who| s.hits[who.index()].into(), HITS),
        Field::new("at", "Where it stands.", |g, s, who| g.ground.label(s.at(who)).into(), Set::By(set_at)),
        Field::new("down", "Does it lie on the ground?", |_, s, who| s.down.has(who).into(), DOWN),
    ];

    sheets_and_rules!();
}

fn set_at(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let cell = answer::cell(&g.ground.board, change.value)?;
    let refusal = || Refusal::by(rule::TURN_WALK, "somebody or something is there");
    is_free(g, s, who, cell).then(|| s.at[who.index()] = cell).ok_or_else(refusal)
}
