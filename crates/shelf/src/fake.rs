//! A game of no rules worth mentioning, for tests: two people strike each other in turn until one is down.

use skirmish_kernel::transcript::{Content, Transcript};
use skirmish_kernel::{
    AwaitedView, Battle, Bearing, BoardView, Catalogue, Changed, Checked, Diagnostic, Embedded, Failure, Fights, Game,
    Gauge, Interrupt, LogLine, Refused, Rule, Side, Source, Switch, Tag, ThrowLine, Token, View, Viewer,
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
    fn open(&self, source: &Source, seed: Option<u64>) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        if source.part().contains("wrong") {
            return Err((0..30).map(|at| source.error(at..at + 3, "this is wrong").label("here")).collect());
        }
        Ok(Box::new(Duel::new(seed.unwrap_or(3))))
    }
    fn fights(&self, source: &Source, _: Option<u64>) -> Result<Box<dyn Fights>, Vec<Diagnostic>> {
        Err(vec![source.error(0..0, "this game is not fought by the thousand")])
    }
    fn check_until(&self, transcript: &Transcript, _: &Interrupt) -> Checked {
        let mut checked = Checked { steps: 1, cited: ["dice.strike", "strike"].into(), ..Checked::default() };
        for line in transcript.lines().iter().filter(|line| matches!(line.content, Content::Expect(_))) {
            checked.expectations += 1;
            if transcript.error(line, "").source.part()[line.bytes.clone()].contains("99") {
                let diagnostic = transcript.error(line, "it is not");
                let (expected, actual) = ("99".to_owned(), "12".to_owned());
                let detail = vec!["Ann throws 1d6 for dice.strike: 4 -> 4; +1 strike.bonus; total 5".to_owned()];
                checked.failures.push(Failure { line: line.number, diagnostic, expected, actual, detail });
            }
        }
        checked
    }
    fn replay_until(&self, transcript: &Transcript, _: &Interrupt) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        let mut duel = Duel::new(transcript.seed().unwrap_or(3));
        duel.decide("plain");
        duel.roll();
        Ok(Box::new(duel))
    }
}

#[derive(Clone)]
struct Duel {
    seed: u64,
    dice: u64,
    hp: [i32; 2],
    turn: usize,
    chosen: bool,
    sides: [String; 2],
    steps: Vec<Vec<LogLine>>,
}

fn no(why: &str) -> Refused {
    Refused { rule: None, why: why.into(), meant: false, too_many: false }
}

const NAMES: [&str; 2] = ["Ann", "Bob"];

impl Duel {
    fn new(seed: u64) -> Self {
        let sides = ["reds".to_owned(), "blues".to_owned()];
        Self { seed, dice: seed, hp: [12, 12], turn: 0, chosen: false, sides, steps: vec![Vec::new()] }
    }

    fn over(&self) -> bool {
        self.hp.iter().any(|hp| *hp <= 0)
    }

    fn log_line(&self, kind: &'static str, text: String, detail: String, rules: &[&'static str]) -> LogLine {
        let place = format!("round {}", 1 + self.turn / 2);
        LogLine { place, kind, text, detail, rules: rules.to_vec(), nth: 0, entry: None, throw: None, choice: None }
    }

    fn push(&mut self, line: LogLine) {
        self.steps.last_mut().expect("there is a step").push(line);
    }
}

impl Battle for Duel {
    fn game(&self) -> &'static str {
        "fake"
    }
    fn title(&self) -> &str {
        "A Duel"
    }
    fn sides(&self) -> &[String] {
        &self.sides
    }
    fn seed(&self) -> u64 {
        self.seed
    }
    fn awaited(&self, _: Viewer) -> Option<AwaitedView> {
        (!self.over()).then(|| AwaitedView {
            kind: if self.chosen { "dice" } else { "choice" }.into(),
            rule: "strike".into(),
            who: vec![NAMES[self.turn % 2].into()],
            prompt: "what?".into(),
            choices: vec!["strike".into()],
            throws: Vec::new(),
            standing: None,
        })
    }
    fn awaited_side(&self) -> Option<Side> {
        (!self.over()).then_some(Side((self.turn % 2) as u8))
    }
    fn line_by(&mut self, _: Viewer, _: &str) -> Result<(), Refused> {
        Err(no("no"))
    }
    fn facts_by(&self, _: Viewer, _: &str) -> Result<Vec<Tag>, Refused> {
        Ok(Vec::new())
    }
    fn leads_to_by(&self, _: Viewer, _: &str) -> Option<String> {
        None
    }
    fn between_by(&self, _: Viewer, _: &str, _: &str) -> Result<Vec<Tag>, Refused> {
        Ok(Vec::new())
    }
    fn sheet_by(&self, _: Viewer, _: &str) -> Result<Vec<String>, Refused> {
        Ok(Vec::new())
    }
    fn change_by(&self, _: Viewer, _: usize, _: &str) -> Result<Changed, Refused> {
        Err(no("this battle keeps no past"))
    }
    fn roll(&mut self) -> bool {
        if self.over() || !self.chosen {
            return false;
        }
        self.dice = self.dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let face = 1 + ((self.dice >> 33) % 6) as u16;
        let (who, on) = (self.turn % 2, 1 - self.turn % 2);
        let total = i32::from(face) + 1;
        let terms = vec![("strike.bonus".to_owned(), 1, Bearing::Flat, "")];
        let throw = ThrowLine {
            who: NAMES[who].into(),
            dice: "1d6".into(),
            faces: vec![face],
            natural: total - 1,
            terms,
            total,
            score: None,
        };
        let detail = format!("{} throws 1d6 for dice.strike: {face}", NAMES[who]);
        let line = self.log_line("throw", String::new(), detail, &["dice.strike", "strike.bonus"]);
        self.push(LogLine { throw: Some(throw), ..line });
        self.hp[on] -= total;
        let text = format!("{} strikes {} for {total}.", NAMES[who], NAMES[on]);
        self.push(self.log_line("event", text, String::new(), &["strike"]));
        self.turn += 1;
        self.chosen = false;
        self.steps.push(Vec::new());
        true
    }
    fn stand(&mut self) -> bool {
        false
    }
    fn decide(&mut self, policy: &str) -> bool {
        if self.over() || self.chosen || !matches!(policy, "plain" | "random") {
            return false;
        }
        self.chosen = true;
        let detail = format!("{}: strike (strike)", NAMES[self.turn % 2]);
        self.push(self.log_line("choice", String::new(), detail, &["strike"]));
        true
    }
    fn undo(&mut self) -> Result<(), Refused> {
        self.line("")
    }
    fn redo(&mut self) -> Result<(), Refused> {
        self.line("")
    }
    fn jump(&mut self, entries: usize) -> Result<(), Refused> {
        *self = Self::new(self.seed);
        if entries == 0 { Ok(()) } else { self.line("") }
    }
    fn len(&self) -> usize {
        self.turn * 2
    }
    fn listen_to(&mut self, _: &Interrupt) {}
    fn forget_log(&mut self, _: usize) {}
    fn fork(&self) -> Box<dyn Battle> {
        Box::new(self.clone())
    }
    fn steps(&self) -> usize {
        self.steps.len()
    }
    fn log(&self, step: usize, _: Viewer) -> Vec<LogLine> {
        self.steps.get(step).cloned().unwrap_or_default()
    }
    fn view(&self, _: Viewer) -> View {
        let token = |at: usize| Token {
            name: NAMES[at].into(),
            side: at as u8,
            letter: ['A', 'B'][at],
            cell: ["B1", "D2"][at].into(),
            at: [(1, 0), (3, 1)][at],
            cells: Vec::new(),
            gauges: vec![Gauge { name: "hp".into(), value: Some(self.hp[at]), most: Some(12), word: "hurt".into() }],
            tags: Vec::new(),
            able: self.hp[at] > 0,
        };
        let rows = vec![". . . . .".replace(' ', ""); 3];
        let board = BoardView {
            kind: "hex".into(),
            width: 5,
            height: 3,
            cell: "2 m".into(),
            rows,
            legend: vec![('.', "open".into())],
        };
        View {
            game: "fake".into(),
            title: "A Duel".into(),
            clock: format!("round {}", 1 + self.turn / 2),
            sides: self.sides.to_vec(),
            board,
            tokens: vec![token(0), token(1)],
            order: Vec::new(),
            pending: Vec::new(),
            awaited: None,
            outcome: self.outcome(),
        }
    }
    fn read_by(&self, _: Viewer, path: &str) -> Result<String, Refused> {
        match path {
            "round" => Ok((1 + self.turn / 2).to_string()),
            _ => Err(no("no such path")),
        }
    }
    fn paths_by(&self, _: Viewer) -> Vec<String> {
        vec!["round".into()]
    }
    fn save_with(&self, table: &[String]) -> String {
        let table: String = table.iter().map(|words| format!("table {words}\n")).collect();
        format!("skirmish 1\nencounter duel\nseed {}\n{table}", self.seed)
    }
    fn outcome(&self) -> Option<String> {
        self.over().then(|| format!("{} win (strike)", self.sides[usize::from(self.hp[0] <= 0)]))
    }
    fn winner(&self) -> Option<Side> {
        self.over().then(|| Side(u8::from(self.hp[0] <= 0)))
    }
    fn stuck(&self) -> Option<&str> {
        None
    }
}
