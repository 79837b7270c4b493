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

        fn step_bare(
            g: &Setup,
            s: &mut State,
            t: &mut ::skirmish_kernel::any_table::AnyTable<'_, Self>,
        ) -> Result<::skirmish_kernel::Flow, ::skirmish_kernel::Stop> {
            $step(g, s, t)
        }

        fn step_itemised(
            g: &Setup,
            s: &mut State,
            t: &mut ::skirmish_kernel::any_table::AnyTable<'_, Self, ::skirmish_kernel::Itemised>,
        ) -> Result<::skirmish_kernel::Flow, ::skirmish_kernel::Stop> {
            $step(g, s, t)
        }

        fn options(g: &Setup, s: &State, who: ::skirmish_kernel::Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
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

/// What every rule of a book names in its head, for its `rules`: `at_table!(Toy);` makes the trait `Table`, a table at which this book
/// is played, and `OrHalt<T, R>`, what a rule comes to unless its table halts.
///
/// ```text
/// pub fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id) -> OrHalt<T, bool> {
/// ```
#[macro_export]
macro_rules! at_table {
    ($book:ty) => {
        /// A table at which this book is played.
        pub trait Table: ::skirmish_kernel::Table<$book> {}

        impl<T: ::skirmish_kernel::Table<$book>> Table for T {}

        /// What a rule comes to; or the halt of its table, which has not been answered yet.
        pub type OrHalt<T, R = ()> = ::std::result::Result<R, <T as ::skirmish_kernel::Table<$book>>::Halt>;
    };
}

/// A book for the shelf, as `BOOK` and, its types erased, as `game()`: `book!(Toy, Plain, "The toy game", "toys.example");` in `game`.
/// Its crate has `encounters/starter.toml`, `plans/starter.toml`, `text::encounter::schema` and `text::encounter::EXCHANGE`.
#[allow(clippy::crate_in_macro_def, reason = "the catalogue is that of the book which calls it")]
#[macro_export]
macro_rules! book {
    ($book:ty, $plain:path, $title:literal, $credit:literal) => {
        #[doc = concat!($title, ".")]
        pub const BOOK: ::skirmish_kernel::Book<$book> = ::skirmish_kernel::Book {
            title: $title,
            credit: $credit,
            encounters: crate::catalogue::ENCOUNTERS,
            content: crate::catalogue::CONTENT,
            transcripts: crate::catalogue::TRANSCRIPTS,
            starter: include_str!("../encounters/starter.toml"),
            plan: include_str!("../plans/starter.toml"),
            schema: crate::text::encounter::schema,
            exchange: Some(crate::text::encounter::EXCHANGE),
            plain: || Box::new($plain),
            thinker,
            simulator,
        };

        // What is to be quick is compiled here, in full: functions without a type of their own are.
        fn thinker(
            plain: ::skirmish_kernel::Maker<$book>,
            name: ::skirmish_kernel::PolicyName,
        ) -> Box<dyn ::skirmish_kernel::Policy<$book> + Send> {
            ::skirmish_tactics::thinker(plain, name)
        }

        fn simulator<'g>(
            bout: &'g ::skirmish_kernel::Bout<$book>,
            plan: &::skirmish_kernel::Plan,
        ) -> Box<dyn ::skirmish_kernel::Simulator + 'g> {
            ::skirmish_kernel::plain_simulator::<$book, $plain>(bout, plan)
        }

        /// The rulebook, its types erased.
        // Everything around the rules (sessions, transcripts, odds in words) is compiled where this is called, and in the release
        // profile that is where small code will do. Otherwise it is compiled here: for the tests, too, which share it then.
        #[cfg_attr(not(debug_assertions), inline)]
        pub fn game() -> Box<dyn ::skirmish_kernel::Game> {
            Box::new(BOOK)
        }
    };
}
