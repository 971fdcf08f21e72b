//! The boundary to the libraries that read and write tables. They check most of what a file says, but some corrupt
//! files make them panic: such a panic becomes an error that names the file.

use super::error::DataError;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

thread_local! {
    /// Whether the thread is inside of [`guarded`], where panics are not shown.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls what a library does with the file of that name. What the call has changed must not be used after an error.
///
/// # Errors
/// Those of the call; a panic in it.
pub(super) fn guarded<T>(path: &Path, call: impl FnOnce() -> Result<T, DataError>) -> Result<T, DataError> {
    static SILENCE: Once = Once::new();
    SILENCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                usual(panic);
            }
        }));
    });
    let outer = IS_GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    IS_GUARDED.set(outer);
    result.unwrap_or_else(|panic| Err(DataError::content(path, format!("the file is corrupt: {}", message(&*panic)))))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("an unknown problem")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_library_names_the_file() {
        let result: Result<(), DataError> = guarded(Path::new("t.arrow"), || panic!("offset {} is too large", 7));
        assert_eq!(result.unwrap_err().to_string(), "t.arrow: the file is corrupt: offset 7 is too large");
        assert!(!IS_GUARDED.get());
    }
}
