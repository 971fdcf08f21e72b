//! What generated code gets when it is called: the context of a run, argument slots, and what is counted.

use super::memory::DynamicMemory;

/// The state of one running gang; generated code gets a pointer to it.
#[repr(C)]
#[derive(Debug)]
pub struct Context {
    /// For each lane 0, or 1 + the index of the [`Site`](super::Site) at which it failed or stopped.
    pub status: *mut u32,
    /// Static variables and local arrays at the offsets of [`crate::layout::Layout`] times the gang size, interleaved
    /// by lane.
    pub storage: *mut u8,
    /// The bytes with which the storage of each gang starts: those of [`Layout::write_image`](crate::layout::Layout).
    pub image: *const u8,
    /// Arrays and texts of [`crate::constant_pool::ConstantPool`], one copy for all lanes.
    pub constants: *const u8,
    /// What instrumented code counts, by the numbers of its counters.
    pub counts: *mut LaneCount,
    /// Nonzero makes the gang stop at the next loop head; never null.
    pub interrupt: *const u32,
    /// An [`Output`](super::Output) for input and output; null in kernels, where printing does nothing.
    pub output: *mut u8,
    /// Otherwise than 0 if the run-time support was called in a way that leaves something behind in the output or
    /// memory, to be cleared before the next gang.
    pub left_behind: u32,
    /// Of the last gang that was run, if a lane of it did not return: the set of those that did.
    pub returned: u64,
    /// The memory that the run allocates; never null.
    pub memory: *mut DynamicMemory,
    /// In a main program, for each unit that is recursive the address that the stack pointer must be above at its call;
    /// see [`CodeModule::bound_recursion`](crate::module::CodeModule::bound_recursion). Kernels count their calls.
    pub stack_limits: *const usize,
}

impl Context {
    /// Offset of [`Context::status`].
    pub const STATUS: i32 = std::mem::offset_of!(Context, status) as i32;
    /// Offset of [`Context::storage`].
    pub const STORAGE: i32 = std::mem::offset_of!(Context, storage) as i32;
    /// Offset of [`Context::image`].
    pub const IMAGE: i32 = std::mem::offset_of!(Context, image) as i32;
    /// Offset of [`Context::returned`].
    pub const RETURNED: i32 = std::mem::offset_of!(Context, returned) as i32;
    /// Offset of [`Context::constants`].
    pub const CONSTANTS: i32 = std::mem::offset_of!(Context, constants) as i32;
    /// Offset of [`Context::counts`].
    pub const COUNTS: i32 = std::mem::offset_of!(Context, counts) as i32;
    /// Offset of [`Context::interrupt`].
    pub const INTERRUPT: i32 = std::mem::offset_of!(Context, interrupt) as i32;
    /// Offset of [`Context::left_behind`].
    pub const LEFT_BEHIND: i32 = std::mem::offset_of!(Context, left_behind) as i32;
    /// Offset of [`Context::stack_limits`].
    pub const STACK_LIMITS: i32 = std::mem::offset_of!(Context, stack_limits) as i32;
}

/// One argument of a compiled unit. A scalar has one element (scalar code, or uniform in gang code) or one for each
/// lane; an array `length` elements, those of the lanes interleaved when it is varying, unless the unit was compiled
/// for arrays that are apart.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ArgumentSlot {
    /// The first element.
    pub base: *mut u8,
    /// Number of elements of an array (of one lane).
    pub length: i64,
    /// Bytes from a lane's array to that of the next lane, where they are apart; unspecified otherwise.
    pub stride: i64,
    /// Bytes from a gang's elements to those of the next gang, for the entry of a kernel; unspecified elsewhere.
    pub step: i64,
}

impl ArgumentSlot {
    /// Size in bytes of a slot.
    pub const SIZE: i32 = std::mem::size_of::<ArgumentSlot>() as i32;
    /// Offset of [`ArgumentSlot::base`].
    pub const BASE: i32 = std::mem::offset_of!(ArgumentSlot, base) as i32;
    /// Offset of [`ArgumentSlot::length`].
    pub const LENGTH: i32 = std::mem::offset_of!(ArgumentSlot, length) as i32;
    /// Offset of [`ArgumentSlot::stride`].
    pub const STRIDE: i32 = std::mem::offset_of!(ArgumentSlot, stride) as i32;
    /// Offset of [`ArgumentSlot::step`].
    pub const STEP: i32 = std::mem::offset_of!(ArgumentSlot, step) as i32;
}

/// The entry of compiled code, a loop over gangs around a unit: context, one slot for each dummy argument of the unit
/// and one for a function's result, the set of lanes that run it, and the number of gangs, at least one. The slots are
/// those of the first gang; they change. Returns the number of gangs that are over, of which all lanes returned
/// normally. It is less than requested if the run is interrupted, or if a lane of the next gang did not return;
/// [`Context::returned`] says which did.
pub type CompiledEntry =
    unsafe extern "C" fn(context: *mut Context, arguments: *mut ArgumentSlot, active: u64, gangs: u64) -> u64;

/// What a counter of instrumented code has counted.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneCount {
    /// Executions by a gang.
    pub executions: u64,
    /// The lanes that were active in these, summed.
    pub active: u64,
}

impl LaneCount {
    pub(crate) const SIZE: usize = size_of::<LaneCount>();
    pub(crate) const EXECUTIONS: usize = std::mem::offset_of!(LaneCount, executions);
    pub(crate) const ACTIVE: usize = std::mem::offset_of!(LaneCount, active);

    /// Adds what others have counted by the same counters.
    pub fn add(sums: &mut Vec<LaneCount>, more: &[LaneCount]) {
        sums.resize(sums.len().max(more.len()), LaneCount::default());
        for (sum, more) in sums.iter_mut().zip(more) {
            sum.executions += more.executions;
            sum.active += more.active;
        }
    }
}
