//! Serial numbers of what lasts (shots in the air, spells kept up): they say what belongs together and which came first.

use arrayvec::ArrayVec;

/// Different numbers in use at once, at most; a state that has more keeps its numbers.
const MOST: usize = 64;

/// Numbers them anew from 1, so that states that differ in nothing else become equal. `each` shows every number of a
/// state. Gives the last number in use; nothing where there are too many, and then nothing has changed.
///
/// ```
/// let mut shots = vec![12_u16, 7, 12];
/// let last = skirmish_kernel::renumber(&mut shots, |shots, see| shots.iter_mut().for_each(see));
/// assert_eq!((shots, last), (vec![2, 1, 2], Some(2)));
/// ```
pub fn renumber<S>(s: &mut S, each: impl Fn(&mut S, &mut dyn FnMut(&mut u16))) -> Option<u16> {
    let mut used: ArrayVec<u16, MOST> = ArrayVec::new();
    let mut fits = true;
    each(s, &mut |serial| fits &= used.contains(serial) || used.try_push(*serial).is_ok());
    if !fits {
        return None;
    }
    used.sort_unstable();
    each(s, &mut |serial| {
        let at = used.iter().position(|known| known == serial).unwrap_or(0);
        *serial = u16::try_from(at + 1).unwrap_or(u16::MAX);
    });
    u16::try_from(used.len()).ok()
}
