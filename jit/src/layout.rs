//! Where the variables of a kernel live that do not live in registers: the storage of a gang and the constants.

use crate::error::JitError;
use crate::runtime::ArrayDescriptor;
use forlane_cfg::{ArrayLength, Constant, RealKind, Storage, Type, Unit, Var, VarId};
use indexmap::IndexMap;

/// Fixed offsets for the static variables and local arrays of all units of a kernel (no unit is active twice). The
/// statics come first: each gang starts with a copy of their initial image.
///
/// Offsets are for one lane. In a gang of W lanes a variable starts at W times its offset, and element i of lane l
/// stands i*W + l elements behind that.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    offsets: IndexMap<(String, usize), u32>,
    static_bytes: u32,
    bytes: u32,
    images: Vec<Image>,
}

/// The initial values of a static variable.
#[derive(Clone, Debug)]
struct Image {
    offset: usize,
    ty: Type,
    runs: Vec<(u64, u64, Constant)>,
}

/// Alignment of a variable within a lane's storage, so that it is aligned for vectors in every gang.
const ALIGNMENT: u64 = 16;

impl Layout {
    /// Gives an offset to each static variable and local array of the units, for gangs of that many lanes; `root` is
    /// named in errors.
    ///
    /// # Errors
    /// [`JitError::StorageSize`].
    pub fn compute(root: &str, units: &[&Unit], lanes: usize) -> Result<Layout, JitError> {
        let mut layout = Layout::default();
        let mut end = 0u64;
        for wanted in [Storage::Static, Storage::Local] {
            for unit in units {
                for (id, var) in unit.vars.iter() {
                    if var.storage == wanted && !var.is_promotable() {
                        layout.place(unit, id, var, &mut end);
                    }
                }
            }
            if wanted == Storage::Static {
                layout.static_bytes = limit(root, end, lanes)?;
            }
        }
        layout.bytes = limit(root, end, lanes)?;
        Ok(layout)
    }

    fn place(&mut self, unit: &Unit, id: VarId, var: &Var, end: &mut u64) {
        let bytes = storage_bytes(var);
        // Offsets past the limit never come to use: `compute` refuses them.
        self.offsets.insert((unit.name.clone(), id.index()), *end as u32);
        if var.storage == Storage::Static && !var.initial.is_empty() {
            self.images.push(Image { offset: *end as usize, ty: var.ty, runs: var.initial.clone() });
        }
        *end = end.saturating_add(bytes).checked_next_multiple_of(ALIGNMENT).unwrap_or(u64::MAX);
    }

    /// Offset, for one lane, of a static variable or local array.
    pub fn offset(&self, unit: &str, var: VarId) -> Option<u32> {
        self.offsets.get(&(unit.to_string(), var.index())).copied()
    }

    /// Bytes of storage for each lane.
    pub fn bytes(&self) -> usize {
        self.bytes as usize
    }

    /// The first bytes of the storage of a gang of that many lanes: its static variables before the gang starts.
    pub fn static_image(&self, lanes: usize) -> Vec<u8> {
        let mut image = vec![0u8; self.static_bytes as usize * lanes];
        for Image { offset, ty, runs } in &self.images {
            let size = ty.size();
            for (first, count, value) in runs {
                let bytes = constant_bytes(*ty, value);
                let begin = offset * lanes + *first as usize * lanes * size;
                let end = begin + *count as usize * lanes * size;
                if let Some(run) = image.get_mut(begin..end) {
                    run.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(&bytes[..size]));
                }
            }
        }
        image
    }
}

fn limit(root: &str, bytes: u64, lanes: usize) -> Result<u32, JitError> {
    // All lanes together must stay below 2 GiB, so that offsets fit the displacements of generated code.
    if bytes.saturating_mul(lanes as u64) >= 1 << 31 {
        return Err(JitError::StorageSize { unit: root.to_string(), bytes });
    }
    Ok(bytes as u32)
}

/// Number of elements of a variable; 1 for a scalar, 0 where only the call tells.
pub fn element_count(var: &Var) -> u64 {
    match var.array {
        None => 1,
        Some(ArrayLength::Constant(count)) => count,
        Some(ArrayLength::Actual | ArrayLength::Dynamic) => 0,
    }
}

/// Bytes that a variable takes in the storage of a lane: its elements, or what tells where they are.
pub fn storage_bytes(var: &Var) -> u64 {
    match var.array {
        Some(ArrayLength::Dynamic) => ArrayDescriptor::SIZE,
        _ => element_count(var).saturating_mul(var.ty.size() as u64),
    }
}

/// A constant as it stands in memory, converted to the type; 8 bytes, of which the type's size count.
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

/// The memory of [`Storage::Constant`] variables and of texts, not interleaved, which the compiled kernel owns.
#[derive(Clone, Debug, Default)]
pub struct ConstantPool {
    bytes: Vec<u8>,
    offsets: IndexMap<(String, usize), u32>,
    texts: IndexMap<String, u32>,
    vectors: IndexMap<[u8; 16], u32>,
}

impl ConstantPool {
    /// Places the constants of the units; `root` is named in errors.
    ///
    /// # Errors
    /// [`JitError::StorageSize`].
    pub fn compute(root: &str, units: &[&Unit]) -> Result<ConstantPool, JitError> {
        let mut pool = ConstantPool::default();
        for unit in units {
            for (id, var) in unit.vars.iter().filter(|(_, var)| var.storage == Storage::Constant) {
                let size = var.ty.size();
                let begin = pool.bytes.len();
                let bytes = element_count(var).saturating_mul(size as u64);
                limit(root, bytes.saturating_add(begin as u64), 1)?;
                pool.offsets.insert((unit.name.clone(), id.index()), begin as u32);
                pool.bytes.resize((begin + bytes as usize).next_multiple_of(ALIGNMENT as usize), 0);
                for (first, count, value) in &var.initial {
                    let run = begin + *first as usize * size..begin + (*first + *count) as usize * size;
                    let value = constant_bytes(var.ty, value);
                    if let Some(run) = pool.bytes.get_mut(run) {
                        run.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(&value[..size]));
                    }
                }
            }
        }
        Ok(pool)
    }

    /// Offset of a constant variable.
    pub fn offset(&self, unit: &str, var: VarId) -> Option<u32> {
        self.offsets.get(&(unit.to_string(), var.index())).copied()
    }

    /// Offset of a text; equal texts share one.
    pub fn text(&mut self, text: &str) -> u32 {
        if let Some(offset) = self.texts.get(text) {
            return *offset;
        }
        let offset = self.bytes.len() as u32;
        self.bytes.extend_from_slice(text.as_bytes());
        self.texts.insert(text.to_string(), offset);
        offset
    }

    /// Offset of a register's constant; equal ones share one.
    pub fn vector(&mut self, bytes: [u8; 16]) -> u32 {
        if let Some(offset) = self.vectors.get(&bytes) {
            return *offset;
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(bytes.len()), 0);
        let offset = self.bytes.len() as u32;
        self.bytes.extend_from_slice(&bytes);
        self.vectors.insert(bytes, offset);
        offset
    }

    /// The memory, for [`crate::runtime::Context::constants`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
