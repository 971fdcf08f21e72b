//! Constants in memory: arrays, texts and vectors that generated code reads.

use crate::error::JitError;
use crate::layout::{ALIGNMENT, constant_bytes, element_count, limit};
use forlane_cfg::{Storage, Unit, VarId};
use indexmap::IndexMap;

/// The memory of [`Storage::Constant`] variables and of texts, not interleaved, which the compiled kernel owns.
#[derive(Clone, Debug, Default)]
pub struct ConstantPool {
    bytes: Vec<u8>,
    offsets: IndexMap<(String, usize), u32>,
    texts: IndexMap<Vec<u8>, u32>,
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
    pub fn text(&mut self, text: &[u8]) -> u32 {
        if let Some(offset) = self.texts.get(text) {
            return *offset;
        }
        let offset = self.bytes.len() as u32;
        self.bytes.extend_from_slice(text);
        self.texts.insert(text.to_vec(), offset);
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
