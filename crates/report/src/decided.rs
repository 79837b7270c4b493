//! What decided it: who did the harm in the base, what went with winning there, and whose harm is another one in the cells
//! that change most.

use skirmish_kernel::words::{list, visible};
use skirmish_kernel::{Fights, Game, PolicyName};
use skirmish_sim::{DeedTally, HeardTally, Order, simulate};
use skirmish_sweep::{Broken, Findings, Hands, Loaded, Store, Sweep, Watch};

use crate::heard;
use crate::numbers::{self, percent};
use crate::words::{self, Step};

/// So many of the first fights of a cell are listened to.
const LISTEN: u64 = 500;

/// So many changed cells of each encounter are listened to, those that change most.
const MOST_CHANGED: usize = 2;

/// So many encounters of a plan are listened to.
const MOST_GRIDS: usize = 8;

/// So many deeds are named in a sentence.
const MOST_DEEDS: usize = 3;

/// What was heard in the first fights of one cell.
pub(crate) struct Decided {
    pub(crate) cell: usize,
    /// How many fights were listened to.
    pub(crate) fights: u64,
    /// Whose deeds did how much harm a fight, the most harmful first.
    pub(crate) harm: Vec<Harm>,
    /// The rule whose use tells most of who wins; of the base alone.
    pub(crate) rule: Option<Rule>,
    /// In words.
    pub(crate) sentence: String,
}

/// The harm of one deed in a fight.
pub(crate) struct Harm {
    pub(crate) who: Option<String>,
    pub(crate) deed: String,
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

impl Harm {
    /// `Roland's swing`; what nobody does by its name alone.
    fn name(&self) -> String {
        let deed = visible(&self.deed, 60);
        self.who.as_ref().map_or_else(|| deed.clone(), |who| format!("{}'s {deed}", visible(who, 60)))
    }
}

/// A rule and how often a side wins where it was used, and where it was not.
pub(crate) struct Rule {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) side: String,
    pub(crate) with: f64,
    pub(crate) without: f64,
}

/// What was heard, encounter by encounter. Nothing where cells are exact, where a policy thinks (a fight would take too
/// long), and where somebody asked to stop.
pub(crate) fn all<S: Store>(
    sweep: &Sweep<'_>,
    findings: &Findings,
    hands: &Hands,
    store: &mut S,
    watch: &dyn Watch,
) -> Result<Vec<Vec<Decided>>, Broken<S::Error>> {
    let mut ears = Ears { sweep, findings, hands, store, watch };
    (0..sweep.grids().len()).map(|grid| of_grid(&mut ears, grid)).collect()
}

/// Who listens, and where it is kept.
struct Ears<'e, S> {
    sweep: &'e Sweep<'e>,
    findings: &'e Findings,
    hands: &'e Hands,
    store: &'e mut S,
    watch: &'e dyn Watch,
}

fn of_grid<S: Store>(ears: &mut Ears<'_, S>, grid: usize) -> Result<Vec<Decided>, Broken<S::Error>> {
    let (sweep, findings) = (ears.sweep, ears.findings);
    let known = sweep.base_of(grid).filter(|_| grid < MOST_GRIDS && sweep.plan().exact.is_none());
    let Some((base, game)) = known.zip(sweep.grids().get(grid).map(|grid| grid.ground.game)) else {
        return Ok(Vec::new());
    };
    let Some((loaded, heard)) = ears.listen(base)? else { return Ok(Vec::new()) };
    let before = told(sweep, base, game, &loaded, &heard);
    let mut all = Vec::new();
    for step in most_changed(sweep, findings, grid) {
        let Some((loaded, heard)) = ears.listen(step.cell)? else { break };
        let now = Decided { rule: None, ..told(sweep, step.cell, game, &loaded, &heard) };
        all.push(Decided { sentence: changed(&words::step_label(sweep, grid, &step), &before, &now), ..now });
    }
    all.insert(0, before);
    Ok(all)
}

/// The cells that differ from the base in one thing and change most, as far as that is no luck.
fn most_changed<'s>(sweep: &Sweep<'_>, findings: &'s Findings, grid: usize) -> Vec<Step<'s>> {
    let size = |step: &Step<'_>| {
        let change = words::told_side(sweep, grid, step).and_then(|side| side.change);
        change.filter(|change| change.is_telling()).map_or(0.0, |change| change.is.abs())
    };
    let mut steps = words::alone(sweep, findings, grid);
    steps.retain(|step| size(step) > 0.0);
    steps.sort_by(|a, b| size(b).total_cmp(&size(a)));
    steps.truncate(MOST_CHANGED);
    steps
}

impl<S: Store> Ears<'_, S> {
    /// What is heard in the first fights of a cell, which are fought again for it, once.
    fn listen(&mut self, cell: usize) -> Result<Option<(Loaded, HeardTally)>, Broken<S::Error>> {
        let Self { sweep, findings, hands, store, watch } = self;
        let (Some(found), Some(outcome)) = (sweep.cells().get(cell), findings.outcome(cell)) else { return Ok(None) };
        let loaded = sweep.load(found).map_err(Broken::Wrong)?;
        let thinks = |policy: &String| policy.parse().is_ok_and(PolicyName::thinks);
        if watch.stops() || loaded.policies.iter().any(thinks) {
            return Ok(None);
        }
        let fights = outcome.fights.min(LISTEN);
        let order = Order {
            fights,
            listen: fights,
            threads: hands.threads,
            policies: loaded.policies.clone(),
            most_rounds: sweep.plan().most_rounds,
            until: None,
        };
        let name = format!("{}-heard", sweep.key(&loaded, &hands.program).name());
        let heard = heard::once(*store, &name, &*loaded.fights, fights, || {
            let report = simulate(&*loaded.fights, &order, &Impatient { watch: *watch });
            let report =
                report.map_err(|unknown| Broken::Wrong(vec![sweep.plan().source.error(0..0, unknown.to_string())]))?;
            Ok(Some(report.heard).filter(|_| !watch.stops()))
        })?;
        Ok(heard.map(|heard| (loaded, heard)))
    }
}

/// Stops where somebody has asked to.
struct Impatient<'w> {
    watch: &'w dyn Watch,
}

impl skirmish_sim::Watch for Impatient<'_> {
    fn done(&self, _: u64, _: u64) {}

    fn stops(&self) -> bool {
        self.watch.stops()
    }
}

/// What was heard of a cell, in words as of a base.
fn told(sweep: &Sweep<'_>, cell: usize, game: &dyn Game, loaded: &Loaded, heard: &HeardTally) -> Decided {
    let fights = &*loaded.fights;
    let mut harm: Vec<Harm> = heard.deeds.iter().filter_map(|deed| harm_of(fights, deed, heard.fights)).collect();
    harm.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let rule = rule(game, fights, heard);
    let base = sweep.base_of(sweep.cells().get(cell).map_or(0, |cell| cell.grid)) == Some(cell);
    let sentence = if base { of_base(heard.fights, &harm, rule.as_ref()) } else { String::new() };
    Decided { cell, fights: heard.fights, harm, rule, sentence }
}

fn harm_of(fights: &dyn Fights, deed: &DeedTally, heard: u64) -> Option<Harm> {
    let who = deed.who.and_then(|who| fights.combatants().get(who.index())).map(|who| who.name.clone());
    let (mean, error) = deed.harm_a_fight(heard);
    (deed.harm > 0).then(|| Harm { who, deed: deed.verb.clone(), mean, error })
}

fn rule(game: &dyn Game, fights: &dyn Fights, heard: &HeardTally) -> Option<Rule> {
    let (side, rule) = heard.telling().into_iter().next()?;
    let (with, without) = heard.chances(rule.fights, &rule.won, side);
    let catalogue = game.catalogue();
    Some(Rule {
        id: catalogue.name(rule.rule).to_string(),
        title: visible(catalogue.rules.get(rule.rule.index())?.title, 60),
        side: fights.sides().get(side)?.clone(),
        with: with?,
        without: without?,
    })
}

/// `What decides the base, as its first 500 fights tell: most harm comes from Roland's swing (21.9 a fight) …`
fn of_base(fights: u64, harm: &[Harm], rule: Option<&Rule>) -> String {
    let mut parts = Vec::new();
    let named: Vec<String> = harm
        .iter()
        .take(MOST_DEEDS)
        .enumerate()
        .map(|(at, harm)| format!("{} ({:.1}{})", harm.name(), harm.mean, if at == 0 { " a fight" } else { "" }))
        .collect();
    if !named.is_empty() {
        parts.push(format!("most harm comes from {}", list(&named)));
    }
    if let Some(Rule { id, title, side, with, without }) = rule {
        let (side, with, without) = (visible(side, 60), percent(*with), percent(*without));
        parts.push(format!(
            "of the fights that use {id} ({title}), {with} are won by {side}, and of the others {without}"
        ));
    }
    if parts.is_empty() {
        parts.push("no harm is done, and no rule goes with winning".into());
    }
    let first = if fights == 1 { "first fight tells".to_owned() } else { format!("first {fights} fights tell") };
    format!("What decides the base, as its {first}: {}.", parts.join("; "))
}

/// Differences below so many standard errors are not told: the largest of many is picked, and of twenty deeds whose harm is
/// the same one goes beyond it in one sweep of twenty.
const TELLING: f64 = 3.0;

/// `What decides with strength +2: the harm of Hale's swing changes most, 16.1 a fight instead of 12.9 (+2.5 to +3.9, …).`
fn changed(label: &str, before: &Decided, now: &Decided) -> String {
    let is_same = |one: &Harm, other: &Harm| (&one.who, &one.deed) == (&other.who, &other.deed);
    let after = |old: &Harm| now.harm.iter().find(|new| is_same(new, old)).map(|new| (new.mean, new.error));
    let new = now.harm.iter().filter(|new| !before.harm.iter().any(|old| is_same(old, new)));
    let pairs = before.harm.iter().map(|old| (old.name(), (old.mean, old.error), after(old).unwrap_or((0.0, 0.0))));
    let pairs = pairs.chain(new.map(|new| (new.name(), (0.0, 0.0), (new.mean, new.error))));
    // As if the fights of both were independent. The same dice fall in them, which makes it rather less.
    let apart = |(_, old, new): &(String, (f64, f64), (f64, f64))| (new.0 - old.0, old.1.hypot(new.1));
    let telling = pairs.filter(|pair| {
        let (difference, error) = apart(pair);
        difference.abs() > TELLING * error
    });
    let label = visible(label, 400);
    let fights = numbers::fights(now.fights);
    match telling.max_by(|a, b| apart(a).0.abs().total_cmp(&apart(b).0.abs())) {
        Some(pair) => {
            let (difference, error) = apart(&pair);
            let (low, high) = (difference - 1.96 * error, difference + 1.96 * error);
            let (name, (old, _), (new, _)) = pair;
            format!(
                "What decides with {label}: the harm of {name} changes most, {new:.1} a fight instead of {old:.1} \
                 ({low:+.1} to {high:+.1}, by {fights})."
            )
        }
        None => format!(
            "What decides with {label}: no deed does clearly more or less harm than in the base, as far as {fights} can tell."
        ),
    }
}
