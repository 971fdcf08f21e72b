//! The stack frames of compiled units, and the stack that a call needs.
//!
//! For each unit the code generator reports one [`Frame`]. A call needs the frames along the longest path of calls
//! below it, up to those calls that have a check of their own, of the stack or of their number: in a cycle of recursive
//! units each call is such a one, so that the sum is finite.

use crate::error::JitError;
use crate::stack::FRAME_LIMIT;
use cranelift_module::FuncId;
use forlane_cfg::Unit;
use indexmap::{IndexMap, IndexSet};

/// What a call takes beside the frame that the code generator lays out: return address and frame pointer, aligned.
pub const CALL_BYTES: u64 = 32;

/// The frame of one compiled unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Bytes from the stack pointer at the call to the lowest one in the unit's code.
    pub bytes: u64,
    /// What it calls. Functions that have no frame here, those of the run-time support, do not count.
    pub callees: Vec<FuncId>,
}

/// The frames of all units of a kernel or main program.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    frames: IndexMap<FuncId, Frame>,
    /// The units before each call of which something is checked.
    checked: IndexSet<FuncId>,
}

/// The stack that the calls of a program's units need, in bytes, without that of the run-time support.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StackNeeds {
    /// The call of the entry, up to the next calls that are checked.
    pub entry: u64,
    /// The call of each unit before which there is a check, by its [`Frames::check`] number.
    pub checked: Vec<u64>,
}

impl Frames {
    /// Adds the frame of a unit.
    pub fn add(&mut self, unit: FuncId, frame: Frame) {
        self.frames.insert(unit, frame);
    }

    /// The number of the unit among those before each call of which there is a check.
    pub fn check(&mut self, unit: FuncId) -> usize {
        self.checked.insert_full(unit).0
    }

    /// The needs of a program that starts at `entry`; none if units call themselves without a check.
    pub fn needs(&self, entry: FuncId) -> Option<StackNeeds> {
        let mut needs = IndexMap::new();
        let roots = self.checked.iter().copied().chain([entry]);
        roots.clone().try_for_each(|root| self.sum_up(root, &mut needs))?;
        let checked = self.checked.iter().map(|unit| needs[unit]).collect();
        Some(StackNeeds { entry: needs[&entry], checked })
    }

    fn callees(&self, unit: FuncId) -> &[FuncId] {
        self.frames.get(&unit).map_or(&[], |frame| &frame.callees)
    }

    /// Adds to `needs` what the call of `root` needs, and the unchecked calls below it; none if these form a cycle.
    fn sum_up(&self, root: FuncId, needs: &mut IndexMap<FuncId, u64>) -> Option<()> {
        // Units on the path from the root, each with those of its callees that are still to be followed.
        let mut path = IndexMap::from([(root, self.callees(root).iter())]);
        while let Some((&unit, rest)) = path.last_mut() {
            match rest.next() {
                Some(callee) if self.checked.contains(callee) || needs.contains_key(callee) => {}
                Some(callee) if path.contains_key(callee) => return None,
                Some(callee) => drop(path.insert(*callee, self.callees(*callee).iter())),
                None => {
                    let unchecked = self.callees(unit).iter().filter(|callee| !self.checked.contains(*callee));
                    let below = unchecked.filter_map(|callee| needs.get(callee)).max().copied().unwrap_or(0);
                    let own = self.frames.get(&unit).map_or(0, |frame| frame.bytes);
                    needs.insert(unit, below.saturating_add(own));
                    path.pop();
                }
            }
        }
        Some(())
    }
}

/// Where a unit is in its source.
#[derive(Clone, Debug)]
pub struct UnitPlace {
    unit: String,
    file: String,
    line: u32,
}

impl UnitPlace {
    /// Of its first statement.
    pub fn of(unit: &Unit) -> UnitPlace {
        let at = unit.actions().map(|action| action.at).filter(|at| at.number > 0).min().unwrap_or_default();
        UnitPlace { unit: unit.source_name().to_string(), file: unit.file_at(at).to_string(), line: at.number }
    }

    /// Refuses a unit whose frame is too large.
    ///
    /// # Errors
    /// [`JitError::FrameSize`].
    pub fn check_frame(self, bytes: u64) -> Result<(), JitError> {
        let UnitPlace { unit, file, line } = self;
        if bytes <= FRAME_LIMIT { Ok(()) } else { Err(JitError::FrameSize { unit, file, line, bytes }) }
    }
}

/// As [`UnitPlace::check_frame`].
///
/// # Errors
/// [`JitError::FrameSize`].
pub fn check_frame(unit: &Unit, bytes: u64) -> Result<(), JitError> {
    if bytes <= FRAME_LIMIT { Ok(()) } else { UnitPlace::of(unit).check_frame(bytes) }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Frames, StackNeeds};
    use cranelift_module::FuncId;

    fn frames(units: &[(u64, &[u32])]) -> Frames {
        let mut frames = Frames::default();
        for (unit, (bytes, callees)) in (0..).map(FuncId::from_u32).zip(units) {
            frames.add(unit, Frame { bytes: *bytes, callees: callees.iter().copied().map(FuncId::from_u32).collect() });
        }
        frames
    }

    /// Not the sum of all frames: two callees use the same stack one after the other. Unit 9 is of the run-time
    /// support.
    #[test]
    fn the_longest_path_counts() {
        let frames = frames(&[(1, &[1, 2, 9]), (10, &[3]), (200, &[3, 9]), (3000, &[])]);
        assert_eq!(frames.needs(FuncId::from_u32(0)), Some(StackNeeds { entry: 3201, checked: vec![] }));
    }

    /// 0 calls 1, which calls 2, which calls 1 again, and 3. What follows a check is not a part of what the call before
    /// it needs, but the frame of the unit that checks is.
    #[test]
    fn a_check_ends_the_path() {
        let mut frames = frames(&[(1, &[1]), (10, &[2]), (100, &[1, 3]), (1000, &[])]);
        assert_eq!(frames.needs(FuncId::from_u32(0)), None);
        frames.check(FuncId::from_u32(2));
        frames.check(FuncId::from_u32(1));
        assert_eq!(frames.needs(FuncId::from_u32(0)), Some(StackNeeds { entry: 1, checked: vec![1100, 10] }));
    }
}
