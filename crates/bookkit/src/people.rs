//! Those who fight, found by their ids.

use std::hash::{Hash, Hasher};

use skirmish_kernel::{Id, Ids};

/// Makes the ways to those who fight: everybody's id, sheet and side from a setup with `sheets`; everybody as they are now from a state with
/// `creatures`; and `Fighter`, somebody with both, looked up once by a rule that asks several things of them. A book adds
/// what its rules ask most; things that are known by number stand behind a semicolon: `; weapon: Weapon = weapons`. A field of the
/// state that holds [`Touched`] stands behind the creature's type; then the creature says whether it `is_plain`.
#[macro_export]
macro_rules! people {
    ($setup:ty, $state:ty, $sheet:ty, $creature:ty $(, $touched:ident)? $(; $($thing:ident: $of:ty = $all:ident),+)?) => {
        impl $setup {
            $($(
                /// One of those that are known here; a number beyond the last names the last.
                #[inline]
                #[must_use]
                pub fn $thing(&self, index: u8) -> &$of {
                    $crate::people::or_last(&self.$all, usize::from(index))
                }
            )+)?

            /// Everybody.
            pub fn ids(&self) -> impl Iterator<Item = ::skirmish_kernel::Id> + use<> {
                (0..self.sheets.len()).map(::skirmish_kernel::Id::new)
            }

            /// A combatant's sheet.
            #[inline]
            #[must_use]
            pub fn sheet(&self, id: ::skirmish_kernel::Id) -> &$sheet {
                $crate::people::or_last(&self.sheets, id.index())
            }

            /// A combatant's side.
            #[inline]
            #[must_use]
            pub fn side(&self, id: ::skirmish_kernel::Id) -> ::skirmish_kernel::Side {
                self.sheet(id).side
            }

            /// Somebody with the sheet and as things stand.
            #[inline]
            #[must_use]
            pub fn fighter<'a>(&'a self, s: &'a $state, id: ::skirmish_kernel::Id) -> Fighter<'a> {
                Fighter { id, sheet: self.sheet(id), now: s.creature(id) }
            }
        }

        impl $state {
            /// A combatant as it is now; an id beyond the last names the last.
            #[inline]
            #[must_use]
            pub fn creature(&self, id: ::skirmish_kernel::Id) -> &$creature {
                $crate::people::or_last(&self.creatures, id.index())
            }

            /// The same, to change.
            #[inline]
            pub fn creature_mut(&mut self, id: ::skirmish_kernel::Id) -> &mut $creature {
                $(self.$touched.touch(id);)?
                $crate::people::or_last_mut(&mut self.creatures, id.index())
            }

            $(
                /// A combatant as it is now, to change where it is only a count that `Creature::is_plain` does not read.
                #[inline]
                pub fn counts_mut(&mut self, id: ::skirmish_kernel::Id) -> &mut $creature {
                    $crate::people::or_last_mut(&mut self.creatures, id.index())
                }

                /// Is it known that nothing special applies to somebody, so that rules need not ask one by one?
                #[inline]
                #[must_use]
                pub fn is_plain(&self, id: ::skirmish_kernel::Id) -> bool {
                    let plain = !self.$touched.0.has(id);
                    debug_assert!(!plain || self.creature(id).is_plain(), "{id:?} is not as plain as it was taken for");
                    plain
                }

                /// Those to whom something special may apply.
                #[inline]
                #[must_use]
                pub fn special(&self) -> ::skirmish_kernel::Ids {
                    self.$touched.0.and(::skirmish_kernel::Ids::first(self.creatures.len()))
                }

                /// Looks again at those to whom something special may apply.
                #[inline]
                pub fn look_again(&mut self) {
                    let special = self.special().iter().filter(|id| !self.creature(*id).is_plain());
                    self.$touched.0 = special.collect();
                }
            )?
        }

        /// Somebody who fights, looked up once for a whole rule.
        #[derive(Clone, Copy, Debug)]
        pub struct Fighter<'a> {
            /// Who.
            pub id: ::skirmish_kernel::Id,
            /// What the sheet says, which does not change in play.
            pub sheet: &'a $sheet,
            /// How they are now.
            pub now: &'a $creature,
        }
    };
}

/// Those who have been changed since somebody last looked whether anything special applies to them.
///
/// Nothing special applies to anybody else; to those in it, something may. It only saves questions, and is no part of what a state is:
/// two states that differ in nothing else are equal. Of a state that has just been read nothing is known, so everybody is in it.
#[derive(Clone, Copy, Debug)]
pub struct Touched(pub Ids);

impl Touched {
    /// From now on something special may apply to them.
    #[inline(always)]
    pub fn touch(&mut self, id: Id) {
        self.0.set(id, true);
    }
}

impl Default for Touched {
    fn default() -> Self {
        Self(Ids::first(Id::MOST))
    }
}

impl PartialEq for Touched {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Touched {}

impl Hash for Touched {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What stands there, or the last one: an index from outside may be anything, and must not stop the program.
///
/// # Panics
/// Where there is nothing at all; no file that is read leaves a list empty of which this is asked.
// Rules look somebody up all the time: with `inline(always)` here, or `inline(never)` below, those of a duel of Fragments of Power took a
// tenth longer (`benches/floor.rs`).
#[inline]
#[must_use]
pub fn or_last<T>(all: &[T], at: usize) -> &T {
    match all.get(at) {
        Some(found) => found,
        None => last(all),
    }
}

/// The same, to change.
///
/// # Panics
/// As [`or_last`].
#[inline]
#[must_use]
pub fn or_last_mut<T>(all: &mut [T], at: usize) -> &mut T {
    if at < all.len() { &mut all[at] } else { last_mut(all) }
}

const NOBODY: &str = "an encounter has combatants, and a book has abilities and weapons";

#[cold]
fn last<T>(all: &[T]) -> &T {
    all.last().expect(NOBODY)
}

#[cold]
fn last_mut<T>(all: &mut [T]) -> &mut T {
    all.last_mut().expect(NOBODY)
}
