//! Rules, sheets, map: checked, and read-only in play.

use skirmish_bookkit::people::or_last;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, Ids};

use super::{Ability, Figures, Form, Ground, Kind, MOST_SETS, Patch, Repertoire, Sheet, Weapon};
use crate::catalogue::Rules;

skirmish_bookkit::setup! {
    Rules, Sheet;
    /// Every weapon known here; the first is the bare hand.
    pub weapons: Vec<Weapon>,
    /// Every ability known here.
    pub abilities: Vec<Ability>,
    /// Every form that is taken here.
    pub forms: Vec<Form>,
    /// What lies on it.
    pub patches: Vec<Patch>,
    /// Sides that are ambushed, a bit for each. (`round.setup`)
    pub ambushed: u64,
    /// In which order allies go who have the same initiative. (`turn-order.ally-tie`)
    pub agreed: Vec<Id>,
    /// Everybody's figures in each form, one after the other; follows from sheets and forms.
    pub shaped: Vec<Figures>,
    /// Everybody of each side; follows from the sides.
    pub members: Vec<Ids>,
    /// Everybody else's foes, by their ids; follows from the sides.
    pub foes: Vec<Ids>,
    /// Those who have been called, or can be; follows from the sheets.
    pub minions: Ids,
    /// All abilities that every player character may use.
    pub special: Vec<u8>,
    /// What everybody can do, with each weapon set and in each form, one after the other; follows from all that.
    pub repertoires: Vec<Repertoire>,
}

impl Setup {
    /// Everybody on other sides.
    #[inline]
    pub fn foes(&self, id: Id) -> Ids {
        *or_last(&self.foes, id.index())
    }

    /// Do they fight each other?
    #[inline]
    pub fn opposed(&self, one: Id, other: Id) -> bool {
        self.side(one) != self.side(other)
    }

    /// Somebody's figures in a form.
    #[inline]
    pub fn shaped(&self, who: Id, form: u8) -> &Figures {
        or_last(&self.shaped, who.index() * self.forms.len() + usize::from(form))
    }

    /// What somebody can do with one of its weapon sets, or behind them in a form.
    #[inline]
    pub fn repertoire(&self, who: Id, way: usize) -> &Repertoire {
        or_last(&self.repertoires, who.index() * (MOST_SETS + self.forms.len()) + way)
    }

    /// What somebody holds with a weapon set: `hatchet and shield`.
    pub fn in_set(&self, who: Id, set: u8) -> String {
        let hands = self.sheet(who).own.sets.get(usize::from(set)).copied().unwrap_or_default();
        list(&hands.main.into_iter().chain(hands.off).map(|at| self.weapon(at).name.as_str()).collect::<Vec<_>>())
    }

    /// Works out what follows from sheets and forms.
    pub fn derive(&mut self) {
        let Self { sheets, forms, .. } = self;
        self.shaped = sheets.iter().flat_map(|sheet| forms.iter().map(|form| form.on(&sheet.own))).collect();
        self.members = vec![Ids::NONE; self.sides.len()];
        for (at, sheet) in self.sheets.iter().enumerate() {
            if let Some(members) = self.members.get_mut(usize::from(sheet.side.0)) {
                members.set(Id::new(at), true);
            }
        }
        let foes = |id: Id| self.ids().filter(|other| self.opposed(id, *other)).collect();
        self.foes = self.ids().map(foes).collect();
        self.minions = self.ids().filter(|id| self.sheet(*id).kind == Kind::Minion).collect();
        (0u8..).zip(&mut self.abilities).for_each(|(at, ability)| ability.number = at);
        let special = (0u8..).zip(&self.abilities).filter(|(_, ability)| ability.special);
        self.special = special.map(|(at, _)| at).collect();
    }
}
