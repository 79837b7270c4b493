//! From the forms of a book to its notation.

use skirmish_kernel::words::same;
use skirmish_kernel::{ChoiceView, Notation, Piece, Refusal};

use super::{Asked, Form, Misread, Reading, Slot};
use crate::answer::{too_much, verb};

/// An answer stands in so many others at most: `ready ready ready …` could go on for a whole line, and each of them takes room on
/// the stack.
const DEEPEST: usize = 8;

/// The word before a name that would be taken for something else without it: `use hold`.
const USE: &str = "use";

/// A book whose answers are said in forms; [`grammar!`](crate::grammar!) makes its notation of them.
pub trait Grammar: Notation + 'static {
    /// The forms of the answers to a question, table by table.
    fn forms(ask: &Self::Ask) -> Tables<Self>;

    /// All forms, whatever is asked. A name that is the verb of one is written with `use` before it.
    const ALL: Tables<Self>;

    /// The words apart from these with which forms begin: those of a slot at the beginning, of forms that are parts.
    fn more_verbs() -> Vec<&'static str> {
        Vec::new()
    }

    /// The names with which answers may begin, of whomever: abilities, weapons.
    fn all_names(_g: &Self::Setup) -> Vec<String> {
        Vec::new()
    }

    /// Why a word begins no answer here, where the book knows better than "these do": an ability that one has not.
    fn unknown(_at: Asked<'_, Self>, _word: &str) -> Option<Refusal> {
        None
    }
}

/// Tables of forms.
pub type Tables<B> = &'static [&'static [Form<B, <B as skirmish_kernel::Rulebook>::Choice>]];

/// The notation of a book with a [`Grammar`], for its `impl Notation`.
#[macro_export]
macro_rules! grammar {
    () => {
        fn choice_view(
            g: &Self::Setup,
            s: &Self::State,
            who: ::skirmish_kernel::Id,
            ask: &Self::Ask,
            choice: &Self::Choice,
        ) -> ::skirmish_kernel::ChoiceView {
            $crate::grammar::choice_view::<Self>($crate::grammar::Asked { g, s, who, ask }, choice)
        }

        fn parse(
            g: &Self::Setup,
            s: &Self::State,
            who: ::skirmish_kernel::Id,
            ask: &Self::Ask,
            text: &str,
        ) -> ::std::result::Result<Self::Choice, ::skirmish_kernel::Refusal> {
            $crate::grammar::parse::<Self>($crate::grammar::Asked { g, s, who, ask }, text)
        }

        fn verbs(g: &Self::Setup) -> ::std::vec::Vec<::std::string::String> {
            $crate::grammar::begin_with::<Self>(g)
        }
    };
}

/// The [`Grammar`] of a book in which every question has forms of its own: of each question, as a pattern, the rows of
/// [`forms!`](crate::forms!).
#[macro_export]
macro_rules! answers {
    ($book:ty, $at:ident; $($ask:pat => { $($rows:tt)* })+) => {
        impl $crate::grammar::Grammar for $book {
            const ALL: $crate::grammar::Tables<Self> = &[$($crate::forms![$book, $at; $($rows)*]),+];

            fn forms(ask: &Self::Ask) -> $crate::grammar::Tables<Self> {
                match ask {
                    $($ask => {
                        const FORMS: $crate::grammar::Tables<$book> = &[$crate::forms![$book, $at; $($rows)*]];
                        FORMS
                    })+
                }
            }
        }
    };
}

fn all_verbs<B: Grammar>() -> impl Iterator<Item = &'static str> {
    let verbs = B::ALL.iter().copied().flatten().filter_map(|form| form.verb);
    verbs.chain(B::more_verbs()).chain([USE])
}

/// The words with which answers begin, whatever is asked.
pub fn begin_with<B: Grammar>(g: &B::Setup) -> Vec<String> {
    all_verbs::<B>().map(str::to_owned).chain(B::all_names(g)).collect()
}

/// A choice in the first form that fits it.
pub fn choice_view<B: Grammar>(at: Asked<'_, B>, choice: &B::Choice) -> ChoiceView {
    B::forms(at.ask).iter().find_map(|table| said(at, table, choice)).unwrap_or_default()
}

/// The pieces of the first form of a table that fits.
pub fn said<B: Grammar, C>(at: Asked<'_, B>, table: &[Form<B, C>], choice: &C) -> Option<ChoiceView> {
    table.iter().find_map(|form| (form.say)(at, choice))
}

/// Reads an answer: all of it.
///
/// # Errors
/// What is not understood, with the nearest words; or what the answer should look like.
pub fn parse<B: Grammar>(at: Asked<'_, B>, text: &str) -> Result<B::Choice, Refusal> {
    let mut reading = Reading::new(text);
    let Begun { choice, stuck } = begun(at, B::forms(at.ask), &mut reading)?;
    match (reading.rest(), stuck) {
        ([], _) => Ok(choice),
        // Another form went further, and knows what is wrong there.
        (_, Some((read, why))) if read > reading.at => Err(why),
        (rest, _) => Err(too_much(text.split_whitespace().next().unwrap_or_default(), rest)),
    }
}

/// What has been read, and why the form that went furthest of the others is not it.
struct Begun<C> {
    choice: C,
    stuck: Option<(usize, Refusal)>,
}

/// The forms that begin with a word, as often as they do, and the word as they have it.
type Meant<'f, B, C> = (String, Vec<&'f Form<B, C>>);

/// The forms that begin with exactly this word, of what they may begin with.
fn meant<'f, B: Grammar, C>(
    at: Asked<'_, B>,
    forms: &[&'f [Form<B, C>]],
    word: &str,
    fits: impl Fn(Head<'_>) -> bool,
) -> Option<Meant<'f, B, C>> {
    let (mut known, mut meant) = (None, Vec::new());
    for form in forms.iter().copied().flatten() {
        form.tell_heads(at, &mut |head| {
            if same(word, head.word) && fits(head) {
                let known: &String = known.get_or_insert_with(|| head.word.to_owned());
                meant.extend(known.eq_ignore_ascii_case(head.word).then_some(form));
            }
        });
    }
    known.map(|known| (known, meant))
}

/// The one word that begins so, of those with which these forms may begin.
fn completed<B: Grammar, C>(
    at: Asked<'_, B>,
    forms: &[&[Form<B, C>]],
    first: &str,
    named: bool,
) -> Result<String, Refusal> {
    let verbs: Vec<&str> = all_verbs::<B>().collect();
    let mut known: Vec<String> = Vec::new();
    for form in forms.iter().copied().flatten() {
        form.tell_heads(at, &mut |head| {
            let is_new = !known.iter().any(|word| word.eq_ignore_ascii_case(head.word));
            if is_new && head.fits(named, |name| verbs.iter().any(|verb| verb.eq_ignore_ascii_case(name))) {
                known.push(head.word.to_owned());
            }
        });
    }
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    verb(first, &known).map(str::to_owned).map_err(|refusal| B::unknown(at, first).unwrap_or(refusal))
}

/// Reads what one of these forms says: the one that understands most of it.
fn begun<B: Grammar, C>(
    at: Asked<'_, B>,
    forms: &[&[Form<B, C>]],
    reading: &mut Reading<'_>,
) -> Result<Begun<C>, Refusal> {
    if reading.depth > DEEPEST {
        let why = format!(
            "these are too many answers within each other; one stands in {DEEPEST} others at most: leave some out"
        );
        return Err(Refusal::because(why));
    }
    let named = reading.take(USE);
    reading.named |= named;
    let Some(first) = reading.peek() else {
        return Err(Refusal::because(if named { "use what?" } else { "an answer is missing" }));
    };
    let named = reading.named;
    let fits = |head: Head<'_>| head.fits(named, is_taken::<B>);
    // Nearly always the word is there as it was written, and the others need not be gathered.
    let found = match meant(at, forms, first, fits) {
        Some(found) => Some(found),
        None => meant(at, forms, &completed(at, forms, first, named)?, fits),
    };
    let (word, forms) = found.unwrap_or_default();
    let word = word.as_str();
    let mut best: Option<(usize, C)> = None;
    let (mut stuck, mut looks): (Option<(usize, Refusal)>, _) = (None, Vec::new());
    for form in forms {
        let mut own = Reading { words: reading.words.clone(), depth: reading.depth + 1, ..*reading };
        own.words[own.at] = word;
        own.at += usize::from(form.verb.is_some());
        match (form.read)(at, &mut own) {
            Ok(choice) if best.as_ref().is_none_or(|(read, _)| own.at > *read) => best = Some((own.at, choice)),
            Ok(_) => {}
            Err(Misread::Looks) => looks.push(looks_like(form.looks, word)),
            Err(Misread::Word(refusal)) if stuck.as_ref().is_none_or(|(read, _)| own.at > *read) => {
                stuck = Some((own.at, refusal));
            }
            Err(Misread::Word(_)) => {}
        }
    }
    match (best, stuck) {
        (Some((read, choice)), stuck) => {
            (reading.at, reading.named) = (read, false);
            Ok(Begun { choice, stuck })
        }
        (None, Some((read, why))) => {
            reading.at = read;
            Err(why)
        }
        (None, None) => {
            let begun = [&reading.words[..reading.at], &[word]].concat().join(" ");
            let example = listed(at, &begun).map_or(String::new(), |text| format!(", for example `{text}`"));
            Err(Refusal::because(format!("write {}{example}", looks.join(" or "))))
        }
    }
}

/// The first answer that is listed and begins so.
fn listed<B: Grammar>(at: Asked<'_, B>, begun: &str) -> Option<String> {
    let mut found = None;
    B::options(at.g, at.s, at.who, at.ask, &mut |choice| {
        if found.is_none() {
            let text = choice_view(at, &choice).text;
            let rest = text.strip_prefix(begun).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
            found = rest.then_some(text);
        }
    });
    found
}

/// `jump to CELL as SLOT`
fn looks_like(looks: &str, begun: &str) -> String {
    let words =
        looks.split_whitespace().skip(1).map(|word| word.strip_prefix('$').map_or(word.to_owned(), str::to_uppercase));
    format!("`{}`", [begun.to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" "))
}

/// What an answer may begin with.
#[derive(Clone, Copy, Debug)]
pub struct Head<'h> {
    word: &'h str,
    is_verb: bool,
}

impl<'h> Head<'h> {
    /// A word of a form.
    #[must_use]
    pub fn verb(word: &'h str) -> Self {
        Self { word, is_verb: true }
    }

    /// The name of something.
    #[must_use]
    pub fn name(word: &'h str) -> Self {
        Self { word, is_verb: false }
    }

    /// May it begin an answer here: one that is `named`, or any, of which a name gives way to a verb?
    fn fits(self, named: bool, is_taken: impl Fn(&str) -> bool) -> bool {
        if named { !self.is_verb } else { self.is_verb || !is_taken(self.word) }
    }
}

/// Does a name have to make way for a word of a form?
#[must_use]
pub fn is_taken<B: Grammar>(name: &str) -> bool {
    all_verbs::<B>().any(|verb| verb.eq_ignore_ascii_case(name))
}

/// With `use` before a name that would be taken for something else.
#[must_use]
pub fn told_apart<B: Grammar>(view: ChoiceView) -> ChoiceView {
    match view.parts.first() {
        Some(part) if !matches!(part.kind, Piece::Verb | Piece::Word) && is_taken::<B>(&part.text) => {
            ChoiceView::doing(USE).then(view)
        }
        _ => view,
    }
}

/// Words that say nothing of what is done.
const LITTLE: [&str; 9] = ["as", "at", "behind", "from", "of", "on", "to", "when", "with"];

/// With a word that stands in a form: what is done, where it is the first.
#[must_use]
pub fn with_word(view: ChoiceView, word: &str) -> ChoiceView {
    if view.parts.is_empty() && !LITTLE.contains(&word) { ChoiceView::doing(word) } else { view.word(word) }
}

/// What one of several forms says; [`part`] makes it.
pub struct Part<'a, B: Grammar, C: 'static> {
    at: Asked<'a, B>,
    forms: &'static [Form<B, C>],
}

/// What one of these forms says, as a part of another one.
pub fn part<'a, B: Grammar, C>(at: Asked<'a, B>, forms: &'static [Form<B, C>]) -> Part<'a, B, C> {
    Part { at, forms }
}

impl<B: Grammar, C> Slot for Part<'_, B, C> {
    type Value = C;

    fn fits(&self, reading: &Reading<'_>) -> bool {
        let Some(next) = reading.peek() else { return false };
        let mut fits = false;
        self.heads(&mut |head| fits |= head.word.eq_ignore_ascii_case(next));
        fits
    }

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        self.forms.iter().for_each(|form| form.tell_heads(self.at, tell));
    }

    fn say(&self, value: &C, view: ChoiceView) -> Option<ChoiceView> {
        said(self.at, self.forms, value).map(|part| view.then(part))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<C, Misread> {
        if reading.peek().is_none() {
            return Err(Misread::Looks);
        }
        Ok(begun(self.at, &[self.forms], reading)?.choice)
    }
}
