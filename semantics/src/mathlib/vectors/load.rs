//! Finding the library and its functions.

use super::calls::{ADDRESSES, Form};
use super::{Calls, FUNCTIONS, VectorLibrary};
use std::ffi::{CStr, CString};

const FILE: &CStr = c"libmvec.so.1";

/// Loads the library, which stays loaded as long as the process is there.
pub fn load() -> Result<VectorLibrary, String> {
    // SAFETY: what the system's library does when it is loaded is not more than what linking it does.
    let library = unsafe { libc::dlopen(FILE.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return Err(last_error());
    }
    let form = Form::of_machine();
    let address = |function: &(&str, usize, f64), size: usize| {
        let Ok(symbol) = CString::new(form.symbol(*function, size)) else { return 0 };
        // SAFETY: the library is loaded.
        unsafe { libc::dlsym(library, symbol.as_ptr()) as usize }
    };
    let addresses = [4, 8].map(|size| FUNCTIONS.each_ref().map(|function| address(function, size)));
    let call = |kind: usize, function: usize| -> Option<Calls> {
        (addresses[kind][function] != 0).then(|| form.call(kind == 1, function))
    };
    let functions = [0, 1].map(|kind| std::array::from_fn(|function| call(kind, function)));
    let file = FILE.to_string_lossy();
    if functions.as_flattened().iter().all(Option::is_none) {
        return Err(format!("{file} has no functions for registers of {} bits", form.bits()));
    }
    // Nothing else sets them: a process comes here once.
    let _ = ADDRESSES.set(addresses);
    Ok(VectorLibrary { name: format!("{file}, registers of {} bits", form.bits()), functions })
}

/// Why the last call failed.
fn last_error() -> String {
    // SAFETY: the text is valid until the next call of this thread.
    unsafe {
        let text = libc::dlerror();
        match text.is_null() {
            true => format!("{} can't be loaded", FILE.to_string_lossy()),
            false => CStr::from_ptr(text).to_string_lossy().into_owned(),
        }
    }
}
