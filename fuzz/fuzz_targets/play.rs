//! A battle that bytes drive: listed choices, twisted notations, throws, a game master's hand, back and forth in time.
//! The first two bytes pick the encounter and the seed; every further one is an act and takes the bytes it needs.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use skirmish_fuzz::{encounters, loaded, no_flaw, open, picture};
use skirmish_kernel::Battle;

/// How many acts a battle has at most.
const MAX_ACTS: usize = 120;

const VALUES: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "7", "9", "10", "20", "30", "60", "99", "255", "256", "1000", "1000000", "-1", "-2",
    "-20", "-1000000", "2147483647", "-2147483648", "9223372036854775807", "-9223372036854775808", "yes", "no", "auto",
    "none", "true", "", "1d6", "é",
];

const CELLS: &[&str] =
    &["A1", "B3", "C5", "D5", "E6", "F3", "F5", "G7", "H4", "J2", "K5", "L5", "M6", "N9", "Z99", "AA1", "A0", "none"];

struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.next().unwrap_or(0)) % bound.max(1)
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all.get(self.below(all.len())).copied().unwrap_or("")
    }
}

struct Play<'b> {
    battle: Box<dyn Battle>,
    bytes: Bytes<'b>,
    /// Has the game master done anything? Then the rules need not hold any more.
    steered: bool,
}

impl Play<'_> {
    fn act(&mut self, act: u8) {
        match act {
            0..96 => self.listed(),
            96..128 => self.twisted(),
            128..160 => self.dice(),
            160..200 => self.edict(),
            200..206 => self.undo(),
            206..212 => self.redo(),
            212..220 => self.jump(),
            220..228 => self.fork(),
            228..234 => self.save(),
            234..240 => self.change(),
            240..246 => drop(self.battle.stand()),
            _ => drop(self.battle.roll().is_ok() || self.battle.decide("plain").is_ok()),
        }
    }

    /// One of the choices that are listed (then it must be taken), or the dice.
    fn listed(&mut self) {
        let nth = self.bytes.next().unwrap_or(0);
        let Some(awaited) = self.battle.awaited() else { return };
        if awaited.choices.is_empty() {
            assert!(self.battle.roll().is_ok() || self.battle.decide("random").is_ok(), "{awaited:?}\n{}", self.battle.save());
            return;
        }
        let choice = &awaited.choices[usize::from(nth) % awaited.choices.len()].text;
        let line = format!("{}: {choice}", awaited.who[0]);
        let taken = self.battle.line(&line);
        assert!(taken.is_ok(), "`{line}` is listed and refused: {taken:?}\n{}", self.battle.save());
    }

    /// A listed choice with something else in it.
    fn twisted(&mut self) {
        let Some(awaited) = self.battle.awaited() else { return };
        let choices: Vec<&str> = awaited.choices.iter().map(AsRef::as_ref).collect();
        let (one, other) = (self.bytes.of(&choices), self.bytes.of(&choices));
        let mut words: Vec<&str> = one.split(' ').collect();
        let at = self.bytes.below(words.len());
        let others: Vec<&str> = other.split(' ').collect();
        match self.bytes.below(6) {
            0 => words[at] = self.bytes.of(&others),
            1 => drop(words.remove(at)),
            2 => words.insert(at, self.bytes.of(&others)),
            3 => words[at] = self.bytes.of(CELLS),
            4 => words[at] = self.bytes.of(VALUES),
            _ => words.extend(["then", other]),
        }
        self.give(&words.join(" "));
    }

    /// Dice from a person's hand, more wrong than right.
    fn dice(&mut self) {
        let (low, high) = (self.bytes.of(VALUES), self.bytes.below(12));
        let line = match self.bytes.below(4) {
            0 => format!("= {high}"),
            1 => format!("total {low}"),
            2 => format!("roll {} = {high}", self.who()),
            _ => format!("roll {}", vec![high.to_string(); self.bytes.below(12)].join(" ")),
        };
        self.give(&line);
    }

    /// One of the book's edicts, or any path set to, or added, something that it may be or not.
    fn edict(&mut self) {
        let forms = self.battle.edicts();
        let nth = self.bytes.below(forms.len() * 2);
        let line = match forms.get(nth) {
            Some((form, _)) => {
                let words: Vec<String> = form.split(' ').map(|word| self.word(word)).collect();
                words.join(" ")
            }
            None => {
                let paths = self.battle.paths();
                let path = if paths.is_empty() { String::new() } else { paths[self.bytes.below(paths.len())].clone() };
                let known = self.battle.values(&path);
                let mut known: Vec<&str> = known.iter().map(String::as_str).collect();
                known.extend(VALUES);
                format!("{path} {} {}", self.bytes.of(&["=", "+=", "-="]), self.bytes.of(&known))
            }
        };
        let when = if self.bytes.below(4) == 0 { "gm next" } else { "gm" };
        self.give(&format!("{when}: {line}"));
    }

    /// A word of an edict as its form has it: in capitals what is to be named, with bars what may stand there.
    fn word(&mut self, word: &str) -> String {
        let bare = word.trim_matches(['[', ']']);
        match bare {
            "NAME" | "OTHER" if self.bytes.below(8) == 0 => self.bytes.of(&["Rust", "gm", "A b", "é", "x:"]).into(),
            "NAME" | "OTHER" => self.who(),
            "CELL" => self.bytes.of(CELLS).into(),
            "SIDE" => {
                let sides = self.battle.sides().to_vec();
                let mut sides: Vec<&str> = sides.iter().map(String::as_str).collect();
                sides.extend(["none", "nobody"]);
                self.bytes.of(&sides).into()
            }
            "CREATURE" => {
                let game = skirmish_shelf::game(self.battle.game()).expect("it is on the shelf");
                let files = game.content().iter().filter(|file| file.name.contains("creature"));
                let named = |text: &'static str| text.lines().filter_map(|line| line.strip_prefix("name = \""));
                let names: Vec<&str> = files.flat_map(|file| named(file.text)).map(|name| name.trim_matches('"')).collect();
                self.bytes.of(&names).into()
            }
            bare if bare.contains('|') => self.bytes.of(&bare.split('|').collect::<Vec<_>>()).into(),
            bare if bare.chars().all(char::is_uppercase) => self.bytes.of(VALUES).into(),
            bare => bare.into(),
        }
    }

    /// Somebody's name.
    fn who(&mut self) -> String {
        let mut names: Vec<String> = self.battle.view().tokens.into_iter().map(|t| t.name).collect();
        names.push("Nobody".into());
        names.swap_remove(self.bytes.below(names.len()))
    }

    /// A line that may be refused; then it changes nothing.
    fn give(&mut self, line: &str) {
        let before = picture(&*self.battle);
        match self.battle.line(line) {
            Ok(()) => self.steered |= line.starts_with("gm"),
            Err(_) => assert_eq!(picture(&*self.battle), before, "`{line}` was refused and changed something"),
        }
    }

    /// Back as often as a byte says, and forth again: the same battle.
    fn undo(&mut self) {
        let times = self.bytes.below(20);
        let (before, len) = (picture(&*self.battle), self.battle.len());
        let mut there = self.battle.fork();
        let done = (0..times).take_while(|_| there.undo().is_ok()).count();
        assert_eq!(there.len() + done, len);
        let mut again = there.fork();
        for _ in 0..done {
            again.redo().expect("what was taken back can be done again");
        }
        assert_eq!(picture(&*again), before, "{done} back and {done} forth");
        self.battle = there;
    }

    fn redo(&mut self) {
        for _ in 0..self.bytes.below(8) {
            let _ = self.battle.redo();
        }
    }

    fn jump(&mut self) {
        let len = self.battle.len();
        let to = self.bytes.below(len + 3);
        let before = picture(&*self.battle);
        let mut there = self.battle.fork();
        let jumped = there.jump(to);
        assert!(jumped.is_ok() || to > len, "to {to} of {len}: {jumped:?}");
        if jumped.is_err() {
            assert_eq!(picture(&*there), before);
            return;
        }
        assert_eq!(there.len(), to);
        let mut back = there.fork();
        back.jump(len).expect("what was left can be come back to");
        assert_eq!(picture(&*back), before, "jumped to {to} and back to {len}");
        if self.bytes.below(2) == 0 {
            self.battle = there;
        }
    }

    /// What happens in a fork does not touch the battle it came from.
    fn fork(&mut self) {
        let before = picture(&*self.battle);
        let mut fork = self.battle.fork();
        assert_eq!(picture(&*fork), before);
        for _ in 0..self.bytes.below(6) {
            let _ = fork.roll().is_ok() || fork.decide("random").is_ok();
        }
        assert_eq!(picture(&*self.battle), before, "a fork changed its origin");
    }

    fn save(&mut self) {
        self.battle = loaded(&*self.battle);
    }

    /// Another past: a listed choice of another moment, or an edict, in place of an entry.
    fn change(&mut self) {
        let before = picture(&*self.battle);
        let at = self.bytes.below(self.battle.len() + 2);
        let mut there = self.battle.fork();
        let awaited = there.jump(at).ok().and_then(|()| there.awaited());
        let line = match awaited {
            Some(awaited) if !awaited.choices.is_empty() => {
                format!("{}: {}", awaited.who[0], awaited.choices[self.bytes.below(awaited.choices.len())])
            }
            _ => format!("roll = {}", self.bytes.below(6)),
        };
        let changed = self.battle.change(at, &line);
        assert_eq!(picture(&*self.battle), before, "another past changed this one");
        if let Ok(changed) = changed {
            loaded(&*changed.battle);
            if self.bytes.below(2) == 0 {
                self.battle = changed.battle;
                if self.bytes.below(2) == 0 {
                    self.battle.accept();
                }
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let [encounter, seed, acts @ ..] = bytes else { return Corpus::Reject };
    let encounters = encounters();
    let (game, encounter) = encounters[usize::from(*encounter) % encounters.len()];
    let battle = open(game, encounter, u64::from(*seed));
    let mut play = Play { battle, bytes: Bytes(acts), steered: false };
    for _ in 0..MAX_ACTS {
        let Some(act) = play.bytes.next() else { break };
        play.act(act);
        if !play.steered {
            assert_eq!(play.battle.stuck(), None, "{}", play.battle.save());
        }
    }
    loaded(&*play.battle);
    if !play.steered {
        no_flaw(&*play.battle);
    }
    Corpus::Keep
});
