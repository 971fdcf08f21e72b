//! Recursion that does not end, in programs and in kernels, and `--max-depth`.

use super::folder::Folder;
use super::reached::statuses;

const ENDLESS: &str = "program p\n  call s(1)\nend\nrecursive subroutine s(n)\n  integer :: n, a(1000)\n  a = n\n  call \
                       s(a(mod(abs(n), 9) + 1) + 1)\nend\n";

#[test]
fn recursion_that_does_not_end_is_located() {
    let folder = Folder::new();
    folder.write("endless.f90", ENDLESS);
    folder.fails("run endless.f90", 1, &["the recursion is too deep at endless.f90:7 in s"]);
    folder.write("large.f90", ENDLESS.replace("a(1000)", "a(200000000)"));
    folder.fails("run large.f90", 1, &["large.f90:4: `s` needs 800000000 bytes of stack for each call"]);
    let text = "      SUBROUTINE ONE(X)\n      CALL TWO(X)\n      END\n      SUBROUTINE TWO(X)\n      CALL ONE(X)\n      END\n";
    folder.write("loop.f", text);
    folder.write("n.csv", "n,x\n1,2\n");
    for gang in [1, 8] {
        let options = format!("--in n.csv --gang {gang}");
        let endless = statuses(&folder, &format!("run endless.f90 --kernel s {options}"));
        assert_eq!(endless, ["the recursion is too deep at endless.f90:7 in s"]);
        let circle = statuses(&folder, &format!("run loop.f --kernel one {options}"));
        assert_eq!(circle, ["the recursion is too deep at loop.f:2 in one"]);
    }
}

/// A row is in a limited number of calls, a kernel that calls itself not counted; only those that need more fail.
#[test]
fn the_depth_is_an_option() {
    let folder = Folder::new();
    folder.write("ends.f90", ENDLESS.replace("call s(", "if (n < 0) call s("));
    folder.write("n.csv", "n\n1\n-1997\n-10\n-2098\n");
    let too_deep = "the recursion is too deep at ends.f90:7 in s";
    for gang in [1, 8] {
        let statuses =
            |option: &str| statuses(&folder, &format!("run ends.f90 --kernel s --in n.csv --gang {gang}{option}"));
        // The arrays of 2097 calls are as large as all may be together.
        assert_eq!(statuses(""), ["ok", "ok", "ok", too_deep]);
        assert_eq!(statuses(" --max-depth 9000"), ["ok", "ok", "ok", too_deep]);
        assert_eq!(statuses(" --max-depth 1996"), ["ok", too_deep, "ok", too_deep]);
        assert_eq!(statuses(" --max-depth 10"), ["ok", too_deep, "ok", too_deep]);
        assert_eq!(statuses(" --max-depth 9"), ["ok", too_deep, too_deep, too_deep]);
        assert_eq!(statuses(" --max-depth 0"), ["ok", too_deep, too_deep, too_deep]);
    }
    folder.fails("run ends.f90 --max-depth 3", 2, &["--kernel"]);
}
