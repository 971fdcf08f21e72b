//! The tests of the fuzz targets and of their driver, one binary with a module for each suite.

mod driver;
mod short;
