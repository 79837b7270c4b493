//! Moments as lines that people read.

use crate::eyes;
use crate::moment::{Moment, Throw};
use crate::session::Reason;
use crate::{Bearing, HarmStep, Place, Scribe, Session, Term, Unseen, Viewer};

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogLine {
    /// Where in time: `round 2, segment 1`.
    pub place: String,
    /// `event`, `throw`, `choice`, `edict`.
    pub kind: &'static str,
    /// As a person would tell it; empty when only `--explain` shows it.
    pub text: String,
    /// Unfolded: dice, faces, every modifier with its rule.
    pub detail: String,
    /// Every rule it cites, the main one first.
    pub rules: Vec<&'static str>,
    /// The number of the entry behind it (from 0, as the viewer [counts](crate::Seen::entries)), if it was given rather than told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<usize>,
    /// For a throw: who, dice, faces, natural, terms, total, score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<ThrowLine>,
    /// For a choice: who chose, and what in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<ChoiceLine>,
    /// For harm: how the figure came about, for those who may read what the one who is harmed has against it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub steps: Vec<StepLine>,
}

/// One step of a figure in the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepLine {
    /// How much there is after it.
    pub points: i32,
    /// `resistance halves it to 3`.
    pub words: String,
    /// The rule behind it.
    pub rule: &'static str,
    /// Is it what the dice before the line show?
    pub is_rolled: bool,
}

/// A choice in the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceLine {
    /// Who chose.
    pub who: String,
    /// What, in notation.
    pub words: String,
    /// Why, where a policy has chosen in this sitting and says so; a save does not keep it. The game master reads what it expected,
    /// too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A throw in the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThrowLine {
    /// Who threw.
    pub who: String,
    /// `8d6>=4`.
    pub dice: String,
    /// In the order they fell; empty when a person gave the count or sum only.
    pub faces: Vec<u16>,
    /// What the dice read.
    pub natural: i32,
    /// Rule, size, bearing and name (of a part of the sheet; else empty) of each modifier.
    pub terms: Vec<(String, i32, Bearing, &'static str)>,
    /// With the flat modifiers.
    pub total: i32,
    /// What the dice must not exceed: the sum of the modifiers that are part of a score; none where no modifier is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// The log of one step, as a viewer may know it; entries by the game master's numbers. Whoever was not to be seen as it began
/// is somebody in it, whatever one sees later.
pub(crate) fn log_lines<B: Scribe>(session: &Session<B>, step: usize, viewer: Viewer) -> Vec<LogLine> {
    let Some(place) = session.step_place(step) else { return Vec::new() };
    let g = session.setup();
    let moments = session.step_log(step).iter().zip(session.step_entries(step)).zip(session.step_reasons(step));
    let moments = moments.enumerate().filter(|(at, _)| session.shows(step, *at, viewer)).map(|(_, moment)| moment);
    let veiled = eyes::veiled::<B>(g, session.unseen_in_step(step, viewer));
    let line = |moment| match &veiled {
        Some(veiled) => unnamed(log_line::<B>(veiled, place, moment, viewer)),
        None => log_line::<B>(g, place, moment, viewer),
    };
    let line = |((moment, entry), reason): ((_, _), Option<&Reason>)| {
        let line = line(moment);
        let why = reason.map(|reason| match &reason.weighed {
            Some(weighed) if viewer == Viewer::GameMaster => format!("{}: {weighed}", reason.why),
            _ => reason.why.to_owned(),
        });
        LogLine { entry, choice: line.choice.map(|choice| ChoiceLine { why, ..choice }), ..line }
    };
    moments.map(line).collect()
}

/// Edicts that have been given and wait for their time in the running step, as lines of the log: they stand in the log itself
/// when they have begun to work.
pub(crate) fn waiting_lines<B: Scribe>(session: &Session<B>) -> Vec<LogLine> {
    let Some(place) = session.step_count().checked_sub(1).and_then(|step| session.step_place(step)) else {
        return Vec::new();
    };
    let line = |(entry, edict): (usize, &std::sync::Arc<crate::Edict>)| {
        let moment = Moment::Decreed(std::sync::Arc::clone(edict));
        let line = log_line::<B>(session.setup(), place, &moment, Viewer::GameMaster);
        let detail = if edict.is_note() { "" } else { "begins to work when what is under way allows it" };
        LogLine { entry: Some(entry), detail: detail.into(), ..line }
    };
    session.waiting_edicts().into_iter().map(line).collect()
}

/// May a viewer know of a moment? What the game master does by hand is for the game master alone, whatever a book says: it
/// may name anybody.
pub(crate) fn sees<B: Scribe>(g: &B::Setup, unseen: Unseen, viewer: Viewer, moment: &Moment<B>) -> bool {
    viewer == Viewer::GameMaster || !is_edict(moment) && B::sees(g, unseen, viewer, moment)
}

/// Is it something that the game master has done by hand?
pub(crate) fn is_edict<B: Scribe>(moment: &Moment<B>) -> bool {
    matches!(moment, Moment::Decreed(_))
}

/// A line in which whoever has no name is somebody; with a capital where a sentence begins so.
fn unnamed(line: LogLine) -> LogLine {
    let said = |text: &str| {
        let begins = text.starts_with(char::is_control);
        let text = eyes::unnamed(text);
        if begins { text.replacen('s', "S", 1) } else { text }
    };
    let whom = |name: &str| eyes::unnamed(name);
    LogLine {
        place: whom(&line.place),
        text: said(&line.text),
        detail: said(&line.detail),
        throw: line.throw.map(|throw| ThrowLine { who: whom(&throw.who), ..throw }),
        choice: line.choice.map(|choice| ChoiceLine { who: whom(&choice.who), words: whom(&choice.words), ..choice }),
        steps: line.steps.into_iter().map(|step| StepLine { words: whom(&step.words), ..step }).collect(),
        ..line
    }
}

/// One moment of a battle as a line of its log, as far as a viewer may unfold it.
pub(crate) fn log_line<B: Scribe>(g: &B::Setup, place: Place, moment: &Moment<B>, viewer: Viewer) -> LogLine {
    let name = |rule| B::CATALOGUE.name(rule);
    let mut rules = Vec::new();
    moment.cites(&mut |rule| {
        if !rules.contains(&name(rule)) {
            rules.push(name(rule));
        }
    });
    let (kind, text, detail) = match moment {
        Moment::Told(event) => ("event", B::narrate(g, event), String::new()),
        Moment::Threw(throw) => ("throw", String::new(), throw_detail::<B>(g, throw)),
        Moment::Chose { rule, who, words, .. } => {
            ("choice", String::new(), format!("{}: {words} ({})", B::name(g, *who), name(*rule)))
        }
        Moment::Decreed(edict) => ("edict", format!("gm: {edict}"), String::new()),
    };
    let throw = match moment {
        Moment::Threw(throw) => Some(throw_line::<B>(g, throw)),
        _ => None,
    };
    let choice = match moment {
        Moment::Chose { who, words, .. } => {
            Some(ChoiceLine { who: B::name(g, *who).to_owned(), words: words.clone(), why: None })
        }
        _ => None,
    };
    let steps = match moment {
        Moment::Told(event) => steps_told::<B>(g, event, viewer),
        _ => Vec::new(),
    };
    LogLine { place: B::place_name(g, place), kind, text, detail, rules, entry: None, throw, choice, steps }
}

/// How harm came about, for those who may know what the one who is harmed has against it.
fn steps_told<B: Scribe>(g: &B::Setup, event: &B::Event, viewer: Viewer) -> Vec<StepLine> {
    let told = B::harm_steps(g, event).filter(|harm| viewer.is_privy(B::side(g, harm.on)));
    let line = |step: HarmStep| StepLine {
        points: step.points,
        words: step.words,
        rule: B::CATALOGUE.name(step.rule),
        is_rolled: step.is_rolled,
    };
    told.into_iter().flat_map(|harm| harm.steps).map(line).collect()
}

/// What a modifier is called: what it is on the sheet, or else what its rule is called.
fn name<B: Scribe>(term: &Term) -> &'static str {
    if term.name.is_empty() { B::CATALOGUE.rule(term.rule).title } else { term.name }
}

/// Rule, size, bearing and name of each modifier.
pub(crate) fn terms_told<B: Scribe>(terms: &[Term]) -> Vec<(String, i32, Bearing, &'static str)> {
    terms.iter().map(|t| (B::CATALOGUE.name(t.rule).to_owned(), t.value, t.bearing, name::<B>(t))).collect()
}

fn throw_line<B: Scribe>(g: &B::Setup, throw: &Throw) -> ThrowLine {
    ThrowLine {
        who: B::name(g, throw.who).to_owned(),
        dice: throw.dice.to_string(),
        faces: throw.faces.clone(),
        natural: throw.natural,
        terms: terms_told::<B>(&throw.terms),
        total: throw.total,
        score: crate::check::score(&throw.terms),
    }
}

/// `Ada throws 1d6 for parry.roll: 4 -> 4; at most 3: +2 parry.roll, +1 skill (turn.action); total 4`,
/// `Kestrel throws 5d6>=4 for dice.attack: 4 1 6 2 5 -> 3; +1 Dex (attack.hit_roll); considered +2 cover.half; total 4`.
pub(crate) fn throw_detail<B: Scribe>(g: &B::Setup, throw: &Throw) -> String {
    let mut text = format!("{} throws {} for {}: ", B::name(g, throw.who), throw.dice, B::CATALOGUE.name(throw.rule));
    for face in &throw.faces {
        text.push_str(&format!("{face} "));
    }
    text.push_str(&format!("-> {}", throw.natural));
    text.push_str(&terms_words::<B>(&throw.terms));
    text.push_str(&format!("; total {}", throw.total));
    text
}

/// `; +1 Dex (attack.hit_roll); considered +2 cover.half`: every modifier with its rule.
pub(crate) fn terms_words<B: Scribe>(terms: &[Term]) -> String {
    let mut text = String::new();
    let score = crate::check::score(terms).map_or(String::new(), |score| format!("at most {score}: "));
    let bearings = [
        (Bearing::Dice, "dice "),
        (Bearing::Edge, "edge "),
        (Bearing::Least, "at least "),
        (Bearing::Flat, ""),
        (Bearing::Goal, "to reach "),
        (Bearing::Score, &*score),
        (Bearing::Idle, "considered "),
    ];
    for (bearing, lead) in bearings {
        let terms: Vec<String> = terms
            .iter()
            .filter(|t| t.bearing == bearing)
            .map(|t| match (name::<B>(t), B::CATALOGUE.name(t.rule)) {
                (_, rule) if matches!(bearing, Bearing::Least | Bearing::Goal) => format!("{} {rule}", t.value),
                (name, rule) => format!("{:+} {name} ({rule})", t.value),
            })
            .collect();
        if !terms.is_empty() {
            text.push_str(&format!("; {lead}{}", terms.join(", ")));
        }
    }
    text
}
