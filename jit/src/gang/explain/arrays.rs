//! The names of the arrays that an operation reads or writes.

use crate::gang::ir::{BinaryOp, GangCode, Op, SlotField, ValueId};
use crate::tables::CodeTables;
use forlane_cfg::{Unit, names};
use std::collections::HashMap;

/// What the address of an array is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Root {
    Argument(u32),
    Storage(u32),
    Constants(u32),
}

/// The variables of a unit by their places.
pub struct Arrays<'u> {
    names: HashMap<Root, &'u str>,
}

impl<'u> Arrays<'u> {
    /// Those of a unit in gangs of this number of lanes.
    pub fn compute(unit: &'u Unit, tables: &CodeTables, lanes: u32) -> Arrays<'u> {
        let mut names = HashMap::new();
        for (place, dummy) in unit.dummies.iter().enumerate() {
            let name = names::of_source(&unit.vars[*dummy].name);
            names.extend(name.map(|name| (Root::Argument(place as u32), name)));
        }
        for (id, var) in unit.vars.iter() {
            let Some(name) = names::of_source(&var.name) else { continue };
            let stored = tables.layout.place(&unit.name, id).map(|place| Root::Storage(place.offset(lanes)));
            let constant = || tables.constants.offset(&unit.name, id).map(Root::Constants);
            if let Some(root) = stored.or_else(constant) {
                // Of variables that share memory the first one.
                names.entry(root).or_insert(name);
            }
        }
        Arrays { names }
    }

    /// The name of the array at an address; none for memory that only the compiler knows.
    pub fn at(&self, code: &GangCode, address: ValueId) -> Option<&'u str> {
        let mut address = address;
        let root = loop {
            // An operand is before what it is an operand of, so this ends.
            address = match &code.values[address].op {
                Op::Argument(place, SlotField::Base) => break Root::Argument(*place),
                Op::Storage(offset) => break Root::Storage(*offset),
                Op::Constants(offset) => break Root::Constants(*offset),
                // An empty array has other memory in its place; of each lane's own the descriptor is read.
                Op::Blend(_, _, base)
                | Op::Load { address: base, .. }
                | Op::Address { base, .. }
                | Op::Splat(base)
                | Op::Binary(BinaryOp::Add, _, base) => *base,
                _ => return None,
            };
        };
        self.names.get(&root).copied()
    }
}
