//! Unfinished files, which are removed when they are dropped, or when a signal ends the process.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tempfile::{PathPersistError, TempPath};

/// All unfinished files.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    // The list is whole at all times, also where a thread that held it has panicked.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file under a temporary name.
pub(super) struct Temporary {
    /// None once it has its name.
    path: Option<TempPath>,
    noted: PathBuf,
}

impl Temporary {
    /// Creates a file in the folder, which is open.
    ///
    /// # Errors
    /// Those of creating it.
    pub(super) fn create(folder: &Path) -> std::io::Result<(File, Temporary)> {
        // Held meanwhile: a signal between creating the file and noting it would leave it there.
        let mut unfinished = unfinished();
        let (file, path) = tempfile::Builder::new().prefix(".forlane-").tempfile_in(folder)?.into_parts();
        let noted = std::path::absolute(&path).unwrap_or_else(|_| path.to_path_buf());
        unfinished.push(noted.clone());
        Ok((file, Temporary { path: Some(path), noted }))
    }

    /// Where it is now.
    pub(super) fn path(&self) -> &Path {
        &self.noted
    }

    /// Renames it to its final name.
    ///
    /// # Errors
    /// Those of renaming; the file is removed then.
    pub(super) fn persist(mut self, path: &Path) -> Result<(), PathPersistError> {
        self.path.take().map_or(Ok(()), |temporary| temporary.persist(path))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        self.path.take();
        unfinished().retain(|path| *path != self.noted);
    }
}

/// What the flag of [`interrupt_at_signal`] is set to.
pub const INTERRUPTED: u32 = 1;

/// The flag of the run that the next SIGINT interrupts.
static INTERRUPT: Mutex<Option<Arc<AtomicU32>>> = Mutex::new(None);

/// The first SIGINT from now on sets this flag, in place of ending the process; none for the usual way. It has no
/// effect on systems without signals, and before [`remove_at_signals`].
pub fn interrupt_at_signal(flag: Option<Arc<AtomicU32>>) {
    *INTERRUPT.lock().unwrap_or_else(PoisonError::into_inner) = flag;
}

/// From now on, the signals that ask a process to end remove all unfinished files before they end it as they always do,
/// and a file that becomes too long is an error of writing. If the handlers can't be installed, signals end it at once.
#[cfg(unix)]
pub fn remove_at_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM, SIGXCPU, SIGXFSZ};
    // SIGHUP is not one of them: `nohup` has it ignored, which a handler would undo.
    const ENDING: [i32; 3] = [SIGINT, SIGTERM, SIGXCPU];
    static DONE: std::sync::Once = std::sync::Once::new();
    let mut is_first = false;
    DONE.call_once(|| is_first = true);
    if !is_first {
        return;
    }
    // A signal that has a handler does not end the process.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    let Ok(mut signals) = signal_hook::iterator::Signals::new(ENDING) else { return };
    let wait = move || {
        for signal in signals.forever() {
            let interrupt = (signal == SIGINT).then(|| INTERRUPT.lock().unwrap_or_else(PoisonError::into_inner).take());
            if let Some(flag) = interrupt.flatten() {
                flag.store(INTERRUPTED, Ordering::Relaxed);
                continue;
            }
            // Held until the end, so that no file begins any more.
            let paths = unfinished();
            for path in paths.iter() {
                // It may just have got its name.
                let _ = std::fs::remove_file(path);
            }
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    // Without the thread the signals would do nothing.
    if std::thread::Builder::new().name("signals".to_string()).spawn(wait).is_err() {
        for signal in ENDING {
            let _ = signal_hook::flag::register_conditional_default(signal, std::sync::Arc::new(true.into()));
        }
    }
}

/// Other systems end the process at once.
#[cfg(not(unix))]
pub fn remove_at_signals() {}
