//! Fights that are pinned: by a hash where a policy chooses, in full where nobody's taste shows.

use std::path::Path;

use skirmish_kernel::conformance::{is_golden, playthrough};
use skirmish_kernel::{Book, Embedded, Random, Scribe};

/// More steps than any fight has.
const MOST_STEPS: usize = 10_000;

/// One line for a whole fight of the plain policy: how long it is, how it ends, and the hash of its story, which is
/// written to the folder `scratch`.
pub(crate) fn line<B: Scribe>(
    book: &Book<B>,
    encounter: &Embedded,
    seed: u64,
    scratch: &Path,
) -> Result<String, String> {
    let story = playthrough::<B>(encounter, &mut *(book.plain)(), seed, MOST_STEPS)?;
    let file = scratch.join(format!("{}-{seed}.txt", encounter.name));
    let written = std::fs::create_dir_all(scratch).and_then(|()| std::fs::write(&file, &story));
    written.map_err(|error| format!("{}: {error}", file.display()))?;
    let end = story.lines().last().unwrap_or_default();
    let (lines, hash) = (story.lines().count(), hash(&story));
    Ok(format!("{}, seed {seed}: {lines} lines, {end}, {hash:016x}\n", encounter.name))
}

/// The beginning of a battle by the random policy, told in full.
pub(crate) fn random<B: Scribe>(encounter: &Embedded, seed: u64, steps: usize) -> Result<String, String> {
    playthrough::<B>(encounter, &mut Random, seed, steps)
}

/// Is this what stands in the file?
pub(crate) fn hold(is: &str, path: &Path) -> Result<(), String> {
    let advice = "the whole stories are in the target folder, under tmp: compare them with those of a checkout \
                  before the change, then accept yours with UPDATE_GOLDEN=1";
    is_golden(is, path).map_err(|why| format!("{why}\n{advice}"))
}

/// FNV-1a with 64 bits: the same everywhere and for ever.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(
            [super::hash(""), super::hash("a"), super::hash("foobar")],
            [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8]
        );
    }
}
