//! The boundary between generated code and run-time support. A panic must not pass generated code, which would abort
//! the process; it is kept here until the run is over, which fails then.
//!
//! The functions of numbers, called for each lane, are not contained: they compute without indices, texts or memory,
//! and what they do with integers wraps around.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// What the first panic said since the last run on this thread.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls run-time support from a function that generated code calls. After a panic it returns `otherwise`; generated
/// code continues, but the run ends with an error.
pub(super) fn contain<T>(otherwise: T, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        PANIC.with_borrow_mut(|first| {
            first.get_or_insert_with(|| message(&*panic));
        });
        otherwise
    })
}

/// The message of the first panic since the last call on this thread.
pub(crate) fn take_panic() -> Option<String> {
    PANIC.take()
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_panic_is_kept_until_the_run_is_over() {
        assert_eq!(contain(0, || 1), 1);
        assert_eq!(take_panic(), None);
        assert_eq!(contain(7, || panic!("number {}", 1)), 7);
        assert_eq!(contain(7, || panic!("number 2")), 7);
        assert_eq!(take_panic().as_deref(), Some("number 1"));
        assert_eq!(take_panic(), None);
    }
}
