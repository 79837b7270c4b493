//! `skirmish rules`: the catalogue, one rule in full, and what no transcript shows yet.

mod print;

use serde_json::{Value, json};
use skirmish_kernel::{Game, Rule};
use skirmish_shelf::shelf;

use crate::coverage::Coverage;
use crate::diagnose;
use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;

/// Look up rules: the catalogue, a rule in full, house-rule switches, coverage.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish rules elemental-d6 cover.center",
    after_long_help = "\
Examples:
  skirmish rules elemental-d6                   the catalogue
  skirmish rules --search 'half cover'          all rules with these words
  skirmish rules elemental-d6 cover.center      one rule, with the transcripts that cite it
  skirmish rules --switches                     what a table may read otherwise, for [rules] in an encounter
  skirmish rules --uncited                      exit code 1 unless every rule is cited by an embedded transcript

With --json, a list of {\"id\":…,\"title\":…,\"summary\":…,\"section\":…,\"cited_by\":[transcripts]}; \"guidance\" is there for
rules that no fight can show, with the reason, and \"game\" where several games are listed. With --switches, a list of
{\"name\":…,\"default\":…,\"values\":[…],\"range\":[least, most] or null,\"rules\":[…],\"summary\":…}, and \"game\" likewise."
)]
pub(crate) struct Args {
    /// A game, or a rule id [default: all games].
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// A rule in full: its id, the beginning or the last word of it.
    #[arg(value_name = "RULE", conflicts_with = "id")]
    rule: Option<String>,

    /// A rule in full, likewise.
    #[arg(long, value_name = "RULE")]
    id: Option<String>,

    /// Only rules in which all these words occur.
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["id", "rule", "switches"])]
    search: Option<String>,

    /// House-rule switches and numbers instead of rules.
    #[arg(long, conflicts_with_all = ["id", "rule", "uncited"])]
    switches: bool,

    /// Only rules that no embedded transcript cites; exit code 1 when there are any.
    #[arg(long, conflicts_with_all = ["id", "rule"])]
    uncited: bool,

    /// A JSON list, described in --help.
    #[arg(long)]
    json: bool,
}

/// The rules that are meant, game by game.
struct Chosen {
    game: &'static dyn Game,
    rules: Vec<&'static Rule>,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let (games, id) = meant(args)?;
    if args.switches {
        print::switches(&games, args.json, out);
        return Ok(Exit::Done);
    }
    if let Some(id) = id {
        let chosen = one_rule(&games, &id)?;
        let coverage = coverage(chosen.game);
        match chosen.rules.as_slice() {
            [rule] if !args.json => print::in_full(chosen.game, rule, &coverage, out),
            _ => out.json(json_list(&[(chosen, coverage)])),
        }
        return Ok(interrupt::or(Exit::Done));
    }
    let chosen: Vec<Chosen> = games.into_iter().map(|game| search(game, args.search.as_deref())).collect();
    if args.uncited {
        return Ok(uncited(chosen, args.json, out));
    }
    if args.json {
        let covered: Vec<_> =
            chosen.into_iter().map(|chosen| (coverage_of(&chosen), chosen)).map(|(c, g)| (g, c)).collect();
        out.json(json_list(&covered));
        return Ok(interrupt::or(Exit::Done));
    }
    if chosen.iter().all(|chosen| chosen.rules.is_empty()) {
        let words = args.search.as_deref().unwrap_or_default();
        return Err(Fault::with_help(
            format!("no rule contains all of `{words}`"),
            "try fewer words, or --uncited or no option for all rules",
        ));
    }
    chosen.iter().for_each(|chosen| print::catalogue(chosen.game, &chosen.rules, args.search.is_some(), out));
    Ok(Exit::Done)
}

/// The games and the rule that are meant: a first word that is no game is a rule.
fn meant(args: &Args) -> Result<(Vec<&'static dyn Game>, Option<String>), Fault> {
    let all = || shelf().games().collect::<Vec<_>>();
    let id = args.id.clone().or_else(|| args.rule.clone());
    match &args.game {
        None => Ok((all(), id)),
        Some(name) => match shelf().find_game(name) {
            Ok(game) => Ok((vec![game], id)),
            Err(_) if id.is_none() && is_rule(name) => Ok((all(), Some(name.clone()))),
            Err(missing) => Err(missing.into()),
        },
    }
}

/// Does it look like a rule rather than a game?
fn is_rule(name: &str) -> bool {
    name.contains('.') || shelf().games().any(|game| game.catalogue().complete(name).is_ok())
}

fn one_rule(games: &[&'static dyn Game], id: &str) -> Result<Chosen, Fault> {
    let (mut why, mut help) =
        (None, "`skirmish rules` lists all ids, `skirmish rules --search WORDS` finds some".to_owned());
    for game in games {
        let catalogue = game.catalogue();
        match catalogue.complete(id) {
            Ok(rule) => return Ok(Chosen { game: *game, rules: vec![catalogue.rule(rule)] }),
            // The game whose house rule it is knows best.
            Err(refusal) if catalogue.switches.iter().any(|switch| switch.name.eq_ignore_ascii_case(id)) => {
                help = format!("`skirmish rules {} --switches` says what it may be set to", game.name());
                why = Some(refusal);
            }
            Err(refusal) => why = why.or(Some(refusal)),
        }
    }
    Err(Fault::with_help(why.unwrap_or_else(|| format!("there is no rule `{id}`")), help))
}

/// The rules in which all words occur.
fn search(game: &'static dyn Game, words: Option<&str>) -> Chosen {
    let words: Vec<String> = words.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
    let fits = |rule: &&Rule| {
        let text = [rule.id, rule.title, rule.summary, rule.section].join(" ").to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    Chosen { game, rules: game.catalogue().rules.iter().filter(fits).collect() }
}

fn coverage_of(chosen: &Chosen) -> Coverage {
    coverage(chosen.game)
}

fn coverage(game: &dyn Game) -> Coverage {
    let coverage = Coverage::of(game);
    if !coverage.failed.is_empty() {
        let (transcripts, fail) = match coverage.failed.len() {
            1 => ("1 embedded transcript".to_owned(), "fails and counts"),
            failed => (format!("{failed} embedded transcripts"), "fail and count"),
        };
        diagnose::note(&format!("{transcripts} of {} {fail} for nothing; see `skirmish check`", game.name()));
    }
    coverage
}

/// What no transcript shows.
fn uncited(chosen: Vec<Chosen>, json: bool, out: &mut Out) -> Exit {
    let several = chosen.len() > 1;
    let mut lacking = Vec::new();
    for Chosen { game, mut rules } in chosen {
        let coverage = coverage(game);
        rules.retain(|rule| coverage.lacks(rule));
        lacking.push((Chosen { game, rules }, coverage));
    }
    let none = lacking.iter().all(|(chosen, _)| chosen.rules.is_empty());
    if json {
        out.json(json_list(&lacking));
    } else if none {
        out.line("every rule is cited");
    }
    for (chosen, _) in lacking.iter().filter(|_| !json) {
        for rule in &chosen.rules {
            let game = if several { format!("{} ", chosen.game.name()) } else { String::new() };
            out.line(format_args!("{game}{}", rule.id));
        }
    }
    interrupt::or(if none { Exit::Done } else { Exit::Failed })
}

fn json_list(chosen: &[(Chosen, Coverage)]) -> Value {
    let several = chosen.len() > 1;
    let entry = |game: &dyn Game, rule: &Rule, coverage: &Coverage| {
        let mut entry = json!({
            "id": rule.id, "title": rule.title, "summary": rule.summary, "section": rule.section,
            "cited_by": coverage.of_rule(rule),
        });
        if let Some(guidance) = rule.guidance {
            entry["guidance"] = guidance.into();
        }
        if several {
            entry["game"] = game.name().into();
        }
        entry
    };
    chosen
        .iter()
        .flat_map(|(chosen, coverage)| chosen.rules.iter().map(|rule| entry(chosen.game, rule, coverage)))
        .collect()
}
