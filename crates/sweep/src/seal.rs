//! What is kept has a checksum: a number that has changed on a disk is not believed.

use crate::key::fnv;

/// JSON with the checksum of a JSON text around it, for a [store](crate::Store).
#[must_use]
pub fn sealed(text: &str) -> String {
    format!("{{\"checksum\":\"{:032x}\",\"result\":{text}}}\n", fnv(text.as_bytes()))
}

/// The text inside; nothing if it is not what was [sealed].
///
/// ```
/// use skirmish_sweep::{opened, sealed};
///
/// assert_eq!(opened(&sealed("{}")), Some("{}"));
/// assert_eq!(opened("{}"), None);
/// ```
#[must_use]
pub fn opened(sealed: &str) -> Option<&str> {
    let (checksum, rest) = sealed.strip_prefix("{\"checksum\":\"")?.split_once("\",\"result\":")?;
    let text = rest.strip_suffix("}\n")?;
    (checksum == format!("{:032x}", fnv(text.as_bytes()))).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{opened, sealed};

    #[test]
    fn whatever_changes_is_noticed() {
        let text = "{\"fights\":150,\"won\":[[1,20,3]]}";
        let whole = sealed(text);
        assert_eq!(opened(&whole), Some(text));
        assert!(serde_json::from_str::<serde_json::Value>(&whole).is_ok());
        assert_eq!(opened(text), None);
        for at in 0..whole.len() {
            assert_eq!(opened(&whole[..at]), None, "cut at {at}");
            let mut bytes = whole.clone().into_bytes();
            bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
            assert_eq!(opened(&String::from_utf8(bytes).unwrap()), None, "changed at {at}");
        }
    }
}
