/// A monotone priority queue (radix heap): nothing cheaper than what was last taken out may be put in, which a search
/// by cost never does.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    /// Bucket `i` holds what differs from `last` first in bit `i − 1`; bucket 0 what equals it.
    buckets: [Vec<(u32, u32)>; 33],
    last: u32,
    len: usize,
}

impl Default for Queue {
    fn default() -> Self {
        Self { buckets: std::array::from_fn(|_| Vec::new()), last: 0, len: 0 }
    }
}

impl Queue {
    pub(crate) fn clear(&mut self) {
        if self.len > 0 {
            self.buckets.iter_mut().for_each(Vec::clear);
        }
        (self.last, self.len) = (0, 0);
    }

    pub(crate) fn push(&mut self, key: u32, value: u32) {
        self.buckets[self.bucket(key)].push((key, value));
        self.len += 1;
    }

    /// One of the entries with the smallest key.
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.len == 0 {
            return None;
        }
        if self.buckets[0].is_empty() {
            let fullest = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
            self.last = self.buckets[fullest].iter().map(|&(key, _)| key).min()?;
            let mut entries = std::mem::take(&mut self.buckets[fullest]);
            for (key, value) in entries.drain(..) {
                self.buckets[self.bucket(key)].push((key, value));
            }
            self.buckets[fullest] = entries;
        }
        self.len -= 1;
        self.buckets[0].pop()
    }

    fn bucket(&self, key: u32) -> usize {
        (u32::BITS - (key ^ self.last).leading_zeros()) as usize
    }
}
