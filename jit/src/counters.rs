//! What instrumented code counts: how often its stretches are executed, and with how many active lanes.
//!
//! A stretch is code that the same lanes execute together. Code for gangs has a counter wherever control or the active
//! lanes have changed before a statement, scalar code one for each block.

use crate::runtime::{Context, LaneCount};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use cranelift_frontend::FunctionBuilder;
use forlane_cfg::{SourceLine, Unit};
use std::collections::BTreeMap;

/// A line of the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// The number of the line, from 1.
    pub line: u32,
    /// The subprogram that the line is in.
    pub unit: String,
}

/// Why lanes that came to a stretch are not active in one after or inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Waiting {
    /// They have left the loop that begins there, or wait for its next iteration; others go on in it.
    Loop,
    /// They take another way at the branch there.
    Branch,
    /// They have left by an exit, a return or a failure inside of the construct there.
    Left,
}

/// A stretch of code.
#[derive(Clone, Debug)]
pub struct Counter {
    /// What one execution costs by line: an estimate, in half cycles of one unit.
    pub work: Vec<(Place, u32)>,
    /// The stretch that lanes come from, and why some of them are not here; of the first of a unit, none.
    pub origin: Option<(usize, Waiting, Place)>,
    /// The unit that is executed, in one specialisation of it.
    pub function: String,
    /// The units that are called here, in the same way.
    pub calls: Vec<String>,
}

impl Place {
    /// That of a line of a unit.
    pub(crate) fn of(unit: &Unit, at: SourceLine) -> Place {
        let (file, unit) = (unit.file_at(at).to_owned(), unit.subprogram_at(at).to_owned());
        Place { file, line: at.number, unit }
    }
}

/// Work by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work(BTreeMap<SourceLine, u32>);

impl Work {
    /// Adds work of a line.
    pub fn add(&mut self, at: SourceLine, cost: u32) {
        if at.number > 0 && cost > 0 {
            *self.0.entry(at).or_default() += cost;
        }
    }

    /// The same with the places that the lines have in a unit.
    pub fn in_places(&self, unit: &Unit) -> Vec<(Place, u32)> {
        self.0.iter().map(|(at, cost)| (Place::of(unit, *at), *cost)).collect()
    }
}

/// Emits an execution of a counter by a gang, of which `active` lanes are active.
pub(crate) fn count(builder: &mut FunctionBuilder<'_>, context: Value, counter: usize, active: Value) {
    // The counts are there, one for each counter.
    let memory = MemFlagsData::new().with_notrap();
    let counts = builder.ins().load(I64, memory, context, Context::COUNTS);
    let one = builder.ins().iconst(I64, 1);
    for (field, more) in [(LaneCount::EXECUTIONS, one), (LaneCount::ACTIVE, active)] {
        let at = (counter * LaneCount::SIZE + field) as i32;
        let sum = builder.ins().load(I64, memory, counts, at);
        let sum = builder.ins().iadd(sum, more);
        builder.ins().store(memory, sum, counts, at);
    }
}
