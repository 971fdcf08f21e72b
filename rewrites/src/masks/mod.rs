//! masks
