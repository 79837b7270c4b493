//! What stands for a value in answers of this book: skills, what is carried, whom it is done to, ways.

use skirmish_bookkit::answer::verb;
use skirmish_bookkit::grammar::{Asked, Head, Misread, OneOf, Reading, Slot, Way, one_of, person};
use skirmish_grid::{Square, Steps};
use skirmish_kernel::words::{complete, short};
use skirmish_kernel::{ChoiceView, Id, Ids, Piece, Refusal, combatant};

use super::label;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Ability, Ask, Defend, Effect, Gait, Kind, Object, Sought};
use crate::rules::defence;
use crate::rules::movement::paths;

pub(super) type At<'a> = Asked<'a, Legacy>;

impl Ability {
    /// Does it do something for somebody, and nothing that has a word of its own?
    pub(super) fn helps(&self) -> bool {
        matches!(self.kind, Kind::Move | Kind::Utility)
            && !matches!(self.effect, Effect::Charge | Effect::Disengage | Effect::Search | Effect::Hide | Effect::Rise)
    }
}

/// A skill by name: one's own where it is read, whoever's where it is said.
pub(super) struct Skill<'a> {
    at: At<'a>,
    fits: fn(&Ability) -> bool,
    /// The word that announces it.
    announced: Option<&'static str>,
}

pub(super) fn skill(at: At<'_>, fits: fn(&Ability) -> bool) -> Skill<'_> {
    Skill { at, fits, announced: None }
}

impl Skill<'_> {
    pub(super) fn announced(self, by: &'static str) -> Self {
        Self { announced: Some(by), ..self }
    }

    fn own(&self) -> OneOf<'_, u8> {
        let own = || self.at.g.known(self.at.who).filter(|(_, known)| (self.fits)(known));
        let slot = one_of(Piece::Ability, own().map(|(ability, known)| (known.name.as_str(), ability)));
        let Some(by) = self.announced else { return slot };
        let forms: Vec<String> = own().map(|(_, known)| format!("`{by} {}`", known.name)).collect();
        slot.missing(format!("with which skill? {}", forms.join(", ")))
    }
}

impl Slot for Skill<'_> {
    type Value = u8;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        self.own().heads(tell);
    }

    fn say(&self, ability: &u8, view: ChoiceView) -> Option<ChoiceView> {
        Some(view.put(Piece::Ability, &self.at.g.ability(*ability).name))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u8, Misread> {
        self.own().read(reading)
    }
}

/// Something that one carries.
pub(super) fn arm(at: At<'_>, verb: &str) -> OneOf<'static, u8> {
    let (names, owner) = (at.g.arm_names(at.who), &at.g.sheet(at.who).name);
    let missing = match names.as_slice() {
        [] => format!("{owner} carries nothing"),
        names => format!("`{verb}` what? {}", names.join(", ")),
    };
    one_of(Piece::Item, names.into_iter().zip(0..)).missing(missing).of(owner, "")
}

/// `move`; where to is asked next.
pub(super) struct Walking;

impl Slot for Walking {
    type Value = Gait;

    fn say(&self, gait: &Gait, view: ChoiceView) -> Option<ChoiceView> {
        (*gait == Gait::Walk).then_some(view)
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Gait, Misread> {
        match reading.word() {
            None => Ok(Gait::Walk),
            Some(_) => Err(Refusal::because("where to is asked next: write `move` alone, then `to D7`").into()),
        }
    }
}

/// On whom a skill works: `on Bea`, or on oneself.
pub(super) struct On<'a>(pub At<'a>, pub u8);

impl Slot for On<'_> {
    type Value = Id;

    fn say(&self, on: &Id, view: ChoiceView) -> Option<ChoiceView> {
        if *on == self.0.who { Some(view) } else { person::<Legacy>(self.0.g).say(on, view.word("on")) }
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Id, Misread> {
        let name = &self.0.g.ability(self.1).name;
        match reading.word() {
            None => Ok(self.0.who),
            // The little word is wanted: a beginning of it might be the beginning of a name.
            Some(word) if word.eq_ignore_ascii_case("on") => person::<Legacy>(self.0.g).read(reading),
            Some(_) => Err(Refusal::because(format!("on whom? `{name}`, `{name} on NAME`")).into()),
        }
    }
}

/// What is looked for: `vitals of Ogre`, `vulnerability of Ogre`, or whoever hides.
pub(super) struct Looking<'a>(pub At<'a>, pub u8);

impl Slot for Looking<'_> {
    type Value = Sought;

    fn say(&self, what: &Sought, view: ChoiceView) -> Option<ChoiceView> {
        let (word, whose) = match what {
            Sought::Hidden => return Some(view),
            Sought::Vitals(whose) => ("vitals", whose),
            Sought::Vulnerability(whose) => ("vulnerability", whose),
        };
        person::<Legacy>(self.0.g).say(whose, view.put(Piece::Option, word).word("of"))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Sought, Misread> {
        let Some(first) = reading.word() else { return Ok(Sought::Hidden) };
        let word = verb(first, &["vitals", "vulnerability"])?;
        if !reading.take("of") {
            let name = &self.0.g.ability(self.1).name;
            return Err(Refusal::because(format!("whose? `{name} {word} of NAME`")).into());
        }
        let whose = person::<Legacy>(self.0.g).read(reading)?;
        Ok(if word == "vitals" { Sought::Vitals(whose) } else { Sought::Vulnerability(whose) })
    }
}

/// Whose blows are answered: `all`, `Ogre, Goblin`.
pub(super) struct Foes<'a>(pub At<'a>);

impl Foes<'_> {
    fn asked(&self) -> Ids {
        if let Ask::Trade { foes } = self.0.ask { *foes } else { Ids::NONE }
    }
}

impl Slot for Foes<'_> {
    type Value = Ids;

    fn say(&self, with: &Ids, view: ChoiceView) -> Option<ChoiceView> {
        let names: Vec<&str> = with.iter().map(|foe| self.0.g.sheet(foe).name.as_str()).collect();
        Some(match names.as_slice() {
            _ if self.asked() == *with => view.put(Piece::Option, "all"),
            [name] => view.put(Piece::Creature, *name),
            several => view.put(Piece::Option, several.join(", ")),
        })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Ids, Misread> {
        let (g, foes, words) = (self.0.g, self.asked(), reading.all());
        let asked: Vec<&str> = foes.iter().map(|foe| g.sheet(foe).name.as_str()).collect();
        let known: Vec<&str> = ["all", "none"].into_iter().chain(asked.iter().copied()).collect();
        let mut names = words.iter().flat_map(|word| word.split(',')).filter(|name| !name.is_empty()).peekable();
        if names.peek().is_none() {
            let why = format!("with whom? `trade all`, or of these: {}", asked.join(", "));
            return Err(Refusal::because(why).into());
        }
        let mut with = Ids::NONE;
        for name in names {
            match complete(name, known.iter().copied()) {
                Ok("all") => with = with.or(foes),
                Ok("none") => {}
                Ok(name) => with.set(combatant::<Legacy>(g, name)?, true),
                Err(fits) if fits.is_empty() => with.set(combatant::<Legacy>(g, name)?, true),
                Err(fits) => {
                    let why = format!("`{}` may mean {}", short(name), fits.join(", "));
                    return Err(Refusal::because(why).into());
                }
            }
        }
        Ok(with)
    }
}

/// With what an attack is met, where several things will do; by a skill, or by the one of On-Guard.
pub(super) struct Averting<'a>(pub At<'a>, pub Option<u8>);

impl Averting<'_> {
    /// Everything that such a defence may be made with now.
    fn objects(&self) -> Vec<Option<u8>> {
        let (At { g, s, ask, .. }, skill) = (self.0, self.1);
        let mut found = Vec::new();
        let Ask::Defend(incoming) = ask else { return found };
        defence::options(g, s, incoming, |how| match (skill, how) {
            (None, Defend::Guard { arm }) => found.push(arm),
            (Some(skill), Defend::Skill { ability, arm }) if ability == skill => found.push(arm),
            _ => {}
        });
        found
    }
}

impl Slot for Averting<'_> {
    type Value = Option<u8>;

    fn say(&self, arm: &Option<u8>, view: ChoiceView) -> Option<ChoiceView> {
        Some(match arm {
            Some(which) if self.objects() != [*arm] => view.put(Piece::Item, self.0.g.arm_name(self.0.who, *which)),
            _ => view,
        })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Option<u8>, Misread> {
        let (At { g, s, who, .. }, skill) = (self.0, self.1);
        let skill = skill.or_else(|| s.creature(who).guard.map(|guard| guard.skill));
        let name = if self.1.is_none() { "on-guard" } else { skill.map_or("", |skill| &g.ability(skill).name) };
        if reading.peek().is_some() {
            return arm(self.0, name).read(reading).map(Some);
        }
        let objects = self.objects();
        match objects.as_slice() {
            [] if skill.is_some_and(|skill| g.ability(skill).answers.object != Object::None) => {
                Ok(s.creature(who).held().next())
            }
            [] => Ok(None),
            [arm] => Ok(*arm),
            several => {
                // Among weapons and one shield, it is the shield that is meant.
                let mut shields = several.iter().flatten().filter(|arm| g.arm(who, **arm).shield);
                if let (Some(shield), None) = (shields.next(), shields.next()) {
                    return Ok(Some(*shield));
                }
                let arms = several.iter().flatten().map(|arm| g.arm_name(who, *arm));
                let forms: Vec<String> = arms.map(|arm| format!("`{name} {arm}`")).collect();
                Err(Refusal::by(rule::DEFEND_AVERT, format!("with what? {}", forms.join(", "))).into())
            }
        }
    }
}

/// The yards of a move.
pub(super) fn way(at: At<'_>) -> Way<'_, Square, Steps> {
    let At { g, s, who, ask } = at;
    let most = if let Ask::Path { most, .. } = ask { *most } else { 0 };
    let usual = move |goal| {
        let way = paths::way(g, s, who, goal, most);
        let none = || format!("no way to {} within {most} yards", label(g, goal));
        if way.is_empty() { Err(Refusal::by(rule::MOVE_SEG_MOVES, none())) } else { Ok(way) }
    };
    Way {
        board: &g.ground.board,
        start: s.creature(who).at,
        usual: Box::new(usual),
        cells: |start, steps| steps.cells(start).collect(),
        through: |start, cells| Steps::through(start, cells),
    }
}
