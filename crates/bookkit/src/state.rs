//! States that are copied all the time.

/// Implements [`Clone`] for a struct with these fields, all of them, so that `clone_from` keeps the memory of its lists: a
/// simulation resets its state for every fight and allocates nothing by it.
///
/// ```
/// #[derive(PartialEq, Debug)]
/// struct State {
///     round: u32,
///     order: Vec<u8>,
/// }
/// skirmish_bookkit::clone_in_place! { State: round, order }
///
/// let begun = State { round: 0, order: vec![2, 1] };
/// let mut now = State { round: 7, order: vec![1, 2, 3, 4] };
/// let list = now.order.as_ptr();
/// now.clone_from(&begun);
/// assert_eq!(now, begun.clone());
/// assert_eq!(now.order.as_ptr(), list, "it is the same list");
/// ```
#[macro_export]
macro_rules! clone_in_place {
    ($state:ident: $($field:ident),+ $(,)?) => {
        impl Clone for $state {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field),)+ }
            }

            fn clone_from(&mut self, source: &Self) {
                $(Clone::clone_from(&mut self.$field, &source.$field);)+
            }
        }
    };
}
