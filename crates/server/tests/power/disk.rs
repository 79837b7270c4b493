//! A disk that has not written everything yet.

use std::collections::BTreeMap;

use rand_chacha::ChaCha20Rng;
use rand_core::Rng;

use crate::trace::Event;

/// What a disk writes in one piece.
const SECTOR: usize = 512;

/// Files of one folder: their names, and what is in them, each as it is certain to be there and as it is now.
#[derive(Clone, Default)]
pub struct Disk {
    files: Vec<File>,
    /// By name: which file that was when the folder was last synced, and which it is now.
    names: BTreeMap<String, (Option<usize>, Option<usize>)>,
}

#[derive(Clone, Default)]
struct File {
    synced: Vec<u8>,
    waiting: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Length(usize),
}

impl Disk {
    pub fn does(&mut self, event: &Event) {
        match event {
            Event::Created(name) => {
                let next = self.files.len();
                let (_, now) = self.names.entry(name.clone()).or_default();
                if now.is_none() {
                    *now = Some(next);
                    self.files.push(File::default());
                }
            }
            Event::Unlinked(name) => self.names.entry(name.clone()).or_default().1 = None,
            Event::Write { name, at, bytes } => self.change(name, Change::Write { at: *at, bytes: bytes.clone() }),
            Event::Length { name, bytes } => self.change(name, Change::Length(*bytes)),
            Event::Synced(name) => {
                let Some(file) = self.file(name) else { return };
                let waiting = std::mem::take(&mut file.waiting);
                waiting.iter().for_each(|change| change.apply(&mut file.synced, |_| true));
            }
            Event::FolderSynced => self.names.values_mut().for_each(|(synced, now)| *synced = *now),
            Event::Told(_) => {}
        }
    }

    fn file(&mut self, name: &str) -> Option<&mut File> {
        let nth = self.names.get(name)?.1?;
        self.files.get_mut(nth)
    }

    fn change(&mut self, name: &str, change: Change) {
        let file = self.file(name).unwrap_or_else(|| panic!("{name} is written and was never made"));
        file.waiting.push(change);
    }

    /// What is found when the light is back: names as they were or as they are, and of what waited nothing, all, the
    /// beginning, some, or pieces of some.
    pub fn loses_power(self, random: &mut ChaCha20Rng) -> Vec<(String, Vec<u8>)> {
        let mut found = Vec::new();
        let how = random.next_u32() % 5;
        for (name, (synced, now)) in self.names {
            let Some(nth) = (if random.next_u32() % 2 == 0 { synced } else { now }) else { continue };
            let File { synced, waiting } = &self.files[nth];
            let mut bytes = synced.clone();
            let first = random.next_u32() as usize % (waiting.len() + 1);
            for (nth, change) in waiting.iter().enumerate() {
                let half = random.next_u32() % 2 == 0;
                match how {
                    0 => {}
                    1 => change.apply(&mut bytes, |_| true),
                    2 if nth < first => change.apply(&mut bytes, |_| true),
                    3 if half => change.apply(&mut bytes, |_| true),
                    4 => change.apply(&mut bytes, |_| random.next_u32() % 2 == 0),
                    _ => {}
                }
            }
            found.push((name, bytes));
        }
        found
    }
}

impl Change {
    /// Does what is to be done, in those pieces that reach the disk.
    fn apply(&self, to: &mut Vec<u8>, mut reaches: impl FnMut(usize) -> bool) {
        match self {
            Self::Length(length) if reaches(0) => to.resize(*length, 0),
            Self::Length(_) => {}
            Self::Write { at, bytes } => {
                let mut from = 0;
                while from < bytes.len() {
                    // To the end of the sector.
                    let until = bytes.len().min(from + SECTOR - (at + from) % SECTOR);
                    if reaches(from) {
                        let end = at + until;
                        if to.len() < end {
                            to.resize(end, 0);
                        }
                        to[at + from..end].copy_from_slice(&bytes[from..until]);
                    }
                    from = until;
                }
            }
        }
    }
}
