use super::*;

#[test]
fn a_block_is_zero_and_keeps_what_is_written() {
    for bytes in [1, 8, 24, 4096, 100_000] {
        let block = Block::zeroed(bytes, OF_VECTORS).unwrap();
        // SAFETY: both are bytes of the block.
        unsafe {
            assert_eq!((block.base().read(), block.base().add(bytes - 1).read()), (0, 0));
            block.base().add(bytes - 1).write(7);
            assert_eq!(block.base().add(bytes - 1).read(), 7);
        }
        let copy = Block::of(b"abc", OF_ELEMENTS).unwrap().sealed();
        // SAFETY: the block has three bytes.
        assert_eq!(unsafe { std::slice::from_raw_parts(copy.base(), copy.bytes()) }, b"abc");
    }
}

#[test]
fn an_empty_block_has_an_address() {
    let block = Block::zeroed(0, OF_VECTORS).unwrap();
    assert!(!block.base().is_null() && block.bytes() == 0);
}

#[test]
fn a_block_that_is_too_large_is_refused() {
    assert!(Block::zeroed(usize::MAX, OF_VECTORS).is_none());
    // Miri ends where memory does.
    assert!(cfg!(miri) || Block::zeroed(isize::MAX as usize - 100, OF_VECTORS).is_none());
}

/// What the process of [`guards_end_the_process`] does that dies of it.
#[cfg(all(unix, not(miri)))]
const TRESPASSES: [&str; 6] = ["inside", "behind", "before", "freed", "sealed", "empty"];

/// Does one of them; says so where the process still lives.
#[cfg(all(unix, not(miri)))]
fn trespass(trespass: &str) {
    let block = Block::zeroed(if trespass == "empty" { 0 } else { 24 }, OF_VECTORS).unwrap();
    let begin = block.base();
    // SAFETY: none, but that the page there is without access, which ends the process: the test is that it does.
    unsafe {
        match trespass {
            "inside" => begin.add(23).write_volatile(1),
            "behind" => begin.add(24).write_volatile(1),
            "before" => begin.sub(1).write_volatile(1),
            "empty" => assert_eq!(begin.read_volatile(), 0),
            "sealed" => {
                let block = block.sealed();
                assert_eq!(begin.read_volatile(), 0);
                begin.write_volatile(1);
                drop(block);
            }
            "freed" => {
                drop(block);
                let _another = Block::zeroed(24, OF_VECTORS);
                assert_eq!(begin.read_volatile(), 0);
            }
            other => panic!("{other}"),
        }
    }
    println!("survived");
}

/// An access outside of a guarded block ends the process, and so does one to a block that was given back: otherwise a
/// suite that passes under guards would say nothing. The test runs itself as that process, whose environment says what
/// it does.
#[cfg(all(unix, not(miri)))]
#[test]
fn guards_end_the_process() {
    use std::os::unix::process::ExitStatusExt;
    if let Ok(wanted) = std::env::var("FORLANE_TRESPASS") {
        return trespass(&wanted);
    }
    for side in ["after", "before"] {
        for trespass in TRESPASSES {
            let output = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "block::tests::guards_end_the_process", "--nocapture"])
                .envs([("FORLANE_GUARD", side), ("FORLANE_TRESPASS", trespass)])
                .output()
                .unwrap();
            // At its other side a block meets bytes that fill its page.
            let survives = matches!((side, trespass), (_, "inside") | ("before", "behind") | ("after", "before"));
            let expected = if survives { None } else { Some(libc::SIGSEGV) };
            assert_eq!(output.status.signal(), expected, "{trespass}, guard {side}: {output:?}");
            assert_eq!(String::from_utf8_lossy(&output.stdout).contains("survived"), survives);
        }
    }
}
