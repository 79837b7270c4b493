//! Tokens: whoever has one may do what it stands for. The store keeps their hashes alone.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The hash of a token, as the store has it.
pub type Hash = [u8; 32];

/// A new token that nobody can guess: 256 bits, as text for an address.
///
/// # Errors
/// When the operating system has no randomness to give.
pub(crate) fn token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// A new name that nothing else has: 72 bits, no secret.
///
/// # Errors
/// As for [`token`].
pub(crate) fn name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 9];
    getrandom::fill(&mut bytes)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// A number for the generator that a table's battle carries and its live dice do not use.
///
/// # Errors
/// As for [`token`].
pub(crate) fn seed() -> Result<u64, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// What the store keeps of a token. It is long and random: no slow hash is needed, and a search for the whole hash tells
/// nothing of how near a guess was.
pub(crate) fn hash(token: &str) -> Hash {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn tokens_differ_and_fit_an_address() {
        let (one, other) = (super::token().unwrap(), super::token().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.len(), 43);
        assert!(one.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
        assert_ne!(super::hash(&one), super::hash(&other));
    }
}
