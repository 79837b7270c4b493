//! What people read and write.

use skirmish_kernel::{
    BoardView, ChoiceView, Diagnostic, Edict, Encounters, Fact, Gauge, Harm, Id, Loaded, Measures, Moment, Notation,
    Op, OrderEntry, Paths, Piece, Place, Refusal, Side, Source, Tag, Token, Value, View, Viewer, Viewing, combatant,
    words,
};

use super::*;

const WORDS: [(Choice, &str); 11] = [
    (Choice::Stance(Stance::Calm), "calm"),
    (Choice::Stance(Stance::Bold), "bold"),
    (Choice::Sweep, "sweep"),
    (Choice::Delay, "delay"),
    (Choice::Pray, "pray"),
    (Choice::Wait, "wait"),
    (Choice::Parry, "parry"),
    (Choice::Riposte, "riposte"),
    (Choice::Take, "take it"),
    (Choice::Push, "push"),
    (Choice::Hold, "hold"),
];

fn load(text: &str) -> Result<Setup, String> {
    let mut g = Setup { title: String::new(), sides: Vec::new(), sheets: Vec::new(), weary: 60 };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("title = ") {
            g.title = title.into();
        } else if let Some(rounds) = line.strip_prefix("weary ") {
            g.weary = rounds.parse().map_err(|_| "when?")?;
        } else if let Some(words) = line.strip_prefix("fighter ").or(line.strip_prefix("lurker ")) {
            let mut words: Vec<&str> = words.rsplitn(4, ' ').collect();
            words.reverse();
            let [name, side, hp, skill] = words.as_slice() else { return Err(format!("who? {line}")) };
            let at = g.sides.iter().position(|s| s == side).unwrap_or_else(|| {
                g.sides.push((*side).into());
                g.sides.len() - 1
            });
            let number = |text: &str| text.parse::<i16>().map_err(|_| format!("`{text}` is no number"));
            let (hp, skill) = (number(hp)?.clamp(1, 999), number(skill)?.clamp(-9, 9));
            let lurks = line.starts_with("lurker");
            g.sheets.push(Sheet { name: (*name).into(), side: Side(at as u8), hp, skill, lurks });
        } else if !line.starts_with("rulebook") {
            return Err(format!("what is `{line}`?"));
        }
    }
    if (1..=MOST).contains(&g.sheets.len()) { Ok(g) } else { Err("nobody, or too many".into()) }
}

/// Reads `Ada.hp` as (Ada, hp).
fn field<'p>(g: &Setup, path: &'p str) -> Result<(Id, &'p str), Refusal> {
    let (name, field) = path.rsplit_once('.').ok_or_else(|| Refusal::because(format!("there is no `{path}`")))?;
    Ok((combatant::<Toy>(g, name)?, field))
}

fn apply(now: i64, op: Op, value: &str) -> Result<i64, Refusal> {
    let value: i64 = value.parse().map_err(|_| Refusal::because(format!("`{value}` is no number")))?;
    Ok(match op {
        Op::Set => value,
        Op::Add => now.saturating_add(value),
        Op::Take => now.saturating_sub(value),
    })
}

impl Encounters for Toy {
    const NAME: &'static str = "toy";

    fn load(source: &Source) -> Result<Loaded<Self>, Vec<Diagnostic>> {
        let setup = load(source.part()).map_err(|why| vec![source.error(0..source.part().len(), why)])?;
        Ok(Loaded { setup, seed: None })
    }

    fn title(g: &Setup) -> &str {
        &g.title
    }

    fn count(g: &Setup) -> usize {
        g.sheets.len()
    }

    fn name(g: &Setup, id: Id) -> &str {
        g.sheets.get(id.index()).map_or("nobody", |sheet| &sheet.name)
    }

    fn rename(g: &mut Setup, id: Id, name: String) {
        g.sheets[id.index()].name = name;
    }

    fn sides(g: &Setup) -> &[String] {
        &g.sides
    }

    fn side(g: &Setup, id: Id) -> Side {
        g.side(id)
    }
}

impl Notation for Toy {
    // Whatever is no command is an answer here.
    fn verbs(_: &Setup) -> Vec<String> {
        Vec::new()
    }

    fn prompt(g: &Setup, _: &State, who: Id, ask: &Ask) -> String {
        format!("{}: {ask:?}", Self::name(g, who))
    }

    fn choice_view(g: &Setup, _: &State, _: Id, _: &Ask, choice: &Choice) -> ChoiceView {
        match choice {
            Choice::Attack(on) => ChoiceView::doing("attack").put(Piece::Creature, Self::name(g, *on)),
            Choice::Mark(on) => ChoiceView::doing("mark").put(Piece::Creature, Self::name(g, *on)),
            other => ChoiceView::doing(WORDS.iter().find(|(choice, _)| choice == other).map_or("", |(_, word)| word)),
        }
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        let (first, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        if matches!(ask, Ask::Act) && !rest.is_empty() && !first.is_empty() {
            for (word, make) in [("attack", Choice::Attack as fn(Id) -> Choice), ("mark", Choice::Mark)] {
                if word.starts_with(first) {
                    return combatant::<Self>(g, rest).map(make);
                }
            }
        }
        let mut known = Vec::new();
        for (choice, word) in WORDS {
            if Self::judge(g, s, who, ask, &choice).is_ok() || (matches!(ask, Ask::Act) && choice == Choice::Delay) {
                known.push((choice, word));
            }
        }
        let names = || known.iter().map(|(_, word)| *word);
        match words::complete(text.trim(), names()) {
            Ok(found) => Ok(known.iter().find(|(_, word)| *word == found).map_or(Choice::Wait, |(choice, _)| *choice)),
            Err(_) => Err(Refusal::because(format!(
                "`{}` is no choice here{}",
                words::short(text),
                words::did_you_mean(text, names())
            ))),
        }
    }

    fn place_name(_: &Setup, place: Place) -> String {
        format!("round {}, {}", place.round, if place.part == 0 { "stances" } else { "turns" })
    }
}

impl Viewing for Toy {
    fn narrate(g: &Setup, event: &Event) -> String {
        let name = |id: &Id| Self::name(g, *id).to_owned();
        match event {
            Event::Round(round) => format!("Round {round}"),
            Event::Hit { by, on, damage } => format!("{} hits {} for {damage}", name(by), name(on)),
            Event::Missed { by, on } => format!("{} misses {}", name(by), name(on)),
            Event::Parried { by } => format!("{} parries", name(by)),
            Event::Delayed(id) => format!("{} waits for the others", name(id)),
            Event::Marked { by, on } => format!("{} marks {}", name(by), name(on)),
            Event::Prayed { by, luck } => format!("{} gains {luck}", name(by)),
            Event::Dazed(id) => format!("{} is dazed", name(id)),
            Event::Over(_) => "It is over".into(),
        }
    }

    fn sees(g: &Setup, s: &State, viewer: Viewer, moment: &Moment<Self>) -> bool {
        let secret = match moment {
            Moment::Chose { who, .. } if s.hidden.has(*who) => *who,
            Moment::Told(Event::Marked { by, .. }) => *by,
            Moment::Chose { who, choice: Choice::Mark(_), .. } => *who,
            _ => return true,
        };
        viewer.is_privy(g.side(secret))
    }

    fn view(g: &Setup, s: &State, viewer: Viewer) -> View {
        let knows = |id: Id| viewer.is_privy(g.side(id));
        let seen = |id: &Id| knows(*id) || !s.hidden.has(*id);
        let ids = || (0..g.sheets.len()).map(Id::new).filter(seen);
        let tags = |id: Id| {
            let marks = s.marks[id.index()].filter(|on| knows(id) && seen(on));
            let tag = |text: String| Tag { text, rule: None, until: None };
            let dazed = s.dazed.has(id).then(|| tag("dazed".into()));
            dazed.into_iter().chain(marks.map(|on| tag(format!("marks {}", Self::name(g, on))))).collect()
        };
        let tokens = ids().map(|id| Token {
            name: Self::name(g, id).into(),
            side: g.side(id).0,
            letter: Self::name(g, id).chars().next().unwrap_or('?'),
            cell: "A1".into(),
            at: (0, 0),
            cells: Vec::new(),
            gauges: vec![Gauge {
                name: "hp".into(),
                value: Some(i32::from(s.hp[id.index()])),
                most: None,
                word: String::new(),
            }],
            tags: tags(id),
            able: s.up(id),
        });
        let order = s
            .order
            .iter()
            .filter(|id| seen(id))
            .map(|id| OrderEntry { name: Self::name(g, *id).into(), status: String::new() });
        let board = BoardView {
            kind: "square".into(),
            width: 1,
            height: 1,
            cell: "1".into(),
            rows: vec![".".into()],
            legend: Vec::new(),
        };
        View {
            game: Self::NAME.into(),
            title: g.title.clone(),
            clock: format!("round {}", s.round),
            sides: g.sides.clone(),
            board,
            tokens: tokens.collect(),
            order: order.collect(),
            pending: Vec::new(),
            awaited: None,
            outcome: None,
        }
    }

    fn facts(g: &Setup, s: &State, who: Id, _: &Ask, choice: &Choice) -> Vec<Fact> {
        match choice {
            Choice::Attack(on) | Choice::Mark(on) => Self::between(g, s, who, *on),
            Choice::Delay => vec![Fact::by(super::DELAY, "last in the order from now on")],
            _ => Vec::new(),
        }
    }

    fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
        let mut facts = vec![Fact::plain(if g.side(from) == g.side(to) { "a friend" } else { "a foe" })];
        if s.marks[from.index()] == Some(to) {
            facts.push(Fact::by(super::MARK, "marked"));
        }
        facts
    }

    fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
        vec![format!("hp {}, skill {}", s.hp[id.index()], g.sheets[id.index()].skill)]
    }

    // Whom a foe has marked shows when it strikes.
    fn guess_hidden(g: &Setup, s: &mut State, side: Side, _: &mut Rng) {
        for id in (0..g.sheets.len()).map(Id::new).filter(|id| g.side(*id) != side) {
            s.marks[id.index()] = None;
            if s.hidden.has(id) && s.up(id) {
                s.hp[id.index()] = g.sheets[id.index()].hp;
                s.dazed.set(id, false);
            }
        }
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        let mut s = s.clone();
        for id in (0..g.sheets.len()).map(Id::new) {
            if viewer.is_privy(g.side(id)) {
                continue;
            }
            s.marks[id.index()] = None;
            if s.hidden.has(id) {
                let hp = &mut s.hp[id.index()];
                *hp = if *hp == 1 { 2 } else { (*hp).min(1) };
                s.dazed.set(id, !s.dazed.has(id));
            }
        }
        s
    }
}

impl Paths for Toy {
    fn read(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
        let names = |ids: &mut dyn Iterator<Item = Id>| -> Value {
            ids.map(|id| Self::name(g, id).to_owned()).collect::<Vec<_>>().into()
        };
        match path {
            "round" => return Ok(s.round.into()),
            "order" => return Ok(names(&mut s.order.iter().copied())),
            "dazed" => return Ok(names(&mut s.dazed.iter())),
            "turn" => return Ok(s.turn.unwrap_or(0).into()),
            _ => {}
        }
        if let Some((name, other)) = path.split_once(".gap.") {
            let (id, other) = (combatant::<Self>(g, name)?, combatant::<Self>(g, other)?);
            return Ok((other.index() as i64 - id.index() as i64).into());
        }
        let (id, field) = field(g, path)?;
        match field {
            "hidden" => Ok(s.hidden.has(id).into()),
            "rank" => Ok((s.order.iter().position(|other| *other == id).unwrap_or(0) as i64).into()),
            "marks" => Ok(s.marks[id.index()].map_or("none", |on| Self::name(g, on)).into()),
            "hp" => Ok(s.hp[id.index()].into()),
            "skill" => Ok(g.sheets[id.index()].skill.into()),
            "dazed" => Ok(s.dazed.has(id).into()),
            "stance" => Ok(format!("{:?}", s.stance[id.index()]).to_lowercase().into()),
            _ => Err(Refusal::because(format!("there is no `{path}`{}", words::did_you_mean(field, ["hp", "skill"])))),
        }
    }

    fn paths(g: &Setup, _: &State) -> Vec<String> {
        let fields = ["hp", "skill", "dazed", "stance", "hidden", "rank", "marks"];
        let all = g.sheets.iter().flat_map(|sheet| fields.map(|field| format!("{}.{field}", sheet.name)));
        ["round", "order", "dazed", "turn"].map(String::from).into_iter().chain(all).collect()
    }

    fn todays_path(_: &str) -> Option<String> {
        None
    }

    // The places of those who lurk are counted.
    fn game_master_fields() -> &'static [&'static str] {
        &["turn", ".rank"]
    }

    fn relations() -> &'static [&'static str] {
        &["gap"]
    }

    fn changes_setup(edict: &Edict) -> bool {
        matches!(edict, Edict::Set { path, .. } if path.ends_with(".skill"))
    }

    fn decree_setup(g: &mut Setup, _: &State, edict: &Edict) -> Result<(), Refusal> {
        let Edict::Set { path, op, value } = edict else { return Ok(()) };
        let (id, _) = field(g, path)?;
        let skill = &mut g.sheets[id.index()].skill;
        *skill = apply(i64::from(*skill), *op, value)?.clamp(-9, 9) as i16;
        Ok(())
    }

    fn decree(g: &Setup, s: &mut State, edict: &Edict) -> Result<(), Refusal> {
        match edict {
            Edict::Command { verb, .. } if verb == "end" => s.ended = true,
            Edict::Command { verb, .. } if verb == "revive" => {
                s.ended = false;
                s.hp.iter_mut().for_each(|hp| *hp = (*hp).max(1));
            }
            Edict::Command { verb, .. } => return Err(Refusal::because(format!("nobody knows how to {verb}"))),
            Edict::Set { path, op, value } => match field(g, path)? {
                (_, "skill") => {}
                (id, "hp") => {
                    let hp = &mut s.hp[id.index()];
                    *hp = apply(i64::from(*hp), *op, value)?.clamp(0, 999) as i16;
                }
                (id, "dazed") => s.dazed.set(id, matches!(value.as_str(), "yes" | "true")),
                (id, "hidden") => s.hidden.set(id, matches!(value.as_str(), "yes" | "true")),
                _ => return Err(Refusal::because(format!("`{path}` cannot be changed"))),
            },
        }
        Ok(())
    }

    fn edicts() -> &'static [(&'static str, &'static str)] {
        &[("end", "ends the fight"), ("revive", "everybody stands up again")]
    }

    fn values(_: &Setup, _: &State, path: &str) -> Vec<String> {
        if path.ends_with(".dazed") { vec!["yes".into(), "no".into()] } else { Vec::new() }
    }
}

impl Measures for Toy {
    // What it says of harm is not looked at.
    fn harm<'g>(_: &'g Setup, _: &Event, _: &mut dyn FnMut(Harm<'g>)) {}

    fn health(g: &Setup, s: &State, id: Id) -> (i32, i32) {
        (s.hp[id.index()].into(), g.sheets[id.index()].hp.into())
    }
}
