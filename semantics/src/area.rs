//! Areas: memory that several variables, also of several program units, lie in.

/// The place of a variable in an area.
///
/// An area is known by its name alone, whichever unit speaks of it: `/blk/` for a COMMON block, `//` for blank COMMON,
/// `module.variable`, `unit.equivalence.1` for variables of one unit that EQUIVALENCE joins. It is as large as the
/// largest end of a variable in it over all units of a program, its initial image is the union of the variables'
/// initial values, and it lives as long as the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AreaPlace {
    /// The area's name.
    pub area: String,
    /// Where the variable begins in it, in bytes; a multiple of the size of its elements.
    pub offset: u64,
}

impl AreaPlace {
    /// Whether the area is a COMMON block.
    pub fn is_common(&self) -> bool {
        self.area.starts_with('/')
    }

    /// Of another area, the unit that it belongs to, and its name there: that of a variable of a module, or one with a
    /// `.`, which no variable has.
    pub fn in_unit(&self) -> Option<(&str, &str)> {
        self.area.split_once('.').filter(|_| !self.is_common())
    }
}

/// The name of the area of a COMMON block; that of blank COMMON is empty.
pub fn common_area(block: &str) -> String {
    format!("/{block}/")
}

/// The name of the area of a variable of a module.
pub fn module_area(module: &str, variable: &str) -> String {
    format!("{module}.{variable}")
}
