//! The name of a result: made from everything on which it depends.

use serde_json::json;

/// The format of what is kept; another one is another name.
const FORMAT: u32 = 2;

/// Everything on which the result of a cell depends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// As text.
    pub(crate) depends_on: String,
    name: String,
}

/// How a result comes about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum How {
    /// By fights, until chances are known so well.
    Fought { until: Option<f64> },
    /// Exactly, but for so much.
    Exactly { left: f64 },
}

impl Key {
    pub(crate) fn new(
        program: &str,
        encounter: &str,
        seed: u64,
        policies: &[String],
        most_rounds: u32,
        how: How,
    ) -> Self {
        let depends_on = match how {
            How::Fought { until } => json!({
                "format": FORMAT, "program": program, "encounter": encounter, "seed": seed.to_string(),
                "policies": policies, "most_rounds": most_rounds, "until": until.map(|until| until.to_string()),
            }),
            How::Exactly { left } => json!({
                "format": FORMAT, "program": program, "encounter": encounter, "seed": seed.to_string(),
                "policies": policies, "most_rounds": most_rounds, "exact": left.to_string(),
            }),
        };
        let depends_on = depends_on.to_string();
        let name = format!("{:032x}", fnv(depends_on.as_bytes()));
        Self { depends_on, name }
    }

    /// A name that two keys share only if they are equal, as good as ever. It is a file name everywhere.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// FNV-1a with 128 bits. Who kept a result under a name is looked at again when it is read, so it need not be secret.
pub(crate) fn fnv(bytes: &[u8]) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    bytes.iter().fold(BASIS, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::{How, Key, fnv};

    /// Values published with the algorithm.
    #[test]
    fn hashes_are_fnvs() {
        assert_eq!(fnv(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(fnv(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }

    #[test]
    fn everything_counts() {
        let policies = ["plain".to_owned()];
        let fought = How::Fought { until: None };
        let key = Key::new("1", "a", 1, &policies, 9, fought);
        let others = [
            Key::new("2", "a", 1, &policies, 9, fought),
            Key::new("1", "b", 1, &policies, 9, fought),
            Key::new("1", "a", 2, &policies, 9, fought),
            Key::new("1", "a", 1, &[], 9, fought),
            Key::new("1", "a", 1, &policies, 8, fought),
            Key::new("1", "a", 1, &policies, 9, How::Fought { until: Some(0.01) }),
            Key::new("1", "a", 1, &policies, 9, How::Exactly { left: 0.01 }),
        ];
        others.iter().for_each(|other| assert_ne!(key.name(), other.name()));
    }
}
