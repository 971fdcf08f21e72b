//! Areas: memory that several variables, also of several program units, lie in.

/// The place of a variable in an area.
///
/// An area is known by its name alone, whichever unit speaks of it: `/blk/` for a COMMON block, `//` for blank COMMON,
/// `unit.equivalence.1` for variables of one unit that EQUIVALENCE joins. It is as large as the largest end of a
/// variable in it over all units of a program, its initial image is the union of the variables' initial values, and it
/// lives as long as the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AreaPlace {
    /// The area's name.
    pub area: String,
    /// Where the variable begins in it, in bytes; a multiple of the size of its elements.
    pub offset: u64,
}
