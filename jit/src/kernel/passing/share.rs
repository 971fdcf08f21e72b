//! Rows that are dealt out, group after group, to several ways to run them, so that each has rows of the whole block.

use std::ops::Range;

/// Rows of a group are a multiple of these, so that gangs of all sizes are full in it.
const WHOLE_GANGS: usize = 64;
/// Groups of a share, if they do not get too small.
const GROUPS: usize = 32;

/// The rows of one of several that have as many each, one after the other in groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// The first row of the block.
    pub first: usize,
    /// Rows of the share.
    pub rows: usize,
    /// Which of the shares it is, counted from 0, and how many there are.
    pub number: usize,
    pub of: usize,
}

impl Share {
    /// Rows from the first on, of which none belong to others.
    pub(super) fn whole(rows: Range<usize>) -> Share {
        Share { first: rows.start, rows: rows.len(), number: 0, of: 1 }
    }

    /// Whether all rows of the block belong to it.
    pub(super) fn is_whole(self) -> bool {
        self.of == 1
    }

    /// The rows of the block.
    pub(super) fn block(self) -> Range<usize> {
        self.first..self.first + self.rows * self.of
    }

    /// Its groups of rows, counted from the first of the block.
    pub(super) fn groups(self) -> impl Iterator<Item = Range<usize>> {
        let most = match self.of {
            1 => self.rows.max(1),
            _ => (self.rows / GROUPS).next_multiple_of(WHOLE_GANGS).max(WHOLE_GANGS),
        };
        (0..self.rows).step_by(most).map(move |before| {
            let rows = most.min(self.rows - before);
            // In the same turn each time, one would have the same part of each line of a picture.
            let turn = (before / most).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            let start = before * self.of + (self.number + turn) % self.of * rows;
            start..start + rows
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row is in one share, and each share has rows of all parts of the block.
    #[test]
    fn rows_are_dealt_out() {
        for (rows, of) in [(1, 1), (1000, 1), (64, 3), (320, 2), (2048, 3), (4096, 17)] {
            let shares = (0..of).map(|number| Share { first: 100, rows, number, of });
            let mut all = Vec::new();
            for share in shares {
                let own: Vec<usize> = share.groups().flatten().collect();
                assert_eq!((own.len(), share.block()), (rows, 100..100 + rows * of));
                let sixteenth = (rows * of).div_ceil(GROUPS).max(WHOLE_GANGS * of);
                assert!(own.is_sorted() && own[0] < sixteenth && own[rows - 1] + sixteenth >= rows * of);
                all.extend(own);
            }
            all.sort_unstable();
            assert!(all.into_iter().eq(0..rows * of), "{rows} {of}");
        }
    }

    /// A picture's lines may be as long as the groups of all shares: without turns each share had one part of them all.
    #[test]
    fn shares_have_all_parts_of_a_line() {
        for number in 0..4 {
            let rows = Share { first: 0, rows: 2048, number, of: 4 }.groups().flatten();
            let parts: std::collections::BTreeSet<usize> = rows.map(|row| row % 256 / 64).collect();
            assert_eq!(parts.len(), 4, "{number}");
        }
    }
}
