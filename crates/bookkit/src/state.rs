//! States that are set back without asking for memory.

/// Makes a struct and its `Clone`, whose `clone_from` goes field by field: so vectors keep their memory. A simulation sets
/// its state back to the beginning for every fight, and a derived `clone_from` would make it anew.
///
/// ```
/// skirmish_bookkit::state! {
///     /// What play changes.
///     #[derive(PartialEq, Debug)]
///     pub struct State {
///         /// The number of the round.
///         pub round: u32,
///         /// Everybody's hits.
///         pub hits: Vec<i16>,
///     }
/// }
/// let beginning = State { round: 1, hits: vec![7, 9] };
/// let mut state = State { round: 5, hits: vec![0, 2] };
/// let memory = state.hits.as_ptr();
/// state.clone_from(&beginning);
/// assert_eq!((&state, state.hits.as_ptr()), (&beginning, memory));
/// ```
#[macro_export]
macro_rules! state {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$about:meta])* $seen:vis $field:ident: $of:ty,)+
    }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$about])* $seen $field: $of,)+ }

        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field),)+ }
            }

            fn clone_from(&mut self, source: &Self) {
                #[allow(unused_imports, reason = "lists that are copied at once need it not")]
                use $crate::state::PutAny as _;
                $($crate::state::Place(&mut self.$field).put(&source.$field);)+
            }
        }
    };
}

/// A field that another value is put into. A list of plain values with a place of its own is copied at once, and where it is empty, as
/// most are, not at all: its own `clone_from` goes from one to the next. All else is set by [`PutAny`].
#[derive(Debug)]
pub struct Place<'a, T>(pub &'a mut T);

impl<T: Copy, const N: usize> Place<'_, arrayvec::ArrayVec<T, N>> {
    /// Puts it there.
    #[inline]
    pub fn put(self, source: &arrayvec::ArrayVec<T, N>) {
        self.0.clear();
        if !source.is_empty() {
            // There is room: both have the same.
            let _ = self.0.try_extend_from_slice(source);
        }
    }
}

/// Fields of any type.
pub trait PutAny<T> {
    /// Puts it there, if possible in the memory that is there.
    fn put(self, source: &T);
}

impl<T: Clone> PutAny<T> for Place<'_, T> {
    #[inline]
    fn put(self, source: &T) {
        self.0.clone_from(source);
    }
}

/// How many bytes a state takes with everything that these vectors of it reserve, as `bytes`, inside its `impl`:
/// `bytes!(creatures, areas);`.
#[macro_export]
macro_rules! bytes {
    ($($field:ident),+) => {
        /// What it takes in memory, with everything reserved, in bytes.
        pub fn bytes(&self) -> usize {
            size_of::<Self>() $(+ $crate::state::reserved(&self.$field))+
        }
    };
}

/// What a vector reserves, in bytes.
#[must_use]
pub fn reserved<T>(all: &Vec<T>) -> usize {
    all.capacity() * size_of::<T>()
}
