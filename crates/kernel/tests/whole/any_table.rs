//! What a table behind a pointer tells its answerer, and what it does with the answers.

use std::collections::VecDeque;

use crate::common::{Ask, BRAWL, CATALOGUE, Choice, DUEL, Plain, STANCE, Setup, Stance, State, Toy, session};
use skirmish_kernel::any_table::{
    Answerer, AnyTable, AnyValue, Block, Cast, Classes, End, Enter, Law, Leave, class_of,
};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    Autoplay, Flow, Id, Ids, Itemised, Policy, Questions, RuleId, Rulebook, Stop, Sum, Table, Terms, questions,
};

type OnEnter = fn(&mut State) -> Enter;
type OnLeave = fn(&mut State, &State) -> Leave;

/// Answers from lists, and writes down what it is told. Where its lists say nothing, everything is played once.
#[derive(Default)]
struct Clerk {
    calls: Vec<String>,
    naturals: VecDeque<i32>,
    choices: VecDeque<Choice>,
    enters: VecDeque<OnEnter>,
    leaves: VecDeque<OnLeave>,
    laws: VecDeque<Enter>,
    /// Where the last block began.
    begun: Option<State>,
    /// How many modifiers each throw lists.
    listed: Vec<usize>,
    /// Throws of two dice, and their classes.
    compared: Vec<[i32; 2]>,
    classes: Vec<usize>,
    deaf: bool,
}

fn name(rule: RuleId) -> &'static str {
    CATALOGUE.rules[rule.index()].id
}

impl Clerk {
    fn call(&mut self, what: impl Into<String>) {
        self.calls.push(what.into());
    }
}

impl Answerer<Toy> for Clerk {
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], class: &Classes<'_>) -> Result<(), Stop> {
        let rules: Vec<_> = casts.iter().map(|cast| name(cast.check.rule)).collect();
        self.call(format!("throw {}", rules.join(", ")));
        self.listed.push(casts.iter().map(|cast| cast.terms.len()).sum());
        self.classes.extend(self.compared.drain(..).map(|both| class_of(class, &both)));
        for natural in naturals {
            *natural = self.naturals.pop_front().ok_or(Stop)?;
        }
        Ok(())
    }

    fn ask(&mut self, _: &State, rule: RuleId, who: Id, _: Ask) -> Result<Choice, Stop> {
        self.call(format!("ask {} {}", name(rule), who.index()));
        self.choices.pop_front().ok_or(Stop)
    }

    fn ask_all(
        &mut self,
        _: &State,
        rule: RuleId,
        asks: &[(Id, Ask)],
        take: &mut dyn FnMut(Choice),
    ) -> Result<(), Stop> {
        self.call(format!("ask {} of {}", name(rule), asks.len()));
        asks.iter().for_each(|_| self.choices.pop_front().into_iter().for_each(&mut *take));
        Ok(())
    }

    fn hears(&self) -> bool {
        !self.deaf
    }

    fn tell(&mut self, event: crate::common::Event) {
        Toy::cites(&event, &mut |rule| self.call(format!("tell {}", name(rule))));
    }

    fn awaits_edict(&self) -> bool {
        false
    }

    fn enter(&mut self, s: &mut State, block: Block<'_>) -> Result<Enter, Stop> {
        self.call(match block {
            Block::Scope => "enter".to_owned(),
            Block::Loop(local) => format!("enter loop {:?}", local.get::<usize>()),
        });
        self.begun = Some(s.clone());
        Ok(self.enters.pop_front().map_or(Enter::Run, |answer| answer(s)))
    }

    fn leave(&mut self, s: &mut State, end: End<'_>) -> Result<Leave, Stop> {
        self.call(match end {
            End::Scope(_) => "leave".to_owned(),
            End::Pass(local, more) => format!("leave pass {:?} {more}", local.get::<usize>()),
        });
        let begun = self.begun.clone().expect("a block has begun");
        Ok(self.leaves.pop_front().map_or(Leave::On, |answer| answer(s, &begun)))
    }

    fn enter_law(&mut self, law: Law<'_>) -> Result<Enter, Stop> {
        self.call(format!("enter law {} {:?}", name(law.rule), law.key.get::<Id>().map(|id| id.index())));
        Ok(self.laws.pop_front().unwrap_or(Enter::Run))
    }

    fn leave_law(&mut self, result: &dyn AnyValue) -> Result<Leave, Stop> {
        self.call(format!("leave law {:?}", result.get::<u8>()));
        Ok(Leave::On)
    }
}

/// The first turn of a fight, all stances taken.
fn first_turn(encounter: &str) -> (Setup, State) {
    let mut session = session(encounter, 1);
    session.decide(&mut Plain);
    (session.setup().clone(), session.state().clone())
}

fn play<M: Terms>(clerk: &mut Clerk, setup: &Setup, s: &mut State) -> Result<Flow, Stop> {
    Toy::step(setup, s, &mut AnyTable::<Toy, M>::new(clerk))
}

/// Ada attacks, and misses.
fn a_miss() -> Clerk {
    Clerk { choices: [Choice::Attack(Id::new(1)), Choice::Take].into(), naturals: [2, 12].into(), ..Clerk::default() }
}

#[test]
fn procedures_begin_and_end_as_they_are_nested() {
    let (setup, mut state) = first_turn(DUEL);
    let mut clerk = Clerk {
        choices: [Choice::Attack(Id::new(1)), Choice::Riposte, Choice::Take].into(),
        // The riposte misses; the attack is a critical hit for one point and three.
        naturals: [2, 12, 12, 2, 1].into(),
        ..Clerk::default()
    };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Ok(Flow::On));
    let calls = [
        "ask turn.action 0",
        "enter",
        "ask react.choose 1",
        "enter",
        "ask react.choose 0",
        "throw attack.roll, defence.roll",
        "tell attack.miss",
        "leave",
        "throw attack.roll, defence.roll",
        "throw damage.roll",
        "tell attack.hit",
        "tell condition.dazed",
        "leave",
    ];
    assert_eq!(clerk.calls, calls);
    assert_eq!((state.hp[1], state.dazed.has(Id::new(1))), (4, true));
    assert_eq!(clerk.listed, [0, 0, 0], "a bare sum lists nothing");
}

questions! { Toy:
    /// A stance.
    Posture asks Ask::Stance;
    Choice::Stance(stance) => stance => Stance;
}

/// Everybody else is bold.
fn posture(who: Id) -> Stance {
    if who.index().is_multiple_of(2) { Stance::Bold } else { Stance::Calm }
}

struct Alternating;

impl Policy<Toy> for Alternating {
    fn choose(&mut self, _: &Setup, _: &State, _: RuleId, who: Id, _: &Ask, _: &mut Rng) -> Choice {
        Choice::Stance(posture(who))
    }
}

/// Asks so many people the same, and then each by a question of its own.
fn asked<T: Table<Toy>>(t: &mut T, s: &mut State, people: Ids) -> Result<[Vec<(Id, Stance)>; 2], T::Halt> {
    let (mut same, mut own) = (Vec::new(), Vec::new());
    t.put_to_all(s, STANCE, people, Posture, |_, _, who, stance| same.push((who, stance)))?;
    let each: Vec<_> = people.iter().map(|who| (who, Posture)).collect();
    t.put_to_each(s, STANCE, &each, |_, _, who, _, stance| own.push((who, stance)))?;
    Ok([same, own])
}

#[test]
fn several_are_asked_at_once_however_many_they_are() {
    let (setup, mut state) = first_turn(DUEL);
    for count in [0, 1, 2, 3, 8, 9, 64] {
        // Not the first ones, where there is room.
        let people: Ids = (0..count).map(|at| Id::new(if count < 20 { 3 * at + 1 } else { at })).collect();
        let expected: Vec<_> = people.iter().map(|who| (who, posture(who))).collect();
        let choices = people.iter().chain(people.iter()).map(|who| Choice::Stance(posture(who))).collect();
        let mut clerk = Clerk { choices, ..Clerk::default() };
        let listed = asked(&mut AnyTable::<Toy, Sum>::new(&mut clerk), &mut state, people);
        assert_eq!(listed, Ok([expected.clone(), expected.clone()]));
        assert_eq!(clerk.calls, vec![format!("ask stance.choose of {count}"); if count == 0 { 0 } else { 2 }]);
        let Ok(at_once) = asked(&mut Autoplay::<Toy, _>::new(&setup, Alternating, 0, 0), &mut state, people);
        assert_eq!(at_once, [expected.clone(), expected]);
    }
}

#[test]
fn modifiers_are_listed_where_the_table_keeps_them() {
    let (setup, state) = first_turn(DUEL);
    let (mut bare, mut listed) = (a_miss(), a_miss());
    let (mut one, mut other) = (state.clone(), state);
    assert_eq!(play::<Sum>(&mut bare, &setup, &mut one), play::<Itemised>(&mut listed, &setup, &mut other));
    assert_eq!((one, bare.calls), (other, listed.calls), "the same is played");
    // Each side its skill, and its stance, which may count for nothing.
    assert_eq!((bare.listed, listed.listed), (vec![0], vec![4]));
}

#[test]
fn what_is_known_is_not_played() {
    let (setup, mut state) = first_turn(DUEL);
    let known: OnEnter = |s| {
        s.hp[1] = 3;
        Enter::Known(<dyn AnyValue>::of(()))
    };
    let mut clerk = Clerk { enters: [known].into(), ..a_miss() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Ok(Flow::On));
    assert_eq!(clerk.calls, ["ask turn.action 0", "enter"]);
    assert_eq!((state.hp[1], state.turn), (3, Some(1)));
}

#[test]
fn a_value_of_another_type_stops_the_step() {
    let (setup, mut state) = first_turn(DUEL);
    let wrong: OnEnter = |_| Enter::Known(<dyn AnyValue>::of(7u64));
    let mut clerk = Clerk { enters: [wrong].into(), ..a_miss() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Err(Stop));
}

#[test]
fn a_scope_is_played_as_often_as_the_seat_wants() {
    let (setup, mut state) = first_turn(DUEL);
    let again: OnLeave = |s, begun| {
        assert_ne!(s, begun, "Bob was hit");
        s.clone_from(begun);
        Leave::Again(None)
    };
    let mut clerk = Clerk {
        choices: [Choice::Attack(Id::new(1)), Choice::Take, Choice::Take].into(),
        // Once a hit for two, then a miss.
        naturals: [8, 8, 2, 2, 12].into(),
        leaves: [again].into(),
        ..Clerk::default()
    };
    let hp = state.hp[1];
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Ok(Flow::On));
    let calls = [
        "ask turn.action 0",
        "enter",
        "ask react.choose 1",
        "throw attack.roll, defence.roll",
        "throw damage.roll",
        "tell attack.hit",
        "leave",
        "ask react.choose 1",
        "throw attack.roll, defence.roll",
        "tell attack.miss",
        "leave",
    ];
    assert_eq!(clerk.calls, calls);
    assert_eq!(state.hp[1], hp, "what counts is the state that the answerer has put, and what came of it then");
}

fn a_sweep() -> Clerk {
    Clerk { choices: [Choice::Sweep, Choice::Take, Choice::Take].into(), naturals: [2; 6].into(), ..Clerk::default() }
}

fn passes(clerk: &Clerk) -> Vec<&str> {
    clerk.calls.iter().map(String::as_str).filter(|call| call.contains("loop") || call.contains("pass")).collect()
}

#[test]
fn a_loop_goes_on_with_what_it_has_unless_the_seat_gives_it_something_else() {
    let (setup, state) = first_turn(BRAWL);
    let on = ["enter loop Some(0)", "leave pass Some(2) true", "leave pass Some(3) true", "leave pass Some(3) false"];
    let mut clerk = a_sweep();
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state.clone()), Ok(Flow::On));
    assert_eq!(passes(&clerk), on);
    let again: OnLeave = |_, _| Leave::Again(None);
    let mut clerk = Clerk { leaves: [again].into(), ..a_sweep() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state.clone()), Ok(Flow::On));
    assert_eq!(passes(&clerk), on);
    let skip: OnLeave = |_, _| Leave::Again(Some(<dyn AnyValue>::of(3usize)));
    let mut clerk = Clerk { leaves: [skip].into(), ..a_sweep() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state.clone()), Ok(Flow::On));
    assert_eq!(passes(&clerk), [on[0], on[1], on[3]], "nobody is left from there");
    let done: OnLeave = |_, _| Leave::Done(<dyn AnyValue>::of(3usize));
    let mut clerk = Clerk { leaves: [done].into(), ..a_sweep() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state.clone()), Ok(Flow::On));
    assert_eq!(passes(&clerk), on[..2]);
}

#[test]
fn a_law_is_known_by_its_key() {
    let (setup, state) = first_turn(DUEL);
    let prayer = || Clerk { choices: [Choice::Pray, Choice::Hold].into(), naturals: [4].into(), ..Clerk::default() };
    for (laws, luck, last) in [
        (VecDeque::new(), 4, "leave law Some(4)"),
        ([Enter::Known(<dyn AnyValue>::of(5u8))].into(), 5, "enter law pray.luck Some(0)"),
    ] {
        let (mut clerk, mut state) = (Clerk { laws, ..prayer() }, state.clone());
        let hp = state.hp[0];
        assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Ok(Flow::On));
        assert_eq!(state.hp[0], hp + luck);
        let told = clerk.calls.pop();
        assert_eq!((clerk.calls.last().map(String::as_str), told.as_deref()), (Some(last), Some("tell pray.luck")));
    }
}

#[test]
fn a_halt_in_the_middle_is_the_last_that_a_seat_hears_of_a_step() {
    let (setup, mut state) = first_turn(DUEL);
    let mut clerk = Clerk { naturals: [8, 8].into(), ..a_miss() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Err(Stop), "nobody has thrown for damage");
    let calls =
        ["ask turn.action 0", "enter", "ask react.choose 1", "throw attack.roll, defence.roll", "throw damage.roll"];
    assert_eq!(clerk.calls, calls);
}

#[test]
fn classes_are_what_the_rule_tells_apart() {
    let (setup, mut state) = first_turn(DUEL);
    // Skill 2 against 1: missed, missed, hit, critical, hit.
    let compared = vec![[2, 12], [5, 9], [7, 7], [12, 2], [8, 8]];
    let mut clerk = Clerk { compared, ..a_miss() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Ok(Flow::On));
    assert_eq!(clerk.classes, [0, 0, 1, 2, 1]);
}

#[test]
fn events_are_not_made_where_nobody_listens() {
    let (setup, mut state) = first_turn(DUEL);
    let mut clerk = Clerk { deaf: true, ..a_miss() };
    assert_eq!(play::<Sum>(&mut clerk, &setup, &mut state), Ok(Flow::On));
    assert!(!clerk.calls.iter().any(|call| call.starts_with("tell")), "{:?}", clerk.calls);
}

#[test]
fn kept_values_are_equal_when_type_and_value_are() {
    let of = |value: u8| <dyn AnyValue>::of(value);
    assert!(*of(7) == *of(7) && *of(7) != *of(8));
    assert!(*of(7) != *<dyn AnyValue>::of(7u16), "another type is another value");
    assert_eq!((of(7).get::<u8>(), of(7).get::<u16>()), (Some(&7), None));
    assert!(*of(7).keep() == *of(7), "a kept value is not wrapped again");
}
