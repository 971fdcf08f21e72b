//! The intrinsic procedures of Fortran and gfortran that are recognised, but not supported.

/// Functions.
const FUNCTIONS: &[&str] = &["associated", "loc", "malloc", "null", "out_of_range", "present"];

/// Subroutines.
const SUBROUTINES: &[&str] = &[
    "chdir",
    "chmod",
    "event_query",
    "execute_command_line",
    "getcwd",
    "getlog",
    "gmtime",
    "hostnm",
    "ltime",
    "perror",
    "random_init",
    "rename",
    "signal",
    "system",
    "time",
    "unlink",
];

/// True if the name is that of an intrinsic function which is not supported.
pub(crate) fn is_unsupported_intrinsic(name: &str) -> bool {
    FUNCTIONS.binary_search(&name).is_ok()
}

/// True if the name is that of an intrinsic subroutine which is not supported.
pub(crate) fn is_unsupported_subroutine(name: &str) -> bool {
    SUBROUTINES.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(FUNCTIONS.is_sorted() && SUBROUTINES.is_sorted());
    }
}
