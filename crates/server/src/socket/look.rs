//! Requests of a seat that change nothing. What takes its time is worked out on a copy of the battle, on another thread, and
//! sent when it is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use skirmish_kernel::{Battle, Inquiry, Odds, Samples, Switch, Viewer};
use skirmish_wire::{Changed, Found, Level, OddsTold, Present, Prospect, Want};

use super::{End, Talk};
use crate::replica::{No, Replica};
use crate::talk;

/// Branches that the chances of one listed choice may take, and how often it is played where it has more of them.
const BUDGET: u64 = 5_000;
const SAMPLES: u64 = 200;

/// Branches of odds that are asked for by themselves.
const MOST_BRANCHES: u64 = 1_000_000;
const MOST_SAMPLES: u64 = 20_000;

/// So many choices are told at once.
const CHUNK: usize = 6;

impl Talk {
    /// Works something out of a copy of the battle, and sends what comes of it.
    async fn apart(
        &mut self,
        id: Option<Value>,
        work: impl FnOnce(Box<dyn Battle>, bool) -> Result<Value, No> + Send + 'static,
    ) -> Result<(), End> {
        let Ok(asked) = Arc::clone(&self.questions).try_acquire_owned() else {
            let why = "too many questions at once: wait for the answers to those that you have asked";
            return self.send(talk::refused(id.as_ref(), why, None)).await;
        };
        let copied = self.table.look(|replica| (replica.battle.fork(), replica.paused)).await;
        let (mut battle, paused) = copied.map_err(|_| End)?;
        battle.listen_to(&self.gone);
        let (replies, thinkers) = (self.replies.clone(), Arc::clone(&self.hub.thinkers));
        tokio::spawn(async move {
            let _asked = asked;
            let Ok(_turn) = thinkers.acquire_owned().await else { return };
            // Whoever has asked may have gone while it waited.
            if replies.is_closed() {
                return;
            }
            let found = tokio::task::spawn_blocking(move || work(battle, paused)).await;
            let found = found.unwrap_or_else(|_| Err("the rules failed at this".into()));
            let text = match found {
                Ok(found) => talk::done(id.as_ref(), found),
                Err(no) => talk::refused(id.as_ref(), &no.why, no.rule.as_deref()),
            };
            let _ = replies.send(text).await;
        });
        Ok(())
    }

    /// What only looks, as every program asks for it.
    pub(super) async fn look(&mut self, id: Option<Value>, viewer: Viewer, mut want: Want) -> Result<(), End> {
        let own = self.viewer;
        let settings = self.table.look(|replica| replica.settings.clone()).await.map_err(|_| End)?;
        if let Want::Odds { budget, samples, .. } = &mut want {
            *budget = Some(budget.unwrap_or(100_000).min(MOST_BRANCHES));
            *samples = (*samples).min(MOST_SAMPLES);
        }
        self.apart(id, move |battle, paused| {
            let found = match (&want, skirmish_wire::inquiry(&*battle, &want)) {
                (Want::Odds { choice, .. }, Some(inquiry)) => {
                    let odds = settings.odds_told_to(viewer).odds(&*battle, viewer, &inquiry);
                    Some(odds.map(|odds| Found::Odds(skirmish_wire::odds(choice.as_deref(), &odds))))
                }
                _ => skirmish_wire::look(&*battle, viewer, paused, &want),
            };
            let mut found = found.ok_or_else(|| No::from("this is not answered here"))??;
            if let Found::Log(lines) = &mut found {
                // Who looks with another's eyes is shown no throw that is not for their own.
                lines.retain(|line| !settings.hides(&*battle, viewer, line) && !settings.hides(&*battle, own, line));
            }
            if let Found::State(present) = &mut found {
                settings.hide_spares(&*battle, own, &mut present.spares);
            }
            serde_json::to_value(&found).map_err(|error| error.to_string().into())
        })
        .await
    }

    /// How it stood before an entry.
    pub(super) async fn look_back(&mut self, id: Option<Value>, entry: usize) -> Result<(), End> {
        let viewer = self.viewer;
        let settings = self.table.look(|replica| replica.settings.clone()).await.map_err(|_| End)?;
        self.apart(id, move |mut battle, _| {
            battle.seat(viewer).jump(entry)?;
            let mut present = Present::seen_by(&*battle, viewer, true);
            settings.hide_spares(&*battle, viewer, &mut present.spares);
            Ok(json!({ "past": present, "entry": entry }))
        })
        .await
    }

    /// What would be if an entry had been another line.
    pub(super) async fn what_if(&mut self, id: Option<Value>, entry: usize, line: String) -> Result<(), End> {
        let viewer = self.viewer;
        let settings = self.table.look(|replica| replica.settings.clone()).await.map_err(|_| End)?;
        if viewer != Viewer::GameMaster && (!settings.all_may_undo || viewer == Viewer::Spectator) {
            let why = "at this table the game master alone changes the past";
            return self.send(talk::refused(id.as_ref(), why, None)).await;
        }
        self.proposed = Some((entry, line.clone()));
        self.apart(id, move |mut battle, _| {
            let changed = battle.seat(viewer).change(entry, &line)?;
            let view = changed.battle.seen_by(viewer).view();
            let mut spares = changed.spares;
            settings.hide_spares(&*battle, viewer, &mut spares);
            let told = Changed { view, parted: changed.parted, spares };
            Ok(json!({ "changed": told, "entry": entry, "line": line }))
        })
        .await
    }

    /// What choices cost and promise, a few at a time; nobody waits for them any more when something else has happened.
    pub(super) async fn tell_prices(&mut self, id: Option<Value>, choices: Vec<String>) -> Result<(), End> {
        if choices.len() > self.hub.limits.prices {
            return self.send(talk::refused(id.as_ref(), "too many choices at once", None)).await;
        }
        self.prices.store(true, Ordering::Relaxed);
        let stop = Arc::new(AtomicBool::new(false));
        self.prices = Arc::clone(&stop);
        let (viewer, replies) = (self.viewer, self.replies.clone());
        let tells = move |replica: &Replica| {
            let (settings, battle) = (&replica.settings, &*replica.battle);
            (settings.odds_shown_to(battle, viewer), settings.level_of(battle, viewer) >= Level::Reminders)
        };
        let (told, reminds) = self.table.look(tells).await.map_err(|_| End)?;
        let name = id.clone();
        self.apart(id, move |battle, _| {
            let pricer = Pricer::of(&*battle, viewer, told);
            for some in choices.chunks(CHUNK) {
                if stop.load(Ordering::Relaxed) {
                    return Err("something else has happened".into());
                }
                let mut told: Vec<Value> = some.iter().map(|choice| pricer.price(choice)).collect();
                if !reminds {
                    told.iter_mut().for_each(|price| price["facts"] = json!([]));
                }
                let message = json!({ "kind": "prices", "id": name, "prices": told });
                if replies.blocking_send(message.to_string()).is_err() {
                    break;
                }
            }
            Ok(json!({}))
        })
        .await
    }
}

/// Says of choices what they cost and promise.
struct Pricer<'b> {
    battle: &'b dyn Battle,
    viewer: Viewer,
    told: OddsTold,
    who: String,
    choices: Vec<skirmish_kernel::ChoiceView>,
    /// What comes about without any of them.
    least: Option<String>,
    without: Option<Odds>,
}

impl<'b> Pricer<'b> {
    fn of(battle: &'b dyn Battle, viewer: Viewer, told: OddsTold) -> Self {
        let seen = battle.seen_by(viewer);
        let awaited = seen.awaited();
        let least = seen.least().filter(|_| told != OddsTold::None);
        let of = |least: &String| told.odds(battle, viewer, &Inquiry::of(Some(least)).through().within(BUDGET)).ok();
        let without = least.as_ref().and_then(of);
        let (who, choices) = awaited.map_or((String::new(), Vec::new()), |awaited| {
            (awaited.who.first().cloned().unwrap_or_default(), awaited.choices)
        });
        Self { battle, viewer, told, who, choices, least, without }
    }

    fn price(&self, text: &str) -> Value {
        let seen = self.battle.seen_by(self.viewer);
        let facts = seen.facts(text).unwrap_or_default();
        let leads_to = seen.leads_to(text);
        // Until what it leads to is answered nobody knows what may come of it.
        let prospect = if leads_to.is_none() { self.prospect(text) } else { None };
        let (prospect, sampled) = prospect.unwrap_or_default();
        json!({
            "choice": text, "says": prospect.says, "vain": prospect.is_vain, "mark": prospect.mark, "sampled": sampled,
            "facts": facts, "leads": leads_to,
        })
    }

    fn prospect(&self, text: &str) -> Option<(Prospect, bool)> {
        let choice = self.choices.iter().find(|choice| choice.text == text)?;
        let samples = Samples { count: SAMPLES, seed: 1 };
        let inquiry = Inquiry { samples: Some(samples), ..Inquiry::of(Some(text)).through().within(BUDGET) };
        let odds = self.told.odds(self.battle, self.viewer, &inquiry).ok()?;
        let without = self.without.as_ref().filter(|_| self.least.as_deref() != Some(text));
        Some((Prospect::of(choice, &self.who, &odds, without), odds.sampled.is_some()))
    }
}

/// What a rule is called and says, with the house rules that bear on it.
pub(super) fn rule(replica: &Replica, id: &str) -> Result<Value, String> {
    let catalogue = replica.game.catalogue();
    let rule = catalogue.rules.iter().find(|rule| rule.id == id);
    let rule = rule.ok_or_else(|| format!("there is no rule `{}`", skirmish_kernel::words::short(id)))?;
    let switches = catalogue.switches.iter().filter(|switch| switch.rules.contains(&rule.id));
    let switches: Vec<Value> = switches.map(|switch| reading(replica, switch)).collect();
    Ok(json!({ "rule": {
        "id": rule.id, "title": rule.title, "section": rule.section, "summary": rule.summary,
        "guidance": rule.guidance, "switches": switches, "book": replica.game.title(), "published": replica.game.credit(),
    } }))
}

/// A house rule: what it means, what it may be set to, and how it stands.
fn reading(replica: &Replica, switch: &Switch) -> Value {
    let now = replica.battle.read(&format!("rules.{}", switch.name)).unwrap_or_default();
    json!({
        "name": switch.name, "summary": switch.summary, "usual": switch.default, "now": now,
        "values": switch.values, "range": switch.range,
    })
}

/// So many rules are found at once.
const MOST_RULES: usize = 40;

/// Rules whose id or title has a word in it, and house rules that are called so.
pub(super) fn rules(replica: &Replica, word: &str) -> Result<Value, String> {
    let (catalogue, lower) = (replica.game.catalogue(), word.trim().to_lowercase());
    let found =
        catalogue.rules.iter().filter(|rule| rule.id.contains(&lower) || rule.title.to_lowercase().contains(&lower));
    let found: Vec<Value> =
        found.map(|rule| json!({ "id": rule.id, "title": rule.title, "summary": rule.summary })).collect();
    let switches = catalogue.switches.iter().filter(|switch| switch.name.contains(&lower));
    let switches: Vec<Value> = switches.map(|switch| reading(replica, switch)).collect();
    if found.is_empty() && switches.is_empty() {
        let names =
            catalogue.rules.iter().map(|rule| rule.id).chain(catalogue.switches.iter().map(|switch| switch.name));
        let near = skirmish_kernel::words::did_you_mean(&lower, names);
        let word = skirmish_kernel::words::short(word);
        return Err(format!("no rule and no house rule has `{word}` in its id or title{near}"));
    }
    let more = found.len().saturating_sub(MOST_RULES);
    Ok(json!({
        "rules": &found[..found.len() - more], "more": more, "switches": &switches[..switches.len().min(MOST_RULES)],
    }))
}

/// What may be set by hand: of the game master everything, of others what they see.
pub(super) fn hand(replica: &Replica, viewer: Viewer) -> Value {
    let seen = replica.battle.seen_by(viewer);
    // How one stands to each of the others is asked for by itself.
    let now = |path: &str| if path.matches('.').count() == 1 { seen.read(path).ok() } else { None };
    let told = |path: String| json!({ "values": seen.values(&path), "now": now(&path), "path": path });
    json!({ "paths": seen.paths().into_iter().map(told).collect::<Vec<Value>>() })
}
