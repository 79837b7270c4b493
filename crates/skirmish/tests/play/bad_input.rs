//! Whatever is typed: an answer in words, no panic, no hang, no memory eaten.

use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{ENCOUNTERS, Ran, feed, fits_eighty_columns, folder, play, says, start};

/// A duel without a file, in which Kestrel is asked.
fn duel(typed: &str) -> String {
    let typed = format!("= 2\n= 1\n{typed}\n");
    play(&folder("bad"), &["duel", "--dice", "typed", "--no-save"], typed).well()
}

#[test]
fn words_that_nobody_knows_get_the_nearest() {
    says(&duel("udno"), &["No: `udno` is no choice and no command; did you mean `undo`?"]);
    says(&duel("help udno"), &["did you mean `undo`?"]);
    says(&duel("levle odds"), &["did you mean `level`?"]);
    says(&duel("level odd"), &["Help level odds"]);
    says(&duel("level odsd"), &["there is no help level `odsd`; did you mean `odds`?"]);
    says(&duel("seat Kestrle plain"), &["there is no side and no creature `Kestrle`; did you mean `Kestrel`?"]);
    says(&duel("seat Kestrel plian"), &["did you mean `plain`?", "person"]);
    says(&duel("gm Kestrel.hq = 3"), &["hq", "did you mean"]);
    says(&duel("sheet Tran"), &["nobody to be seen is called `Tran`; did you mean `Tarn`?"]);
    says(&duel("rules covr.center"), &["did you mean `cover.center`?"]);
    says(&duel("bored words"), &["did you mean `board`?"]);
}

#[test]
fn an_ambiguous_beginning_lists_what_it_may_mean() {
    says(&duel("/s"), &["`s` may mean sheet, seat and save"]);
    says(&duel("/re"), &["`re` may mean read, redo and reject"]);
    says(&duel("s"), &["`s` may mean", "step"]);
    says(&duel("air-blast"), &["at whom? `air-blast at NAME`"]);
}

#[test]
fn an_illegal_choice_names_its_rule() {
    let out = duel("unarmed-strike at Tarn\n? unarmed-strike at Tarn\nwhy not unarmed-strike at Tarn");
    assert_eq!(out.matches("[unarmed.cost]").count() + out.matches("unarmed.cost:").count(), 3, "{out}");
    says(&out, &["out of range"]);
    // Nothing was lost by it.
    says(&duel("unarmed-strike at Tarn\n2\nlog"), &["[3] Kestrel: air-blast at Tarn"]);
}

#[test]
fn numbers_that_cannot_be_are_refused() {
    says(&duel("0"), &["there are", "choices"]);
    says(&duel("99999999999999999999"), &["there are", "choices"]);
    says(&duel("undo 99999999999999999999"), &["is no number of answers"]);
    says(&duel("undo 99\nundo"), &["2 answers taken back", "No: "]);
    says(
        &duel("goto 0\ngoto 99\ngoto x"),
        &["`0` is no entry's number", "that is beyond the last entry, which is ", "`x` is no entry's number"],
    );
    says(&duel("change 99 4\nchange 1\nchange"), &["that is beyond the last entry, which is ", "into what?"]);
    says(&duel("gm Kestrel.hp = 99999999999999999999"), &["No: "]);
    says(&duel("4 1 6"), &["no dice are awaited, but a choice of Kestrel"]);
    says(&duel("undo\n7 7 7\n= 99\ntotal -5\n= x\n"), &["No: 8d6>=6 wants 8 faces", "No: "]);
}

#[test]
fn no_dice_hold_the_table_up() {
    let begun = Instant::now();
    let out = play(&folder("ties"), &["crossfire", "--dice", "typed", "--no-save"], "odds\n").well();
    says(&out, &["times: nobody has gained or lost anything by it."]);
    // Ties of two are thrown again for ever, and that soon changes nothing any more.
    let out = play(&folder("ties"), &["duel", "--dice", "typed", "--no-save"], "odds\n").well();
    says(&out, &["Whatever is thrown, nobody gains or loses anything by it."]);
    assert!(begun.elapsed().as_secs() < 30);
}

#[test]
fn an_empty_input_is_a_table_that_is_left() {
    let folder = folder("empty");
    let out = play(&folder, &["duel", "--dice", "typed"], "").well();
    says(&out, &["Kestrel throws 9d6>=6", "Kept in duel.skirmish; `skirmish play duel.skirmish` goes on."]);
    let nothing = crate::command(&folder, &["duel.skirmish"]).stdin(Stdio::null()).output().expect("it runs");
    says(&Ran::of(nothing).well(), &["Duel in the Meadow", "Kestrel throws 9d6>=6"]);
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let folder = folder("deserted");
    let mut child = start(&folder, &["duel", "--seat", "all=plain"]);
    drop(child.stdout.take());
    assert_eq!(Ran::of(feed(child, b"log\n".repeat(1000))).code, 0);
}

/// Noise on the pipe; the program may take no more than so much memory.
#[cfg(target_os = "linux")]
fn noise(name: &str, typed: Vec<u8>) -> Ran {
    let begun = Instant::now();
    let mut shell = Command::new("bash");
    let script = "ulimit -v 600000; exec \"$0\" play duel --dice typed";
    shell.args(["-c", script, env!("CARGO_BIN_EXE_skirmish")]).current_dir(folder(name));
    let piped = Stdio::piped;
    let child = shell.stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("there is a bash");
    let ran = Ran::of(feed(child, typed));
    assert!(begun.elapsed().as_secs() < 60, "it takes too long");
    assert!(ran.out.len() < 1 << 20, "{} bytes are said to noise", ran.out.len());
    ran
}

#[cfg(target_os = "linux")]
#[test]
fn ten_megabytes_of_noise_are_no_script() {
    const LEN: usize = 10 << 20;
    // A generator of the test's own, so that it is the same noise each time.
    let mut state = 1u64;
    let binary = (0..LEN).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    });
    let ran = noise("binary", binary.collect());
    assert_eq!(ran.code, 2, "{}", ran.err);
    says(&ran.err, &["200 lines in a row were not understood", "this is no script"]);
    let ran = noise("endless", vec![b'x'; LEN]);
    says(&ran.out, &["this line is too long: a line has at most 64 KB"]);
    assert_eq!(ran.code, 0);
    let ran = noise("short", b"x\n".repeat(LEN / 2));
    assert_eq!(ran.code, 2);
    let ran = noise("zeros", vec![0; LEN]);
    says(&ran.out, &["too long"]);
    // Lines that are understood are a script, however many.
    let ran = noise("wide", [vec![b'9'; 60_000], b"\n".to_vec()].concat().repeat(150));
    assert_eq!(ran.code, 0);
}

#[test]
fn every_line_fits_eighty_columns() {
    for name in ENCOUNTERS {
        for board in ["drawn", "words", "never"] {
            let folder = folder(&format!("wide-{name}-{board}"));
            let typed = "help\n?\nchoices\nodds\nmap\nwho\norder\ngm\nsheet\nrules cover\nwhy\nlog all\n1\n1\nseat all plain\n\
                         dice all rolled\n\nlog\nwhy\nwho\n";
            let out = play(&folder, &[name, "--board", board], typed).well();
            fits_eighty_columns(&out);
            says(&out, &["The battle is over."]);
        }
    }
}

#[test]
fn a_title_cannot_drive_the_terminal() {
    let folder = folder("title");
    let ran = crate::verb(&folder, &["new", "elemental-d6"]);
    let lines: Vec<&str> = ran.out.lines().filter(|line| !line.starts_with("title")).collect();
    let head = "title = \"a\\nb\\u001b[31mred\"\n";
    std::fs::write(folder.join("x.toml"), format!("{head}{}", lines.join("\n"))).expect("it can be written");
    for args in [&["run", "x.toml"][..], &["play", "x.toml", "--no-save", "--level", "automatic"]] {
        let out = crate::verb(&folder, args);
        assert!(out.out.starts_with("a b\\u{1b}[31mred\n"), "{out:?}");
    }
}
