//! The intrinsic procedures of Fortran and gfortran that are recognised, but not supported.

/// Functions.
const FUNCTIONS: &[&str] = &[
    "associated",
    "command_argument_count",
    "dtime",
    "etime",
    "getpid",
    "iargc",
    "irand",
    "loc",
    "mclock",
    "mclock8",
    "out_of_range",
    "present",
    "ran",
    "rand",
    "secnds",
    "second",
    "time",
    "time8",
];

/// Subroutines.
const SUBROUTINES: &[&str] = &[
    "abort",
    "chdir",
    "chmod",
    "cpu_time",
    "ctime",
    "date_and_time",
    "dtime",
    "etime",
    "event_query",
    "execute_command_line",
    "exit",
    "fdate",
    "flush",
    "get_command",
    "get_command_argument",
    "get_environment_variable",
    "getarg",
    "getcwd",
    "getenv",
    "getlog",
    "gmtime",
    "hostnm",
    "idate",
    "itime",
    "ltime",
    "perror",
    "random_init",
    "random_number",
    "random_seed",
    "rename",
    "second",
    "signal",
    "sleep",
    "srand",
    "system",
    "system_clock",
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
