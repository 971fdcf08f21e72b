//! Which units of a kernel or main program are recursive, and what ends their recursion.

use forlane_cfg::Unit;
use forlane_cfg::analysis::Recursion;

/// What ends recursion that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecursionBound {
    /// The end of the stack: that of a main program.
    Stack,
    /// The number of calls of recursive units that a row is in: that of a kernel.
    Calls(u32),
}

/// The recursive units and their bound.
#[derive(Clone, Debug)]
pub struct BoundRecursion {
    units: Recursion,
    bound: RecursionBound,
}

impl Default for BoundRecursion {
    /// No unit is recursive.
    fn default() -> BoundRecursion {
        BoundRecursion { units: Recursion::default(), bound: RecursionBound::Calls(0) }
    }
}

impl BoundRecursion {
    /// Of the units of a kernel, for which this number of calls at once is requested, or of a main program without a
    /// depth.
    pub fn compute(units: &[&Unit], max_depth: Option<u32>) -> BoundRecursion {
        let units = Recursion::compute(units.iter().copied());
        let calls = max_depth.map(|depth| RecursionBound::Calls(units.most_calls(depth)));
        BoundRecursion { bound: calls.unwrap_or(RecursionBound::Stack), units }
    }

    /// Whether the unit of that name is recursive.
    pub fn contains(&self, unit: &str) -> bool {
        self.units.contains(unit)
    }

    /// Whether no unit is.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Whether the unit of that name may be active twice, so that each execution needs local arrays of its own.
    pub fn nests(&self, unit: &str) -> bool {
        self.bound != RecursionBound::Calls(0) && self.contains(unit)
    }

    /// What ends the recursion.
    pub fn bound(&self) -> RecursionBound {
        self.bound
    }

    /// The most calls of recursive units that are counted.
    pub fn most_calls(&self) -> u32 {
        match self.bound {
            RecursionBound::Stack => 0,
            RecursionBound::Calls(calls) => calls,
        }
    }
}
