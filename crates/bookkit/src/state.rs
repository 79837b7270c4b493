//! States that are set back without asking for memory.

use arrayvec::ArrayVec;

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
                // What is plain data has a way of its own, which the compiler prefers where it fits.
                #[allow(unused_imports, reason = "a state may be plain data alone")]
                use $crate::state::Anything as _;
                $($crate::state::Field(&mut self.$field, &source.$field).set_back();)+
            }
        }
    };
}

/// A field of a state, and what it is set back to.
#[derive(Debug)]
pub struct Field<'a, T>(pub &'a mut T, pub &'a T);

/// How any field is set back: by its own `clone_from`.
pub trait Anything {
    /// Sets it back.
    fn set_back(self);
}

impl<T: Clone> Anything for Field<'_, T> {
    #[inline]
    fn set_back(self) {
        self.0.clone_from(self.1);
    }
}

impl<T: Copy, const N: usize> Field<'_, ArrayVec<T, N>> {
    /// Most lists are empty: then nothing need be copied. Others are copied at once, where `clone_from` goes from one to the next.
    #[inline]
    pub fn set_back(self) {
        self.0.clear();
        if !self.1.is_empty() {
            // There is room: both have the same.
            let _ = self.0.try_extend_from_slice(self.1);
        }
    }
}

impl<T: Copy> Field<'_, Option<T>> {
    /// All of it at once, whatever was there.
    #[inline]
    pub fn set_back(self) {
        *self.0 = *self.1;
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
