//! The initial values of what lies in the storage of a gang.

use super::ALIGNMENT;
use forlane_cfg::{Constant, RealKind, Type};

/// The initial bytes of a component of an area, for one lane.
#[derive(Clone, Debug)]
pub(super) struct AreaImage {
    pub start: usize,
    pub bytes: Vec<u8>,
    /// The size of the elements that are interleaved; none where the lanes' copies are one after the other.
    pub element: Option<usize>,
}

/// The initial values of a static variable.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub offset: usize,
    /// The bytes of each lane's copy, where these are one after the other.
    pub lane_bytes: Option<usize>,
    pub ty: Type,
    pub runs: Vec<(u64, u64, Constant)>,
}

impl Image {
    /// Writes the copies of `lanes` lanes.
    pub fn write(&self, image: &mut [u8], lanes: usize) {
        let size = self.ty.size();
        // The elements of interleaved copies are those of one array that is `lanes` times as long.
        let (copies, each, together) = match self.lane_bytes {
            Some(bytes) => (lanes, bytes, 1),
            None => (1, 0, lanes),
        };
        for copy in 0..copies {
            for (first, count, value) in &self.runs {
                let bytes = constant_bytes(self.ty, value);
                let begin = self.offset * lanes + copy * each + *first as usize * together * size;
                let end = begin + *count as usize * together * size;
                if let Some(run) = image.get_mut(begin..end) {
                    run.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(&bytes[..size]));
                }
            }
        }
    }
}

impl AreaImage {
    /// Writes the copies of `lanes` lanes.
    pub fn write(&self, image: &mut [u8], lanes: usize) {
        let (count, size) = match self.element {
            Some(size) if size > 0 => (self.bytes.len() / size, size),
            _ => (1, self.bytes.len()),
        };
        let stride = if self.element.is_some() { size } else { size.next_multiple_of(ALIGNMENT as usize) };
        for index in 0..count {
            for lane in 0..lanes {
                let begin = self.start * lanes + (index * lanes + lane) * stride;
                let of_element = &self.bytes[index * size..(index + 1) * size];
                if let Some(to) = image.get_mut(begin..begin + size) {
                    to.copy_from_slice(of_element);
                }
            }
        }
    }
}

/// A constant as it is in memory, converted to the type; 8 bytes, of which the type's size count.
pub fn constant_bytes(ty: Type, value: &Constant) -> [u8; 8] {
    let mut bytes = [0; 8];
    match (ty, value) {
        // The low bytes come first.
        (Type::Integer(_), Constant::Integer(_, value)) => bytes = value.to_le_bytes(),
        (Type::Real(RealKind::R4), Constant::Real(_, value)) => {
            bytes[..4].copy_from_slice(&(*value as f32).to_ne_bytes());
        }
        (Type::Real(RealKind::R8), Constant::Real(_, value)) => bytes = value.to_ne_bytes(),
        (Type::Logical, Constant::Logical(value)) => bytes[..4].copy_from_slice(&i32::from(*value).to_ne_bytes()),
        // The verifier rejects initial values of another type; zero is what an uninitialised element holds.
        _ => {}
    }
    bytes
}
