//! Fields of a combatant in one row each.

/// A number of a combatant: `number!("energy", "Energy that is left.", 0..=99, energy)`. This row and the next ones are for
/// modules with `type Row = Field<Book>`, and for states with `creature` and `creature_mut`.
#[macro_export]
macro_rules! number {
    ($name:expr, $about:expr, $range:expr, $($place:tt)+) => {
        Row::of($name, $about, |_, s, who| s.creature(who).$($place)+.into())
            .number($range, |s, who| (&mut s.creature_mut(who).$($place)+).into())
    };
}

/// A yes or no of a combatant: `flag!("begun", "Has it done anything?", spent.begun)`.
#[macro_export]
macro_rules! flag {
    ($name:expr, $about:expr, $($place:tt)+) => {
        Row::of($name, $about, |_, s, who| s.creature(who).$($place)+.into())
            .yes_no(|s, who| &mut s.creature_mut(who).$($place)+)
    };
}

/// A set of the state that somebody is in or not: `mark!("late", "It acts from the next round on.", marks.late)`.
#[macro_export]
macro_rules! mark {
    ($name:expr, $about:expr, $($place:tt)+) => {
        Row::of($name, $about, |_, s, who| s.$($place)+.has(who).into()).flag(|s| &mut s.$($place)+)
    };
}

/// How a combatant stands to another: `relation!(Toy, "distance", "Steps between them.", lines::between)`, for modules with
/// `type Row = Family<Book>`.
#[macro_export]
macro_rules! relation {
    ($book:ty, $name:expr, $about:expr, $how:expr) => {
        Row::relation($name, $about, |g, s, who, on| Ok($how(g, s, who, $crate::fields::other::<$book>(g, on)?).into()))
    };
}

/// Yes, no, or as the rules have it: `maybe!("backstab", "Is an attack on it from behind?", said.backstab)`.
#[macro_export]
macro_rules! maybe {
    ($name:expr, $about:expr, $($place:tt)+) => {
        Row::of($name, $about, |_, s, who| $crate::fields::auto(s.creature(who).$($place)+))
            .by(|_, s, who, change| {
                s.creature_mut(who).$($place)+ = change.said()?;
                Ok(())
            })
            .known(&["auto", "yes", "no"])
    };
}

/// One of the words of an enum: `one_of!("size", "How large it is.", "a size", Size, size)`.
#[macro_export]
macro_rules! one_of {
    ($name:expr, $about:expr, $what:expr, $words:ty, $($place:tt)+) => {
        Row::of($name, $about, |_, s, who| s.creature(who).$($place)+.word().into())
            .by(|_, s, who, change| {
                s.creature_mut(who).$($place)+ = change.one_of::<$words>($what)?;
                Ok(())
            })
            .words_of::<$words>()
    };
}
