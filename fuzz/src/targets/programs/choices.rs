//! Decisions as bytes. A case is lines of them, a statement, unit or row each, so that a part of the bytes is a smaller
//! program: what removes lines removes statements, and what removes bytes makes expressions shorter.

/// The decisions of one line, in order. Those that are missing are 0, which chooses what is simplest.
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl Choices<'_> {
    /// The decisions of a line.
    pub fn new(line: &[u8]) -> Choices<'_> {
        Choices { bytes: line.iter() }
    }

    /// The next decision.
    pub fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    /// Several.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        [(); N].map(|()| self.byte())
    }

    /// Whether something happens that does so in that part of the cases, in percent; else it is not done.
    pub fn happens(&mut self, percent: u32) -> bool {
        u32::from(self.byte()) * 100 >= (100 - percent) * 256
    }

    /// An index of these, in the proportion of their weights.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut at = u32::from(self.byte()) * total / 256;
        for (index, weight) in weights.iter().enumerate() {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return index,
            }
        }
        0
    }

    /// One of some things.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::from(self.byte()) % choices.len()]
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: u8) -> usize {
        usize::from(self.byte() % limit)
    }
}
