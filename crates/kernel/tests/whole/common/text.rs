//! What people read and write.

use skirmish_kernel::{
    BoardView, Carried, CellSet, ChoiceView, Diagnostic, Edict, Encounters, Fact, Gauge, Harm, Id, Loaded, Measures,
    Moment, Notation, Op, OrderEntry, Paths, Piece, Place, Refusal, Side, Source, Tag, Token, Unseen, Value, View,
    Viewer, Viewing, combatant, combatant_there, words,
};

use super::*;

const WORDS: [(Choice, &str); 13] = [
    (Choice::Stance(Stance::Calm), "calm"),
    (Choice::Stance(Stance::Bold), "bold"),
    (Choice::Sweep, "sweep"),
    (Choice::Delay, "delay"),
    (Choice::Pray, "pray"),
    (Choice::Wait, "wait"),
    (Choice::Shift, "shift"),
    (Choice::Shed, "shed"),
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
        } else if !line.starts_with("rulebook") && !enlist(&mut g, line)? {
            return Err(format!("what is `{line}`?"));
        }
    }
    // A beast may stand before its caller, whose side was not known there.
    for at in 0..g.sheets.len() {
        g.sheets[at].side = g.sheets[at].caller.map_or(g.sheets[at].side, |caller| g.side(caller));
    }
    if (1..=MOST).contains(&g.sheets.len()) { Ok(g) } else { Err("nobody, or too many".into()) }
}

/// `fighter NAME SIDE HP SKILL`, `lurker …`, `beast NAME CALLER HP SKILL`, `form NAME OWNER HP SKILL`; false where the line
/// is none of these. A beast stands behind its caller, or right before it.
fn enlist(g: &mut Setup, line: &str) -> Result<bool, String> {
    let Some((kind @ ("fighter" | "lurker" | "beast" | "form"), words)) = line.split_once(' ') else {
        return Ok(false);
    };
    let mut words: Vec<&str> = words.rsplitn(4, ' ').collect();
    words.reverse();
    let [name, of, hp, skill] = words.as_slice() else { return Err(format!("who? {line}")) };
    let number = |text: &str| text.parse::<i16>().map_err(|_| format!("`{text}` is no number"));
    let (hp, skill) = (number(hp)?.clamp(1, 999), number(skill)?.clamp(-9, 9));
    let name = (*name).to_owned();
    let known = g.sheets.iter().position(|sheet| sheet.name == *of).map(Id::new);
    if kind == "form" {
        let owner = known.ok_or_else(|| format!("whose? {line}"))?;
        g.sheets[owner.index()].form = Some(Form { name, hp, skill });
        return Ok(true);
    }
    // The next one is the caller of a beast that stands before it.
    let caller = (kind == "beast").then(|| known.unwrap_or(Id::new(g.sheets.len() + 1)));
    let side = caller.map_or_else(
        || {
            g.sides.iter().position(|side| side == of).unwrap_or_else(|| {
                g.sides.push((*of).into());
                g.sides.len() - 1
            })
        },
        |_| 0,
    );
    let lurks = kind == "lurker";
    g.sheets.push(Sheet { name, side: Side(side as u8), hp, skill, lurks, caller, form: None });
    Ok(true)
}

fn is_there(g: &Setup, s: &State, who: Id) -> Result<(), Refusal> {
    combatant_there::<Toy>(g, s, &g.sheets[who.index()].name).map(drop)
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

    fn present(_: &Setup, s: &State) -> Ids {
        s.there
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

    fn carried(g: &Setup, s: &State, id: Id) -> Option<Vec<Carried>> {
        s.hp.get(id.index()).filter(|hp| **hp > 0).map(|hp| vec![Carried::unless("hp", *hp, &g.sheets[id.index()].hp)])
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
            Choice::Call(beast) => ChoiceView::doing("call").put(Piece::Creature, Self::name(g, *beast)),
            other => ChoiceView::doing(WORDS.iter().find(|(choice, _)| choice == other).map_or("", |(_, word)| word)),
        }
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        let (first, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        if matches!(ask, Ask::Act | Ask::Spring) && !rest.is_empty() && !first.is_empty() {
            if "call".starts_with(first) {
                return combatant::<Self>(g, rest).map(Choice::Call);
            }
            for (word, make) in [("attack", Choice::Attack as fn(Id) -> Choice), ("mark", Choice::Mark)] {
                if word.starts_with(first) {
                    let takes_the_absent = Fault::ListsTheAbsent.is_on() || Fault::TakesTheAbsent.is_on();
                    let on =
                        if takes_the_absent { combatant::<Self>(g, rest) } else { combatant_there::<Self>(g, s, rest) };
                    return on.map(make);
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

fn clock(g: &Setup, s: &State) -> String {
    let may_come = g.ids().find(|id| Fault::NamesTheAbsent.is_on() && s.ready.has(*id));
    let may_come = may_come.map_or(String::new(), |id| format!(", {} may come", Toy::name(g, id)));
    let lurks = g.ids().find(|id| Fault::NamesTheHidden.is_on() && s.hidden.has(*id));
    let lurks = lurks.map_or(String::new(), |id| format!(", {} lurks", Toy::name(g, id)));
    format!("round {}{may_come}{lurks}", s.round)
}

fn gauge_name(s: &State, id: Id) -> &'static str {
    if Fault::RenamesGauges.is_on() && s.is_worn(id) { "hide" } else { "hp" }
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
            Event::Came { by, who } => format!("{} comes to {}", name(who), name(by)),
            Event::Went(id) => format!("{} is gone", name(id)),
            Event::Shaped(id) => {
                let form = g.sheets[id.index()].form.as_ref();
                format!("{} becomes a {}", name(id), form.map_or("", |form| &form.name))
            }
            Event::Shed(id) => format!("{} is itself again", name(id)),
            Event::Over(_) => "It is over".into(),
        }
    }

    fn sees(g: &Setup, unseen: Unseen, viewer: Viewer, moment: &Moment<Self>) -> bool {
        let secret = match moment {
            Moment::Chose { who, .. } if unseen.before.has(*who) => *who,
            Moment::Told(Event::Marked { by, .. }) => *by,
            Moment::Chose { who, choice: Choice::Mark(_), .. } => *who,
            _ => return true,
        };
        viewer.is_privy(g.side(secret))
    }

    fn unseen_by(_: &Setup, s: &State, _: Viewer) -> Ids {
        s.hidden
    }

    fn view(g: &Setup, s: &State, viewer: Viewer) -> View {
        let knows = |id: Id| viewer.is_privy(g.side(id));
        let there = |id: Id| s.there.has(id) || Fault::ShowsTheAbsent.is_on();
        let seen = |id: &Id| there(*id) && (knows(*id) || !s.hidden.has(*id));
        let ids = || g.ids().filter(seen);
        let tags = |id: Id| {
            let marks = s.marks[id.index()].filter(|on| knows(id) && seen(on));
            let tag = |text: String| Tag { text, rule: None, until: None, cells: Vec::new() };
            let dazed = s.dazed.has(id).then(|| tag("dazed".into()));
            let form = g.sheets[id.index()].form.as_ref().filter(|_| s.is_worn(id));
            let form = form.map(|form| tag(format!("as a {}", form.name)));
            dazed.into_iter().chain(form).chain(marks.map(|on| tag(format!("marks {}", Self::name(g, on))))).collect()
        };
        let tokens = ids().map(|id| Token {
            name: Self::name(g, id).into(),
            side: g.side(id).0,
            letter: Self::name(g, id).chars().next().unwrap_or('?'),
            cell: "A1".into(),
            at: (0, 0),
            cells: Vec::new(),
            gauges: vec![Gauge {
                name: gauge_name(s, id).into(),
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
            clock: clock(g, s),
            sides: g.sides.clone(),
            board,
            seen: None,
            tokens: tokens.collect(),
            order: order.collect(),
            pending: Vec::new(),
            awaited: None,
            outcome: None,
        }
    }

    /// Whoever is able sees the whole board, which is one cell; the dazed see nothing.
    fn seen_cells(g: &Setup, s: &State, viewer: Viewer, eyes: Ids) -> Option<CellSet> {
        let is_dim = |id: Id| !viewer.is_privy(g.side(id)) && s.marks[id.index()].is_some();
        let dim = Fault::SeesTheMarks.is_on() && g.ids().any(is_dim);
        Some(if dim || eyes.without(s.dazed).is_empty() { CellSet::none(1) } else { CellSet::all(1) })
    }

    fn facts(g: &Setup, s: &State, who: Id, _: &Ask, choice: &Choice) -> Vec<Fact> {
        match choice {
            Choice::Attack(on) | Choice::Mark(on) => Self::between(g, s, who, *on),
            Choice::Delay => vec![Fact::by(super::DELAY, "last in the order from now on")],
            Choice::Call(_) => vec![Fact::by(super::CALL, format!("stays for {ROUNDS} rounds"))],
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
        let sheet = &g.sheets[id.index()];
        let hp = if s.there.has(id) { s.hp[id.index()] } else { sheet.hp };
        let mut lines = vec![format!("hp {hp}, skill {}", g.skill(s, id))];
        lines.extend(
            sheet.form.as_ref().map(|form| format!("as a {}: hp {}, skill {}", form.name, form.hp, form.skill)),
        );
        lines.extend(g.beasts(s, id).map(|beast| format!("can call {}", Self::name(g, beast))));
        lines
    }

    // Whom a foe has marked shows when it strikes; whom it can call, when that one comes.
    fn guess_hidden(g: &Setup, s: &mut State, side: Side, _: &mut Rng) {
        for id in (0..g.sheets.len()).map(Id::new).filter(|id| g.side(*id) != side) {
            s.marks[id.index()] = None;
            if !Fault::GuessesTheSecret.is_on() {
                s.ready.set(id, false);
            }
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
            if g.sheets[id.index()].caller.is_some() && !s.there.has(id) {
                s.ready.set(id, !s.ready.has(id));
            }
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
            "there" => return Ok(names(&mut s.there.iter())),
            "turn" => return Ok(s.turn.unwrap_or(0).into()),
            _ => {}
        }
        if let Some((name, other)) = path.split_once(".gap.") {
            let (id, other) = (combatant_there::<Self>(g, s, name)?, combatant_there::<Self>(g, s, other)?);
            return Ok((other.index() as i64 - id.index() as i64).into());
        }
        let (id, field) = field(g, path)?;
        match field {
            "there" => return Ok(s.there.has(id).into()),
            _ => is_there(g, s, id)?,
        }
        match field {
            "hidden" => Ok(s.hidden.has(id).into()),
            "rank" => Ok((s.order.iter().position(|other| *other == id).unwrap_or(0) as i64).into()),
            "marks" => Ok(s.marks[id.index()].map_or("none", |on| Self::name(g, on)).into()),
            "hp" => Ok(s.hp[id.index()].into()),
            "skill" => Ok(g.skill(s, id).into()),
            "form" => {
                let form = g.sheets[id.index()].form.as_ref().filter(|_| s.is_worn(id));
                Ok(form.map_or("own", |form| &form.name).into())
            }
            "dazed" => Ok(s.dazed.has(id).into()),
            "stance" => Ok(format!("{:?}", s.stance[id.index()]).to_lowercase().into()),
            _ => Err(Refusal::because(format!("there is no `{path}`{}", words::did_you_mean(field, ["hp", "skill"])))),
        }
    }

    fn paths(g: &Setup, s: &State) -> Vec<String> {
        let fields = ["there", "hp", "skill", "dazed", "stance", "hidden", "rank", "marks", "form"];
        let of = |id: Id| &fields[..if s.there.has(id) { fields.len() } else { 1 }];
        let all = g.ids().flat_map(|id| of(id).iter().map(move |field| format!("{}.{field}", Self::name(g, id))));
        ["round", "order", "dazed", "turn", "there"].map(String::from).into_iter().chain(all).collect()
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
        match edict {
            Edict::Set { path, .. } => path.ends_with(".skill"),
            Edict::Command { verb, .. } => verb == "add",
        }
    }

    // Of whoever is in another form, that form's skill is changed.
    fn decree_setup(g: &mut Setup, s: &State, edict: &Edict) -> Result<(), Refusal> {
        let (path, op, value) = match edict {
            Edict::Set { path, op, value } => (path, op, value),
            Edict::Command { words, .. } => {
                let full = g.sheets.len() == MOST || g.sheets.iter().any(|sheet| words.contains(&sheet.name));
                let fighter = format!("fighter {words}");
                return match full {
                    true => Err(Refusal::because("there is no room for that one")),
                    false => enlist(g, &fighter).map(drop).map_err(Refusal::because),
                };
            }
        };
        let (id, _) = field(g, path)?;
        is_there(g, s, id)?;
        let sheet = &mut g.sheets[id.index()];
        let skill = match &mut sheet.form {
            Some(form) if s.is_worn(id) => &mut form.skill,
            _ => &mut sheet.skill,
        };
        *skill = apply(i64::from(*skill), *op, value)?.clamp(-9, 9) as i16;
        Ok(())
    }

    fn decree(g: &Setup, s: &mut State, edict: &Edict) -> Result<(), Refusal> {
        match edict {
            Edict::Command { verb, .. } if verb == "end" => s.ended = true,
            Edict::Command { verb, .. } if verb == "revive" => {
                s.ended = false;
                s.there.iter().for_each(|id| s.hp[id.index()] = s.hp[id.index()].max(1));
            }
            Edict::Command { verb, .. } if verb == "add" => {
                for id in g.ids().skip(s.hp.len()) {
                    s.hp.push(0);
                    s.stance.push(Stance::Calm);
                    s.marks.push(None);
                    s.stays.push(0);
                    s.worn.push(None);
                    rules::bring(g, s, id);
                }
            }
            Edict::Command { verb, .. } => return Err(Refusal::because(format!("nobody knows how to {verb}"))),
            Edict::Set { path, op, value } => match field(g, path)? {
                (id, "there") => match (matches!(value.as_str(), "yes" | "true"), s.there.has(id)) {
                    (true, false) if g.sheets[id.index()].caller.is_some_and(|caller| !s.up(caller)) => {
                        return Err(Refusal::by(CALL, "its caller is down"));
                    }
                    (true, false) => rules::bring(g, s, id),
                    (false, true) => rules::take_away(g, s, id),
                    _ => {}
                },
                (id, _) if !s.there.has(id) => is_there(g, s, id)?,
                (_, "skill") => {}
                (id, "hp") => {
                    let hp = &mut s.hp[id.index()];
                    *hp = apply(i64::from(*hp), *op, value)?.clamp(0, 999) as i16;
                    rules::beasts_of_the_fallen_go(g, s);
                }
                (id, "dazed") => s.dazed.set(id, matches!(value.as_str(), "yes" | "true")),
                (id, "hidden") => s.hidden.set(id, matches!(value.as_str(), "yes" | "true")),
                _ => return Err(Refusal::because(format!("`{path}` cannot be changed"))),
            },
        }
        Ok(())
    }

    fn edicts() -> &'static [(&'static str, &'static str)] {
        &[
            ("end", "ends the fight"),
            ("revive", "everybody stands up again"),
            ("add NAME SIDE HP SKILL", "somebody joins the fight"),
        ]
    }

    fn values(_: &Setup, _: &State, path: &str) -> Vec<String> {
        if path.ends_with(".dazed") || path.ends_with(".there") { vec!["yes".into(), "no".into()] } else { Vec::new() }
    }
}

impl Measures for Toy {
    // What it says of harm is not looked at.
    fn harm<'g>(_: &'g Setup, _: &Event, _: &mut dyn FnMut(Harm<'g>)) {}

    fn gauges(_: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        if s.there.has(id) || !Fault::LosesGauges.is_on() {
            tell(gauge_name(s, id), s.hp[id.index()].into(), None);
        }
    }

    fn able(g: &Setup, s: &State) -> Ids {
        g.ids().filter(|id| s.up(*id) || Fault::CountsTheAbsent.is_on() && !s.there.has(*id)).collect()
    }

    fn health(g: &Setup, s: &State, id: Id) -> (i32, i32) {
        (s.hp[id.index()].into(), g.sheets[id.index()].hp.into())
    }
}
