//! The intermediate representations of forlane.
#![forbid(unsafe_code)]
