//! Ways to look at units: drawings of their graphs and trees, and a report of their loops.
#![forbid(unsafe_code)]

pub mod dot;
pub mod loop_report;
