//! With whose eyes somebody reads and speaks: for a side, those whom it does not see have no name.

use crate::refused::Refused;
use crate::scribe::{awaited_view, named, not_there, read, speaks_for};
use crate::view::{BoardView, Token, View};
use crate::words::list;
use crate::{CellSet, Id, Ids, Refusal, Scribe, Session, Value, Viewer};

/// The first character of a name that nobody can type.
const NAMELESS: char = '\u{1}';

/// Who has no name, in a sentence.
const SOMEBODY: &str = "somebody";

/// A viewer, and the setup in which those whom it does not see have no name.
///
/// Every name that such a viewer writes is looked up in that setup, so a hidden name and one that nobody has get the
/// same answer. What is then done is done with the real setup.
#[derive(Clone, Debug)]
pub(crate) struct Eyes<B: Scribe> {
    viewer: Viewer,
    there: Ids,
    veiled: Option<B::Setup>,
}

impl<B: Scribe> Eyes<B> {
    /// A viewer's, as a battle stands.
    pub(crate) fn of(g: &B::Setup, s: &B::State, viewer: Viewer) -> Self {
        let veiled = veiled::<B>(g, hidden::<B>(g, s, viewer));
        Self { viewer, there: B::present(g, s), veiled }
    }

    /// A viewer's who sees these tokens.
    pub(crate) fn seeing(g: &B::Setup, s: &B::State, viewer: Viewer, tokens: &[Token]) -> Self {
        let hidden = if viewer == Viewer::GameMaster { Ids::NONE } else { unseen::<B>(g, viewer, tokens) };
        Self { viewer, there: B::present(g, s), veiled: veiled::<B>(g, hidden) }
    }

    /// The game master's: everybody is seen, and those who may come are known.
    pub(crate) fn master(session: &Session<B>) -> Self {
        Self::on(session, Viewer::GameMaster)
    }

    /// The same of a session.
    pub(crate) fn on(session: &Session<B>, viewer: Viewer) -> Self {
        Self::of(session.setup(), session.state(), viewer)
    }

    /// The setup in which names are looked up; `g` is the real one.
    pub(crate) fn names<'g>(&'g self, g: &'g B::Setup) -> &'g B::Setup {
        self.veiled.as_ref().unwrap_or(g)
    }

    /// Who looks.
    pub(crate) fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Does this viewer answer for a combatant?
    pub(crate) fn speaks_for(&self, g: &B::Setup, who: Id) -> bool {
        speaks_for::<B>(g, self.viewer, who)
    }

    /// The combatant that a name, or the beginning of one, means; those who may come are known to their own side.
    pub(crate) fn person(&self, g: &B::Setup, word: &str) -> Result<Id, Refusal> {
        self.hear(word)?;
        let nobody = if self.viewer == Viewer::GameMaster { "nobody here" } else { "nobody to be seen" };
        named::<B>(self.names(g), self.there, word, nobody)
    }

    /// The same of those who are there.
    pub(crate) fn person_there(&self, g: &B::Setup, word: &str) -> Result<Id, Refusal> {
        let who = self.person(g, word)?;
        if self.there.has(who) { Ok(who) } else { Err(not_there::<B>(g, who)) }
    }

    /// One of those for whom the viewer speaks: their sheets and fields it may read.
    pub(crate) fn own(&self, g: &B::Setup, word: &str) -> Result<Id, Refusal> {
        let who = self.person(g, word)?;
        if self.speaks_for(g, who) {
            return Ok(who);
        }
        let whose = match self.viewer.is_privy(B::side(g, who)) {
            true => "its own player's",
            false => "its own side's",
        };
        Err(Refusal::because(format!("what {} is made of is {whose} business", B::name(g, who))))
    }

    /// Words that a field may be set to: of fields of the whole battle, and of those for whom the viewer speaks. They
    /// may tell what somebody can do.
    pub(crate) fn values(&self, g: &B::Setup, s: &B::State, path: &str) -> Vec<String> {
        let may_know = match path.split_once('.') {
            Some((owner, _)) if owner != "rules" => self.own(g, owner).is_ok(),
            _ => self.hear(path).is_ok(),
        };
        let mut values = if may_know { B::values(self.names(g), s, path) } else { Vec::new() };
        values.retain(|value| !value.contains(NAMELESS));
        values
    }

    /// Reads a field: of the whole battle, and of those whose business the viewer knows.
    pub(crate) fn read(&self, g: &B::Setup, s: &B::State, path: &str) -> Result<Value, Refusal> {
        if self.viewer == Viewer::GameMaster {
            return read::<B>(g, s, path);
        }
        self.hear(path)?;
        let field = match path.split_once('.') {
            Some((owner, field)) if owner != "rules" => {
                self.own(g, owner)?;
                let end = field.find('.').unwrap_or(field.len());
                &path[owner.len()..][..=end]
            }
            _ => path,
        };
        if B::game_master_fields().contains(&field) {
            let field = field.trim_start_matches('.');
            return Err(Refusal::because(format!(
                "`{field}` is for the game master alone: it may tell of somebody who is not to be seen"
            )));
        }
        read::<B>(self.names(g), s, path).map(shown).map_err(|refusal| self.veil(refusal))
    }

    /// Every path, of those who are seen.
    pub(crate) fn paths(&self, g: &B::Setup, s: &B::State) -> Vec<String> {
        let mut paths = B::paths(self.names(g), s);
        paths.retain(|path| !path.contains(NAMELESS));
        paths
    }

    /// A refusal that names nobody who is not seen.
    pub(crate) fn veil(&self, refusal: Refusal) -> Refusal {
        match (&self.veiled, refusal.rule) {
            (None, _) => refusal,
            (Some(_), Some(rule)) => Refusal::by(rule, unnamed(&refusal.why())),
            (Some(_), None) => Refusal::because(unnamed(&refusal.why())),
        }
    }

    /// The same as a front end has it.
    pub(crate) fn refused(&self, refusal: Refusal) -> Refused {
        Refused::of(B::CATALOGUE, self.veil(refusal))
    }

    /// What is awaited, in words; of other sides' questions no more than that they are asked.
    pub(crate) fn awaited_words(&self, session: &Session<B>) -> String {
        let awaited = session.awaited();
        if self.viewer == Viewer::GameMaster || awaited.is_none() {
            return session.awaited_words();
        }
        let known = awaited_view(session.setup(), session.state(), awaited, self, false);
        match known {
            None => "others are asked".into(),
            Some(known) if known.kind == "dice" => {
                let throws = known.throws.iter();
                list(&throws.map(|t| format!("{} throws {} for {}", t.who, t.dice, t.rule)).collect::<Vec<_>>())
            }
            Some(known) => {
                let are = if known.who.len() > 1 { "are" } else { "is" };
                format!("{} {are} asked {}", list(&known.who), known.rule)
            }
        }
    }

    /// Nobody may write a name that stands for none.
    pub(crate) fn hear(&self, text: &str) -> Result<(), Refusal> {
        match text.contains(NAMELESS) {
            true => Err(Refusal::because("a name has no control characters")),
            false => Ok(()),
        }
    }
}

/// The setup in which these have no name; none where everybody has one.
pub(crate) fn veiled<B: Scribe>(g: &B::Setup, hidden: Ids) -> Option<B::Setup> {
    (!hidden.is_empty()).then(|| {
        let mut veiled = g.clone();
        hidden.iter().for_each(|id| B::rename(&mut veiled, id, nameless(id)));
        veiled
    })
}

/// Those whom a viewer does not see: another side's, without a token in its view. Whoever is not there has none, so that
/// nobody else knows who may come.
pub(crate) fn hidden<B: Scribe>(g: &B::Setup, s: &B::State, viewer: Viewer) -> Ids {
    if viewer == Viewer::GameMaster {
        return Ids::NONE;
    }
    unseen::<B>(g, viewer, &B::view(g, s, viewer).tokens)
}

/// Those of other sides who are not among the tokens that a viewer sees.
fn unseen<B: Scribe>(g: &B::Setup, viewer: Viewer, tokens: &[Token]) -> Ids {
    let is_seen = |id: Id| tokens.iter().any(|token| token.name == B::name(g, id));
    (0..B::count(g)).map(Id::new).filter(|id| !viewer.is_privy(B::side(g, *id)) && !is_seen(*id)).collect()
}

/// A battle as a viewer may know it, with the cells that it sees.
pub(crate) fn view<B: Scribe>(g: &B::Setup, s: &B::State, viewer: Viewer) -> View {
    let view = B::view(g, s, viewer);
    View { seen: cells_seen::<B>(g, s, viewer, &view.board), ..view }
}

/// Which cells of the board a viewer sees: with the creatures for whom it speaks and who are able to act. To those who
/// belong to no side nothing is out of sight.
fn cells_seen<B: Scribe>(g: &B::Setup, s: &B::State, viewer: Viewer, board: &BoardView) -> Option<CellSet> {
    let cells = usize::from(board.width) * usize::from(board.height);
    if matches!(viewer, Viewer::GameMaster | Viewer::Spectator) {
        return (cells > 0).then(|| CellSet::all(cells));
    }
    let able = B::able(g, s).and(B::present(g, s));
    let eyes = able.iter().filter(|id| speaks_for::<B>(g, viewer, *id)).collect();
    B::seen_cells(g, s, viewer, eyes).filter(|seen| seen.board_len() == cells)
}

/// A name of three control characters: near to no word that people write.
pub(crate) fn nameless(id: Id) -> String {
    let digit = |n: usize| char::from(0x10 | (n & 0xf) as u8);
    [NAMELESS, digit(id.index() >> 4), digit(id.index())].iter().collect()
}

/// A value that tells of nobody without a name: whoever stands alone there is none.
fn shown(value: Value) -> Value {
    match value {
        Value::Text(text) => match unnamed(&text) {
            somebody if somebody == SOMEBODY => "none".into(),
            text => text.into(),
        },
        Value::List(items) => Value::List(items.into_iter().filter(|item| !item.contains(NAMELESS)).collect()),
        other => other,
    }
}

/// A sentence in which whoever has no name is somebody.
pub(crate) fn unnamed(text: &str) -> String {
    let mut parts = text.split(NAMELESS);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, rest| told + SOMEBODY + rest.trim_start_matches(|c: char| c.is_control()))
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::{nameless, unnamed};
    use crate::Id;

    pub fn who_has_no_name_is_somebody() {
        let (one, other) = (nameless(Id::new(0)), nameless(Id::new(63)));
        assert_ne!(one, other);
        assert_eq!(unnamed(&format!("{one} and {other} wait")), "somebody and somebody wait");
        assert_eq!(unnamed("Ann waits"), "Ann waits");
        assert_eq!(crate::words::nearest("x", [one.as_str()]), None);
        assert_eq!(crate::words::nearest("abc", [other.as_str()]), None);
    }
}
