//! `skirmish play`: a battle at one keyboard, or driven through a pipe.

mod answer;
mod choices;
mod command;
mod complete;
mod explain;
mod forecast;
mod hand;
mod history;
mod keep;
mod lines;
mod look;
mod machine;
mod numbered;
mod offer;
mod open;
mod own;
mod question;
mod settings;
mod situation;
mod table;
mod telling;
mod words;

use std::path::PathBuf;

use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;
use lines::{LONGEST, Lines, Read};
use table::{Next, Table};

/// Play a battle: people at the keyboard choose, policies play the rest.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish play duel --seat wind=person --seat water=plain --dice wind=typed",
    after_long_help = "\
Examples:
  skirmish play                                        says what there is, and asks
  skirmish play duel                                   two people at one keyboard
  skirmish play duel --seat water=plain                one person against the usual policy
  skirmish play duel --seat water=easy                 against one who does not always look; or fair, or hard
  skirmish play duel --seat water=rollout:2s           against one that thinks two seconds over each choice
  skirmish play duel --dice typed                      all dice are real ones: faces, = COUNT, or total N
  skirmish play duel.skirmish                          goes on where that battle was left
  skirmish play ambush --level propose --board words   with proposals; the board in words
  skirmish play duel < evening.txt                     lines from a file
  skirmish play duel --seat water=plain --json         a program plays: lines of JSON in both directions

At the prompt, `help` lists everything that can be typed. A choice is typed as it is shown, by its number, or by as
much of its beginning as makes it clear. Everything can be taken back (`undo`), the past can be changed (`log`,
`change`), and the game master may set anything by hand (`gm`).

The battle is written to a file after every answer (NAME.skirmish, or --save), as a text that `skirmish check` and
`skirmish run` read too. Whatever happens, `skirmish play` of that file goes on with the same question.

A name is an embedded encounter (skirmish encounters) before it is a file; write ./NAME to mean the file."
)]
pub(crate) struct Args {
    /// An embedded encounter, an encounter file, or a saved battle [default: you are asked which].
    #[arg(value_name = "ENCOUNTER|FILE")]
    what: Option<PathBuf>,

    /// Who plays: person, plain, random, greedy, rollout:N, mcts:N, easy, fair or hard; for a side or a creature NAME=person. May be
    /// repeated.
    #[arg(long, value_name = "[NAME=]WHO")]
    seat: Vec<String>,

    /// Whose dice fall where: typed or rolled; for a side or a creature NAME=typed. May be repeated.
    #[arg(long, value_name = "[NAME=]HOW")]
    dice: Vec<String>,

    /// How much help: map, tracker, reminders, odds, propose or automatic [default: odds].
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,

    /// How the board is shown with each turn: drawn, words or never [default: drawn].
    #[arg(long, value_name = "HOW")]
    board: Option<String>,

    /// Whose eyes: all, auto (the one side that people play), or a side [default: auto].
    #[arg(long, value_name = "WHO")]
    view: Option<String>,

    /// Routine questions: ask them, or take the usual answer [default: ask].
    #[arg(long, value_name = "ask|take")]
    routine: Option<String>,

    /// Seed of the dice [default: the file's own, else 0].
    #[arg(long, value_name = "N", value_parser = crate::whole::any::<u64>())]
    seed: Option<u64>,

    /// The file that the battle is kept in [default: NAME.skirmish, in this directory].
    #[arg(long, value_name = "FILE", conflicts_with = "no_save")]
    save: Option<PathBuf>,

    /// Keep the battle nowhere.
    #[arg(long)]
    no_save: bool,

    /// For a program: lines of JSON in both directions, described in docs/json.md; `skirmish schema --play` prints their
    /// schema.
    #[arg(long)]
    json: bool,

    /// Of a save that is broken, go on with what can still be played.
    #[arg(long)]
    recover: bool,
}

/// So many refused lines in a row are no script.
const MOST_REFUSED: u32 = 200;

/// Why the table is left.
enum Left {
    /// Somebody has said so.
    ByWord,
    /// Nothing more comes in, or nobody reads on.
    AtTheEnd,
    Interrupted,
    /// What comes in is noise.
    NoScript,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    if args.json {
        return machine::perform(args, out);
    }
    let mut lines = Lines::open();
    let what = match &args.what {
        Some(what) => what.clone(),
        None => match offer::choose(&mut lines, out)? {
            Some(what) => what,
            None => return Ok(interrupt::or(Exit::Done)),
        },
    };
    let opened = open::open(args, &what, lines.is_terminal())?;
    let mut table = Table::new(opened, args, out)?;
    if lines.is_terminal() {
        table.waits_for_nobody();
        lines.columns().into_iter().for_each(|columns| table.fit_into(columns));
    }
    table.begin();
    let left = play(&mut table, &mut lines);
    match (table.end(), left) {
        // Whoever says `quit!` knows it.
        (Some(why), Left::ByWord) => {
            table.say_refused(&format!("not kept: {why}"));
        }
        (Some(why), _) => return Err(Fault::plain(format!("not kept: {why}"))),
        (None, Left::NoScript) => {
            return Err(Fault::with_help(
                format!("{MOST_REFUSED} lines in a row were not understood: this is no script"),
                if args.no_save {
                    "`help` lists what can be typed"
                } else {
                    "`help` lists what can be typed; the battle is kept as it stands"
                },
            ));
        }
        (None, Left::Interrupted) => return Ok(Exit::Interrupted),
        (None, Left::ByWord | Left::AtTheEnd) => {}
    }
    Ok(interrupt::or(Exit::Done))
}

/// Takes line after line.
fn play(table: &mut Table<'_>, lines: &mut Lines) -> Left {
    let mut refused = 0;
    let mut interrupted = false;
    loop {
        table.go_on();
        if table.is_deserted() {
            return Left::AtTheEnd;
        }
        table.ask();
        // A program at the other end of a pipe waits for the question.
        table.flush();
        match lines.read(table.prompt(), || complete::known(table)) {
            Read::Line(line) => {
                interrupted = false;
                // The window may have changed its size while it was typed.
                lines.columns().into_iter().for_each(|columns| table.fit_into(columns));
                if !lines.is_terminal() {
                    table.echo(&line);
                }
                match table.take(&line) {
                    Next::Done => refused = 0,
                    Next::Refused => refused += 1,
                    Next::Quit => return Left::ByWord,
                }
            }
            Read::TooLong => {
                let why = format!("this line is too long: a line has at most {} KB", LONGEST >> 10);
                refused += u32::from(table.say_refused(&why));
            }
            Read::NotText => refused += u32::from(table.say_refused("this line is no UTF-8 text")),
            Read::Interrupted if interrupted => return Left::Interrupted,
            Read::Interrupted => {
                interrupted = true;
                table.say("Ctrl-C once more leaves the table; so does `quit`. Nothing is lost.");
            }
            Read::End => return Left::AtTheEnd,
        }
        if refused >= MOST_REFUSED && !lines.is_terminal() {
            return Left::NoScript;
        }
    }
}
