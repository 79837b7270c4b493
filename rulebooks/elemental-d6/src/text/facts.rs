//! What bears on a choice before it is made, how two creatures stand to each other, a sheet in lines.

mod reach;

use skirmish_bookkit::facts;
use skirmish_grid::Hex;
use skirmish_kernel::{Fact, Id};

pub use reach::reach;

use crate::catalogue::{BraceDefence, FreeLimit, ReactionMode, rule};
use crate::model::{
    Ability, Act, Ask, Choice, Cost, Delivery, Figures, Gait, Kind, Lasts, Path, Pool, Setup, Sight, Speed, Stat,
    State, Target, What,
};
use crate::rules::movement::speeds;
use crate::rules::{attack, defence, lines, trade, turn};

/// What bears on an answer: its cost, how far, what stands between, when it takes effect.
pub fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
    match choice {
        Choice::Act(act) | Choice::Ready(act, _) => act_facts(g, s, who, ask, act),
        Choice::Walk(path) => walk_facts(g, s, who, ask, path),
        Choice::React(true) => reaction_facts(g, who),
        Choice::Spoil(true) => facts![MOVE_DODGE: ("the attack throws {} dice fewer", g.rules.advantage_size)],
        Choice::Top => facts![INITIATIVE_UNUSED_TOP: "first in the next round, for an unused Standard"],
        Choice::Up(places) => {
            let gain = match (*places).min(trade::above(s, who)) {
                0 => "nobody stands above it".to_owned(),
                gain => format!("{gain} up in the ranking"),
            };
            facts![
                INITIATIVE_UNUSED_ONE: "{gain}, for an unused Standard" if *places == 1,
                INITIATIVE_UNUSED_TWO: "{gain}, for an unused Standard and Move" if *places != 1,
            ]
        }
        Choice::Continue => facts![DP_ORDER: "what is running goes first, the new action after it"],
        _ => Vec::new(),
    }
}

/// (`reaction`, `free.limit`)
fn reaction_facts(g: &Setup, who: Id) -> Vec<Fact> {
    let (score, of) = (g.sheet(who).reaction(), "(defence bonus and Int)");
    let what = match g.rules.reaction_mode {
        ReactionMode::Defence => format!("the attack must reach {score} {of}"),
        ReactionMode::Reduction => format!("a hit costs {} less {of}", score.max(0)),
    };
    let cost = match g.rules.free_limit {
        FreeLimit::Unlimited => "it costs nothing",
        FreeLimit::OnePerSegment => "it is the one Free action of this segment",
    };
    facts![REACTION: "{what}; {cost}"]
}

fn act_facts(g: &Setup, s: &State, who: Id, ask: &Ask, act: &Act) -> Vec<Fact> {
    let cost = turn::paid(g, who, act);
    let costs = match (cost, act.swifts) {
        (Cost::Free, 0) => "costs nothing".to_owned(),
        (Cost::Free, _) => "costs a Swift".to_owned(),
        (Cost::Swift, 1..) => "costs 2 Swifts".to_owned(),
        (_, 0) => format!("costs a {}", crate::text::words::capital(cost.word())),
        _ => format!("costs a {} and a Swift", crate::text::words::capital(cost.word())),
    };
    let what = match (act.what, ask) {
        (What::Ability(index), Ask::Counter { flight }) => counter_facts(g, s, who, act, index, *flight),
        (What::Ability(index), _) => ability_facts(g, s, who, act, index),
        (What::Go(gait), _) => vec![speed_fact(g, s, who, gait)],
        (What::Stand, _) => facts![CONDITION_PRONE: "gets up"],
        (What::Brace, _) => brace_facts(g),
    };
    facts![
        Fact::by(cost.rule(), costs),
        ACTION_SWIFT_MODIFIER: "the Swift takes no segment of its own" if act.swifts > 0,
        ..what,
    ]
}

fn brace_facts(g: &Setup) -> Vec<Fact> {
    let defends = g.rules.brace_defence == BraceDefence::DefenceToo;
    facts![
        BRACE: "advantage on ability checks for the rest of the round",
        BRACE: "and on defensive rolls" if defends,
    ]
}

/// A counter meets the attack, and does nothing else.
fn counter_facts(g: &Setup, s: &State, who: Id, act: &Act, index: u8, flight: u16) -> Vec<Fact> {
    let pool = defence::formula(g, s.flight(flight), who, act).map(|guard| pool_words(guard.pool));
    facts![
        ..pool.map(|pool| Fact::by(rule::DEFEND_DECLARE, format!("meets the attack with {pool}"))),
        ..cooldown_fact(g.ability(index)),
    ]
}

fn cooldown_fact(ability: &Ability) -> Option<Fact> {
    let rounds = ability.cooldown;
    let text = || format!("not again for {rounds} {}", plural(rounds, "round"));
    (rounds > 0).then(|| Fact::by(rule::COOLDOWN_COUNT, text()))
}

fn speed_fact(g: &Setup, s: &State, who: Id, gait: Gait) -> Fact {
    let speed = speeds::speed(g, s, who, gait);
    let bonus = match speed.bonus {
        0 => String::new(),
        bonus => format!(" and {bonus} bonus {}", plural(u32::from(bonus), "hex")),
    };
    let halved = if speeds::is_halved(s, who) { ", halved" } else { "" };
    Fact::by(
        gait.rule(),
        format!("{} {} each segment{bonus}{halved}", speed.hexes, plural(u32::from(speed.hexes), "hex")),
    )
}

fn ability_facts(g: &Setup, s: &State, who: Id, act: &Act, index: u8) -> Vec<Fact> {
    let ability = g.ability(index);
    let (at, target) = match act.target {
        Target::Creature(target) => (Some(s.creature(target).at), Some(target)),
        Target::Hex(hex) => (Some(hex), s.standing_in(hex)),
        _ => (None, None),
    };
    let figures = g.attack(who, index).map(|attack| attack.figures(act.cost));
    facts![
        ..at.map(|hex| aim_facts(g, s, (who, act, ability), hex, target)).into_iter().flatten(),
        ..figures.map(|figures| effect_facts(ability, figures, act.swifts)).into_iter().flatten(),
        ..cooldown_fact(ability),
    ]
}

/// What bears on what is aimed at a hex, and at whoever stands there.
fn aim_facts(
    g: &Setup,
    s: &State,
    (who, act, ability): (Id, &Act, &Ability),
    hex: Hex,
    target: Option<Id>,
) -> Vec<Fact> {
    let from = s.creature(who).at;
    let prone = ability.delivery == Delivery::Melee && target.is_some_and(|target| s.has(target, Kind::Prone));
    let area = ability.area.map(|radius| {
        let near = |cell: &Hex| lines::hexes(hex, *cell) <= u16::from(radius);
        let covered = g.ground.board.cells().filter(near).map(|cell| g.label(cell));
        let words = format!("meets everybody within {radius} {}", plural(u32::from(radius), "hex"));
        Fact::by(rule::ATTACK_FLOW, words).over(covered)
    });
    facts![
        Fact::plain(distance_words(from, hex)),
        ..range_fact(g, who, act, ability, from, hex),
        ..sight_facts(g, seen(g, s, who, from, hex, target)),
        CONDITION_PRONE: "advantage against one who is prone" if prone,
        arrival(g, who, act, ability, lines::hexes(from, hex)),
        ..area,
    ]
}

/// `7 hexes (35 feet)`
fn distance_words(from: Hex, to: Hex) -> String {
    let hexes = lines::hexes(from, to);
    format!("{hexes} {} ({} feet)", plural(u32::from(hexes), "hex"), u32::from(hexes) * 5)
}

fn range_fact(g: &Setup, who: Id, act: &Act, ability: &Ability, from: Hex, to: Hex) -> Option<Fact> {
    let penalty = attack::distance_penalty(g, who, act, lines::hexes(from, to));
    let range = attack::range(g, who, act);
    let delivery = attack::delivery_rule(ability.delivery);
    (penalty > 0).then(|| Fact::by(delivery, format!("beyond its range of {range} feet: -{penalty}")))
}

/// What stands between, with what the game master says of the target.
fn seen(g: &Setup, s: &State, who: Id, from: Hex, to: Hex, target: Option<Id>) -> Sight {
    let seen = lines::sight(g, s, who, from, to);
    let Some(target) = target else { return seen };
    let by_hand = s.creature(target).circumstances;
    Sight {
        cover: by_hand.cover.unwrap_or(seen.cover),
        concealment: by_hand.concealment.unwrap_or(seen.concealment),
        ..seen
    }
}

fn sight_facts(g: &Setup, seen: Sight) -> Vec<Fact> {
    if !seen.free {
        return facts![LOS_ANY_POINT: "no free line"];
    }
    facts![
        COVER_CENTER: ("in cover: {} dice fewer", g.rules.advantage_size) if seen.cover,
        CONCEALMENT_LEVELS: "concealed: missed on a 1 of a d6" if seen.concealment == 1,
        CONCEALMENT_LEVELS: "concealed: missed on a 1 or 2 of a d6" if seen.concealment == 2,
        CONCEALMENT_TOTAL: "not to be made out" if seen.concealment > 2,
    ]
}

/// When it takes effect; or that it does not reach so far now (what is readied may, when its time comes).
fn arrival(g: &Setup, who: Id, act: &Act, ability: &Ability, hexes: u16) -> Fact {
    let range = attack::range(g, who, act);
    if !ability.delivery.has_increments() && i32::from(hexes) * 5 > range {
        return Fact::by(attack::delivery_rule(ability.delivery), format!("beyond its reach of {range} feet now"));
    }
    let flight = match ability.speed {
        Speed::Instant => 0,
        Speed::Hexes(0, _) => u16::MAX,
        Speed::Hexes(speed, bonus) => hexes.saturating_sub(u16::from(bonus)).saturating_sub(1) / u16::from(speed),
    };
    let segments = flight.saturating_add(u16::from(ability.delay));
    let when = match segments {
        0 => "arrives this segment".to_owned(),
        1 => "arrives in the next segment".to_owned(),
        more => format!("arrives {more} segments from now"),
    };
    Fact::by(rule::SPEED_NOTATION, when)
}

fn effect_facts(ability: &Ability, figures: &Figures, swifts: u8) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some(damage) = figures.damage {
        let damage = damage.plus_times(figures.swift.damage, swifts);
        facts.push(Fact::by(rule::ATTACK_DAMAGE, format!("on a hit {} damage", pool_words(damage))));
    }
    let push = figures.push(swifts);
    if push > 0 {
        facts.push(Fact::by(rule::PUSHBACK_SPEED, format!("pushes {push} feet back")));
    }
    for inflicted in &ability.inflicts {
        let lasts = match inflicted.lasts {
            Lasts::Rounds(rounds) => format!(" for {rounds} {}", plural(rounds, "round")),
            Lasts::Segment => " for the segment".to_owned(),
            Lasts::Open => String::new(),
        };
        let word = inflicted.condition.word();
        let on_a_hit = if facts.is_empty() { "on a hit " } else { "" };
        let unless = inflicted.resist.map(|(stat, dc)| format!(", unless a {} check reaches {dc}", stat.title()));
        let unless = unless.unwrap_or_default();
        facts.push(Fact::by(inflicted.condition.rule(), format!("{on_a_hit}{word}{lasts}{unless}")));
    }
    facts
}

fn plural(count: u32, word: &str) -> String {
    match (count, word) {
        (1, _) => word.to_owned(),
        (_, "hex") => "hexes".to_owned(),
        _ => format!("{word}s"),
    }
}

/// `2d6+3`, `3`
fn pool_words(pool: Pool) -> String {
    match (pool.dice, pool.flat) {
        (..=0, flat) => flat.to_string(),
        (dice, 0) => format!("{dice}d6"),
        (dice, flat) => format!("{dice}d6{flat:+}"),
    }
}

fn walk_facts(g: &Setup, s: &State, who: Id, ask: &Ask, path: &Path) -> Vec<Fact> {
    let Ask::Path { gait, hexes, bonus, .. } = *ask else { return Vec::new() };
    let Some(end) = path.last() else { return vec![stay_fact(s, who, gait)] };
    let most = u32::from(hexes) + u32::from(bonus);
    let mut facts = vec![Fact::by(gait.rule(), format!("{} of {most} {}", path.len(), plural(most, "hex")))];
    for foe in g.foes(who).iter().filter(|foe| s.fights(*foe) && lines::is_visible(g, s, who, *foe)) {
        let name = &g.sheet(foe).name;
        let there = s.creature(foe).at;
        let hexes = lines::hexes(*end, there);
        let sight = lines::sight(g, s, who, *end, there);
        let behind = match (sight.free, sight.cover) {
            (false, _) => ", out of sight",
            (true, true) => ", in cover from it",
            (true, false) => "",
        };
        facts.push(Fact::plain(if hexes == 1 {
            format!("next to {name}")
        } else {
            format!("{hexes} from {name}{behind}")
        }));
    }
    facts
}

/// Of a movement in its last segment nothing is left to go on with.
fn stay_fact(s: &State, who: Id, gait: Gait) -> Fact {
    // Of several such movements, those that have played this segment have been counted down already.
    let goes_on = s.creature(who).moves.iter().any(|m| m.gait == gait && m.played && m.left > 1);
    Fact::plain(if goes_on { "stays, and goes on in the next segment" } else { "stays, and the movement is over" })
}

/// How one creature stands to another.
pub fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
    let (here, there) = (s.creature(from).at, s.creature(to).at);
    let sight = sight_facts(g, seen(g, s, from, here, there, Some(to)));
    let plain = sight.is_empty();
    facts![Fact::plain(distance_words(here, there)), ..sight, LOS_ANY_POINT: "in plain sight" if plain]
}

/// A creature's sheet, line by line.
pub fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
    let fighter = g.fighter(s, id);
    let sheet = fighter.sheet;
    let stats = Stat::ALL.map(|stat| format!("{} {}", stat.title(), sheet.stat(stat)));
    let mut all = vec![
        format!("{} of {} hp, soak {}", fighter.now.hp, fighter.hp_max(), sheet.soak),
        format!("{}; attack bonus {}, defence bonus {}", stats.join(", "), sheet.attack_bonus, sheet.defense_bonus),
        format!("speed {} feet, swimming {} feet", sheet.base_speed, sheet.swim_speed),
    ];
    all.extend(sheet.attacks.iter().map(|attack| ability_line(g.ability(attack.ability), &attack.usual)));
    all
}

/// `air-blast (talent, Standard): 5d6+3 to hit, 2d6+3 damage, 30 feet, 4 hexes a segment; about`
fn ability_line(ability: &Ability, figures: &Figures) -> String {
    let kind = ability.kind.word();
    let costs: Vec<&str> = ability.costs.iter().map(|cost| cost.word()).collect();
    let mut parts = Vec::new();
    parts.extend(figures.offensive.map(|pool| format!("{} to hit", pool_words(pool))));
    parts.extend(figures.defensive.map(|pool| format!("{} as a counter", pool_words(pool))));
    parts.extend(figures.damage.map(|pool| format!("{} damage", pool_words(pool))));
    if figures.range > 0 {
        parts.push(format!("{} feet", figures.range));
    }
    if let Speed::Hexes(speed, _) = ability.speed
        && ability.delivery != Delivery::Melee
    {
        parts.push(format!("{speed} {} a segment", plural(u32::from(speed), "hex")));
    }
    if figures.pushback > 0 {
        parts.push(format!("pushes {} feet", figures.pushback));
    }
    parts.extend(ability.inflicts.iter().map(|inflicted| inflicted.condition.word().to_owned()));
    if ability.cooldown > 0 {
        parts.push(format!("cooldown {}", ability.cooldown));
    }
    let about = if ability.about.is_empty() { String::new() } else { format!("; {}", ability.about) };
    format!("{} ({kind}, {}): {}{about}", ability.name, costs.join(" or "), parts.join(", "))
}
