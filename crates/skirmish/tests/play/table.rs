//! What the table says: seats, help levels, settings, commands.

use std::fs;
use std::path::Path;

use crate::{command, fits_eighty_columns, folder, play, says};

#[test]
fn the_verb_has_help_with_an_example() {
    let folder = folder("help");
    for flag in ["-h", "--help"] {
        let help = play(&folder, &[flag], "").well();
        assert!(help.contains("Example") && help.contains("skirmish play"), "{help}");
    }
    play(&folder, &["dule"], "").refused(&["did you mean `duel`"]);
    play(&folder, &["duel", "--level", "odd!"], "").refused(&["--level odd!", "there is no help level"]);
    play(&folder, &["duel", "--seat", "nobody=plain"], "").refused(&["--seat nobody=plain", "no side and no creature"]);
    play(&folder, &["duel", "--dice", "thrown"], "").refused(&["--dice thrown", "`typed` or `rolled`"]);
}

#[test]
fn every_command_has_help() {
    let folder = folder("commands");
    let help = play(&folder, &["duel", "--no-save"], "help\n").well();
    fits_eighty_columns(&help);
    let (_, list) = help.split_once("> help\n").expect("it was typed");
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names: Vec<&str> =
        names.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next()).collect();
    assert!(names.len() > 30, "{names:?}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/play.md");
    let page = fs::read_to_string(page).expect("the page is there");
    for name in names {
        assert!(page.contains(&format!("`{name}")), "docs/play.md says nothing of `{name}`");
        let out = play(&folder, &["duel", "--no-save"], format!("help {name}\n")).well();
        assert!(out.contains(&format!("> help {name}\n  {name} ")), "{out}");
    }
}

#[test]
fn colours_go_to_terminals_only() {
    // `Ran` looks for escape sequences in everything; here the environment asks for them.
    let out =
        command(&folder("colour"), &["duel", "--no-save"]).env("CLICOLOR_FORCE", "1").env("TERM", "xterm").output();
    assert!(!String::from_utf8_lossy(&out.expect("it runs").stdout).contains('\u{1b}'));
}

#[test]
fn dice_are_taken_as_faces_counts_and_totals() {
    let typed =
        "6 6 1 2 3 4 5 1 2\nroll = 1\nair-blast at Tarn\npass\nkeep\npass\ndecline\nreaction\ntotal 5\n3\nlog 20\n";
    let out = play(&folder("dice"), &["duel", "--dice", "typed", "--no-save"], typed).well();
    says(
        &out,
        &["Kestrel throws 2d6>=4 +4 for attack dice", "Kestrel hits Tarn for 3.", "Tarn has 27 hit points left."],
    );
    // For one side only; the program throws for the other.
    let out = play(&folder("one"), &["duel", "--dice", "wind=typed", "--no-save"], "= 2\nlog\n").well();
    assert!(out.contains("Kestrel throws") && !out.contains("Tarn throws 8d6>=6 for"), "{out}");
}

#[test]
fn less_help_never_blocks_play() {
    for level in ["map", "tracker", "reminders", "odds", "propose", "automatic"] {
        let typed = "note begun\ngm Tarn.hp -30\nnext\n1\n\n\n\n";
        let out = play(&folder(level), &["duel", "--level", level, "--no-save"], typed).well();
        assert!(out.contains("gm: note begun"), "{level}:\n{out}");
        says(&out, &["The battle is over."]);
    }
}

#[test]
fn a_side_sees_no_more_than_it_may() {
    let typed = "who\nsheet Tarn\nread Tarn.hp\nodds air-blast at Tarn\n? 2\nview all\nread Tarn.hp\n";
    let out = play(&folder("view"), &["duel", "--seat", "water=plain", "--seed", "4", "--no-save"], typed).well();
    let (before, after) = out.split_once("> view all").expect("it was typed");
    assert!(before.contains("unhurt") && !before.contains("of 30 hp"), "{before}");
    says(before, &["what Tarn is made of is its own side's business"]);
    assert!(!before.contains("Tarn hp: 30 now") && !before.contains("Tarn hp 26"), "{before}");
    says(after, &["Tarn.hp is"]);
}

#[test]
fn a_changed_past_gives_no_choice_of_the_others_away() {
    // The seventh entry is Tarn's: it wants to strike, and whoever sits at the other side may neither read its words nor
    // count it.
    let typed = "pass\nkeep\npass\nkeep\nchange 3 gm end\nreject\nview all\nchange 7 gm end\n";
    let args =
        ["duel", "--seed", "4", "--seat", "water=plain", "--board", "never", "--level", "reminders", "--no-save"];
    let out = play(&folder("secret"), &args, typed).well();
    let (before, after) = out.split_once("> view all").expect("it was typed");
    says(before, &["`accept` makes it so"]);
    assert!(!before.contains("\n    Tarn: ") && !before.contains("may not be seen"), "{before}");
    says(after, &["1 later answer has no place there (yet): Tarn: "]);
}

#[test]
fn a_changed_past_is_shown_before_it_is_accepted() {
    let typed = "= 2\n= 1\nair-blast at Tarn\npass\nkeep\npass\ndecline\nreaction\n1 2\n";
    let out = play(
        &folder("change"),
        &["duel", "--dice", "typed", "--no-save", "--board", "never"],
        format!("{typed}3\nchange 9 = 2\npass\nreject\nread Tarn.hp\nchange 10 6\naccept\nread Tarn.hp\nundo\nlog 3\n"),
    )
    .well();
    says(
        &out,
        &["If entry 10 had been", "a changed past waits: `accept` or `reject` it first", "Everything stays as it is."],
    );
    says(&out, &["Tarn.hp is 27", "So be it.", "Tarn.hp is 24"]);
}

#[test]
fn edicts_reach_everything_and_can_be_taken_back() {
    let typed = "gm Tarn.at = D5\ngm Tarn.conditions += prone\ngm add wolf as Grey at A1 for wind\nread Tarn.at\n\
                 read Tarn.conditions\nwho Grey\nundo 3\nread Tarn.at\ngm remove Tarn\ngm end wind\n";
    let out = play(&folder("edicts"), &["duel", "--dice", "typed", "--no-save"], format!("= 2\n= 1\n{typed}")).well();
    says(&out, &["Tarn.at is D5", "prone", "Grey (", "3 answers taken back", "Tarn.at is L5", "Winner: wind"]);
}

/// The lines of the log that are answers and edicts, without their numbers.
fn given(out: &str) -> Vec<&str> {
    let lines = out.lines().filter_map(|line| line.strip_prefix("  [")?.split_once("] "));
    lines.map(|(_, line)| line).collect()
}

#[test]
fn what_was_typed_last_is_taken_back_first() {
    let folder = folder("typed-last");
    let typed = "= 2\n= 1\ngm next Tarn.hp = 20\nair-blast at Tarn\ngm next Tarn.hp = 19\n";
    let args = ["duel", "--dice", "typed", "--board", "never"];
    let first = play(&folder, &args, format!("{typed}undo\nundo\nlog all\nredo 2\nlog all\n")).well();
    let (taken, again) = first.split_once("> redo 2").expect("it was typed");
    let taken = given(taken.split_once("> log all").expect("it was typed").1);
    assert!(!taken.iter().any(|line| line.starts_with("Kestrel: air-blast")), "{taken:?}");
    assert!(given(again).contains(&"Kestrel: air-blast at Tarn"), "{again}");
    // And so it is after a resume.
    let again = play(&folder, &["duel.skirmish"], "undo\nundo\nlog all\nredo 2\n").well();
    assert_eq!(given(again.split_once("> log all").expect("it was typed").1), taken);
    let waits: Vec<_> =
        crate::answers(&folder, "duel.skirmish").into_iter().skip_while(|line| !line.starts_with("gm")).collect();
    assert_eq!(waits, ["gm next: Tarn.hp = 20", "Kestrel: air-blast at Tarn", "gm next: Tarn.hp = 19"]);
}

#[test]
fn a_fact_that_waits_may_come_into_the_past() {
    let typed = "= 2\n= 1\nair-blast at Tarn\npass\nchange 3 gm next Tarn.hp = 9\naccept\nread Tarn.hp\nlog all\n";
    let folder = folder("change-next");
    let out = play(&folder, &["duel", "--dice", "typed", "--board", "never"], typed).well();
    says(&out, &["If `gm next: Tarn.hp = 9` had been done before entry 3:", "Tarn.hp is 9", "air-blast at Tarn"]);
    let answers = crate::answers(&folder, "duel.skirmish");
    let at = answers.iter().position(|line| line == "gm next: Tarn.hp = 9").expect("it is there");
    assert_eq!(answers[at + 1], "Kestrel: air-blast at Tarn");
}

#[test]
fn all_of_a_note_is_kept() {
    let folder = folder("note");
    let typed = "= 2\n= 1\nnote the bridge # is down\ngm next note a # b\nlog\n";
    let out = play(&folder, &["duel", "--dice", "typed"], typed).well();
    says(&out, &["gm: note the bridge # is down"]);
    let again = play(&folder, &["duel.skirmish"], "pass\nkeep\nlog\n").well();
    says(&again, &["gm: note the bridge # is down", "gm: note a # b"]);
}

#[test]
fn nothing_is_written_into_a_past_that_may_go() {
    let typed = "walk\nto D4\nend\nchange 3 walk\nusual\nnext\ngm Merle.light +1\nnote x\nundo\n/roll\n# well\n?\ngm\naccept\n\
                 read Merle.light\nlog all\n";
    let out = play(&folder("waiting"), &["parry-yard", "--no-save", "--board", "never"], typed).well();
    assert_eq!(out.matches("No: a changed past waits").count(), 6, "{out}");
    says(&out, &["gm next …: from the next turn on", "So be it.", "Merle.light is 0"]);
    assert!(!out.contains("gm: note x"), "{out}");
}

#[test]
fn the_game_says_itself_why_an_answer_cannot_be_given() {
    let typed = "rapier at Garrick\nrapier at Garick\ncharge\njmp to D4\ngetup\nwalk\nend\nhodl\nxyzzy\n";
    let out = play(&folder("meant"), &["parry-yard", "--no-save", "--board", "never"], typed).well();
    let after = |line: &str| {
        let (_, rest) = out.split_once(&format!("> {line}\n")).unwrap_or_else(|| panic!("{line} in {out}"));
        rest.split_once("\n> ").map_or(rest, |(said, _)| said).to_owned()
    };
    says(&after("rapier at Garick"), &["did you mean `Garrick`?"]);
    for line in ["charge", "jmp to D4", "getup", "end", "hodl"] {
        assert!(!after(line).contains("no command"), "{line}: {}", after(line));
    }
    says(&after("jmp to D4"), &["did you mean `jump`?"]);
    says(&after("xyzzy"), &["`xyzzy` is no choice and no command"]);
    // While dice are awaited there is nothing to choose.
    let typed = "lunge with rapier at Garrick\nsteady-block\n";
    let out = play(&folder("dice-first"), &["rooftop", "--no-save", "--dice", "typed"], typed).well();
    assert!(!out.contains("`steady-block` is no dice and no command"), "{out}");
}

#[test]
fn a_way_that_is_not_chosen_yet_has_no_chances() {
    let out = play(&folder("where"), &["rooftop", "--no-save", "--board", "never"], "? walk\nwalk\n").well();
    let walk = out
        .lines()
        .find(|line| line.trim_start().split(' ').any(|word| word.starts_with("walk")))
        .expect("it is listed");
    assert!(!walk.contains('%'), "{walk}");
    says(&out, &["What may come of it depends on the next answer:"]);
}

#[test]
fn a_path_wants_a_field() {
    let typed = "read Garrick\ngm Garrick.\ngm Garrick = 3\n";
    let out = play(&folder("fields"), &["parry-yard", "--no-save", "--board", "never"], typed).well();
    says(&out, &["which field of Garrick? For example `read Garrick.", "For example `gm Garrick."]);
    assert!(!out.contains("?."), "{out}");
    assert!(!out.contains("did you mean `Garrick`"), "{out}");
}

#[test]
fn what_is_typed_is_echoed_whole() {
    let comment =
        "# Garrick begins, far too far away for a blow, and looks before he leaps, and leaps before he looks.";
    let out = play(&folder("echo"), &["parry-yard", "--no-save"], format!("{comment}\n")).well();
    fits_eighty_columns(&out);
    says(&out, &[comment]);
}

/// What is said to each line, in order.
fn answers(out: &str) -> Vec<(String, String)> {
    let said = out.split("\n> ").skip(1);
    said.map(|text| text.split_once('\n').unwrap_or((text, "")))
        .map(|(line, said)| (line.into(), said.into()))
        .collect()
}

/// Each of these lines is refused with a hidden name as it is with one that nobody has.
#[track_caller]
fn hides(encounter: &str, seat: &str, names: [&str; 2], lines: &[&str]) {
    let typed = |name: &str| lines.iter().map(|line| line.replace("NAME", name) + "\n").collect::<String>();
    let args = [encounter, "--no-save", "--board", "never", "--level", "reminders", "--seat", seat];
    let said = names.map(|name| answers(&play(&folder("hidden"), &args, typed(name)).well().replace(name, "NAME")));
    assert_eq!(said[0], said[1]);
    assert_eq!(said[0].len(), lines.len(), "{:?}", said[0]);
    said[0].iter().for_each(|(line, said)| assert!(said.contains("No:"), "{line}: {said}"));
}

const WITH_A_NAME: [&str; 16] = [
    "read NAME.at",
    "read NAME.hp",
    "read NAME",
    "who NAME",
    "sheet NAME",
    "NAME: wait",
    "NAME: xyzzy",
    "roll NAME 3",
    "seat NAME plain",
    "dice NAME typed",
    "change 1 NAME: wait",
    "gmx NAME.hp = 3",
    "/read NAME.hp",
    "why not NAME",
    "help NAME",
    "fork! NAME",
];

#[test]
fn a_hidden_name_is_answered_like_one_that_nobody_has() {
    let ambush = ["read Kestrel.distance.NAME", "read Kestrel.sees.NAME", "read Kestrel.cover_of.NAME"];
    let more = ["read Kestrel.concealment_of.NAME", "air-blast at NAME", "? air-blast at NAME"];
    let most = ["odds air-blast at NAME", "why not air-blast at NAME", "ready air-blast at NAME when NAME moves"];
    let lines = [&WITH_A_NAME[..], &ambush, &more, &most].concat();
    hides("ambush", "robbers=plain", ["Burdock", "Mugwort"], &lines);
    let hollow = ["read Maud.range.NAME", "swing at NAME", "? swing at NAME", "odds swing at NAME"];
    hides("hollow-way", "goblins=plain", ["Snig", "Xyqz"], &[&WITH_A_NAME[..], &hollow].concat());
}

#[test]
fn reading_is_looking() {
    let typed = "read order\nread ranking\nread standing\nread turn\nread Kestrel.rank\nread Kestrel.hp\nread Burd.hp\n\
                 read Kestrel.sees.Sorrel\nchoices ready\nview all\nread standing\n";
    let args = ["ambush", "--no-save", "--board", "never", "--level", "reminders", "--seat", "robbers=plain"];
    let out = play(&folder("reading"), &args, typed).well();
    let (before, after) = out.split_once("> view all").expect("it was typed");
    let (_, before) = before.split_once("> read order").expect("it was typed");
    for name in ["Burdock", "Thistle", "Vetch", "Rust", "Ash"] {
        assert!(!before.contains(name), "{name}:\n{before}");
        assert!(after.contains(name), "{name}:\n{after}");
    }
    says(before, &["`turn` is for the game master alone", "`rank` is for the game master alone", "Kestrel.hp is"]);
    says(before, &["nobody to be seen is called `Burd`."]);
    // Elsewhere too: whoever acts unseen is not told of, nor what the game master has said beforehand.
    let typed = "read order\nread able\nread up\nread turn\nread tier\nread Maud.attack_mod\nread Maud.surprised\n";
    let args = ["hollow-way", "--no-save", "--board", "never", "--level", "reminders", "--seat", "goblins=plain"];
    let out = play(&folder("reading"), &args, typed).well();
    let (_, said) = out.split_once("> read order").expect("it was typed");
    assert!(!said.contains("Snig"), "{said}");
    says(said, &["`tier` is for the game master alone", "`attack_mod` is for the game master alone"]);
    assert!(said.contains("Maud.surprised is no") || said.contains("Maud.surprised is yes"), "{said}");
}

#[test]
fn a_seat_of_somebody_hidden_is_not_told() {
    // A save may hold a seat of somebody who is hidden.
    let typed = "seat\nseat robbers plain\n";
    let args = ["ambush", "--no-save", "--board", "never", "--seat", "robbers=plain", "--seat", "Burdock=random"];
    let out = play(&folder("seats"), &args, typed).well();
    let (_, said) = out.split_once("> seat\n").expect("it was typed");
    assert!(said.contains("seat robbers plain") && !said.contains("Burdock"), "{said}");
}

/// Whoever says nothing is told what there is, in one screen, and asked.
#[test]
fn alone_it_offers_what_there_is() {
    let folder = folder("alone");
    let left = play(&folder, &[], "\n").well();
    says(&left, &["Elemental D6", "Duel in the Meadow", "A number, a name or a file; Enter leaves."]);
    assert!(left.lines().count() < 24, "{left}");
    fits_eighty_columns(&left);
    let (before, _) = left.split_once("Duel in the Meadow").unwrap();
    let number = before.split_whitespace().next_back().unwrap().to_owned();
    for meant in [number.as_str(), "due"] {
        let folder = crate::folder("alone-once");
        let out = play(&folder, &["--seat", "all=plain"], format!("{meant}\n")).well();
        says(&out, &["Duel in the Meadow", "The battle is over."]);
        // What was left there goes on.
        says(&play(&folder, &[], "1\nquit\n").well(), &["Goes on", "The battle goes on after"]);
    }
    let wrong = play(&folder, &[], "sing\n");
    assert_eq!(wrong.code, 2);
    says(&wrong.err, &["there is neither an encounter nor a file `sing`"]);
}

/// A house rule is found by its name or by a rule it bears on, with how it stands and how it is set.
#[test]
fn house_rules_are_found_and_set() {
    let folder = folder("house-rules");
    let typed = "rules tie\ngm rules.hit.tie = defender\nrules hit.tie\nrules cover.adjacent\nrules zzz\nquit\n";
    let out = play(&folder, &["duel", "--seat", "water=plain"], typed).well();
    says(
        &out,
        &[
            "House rule hit.tie = attacker (attacker, defender)",
            "The game master sets it: gm rules.hit.tie = defender",
            "House rule hit.tie = defender (attacker, defender)",
            "House rule los.adjacent_ignored = no",
            "no rule and no house rule has `zzz`",
        ],
    );
    fits_eighty_columns(&out);
}

#[test]
fn one_of_several_is_called_by_the_number() {
    let folder = folder("numbered");
    let file = folder.join("pack.toml");
    let text = "rulebook = \"elemental-d6\"\n[map]\nwidth = 9\nheight = 5\n\
                [[combatant]]\nname = \"Lone\"\ncreature = \"wolf\"\nside = \"one\"\nat = \"B2\"\n\
                [[combatant]]\nname = \"Pack\"\ncreature = \"wolf\"\ncount = 3\nside = \"two\"\nat = \"C3\"\n";
    fs::write(&file, text).unwrap();
    let out = play(&folder, &["pack.toml", "--no-save"], "gm pack 2.hp = 3\nread Pack 2.hp\nwho pack 4\nquit\n").well();
    says(
        &out,
        &["gm: Pack-2.hp = 3", "Pack-2.hp is 3", "nobody to be seen is called `pack 4`; did you mean `Pack-1`?"],
    );
}

#[test]
fn everybody_who_is_asked_the_same_gets_the_usual_answer_at_once() {
    let ends = "end\n".repeat(9);
    let typed = format!("{ends}usual all\nwho\n");
    let args = ["steppe-ford", "--no-save", "--seed", "1"];
    let out = play(&folder("usual-all"), &args, typed).well();
    let (before, after) = out.split_once("> usual all").expect("it was typed");
    says(before, &["1 stay, 2 talk, 3 leave, 4 flee", "Enter: stay (as usual); `usual all` for everybody"]);
    says(after, &["Round 2"]);
    assert!(!after.contains("round.end-phase"), "nobody else is asked:\n{after}");
    // Each is asked in a turn of its own, and nobody is answered for twice.
    let out = play(&folder("usual-turns"), &["ambush", "--no-save", "--seed", "2"], "usual all\nquit\n").well();
    assert_eq!(out.matches("Combat has not begun.").count(), 1, "{out}");
    // Where nothing is routine, there is no usual answer; and it is one word.
    let out = play(&folder("usual-none"), &args, "usual all\nusual some\n").well();
    says(&out, &["there is no usual answer to this", "`usual`, or `usual all`"]);
}

#[test]
fn choices_that_share_a_line_say_what_is_in_it() {
    let folder = folder("shared");
    let person = |name: &str, creature: &str, side: &str, at: &str, more: &str| {
        format!(
            "[[combatant]]\nname = \"{name}\"\ncreature = \"{creature}\"\nside = \"{side}\"\nat = \"{at}\"\n{more}\n"
        )
    };
    let people = [
        person("Batu", "steppe-guard", "herd", "B1", ""),
        person("Aru", "drum-shaman", "herd", "B3", ""),
        person("Grey", "steppe-wolf", "wolves", "C1", "initiative = 1\nwarding = 9"),
        person("Fang", "steppe-wolf", "wolves", "C3", "initiative = 1"),
    ];
    let map = "rulebook = \"sigil-of-uchma\"\ntitle = \"A ring\"\n[map]\nwidth = 5\nheight = 4\n";
    fs::write(folder.join("ring.toml"), format!("{map}{}", people.concat())).expect("it is written");
    let out = play(&folder, &["./ring.toml", "--no-save", "--board", "never"], "end\n").well();
    fits_eighty_columns(&out);
    // One deed against several: the least and the greatest chance, or the only one, and against whom.
    says(&out, &["spark at … hit 40% to 80%, Grey, Fang", "root-snare at … hit 70%, Grey, Fang"]);
    // Deeds of one kind, and what has nothing in common.
    says(&out, &["others: trip, prepare, drop-prone, run, end", "prepare … guard, speak", "call-hawk in … 12 ways"]);
    // An area says whom it meets.
    says(&out, &["meets Batu and Aru"]);
}
