//! The threads that run rows: one pool for the process.
//!
//! A process that comes from `fork` has the memory of the pool but not its threads, so each process builds its own.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex};

/// The pool of a process.
struct OfProcess {
    process: u32,
    pool: Arc<ThreadPool>,
}

static POOL: Mutex<Option<OfProcess>> = Mutex::new(None);

/// A pool of at least `threads` threads.
///
/// # Errors
/// The threads can't be started.
pub fn of_threads(threads: usize) -> Result<Arc<ThreadPool>, String> {
    let build = || {
        let name = |number| format!("forlane-{number}");
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build();
        pool.map(Arc::new).map_err(|error| format!("{threads} threads can't be started: {error}"))
    };
    // Whoever held the lock when the process was forked is not there to release it.
    let Ok(mut known) = POOL.try_lock() else { return build() };
    let process = std::process::id();
    if let Some(known) = known.as_ref().filter(|known| known.process == process)
        && known.pool.current_num_threads() >= threads
    {
        return Ok(Arc::clone(&known.pool));
    }
    let pool = build()?;
    let before = known.replace(OfProcess { process, pool: Arc::clone(&pool) });
    if let Some(before) = before.filter(|before| before.process != process) {
        // Ending its threads would be waiting for such as are not there.
        std::mem::forget(before.pool);
    }
    Ok(pool)
}
