/// The last answer to each of a few askers, with everything on which it depended: where that is the same again, nothing
/// is looked for.
///
/// A fighter asks whether there is a way, goes, and asks for the way; between the first question and the last nothing
/// has changed. Whoever asks makes no difference to what is found; nothing but time depends on it.
///
/// ```
/// use skirmish_grid::Latest;
/// let mut latest = Latest::new();
/// assert_eq!(latest.of(3, "from A1 to C1", |_| 2), 2);
/// assert_eq!(latest.of(3, "from A1 to C1", |_| unreachable!("it is known")), 2);
/// assert_eq!(latest.of(3, "from A1 to D1", |_| 3), 3);
/// assert_eq!(latest.of(3, "from A1 to C1", |_| 7), 7, "only the last is kept");
/// ```
#[derive(Debug, Clone)]
pub struct Latest<K, V> {
    known: Vec<Option<(K, V)>>,
}

impl<K: PartialEq, V: Clone> Latest<K, V> {
    /// Nothing known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { known: Vec::new() }
    }

    /// The answer to the asker with this number: as remembered where the reasons are the same, or else as `find` says of
    /// them. What is remembered grows to the highest number, and then allocates nothing.
    pub fn of(&mut self, asker: usize, reasons: K, find: impl FnOnce(&K) -> V) -> V {
        if self.known.len() <= asker {
            self.known.resize_with(asker + 1, || None);
        }
        match &self.known[asker] {
            Some((known, answer)) if *known == reasons => answer.clone(),
            _ => {
                let answer = find(&reasons);
                self.known[asker] = Some((reasons, answer.clone()));
                answer
            }
        }
    }

    /// The same, where it takes long to write the reasons down: `is_same` says whether those that are known hold still,
    /// and `reasons` writes them down where they do not.
    ///
    /// ```
    /// use skirmish_grid::Latest;
    /// let mut latest = Latest::new();
    /// let mut ask = |from: &str| *latest.of_same(3, |known| *known == from, || from.to_owned(), || from.len());
    /// assert_eq!((ask("A1"), ask("A1"), ask("A10")), (2, 2, 3));
    /// ```
    pub fn of_same(
        &mut self,
        asker: usize,
        is_same: impl FnOnce(&K) -> bool,
        reasons: impl FnOnce() -> K,
        find: impl FnOnce() -> V,
    ) -> &V {
        if self.known.len() <= asker {
            self.known.resize_with(asker + 1, || None);
        }
        let known = &mut self.known[asker];
        if known.as_ref().is_some_and(|(known, _)| !is_same(known)) {
            *known = None;
        }
        &known.get_or_insert_with(|| (reasons(), find())).1
    }
}

impl<K: PartialEq, V: Clone> Default for Latest<K, V> {
    fn default() -> Self {
        Self::new()
    }
}
