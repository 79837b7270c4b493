//! A game that stands on a shelf, for its tests: a name, a catalogue and encounters, and nothing to play.

use skirmish_kernel::{
    Battle, Catalogue, Checked, Diagnostic, Embedded, Fights, Game, Interrupt, Rule, Source, Switch, Transcript,
};

static CATALOGUE: Catalogue = Catalogue {
    rules: &[
        Rule {
            id: "dice.strike",
            title: "Strike roll",
            section: "Dice",
            summary: "One die, and one more.",
            guidance: None,
        },
        Rule { id: "strike", title: "Strike", section: "Fight", summary: "Hurts.", guidance: None },
        Rule { id: "strike.bonus", title: "Bonus", section: "Fight", summary: "Adds one.", guidance: None },
        Rule {
            id: "manners",
            title: "Manners",
            section: "Talk",
            summary: "Be kind.",
            guidance: Some("advice to people"),
        },
    ],
    switches: &[Switch {
        name: "strike.most",
        values: &[],
        range: Some((1, 9)),
        default: "6",
        rules: &["strike"],
        summary: "The most that a strike can do.",
        unnoticed: &[],
    }],
};

/// The game.
#[derive(Clone, Copy)]
pub(crate) struct Fake {
    pub(crate) name: &'static str,
    pub(crate) encounters: &'static [Embedded],
}

pub(crate) const DUEL: &str = "rulebook = 'fake'\ntitle = 'A Duel'\nabout = 'Two of them.'\nseed = 3\n";

impl Game for Fake {
    fn name(&self) -> &'static str {
        self.name
    }
    fn title(&self) -> &'static str {
        "Fake"
    }
    fn credit(&self) -> &'static str {
        "nobody"
    }
    fn catalogue(&self) -> &'static Catalogue {
        &CATALOGUE
    }
    fn encounters(&self) -> &'static [Embedded] {
        self.encounters
    }
    fn transcripts(&self) -> &'static [Embedded] {
        &[Embedded { name: "first", text: "skirmish 1\nencounter duel\nexpect Ann.hp == 12\n" }]
    }
    fn starter(&self) -> &'static str {
        DUEL
    }
    fn plan(&self) -> &'static str {
        ""
    }
    fn schema(&self) -> serde_json::Value {
        serde_json::json!({ "type": "object" })
    }
    fn policies(&self) -> &'static [&'static str] {
        &["plain", "random"]
    }
    fn open(&self, source: &Source, _: Option<u64>) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        Err(vec![no_battle(source)])
    }
    fn fights(&self, source: &Source, _: Option<u64>) -> Result<Box<dyn Fights>, Vec<Diagnostic>> {
        Err(vec![no_battle(source)])
    }
    fn check_until(&self, _: &Transcript, _: &Interrupt) -> Checked {
        Checked::default()
    }
    fn replay_until(&self, transcript: &Transcript, _: &Interrupt) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        Err(vec![no_battle(transcript.source())])
    }
}

fn no_battle(source: &Source) -> Diagnostic {
    source.error(0..0, "this game stands on the shelf and is not played")
}
