//! Rules, sheets, map: checked, and read-only in play.

use std::sync::atomic::{AtomicU64, Ordering};

use skirmish_bookkit::people::or_last;
use skirmish_bookkit::sight::Outlooks;
use skirmish_grid::{Board, Cell, Exits, Facing, Pairs, Square};
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Id, Ids};

use crate::catalogue::{FacingView, Rules};
use crate::model::{
    Ability, Arm, Creature, Effect, Hand, Perk, Sheet, StrikeChange, Tag, Timing, Trigger, Weapon, WeaponKind, dice_of,
};

skirmish_bookkit::setup! {
    Rules, Sheet;
    /// Sides that do not fight each other, by side: a bit for each ally. (`round.next`)
    pub allies: Vec<u64>,
    /// Every weapon known here.
    pub weapons: Vec<Weapon>,
    /// Every ability known here.
    pub abilities: Vec<Ability>,
    /// What follows from the rest, kept because it is asked all the time.
    pub derived: Derived,
}

/// What follows from sheets and sides; worked out anew when the game master changes one. See [`Setup::derive`].
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// Everybody's foes.
    foes: Vec<Ids>,
    /// Who knows anything that it could do in another's act: a reaction, or a spell that strikes shots down.
    pub reactors: Ids,
    /// Who knows a reaction that strikes at whoever leaves its reach.
    pub opportunists: Ids,
    /// What each weapon throws for its damage, and what it adds.
    thrown: Vec<([Dice; 2], i32)>,
    /// What each ability changes about a strike, if it is one.
    strikes: Vec<Option<StrikeChange>>,
    /// For everybody, a bit for each arm whose blows have neither advantage nor disadvantage by the sheet. What shoots has bands, and is
    /// not among them.
    even: Vec<u64>,
    /// Everybody's abilities by what they are for.
    repertoires: Vec<Repertoire>,
    /// The hands with which everybody comes, and what it is armed with in those.
    armed: Vec<([Hand; 2], Armed)>,
}

/// Twice the mean of a throw that is summed.
pub fn mean_doubled(dice: Dice) -> i64 {
    i64::from(dice.count()) * (i64::from(dice.sides()) + 1)
}

/// What somebody has in its hands, or of its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Armed {
    /// From how many metres away it strikes or shoots, with the longest; 1 with nothing.
    pub reach: i32,
    /// Its best parry; 0 with nothing.
    pub parry: i32,
    /// The usual damage of the heaviest; 5 with nothing.
    pub damage: i64,
    /// Is anything in its hands that shoots?
    pub shoots: bool,
}

/// The abilities of somebody by what they are for; each kind in the order of the sheet.
#[derive(Clone, Debug, Default)]
pub struct Repertoire {
    /// Those that change a strike.
    pub strikes: Vec<u8>,
    /// Spells that attack and harm.
    pub harming: Vec<u8>,
    /// Those for an attack or a utility action that are no strikes, and do anything to a foe or for a friend.
    pub uses: Vec<Use>,
    /// Those that are reactions.
    pub reactions: Vec<u8>,
    /// Spells that take something off a blow.
    pub shields: Vec<u8>,
}

/// An ability that is no strike.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// Which.
    pub ability: u8,
    /// Has it effects that do anything to a foe?
    pub for_foes: bool,
    /// The same for a friend.
    pub for_friends: bool,
}

impl Derived {
    /// What an ability changes about a strike, if it is one.
    #[inline]
    pub fn strike(&self, ability: u8) -> Option<StrikeChange> {
        self.strikes.get(usize::from(ability)).copied().flatten()
    }

    /// Has a blow with this arm neither advantage nor disadvantage, for all that the sheet says?
    #[inline]
    pub fn is_even(&self, who: Id, arm: u8) -> bool {
        arm < 64 && self.even.get(who.index()).is_some_and(|arms| arms >> arm & 1 == 1)
    }
}

/// The map's terrain.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its size.
    pub board: Board<Square>,
    /// One for each cell, in the board's order.
    pub cells: Vec<Terrain>,
    /// To which neighbours one steps by itself, if nobody is there; follows from the cells, which never change.
    pub exits: Exits<Square>,
    /// Between which cells the straight line is free of walls.
    pub lines: Pairs<Square>,
    /// What a body of so many cells sees that looks somewhere.
    pub outlooks: Outlooks<(Square, usize, Facing, FacingView)>,
    /// Another one for each ground that is made; no rule and no choice reads it, but what is remembered of one ground
    /// is not taken for another's.
    pub number: u64,
}

/// What one cell is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Terrain {
    /// Solid: blocks sight and movement.
    pub wall: bool,
    /// What it offers to whoever stands in it or behind it.
    pub cover: Cover,
    /// Does the table call it open field, or say that it is not? Else the obstacles around decide. (`sneak.cover`)
    pub field: Option<bool>,
    /// How light it is.
    pub light: Light,
    /// Metres above the ground.
    pub height: i32,
}

skirmish_bookkit::words! {
    /// Cover, least first. (`ranged.cover`, `sneak.cover`)
    pub enum Cover, usually None {
        None = "none": "None.",
        Half = "half": "Half.",
        Full = "full": "Full.",
        Total = "total": "Nothing shows.",
    }
}

skirmish_bookkit::words! {
    /// Light. (`sneak.light`)
    pub enum Light, usually Normal {
        Normal = "normal": "Day.",
        Dim = "dim": "Dusk.",
        Dark = "dark": "Night.",
    }
}

/// Metres that one steps down without falling.
pub const STEP_DOWN: i32 = 1;

impl Ground {
    /// A map of these cells, in the board's order.
    pub fn new(board: Board<Square>, cells: Vec<Terrain>) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let (nothing, lines) = (Exits::of(board, |_, _| false), Pairs::new(board));
        let mut ground = Self { board, cells, exits: nothing, lines, outlooks: Outlooks::new(), number };
        ground.exits = Exits::of(board, |from, to| ground.leads(from, to));
        ground
    }

    /// Terrain of a cell; off the map everything is solid.
    #[inline]
    pub fn terrain(&self, cell: Square) -> Terrain {
        const OUTSIDE: Terrain =
            Terrain { wall: true, cover: Cover::Total, field: None, light: Light::Normal, height: 0 };
        self.board.index(cell).and_then(|at| self.cells.get(at)).copied().unwrap_or(OUTSIDE)
    }

    /// Can one step from a cell into its neighbour, down an edge too, if nobody is there? No corner is cut.
    pub fn is_open(&self, from: Square, to: Square) -> bool {
        // Climbing takes a jump.
        if self.terrain(to).wall || self.terrain(to).height - self.terrain(from).height > 1 {
            return false;
        }
        let corners = [Square::new(from.x, to.y), Square::new(to.x, from.y)];
        from.shares_side(to) || !corners.iter().all(|corner| self.terrain(*corner).wall)
    }

    /// Would one do so by itself? Over an edge goes only who says so.
    pub fn leads(&self, from: Square, to: Square) -> bool {
        self.terrain(from).height - self.terrain(to).height <= STEP_DOWN && self.is_open(from, to)
    }
}

impl Setup {
    /// Do their sides fight each other? All do that are not said to be allied.
    #[inline]
    pub fn opposed(&self, one: Id, other: Id) -> bool {
        let (one, other) = (self.side(one), self.side(other));
        one != other && self.allies.get(usize::from(one.0)).is_none_or(|allies| allies & 1 << other.0 == 0)
    }

    /// Everybody on a side that is opposed to that combatant's.
    pub fn foes(&self, id: Id) -> Ids {
        self.derived.foes.get(id.index()).copied().unwrap_or(Ids::NONE)
    }

    /// Works out what follows from sheets and sides.
    pub fn derive(&mut self) {
        let foes_of = |id: Id| self.ids().filter(|other| self.opposed(*other, id)).collect();
        let foes = self.ids().map(foes_of).collect();
        let reacts = |index: &u8| {
            let ability = self.ability(*index);
            ability.reacts() || ability.intercepts()
        };
        let reactors = self.ids().filter(|id| self.sheet(*id).abilities.iter().any(reacts)).collect();
        let watches = |index: &u8| {
            let ability = self.ability(*index);
            ability.reacts() && ability.strikes() && ability.trigger == Some(Trigger::Leaves)
        };
        let opportunists = self.ids().filter(|id| self.sheet(*id).abilities.iter().any(watches)).collect();
        let thrown = self.weapons.iter().map(|weapon| dice_of(&weapon.damage)).collect();
        let strike = |ability: &Ability| ability.effects.iter().find_map(Effect::strike);
        let strikes = self.abilities.iter().map(strike).collect();
        let is_even = |arm: &Arm| {
            let weapon = self.weapon(arm.weapon);
            arm.attack_score == 0 && arm.proficient && !weapon.is(Tag::Short) && weapon.kind != WeaponKind::Ranged
        };
        let even_of = |sheet: &Sheet| {
            let hunts = sheet.perks.has(Perk::WolfPack);
            let even = (0..64).zip(&sheet.arms).filter(|(_, arm)| is_even(arm) && !hunts);
            even.fold(0, |arms, (at, _)| arms | 1 << at)
        };
        let even = self.sheets.iter().map(even_of).collect();
        let repertoires = self.sheets.iter().map(|sheet| self.repertoire(sheet)).collect();
        let armed = Vec::new();
        self.derived = Derived { foes, reactors, opportunists, thrown, strikes, even, repertoires, armed };
        let hands_of = |who: Id| Creature::new(self, self.sheet(who)).hands;
        let armed = self.ids().map(|who| (hands_of(who), self.armed_in(who, &hands_of(who)))).collect();
        self.derived.armed = armed;
    }

    /// What somebody is armed with that holds this.
    #[inline]
    pub fn armed(&self, who: Id, hands: &[Hand; 2]) -> Armed {
        match self.derived.armed.get(who.index()) {
            Some((known, armed)) if known == hands => *armed,
            _ => self.armed_in(who, hands),
        }
    }

    /// The same, looked up arm by arm.
    #[inline(never)]
    fn armed_in(&self, who: Id, hands: &[Hand; 2]) -> Armed {
        let arms = (0..).zip(&self.sheet(who).arms).map(|(at, arm)| (hands.contains(&Hand::Arm(at)), arm));
        let arms = || arms.clone().map(|(held, arm)| (held, arm, self.weapon(arm.weapon)));
        let ready = || arms().filter(|(held, _, weapon)| *held || weapon.kind == WeaponKind::Natural);
        let damage = |arm: &Arm| {
            let (dice, flat) = self.thrown(arm.weapon);
            (mean_doubled(dice[0]) + mean_doubled(dice[1])) / 2 + i64::from(flat) + i64::from(arm.damage)
        };
        Armed {
            reach: ready().map(|(.., weapon)| weapon.reach).max().unwrap_or(1),
            parry: ready().map(|(_, arm, _)| arm.parry).max().unwrap_or(0),
            damage: ready().map(|(_, arm, _)| damage(arm)).max().unwrap_or(5),
            shoots: arms().any(|(held, _, weapon)| held && weapon.kind == WeaponKind::Ranged),
        }
    }

    /// The abilities of a sheet by what they are for.
    fn repertoire(&self, sheet: &Sheet) -> Repertoire {
        let those = |fits: &dyn Fn(&Ability) -> bool| -> Vec<u8> {
            sheet.abilities.iter().copied().filter(|index| fits(self.ability(*index))).collect()
        };
        let strikes = |ability: &Ability| ability.effects.iter().any(|effect| effect.strike().is_some());
        let harms = |ability: &Ability| ability.effects.iter().any(|effect| matches!(effect, Effect::Damage { .. }));
        let use_of = |index: u8| {
            let (for_foes, for_friends) = (self.ability(index).hinders(), self.ability(index).helps());
            Use { ability: index, for_foes, for_friends }
        };
        let used = |ability: &Ability| ability.is(Timing::Attack) || ability.is(Timing::Utility);
        let uses = those(&|ability| used(ability) && !strikes(ability)).into_iter().map(use_of);
        let uses = uses.filter(|one| one.for_foes || one.for_friends).collect();
        Repertoire {
            strikes: those(&|ability| ability.is(Timing::Attack) && strikes(ability)),
            harming: those(&|ability| ability.is(Timing::Attack) && ability.is_spell() && harms(ability)),
            uses,
            reactions: those(&Ability::reacts),
            shields: those(&|ability| ability.is_spell() && ability.protects() && ability.reacts()),
        }
    }

    /// A combatant's abilities by what they are for.
    #[inline]
    pub fn repertoire_of(&self, who: Id) -> &Repertoire {
        or_last(&self.derived.repertoires, who.index())
    }

    /// What a weapon throws for its damage, in at most two kinds of dice, and what it adds.
    #[inline]
    pub fn thrown(&self, weapon: u8) -> ([Dice; 2], i32) {
        *or_last(&self.derived.thrown, usize::from(weapon))
    }

    /// A combatant's weapons, by their places.
    pub fn arms(&self, who: Id) -> std::ops::Range<u8> {
        0..self.sheet(who).arms.len() as u8
    }

    /// One of a combatant's weapons, with its numbers.
    #[inline]
    pub fn arm(&self, who: Id, arm: u8) -> (&Arm, &Weapon) {
        let arms = &self.sheet(who).arms;
        let arm = or_last(arms, usize::from(arm));
        (arm, self.weapon(arm.weapon))
    }
}
