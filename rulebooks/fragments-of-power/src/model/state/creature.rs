//! One combatant as it is now.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_bookkit::words;
use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, Ids};

use crate::model::{Act, Kind, Lasting, Never, Plight, Poison, Setup, Sheet, Until};

/// The most lasting conditions of one creature; further ones replace the one that ends first.
pub const MOST_LASTING: usize = 12;

/// The most poisons in one creature.
pub const MOST_POISONS: usize = 4;

skirmish_bookkit::state! {
    /// A combatant as it is now.
    #[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Creature {
        /// The top left square of its space.
        pub at: Square,
        /// Feet above the level of the map.
        pub height: i16,
        /// Where it looks; it matters for flight.
        pub facing: Facing,
        /// Hit points, below 0 too.
        pub hp: i16,
        /// Energy left.
        pub energy: i16,
        /// What it has thrown for initiative.
        pub initiative: Option<i16>,
        /// Actions spent in its turn.
        pub spent: u8,
        /// Reactions spent since its turn began.
        pub reacted: u8,
        /// Has what strikes at the start of its turn struck in this round? (`turn.delay.ongoing`)
        pub struck: bool,
        /// Has it had a turn yet? Before that it has no reaction. (`ruling.first-reaction`)
        pub begun: bool,
        /// States that last until something ends them.
        pub plights: WordSet<Plight>,
        /// Conditions that are counted.
        pub lasting: ArrayVec<Lasting, MOST_LASTING>,
        /// Poisons at work.
        pub poisons: ArrayVec<Poison, MOST_POISONS>,
        /// What comes off its throws on the Bleed Table.
        pub bleed_penalty: u8,
        /// Dodges that wait, each for one attack; more than one only as a house rule. (`dodge`, `ruling.dodge`)
        pub dodges: u8,
        /// What waits for its moment. (`ready`)
        pub ready: Option<Ready>,
        /// Attacks that it has made in this turn.
        pub attacks: u8,
        /// Has one of them hit? (`feat.wrath`)
        pub has_hit: bool,
        /// Powers that it has used in this turn, a bit for each of its spells.
        pub powers: u32,
        /// Who does not know where it is. (`hidden`)
        pub hidden_from: Ids,
        /// Who does not know that it is there at all. (`undetected`)
        pub undetected_by: Ids,
        /// Whom it rides.
        pub mount: Option<Id>,
        /// Who rides it.
        pub rider: Option<Id>,
        /// Who has commanded it last. (`command.turn-start`)
        pub last_commander: Option<Id>,
        /// Has it been commanded in this round? (`command`)
        pub commanded: bool,
        /// Feet of a move that are left for later in the turn. (`ruling.split-move`, a house rule)
        pub rest: i16,
        /// In mid-move: does the next diagonal count twice? (`ruling.cover`)
        pub odd: bool,
        /// Feet flown in this turn. (`fly.minimum`)
        pub flown: i16,
        /// Feet fallen so far of a fall that goes on. (`fall.rate`)
        pub fallen: i16,
        /// Feet that a jump takes off a fall that goes on. (`fall.jump`)
        pub eased: i16,
        /// Whither it drifts, and how many feet. (`zero-g.drift`)
        pub drift: Option<(Facing, i16)>,
        /// When its breath is over, while it does not breathe. (`suffocate.hold`)
        pub breath: Option<Until>,
        /// Until when it is choked. (`grappling.choke`)
        pub choked: Option<Until>,
        /// Its breath has gone; it dies as its next turn ends. (`suffocate.die`)
        pub dying: bool,
        /// Damage that its armour has taken.
        pub armour_harm: i16,
        /// Pieces of ammunition that are left. (`weapon.ammunition`)
        pub ammunition: u8,
        /// What the game master has said of it.
        pub said: Said,
    }
}

impl Hash for Creature {
    /// Of what mostly tells one state of a fight from another, in few words: whether two are the same is decided by all of it.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let word = |parts: [i16; 4]| parts.iter().fold(0, |word, part| word << 16 | u64::from(part.cast_unsigned()));
        hasher.write_u64(word([self.at.x, self.at.y, self.height, self.hp]));
        hasher.write_u64(word([self.energy, self.initiative.unwrap_or(-1), self.armour_harm, self.ammunition.into()]));
        let (counts, flags) = ([self.spent, self.reacted, self.dodges, self.attacks], [self.struck, self.has_hit]);
        hasher.write_u64(u64::from(u32::from_ne_bytes(counts)) << 32 | u64::from(self.powers));
        (flags, self.plights, self.hidden_from).hash(hasher);
        self.lasting.hash(hasher);
        self.poisons.hash(hasher);
    }
}

words! {
    /// What the game master gives an attack.
    pub enum Edge, usually None {
        None = "none": "As the rules have it.",
        Advantage = "advantage": "Advantage besides.",
        Disadvantage = "disadvantage": "Disadvantage besides.",
    }
}

/// What the game master has said of somebody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Said {
    /// For its own attacks.
    pub attack: Edge,
    /// For attacks against it.
    pub target: Edge,
    /// For its checks.
    pub check: Edge,
    /// What it waits for happens now. (`ready`)
    pub signal: bool,
}

/// One action that waits for its moment. (`ready`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ready {
    /// What.
    pub act: Act<Never>,
    /// When.
    pub when: Trigger,
    /// Of whom; of any foe where nobody is named.
    pub whom: Option<Id>,
}

impl Ready {
    /// What waits, as one would do it in a turn.
    pub fn act(&self) -> Option<Act> {
        self.act.readying(|never| match never {})
    }
}

words! {
    /// What sets it off.
    pub enum Trigger {
        Nears = "nears": "Comes within reach, or within range.",
        Moves = "moves": "Leaves its square.",
        Attacks = "attacks": "Attacks somebody.",
        Casts = "casts": "Casts a spell.",
        Acts = "acts": "Does anything that takes an action.",
        Starts = "starts": "Begins a turn.",
        Ends = "ends": "Ends a turn.",
        Signals = "signals": "Does whatever else was agreed on: the game master says that it is done.",
    }
}

impl Creature {
    /// A combatant as it comes; what it carries is found elsewhere.
    pub fn new(g: &Setup, id: Id, sheet: &Sheet) -> Self {
        let side = i16::from(sheet.size.side());
        let squares = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        let level = |(x, y): (i16, i16)| g.ground.at(Square::new(sheet.at.x + x, sheet.at.y + y)).elevation;
        let ground = squares.map(level).max().unwrap_or(0);
        let mut plights = WordSet::NONE;
        plights.set(Plight::Flying, sheet.above > 0 && sheet.flies() && sheet.mount.is_none());
        plights.set(Plight::Unaware, sheet.unaware);
        plights.set(Plight::Bleeding, sheet.bleeding);
        plights.set(Plight::Unconscious, sheet.unconscious);
        plights.set(Plight::Incapacitated, sheet.hp <= 0);
        plights.set(Plight::Prone, sheet.hp <= 0 || sheet.unconscious);
        let mut lasting = ArrayVec::new();
        if sheet.invisible {
            lasting.push(Lasting { kind: Kind::Invisible, toward: None, until: None });
        }
        let foes = g.foes(id);
        Self {
            at: sheet.at,
            height: ground.saturating_add(sheet.above),
            facing: sheet.facing,
            hp: sheet.hp,
            energy: sheet.energy,
            plights,
            lasting,
            bleed_penalty: sheet.bleed_penalty,
            hidden_from: if sheet.hidden || sheet.undetected { foes } else { Ids::NONE },
            undetected_by: if sheet.undetected { foes } else { Ids::NONE },
            mount: sheet.mount,
            ammunition: u8::try_from(g.rules.start_ammunition).unwrap_or(u8::MAX),
            ..Self::default()
        }
    }

    /// Does nothing special apply to it? It has thrown for initiative, is in no state and under no condition, hides from nobody,
    /// has readied nothing, neither rides nor carries anybody, and the game master has said nothing of it.
    pub fn is_plain(&self) -> bool {
        self.initiative.is_some()
            && self.plights.is_empty()
            && self.lasting.is_empty()
            && self.poisons.is_empty()
            && self.dodges == 0
            && self.ready.is_none()
            && self.hidden_from.or(self.undetected_by).is_empty()
            && self.mount.or(self.rider).is_none()
            && self.drift.is_none()
            && self.breath.or(self.choked).is_none()
            && !self.dying
            && self.fallen == 0
            && self.said == Said::default()
    }

    /// Is it in this state?
    #[inline]
    pub fn is(&self, plight: Plight) -> bool {
        self.plights.has(plight)
    }

    /// Has it this condition, towards everybody?
    pub fn has(&self, kind: Kind) -> bool {
        self.lasting.iter().any(|lasting| lasting.kind == kind && lasting.toward.is_none())
    }

    /// Has it this condition towards somebody?
    pub fn has_toward(&self, kind: Kind, whom: Id) -> bool {
        self.lasting.iter().any(|lasting| lasting.kind == kind && lasting.toward.is_none_or(|toward| toward == whom))
    }

    /// Is it on the board and alive?
    pub fn is_here(&self) -> bool {
        !self.is(Plight::Gone) && !self.is(Plight::Dead)
    }

    /// Can it act for the sake of its side: is it neither dead, unconscious, incapacitated, nor gone, and has it not given up?
    pub fn is_able(&self) -> bool {
        let out = [Plight::Dead, Plight::Gone, Plight::Unconscious, Plight::Incapacitated, Plight::Yielded];
        !out.into_iter().any(|plight| self.is(plight))
    }

    /// Does it know nothing, or can it do nothing at all?
    pub fn is_helpless(&self) -> bool {
        self.is(Plight::Unconscious) || self.is(Plight::Dead) || self.is(Plight::Gone) || self.has(Kind::Stunned)
    }
}
