//! Blocks against pages without access, for tests.
//!
//! `FORLANE_GUARD=after` lets each block end where such a page begins, so that an access after it ends the process;
//! `FORLANE_GUARD=before` lets it begin where one ends. In either case a page without access lies on both sides, and
//! what is given back stays without access: no address is handed out twice.
//!
//! One range of addresses is reserved for the process and handed out in ascending order:
//!
//! ```text
//! | guard | … block 0 | guard | … block 1 | guard |
//! ```
//!
//! where `…` are the bytes by which a block does not fill its pages. Given back, a block becomes a part of the guards
//! around it.

use std::ptr::NonNull;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// At which side a block meets the page without access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    After,
    Before,
}

/// What the environment says, read once.
fn side() -> Option<Side> {
    static SIDE: OnceLock<Option<Side>> = OnceLock::new();
    *SIDE.get_or_init(|| {
        let value = std::env::var_os("FORLANE_GUARD")?;
        match value.to_str() {
            Some("after") => Some(Side::After),
            Some("before") => Some(Side::Before),
            _ => panic!("FORLANE_GUARD is `after` or `before`, not {value:?}"),
        }
    })
}

pub(super) fn is_on() -> bool {
    side().is_some()
}

/// Bytes of address space for all blocks of the process: enough for 2^31 small ones. It takes no memory.
const RESERVED: usize = 1 << 44;

/// The reserved addresses.
struct Range {
    begin: usize,
    /// Bytes of a page.
    page: usize,
    /// Bytes handed out so far; the page before them is a guard.
    taken: AtomicUsize,
}

fn range() -> &'static Range {
    static RANGE: OnceLock<Range> = OnceLock::new();
    RANGE.get_or_init(|| {
        // SAFETY: it reports a number.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: it maps addresses of the system's choice, where nothing was mapped.
        let begin = unsafe { libc::mmap(std::ptr::null_mut(), RESERVED, libc::PROT_NONE, flags, -1, 0) };
        let error = std::io::Error::last_os_error();
        assert!(
            begin != libc::MAP_FAILED,
            "guards reserve {RESERVED} bytes of address space, regardless of `ulimit -v`: {error}"
        );
        Range { begin: begin.expose_provenance(), page, taken: AtomicUsize::new(page) }
    })
}

/// The address of zeroed memory between two pages without access; none if there is no more.
pub(super) fn take(bytes: usize) -> Option<NonNull<u8>> {
    let range = range();
    let pages = bytes.checked_next_multiple_of(range.page)?;
    let with_guard = pages.checked_add(range.page)?;
    let next = |taken: usize| taken.checked_add(with_guard).filter(|taken| *taken <= RESERVED);
    let offset = range.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()?;
    let begin = range.begin + offset;
    if pages > 0 && !protect(begin, pages, libc::PROT_READ | libc::PROT_WRITE) {
        return None;
    }
    let base = match side()? {
        Side::After => begin + (pages - bytes),
        Side::Before => begin,
    };
    NonNull::new(std::ptr::with_exposed_provenance_mut(base))
}

/// Takes the right to write a block.
pub(super) fn seal(base: NonNull<u8>, bytes: usize) {
    let Some((begin, pages)) = pages_of(base, bytes) else { return };
    assert!(protect(begin, pages, libc::PROT_READ), "guards: {}", std::io::Error::last_os_error());
}

/// Makes a guard of a block.
pub(super) fn give_back(base: NonNull<u8>, bytes: usize) {
    let Some((begin, pages)) = pages_of(base, bytes) else { return };
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
    let address = std::ptr::with_exposed_provenance_mut(begin);
    // SAFETY: the pages are those of one block, which its owner gives up; mapping them anew frees their memory.
    let mapped = unsafe { libc::mmap(address, pages, libc::PROT_NONE, flags, -1, 0) };
    assert!(mapped != libc::MAP_FAILED, "guards: {}", std::io::Error::last_os_error());
}

/// Where the pages of a block begin, and their bytes; none for an empty block, which has only the guard.
fn pages_of(base: NonNull<u8>, bytes: usize) -> Option<(usize, usize)> {
    let page = range().page;
    (bytes > 0).then(|| (base.as_ptr().addr() / page * page, bytes.next_multiple_of(page)))
}

fn protect(begin: usize, bytes: usize, access: libc::c_int) -> bool {
    // SAFETY: the pages lie in the reserved range and belong to one block, whose owner calls this.
    unsafe { libc::mprotect(std::ptr::with_exposed_provenance_mut(begin), bytes, access) == 0 }
}
