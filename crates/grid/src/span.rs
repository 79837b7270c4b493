use serde::{Deserialize, Serialize};

/// The heights that a creature or an obstacle fills: from its bottom up to its top, in any whole unit.
///
/// The top itself is not filled, so a span from 0 to 2 lies under one from 2 to 3 and does not overlap it.
///
/// ```
/// use skirmish_grid::Span;
/// let (ogre, hawk) = (Span::new(0, 3).unwrap(), Span::new(3, 4).unwrap());
/// assert!(!ogre.overlaps(hawk) && ogre.distance(hawk) == 1);
/// assert!(ogre.overlaps(Span::ALL));
/// assert_eq!(Span::new(2, 2), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "(i32, i32)", into = "(i32, i32)")]
pub struct Span {
    bottom: i32,
    top: i32,
}

/// A span whose top is not above its bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpanError;

impl Span {
    /// Every height: for games that know none.
    pub const ALL: Self = Self { bottom: i32::MIN, top: i32::MAX };

    /// From one height up to another; `None` unless the top is above the bottom.
    #[must_use]
    pub const fn new(bottom: i32, top: i32) -> Option<Self> {
        if bottom < top { Some(Self { bottom, top }) } else { None }
    }

    /// The lowest height that is filled.
    #[must_use]
    pub const fn bottom(self) -> i32 {
        self.bottom
    }

    /// The height from which on nothing is filled.
    #[must_use]
    pub const fn top(self) -> i32 {
        self.top
    }

    /// Whether some height belongs to both.
    #[inline]
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.bottom < other.top && other.bottom < self.top
    }

    /// Steps of height between the nearest of both, as [`Cell::distance`](crate::Cell::distance) counts cells: 0 where
    /// they overlap, 1 where one begins at the other's top.
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        if self.overlaps(other) {
            return 0;
        }
        let (lower, upper) = if self.bottom < other.bottom { (self, other) } else { (other, self) };
        // At most 2³² − 2: from one end of the range to the other.
        (upper.bottom as i64 - lower.top as i64 + 1) as u32
    }

    /// The same span so much higher, or lower; `None` outside the range of `i32`.
    ///
    /// ```
    /// use skirmish_grid::Span;
    /// assert_eq!(Span::new(0, 2).unwrap().raised(-3), Span::new(-3, -1));
    /// ```
    #[must_use]
    pub fn raised(self, by: i32) -> Option<Self> {
        Some(Self { bottom: self.bottom.checked_add(by)?, top: self.top.checked_add(by)? })
    }
}

impl TryFrom<(i32, i32)> for Span {
    type Error = SpanError;

    fn try_from((bottom, top): (i32, i32)) -> Result<Self, SpanError> {
        Self::new(bottom, top).ok_or(SpanError)
    }
}

impl From<Span> for (i32, i32) {
    fn from(span: Span) -> Self {
        (span.bottom, span.top)
    }
}

impl std::fmt::Display for SpanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a span of heights whose top is not above its bottom")
    }
}

impl std::error::Error for SpanError {}
