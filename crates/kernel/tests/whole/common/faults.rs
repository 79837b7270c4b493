//! Mistakes that a rulebook could make with those who come and go, or lurk, to see that the kit finds each of them.

use std::cell::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Offers those who have not come as targets.
    ListsTheAbsent,
    /// Lists nobody who has not come, and lets one be struck all the same.
    TakesTheAbsent,
    /// Asks a beast at whom it springs before it has come.
    AsksTooEarly,
    /// Asks a beast at whom it springs where nobody is.
    AsksForNothing,
    /// Lets a beast throw once more when it has gone.
    BitesWhenGone,
    /// Tells that a beast is missed when it has gone, where nobody is asked any more.
    MissesTheGone,
    /// Has those who have not come on the board.
    ShowsTheAbsent,
    /// Tells everybody who may come.
    NamesTheAbsent,
    /// Tells everybody who lurks.
    NamesTheHidden,
    /// Lets a guess know whether the other side can call anybody.
    GuessesTheSecret,
    /// Has no gauges of those who are not there.
    LosesGauges,
    /// Calls its gauge something else in another form.
    RenamesGauges,
    /// Forgets how long a beast stays.
    ForgetsHowLong,
    /// Counts those who are not there as able.
    CountsTheAbsent,
    /// Lets nobody see the board whom a foe has marked in secret.
    SeesTheMarks,
    /// Parries as usual where a foe has marked somebody in secret; of this nobody hears.
    StandsByTheMarks,
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
}

impl Fault {
    pub fn is_on(self) -> bool {
        FAULT.get() == Some(self)
    }
}

/// What comes of it while the toy has a fault.
pub fn with_fault<R>(fault: Fault, run: impl FnOnce() -> R) -> R {
    FAULT.set(Some(fault));
    let result = run();
    FAULT.set(None);
    result
}
