//! Places in memory.

use super::width::Width;
use regalloc2::VReg;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// What the displacement is added to.
    pub base: Base,
    /// A register that is added, times the scale.
    pub index: Option<(VReg, Width)>,
    /// 1, 2, 4 or 8.
    pub scale: u8,
    /// In bytes.
    pub displacement: i32,
    /// Whether one element is read for all lanes.
    pub broadcast: bool,
}

/// What the displacement of a place in memory is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Nothing.
    None,
    /// A register.
    Register(VReg),
    /// The stack pointer.
    Stack,
    /// The constants of the function.
    Constants,
}

impl Memory {
    /// At a distance from a pointer.
    pub fn at(base: VReg, displacement: i32) -> Memory {
        Memory { base: Base::Register(base), index: None, scale: 1, displacement, broadcast: false }
    }

    /// In the frame.
    pub fn stack(displacement: i32) -> Memory {
        Memory { base: Base::Stack, index: None, scale: 1, displacement, broadcast: false }
    }

    /// Among the constants of the function.
    pub fn constant(offset: u32, broadcast: bool) -> Memory {
        Memory { base: Base::Constants, index: None, scale: 1, displacement: offset as i32, broadcast }
    }

    /// With an index.
    pub fn indexed(self, index: VReg, width: Width, scale: u8) -> Memory {
        Memory { index: Some((index, width)), scale, ..self }
    }
}
