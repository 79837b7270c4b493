//! What stands for a value in answers of this book: weapons, abilities, what they are aimed at, actions.

use skirmish_bookkit::answer;
use skirmish_bookkit::grammar::{Asked, Head, Misread, OneOf, Reading, Slot, is_taken, one_of};
use skirmish_kernel::words::short;
use skirmish_kernel::{ChoiceView, Id, Piece, Refusal, combatant};

use super::label;
use crate::catalogue::rule;
use crate::model::{Act, Ask, Defend, Generia, Range, Setup, Sheet, Slot as Action, Target, Timing};
use crate::rules::judge::judge_act;
use crate::rules::magic::concentration;
use crate::rules::{defence, reactions};
use skirmish_bookkit::people::or_last;

type At<'a> = Asked<'a, Generia>;

/// What people call one of somebody's arms: the weapon, numbered when there are several alike.
pub fn arm_name(g: &Setup, who: Id, arm: u8) -> String {
    arm_called(g, g.sheet(who), arm)
}

/// The same of a sheet.
pub fn arm_called(g: &Setup, sheet: &Sheet, arm: u8) -> String {
    let name = &g.weapon(or_last(&sheet.arms, usize::from(arm)).weapon).name;
    let before = sheet.arms.iter().take(usize::from(arm));
    numbered(name, before.filter(|other| g.weapon(other.weapon).name == *name).count())
}

/// Everything that somebody can fight with, by name.
pub fn arm_names(g: &Setup, who: Id) -> Vec<String> {
    g.arms(who).map(|arm| arm_name(g, who, arm)).collect()
}

/// `knife`, and `knife-2` behind one that is called so.
fn numbered(name: &str, before: usize) -> String {
    if before == 0 { name.to_owned() } else { format!("{name}-{}", before + 1) }
}

/// What it knows, and the skills that its weapons bring along.
pub fn own(g: &Setup, who: Id) -> impl Iterator<Item = u8> + '_ {
    let sheet = g.sheet(who);
    let brought = sheet.arms.iter().filter_map(|arm| g.weapon(arm.weapon).skill);
    sheet.abilities.iter().copied().chain(brought.filter(|skill| !sheet.abilities.contains(skill)))
}

/// The mount that somebody rides; whoever rides nothing is meant itself where that is said all the same.
pub fn ridden(at: At<'_>) -> Id {
    at.s.creature(at.who).mount.unwrap_or(at.who)
}

/// Is there a mount, where one is needed?
fn rides(at: At<'_>) -> Result<(), Refusal> {
    let nothing = || Refusal::by(rule::MOUNT_EXTRA_ACTION, "they ride nothing");
    at.s.creature(at.who).mount.map(drop).ok_or_else(nothing)
}

/// An arm: one's own, or the mount's.
pub struct Arm<'a> {
    at: At<'a>,
    is_mounts: bool,
    piece: Piece,
    /// How an attack is met with it: with the first that can be, where none is named.
    meeting: Option<fn(u8) -> Defend>,
}

pub fn own_arm(at: At<'_>) -> Arm<'_> {
    Arm { at, is_mounts: false, piece: Piece::Item, meeting: None }
}

pub fn mounts_arm(at: At<'_>) -> Arm<'_> {
    Arm { is_mounts: true, ..own_arm(at) }
}

impl Arm<'_> {
    /// It stands for a blow with it.
    pub fn strikes(self) -> Self {
        Self { piece: Piece::Ability, ..self }
    }

    pub fn meeting(self, how: fn(u8) -> Defend) -> Self {
        Self { meeting: Some(how), ..self }
    }

    fn whose(&self) -> Id {
        if self.is_mounts { ridden(self.at) } else { self.at.who }
    }

    fn known(&self) -> OneOf<'_, u8> {
        let names = arm_names(self.at.g, self.whose());
        let missing = format!("with what? {}", names.join(", "));
        one_of(self.piece, names.into_iter().zip(0..)).missing(missing)
    }

    /// The first with which an attack can be met so.
    fn first(&self, kind: fn(u8) -> Defend) -> Option<u8> {
        let Ask::Defence(incoming) = self.at.ask else { return None };
        let mut found = None;
        defence::options(self.at.g, self.at.s, incoming, &mut |how| {
            found = found.or_else(|| self.at.g.arms(self.whose()).find(|arm| kind(*arm) == how));
        });
        found
    }
}

impl Slot for Arm<'_> {
    type Value = u8;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        self.known().heads(tell);
    }

    /// What would be taken for something else at the beginning cannot stand there.
    fn say(&self, arm: &u8, view: ChoiceView) -> Option<ChoiceView> {
        let g = self.at.g;
        let name = arm_name(g, self.whose(), *arm);
        let is_same = |ability: u8| g.ability(ability).name.eq_ignore_ascii_case(&name);
        let clashes = view.parts.is_empty() && (is_taken::<Generia>(&name) || own(g, self.at.who).any(is_same));
        (!clashes).then(|| view.put(self.piece, name))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u8, Misread> {
        if self.is_mounts {
            rides(self.at)?;
        }
        match self.meeting {
            Some(kind) if reading.peek().is_none() => {
                Ok(self.first(kind).ok_or_else(|| Refusal::because("with what? `parry rapier`"))?)
            }
            _ => self.known().read(reading),
        }
    }
}

/// The first arm of `bearer` with which this can be done; the first of all where there is none.
pub fn legal(at: At<'_>, bearer: Id, act: impl Fn(u8) -> Act) -> u8 {
    at.g.arms(bearer).find(|arm| judge_act(at.g, at.s, at.who, &act(*arm)).is_ok()).unwrap_or(0)
}

/// An ability: one's own, or the mount's.
pub struct Known<'a> {
    at: At<'a>,
    is_mounts: bool,
    /// Which are listed here.
    fits: fn(At<'_>, u8) -> bool,
    /// Why some of them cannot be used so all the same.
    refused: fn(At<'_>, u8) -> Option<Refusal>,
}

fn known(at: At<'_>, fits: fn(At<'_>, u8) -> bool) -> Known<'_> {
    Known { at, is_mounts: false, fits, refused: |_, _| None }
}

/// A skill that carries a blow.
pub fn blow_skill(at: At<'_>) -> Known<'_> {
    known(at, |at, ability| carries(at.g, ability))
}

/// A skill of the mount's that carries a blow.
pub fn mounts_skill(at: At<'_>) -> Known<'_> {
    Known { is_mounts: true, ..blow_skill(at) }
}

/// What is done in one's turn and is no blow.
pub fn usable(at: At<'_>) -> Known<'_> {
    known(at, |at, ability| is_done_in_turn(at.g, ability) && !carries(at.g, ability))
}

/// What may be done in secret.
pub fn hidden(at: At<'_>) -> Known<'_> {
    let seen = |at: At<'_>, ability| carries(at.g, ability).then(|| Refusal::by(rule::HIDDEN_USE, "a blow is seen"));
    Known { refused: seen, ..known(at, |at, ability| is_done_in_turn(at.g, ability)) }
}

/// What the mount knows.
pub fn mounts_ability(at: At<'_>) -> Known<'_> {
    let blow = |at: At<'_>, ability| {
        let why = || format!("that is a blow: `mount-strike {} at NAME`", at.g.ability(ability).name);
        carries(at.g, ability).then(|| Refusal::because(why()))
    };
    Known { is_mounts: true, refused: blow, ..known(at, |_, _| true) }
}

/// A spell that meets an attack.
pub fn defensive(at: At<'_>) -> Known<'_> {
    known(at, |at, ability| defence::is_defensive(at.g.ability(ability).check))
}

/// What is a reaction always, or now.
pub fn reactive(at: At<'_>) -> Known<'_> {
    known(at, |at, ability| at.g.ability(ability).reacts() || reacts(at, ability).is_some())
}

/// The arm with which one reacts so first, if it takes one; nothing if one cannot react so.
fn reacts(at: At<'_>, ability: u8) -> Option<Option<u8>> {
    let Ask::Reaction(occasion) = at.ask else { return None };
    let mut found = None;
    reactions::options(at.g, at.s, at.who, occasion, &mut |known, arm| {
        found = found.or((known == ability).then_some(arm));
    });
    found
}

/// Does it carry a basic attack?
fn carries(g: &Setup, ability: u8) -> bool {
    let ability = g.ability(ability);
    ability.carries() && ability.strikes()
}

/// Has it an action with which it is done in one's own turn?
pub fn is_done_in_turn(g: &Setup, ability: u8) -> bool {
    let ability = g.ability(ability);
    ability.is(Timing::OutOfCombat) || ability.in_turn().next().is_some()
}

impl Known<'_> {
    fn all(&self) -> OneOf<'_, u8> {
        let g = self.at.g;
        let all = own(g, if self.is_mounts { ridden(self.at) } else { self.at.who });
        let fits = all.filter(|ability| (self.fits)(self.at, *ability));
        one_of(Piece::Ability, fits.map(|ability| (g.ability(ability).name.as_str(), ability)))
    }
}

impl Slot for Known<'_> {
    type Value = u8;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        self.all().heads(tell);
    }

    fn say(&self, ability: &u8, view: ChoiceView) -> Option<ChoiceView> {
        let At { g, who, .. } = self.at;
        let name = &g.ability(*ability).name;
        let is_same = |arm: u8| arm_name(g, who, arm).eq_ignore_ascii_case(name);
        let clashes = view.parts.is_empty() && g.arms(who).any(is_same);
        let view = if clashes { ChoiceView::doing("use") } else { view };
        Some(view.put(Piece::Ability, name))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u8, Misread> {
        if self.is_mounts {
            rides(self.at)?;
        }
        let ability = self.all().read(reading)?;
        (self.refused)(self.at, ability).map_or(Ok(ability), |why| Err(why.into()))
    }
}

/// The cast level of an ability; the first one is not said.
pub struct Level<'a>(pub &'a Setup, pub u8);

impl Slot for Level<'_> {
    type Value = u8;

    fn say(&self, level: &u8, view: ChoiceView) -> Option<ChoiceView> {
        // With ten levels and more, `1` begins `10`: there it is written, too.
        let is_said = *level > 1 || self.0.ability(self.1).levels() >= 10;
        Some(if is_said { view.put(Piece::Number, level.to_string()) } else { view })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u8, Misread> {
        let Some(word) = reading.peek().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())) else {
            return Ok(1);
        };
        reading.word();
        let wrong = || Refusal::by(rule::UPCAST_LEVEL, format!("`{}` is no cast level", short(word)));
        Ok(word.parse().map_err(|_| wrong())?)
    }
}

/// What an ability is aimed at.
pub struct Aim<'a>(pub At<'a>, pub u8);

impl Aim<'_> {
    /// Is it aimed at a place, be it where somebody stands?
    fn is_at_place(&self) -> bool {
        let ability = self.0.g.ability(self.1);
        ability.area.is_some() || ability.radius > 0
    }

    fn at(&self, word: &str) -> Result<Target, Refusal> {
        let At { g, s, .. } = self.0;
        let is_name = g.sheets.iter().any(|sheet| sheet.name.eq_ignore_ascii_case(word));
        match answer::cell(&g.ground.board, word) {
            Ok(cell) if !is_name => Ok(Target::Cell(cell)),
            _ => {
                let on = combatant::<Generia>(g, word)?;
                Ok(if self.is_at_place() { Target::Cell(s.creature(on).at) } else { Target::Creature(on) })
            }
        }
    }

    /// `mana-bolt at NAME`
    fn looks(&self) -> String {
        let ability = self.0.g.ability(self.1);
        let aim = match ability.range {
            _ if ability.teleports() => " to D7",
            Range::Own => "",
            _ if self.is_at_place() => " at D7",
            _ => " at NAME",
        };
        format!("{}{aim}", ability.name)
    }
}

impl Slot for Aim<'_> {
    type Value = Target;

    /// Whoever stands in a cell names it: one writes names more easily than cells.
    fn say(&self, target: &Target, view: ChoiceView) -> Option<ChoiceView> {
        let At { g, s, .. } = self.0;
        let at_name = |view: ChoiceView, on: Id| view.word("at").put(Piece::Creature, &g.sheet(on).name);
        Some(match *target {
            Target::Nothing => view,
            Target::Creature(on) => at_name(view, on),
            Target::Cell(cell) if g.ability(self.1).teleports() => view.word("to").put(Piece::Cell, label(g, cell)),
            Target::Cell(cell) => match g.ids().find(|id| s.creature(*id).at == cell && s.is_here(*id)) {
                Some(standing) => at_name(view, standing),
                None => view.word("at").put(Piece::Cell, label(g, cell)),
            },
        })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Target, Misread> {
        if reading.peek().is_none_or(|word| word.eq_ignore_ascii_case("as")) {
            return Ok(Target::Nothing);
        }
        let rest = short(&reading.rest().join(" "));
        let (is_at, is_to) = (reading.take("at"), reading.take("to"));
        match reading.word() {
            Some(word) if is_at => Ok(self.at(word)?),
            Some(word) if is_to => Ok(Target::Cell(answer::cell(&self.0.g.ground.board, word)?)),
            _ => Err(Refusal::because(format!("`{rest}` is not understood: write `{}`", self.looks())).into()),
        }
    }
}

/// `as utility`: with which action of a turn.
pub struct As {
    /// With this one where none is said.
    usual: Option<Action>,
    is_said: bool,
}

/// With the first of these that is not spent, where none is said.
pub fn action(at: At<'_>, usual: &[Action]) -> As {
    As { usual: unspent(at, usual.iter().copied()), is_said: true }
}

/// With an action that nobody may leave out.
pub fn named_action() -> As {
    As { usual: None, is_said: true }
}

/// With one of those that an ability takes; said where there are several.
pub fn action_of(at: At<'_>, ability: u8) -> As {
    let ability = at.g.ability(ability);
    let all = [Action::Free].into_iter().chain(Action::SPENT).filter(move |action| ability.takes(*action));
    As { is_said: all.clone().count() > 1, usual: unspent(at, all).or(Some(Action::Utility)) }
}

/// For shaking something off: the mount's own movement, where that is left.
pub fn mounts(at: At<'_>) -> &'static [Action] {
    let has_moved = at.s.creature(at.who).spent.mount_move;
    if has_moved { &[Action::Utility, Action::Attack] } else { &[Action::Movement] }
}

/// The first of these that is not spent; the first of all where everything is.
fn unspent(at: At<'_>, mut actions: impl Iterator<Item = Action> + Clone) -> Option<Action> {
    let spent = at.s.creature(at.who).spent;
    actions.clone().find(|action| !spent.has(*action)).or_else(|| actions.next())
}

impl As {
    /// Said even where there is only one.
    pub fn always(self) -> Self {
        Self { is_said: true, ..self }
    }
}

impl Slot for As {
    type Value = Action;

    fn say(&self, action: &Action, view: ChoiceView) -> Option<ChoiceView> {
        Some(if self.is_said { view.word("as").put(Piece::Option, action.word()) } else { view })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Action, Misread> {
        if reading.take("as") {
            let known = one_of(Piece::Option, Action::ALL.map(|action| (action.word(), action)));
            return known.missing("with which action? `as attack`, `as utility` or `as movement`").read(reading);
        }
        let which = || Refusal::by(rule::ACTION_JUMP_ANY, "with which action? `jump to D7 as movement`");
        Ok(self.usual.ok_or_else(which)?)
    }
}

/// With which arm one reacts; said where a blow is struck.
pub struct With<'a>(pub At<'a>, pub u8);

impl Slot for With<'_> {
    type Value = Option<u8>;

    fn say(&self, arm: &Option<u8>, view: ChoiceView) -> Option<ChoiceView> {
        match arm {
            Some(arm) => own_arm(self.0).say(arm, view.word("with")),
            None => Some(view),
        }
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Option<u8>, Misread> {
        if reading.take("with") {
            own_arm(self.0).read(reading).map(Some)
        } else {
            Ok(reacts(self.0, self.1).flatten())
        }
    }
}

/// A spell that lasts: one that is kept up, or one that lasts by itself.
pub struct Lasting<'a> {
    pub at: At<'a>,
    pub kept: bool,
}

impl Lasting<'_> {
    /// By name; of several alike the later ones are counted.
    fn names(&self) -> Vec<(String, u16)> {
        let At { g, s, who, .. } = self.at;
        let all: Vec<_> = concentration::lasting(g, s, who).filter(|one| one.kept == self.kept).collect();
        let before = |at: usize| all[..at].iter().filter(|other| other.ability == all[at].ability).count();
        let name = |at: usize| numbered(&g.ability(all[at].ability).name, before(at));
        (0..all.len()).map(|at| (name(at), all[at].serial)).collect()
    }
}

impl Slot for Lasting<'_> {
    type Value = u16;

    /// The only one that is kept up needs no name.
    fn say(&self, serial: &u16, view: ChoiceView) -> Option<ChoiceView> {
        let names = self.names();
        let lasts_alone = || Lasting { kept: false, ..*self }.names().iter().any(|(_, known)| known == serial);
        match names.iter().find(|(_, known)| known == serial) {
            Some(_) if self.kept && names.len() == 1 => Some(view),
            Some((name, _)) => Some(view.put(Piece::Ability, name)),
            None => (self.kept && !lasts_alone()).then_some(view),
        }
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u16, Misread> {
        let names = self.names();
        match (names.as_slice(), self.kept) {
            // No spell has this number: the judge says why it cannot be.
            ([], true) => Ok(0),
            ([], false) => {
                Err(Refusal::by(rule::ETHEREAL_DISSOLVE, "they have conjured nothing that lasts by itself").into())
            }
            ([(_, only)], true) if reading.peek().is_none() => Ok(*only),
            _ => one_of(Piece::Ability, names).read(reading),
        }
    }
}
