//! Which program this is: another one may play by other rules, and what it has kept is not believed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Notes are short, and so are the headers that lead to them.
const MOST_BYTES: u64 = 1 << 16;

/// This program: its version, and what it was made of.
///
/// A linker leaves a build id in the program, made from all that it has put together, so a few hundred bytes tell builds
/// apart as well as all of them. Length and time of the file would not: some systems give all files the same time, and
/// programs of one length are no rarity. Where there is no build id the whole program is read.
pub(crate) fn name() -> String {
    let own = own().and_then(|mut own| match build_id(&mut own) {
        Some(id) => Ok(id.iter().map(|byte| format!("{byte:02x}")).collect()),
        None => all_of(&mut own),
    });
    format!("{} {}", env!("CARGO_PKG_VERSION"), own.unwrap_or_else(|_| nameless()))
}

/// The file of this program, even if another one has taken its place since it was started.
fn own() -> io::Result<File> {
    if cfg!(target_os = "linux") { File::open("/proc/self/exe") } else { File::open(std::env::current_exe()?) }
}

/// A name that no program has, not even this one when it runs again: nothing that is kept under it is ever believed.
fn nameless() -> String {
    let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    format!("unknown-{}-{}", std::process::id(), now.as_nanos())
}

/// The build id of a program for 64 bits, least byte first; nothing if it has none, or is another kind of file.
fn build_id(program: &mut (impl Read + Seek)) -> Option<Vec<u8>> {
    const NOTES: u32 = 4;
    let head = part(program, 0, 64)?;
    if !head.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (at, size, count) = (number(&head, 32, 8)?, number(&head, 54, 2)?, number(&head, 56, 2)?);
    let headers = part(program, at, size.checked_mul(count)?)?;
    for header in headers.chunks(usize::try_from(size).ok().filter(|size| *size > 0)?) {
        if number(header, 0, 4)? != u64::from(NOTES) {
            continue;
        }
        let notes = part(program, number(header, 8, 8)?, number(header, 32, 8)?)?;
        if let Some(id) = id_in(&notes) {
            return Some(id);
        }
    }
    None
}

/// Notes follow one another: three numbers, a name and what is said, each filled up to four bytes.
fn id_in(mut notes: &[u8]) -> Option<Vec<u8>> {
    const BUILD_ID: u64 = 3;
    while notes.len() >= 12 {
        let (name_len, len, kind) = (number(notes, 0, 4)?, number(notes, 4, 4)?, number(notes, 8, 4)?);
        let (name_len, len) = (usize::try_from(name_len).ok()?, usize::try_from(len).ok()?);
        let start = 12usize.checked_add(name_len.checked_next_multiple_of(4)?)?;
        let name = notes.get(12..12usize.checked_add(name_len)?)?;
        let said = notes.get(start..start.checked_add(len)?)?;
        if kind == BUILD_ID && name == b"GNU\0" && said.len() >= 8 {
            return Some(said.to_vec());
        }
        notes = notes.get(start.checked_add(len.checked_next_multiple_of(4)?)?..)?;
    }
    None
}

fn part(file: &mut (impl Read + Seek), at: u64, len: u64) -> Option<Vec<u8>> {
    if len > MOST_BYTES {
        return None;
    }
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut bytes = vec![0; usize::try_from(len).ok()?];
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

fn number(bytes: &[u8], at: usize, len: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(len)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn all_of(own: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    own.rewind()?;
    own.read_to_end(&mut bytes)?;
    Ok(format!("{:016x}", fingerprint(&bytes)))
}

/// Eight bytes at a time: it must tell builds apart, not withstand anybody.
fn fingerprint(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    let mix = |hash: u64, chunk: &[u8]| (hash ^ word(chunk)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    bytes.chunks(8).fold(bytes.len() as u64, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A program with nothing in it but two notes, the second of which is a build id.
    fn program() -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (bytes[32], bytes[54], bytes[56]) = (64, 56, 2);
        let (mut other, mut notes) = (vec![0; 56], vec![0; 56]);
        (other[0], notes[0], notes[8], notes[32]) = (1, 4, 176, 52);
        bytes.extend(other.into_iter().chain(notes));
        bytes.extend([4, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0].into_iter().chain(*b"GNU\0\x09\x09\0\0"));
        bytes.extend([4, 0, 0, 0, 16, 0, 0, 0, 3, 0, 0, 0].into_iter().chain(*b"GNU\0sixteen bytes ok"));
        bytes
    }

    #[test]
    fn a_build_id_is_found_and_nothing_else_is_taken_for_one() {
        let whole = program();
        assert_eq!(build_id(&mut Cursor::new(&whole)), Some(b"sixteen bytes ok".to_vec()));
        for at in 0..whole.len() {
            assert_eq!(build_id(&mut Cursor::new(&whole[..at])), None, "cut at {at}");
            let mut bytes = whole.clone();
            bytes[at] = 0xff;
            // Whatever stands there, it comes to an end.
            let _ = build_id(&mut Cursor::new(&bytes));
        }
        assert_eq!(build_id(&mut Cursor::new(b"#!/bin/sh\n".repeat(100))), None);
    }

    #[test]
    fn the_same_program_has_the_same_name_and_a_nameless_one_has_none() {
        assert_eq!(name(), name());
        assert!(!name().contains("unknown"), "{}", name());
        assert_ne!(nameless(), nameless());
    }
}
