//! Resolution: what the front end makes of types, names, blocks and initial values, and how it reports mistakes.

mod resolution {
    pub mod blocks;
    pub mod data;
    pub mod diagnostics;
    pub mod show;
    pub mod types;
}
