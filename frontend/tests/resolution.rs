//! Resolution: what the front end makes of types, names, blocks and initial values, and how it reports mistakes.

mod blocks;
mod data;
mod diagnostics;
mod show;
mod types;
