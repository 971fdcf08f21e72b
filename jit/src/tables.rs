//! What the code of all units of a kernel shares.

use crate::block::{Block, OF_VECTORS};
use crate::constant_pool::ConstantPool;
use crate::counters::Counter;
use crate::error::JitError;
use crate::handlers::Handlers;
use crate::layout::Layout;
use crate::least_lengths::LeastLengths;
use crate::pieces::Pieces;
use crate::recursion::BoundRecursion;
use crate::runtime::{Site, SiteReason, SiteTable};
use forlane_cfg::analysis::Frees;
use forlane_cfg::{Program, SourceLine, Unit};

/// The tables that compiling fills and that running needs.
#[derive(Clone, Debug, Default)]
pub struct CodeTables {
    /// Where static variables, areas and local arrays live.
    pub layout: Layout,
    /// Constant arrays and texts.
    pub constants: ConstantPool,
    /// Where lanes can fail.
    pub sites: SiteTable,
    /// Where instrumented code counts.
    pub counters: Vec<Counter>,
    /// What is one piece in each lane.
    pub pieces: Pieces,
    /// What the units free, and what calls hold for that.
    pub frees: Frees,
    /// Which units only handle errors.
    pub handlers: Handlers,
    /// How long dummy arrays are at least.
    pub lengths: LeastLengths,
    /// Which of the units are recursive.
    pub recursion: BoundRecursion,
    /// Bytes of storage for lanes that are set aside; 0 if none are.
    pub kept_bytes: u32,
}

impl CodeTables {
    /// The tables for these units of the program, callees first, in gangs of `lanes` lanes; for the recursion, see
    /// [`BoundRecursion::compute`].
    ///
    /// # Errors
    /// [`JitError::StorageSize`].
    pub fn new(
        program: &Program,
        units: &[&Unit],
        lanes: usize,
        max_depth: Option<u32>,
    ) -> Result<CodeTables, JitError> {
        let root = units.last().map_or("", |unit| unit.name.as_str());
        let (pieces, recursion) = (Pieces::compute(units), BoundRecursion::compute(units, max_depth));
        Ok(CodeTables {
            layout: Layout::compute(program, units, &pieces, &recursion, lanes)?,
            handlers: Handlers::compute(units),
            lengths: LeastLengths::compute(units, &recursion),
            pieces,
            recursion,
            constants: ConstantPool::compute(root, units)?,
            sites: SiteTable::default(),
            counters: Vec::new(),
            kept_bytes: 0,
            frees: Frees::compute(units.iter().copied()),
        })
    }

    /// Moves the constants to the memory that runs read them from, once all code is generated.
    ///
    /// # Errors
    /// [`JitError::OutOfMemory`].
    pub(crate) fn take_constants(&mut self) -> Result<Block, JitError> {
        let constants = std::mem::take(&mut self.constants);
        let bytes = constants.bytes();
        let block = Block::of(bytes, OF_VECTORS).ok_or(JitError::OutOfMemory { bytes: bytes.len() })?;
        Ok(block.sealed())
    }

    /// The bytes with which the storage of a gang of `lanes` lanes starts, as memory that runs read.
    ///
    /// # Errors
    /// [`JitError::OutOfMemory`].
    pub(crate) fn image(&self, lanes: usize) -> Result<Block, JitError> {
        let bytes = self.layout.image_bytes() * lanes;
        let block = Block::filled(bytes, OF_VECTORS, |image| self.layout.write_image(image, lanes));
        Ok(block.ok_or(JitError::OutOfMemory { bytes })?.sealed())
    }

    /// The status that stands for failing so at that line of the unit.
    pub fn status(&mut self, unit: &Unit, line: SourceLine, reason: SiteReason) -> u32 {
        let (name, file) = (unit.subprogram_at(line).to_string(), unit.file_at(line).to_string());
        self.sites.status(Site { unit: name, file, line: line.number, reason })
    }
}
