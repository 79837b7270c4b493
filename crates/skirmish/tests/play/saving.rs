//! Nothing that was answered is lost, and nobody writes what somebody else is writing.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Child;

use crate::{answers, feed, folder, play, read, says, start};

/// Three answers into a duel, where Tarn is asked.
const BEGUN: &str = "= 2\n= 1\nair-blast at Tarn\n";

/// A program that waits for its next line, having printed one with these words.
fn waiting(folder: &Path, args: &[&str], typed: &str, until: &str) -> Child {
    let mut child = start(folder, args);
    child.stdin.as_mut().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let mut lines = BufReader::new(child.stdout.as_mut().expect("a pipe")).lines();
    let found = lines.by_ref().map_while(Result::ok).any(|line| line.contains(until));
    assert!(found, "it never says `{until}`");
    child
}

#[test]
fn a_battle_goes_on_with_the_same_question_and_the_same_log() {
    let folder = folder("same");
    let first = play(&folder, &["duel", "--dice", "typed", "--board", "words"], format!("{BEGUN}log all\n")).well();
    let (_, log) = first.split_once("> log all\n").expect("it was typed");
    let (log, _) = log.split_once("Kept in").expect("it says goodbye");
    let again = play(&folder, &["duel.skirmish"], "log all\n").well();
    says(&again, &["The battle goes on after 3 answers", "Tarn's turn (nothing spent). What to initiate?"]);
    assert!(again.contains(log), "{again}\nshould contain\n{log}");
    // What has been set is remembered, and nothing is written twice.
    assert!(!again.contains("A B C D"), "the board was to be told in words");
    assert_eq!(answers(&folder, "duel.skirmish").len(), answers(&folder, "duel.skirmish").len());
    let text = read(&folder, "duel.skirmish");
    play(&folder, &["duel.skirmish"], "").well();
    assert_eq!(text, read(&folder, "duel.skirmish"));
    let ran = crate::verb(&folder, &["check", "duel.skirmish"]);
    assert!(ran.well().contains("1 passed, 0 failed"));
}

#[test]
fn every_answer_is_on_disk_before_the_next_question() {
    let folder = folder("killed");
    let mut child = waiting(&folder, &["duel", "--dice", "typed"], BEGUN, "Tarn's turn");
    // kill -9: nothing can be done at the last moment.
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    // As if it had died while writing.
    fs::write(folder.join(".duel.skirmish.4711-0.tmp"), "skirmish").expect("it can be written");
    let again = play(&folder, &["duel.skirmish"], "log\n").well();
    says(&again, &["The battle goes on after 3 answers", "Tarn's turn", "[3] Kestrel: air-blast at Tarn"]);
    let left: Vec<_> = fs::read_dir(&folder).expect("it is there").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["duel.skirmish"], "nothing else is left lying about");
}

/// What is written answer by answer has every usual answer in it; it is a save of ours all the same, and is put in order.
#[test]
fn a_killed_evening_goes_on_in_its_own_file() {
    let folder = folder("killed-late");
    let args =
        ["crossfire", "--save", "x.skirmish", "--level", "reminders", "--routine", "take", "--seat", "raiders=plain"];
    let typed = format!("{}read round\n", "pass\n".repeat(40));
    let mut child = waiting(&folder, &args, &typed, "> read round");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    let killed = read(&folder, "x.skirmish");
    assert!(killed.ends_with('\n'), "it ends with a whole line: {killed}");
    assert!(crate::verb(&folder, &["check", "x.skirmish"]).well().contains("1 passed"));
    let again = play(&folder, &["x.skirmish"], "log all\n").well();
    says(&again, &["The battle goes on after", "Kept in x.skirmish"]);
    assert!(again.matches(": pass").count() >= 5, "{again}");
    let left = read(&folder, "x.skirmish");
    assert!(left.len() < killed.len(), "usual answers go when it is left in order");
    play(&folder, &["x.skirmish"], "").well();
    assert_eq!(read(&folder, "x.skirmish"), left);
    assert!(!folder.join("x-played.skirmish").exists());
}

#[test]
fn two_people_cannot_play_one_file() {
    let folder = folder("twice");
    let mut first = waiting(&folder, &["duel", "--dice", "typed"], BEGUN, "Tarn's turn");
    let id = format!("process {}", first.id());
    let words = ["`duel.skirmish` is being played by another skirmish", &id, "quit", "--save FILE"];
    play(&folder, &["duel.skirmish"], "").refused(&words);
    // Another file is nobody's business, and looking on is none either.
    let other = play(&folder, &["duel.skirmish", "--save", "other.skirmish"], "pass\n").well();
    says(&other, &["The battle goes on after 3 answers", "Kept in other.skirmish"]);
    first.stdin.as_mut().expect("a pipe").write_all(b"pass\nquit\n").expect("it reads");
    let out = feed(first, Vec::new());
    assert!(out.status.success());
    says(&play(&folder, &["duel.skirmish"], "").well(), &["goes on after 4 answers"]);
}

#[test]
fn a_name_that_is_taken_is_not_written_over() {
    let folder = folder("taken");
    fs::write(folder.join("duel.skirmish"), "mine\n").expect("it can be written");
    let out = play(&folder, &["duel"], "").well();
    says(&out, &["duel.skirmish is there already", "This battle is kept in duel-2.skirmish."]);
    play(&folder, &["duel", "--save", "duel.skirmish"], "").refused(&["`duel.skirmish` is already there"]);
    let out = play(&folder, &["duel"], "save duel.skirmish\nfork duel.skirmish\nsave mine.skirmish\nsave\n").well();
    says(&out, &["No: `duel.skirmish` is already there", "Kept in mine.skirmish after every answer."]);
    assert_eq!(read(&folder, "duel.skirmish"), "mine\n");
}

#[test]
fn what_a_person_has_written_stays_as_it_is() {
    let folder = folder("written");
    let text = "skirmish 1\nencounter duel\n\n# By hand, with care.\nroll = 2\nroll = 1\n";
    fs::write(folder.join("mine.skirmish"), text).expect("it can be written");
    let out = play(&folder, &["mine.skirmish"], "pass\n").well();
    says(&out, &["mine.skirmish stays as it is; this battle is kept in mine-played.skirmish."]);
    assert_eq!(read(&folder, "mine.skirmish"), text);
}

#[test]
fn a_save_in_a_place_that_cannot_be_written_is_said_at_once() {
    let folder = folder("nowhere");
    play(&folder, &["duel", "--save", "no/such/place.skirmish"], "").refused(&["no such directory"]);
    play(&folder, &["duel", "--save", "."], "").refused(&["`.` is already there"]);
    let out = play(&folder, &["duel", "--no-save"], "save\nsave no/such/x\nsave here.skirmish\nquit\n").well();
    says(&out, &["this battle is kept nowhere; `save FILE` keeps it", "no such directory", "Kept in here.skirmish"]);
}

/// The save goes on, with these lines, on a file system on which nothing more can be written, as the shell's limit makes it.
#[cfg(target_os = "linux")]
fn play_on_a_full_disk(folder: &Path, typed: &str) -> crate::Ran {
    let mut shell = std::process::Command::new("bash");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" play duel.skirmish";
    shell.args(["-c", script, env!("CARGO_BIN_EXE_skirmish")]).current_dir(folder);
    let piped = std::process::Stdio::piped;
    let child = shell.stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("there is a bash");
    crate::Ran::of(feed(child, typed.as_bytes().to_vec()))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_the_old_save_stays() {
    let folder = folder("full");
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    let before = read(&folder, "duel.skirmish");
    let out = play_on_a_full_disk(&folder, "pass\nquit\nquit!\n");
    says(
        &out.out,
        &["No: cannot write `duel.skirmish`", "`save FILE` keeps", "`quit!` leaves all the same", "not kept"],
    );
    assert_eq!(out.out.matches("Play goes on").count(), 1, "it is said once:\n{}", out.out);
    assert_eq!(read(&folder, "duel.skirmish"), before);
}

/// The save with its last line exchanged, and what is said of it.
fn broken(name: &str, last: &str, words: &[&str]) {
    let folder = folder(name);
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    let text = read(&folder, "duel.skirmish");
    let kept = text.trim_end().rsplit_once('\n').expect("it has lines").0;
    let text = format!("{kept}\n{last}");
    fs::write(folder.join("duel.skirmish"), &text).expect("it can be written");
    let line = format!("duel.skirmish:{}:", text.matches('\n').count() + usize::from(!last.ends_with('\n')));
    let good = format!("lines 1 to {} can be played", kept.matches('\n').count() + 1);
    let all = [words, &[&line, &good, "--recover", "Tarn"]].concat();
    play(&folder, &["duel.skirmish"], "").refused(&all);
    assert_eq!(read(&folder, "duel.skirmish"), text, "nothing was touched");
    let out = play(&folder, &["duel.skirmish", "--recover"], "log\n").well();
    says(&out, &["The broken save is kept in duel-broken.skirmish.", "goes on after 2 answers", "Kestrel's turn"]);
    assert_eq!(read(&folder, "duel-broken.skirmish"), text);
    says(&play(&folder, &["duel.skirmish"], "").well(), &["goes on after 2 answers"]);
}

#[test]
fn a_save_that_was_cut_goes_on_from_its_last_whole_line() {
    broken("cut", "Kestrel: air-bl", &["air-bl"]);
}

/// What is cut may still be an answer, and another one.
#[test]
fn a_save_that_was_cut_within_an_answer_is_not_taken_for_whole() {
    broken("cut-short", "Kestrel: pass", &["this line may have been cut", "put an end of line behind it"]);
    let folder = folder("cut-whole");
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    let saved = read(&folder, "duel.skirmish");
    fs::write(folder.join("duel.skirmish"), saved.trim_end()).expect("it can be written");
    play(&folder, &["duel.skirmish"], "").refused(&["Kestrel: air-blast at Tarn", "--recover"]);
    fs::write(folder.join("duel.skirmish"), &saved).expect("it can be written");
    says(&play(&folder, &["duel.skirmish"], "").well(), &["goes on after 3 answers"]);
    // What a person has written ends as that person likes.
    fs::write(folder.join("mine.skirmish"), "skirmish 1\nencounter duel\nroll = 2\nroll = 1")
        .expect("it can be written");
    says(&play(&folder, &["mine.skirmish"], "").well(), &["goes on after 2 answers"]);
}

#[test]
fn answers_that_wait_for_their_place_are_kept() {
    let folder = folder("spares");
    let typed = format!("{BEGUN}pass\nkeep\npass\ndecline\nreaction\n4 6\n5\n");
    let args = ["duel", "--dice", "typed", "--board", "never"];
    let first = play(&folder, &args, format!("{typed}change 3 pass\naccept\n")).well();
    says(&first, &["no place there (yet)", "wait until they fit"]);
    let saved = read(&folder, "duel.skirmish");
    assert!(saved.contains("\n# of a changed past\nspare ") && saved.contains("roll Kestrel dice.attack"), "{saved}");
    let again = play(&folder, &["duel.skirmish"], "forget\n").well();
    says(&again, &["of a changed past wait until they fit", "answers dropped."]);
    assert!(!read(&folder, "duel.skirmish").contains("spare"), "nothing waits any more");
    assert!(crate::verb(&folder, &["check", "duel.skirmish"]).well().contains("1 passed"));
}

#[test]
fn a_save_with_a_line_that_means_nothing_says_which() {
    broken("nonsense", "once upon a time\n", &[]);
}

#[test]
fn a_save_with_a_choice_against_the_rules_says_which() {
    broken("illegal", "Kestrel: unarmed-strike at Tarn\n", &["out of range", "unarmed.cost"]);
}

#[test]
fn a_save_that_is_broken_at_its_first_answer_begins_anew() {
    let folder = folder("first-answer");
    let head = play(&folder, &["duel", "--seed", "3"], "").well();
    assert!(head.contains("Kept in duel.skirmish"), "{head}");
    let saved = read(&folder, "duel.skirmish");
    let at = saved.find("\nroll ").expect("dice fell");
    fs::write(folder.join("duel.skirmish"), &saved[..at + 16]).expect("it can be written");
    let ran = play(&folder, &["duel.skirmish"], "");
    assert!(ran.code == 2 && ran.err.contains("--recover"), "{}", ran.err);
    play(&folder, &["duel.skirmish", "--recover"], "").well();
    assert_eq!(read(&folder, "duel.skirmish"), saved, "the same dice fall");
}

#[test]
fn a_save_without_a_head_offers_nothing() {
    let folder = folder("headless");
    fs::write(folder.join("x.skirmish"), "skirmish 1\ntable level odds\n").expect("it can be written");
    let ran = play(&folder, &["x.skirmish", "--recover"], "");
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(!ran.err.contains("--recover"), "{}", ran.err);
}

#[test]
fn another_battle_is_not_written_over() {
    let folder = folder("other");
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    fs::write(folder.join("mine.skirmish"), "mine\n").expect("it can be written");
    play(&folder, &["duel.skirmish", "--save", "mine.skirmish"], "").refused(&["`mine.skirmish` is already there"]);
    assert_eq!(read(&folder, "mine.skirmish"), "mine\n");
    play(&folder, &["duel.skirmish", "--save", "./duel.skirmish"], "pass\n").well();
    says(&play(&folder, &["duel.skirmish"], "").well(), &["goes on after 4 answers"]);
}

#[test]
fn undo_where_nobody_plays_takes_one_entry() {
    let out = play(&folder("nobody"), &["duel", "--seat", "all=plain", "--no-save"], "undo\nundo 2\nredo 3\n").well();
    says(&out, &["1 answer taken back: round", "2 answers taken back: round", "3 answers done again: round"]);
}

#[test]
fn edicts_on_sheets_are_kept_in_their_order() {
    let folder = folder("order");
    let typed = "gm Sparrow.str = 3\nlunge with rapier at Garrick\ngm Sparrow.str +4\nread Sparrow.str\nquit\n";
    says(&play(&folder, &["rooftop", "--save", "h.skirmish"], typed).well(), &["Sparrow.str is 7"]);
    says(&play(&folder, &["h.skirmish"], "read Sparrow.str\n").well(), &["Sparrow.str is 7"]);
}

#[test]
fn an_edict_that_comes_too_late_is_refused_and_the_save_can_be_loaded() {
    let folder = folder("late");
    // Sparrow has left F5 in this very act; what is added works from the beginning of it.
    let typed = "lunge with rapier at Garrick\ngm add wolf as Grey at F5 for thieves\nread Grey.at\n\
                 gm next add wolf as Grey at F5 for thieves\nquit\n";
    let out = play(&folder, &["rooftop", "--save", "g.skirmish"], typed).well();
    says(&out, &["No: F5 is not free", "`gm next add wolf as Grey at F5 for thieves` does it"]);
    says(
        &play(&folder, &["g.skirmish"], "quit\n").well(),
        &["The battle goes on after 7 answers", "Does Garrick react?"],
    );
}

/// Whoever may sit in a seat: each policy, with each kind of budget.
const SEATS: [&str; 8] = ["person", "plain", "random", "greedy", "rollout:3", "rollout:5ms", "mcts:4", "mcts:1500ms"];

#[test]
fn a_battle_opens_again_whoever_has_a_seat_in_it() {
    for seat in SEATS {
        let folder = folder("seats");
        let wind = format!("wind={seat}");
        play(&folder, &["duel", "--seat", &wind, "--dice", "typed"], "= 2\n").well();
        let first = read(&folder, "duel.skirmish");
        assert!(first.contains(&format!("table seat wind {seat}\n")), "{first}");
        says(&play(&folder, &["duel.skirmish"], "seat\n").well(), &[&format!("seat wind {seat}")]);
        assert_eq!(read(&folder, "duel.skirmish"), first, "{seat}: opened and left");
        assert!(crate::verb(&folder, &["check", "duel.skirmish"]).well().contains("1 passed"));
        let recovered = play(&folder, &["duel.skirmish", "--recover"], "").well();
        assert!(!recovered.contains("broken"), "{recovered}");
    }
}

#[test]
fn every_setting_that_is_written_is_read() {
    let folder = folder("settings");
    let typed = "seat wind mcts:2s\nseat Tarn rollout:50ms\ndice water typed\nlevel reminders\nboard words\nview wind\n\
                 routine take\n";
    play(&folder, &["duel", "--dice", "typed"], typed).well();
    let text = read(&folder, "duel.skirmish");
    let asked = "seat\ndice\nlevel\nboard\nview\nroutine\n";
    let out = play(&folder, &["duel.skirmish"], asked).well();
    let settings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("table ")).collect();
    assert!(settings.len() >= 8 && text.contains("table seat wind mcts:2s\n"), "{text}");
    settings.iter().for_each(|setting| assert!(out.contains(&format!("  {setting}\n")), "`{setting}` in\n{out}"));
}

/// Eight answers, in one piece and with a break after four of them: the saves.
fn in_one_piece_and_in_two(seat: &str, seed: &str) -> (String, String) {
    let folder = folder("pieces");
    let args =
        |save| ["duel", "--seed", seed, "--save", save, "--board", "never", "--level", "reminders", "--seat", seat];
    play(&folder, &args("one.skirmish"), "1\n2\n1\n1\n2\n1\n1\n1\n").well();
    play(&folder, &args("two.skirmish"), "1\n2\n1\n1\n").well();
    play(&folder, &["two.skirmish"], "2\n1\n1\n1\n").well();
    (read(&folder, "one.skirmish"), read(&folder, "two.skirmish"))
}

#[test]
fn a_policy_that_draws_goes_on_as_if_nobody_had_left() {
    for seat in ["wind=random", "wind=greedy", "wind=rollout:4", "wind=mcts:4"] {
        for seed in ["1", "2", "3"] {
            let (one, two) = in_one_piece_and_in_two(seat, seed);
            assert!(one == two, "{seat}, seed {seed}:\n{one}\n{two}");
        }
    }
}

#[test]
fn looking_back_loses_nothing() {
    let folder = folder("back");
    play(&folder, &["duel", "--dice", "typed"], format!("{BEGUN}pass\npass\nnote the end of it\n")).well();
    let before = read(&folder, "duel.skirmish");
    play(&folder, &["duel.skirmish"], "goto 3\nquit\n").well();
    let back = read(&folder, "duel.skirmish");
    assert!(back.contains("\ntable paused\n") && back.contains("\nundone gm: note the end of it\n"), "{back}");
    assert!(crate::verb(&folder, &["check", "duel.skirmish"]).well().contains("1 passed"));
    let out = play(&folder, &["duel.skirmish"], "").well();
    says(&out, &["goes on after 2 answers (3 more were taken back; `redo` or `goto end` goes forward again)"]);
    assert_eq!(read(&folder, "duel.skirmish"), back, "opened and left, it is as it was");
    // Killed after another look back: what can be done again is there all the same.
    let mut child = waiting(&folder, &["duel.skirmish"], "redo\nundo 2\n", "2 answers taken back");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    says(&play(&folder, &["duel.skirmish"], "goto end\nredo\n").well(), &["At the end of what", "nothing to do again"]);
    let after = read(&folder, "duel.skirmish").replace("table paused\n", "");
    assert_eq!(after, before);
    // Another answer takes the place of what was taken back.
    play(&folder, &["duel.skirmish"], "goto 3\npass\n").well();
    let other = read(&folder, "duel.skirmish");
    assert!(!other.contains("undone") && !other.contains("paused"), "{other}");
}

#[test]
fn a_table_that_waits_still_waits_when_it_is_opened_again() {
    let folder = folder("paused");
    // Both are played by policies: alone it would play to the end.
    let out = play(&folder, &["duel", "--seat", "all=plain"], "goto 4\n").well();
    says(&out, &["Here the table would go on by itself"]);
    let text = read(&folder, "duel.skirmish");
    for _ in 0..2 {
        says(&play(&folder, &["duel.skirmish"], "").well(), &["Here the table would go on by itself"]);
        assert_eq!(read(&folder, "duel.skirmish"), text);
    }
    says(&play(&folder, &["duel.skirmish"], "\n").well(), &["The battle is over"]);
    assert!(!read(&folder, "duel.skirmish").contains("undone"));
}

/// Random commands; then everything that was said is opened and left, and stays as it is.
#[test]
fn opening_and_leaving_changes_nothing() {
    let commands =
        ["1", "1", "2", "3", "next", "undo", "undo 3", "redo", "goto 2", "goto end", "gm Kestrel.hp -2", "note x", ""];
    let mut rng = skirmish_kernel::dice::Rng::for_fight(1, 1);
    let everywhere =
        ["person", "plain", "random", "greedy", "rollout:3", "mcts:3"].map(|policy| ("duel", "water", policy));
    let many = [("duel", "all", "random"), ("crossfire", "raiders", "plain"), ("crossfire", "all", "random")];
    for (encounter, whom, policy) in everywhere.into_iter().chain(many) {
        for _ in 0..3 {
            let seat = format!("{whom}={policy}");
            let folder = folder("leaving");
            let typed: Vec<&str> = (0..14).map(|_| commands[rng.below(commands.len() as u32) as usize]).collect();
            let args = [encounter, "--seat", &seat, "--level", "reminders", "--board", "never", "--save", "x.skirmish"];
            play(&folder, &args, format!("{}\n", typed.join("\n"))).well();
            let text = read(&folder, "x.skirmish");
            play(&folder, &["x.skirmish"], "").well();
            assert_eq!(read(&folder, "x.skirmish"), text, "{seat}, {encounter}, {typed:?}");
        }
    }
}

#[test]
fn settings_go_into_the_head_and_into_no_text() {
    let folder = folder("seed");
    let encounter = "rulebook = \"elemental-d6\"\nabout = \"\"\"\nOnce\nseed 7\ntable seat one plain\nupon a time.\n\"\"\"\n\
                     [map]\nwidth = 9\nheight = 3\n[[combatant]]\nname = \"Ann\"\nside = \"one\"\nat = \"A1\"\n\
                     [[combatant]]\nname = \"Ben\"\nside = \"two\"\nat = \"G2\"\n";
    fs::write(folder.join("trap.toml"), encounter).expect("it can be written");
    play(&folder, &["./trap.toml", "--seed", "7"], "seat two plain\n").well();
    let text = read(&folder, "trap.skirmish");
    for _ in 0..3 {
        says(&play(&folder, &["trap.skirmish"], "seat\n").well(), &["seat two plain"]);
        assert_eq!(read(&folder, "trap.skirmish"), text);
    }
    // The encounter stands there word for word.
    assert!(text.contains(encounter), "{text}");
}

#[test]
fn what_a_person_has_added_to_a_save_is_never_written_over() {
    let folder = folder("annotated");
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    let save = read(&folder, "duel.skirmish");
    let air_blast = "Kestrel: air-blast at Tarn";
    let annotated = [
        save.replace(air_blast, &format!("# How bold!\n{air_blast}")),
        save.replace(air_blast, &format!("{air_blast}   # how bold")),
        format!("{save}expect Tarn.hp == 30\n"),
        save.replace("\ntable", "\nplay wind plain\ntable"),
    ];
    for (at, text) in annotated.iter().enumerate() {
        let name = format!("mine{at}.skirmish");
        fs::write(folder.join(&name), text).expect("it can be written");
        let out = play(&folder, &[&name], "pass\n").well();
        says(&out, &[&format!("{name} stays as it is; this battle is kept in mine{at}-played.skirmish.")]);
        play(&folder, &[&name, "--save", &name], "").refused(&["was written by a person", "--save FILE"]);
        assert_eq!(read(&folder, &name), *text);
    }
}

#[cfg(unix)]
#[test]
fn a_save_stays_as_private_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("private");
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    let path = folder.join("duel.skirmish");
    for mode in [0o600, 0o640, 0o400] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        let before = read(&folder, "duel.skirmish");
        play(&folder, &["duel.skirmish"], "note once more\n").well();
        assert_ne!(before, read(&folder, "duel.skirmish"));
        assert_eq!(path.metadata().expect("it is there").permissions().mode() & 0o777, mode);
    }
}

#[test]
fn a_save_that_is_gone_is_written_again() {
    let folder = folder("gone");
    let table = waiting(&folder, &["duel", "--dice", "typed"], BEGUN, "Tarn's turn");
    fs::remove_file(folder.join("duel.skirmish")).expect("it is there");
    let ran = crate::Ran::of(feed(table, b"save\n".to_vec()));
    says(&ran.well(), &["Kept in duel.skirmish after every answer.", "Kept in duel.skirmish;"]);
    says(&play(&folder, &["duel.skirmish"], "").well(), &["goes on after 3 answers"]);
    let table = waiting(&folder, &["duel.skirmish"], "", "Tarn's turn");
    fs::remove_dir_all(&folder).expect("it is there");
    let ran = crate::Ran::of(feed(table, b"save\nquit\n".to_vec()));
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(!ran.out.contains("Kept in"), "{}", ran.out);
}

#[test]
fn a_save_that_somebody_else_has_changed_is_not_written_over() {
    let folder = folder("changed");
    let table = waiting(&folder, &["duel", "--dice", "typed"], BEGUN, "Tarn's turn");
    // As an editor saves a file: another one in its place.
    fs::write(folder.join("theirs"), "theirs\n").expect("it can be written");
    fs::rename(folder.join("theirs"), folder.join("duel.skirmish")).expect("it can be replaced");
    let typed = "pass\nsave\nquit\nsave duel.skirmish\nsave mine.skirmish\nquit\n";
    let ran = crate::Ran::of(feed(table, typed.into())).well();
    says(
        &ran,
        &["No: `duel.skirmish` has been changed by somebody else, and is not written over", "`save FILE` keeps"],
    );
    says(&ran, &["`quit!` leaves all the same", "Kept in mine.skirmish after every answer"]);
    assert!(!ran.contains("being played by another"), "{ran}");
    assert_eq!(read(&folder, "duel.skirmish"), "theirs\n");
    says(&play(&folder, &["mine.skirmish"], "").well(), &["goes on after 4 answers"]);
    // In place, and so early that nothing has been answered since.
    let table = waiting(&folder, &["mine.skirmish"], "", "The battle goes on");
    fs::write(folder.join("mine.skirmish"), "theirs\n").expect("it can be written");
    let ran = crate::Ran::of(feed(table, Vec::new()));
    assert_eq!((ran.code, read(&folder, "mine.skirmish").as_str()), (2, "theirs\n"), "{ran:?}");
    says(&ran.err, &["not kept: `mine.skirmish` has been changed by somebody else"]);
}

#[test]
fn a_save_that_says_the_same_is_still_ours() {
    let folder = folder("copied");
    let table = waiting(&folder, &["duel", "--dice", "typed"], BEGUN, "Tarn's turn");
    fs::copy(folder.join("duel.skirmish"), folder.join("copy")).expect("it is there");
    fs::rename(folder.join("copy"), folder.join("duel.skirmish")).expect("it can be replaced");
    says(&crate::Ran::of(feed(table, b"pass\n".to_vec())).well(), &["Kept in duel.skirmish"]);
    says(&play(&folder, &["duel.skirmish"], "").well(), &["goes on after 4 answers"]);
}

#[cfg(unix)]
#[test]
fn a_lock_that_is_a_link_is_not_followed() {
    let folder = folder("link");
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    fs::write(folder.join("precious"), "mine\n").expect("it can be written");
    let lock = folder.join(".duel.skirmish.lock");
    std::os::unix::fs::symlink("precious", &lock).expect("links can be made");
    play(&folder, &["duel.skirmish"], "pass\n").refused(&["is no lock file of skirmish; move it away"]);
    assert_eq!(read(&folder, "precious"), "mine\n");
    fs::remove_file(&lock).expect("it is there");
    fs::hard_link(folder.join("precious"), &lock).expect("links can be made");
    play(&folder, &["duel.skirmish"], "pass\n").refused(&["is no lock file of skirmish; move it away"]);
    assert_eq!(read(&folder, "precious"), "mine\n");
}

/// A battle that is left with answers that are nowhere is no success.
#[cfg(target_os = "linux")]
#[test]
fn what_is_lost_at_the_end_of_the_input_is_said() {
    let folder = folder("lost");
    play(&folder, &["duel", "--dice", "typed"], BEGUN).well();
    let before = read(&folder, "duel.skirmish");
    let ran = play_on_a_full_disk(&folder, "pass\n");
    assert_eq!(ran.code, 2, "{ran:?}");
    let lost = ["the last answer is lost:", "`duel.skirmish` was written for the last time after answer 3"];
    says(&ran.err, &[&["not kept: cannot write `duel.skirmish`"][..], &lost].concat());
    assert_eq!(read(&folder, "duel.skirmish"), before);
}

#[test]
fn tables_that_are_opened_at_once_find_a_name_each() {
    const TABLES: usize = 8;
    let folder = folder("at-once");
    let typed = |nth: usize| format!("note table {nth}\nquit\n").into_bytes();
    let tables: Vec<Child> = (0..TABLES).map(|_| start(&folder, &["duel"])).collect();
    let ends = std::thread::scope(|scope| {
        let all: Vec<_> =
            tables.into_iter().enumerate().map(|(nth, one)| scope.spawn(move || feed(one, typed(nth)))).collect();
        all.into_iter().map(|one| one.join().expect("nothing to panic about")).collect::<Vec<_>>()
    });
    ends.into_iter().for_each(|output| drop(crate::Ran::of(output).well()));
    let name = |nth: usize| if nth == 1 { "duel.skirmish".into() } else { format!("duel-{nth}.skirmish") };
    let saves: String = (1..=TABLES).map(|nth| read(&folder, &name(nth))).collect();
    (0..TABLES).for_each(|nth| assert!(saves.contains(&format!("note table {nth}\n")), "{nth} is lost:\n{saves}"));
    // So do copies.
    let tables: Vec<Child> = (0..TABLES).map(|_| start(&folder, &["duel", "--no-save"])).collect();
    std::thread::scope(|scope| {
        for one in tables {
            scope.spawn(move || {
                says(&crate::Ran::of(feed(one, b"fork\n".to_vec())).well(), &["is kept in battle-fork"])
            });
        }
    });
    let name =
        |nth: usize| if nth == 1 { "battle-fork.skirmish".into() } else { format!("battle-fork-{nth}.skirmish") };
    (1..=TABLES).for_each(|nth| assert!(read(&folder, &name(nth)).starts_with("skirmish 1\n")));
}
