//! Who plays whom, and whose dice are thrown by hand.

use skirmish_kernel::{Battle, PolicyName, Side, Viewer, words};

/// Who chooses for a creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// A policy.
    Policy(String),
}

impl Seat {
    /// As one says it: `person`, `plain`, `rollout:50`.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Person => "person",
            Self::Policy(name) => name,
        }
    }
}

/// For whom a setting holds; the narrower one wins.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Scope {
    All,
    Side(String),
    Creature(String),
}

/// All seats, and where dice come from.
#[derive(Clone, Debug)]
pub struct Seats {
    policies: &'static [&'static str],
    seats: Vec<(Scope, Seat)>,
    /// True: typed.
    dice: Vec<(Scope, bool)>,
}

impl Seats {
    /// Persons everywhere; the program throws.
    #[must_use]
    pub fn new(policies: &'static [&'static str]) -> Self {
        Self { policies, seats: vec![(Scope::All, Seat::Person)], dice: vec![(Scope::All, false)] }
    }

    /// Seats somebody: `heroes`, `Kestrel` or `all`; `person` or a policy.
    ///
    /// # Errors
    /// Nobody is called so, or nobody plays so.
    pub fn seat(&mut self, battle: &dyn Battle, viewer: Viewer, whom: &str, by: &str) -> Result<String, String> {
        let seat = self.read_seat(by)?;
        let scope = scope(battle, viewer, whom)?;
        let said = format!("{} played by {}", is(&scope), if seat == Seat::Person { "a person" } else { seat.word() });
        put(&mut self.seats, scope, seat);
        Ok(said)
    }

    fn read_seat(&self, by: &str) -> Result<Seat, String> {
        let known: Vec<&str> = std::iter::once("person").chain(self.policies.iter().copied()).collect();
        let (name, budget) = by.split_at(by.find(':').unwrap_or(by.len()));
        let word = words::complete(name, known.iter().copied()).map_err(|_| {
            let near = words::did_you_mean(name, known.iter().copied());
            format!("nobody can be played by `{}`{near} ({})", words::short(by), words::list(&known))
        })?;
        match format!("{word}{budget}").parse::<PolicyName>() {
            Ok(name) => Ok(Seat::Policy(name.to_string())),
            Err(_) if word == "person" && budget.is_empty() => Ok(Seat::Person),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Says where dice come from: `typed` or `rolled`.
    ///
    /// # Errors
    /// Nobody is called so, or dice do not fall so.
    pub fn dice(&mut self, battle: &dyn Battle, viewer: Viewer, whom: &str, how: &str) -> Result<String, String> {
        let typed = is_typed(how)?;
        let scope = scope(battle, viewer, whom)?;
        let whose = match &scope {
            Scope::All => "all dice are".to_owned(),
            Scope::Side(name) | Scope::Creature(name) => format!("the dice of {name} are"),
        };
        put(&mut self.dice, scope, typed);
        Ok(format!("{whose} {}", if typed { "thrown by hand" } else { "rolled by the program" }))
    }

    /// Sets a seat (`Kestrel plain`) or dice (`heroes typed`) as a save has it: its names are whole ones. Whoever is not here now
    /// may be here again when something is taken back, and keeps what holds for him.
    ///
    /// # Errors
    /// Nobody plays so, or dice do not fall so.
    pub fn restore(&mut self, battle: &dyn Battle, is_seat: bool, line: &str) -> Result<(), String> {
        let (whom, value) = line.trim().rsplit_once(char::is_whitespace).unwrap_or(("all", line.trim()));
        let whom = whom.trim();
        let scope = match whom {
            "all" => Scope::All,
            side if battle.sides().iter().any(|known| known == side) => Scope::Side(side.to_owned()),
            name => Scope::Creature(name.to_owned()),
        };
        if is_seat {
            let seat = self.read_seat(value)?;
            put(&mut self.seats, scope, seat);
        } else {
            put(&mut self.dice, scope, is_typed(value)?);
        }
        Ok(())
    }

    /// Who plays a creature of a side.
    #[must_use]
    pub fn of(&self, name: &str, side: &str) -> Seat {
        find(&self.seats, name, side).unwrap_or(Seat::Person)
    }

    /// Are its dice thrown by hand?
    #[must_use]
    pub fn types_dice(&self, name: &str, side: &str) -> bool {
        find(&self.dice, name, side).unwrap_or(false)
    }

    /// The one side that persons play, if there is exactly one.
    #[must_use]
    pub fn only_side(&self, battle: &dyn Battle) -> Option<Side> {
        let sides = battle.sides();
        let tokens = battle.view().tokens;
        let persons = tokens.iter().filter(|token| {
            let side = sides.get(usize::from(token.side)).map_or("", String::as_str);
            self.of(&token.name, side) == Seat::Person
        });
        let mut played: Vec<u8> = persons.map(|token| token.side).collect();
        played.sort_unstable();
        played.dedup();
        match played.as_slice() {
            [one] if sides.len() > 1 => Some(Side(*one)),
            _ => None,
        }
    }

    /// The settings as lines of a save.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let seats = self.seats.iter().map(|(scope, seat)| format!("seat {} {}", word(scope), seat.word()));
        let dice = self
            .dice
            .iter()
            .map(|(scope, typed)| format!("dice {} {}", word(scope), if *typed { "typed" } else { "rolled" }));
        seats.chain(dice).collect()
    }

    /// What a person may say of seats.
    #[must_use]
    pub fn words(&self) -> Vec<&'static str> {
        std::iter::once("person").chain(self.policies.iter().copied()).collect()
    }
}

fn is_typed(how: &str) -> Result<bool, String> {
    const KNOWN: [&str; 2] = ["typed", "rolled"];
    match words::complete(how, KNOWN) {
        Ok(word) => Ok(word == "typed"),
        Err(_) => Err(format!("dice are `typed` or `rolled`, not `{}`", words::short(how))),
    }
}

fn word(scope: &Scope) -> &str {
    match scope {
        Scope::All => "all",
        Scope::Side(name) | Scope::Creature(name) => name,
    }
}

fn is(scope: &Scope) -> String {
    match scope {
        Scope::All => "everybody is".into(),
        Scope::Side(name) | Scope::Creature(name) => format!("{name} is"),
    }
}

/// The newest setting of a scope stands; what is narrower stands behind what is wider.
fn put<T>(settings: &mut Vec<(Scope, T)>, scope: Scope, value: T) {
    // Whoever says "all" means all.
    settings.retain(|(known, _)| scope != Scope::All && *known != scope);
    settings.push((scope, value));
    settings.sort_by(|(a, _), (b, _)| a.cmp(b));
}

fn find<T: Clone>(settings: &[(Scope, T)], name: &str, side: &str) -> Option<T> {
    let fits = |scope: &Scope| match scope {
        Scope::All => true,
        Scope::Side(of) => of == side,
        Scope::Creature(of) => of == name,
    };
    settings.iter().rev().find(|(scope, _)| fits(scope)).map(|(_, value)| value.clone())
}

/// What a word means: everybody, a side, a creature that the viewer sees.
fn scope(battle: &dyn Battle, viewer: Viewer, word: &str) -> Result<Scope, String> {
    if word == "all" || word.is_empty() {
        return Ok(Scope::All);
    }
    let sides = battle.sides();
    let tokens = battle.seen_by(viewer).view().tokens;
    if let Some(side) = sides.iter().find(|side| *side == word) {
        return Ok(Scope::Side(side.clone()));
    }
    let known = || sides.iter().map(String::as_str).chain(tokens.iter().map(|token| token.name.as_str()));
    match words::complete(word, known()) {
        Ok(found) if sides.iter().any(|side| side == found) => Ok(Scope::Side(found.to_owned())),
        Ok(found) => Ok(Scope::Creature(found.to_owned())),
        Err(fits) if fits.is_empty() => {
            let near = words::did_you_mean(word, known());
            Err(format!("there is no side and no creature `{}`{near}", words::short(word)))
        }
        Err(fits) => Err(format!("`{}` may mean {}", words::short(word), words::list(&fits))),
    }
}
