//! Running generated code where there is enough stack for it.
//!
//! Generated code can't grow its stack and must not leave it, so before it is entered the stack that is left is
//! compared with what it needs. The bounds of a thread's stack come from the system. Where they are not known, or the
//! caller runs on a stack that is not the thread's own, or where too little is left, the code runs on a new thread.

use std::cell::Cell;
use std::io;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

/// The largest frame of a unit, in bytes. Offsets in a frame are 32-bit numbers, with a sign in instructions.
pub const FRAME_LIMIT: u64 = 512 << 20;

/// Bytes below the frames of generated code for those of the functions that it calls, and above them for those that
/// lead to it: the run-time support, the C library, a signal handler. No such function recurses.
pub const RUNTIME_STACK: usize = 128 << 10;

/// What the system and the standard library take of a new thread's stack, with room for thread-local variables.
const THREAD_STACK: usize = 64 << 10;

/// Runs `work` where at least `needed` bytes of stack are free, on this thread or a new one; it gets the lowest address
/// that it may use.
///
/// # Errors
/// No thread with that stack can be started; `work` has not run then.
pub fn with_stack<T: Send>(needed: usize, work: impl FnOnce(usize) -> T + Send) -> io::Result<T> {
    if let Some(floor) = floor_for(needed) {
        return Ok(work(floor));
    }
    // The standard library rounds what is requested up to whole pages.
    let stack = needed.checked_add(THREAD_STACK).filter(|stack| isize::try_from(*stack).is_ok());
    let stack = stack.ok_or(io::ErrorKind::OutOfMemory)?;
    thread::scope(|scope| {
        let work = || {
            let floor = match bounds() {
                Some(_) => floor_for(needed).ok_or(io::ErrorKind::OutOfMemory)?,
                // The stack has the requested size.
                None => stack_pointer().saturating_sub(needed),
            };
            Ok(work(floor))
        };
        let thread = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work)?;
        ScopedJoinHandle::join(thread).unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// The lowest address of this stack, if it is known that `needed` bytes are free.
fn floor_for(needed: usize) -> Option<usize> {
    let (here, bounds) = (stack_pointer(), bounds()?);
    (bounds.contains(&here) && here - bounds.start >= needed).then_some(bounds.start)
}

/// An address in the frame of this function.
#[inline(never)]
fn stack_pointer() -> usize {
    let here = Cell::new(0u8);
    here.as_ptr().addr()
}

/// The addresses of the thread's stack without guard pages.
fn bounds() -> Option<Range<usize>> {
    thread_local! {
        // For the main thread it takes the C library a tenth of a millisecond to know.
        static BOUNDS: Option<Range<usize>> = system_bounds();
    }
    BOUNDS.try_with(Clone::clone).ok().flatten()
}

#[cfg(all(any(target_os = "linux", target_os = "android"), not(miri)))]
fn system_bounds() -> Option<Range<usize>> {
    use std::mem::MaybeUninit;
    let (mut attributes, mut lowest, mut bytes) = (MaybeUninit::uninit(), std::ptr::null_mut(), 0);
    // SAFETY: the thread is the current one, and there is room for its attributes, which are initialized if the result
    // is 0.
    if unsafe { libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: the attributes are initialized, as the result above was 0, and not used after their end.
    let result = unsafe {
        let result = libc::pthread_attr_getstack(attributes.as_ptr(), &mut lowest, &mut bytes);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        result
    };
    (result == 0).then(|| lowest.addr()..lowest.addr().saturating_add(bytes))
}

#[cfg(all(target_vendor = "apple", not(miri)))]
fn system_bounds() -> Option<Range<usize>> {
    // SAFETY: the thread is the current one.
    let (highest, bytes) = unsafe {
        let thread = libc::pthread_self();
        (libc::pthread_get_stackaddr_np(thread).addr(), libc::pthread_get_stacksize_np(thread))
    };
    Some(highest.checked_sub(bytes)?..highest)
}

#[cfg(any(miri, not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))))]
fn system_bounds() -> Option<Range<usize>> {
    None
}

#[cfg(test)]
mod tests {
    use super::{bounds, stack_pointer, with_stack};
    use std::thread;

    fn on_thread_of<T: Send>(stack: usize, work: impl FnOnce() -> T + Send) -> T {
        thread::scope(|scope| {
            thread::Builder::new().stack_size(stack).spawn_scoped(scope, work).unwrap().join().unwrap()
        })
    }

    /// The floor is as far away as requested, on a new thread only where the caller's stack has less. A thread may have
    /// more than it requested: the C library passes on the stacks of threads that have ended.
    #[test]
    fn there_is_as_much_as_asked_for() {
        for stack in [64 << 10, 1 << 20, 64 << 20] {
            for needed in [0, 1 << 10, 1 << 20, 32 << 20] {
                let (left, room, stays) = on_thread_of(stack, || {
                    let left = bounds().map_or(0, |bounds| stack_pointer() - bounds.start);
                    let caller = thread::current().id();
                    let run = |floor| (stack_pointer() - floor, thread::current().id() == caller);
                    let (room, stays) = with_stack(needed, run).unwrap();
                    (left, room, stays)
                });
                // The frames between the places at which the stack pointer is read.
                let between = 4096;
                assert!(room + between >= needed, "{room} of {needed} on {stack}");
                assert!(!stays || left >= needed, "{needed} of {left}");
                assert!(stays || left < needed + between, "{needed} of {left}");
            }
        }
    }

    /// A stack that no address space holds is an error.
    #[test]
    fn too_much_is_an_error() {
        for needed in [usize::MAX, usize::MAX / 2, 1 << 60] {
            assert!(with_stack(needed, |_| ()).is_err());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_bounds_are_the_threads() {
        on_thread_of(1 << 20, || {
            let bounds = bounds().unwrap();
            assert!(bounds.contains(&stack_pointer()));
            assert!((1 << 19..=1 << 21).contains(&bounds.len()), "{bounds:?}");
        });
    }
}
