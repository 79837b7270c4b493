//! Policies by name: the one place that reads `rollout:200`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::words;

/// A policy as people name it.
///
/// ```
/// use skirmish_kernel::{Effort, PolicyName};
///
/// assert_eq!("rollout:50".parse(), Ok(PolicyName::Rollout(Effort::Count(50))));
/// assert_eq!("mcts".parse::<PolicyName>().unwrap().to_string(), "mcts:1000");
/// assert_eq!("gredy".parse::<PolicyName>().unwrap_err().help, "did you mean `greedy`? the policies are `plain`, `random`, `greedy`, `rollout`, `mcts`, `easy`, `fair` and `hard`");
/// // Levels, for whoever wants a foe and not a method.
/// assert_eq!("fair".parse(), Ok(PolicyName::Plain));
/// assert_eq!("hard".parse::<PolicyName>().unwrap().to_string(), "mcts:1000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PolicyName {
    /// The book's own: the usual one.
    #[default]
    Plain,
    /// Any listed choice.
    Random,
    /// One step ahead, by the book's score.
    Greedy,
    /// Sampled fights after each choice.
    Rollout(Effort),
    /// A tree of choices and dice that grows where it promises most.
    Mcts(Effort),
    /// The book's own, which does now and then what comes to its mind.
    Easy,
}

/// How long a policy may think about one choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many sampled fights: the same choice on every machine.
    Count(u32),
    /// So long: what is chosen depends on the machine, and on what else it does.
    Time(Duration),
}

/// Why a word names no policy that can play here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyError {
    /// What is wrong.
    pub what: String,
    /// What to write instead.
    pub help: String,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.help)
    }
}

impl std::error::Error for PolicyError {}

impl PolicyName {
    /// How they are called; the first one is the usual one.
    pub const NAMES: &'static [&'static str] =
        &["plain", "random", "greedy", "rollout", "mcts", "easy", "fair", "hard"];

    /// Sampled fights of `rollout`, where nobody says how many.
    const ROLLOUTS: Effort = Effort::Count(200);
    /// Rounds of `mcts`, likewise.
    const CLIMBS: Effort = Effort::Count(1_000);

    /// Does it look ahead by playing the running step again? Then it needs to know what has been given in it.
    #[must_use]
    pub const fn thinks(self) -> bool {
        matches!(self, Self::Greedy | Self::Rollout(_) | Self::Mcts(_) | Self::Easy)
    }

    /// Does it choose the same wherever and whenever it is asked? One that thinks for a time does not.
    #[must_use]
    pub const fn is_repeatable(self) -> bool {
        !matches!(self, Self::Rollout(Effort::Time(_)) | Self::Mcts(Effort::Time(_)))
    }
}

impl Effort {
    /// The most sampled fights for one choice.
    pub const MOST: u32 = 10_000_000;
    /// The longest that one choice may take.
    pub const LONGEST: Duration = Duration::from_secs(600);
}

impl FromStr for PolicyName {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let (name, effort) = match text.split_once(':') {
            Some((name, effort)) => (name, Some(effort)),
            None => (text, None),
        };
        let read = |usual: Effort| effort.map_or(Ok(usual), |effort| read_effort(name, effort));
        match name {
            "rollout" => read(Self::ROLLOUTS).map(Self::Rollout),
            "mcts" => read(Self::CLIMBS).map(Self::Mcts),
            "plain" | "random" | "greedy" | "easy" | "fair" | "hard" if effort.is_some() => Err(PolicyError {
                what: format!("`{name}` has no budget"),
                help: format!("write `{name}` alone; `rollout:200` and `mcts:1000` have one"),
            }),
            "plain" | "fair" => Ok(Self::Plain),
            "hard" => Ok(Self::Mcts(Self::CLIMBS)),
            "easy" => Ok(Self::Easy),
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => Err(unknown(name)),
        }
    }
}

fn unknown(name: &str) -> PolicyError {
    let all: Vec<String> = PolicyName::NAMES.iter().map(|known| format!("`{known}`")).collect();
    let all = format!("the policies are {}", words::list(&all));
    let help = words::nearest(name, PolicyName::NAMES.iter().copied())
        .map_or_else(|| all.clone(), |near| format!("did you mean `{near}`? {all}"));
    PolicyError { what: format!("there is no policy `{}`", words::short(name)), help }
}

/// Reads `200`, `50ms`, `2s`.
fn read_effort(name: &str, text: &str) -> Result<Effort, PolicyError> {
    let wrong = || PolicyError {
        what: format!("`{}` is no budget of `{name}`", words::short(text)),
        help: format!("write how many sampled fights, or how long a choice may take: `{name}:200`, `{name}:50ms`"),
    };
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse::<u32>().ok()).flatten().filter(|number| *number > 0).ok_or_else(wrong)
    };
    let effort = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(thousandths), _) => Effort::Time(Duration::from_millis(number(thousandths)?.into())),
        (None, Some(seconds)) => Effort::Time(Duration::from_secs(number(seconds)?.into())),
        (None, None) => Effort::Count(number(text)?),
    };
    let fits = match effort {
        Effort::Count(count) => count <= Effort::MOST,
        Effort::Time(time) => time <= Effort::LONGEST,
    };
    let most = || PolicyError {
        what: format!("`{}` is more than a choice is worth", words::short(text)),
        help: format!("{} sampled fights or {} s are the most", Effort::MOST, Effort::LONGEST.as_secs()),
    };
    if fits { Ok(effort) } else { Err(most()) }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl fmt::Display for PolicyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => f.write_str("plain"),
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Rollout(effort) => write!(f, "rollout:{effort}"),
            Self::Mcts(effort) => write!(f, "mcts:{effort}"),
            Self::Easy => f.write_str("easy"),
        }
    }
}
