//! What is new to a seat since it looked last.
//!
//! Everything here comes from [`Present`] and the log as that viewer sees them. Nothing else that happens at the table makes a
//! message: not its number, not that there is one.

mod apart;

use std::collections::BTreeMap;
use std::sync::Arc;

use skirmish_kernel::{LogLine, Step, Viewer};
use skirmish_wire::Present;

use crate::drags::Eyes;
use crate::replica::Replica;

/// The present of a viewer, part by part as JSON; seats that have been shown it share it.
pub(crate) type Parts = BTreeMap<String, Arc<str>>;

/// What one viewer may know now; all seats with the same eyes share it.
#[derive(Default)]
pub(crate) struct Sight {
    /// For which state of the replica it holds.
    of: Option<(u64, u64)>,
    parts: Arc<Parts>,
    /// Lines of the log as JSON, and behind each a mark of it and of all before it.
    lines: Vec<String>,
    marks: Vec<u64>,
    /// The step that was running, and how many lines stood before it.
    from: Option<(Step, usize)>,
    leaps: u64,
    /// What these eyes see, once somebody draws something.
    eyes: Option<Arc<Eyes>>,
}

/// What a seat has been shown.
#[derive(Default, Debug)]
pub(crate) struct Shown {
    parts: Arc<Parts>,
    /// Marks of the lines that it has.
    marks: Vec<u64>,
    /// Has it been told anything?
    greeted: bool,
}

impl Shown {
    /// A seat that was away: it has so many lines, and this is the mark of the last one.
    pub(crate) fn since(&mut self, lines: usize, mark: u64, sight: &Sight) {
        *self = Self::default();
        if lines > 0 && sight.marks.get(lines - 1) == Some(&mark) {
            self.marks = sight.marks[..lines].to_vec();
        }
    }
}

impl Sight {
    /// Brings it up to the replica.
    pub(crate) fn look(&mut self, replica: &Replica, viewer: Viewer, version: u64) {
        let now = (version, replica.leaps);
        if self.of == Some(now) {
            return;
        }
        if self.leaps != replica.leaps {
            (self.from, self.leaps) = (None, replica.leaps);
        }
        self.of = Some(now);
        self.eyes = None;
        self.parts = Arc::new(parts(replica, viewer, &self.parts));
        let seen = replica.battle.seen_by(viewer);
        let (from, keep) = self.from.map_or((None, 0), |(step, before)| (Some(step), before));
        self.lines.truncate(keep);
        self.marks.truncate(keep);
        for step in seen.steps(from) {
            self.from = Some((step, self.lines.len()));
            for line in seen.log(step) {
                if !replica.settings.hides(&*replica.battle, viewer, &line) {
                    self.add(&line);
                }
            }
        }
        // What was done by hand in mid-step has its place in the log when it begins to work; until then it stands at the end.
        if viewer == Viewer::GameMaster {
            replica.battle.waiting_edicts().iter().for_each(|line| self.add(line));
        }
    }

    /// What these eyes see: what they may be shown of a drag is judged by it.
    pub(crate) fn eyes(&mut self) -> Arc<Eyes> {
        let parts = &self.parts;
        let eyes = self.eyes.get_or_insert_with(|| Arc::new(Eyes::of(|name| parts.get(name).map(|part| &**part))));
        Arc::clone(eyes)
    }

    fn add(&mut self, line: &LogLine) {
        let line = serde_json::to_string(line).unwrap_or_default();
        self.marks.push(mark(self.marks.last().copied().unwrap_or(0), &line));
        self.lines.push(line);
    }

    /// What a seat does not have yet, as messages.
    pub(crate) fn news(&self, shown: &mut Shown) -> Vec<String> {
        let mut messages = Vec::new();
        let same = shown.marks.len().min(self.marks.len());
        // Marks stand for all lines before them: the first difference is found from the end.
        let keep = (0..=same).rev().find(|at| *at == 0 || shown.marks[at - 1] == self.marks[at - 1]).unwrap_or(0);
        if keep < shown.marks.len() || keep < self.lines.len() || !shown.greeted {
            let mark = self.marks.last().copied().unwrap_or(0);
            messages.push(format!(
                r#"{{"kind":"log","keep":{keep},"lines":[{}],"mark":"{mark:016x}"}}"#,
                self.lines[keep..].join(",")
            ));
            shown.marks.truncate(keep);
            shown.marks.extend_from_slice(&self.marks[keep..]);
        }
        let changed: Vec<String> = self
            .parts
            .iter()
            .filter(|(name, part)| shown.parts.get(*name) != Some(part))
            .map(|(name, part)| format!("\"{name}\":{part}"))
            .collect();
        if !changed.is_empty() {
            messages.push(format!(r#"{{"kind":"state","set":{{{}}}}}"#, changed.join(",")));
            shown.parts = Arc::clone(&self.parts);
        }
        shown.greeted = true;
        messages
    }
}

/// The present, and how the table plays, as far as it is the viewer's business; what is as it was `before` is kept once, however
/// many have been shown it.
fn parts(replica: &Replica, viewer: Viewer, before: &Parts) -> Parts {
    let mut present = Present::seen_by(&*replica.battle, viewer, replica.paused);
    replica.settings.hide_spares(&*replica.battle, viewer, &mut present.spares);
    let size = before.values().map(|part| part.len() + 32).sum();
    let text = apart::written(&present, size);
    let kept = |name: &str, part: &str| match before.get(name).filter(|before| ***before == *part) {
        Some(before) => Arc::clone(before),
        None => part.into(),
    };
    let mut parts: Parts = apart::parts(&text).map(|(name, part)| (name.to_owned(), kept(name, part))).collect();
    // A part that is left out where there is none of it.
    parts.entry("spares".into()).or_insert_with(|| kept("spares", "[]"));
    let settings = &replica.settings;
    let told = match viewer {
        Viewer::GameMaster => serde_json::json!({
            "lines": settings.lines(), "stuck": replica.battle.stuck(),
            "level": settings.level.word(), "help": settings.level_of(&*replica.battle, viewer).word(),
            "odds": settings.odds_told_to(viewer).word(), "undo": true, "picture": settings.picture.told(),
        }),
        _ => serde_json::json!({
            "types": types_dice(replica, viewer, &present),
            "level": settings.level.word(), "help": settings.level_of(&*replica.battle, viewer).word(),
            "odds": settings.odds_told_to(viewer).word(), "picture": settings.picture.told(),
            "undo": settings.all_may_undo && viewer != Viewer::Spectator,
        }),
    };
    parts.insert("table".into(), kept("table", &told.to_string()));
    parts
}

/// Those for whom a viewer speaks whose dice are typed.
fn types_dice(replica: &Replica, viewer: Viewer, present: &Present) -> Vec<String> {
    let (battle, seats) = (&replica.battle, &replica.settings.seats);
    let types = present.view.tokens.iter().filter(|token| {
        let side = battle.sides().get(usize::from(token.side)).map_or("", String::as_str);
        seats.types_dice(&token.name, side) && battle.seen_by(viewer).sheet(&token.name).is_ok()
    });
    types.map(|token| token.name.clone()).collect()
}

/// Folds a line into the mark of those before it (FNV-1a): no secret, and no guard against anybody.
fn mark(before: u64, line: &str) -> u64 {
    let start = before ^ 0xcbf2_9ce4_8422_2325;
    line.bytes().chain([b'\n']).fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
