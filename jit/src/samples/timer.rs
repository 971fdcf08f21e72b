//! A timer of the thread that runs generated code, whose signal takes the samples.

use super::{Counts, SampledCode, Samples};
use crate::error::JitError;
use libc::{c_int, c_void, sigaction, sigevent, siginfo_t, sigset_t, timer_t, ucontext_t};
use std::mem::{MaybeUninit, zeroed};
use std::sync::atomic::{AtomicI64, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, ptr};

/// Nanoseconds from one sample to the next: a prime, so that loops don't keep in step with it.
const INTERVAL: u64 = 499_979;

/// The thread that takes samples, and what it counts. One does so at a time.
static THREAD: AtomicI64 = AtomicI64::new(0);
static CURRENT: AtomicPtr<Recorder> = AtomicPtr::new(ptr::null_mut());
static EXCLUSIVE: Mutex<()> = Mutex::new(());

/// What the handler needs.
struct Recorder {
    /// Of code that outlives the sampler.
    counts: Counts<'static>,
    /// The address up to which the stack is looked at.
    top: usize,
}

/// Takes samples of this thread as long as it is there.
pub(crate) struct Sampler<'c> {
    recorder: *mut Recorder,
    /// Once it is there. The first one of a process is a null pointer.
    timer: Option<timer_t>,
    /// What was there before.
    action: sigaction,
    mask: sigset_t,
    _exclusive: MutexGuard<'static, ()>,
    _code: &'c SampledCode,
}

fn thread() -> i64 {
    // SAFETY: the call has no arguments and always succeeds.
    unsafe { libc::syscall(libc::SYS_gettid) }
}

fn refused() -> JitError {
    JitError::Samples(format!("the system has no timer for samples of time: {}", io::Error::last_os_error()))
}

/// Adds the sample, if the signal is for the thread that takes them.
extern "C" fn take_sample(_: c_int, _: *mut siginfo_t, context: *mut c_void) {
    if THREAD.load(Ordering::Acquire) != thread() {
        return;
    }
    // SAFETY: if the pointer is not null, then `Sampler::drop` on this thread, which frees the recorder, has not begun.
    let Some(recorder) = (unsafe { CURRENT.load(Ordering::Acquire).as_ref() }) else { return };
    // SAFETY: the action is set with SA_SIGINFO, so that this is the state of the thread.
    let Some(context) = (unsafe { context.cast::<ucontext_t>().as_ref() }) else { return };
    let registers = &context.uc_mcontext.gregs;
    let register = |number: c_int| registers.get(number as usize).map_or(0, |value| *value as usize);
    let words = (register(libc::REG_RSP).next_multiple_of(8)..recorder.top).step_by(8);
    // SAFETY: between its stack pointer and a frame that is still there, the stack of the thread can be read.
    let words = words.map(|address| unsafe { ptr::with_exposed_provenance::<usize>(address).read_volatile() });
    recorder.counts.count(register(libc::REG_RIP), words);
}

impl<'c> Sampler<'c> {
    /// Begins to take samples of this thread, which counts what runs in `code`. `top` is an address in a frame of the
    /// stack that is there until the end. Waits for other threads that take samples.
    ///
    /// # Errors
    /// [`JitError::Samples`].
    pub fn start(code: &'c SampledCode, top: usize) -> Result<Sampler<'c>, JitError> {
        let exclusive = EXCLUSIVE.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: all bytes of these may be zero. The flags and the type of the handler fit, which is signal-safe: it
        // reads memory and adds to numbers. The results are room for what was set before.
        let (action, mask) = unsafe {
            let mut new: sigaction = zeroed();
            new.sa_sigaction = take_sample as extern "C" fn(c_int, *mut siginfo_t, *mut c_void) as usize;
            new.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK;
            let mut old = MaybeUninit::<sigaction>::zeroed();
            if libc::sigaction(libc::SIGPROF, &new, old.as_mut_ptr()) != 0 {
                return Err(refused());
            }
            let (mut signals, mut mask) = (zeroed::<sigset_t>(), zeroed::<sigset_t>());
            libc::sigaddset(&mut signals, libc::SIGPROF);
            libc::pthread_sigmask(libc::SIG_UNBLOCK, &signals, &mut mask);
            (old.assume_init(), mask)
        };
        // SAFETY: the reference is in the recorder alone, which is freed before the lifetime is over.
        let for_handler = unsafe { &*ptr::from_ref(code) };
        let recorder = Box::into_raw(Box::new(Recorder { counts: Counts::new(for_handler), top }));
        let mut sampler = Sampler { recorder, timer: None, action, mask, _exclusive: exclusive, _code: code };
        CURRENT.store(recorder, Ordering::Release);
        THREAD.store(thread(), Ordering::Release);
        let timer = *sampler.timer.insert(create()?);
        // Runs may be shorter than the interval: each begins at another point of it, evenly spread.
        static STARTED: AtomicU64 = AtomicU64::new(1);
        let golden = STARTED.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let first = ((u128::from(golden) * u128::from(INTERVAL)) >> 64) as i64 + 1;
        // SAFETY: all bytes of it may be zero; the timer is there.
        let result = unsafe {
            let mut times: libc::itimerspec = zeroed();
            times.it_value.tv_nsec = first;
            times.it_interval.tv_nsec = INTERVAL as i64;
            libc::timer_settime(timer, 0, &times, ptr::null_mut())
        };
        if result == 0 { Ok(sampler) } else { Err(refused()) }
    }

    /// Ends it; gives the samples.
    pub fn finish(self) -> Samples {
        // SAFETY: it is freed by `drop`; the handler only reads it, but for atomic numbers.
        unsafe { &*self.recorder }.counts.samples()
    }
}

/// A timer whose signal goes to this thread. The time is that of the clock: that of a thread is only looked at when the
/// system's scheduler is, a few hundred times a second.
fn create() -> Result<timer_t, JitError> {
    let mut timer = MaybeUninit::<timer_t>::zeroed();
    // SAFETY: all bytes of the event may be zero, and there is room for the timer.
    let result = unsafe {
        let mut event: sigevent = zeroed();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGPROF;
        event.sigev_notify_thread_id = thread() as c_int;
        libc::timer_create(libc::CLOCK_MONOTONIC, &mut event, timer.as_mut_ptr())
    };
    // SAFETY: it was zero, a pointer, or is set.
    if result == 0 { Ok(unsafe { timer.assume_init() }) } else { Err(refused()) }
}

impl Drop for Sampler<'_> {
    fn drop(&mut self) {
        // SAFETY: this is the thread that started it, as the guard can't be sent to another. A signal that the timer
        // has sent is handled before its deletion returns; from then on nothing reads the recorder, so it can be freed.
        unsafe {
            self.timer.map(|timer| libc::timer_delete(timer));
            THREAD.store(0, Ordering::Release);
            CURRENT.store(ptr::null_mut(), Ordering::Release);
            libc::sigaction(libc::SIGPROF, &self.action, ptr::null_mut());
            libc::pthread_sigmask(libc::SIG_SETMASK, &self.mask, ptr::null_mut());
            drop(Box::from_raw(self.recorder));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;
    use std::time::Duration;

    fn handler() -> usize {
        // SAFETY: all bytes may be zero; there is room for the action, and none is set.
        unsafe {
            let mut action: sigaction = zeroed();
            assert_eq!(libc::sigaction(libc::SIGPROF, ptr::null(), &mut action), 0);
            action.sa_sigaction
        }
    }

    /// The first timer of a process is a null pointer. It was taken for none and not deleted, so that its next signal
    /// ended the process.
    #[test]
    fn nothing_is_left_of_a_timer() {
        let before = handler();
        let code = SampledCode::default();
        for _ in 0..3 {
            let top = 0_u8;
            let sampler = Sampler::start(&code, ptr::from_ref(&top).addr()).unwrap();
            while unsafe { &*sampler.recorder }.counts.samples().count() < 3 {
                assert_ne!(handler(), before);
            }
            assert!(sampler.finish().elsewhere >= 3);
            assert_eq!(handler(), before);
            sleep(Duration::from_nanos(3 * INTERVAL));
        }
    }
}
