//! Remarks on gang code: what was decided when it was made.
//!
//! All is read from what was made: loops from the masked units, what is done by lane and what is called from the gang
//! code as it is emitted.

mod arrays;
mod by_lane;
mod calls;
pub mod cases;
mod loops;
pub mod names;

use super::ir::GangCode;
use crate::mathematics::Mathematics;
use crate::tables::CodeTables;
use arrays::Arrays;
use forlane_cfg::{Program, Remark, Unit};

/// The remarks on a unit that was masked and lowered for one set of arguments.
pub fn on_specialisation(
    program: &Program,
    unit: &Unit,
    code: &GangCode,
    tables: &CodeTables,
    math: Mathematics,
) -> Vec<Remark> {
    let mut remarks = loops::on_loops(unit);
    remarks.extend(by_lane::on_statements(unit, code, &Arrays::compute(unit, tables, code.lanes), math));
    remarks.extend(calls::on_calls(program, unit, code));
    remarks
}
