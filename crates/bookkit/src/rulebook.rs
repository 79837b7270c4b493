//! What a book says of its rules only because it is a book.

/// What [`Rulebook`](skirmish_kernel::Rulebook) asks of a book whose rules stand in chapters, inside its `impl`: its types are `Setup`, `State`,
/// `Ask`, `Choice` and `Event`, its catalogue is `CATALOGUE`, and these functions take a step, list what may be chosen, judge
/// it, say what stands without a word, and find what is broken in a state. A setup has `most_rounds`, an event `cites` its
/// rules. How a battle begins, what is forgotten and how places are told apart is the book's own.
///
/// ```ignore
/// impl Rulebook for Toy {
///     chapters!(clock::step, options::options, judge::judge, options::standing, invariant::broken);
///     // …
/// }
/// ```
#[macro_export]
macro_rules! chapters {
    ($step:path, $options:path, $judge:path, $standing:path, $broken:path) => {
        type Setup = Setup;
        type State = State;
        type Ask = Ask;
        type Choice = Choice;
        type Event = Event;

        const CATALOGUE: &'static ::skirmish_kernel::Catalogue = &CATALOGUE;

        fn step<T: ::skirmish_kernel::Table<Self>>(
            g: &Setup,
            s: &mut State,
            t: &mut T,
        ) -> Result<::skirmish_kernel::Flow, T::Halt> {
            $step(g, s, t)
        }

        fn options(g: &Setup, s: &State, who: ::skirmish_kernel::Id, ask: &Ask, yes: impl FnMut(Choice)) {
            $options(g, s, who, ask, yes);
        }

        fn judge(
            g: &Setup,
            s: &State,
            who: ::skirmish_kernel::Id,
            ask: &Ask,
            choice: &Choice,
        ) -> Result<(), ::skirmish_kernel::Refusal> {
            $judge(g, s, who, ask, choice)
        }

        #[inline]
        fn standing(g: &Setup, s: &State, who: ::skirmish_kernel::Id, ask: &Ask) -> Option<Choice> {
            $standing(g, s, who, ask)
        }

        fn most_rounds(g: &Setup) -> Option<u32> {
            Some(g.most_rounds)
        }

        fn cites(event: &Event, cite: &mut dyn FnMut(::skirmish_kernel::RuleId)) {
            event.cites(cite);
        }

        fn broken_invariant(g: &Setup, s: &State) -> Option<String> {
            $broken(g, s)
        }
    };
}
