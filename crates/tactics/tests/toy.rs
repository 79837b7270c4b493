//! Against the toy rulebook, which has every mechanism: questions in the middle of a step, choices made at once and in
//! secret, dice under a score, loops.

#[path = "../../kernel/tests/whole/common/mod.rs"]
mod common;

use common::{Choice, ENCOUNTERS, Toy, book, session};
use skirmish_kernel::conformance::{fights_are_played_by, open, policies_think};
use skirmish_kernel::{Awaited, Effort, Embedded, Fights, Fought, Plan, PolicyName, Ready, Source};

const NAMES: [PolicyName; 3] =
    [PolicyName::Greedy, PolicyName::Rollout(Effort::Count(40)), PolicyName::Mcts(Effort::Count(60))];

#[test]
fn they_choose_what_is_legal_by_what_they_may_know() {
    for encounter in ENCOUNTERS {
        let mut all = [0; 3];
        for seed in 0..4 {
            let thought = policies_think::<Toy>(book(), open(encounter, seed).unwrap(), &NAMES, 25).unwrap();
            let one = [thought.asked, thought.disguised, thought.other];
            all.iter_mut().zip(one).for_each(|(all, one)| *all += one);
        }
        assert!(all[0] > 80 && all[1] > 80 && all[2] > 0, "{}: {all:?}", encounter.name);
    }
}

#[test]
fn their_fights_are_those_that_are_played() {
    for encounter in ENCOUNTERS {
        for policies in [["greedy", "plain"], ["plain", "rollout:20"], ["mcts:20", "greedy"], ["rollout:16", "mcts:12"]]
        {
            for most_rounds in [100, 2] {
                fights_are_played_by(book(), encounter, &policies, most_rounds, 6).unwrap();
            }
        }
    }
}

/// How many of so many fights each side wins.
fn wins(encounter: &Embedded, policies: [&str; 2], count: u64) -> [u64; 2] {
    let ready = Ready::load(book(), &Source::new(encounter.name, encounter.text), Some(11)).unwrap();
    let policies = policies.map(str::to_owned).to_vec();
    let mut simulator = ready.simulator(&Plan { policies, ..Plan::default() }).unwrap();
    let mut fought = Fought::default();
    let mut wins = [0, 0];
    for fight in 0..count {
        simulator.fight(fight, &mut fought);
        if let Some(won) = fought.winner.and_then(|side| wins.get_mut(usize::from(side.0))) {
            *won += 1;
        }
    }
    wins
}

#[test]
fn they_beat_those_who_do_not_think() {
    let text = "rulebook = \"toy\"\ntitle = Even\nfighter Ada red 10 1\nfighter Bob blue 10 1\n";
    let even = Embedded { name: "even", text };
    for dull in ["random", "plain"] {
        let dull_wins: u64 = wins(&even, [dull, dull], 100).iter().sum();
        for (thinker, more) in [("greedy", 10), ("rollout:40", 30), ("mcts:60", 30)] {
            let [first, _] = wins(&even, [thinker, dull], 100);
            let [_, second] = wins(&even, [dull, thinker], 100);
            let thinks = first + second;
            assert!(thinks >= dull_wins + more, "{thinker} wins {thinks}, {dull} for itself {dull_wins}");
        }
    }
}

/// One blow at each of three costs no more than one at one of them; the plain policy does not know it.
#[test]
fn they_find_the_best_move() {
    let text = "rulebook = \"toy\"\ntitle = Rats\nfighter Ada red 2 3\nfighter Rat blue 1 0\nfighter Rat 2 blue 1 0\n\
                fighter Rat 3 blue 1 0\n";
    for name in [PolicyName::Greedy, PolicyName::Rollout(Effort::Count(600)), PolicyName::Mcts(Effort::Count(900))] {
        let mut found = 0;
        for seed in 0..10 {
            let mut session = session(text, seed);
            let at_turn = |session: &skirmish_kernel::Session<Toy>| match session.awaited() {
                Some(Awaited::Choices(_, asks)) => asks.len() == 1 && asks[0].0.index() == 0,
                _ => false,
            };
            while !at_turn(&session) && (session.roll() || session.decide(&mut *book().named(PolicyName::Plain))) {}
            let who = skirmish_kernel::Id::new(0);
            assert!(matches!(session.propose(who, &mut *book().named(PolicyName::Plain)), Some(Choice::Attack(_))));
            found += u32::from(session.propose(who, &mut *book().named(name)) == Some(Choice::Sweep));
        }
        assert!(found >= 8, "{name} finds it {found} times out of 10");
    }
}

/// What a thinker expected of the best two choices, in words.
#[test]
fn they_say_what_they_expected() {
    let text = "rulebook = \"toy\"\ntitle = Duel\nfighter Ada red 10 2\nfighter Bob blue 8 1\n";
    for (name, words) in NAMES.into_iter().zip(["points ahead", "it expected to win ", "it expected to win "]) {
        let mut session = session(text, 4);
        let mut player = book().named(name);
        let mut told = Vec::new();
        for _ in 0..40 {
            while session.roll() {}
            let Some(Awaited::Choices(_, asks)) = session.awaited().cloned() else { break };
            let (who, ask) = &asks[0];
            session.propose(*who, &mut *player).expect("somebody is asked");
            told.extend(player.weighed(session.setup(), session.state(), *who, ask));
            session.decide(&mut *book().named(PolicyName::Plain));
        }
        assert!(told.iter().any(|told| told.contains(words) && told.contains(" after `")), "{name}: {told:?}");
    }
}

/// What is left of a fallen past changes no course: an edict in the middle of a step is played again where it fell.
#[test]
fn a_course_holds_the_edicts_of_its_step() {
    let text = "rulebook = \"toy\"\ntitle = Duel\nfighter Ada red 10 2\nfighter Bob blue 8 1\n";
    let mut session = session(text, 4);
    let mut players = NAMES.map(|name| book().named(name));
    for step in 0..40 {
        if step % 3 == 0 && session.outcome().is_none() {
            let edict = skirmish_kernel::Edict::parse("Bob.hp = 8").unwrap();
            session.decree(edict, skirmish_kernel::When::Now).unwrap();
        }
        let player = &mut players[step % 3];
        if !session.roll() && !session.decide(&mut **player) {
            break;
        }
    }
    assert!(session.log_len() > 20, "{}", session.save());
}

/// With a time as the budget nobody knows what is chosen, but it is chosen in time, and is legal.
#[test]
fn a_time_is_a_budget_too() {
    for name in ["rollout:1ms", "mcts:1ms"] {
        let mut session = session(ENCOUNTERS[0].text, 2);
        let mut policy = book().policy(name).unwrap();
        let (began, mut asked) = (std::time::Instant::now(), 0);
        while session.roll() || session.decide(&mut *policy) {
            asked += 1;
        }
        assert!(session.outcome().is_some(), "{}", session.save());
        assert!(began.elapsed().as_secs() < 60, "{asked} moments in {:?}", began.elapsed());
    }
}
