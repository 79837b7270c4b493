//! What the fuzz targets share.

use skirmish_kernel::{Battle, Diagnostic, Embedded, Game, Source, Transcript};

/// Every embedded encounter of every game, each with its game.
pub fn encounters() -> Vec<(&'static dyn Game, &'static Embedded)> {
    skirmish_shelf::games().flat_map(|game| game.encounters().iter().map(move |encounter| (game, encounter))).collect()
}

/// A new battle.
pub fn open(game: &dyn Game, encounter: &Embedded, seed: u64) -> Box<dyn Battle> {
    game.open(&Source::new(encounter.name, encounter.text), Some(seed)).expect("what is embedded is sound")
}

/// Every span lies in the text, on whole characters, and has a line and a column.
pub fn diagnostics(errors: &[Diagnostic]) {
    assert!(!errors.is_empty(), "refused without a word");
    for error in errors {
        let text = &error.source.text;
        let (from, to) = (error.span.start, error.span.end);
        assert!(from <= to && to <= text.len(), "span {from}..{to} of {} bytes: {error}", text.len());
        assert!(text.is_char_boundary(from) && text.is_char_boundary(to), "span {from}..{to} cuts a letter: {error}");
        let (line, column) = error.position();
        assert!(line >= 1 && line <= text.matches('\n').count() + 1 && column >= 1, "{line}:{column}: {error}");
        assert!(!error.message.is_empty());
    }
}

/// Everything that can be seen of a battle as it stands; what can be done again is no part of that.
pub fn picture(battle: &dyn Battle) -> String {
    let (view, saved) = (battle.view(), battle.save());
    let stands = saved.split("\n# taken back\nundone ").next().unwrap_or_default();
    format!("{stands}\n{view:?}\n{:?}\n{:?}\n{:?}", battle.len(), battle.outcome(), battle.stuck())
}

/// Saved and loaded, the battle saves as the same text, and throws the same dice next unless answers of a changed past
/// wait to be used again. Returns what was loaded.
pub fn loaded(battle: &dyn Battle) -> Box<dyn Battle> {
    let saved = battle.save();
    let transcript = transcript(&saved);
    let game = skirmish_shelf::game(battle.game()).expect("it is on the shelf");
    let again = game.replay(&transcript);
    let again = again.unwrap_or_else(|errors| panic!("a save cannot be loaded: {}\n{saved}", errors[0]));
    let resaved = again.save();
    assert_eq!(saved, resaved, "a loaded battle saves as another text");
    if !battle.spares().is_empty() {
        return again;
    }
    assert_eq!(battle.redo_len(), again.redo_len(), "something that was taken back is lost\n{saved}");
    let (mut one, mut other) = (battle.fork(), again.fork());
    assert_eq!(one.roll().is_ok(), other.roll().is_ok(), "only one of saved and loaded waits for dice\n{saved}");
    assert_eq!(one.save(), other.save(), "the loaded battle throws other dice");
    again
}

/// The rulebook finds nothing wrong with its state.
pub fn no_flaw(battle: &dyn Battle) {
    if let Some(flaw) = battle.broken_invariant() {
        panic!("{flaw}\n{}", battle.save());
    }
}

fn transcript(saved: &str) -> Transcript {
    let read = Transcript::parse(&Source::new("save", saved));
    read.unwrap_or_else(|errors| panic!("a save cannot be read: {}\n{saved}", errors[0]))
}
