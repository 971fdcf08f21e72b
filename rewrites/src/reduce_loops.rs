//! Irreducible loops
