//! How long somebody waits for `skirmish odds`: for the odds of every choice, in battles of every encounter that comes with the games, with the
//! limits that the program has where nobody says otherwise; to the end of the act, and through what is under way.
//!
//! Each encounter is played by the usual policy. At questions all along the battle all choices are ranked (`all`), and those that had too many
//! branches to be followed with the others are asked for alone (`one`). The table has the slowest of each encounter and of each book, by
//! time of one processor, and the question that it was; how many were sampled stands behind it.
//!
//! ```text
//! cargo bench -p skirmish-odds --bench choices [-- [ENCOUNTER] [QUESTIONS]]
//! ```

use skirmish_kernel::{Battle, Embedded, Follow, Game, Inquiry, Samples, Source};
use skirmish_odds::{Limits, USUAL_BUDGET, USUAL_SAMPLES, look_at_each};
use skirmish_stopwatch::on_processor;

/// So many questions of a battle are looked at, where nobody says how many.
const QUESTIONS: usize = 12;

/// Answers after which a battle is over, or is left.
const MOST_ANSWERS: usize = 2_000;

/// So many choices of a question are asked for alone.
const MOST_ALONE: usize = 3;

/// Nobody is to wait for longer.
const PATIENCE: f64 = 2.0;

/// What took how long.
#[derive(Clone, Default)]
struct Took {
    seconds: f64,
    what: String,
}

/// What a question was asked for.
#[derive(Clone, Default)]
struct Slowest {
    /// All choices, to the end of the act and through it; one alone, likewise.
    took: [Took; 4],
    asked: usize,
    sampled: usize,
    /// How many took longer than anybody is to wait.
    late: usize,
}

const KINDS: [&str; 4] = ["all", "all, through", "one", "one, through"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let questions = args.iter().find_map(|arg| arg.parse().ok());
    let is_timed = std::env::args().any(|arg| arg == "--bench");
    let questions = questions.unwrap_or(if is_timed { QUESTIONS } else { 1 });
    let wanted = args.iter().find(|arg| arg.parse::<usize>().is_err());
    for game in skirmish_shelf::games() {
        let mut of_book = Slowest::default();
        for encounter in game.encounters() {
            if wanted.is_none_or(|wanted| format!("{}/{}", game.name(), encounter.name).contains(wanted)) {
                let slowest = one(game, encounter, questions);
                slowest.print(encounter.name);
                of_book.add(slowest);
            }
        }
        if of_book.asked > 0 {
            of_book.print(&format!("= {}", game.title()));
        }
    }
}

impl Slowest {
    fn note(&mut self, kind: usize, seconds: f64, what: impl FnOnce() -> String) {
        self.asked += 1;
        self.late += usize::from(seconds > PATIENCE);
        if seconds > self.took[kind].seconds {
            self.took[kind] = Took { seconds, what: what() };
        }
    }

    fn add(&mut self, other: Self) {
        self.asked += other.asked;
        self.sampled += other.sampled;
        self.late += other.late;
        for (took, other) in self.took.iter_mut().zip(other.took) {
            if other.seconds > took.seconds {
                *took = other;
            }
        }
    }

    fn print(&self, name: &str) {
        let Self { asked, sampled, late, took } = self;
        println!("{name}: {asked} inquiries, {sampled} choices sampled, {late} took more than {PATIENCE} s");
        for (kind, took) in KINDS.iter().zip(took).filter(|(_, took)| took.seconds > 0.0) {
            println!("    {:>7.3} s  {kind:<13} {}", took.seconds, took.what);
        }
    }
}

/// Looks at questions that are spread evenly over a battle.
fn one(game: &dyn Game, encounter: &Embedded, questions: usize) -> Slowest {
    let source = Source::new(encounter.name, encounter.text);
    let open = || game.open(&source, Some(1)).expect("an encounter of the game");
    let mut battle = open();
    let mut asked = 0;
    while on_to_a_question(&mut *battle) && battle.decide("plain").is_ok() {
        asked += 1;
    }
    let (mut battle, mut slowest) = (open(), Slowest::default());
    for at in 0..asked {
        on_to_a_question(&mut *battle);
        // The first one is among them.
        if (at * questions) % asked < questions {
            question(&*battle, encounter.name, &mut slowest);
        }
        if battle.decide("plain").is_err() {
            break;
        }
    }
    slowest
}

/// Rolls what is to be rolled, and says whether somebody is asked then.
fn on_to_a_question(battle: &mut dyn Battle) -> bool {
    while battle.roll().is_ok() {}
    battle.len() < MOST_ANSWERS && battle.awaited_in_short().is_some()
}

/// What people ask for at one point of a battle.
fn question(battle: &dyn Battle, name: &str, slowest: &mut Slowest) {
    let Some(awaited) = battle.awaited() else { return };
    let place = format!("{name} --at {}, {} choices", battle.len(), awaited.choices.len());
    for (kind, follow) in [Follow::Step, Follow::Through].into_iter().enumerate() {
        let samples = Some(Samples { count: USUAL_SAMPLES, seed: battle.seed() });
        let inquiry = |choice| Inquiry { follow, samples, budget: USUAL_BUDGET, ..Inquiry::of(choice) };
        let inquiries: Vec<Inquiry> =
            awaited.choices.iter().map(|choice| inquiry(Some(choice.text.as_str()))).collect();
        let mut dear = Vec::new();
        let mut passes = 0;
        let (looks, seconds) = on_processor(|| {
            look_at_each(&inquiries, Limits::default(), |open, plan| {
                passes += 1;
                for look in open {
                    look.odds = Some(battle.odds(&plan.inquiry(look.inquiry)));
                    if passes > 1 && !dear.contains(look.inquiry) {
                        dear.push(look.inquiry.clone());
                    }
                }
            })
        });
        let sampled =
            looks.iter().filter(|look| matches!(&look.odds, Some(Ok(odds)) if odds.sampled.is_some())).count();
        slowest.sampled += sampled;
        slowest.note(kind, seconds, || format!("{place}, {sampled} of them sampled"));
        let step_by = (dear.len() / MOST_ALONE).max(1);
        for inquiry in dear.iter().step_by(step_by).take(MOST_ALONE) {
            let (odds, seconds) = on_processor(|| battle.odds(inquiry));
            let how = match odds {
                Ok(odds) if odds.sampled.is_some() => "sampled".to_owned(),
                Ok(odds) => format!("{} branches", odds.leaves),
                Err(refused) => refused.to_string(),
            };
            let choice = inquiry.choice.as_deref().unwrap_or_default();
            slowest.note(kind + 2, seconds, || format!("{place}: `{choice}`, {how}"));
        }
    }
}
