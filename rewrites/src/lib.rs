//! The rewrites of forlane, one a file, and the table that orders them.
#![forbid(unsafe_code)]
