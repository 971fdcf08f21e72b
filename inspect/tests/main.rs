//! The tests of the drawings and the loop report, one binary with a module for each suite.

mod loop_report;
