//! A battle that bytes drive: listed choices, twisted notations, throws, a game master's hand, back and forth in time.
//! The first two bytes pick the encounter and the seed; every further one is an act and takes the bytes it needs.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use skirmish_elemental_d6::BOOK;
use skirmish_fuzz::{loaded, no_flaw, picture};
use skirmish_kernel::{Battle, Game, Source, Viewer};

/// How many acts a battle has at most.
const MAX_ACTS: usize = 120;

/// Edicts; each word in braces is replaced.
const EDICTS: &[&str] = &[
    "{who}.{field} = {value}",
    "{who}.{field} += {value}",
    "{who}.{field} -= {value}",
    "{who}.at = {cell}",
    "{who}.conditions += {condition} {value}",
    "{who}.conditions += {condition}",
    "{who}.conditions -= {condition}",
    "{who}.cooldowns += {talent} {value}",
    "{who}.cooldowns -= {talent}",
    "{who}.abilities += {talent}",
    "{who}.abilities -= {talent}",
    "{who}.aware_of += {other}",
    "{who}.aware_of -= {other}",
    "{who}.side = {side}",
    "{who}.ceased = {ceased}",
    "order = {who}, {other}",
    "ranking = {other}, {who}",
    "round = {value}",
    "segment = {value}",
    "add {creature} as {new} at {cell} for {side}",
    "remove {who}",
    "end {side}",
    "end",
    "check {who} {ability} {value}",
    "rest {value}",
    "rest {who} {value}",
    "rules.{switch}",
    "{field}",
    "{who}.{field}",
];

const FIELDS: &[&str] = &[
    "hp", "hp_max", "soak", "shield", "str", "dex", "int", "res", "attack_bonus", "defense_bonus", "base_speed",
    "swim_speed", "rank", "full", "standard", "move", "swift", "initiated", "dodge", "braced", "top", "gone", "moves",
    "counter", "readied", "acts_from", "score", "attack_advantage", "defence_advantage", "check_advantage",
    "damage_advantage", "extra_attack", "extra_defence", "cover", "concealment", "cannot_see", "helpless",
    "binding_hours", "binding_barred", "ceased", "side", "at", "conditions", "cooldowns",
];

const VALUES: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "7", "9", "10", "20", "30", "60", "99", "255", "256", "1000", "1000000", "-1", "-2",
    "-20", "-1000000", "2147483647", "-2147483648", "9223372036854775807", "-9223372036854775808", "yes", "no", "auto",
    "none", "true", "", "1d6", "é",
];

const CONDITIONS: &[&str] =
    &["prone", "blinded", "staggered", "bleeding", "exhausted", "disoriented", "burned", "asleep"];

const CELLS: &[&str] =
    &["A1", "B3", "C5", "D5", "E6", "F3", "F5", "G7", "H4", "J2", "K5", "L5", "M6", "N9", "Z99", "AA1", "A0", "none"];

const TALENTS: &[&str] = &[
    "unarmed-strike", "dagger", "longbow", "air-blast", "blade", "water-blast", "fire-blast", "wall-of-dust",
    "earth-wall", "tremor", "slam", "nothing",
];

const CREATURES: &[&str] =
    &["wolf", "brigand", "aeromancer", "hydromancer", "petramancer", "air-elemental", "archer"];

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
            _ => drop(self.battle.roll() || self.battle.decide("plain")),
        }
    }

    /// One of the choices that are listed (then it must be taken), or the dice.
    fn listed(&mut self) {
        let nth = self.bytes.next().unwrap_or(0);
        let Some(awaited) = self.battle.awaited(Viewer::GameMaster) else { return };
        if awaited.choices.is_empty() {
            assert!(self.battle.roll() || self.battle.decide("random"), "{awaited:?}\n{}", self.battle.save());
            return;
        }
        let choice = &awaited.choices[usize::from(nth) % awaited.choices.len()];
        let line = format!("{}: {choice}", awaited.who[0]);
        let taken = self.battle.line(&line);
        assert!(taken.is_ok(), "`{line}` is listed and refused: {taken:?}\n{}", self.battle.save());
    }

    /// A listed choice with something else in it.
    fn twisted(&mut self) {
        let Some(awaited) = self.battle.awaited(Viewer::GameMaster) else { return };
        let choices: Vec<&str> = awaited.choices.iter().map(String::as_str).collect();
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

    fn edict(&mut self) {
        let mut line = String::new();
        let form = self.bytes.of(EDICTS);
        for part in form.split_inclusive('}') {
            let (text, word) = part.split_once('{').unwrap_or((part, ""));
            line.push_str(text);
            line.push_str(&match word.trim_end_matches('}') {
                "who" | "other" => self.who(),
                "field" => self.bytes.of(FIELDS).into(),
                "value" => self.bytes.of(VALUES).into(),
                "cell" => self.bytes.of(CELLS).into(),
                "condition" => self.bytes.of(CONDITIONS).into(),
                "talent" => self.bytes.of(TALENTS).into(),
                "creature" => self.bytes.of(CREATURES).into(),
                "new" => self.bytes.of(&["Rust", "Rusk", "Kestrel", "gm", "A b", "é", "x:"]).into(),
                "ability" => self.bytes.of(&["str", "dex", "int", "res", "stealth", "luck"]).into(),
                "ceased" => self.bytes.of(&["no", "surrender", "flee", "stop", "yes"]).into(),
                "side" => {
                    let sides = self.battle.sides().to_vec();
                    let mut sides: Vec<&str> = sides.iter().map(String::as_str).collect();
                    sides.extend(["none", "nobody"]);
                    self.bytes.of(&sides).into()
                }
                "switch" => self.switch(),
                _ => String::new(),
            });
        }
        let when = if self.bytes.below(4) == 0 { "gm next" } else { "gm" };
        self.give(&format!("{when}: {line}"));
    }

    /// A switch of the rules, set to one of its values or to anything.
    fn switch(&mut self) -> String {
        let switches = BOOK.catalogue().switches;
        let switch = &switches[self.bytes.below(switches.len())];
        let settings = if switch.values.is_empty() { VALUES } else { switch.values };
        format!("{} = {}", switch.name, self.bytes.of(settings))
    }

    /// Somebody's name.
    fn who(&mut self) -> String {
        let mut names: Vec<String> = self.battle.view(Viewer::GameMaster).tokens.into_iter().map(|t| t.name).collect();
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
            let _ = fork.roll() || fork.decide("random");
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
        let awaited = there.jump(at).ok().and_then(|()| there.awaited(Viewer::GameMaster));
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
    let encounter = &BOOK.encounters[usize::from(*encounter) % BOOK.encounters.len()];
    let source = Source::new(encounter.name, encounter.text);
    let battle = BOOK.open(&source, Some(u64::from(*seed))).expect("what is embedded is sound");
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
