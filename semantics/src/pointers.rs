//! The names of what pointers are made of.

/// The beginning of the names of the arrays that hold the targets of pointers.
pub const STORE: &str = "target%%";

/// The function whose value is the number of a procedure, the argument: procedure pointers have these.
pub const PROCEDURE_NUMBER: &str = "procedure%%number";

/// What follows the name of a variable with the number of a procedure in the name of that procedure. Procedures of
/// modules that USE makes accessible have one sign in their names.
const CALLED: &str = "%%procedure";

/// The name of the procedure whose number a variable has.
pub fn called_for(variable: &str) -> String {
    format!("{variable}{CALLED}")
}

/// The variable that has the number of a procedure of that name; none of other procedures.
pub fn number_variable(procedure: &str) -> Option<&str> {
    procedure.strip_suffix(CALLED)
}

/// What an index out of bounds of one of these arrays means.
pub const NO_TARGET: &str = "a pointer is not associated or a component not allocated, or an index is outside of it";

/// The name of the variable that is this part of a pointer: `p%.target`.
pub fn pointer_part(pointer: &str, part: &str) -> String {
    format!("{pointer}%.{part}")
}

/// What follows the name of a subroutine in that of the one that is a kernel in its place.
const KERNEL: &str = "%kernel";

/// The name of the subroutine that a kernel is in place of one whose callers have its arguments with TARGET in the
/// stores.
pub fn kernel_of(subroutine: &str) -> String {
    format!("{subroutine}{KERNEL}")
}

/// The name of the subroutine that a kernel calls if it is in place of that, or its own.
pub fn subroutine_of(kernel: &str) -> &str {
    kernel.strip_suffix(KERNEL).unwrap_or(kernel)
}

/// The pointer that a variable is a part of; none of other variables.
pub fn pointer_of(name: &str) -> Option<&str> {
    name.split_once("%.").map(|(pointer, _)| pointer)
}
