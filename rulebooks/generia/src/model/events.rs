//! What happens in a fight, each with the rules it comes from and its sentence.

use skirmish_bookkit::events::AbilityIndex;
use skirmish_bookkit::view::label;
use skirmish_bookkit::words::plural;
use skirmish_grid::Square;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Act, DefenceKind, Defend, Harm, Kind, Means, Setup, Slot, Suffered, Zone};

skirmish_bookkit::events! {
    /// Something that happened. What is begun, declared, met and taken in hand is told elsewhere, with the names of arms.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Event for Setup as g {
        /// Initiative of one combatant.
        Initiative { who: Id, total: i32 } [INITIATIVE_VALUE]: "{who} has initiative {total}.";
        /// The order stands.
        Ordered { order: Vec<Id>, tied: bool, mounts: bool }
            [ROUND_ORDER, INITIATIVE_TIE if tied, MOUNT_INITIATIVE if mounts] => {
            let names: Vec<&str> = order.iter().map(|id| g.sheet(*id).name.as_str()).collect();
            format!("Order: {}.", names.join(", "))
        };
        /// A round begins.
        Round { round: u32 } [ROUND_COMPOSITION, ROUND_SECONDS];
        /// Somebody's turn begins; everybody has a reaction again.
        Turn { who: Id, mount: Option<Id> }
            [TURN_ACTIONS, ROUND_ONE_TURN, REACTION_PER_TURN, MOUNT_INITIATIVE if mount.is_some()];
        /// An action is begun; the mount is that which does it for its rider.
        Began { who: Id, act: Act, slot: Option<Slot>, energy: i32, mana: i32, ability: Option<RuleId>, mount: Option<Id> }
            [of act, in *ability];
        /// An attack is declared.
        Declared { by: Id, on: Id, means: Means, arm: Option<u8>, backstab: bool }
            [ATTACK_ORDER, BACKSTAB_CONDITION if backstab];
        /// Its total.
        Rolled { by: Id, on: Id, total: i32, means: Means } [of means]: "{by}'s attack comes at {total}.";
        /// No roll is needed against somebody who lies there.
        Helpless { by: Id, on: Id } [WOUND_UNCONSCIOUS, WOUND_LIMIT]: "{on} lies there and cannot be missed.";
        /// There is nothing to meet it with. (`defence.reaction`, a house rule)
        Spent { who: Id } [REACTION_PER_TURN]: "{who} has no reaction left to meet it with.";
        /// How it is met.
        Met { by: Id, how: Defend, means: Means, mounted: bool } [in met(*how, *means, mounted)];
        /// Avoided, or stopped altogether.
        Avoided { by: Id, on: Id, how: Defend, perfect: bool, second: bool }
            [in [avoided(*how, perfect, second)]] => match how {
                Defend::Parry(_) if perfect => format!("A perfect parry: nothing reaches {on}."),
                Defend::Parry(_) if second => format!("The second die saves {on}: nothing gets through."),
                Defend::Spell(..) => format!("{by} strikes it down in the air."),
                _ => format!("{on} is missed."),
            };
        /// A partial parry: the zone is the defender's to choose.
        Partial { by: Id, zone: Zone } [PARRY_PARTIAL]: "{by} parries in part and takes it on the {zone}.";
        /// The defence has failed.
        Failed { by: Id, how: Defend, means: Means } [in failed(*how, *means)]
            => format!("{by}'s {} fails.", how.kind().map_or("spell", DefenceKind::word));
        /// A block holds.
        Held { by: Id, strength: i32, ignored: i32, natural: bool } [
            BLOCK_SUCCESS, TAG_BLOCKBREAKER if ignored != 0, SHEET_STRENGTH if ignored == 0,
            TAG_NATURAL if ignored == 0 && natural,
        ]:
            if (ignored == 0) "{by} holds: the block takes {strength} off."
            else "{by} holds: the block takes {strength} off, and {ignored} of it are broken.";
        /// A spell takes some of the damage.
        Protected { by: Id, ability: AbilityIndex } [SPELL_SD]: "{by}'s {ability} takes effect.";
        /// It gets through.
        Contact { by: Id, on: Id, zone: Zone, chosen: Option<RuleId> } [HIT_ZONE, in *chosen]:
            "{by} strikes {on} on the {zone}.";
        /// What the defender takes.
        Damage {
            on: Id,
            suffered: Suffered,
            harm: Harm,
            resisted: bool,
            vulnerable: bool,
            hit: bool,
            zone: Option<Zone>,
            source: RuleId,
        } [
            HIT_DEFINITION if hit, in [source], CONDITION_RESISTANT if resisted, CONDITION_VULNERABLE if vulnerable,
            SHEET_ARMOUR if zone.is_some(), BLOCK_SUCCESS if suffered.course.blocked != suffered.course.saved,
            SPELL_SD if suffered.course.protected != suffered.course.blocked,
        ] => {
            let why = match (resisted, vulnerable) {
                (true, true) | (false, false) => "",
                (true, false) => " after half of it",
                (false, true) => " with half as much more",
            };
            match (suffered.taken, harm) {
                (..=0, _) => format!("{on} takes no damage{why}."),
                (points, _) if hit => format!("{on} is hit for {points}{why}."),
                (points, Harm::Absolute) => format!("{on} takes {points}{why}."),
                (points, Harm::Physical) => format!("{on} takes {points}{why}: the armour holds."),
                (points, Harm::Magical) => format!("{on} takes {points}{why}: the magical defence holds."),
            }
        };
        /// Wounds.
        Wounded { who: Id, light: u8, severe: u8, worse: u8, total: u8, at_limit: bool, suffered: Suffered }
            [WOUND_THRESHOLD, WOUND_EXECUTION if at_limit, SHEET_WOUNDS if light == 0 && !at_limit] => {
            let counted = [(light, "light wound"), (severe, "severe wound")].into_iter().filter(|(n, _)| *n > 0);
            let both = counted.map(|(n, word)| if n == 1 { format!("a {word}") } else { plural(n, word) });
            let both: Vec<String> = both.collect();
            if both.is_empty() { String::new() } else { format!("{who} takes {}.", list(&both)) }
        };
        /// Falls unconscious.
        Out { who: Id, shock: bool } [WOUND_SHOCK if shock, WOUND_UNCONSCIOUS if !shock, WOUND_LIMIT if !shock]:
            if shock "The shock is too much: {who} falls unconscious." else "{who} falls unconscious.";
        /// Stays on its feet.
        Steeled { who: Id } [WOUND_SHOCK]: "{who} stays upright.";
        /// Wakes up.
        Woke { who: Id, to: Option<Square> } [WOUND_UNCONSCIOUS] => match to {
            None => format!("{who} wakes up."),
            Some(to) => format!("{who} wakes up and rolls aside to {}.", label(&g.ground.board, *to)),
        };
        /// After a parry: the attacker's next defence suffers.
        Penalised { by: Id, on: Id, points: i32, rule: RuleId }
            [CONDITION_DEFENCE_PENALTY, PARRY_AFTER if rule == rule::PARRY_OPTION_PENALTY, in [rule]]:
            if (points == 0) "{on}'s next defence is no worse." else "{on}'s next defence is {points} worse.";
        /// A few steps begin that take no action, by the rule that grants them.
        Freely { who: Id, rule: RuleId } [PARRY_AFTER if rule == rule::PARRY_OPTION_MOVE, in [rule]]
            => if rule == rule::PARRY_OPTION_MOVE { format!("{who} steps away.") } else { String::new() };
        /// Where they have led.
        Stepped { who: Id, to: Square, metres: i32, rule: RuleId } [in [rule]]: "{who} goes {metres} m to {to}.";
        /// After a parry: a counter-attack. The reaction that it is says as much.
        Countered { by: Id, on: Id } [PARRY_OPTION_COUNTER, PARRY_AFTER];
        /// A reaction is used.
        Reacted { who: Id, ability: AbilityIndex, in_own_turn: bool, free: bool, rule: RuleId }
            [FREE_REACTIONS if free, REACTION_FORMS if !free, REACTION_PER_TURN if !free, in [rule]]:
            "{who} reacts with {ability}.";
        /// One kind of defence is better for the rest of the turn.
        Guarded { who: Id, kind: DefenceKind } [REACTION_FORMS]: "{who} has advantage on every {kind} of this turn.";
        /// A condition takes hold.
        Inflicted { who: Id, kind: Kind, value: u8 } [in [kind.rule()], CONDITION_DC if kind.save().is_some()]:
            if (value == 0) "{who} is {kind}." else "{who} is {kind} {value}.";
        /// It was there already.
        Doubled { who: Id, kind: Kind } [in [kind.rule()]]:
            if (*kind == Kind::OffBalance) "{who} loses balance again." else "{who} is {kind} already.";
        /// A condition ends. That of balance and of lying is told with what ends it: an action, help, or lying on the ground.
        Ended { who: Id, kind: Kind } [in [kind.rule()]] => match kind {
            Kind::OffBalance | Kind::Prone => String::new(),
            _ => format!("{who} is no longer {kind}."),
        };
        /// It gets no better.
        Lasts { who: Id, kind: Kind } [in [kind.rule()]]: "{who} is still {kind}.";
        /// Its number drops.
        Eased { who: Id, kind: Kind, value: u8 } [in [kind.rule()]]: "{who} is only {kind} {value} now.";
        /// Ongoing harm.
        Ongoing { who: Id, kind: Kind, rolled: i32, points: i32, wounds: bool, resisted: bool, vulnerable: bool } [
            WOUND_TOUGHNESS, in [kind.rule()], CONDITION_RESISTANT if resisted, CONDITION_VULNERABLE if vulnerable,
        ] => {
            let end = if wounds { "" } else { " and bears it" };
            match kind {
                Kind::Bleeding => format!("{who} bleeds for {points}{end}."),
                Kind::Burning => format!("{who} burns for {points}{end}."),
                _ => format!("{who} suffers {points} from being {kind}{end}."),
            }
        };
        /// Somebody is seized.
        Grappled { by: Id, on: Id } [GRAPPLE_RESULT, CONDITION_GRAPPLED]: "{by} seizes {on}.";
        /// Somebody is let go.
        LetGo { by: Id, on: Id, kept: bool } [CONDITION_GRAPPLED]:
            if kept "{by} lets {on} go." else "{by} loses the hold of {on}.";
        /// A spell is cast.
        Cast {
            who: Id,
            ability: u8,
            level: u8,
            mana: i32,
            focus: bool,
            rule: RuleId,
            own: RuleId,
            upcast: bool,
            secret: bool,
        } [
            FOCUS_REQUIRED if !focus, in [rule, own], DICE_DC if [rule::SPELL_DC, rule::SPELL_DC_PLUS].contains(&rule),
            UPCAST_LEVEL if upcast, UPCAST_COST if upcast,
        ] => {
            let ability = g.ability(ability);
            let how = if ability.is_spell() { "casts" } else { "uses" };
            let level = if upcast { format!(" at level {level}") } else { String::new() };
            let focus = if ability.is_spell() && !focus { ", without a focus" } else { "" };
            format!("{who} {how} {}{level}{focus}.", ability.name)
        };
        /// A target saves, or does not.
        Saved { who: Id, against: Id, saved: bool, by_ten: bool } [DICE_SAVE]:
            if saved "{who} makes the check." else "{who} fails the check.";
        /// A spell has no effect on somebody.
        Unharmed { who: Id } [DICE_SAVE]: "{who} is not harmed.";
        /// Healing.
        Healed { who: Id, points: i32, wounds: i32 } [WOUND_HEAL]:
            if (wounds == 0) "{who} is healed for {points}: no wound closes."
            else if (wounds == 1) "{who} is healed for {points}: one light wound fewer."
            else "{who} is healed for {points}: {wounds} light wounds fewer.";
        /// A spell stays on the ground. Being inside when a zone appears does not set it off.
        Spread { who: Id, ability: AbilityIndex, zone: bool, ethereal: bool }
            [FIELD_TRIGGER if !zone, ETHEREAL_DEFAULT if ethereal, ETHEREAL_STONE if !ethereal]:
            "{who}'s {ability} covers the ground.";
        /// An area works on somebody.
        Touched { who: Id, ability: AbilityIndex, entered: bool, zone: bool }
            [ZONE_TRIGGER if zone, FIELD_TRIGGER if !zone, FIELD_EVERY_SQUARE if !zone && entered]:
            "{who} is caught by {ability}.";
        /// Concentration begins.
        Concentrates { who: Id, ability: AbilityIndex } [CONCENTRATION_DURATION, CONCENTRATION_LIMIT]:
            "{who} keeps {ability} up.";
        /// It holds.
        KeepsUp { who: Id } [CONCENTRATION_SAVE]: "{who} keeps up the concentration.";
        /// It ends. What was conjured turns back to mana when its caster lets it go.
        LetsEnd { who: Id, ability: AbilityIndex, how: Ending, kept: bool, conjured: bool } [
            ETHEREAL_DISSOLVE if !kept, ETHEREAL_DEFAULT if !kept, of how if kept,
            ETHEREAL_DISSOLVE if kept && conjured && matches!(how, Ending::Freely | Ending::ByReaction),
        ]:
            if (*how == Ending::Broken) "{who} loses {ability}."
            else if (*how == Ending::ByReaction) "{who} lets {ability} go, for a reaction."
            else "{who}'s {ability} ends.";
        /// Moved. Whoever is slowed or afraid pays more than the way is long.
        Moved { who: Id, to: Square, metres: i32, cost: i32, sprint: bool, mounted: bool }
            [MOUNT_FREE_MOVE if mounted, ACTION_SPRINT if sprint, ACTION_MOVEMENT_FORMS if !mounted] => {
            let how = if sprint { "sprints" } else { "moves" };
            let cost = if cost > metres { format!(", for {cost} m of movement") } else { String::new() };
            format!("{who} {how} {metres} m to {to}{cost}.")
        };
        /// Carried away by a spell.
        Teleported { who: Id, to: Square } [KEYWORD_MOVEMENT]: "{who} is gone, and stands in {to}.";
        /// Jumped.
        Jumped { who: Id, to: Square, value: i32, landed: bool, balance: bool }
            [JUMP_OFF_BALANCE if !(landed && balance), JUMP_SUCCESS, JUMP_VALUE]:
            if (landed && balance) "{who} lands well in {to}."
            else if landed "{who} lands in {to}, unsteady."
            else "{who} does not make the jump.";
        /// Fell.
        Fell { who: Id, metres: i32, checked: bool, eased: bool, points: i32, overweight: i32 } [
            FALL_DAMAGE, FALL_CHECK if eased, FALL_CHECK_SUCCESS if eased, FALL_OVERWEIGHT if !eased && overweight > 0,
        ]:
            if eased "{who} falls {metres} m and lands well: {points} damage."
            else "{who} falls {metres} m: {points} damage.";
        /// Got on or off.
        Mounted { who: Id, mount: Id, on: bool } [MOUNT_INITIATIVE]:
            if on "{who} mounts {mount}." else "{who} gets off {mount}.";
        /// Took a weapon in hand.
        Swapped { who: Id, arm: u8, two: bool, flexible: bool }
            [ACTION_SWAP_UTILITY_ONLY, TAG_FLEXIBLE if flexible, TAG_TWO_HANDED if two];
        /// Somebody notices what was done in secret, or does not.
        Detected { who: Id, by: Id, noticed: bool } [HIDDEN_DETECT, HIDDEN_USE, DICE_DC]:
            if noticed "{who} notices what {by} does." else "{who} notices nothing of what {by} does.";
        /// Somebody goes past unseen, or does not.
        Sneaked { who: Id, past: Id, unseen: bool } [SNEAK_CHECK, SNEAK_LEAST_COVER]:
            if unseen "{who} goes past {past} unseen." else "{who} is noticed by {past}.";
        /// A ritual is held before combat; or it no longer can be.
        Ritual { who: Id, ability: AbilityIndex, held: bool } [KEYWORD_RITUAL]:
            if held "{who} holds a ritual: {ability}." else "{who} can no longer hold the ritual: {ability}.";
        /// A phase passes: what was conjured is mana again, penalties are forgotten.
        Phase { dissolved: bool }
            [PHASE_LENGTH, PHASE_OUT_OF_COMBAT, ETHEREAL_DISSOLVE if dissolved, ETHEREAL_DEFAULT if dissolved]:
            if dissolved "A quarter of an hour passes: what was conjured is mana again."
            else "A quarter of an hour passes.";
        /// Conjured matter takes its revenge.
        Backlash { who: Id, points: i32 } [ETHEREAL_ABSORBED]: "What {who} has swallowed dissolves: {points} damage.";
        /// Armour is weakened.
        Dented { who: Id, zone: Zone, points: u8 } [ABILITY_BREAK]: "{who}'s armour is {points} worse on the {zone}.";
        /// Pushed a metre.
        Pushed { who: Id, to: Square } [ABILITY_PUSH]: "{who} is pushed to {to}.";
        /// The turn is over.
        TurnOver { who: Id } [TURN_END, TURN_ONE_PER_ROUND];
        /// The round is over.
        RoundOver { on: bool } [ROUND_END if on, ROUND_NEXT];
        /// The battle is over.
        Over [ROUND_NEXT]: "The fight is over.";
    }
}

/// By which rules an attack is met so; the main one first.
fn met(how: Defend, means: Means, mounted: bool) -> Vec<RuleId> {
    let one = rule::ATTACK_ONE_DEFENCE;
    match how {
        Defend::Dodge if mounted => vec![rule::DODGE_ROLL, one, rule::MOUNT_DODGE],
        Defend::Dodge => vec![rule::DODGE_ROLL, rule::DODGE_SCOPE, means.defences(), one],
        Defend::Parry(_) if mounted => vec![rule::PARRY_ROLL, rule::MOUNT_BLOCK_PARRY, one],
        Defend::Parry(_) if means.flies() => vec![rule::PARRY_ROLL, rule::ABILITY_DEFLECTOR, one],
        Defend::Parry(_) => vec![rule::PARRY_ROLL, rule::MELEE_DEFENCES, one],
        Defend::Block(_) if mounted => vec![rule::BLOCK_ROLL, rule::MOUNT_BLOCK_PARRY, one],
        Defend::Block(_) => vec![rule::BLOCK_ROLL, means.defences(), one],
        Defend::Spell(..) => vec![rule::SPELL_SD, one],
        Defend::MountParry(_) | Defend::MountBlock(_) => vec![rule::MOUNT_BLOCK_PARRY, one],
        Defend::No => vec![one, means.undefended()],
    }
}

fn avoided(how: Defend, perfect: bool, second: bool) -> RuleId {
    match how {
        Defend::Parry(_) if perfect => rule::PARRY_PERFECT,
        Defend::Parry(_) if second => rule::PARRY_SECOND_DIE,
        Defend::Parry(_) => rule::PARRY_PARTIAL,
        Defend::Spell(..) => rule::SPELL_SD,
        Defend::Block(_) => rule::BLOCK_SUCCESS,
        _ => rule::DODGE_SUCCESS,
    }
}

fn failed(how: Defend, means: Means) -> Vec<RuleId> {
    match how {
        Defend::Dodge => vec![rule::DODGE_FAIL, means.undefended()],
        Defend::Parry(_) => vec![rule::PARRY_FAIL, rule::MELEE_FAILED_DEFENCE],
        Defend::Block(_) => vec![rule::BLOCK_FAIL, means.undefended()],
        Defend::Spell(..) => vec![rule::SPELL_SD],
        Defend::No | Defend::MountParry(_) | Defend::MountBlock(_) => vec![rule::ATTACK_ONE_DEFENCE],
    }
}

skirmish_bookkit::cited! {
    /// Why a spell is no longer kept up.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Ending;

    /// A hit was too much.
    Broken => [CONCENTRATION_BREAK],
    /// Let go in the caster's own turn.
    Freely => [CONCENTRATION_END_FREE],
    /// Let go in another's turn, for the reaction.
    ByReaction => [CONCENTRATION_END_FREE, REACTION_PER_TURN],
    /// Another spell took its place.
    Replaced => [CONCENTRATION_LIMIT, DP_DROP_SPELL],
    /// Its caster cannot keep it up any more.
    Over => [CONCENTRATION_DURATION],
}
