//! `skirmish check`: plays transcripts and says where play and transcript differ.

mod find;
mod report;

use std::path::PathBuf;

use skirmish_kernel::Checked;
use skirmish_sim::each;

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::progress::Progress;
use crate::{diagnose, interrupt};

/// Check transcripts: play them and compare with what they expect.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish check my-fights/ --quiet",
    after_long_help = "\
Examples:
  skirmish check                        the transcripts that come with the games
  skirmish check fight.skirmish fights/ a file, and all *.skirmish files in a folder and its folders
  skirmish check fights/ --json | jq 'select(.passed == false)'

The closing line is `N passed, N failed`; what cannot be read counts as failed. Exit code 1 when something failed, 2 when
a file cannot be read or is no transcript, or there is none at all.

With --json, one object per line:
  {\"file\":…,\"passed\":BOOL,\"expectations\":N,\"failures\":[{\"line\":N,\"column\":N,\"message\":…,\"expected\":…,\"actual\":…,
   \"detail\":[throws, unfolded]}],\"errors\":[{\"line\":N or null,\"column\":N or null,\"message\":…,\"help\":… or null}],
   \"hints\":[as errors: older names, understood]}
  {\"passed\":N,\"failed\":N}"
)]
pub(crate) struct Args {
    /// Transcripts, and folders with transcripts [default: those that come with the games].
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,

    /// Check those that come with the games too.
    #[arg(long)]
    embedded: bool,

    /// Print the closing line only.
    #[arg(long)]
    quiet: bool,

    /// One JSON object per line, described in --help.
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
}

/// What came of one transcript.
enum Verdict {
    /// It was played.
    Played(Checked),
    /// It could not be.
    Unusable(Fault),
    /// Somebody asked to stop before its turn came.
    Skipped,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let cases = find::cases(&args.paths, args.embedded || args.paths.is_empty())?;
    let progress = Progress::new(cases.len() as u64);
    let verdicts: Vec<Verdict> = progress.show(|| {
        each(&cases, |case| {
            let verdict = if interrupt::asked() { Verdict::Skipped } else { case.check() };
            progress.tick();
            verdict
        })
    });
    let (mut passed, mut failed, mut skipped, mut exit) = (0usize, 0usize, 0usize, Exit::Done);
    for (case, verdict) in cases.iter().zip(&verdicts) {
        match verdict {
            Verdict::Played(checked) if checked.passed() => passed += 1,
            Verdict::Played(_) => {
                failed += 1;
                exit = exit.max(Exit::Failed);
            }
            Verdict::Unusable(_) => {
                failed += 1;
                exit = exit.max(Exit::BadInput);
            }
            Verdict::Skipped => skipped += 1,
        }
        if !args.quiet {
            report::verdict(&case.name, verdict, args.json, out);
        }
    }
    if skipped > 0 {
        diagnose::note(&format!("interrupted: {skipped} not checked"));
    }
    report::closing(passed, failed, args.json, out);
    Ok(interrupt::or(exit))
}
