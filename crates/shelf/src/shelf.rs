//! Games by name, encounters by name, and which game a file is for.

use skirmish_kernel::transcript::{Content, Encounter, Transcript, rulebook_of};
use skirmish_kernel::{Battle, Diagnostic, Embedded, Game, Source, words};

use crate::{Header, Missing};

/// The longest encounter, in bytes: reading one takes some fifty times its size.
pub const MOST_BYTES: usize = 2 << 20;

/// Games, in a fixed order.
pub struct Shelf {
    games: Vec<Box<dyn Game>>,
}

/// An embedded encounter, and the game it comes with.
#[derive(Clone, Copy)]
pub struct Found<'s> {
    /// The game.
    pub game: &'s dyn Game,
    /// The encounter.
    pub encounter: &'static Embedded,
}

impl Found<'_> {
    /// The file, under the name of the encounter.
    #[must_use]
    pub fn source(&self) -> Source {
        Source::new(self.encounter.name, self.encounter.text)
    }

    /// `elemental-d6/duel`
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.game.name(), self.encounter.name)
    }
}

impl Shelf {
    /// A shelf with these games.
    #[must_use]
    pub fn new(games: Vec<Box<dyn Game>>) -> Self {
        Self { games }
    }

    /// Every game.
    pub fn games(&self) -> impl Iterator<Item = &dyn Game> {
        self.games.iter().map(AsRef::as_ref)
    }

    /// The game of that name.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&dyn Game> {
        self.games().find(|game| game.name() == name)
    }

    /// The game of that name.
    ///
    /// # Errors
    /// The nearest name.
    pub fn find_game(&self, name: &str) -> Result<&dyn Game, Missing> {
        self.game(name).ok_or_else(|| Missing::unknown("game", name, self.names()))
    }

    /// Every embedded encounter, game by game.
    pub fn encounters(&self) -> impl Iterator<Item = Found<'_>> {
        self.games().flat_map(|game| game.encounters().iter().map(move |encounter| Found { game, encounter }))
    }

    /// The embedded encounter of that name; `game/name` where several games have one.
    ///
    /// # Errors
    /// The nearest names, or the full names it may mean.
    pub fn find_encounter(&self, name: &str) -> Result<Found<'_>, Missing> {
        if let Some((game, encounter)) = name.split_once('/')
            && let Some(game) = self.game(game)
        {
            let known = || game.encounters().iter();
            let found = known().find(|known| known.name == encounter).map(|encounter| Found { game, encounter });
            let names = known().map(|known| format!("{}/{}", game.name(), known.name)).collect();
            return found.ok_or_else(|| Missing::unknown("encounter", name, names));
        }
        let found: Vec<_> = self.encounters().filter(|found| found.encounter.name == name).collect();
        match found.as_slice() {
            [found] => Ok(*found),
            [] => {
                let names = self.encounters().map(|found| found.encounter.name.to_owned()).collect();
                Err(Missing::unknown("encounter", name, names))
            }
            several => Err(Missing::ambiguous("encounter", name, several.iter().map(Found::full_name).collect())),
        }
    }

    /// The game that an encounter file is for: its key `rulebook`.
    ///
    /// # Errors
    /// When the file names none, or one that is not here.
    pub fn game_of(&self, source: &Source) -> Result<&dyn Game, Vec<Diagnostic>> {
        if source.part().len() > MOST_BYTES {
            let message = format!("the encounter is longer than {} MB", MOST_BYTES >> 20);
            let help = "a map of 200 by 200 cells with 60 combatants takes a twentieth of that";
            return Err(vec![source.error(0..0, message).help(help)]);
        }
        let header = match Header::read(source) {
            Ok(header) => header,
            // The game itself knows best what is wrong with its files.
            Err(wrong) => return rulebook_of(source.part()).and_then(|name| self.game(name)).ok_or(wrong),
        };
        let Some(name) = header.rulebook else {
            let names: Vec<String> = self.names().iter().map(|name| format!("`{name}`")).collect();
            let example = self.games().next().map_or("...", Game::name);
            let help = format!("write rulebook = \"{example}\" at the top; the games are: {}", words::list(&names));
            return Err(vec![source.error(0..0, "the encounter does not say which game it is for").help(help)]);
        };
        self.find_game(&name).map_err(|missing| vec![source.error(header.at, missing.message()).help(missing.help())])
    }

    /// The game that a transcript plays: it names one, or its encounter does, or only one game has that encounter.
    ///
    /// The encounter of a file must have been [supplied](Transcript::supply).
    ///
    /// # Errors
    /// When the game is not to be found.
    pub fn game_of_transcript(&self, transcript: &Transcript) -> Result<&dyn Game, Vec<Diagnostic>> {
        let wrong = |missing: Missing| vec![head(transcript, missing.message()).help(missing.help())];
        match (transcript.game(), transcript.encounter()) {
            (Some(name), Encounter::Named(_)) => self.find_game(name).map_err(wrong),
            (_, Encounter::Named(name)) => self.find_encounter(name).map(|found| found.game).map_err(wrong),
            (_, Encounter::Given(source)) => self.game_of(source),
            (Some(name), Encounter::File(_)) => self.find_game(name).map_err(wrong),
            (None, Encounter::File(_)) => Err(vec![head(transcript, "the file of the encounter was not read")]),
        }
    }

    /// Opens a battle; `seed` overrides the file's own.
    ///
    /// # Errors
    /// Everything wrong with the file.
    pub fn open(&self, source: &Source, seed: Option<u64>) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        self.game_of(source)?.open(source, seed)
    }

    fn names(&self) -> Vec<String> {
        self.games().map(|game| game.name().to_owned()).collect()
    }
}

/// A diagnostic about the line of a transcript that names its game, or else its encounter.
fn head(transcript: &Transcript, message: impl Into<String>) -> Diagnostic {
    let lines = || transcript.lines().iter();
    let game = lines().find(|line| matches!(line.content, Content::Game(_)));
    let encounter = || lines().find(|line| matches!(line.content, Content::Named(_) | Content::File(_)));
    match game.or_else(encounter) {
        Some(line) => transcript.error(line, message),
        None => transcript.source().error(0..0, message),
    }
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl std::fmt::Debug for Found<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.full_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{DUEL, Fake};

    fn shelf() -> Shelf {
        const ONE: &[Embedded] = &[Embedded { name: "duel", text: DUEL }, Embedded { name: "chase", text: DUEL }];
        const TWO: &[Embedded] = &[Embedded { name: "duel", text: DUEL }];
        Shelf::new(vec![
            Box::new(Fake { name: "fake", encounters: ONE }),
            Box::new(Fake { name: "other", encounters: TWO }),
        ])
    }

    fn wrong(text: &str) -> Diagnostic {
        let found = shelf().open(&Source::new("x.toml", text), None).map(|_| ());
        found.expect_err("this is no encounter").remove(0)
    }

    #[test]
    fn encounters_are_found_by_name() {
        assert_eq!(shelf().find_encounter("chase").unwrap().full_name(), "fake/chase");
        assert_eq!(shelf().find_encounter("other/duel").unwrap().full_name(), "other/duel");
    }

    #[test]
    fn missing_names_get_the_nearest() {
        let shelf = shelf();
        let why = |name: &str| shelf.find_encounter(name).unwrap_err().to_string();
        assert_eq!(why("duel"), "more than one encounter is called `duel`; say which: `fake/duel` or `other/duel`");
        assert_eq!(why("chaze"), "there is no encounter `chaze`; did you mean `chase`?");
        assert_eq!(why("other/dual"), "there is no encounter `other/dual`; did you mean `other/duel`?");
        assert_eq!(shelf.find_game("fale").map(Game::name).unwrap_err().help(), "did you mean `fake`?");
        assert_eq!(shelf.find_game("zzzzzz").map(Game::name).unwrap_err().help(), "there are: `fake` and `other`");
    }

    #[test]
    fn a_file_must_name_its_game() {
        let none = wrong("title = 'x'\n");
        assert_eq!(none.message, "the encounter does not say which game it is for");
        assert!(none.help.unwrap().contains("`fake` and `other`"));
        let unknown = wrong("about = \"\"\"\nrulebook = 'fake'\n[x]\n\"\"\"\nrulebook = 'fakir'\n");
        assert_eq!((unknown.position(), unknown.message.as_str()), ((5, 12), "there is no game `fakir`"));
        assert_eq!(unknown.help.as_deref(), Some("did you mean `fake`?"));
        let number = wrong("rulebook = 7\n");
        assert_eq!((number.position(), number.message.as_str()), ((1, 12), "`rulebook` must be a text"));
    }

    #[test]
    fn what_is_no_toml_is_said_with_its_place() {
        assert_eq!(
            wrong("a = [\n").help.unwrap(),
            "an encounter is a TOML file; `skirmish new GAME` prints one to begin with"
        );
        assert_eq!(wrong(" \n ").message, "the encounter is empty");
        assert_eq!(wrong(&"#".repeat(MOST_BYTES + 1)).message, "the encounter is longer than 2 MB");
        // The game that is named reports on its file itself.
        assert!(shelf().game_of(&Source::new("x", "rulebook = 'fake'\nx = [\n")).is_ok());
    }

    #[test]
    fn transcripts_find_their_game() {
        let read = |text: &str| Transcript::parse(&Source::new("x.skirmish", text)).unwrap();
        let shelf = shelf();
        let game = |text: &str| shelf.game_of_transcript(&read(text)).map(Game::name).map_err(|e| e[0].to_string());
        assert_eq!(game("skirmish 1\nencounter chase\n"), Ok("fake"));
        assert_eq!(game("skirmish 1\nencounter duel\ngame other\n"), Ok("other"));
        assert_eq!(game("skirmish 1\n--- encounter\nrulebook = 'other'\n---\n"), Ok("other"));
        let why = "x.skirmish:2:1: more than one encounter is called `duel` (say which: `fake/duel` or `other/duel`)";
        assert_eq!(game("skirmish 1\nencounter duel\n"), Err(why.into()));
        let why = "x.skirmish:3:1: there is no game `otter` (did you mean `other`?)";
        assert_eq!(game("skirmish 1\nencounter duel\ngame otter\n"), Err(why.into()));
    }
}
