//! Sources that nobody writes by hand: they are compiled or refused, quickly, and never end in a panic. The tests run
//! on stacks of 2 MiB, as a caller's thread may have.

use crate::harness::{Run, forlane};

/// What `forlane check` says to a source.
fn check(name: &str, text: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    forlane(folder.path(), &["check", name])
}

fn refused(name: &str, text: &str, message: &str) {
    let run = check(name, text);
    assert!(run.stderr.len() < 100_000, "{} bytes are too many to read", run.stderr.len());
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

fn accepted(name: &str, text: &str) {
    let run = check(name, text);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
}

/// The kernel `p(x, y)` of a source gives that `y` for `x = 1`.
fn gives(text: &str, expected: f64) {
    let program = forlane::compile("p.f90", text).unwrap();
    let kernel = program.kernel("p").unwrap();
    let mut y = [0.0];
    kernel.call().input("x", &[1.0]).output("y", &mut y).run().unwrap();
    assert_eq!(y, [expected]);
}

fn kernel_of(expression: &str) -> String {
    format!("subroutine p(x, y)\n real(8) x, y\n y = {expression}\nend\n")
}

#[test]
fn sums_of_thousands_of_terms_compile() {
    gives(&kernel_of(&format!("x{}", " + &\n x".repeat(999))), 1000.0);
    accepted("a.f90", &kernel_of(&format!("x{}", "+x*2".repeat(19_900))));
    refused("a.f90", &kernel_of(&format!("x{}", "+x".repeat(20_100))), "more than 20000 operations deep");
}

#[test]
fn chains_in_chains_compile() {
    let mut expression = String::from("x");
    for _ in 0..200 {
        expression = format!("{}({expression})", "x-".repeat(21));
    }
    gives(&kernel_of(&expression), 1.0);
    let calls = format!("{}x{}", "abs(x*".repeat(400), ")".repeat(400));
    gives(&kernel_of(&calls), 1.0);
}

#[test]
fn deep_nesting_is_refused() {
    let parens = format!("{}x{}", "(".repeat(10_000), ")".repeat(10_000));
    refused("a.f90", &kernel_of(&parens), "parentheses are nested more than 500 deep");
    refused("a.f90", &kernel_of(&format!("{}x", "x**".repeat(2000))), "nested more than 1000 deep");
    let ifs = format!("program p\n{}{}end\n", "if (.true.) then\n".repeat(50_000), "end if\n".repeat(50_000));
    refused("a.f90", &ifs, "blocks are nested more than");
}

#[test]
fn long_lines_and_long_files_are_read() {
    let continued = "     &\n".repeat(100_000);
    accepted("a.f", &format!("      program p\n      x =\n{continued}     & 1\n      end\n"));
    accepted("a.f90", &format!("program p\nx = 1 !{}\nend\n", "+1".repeat(300_000)));
    refused("a.f90", &format!("program p\nx = {}\nend\n", "-".repeat(300_000)), "expected an operand");
    refused("a.f90", &format!("program p\n{} = 1\nend\n", "a".repeat(300_000)), "is not the start of a statement");
}

#[test]
fn thousands_of_errors_are_counted_and_not_all_shown() {
    let text = format!("program p\n{}end\n", "x = (\n".repeat(5000));
    refused("a.f90", &text, "4900 more diagnostics are not shown");
    refused("a.f90", &text, "error: 5000 errors");
}

#[test]
fn thousands_of_jumps_compile() {
    let jumps: String =
        (0..2000).map(|at| format!("      go to {}\n{:5} i = i + 1\n", 1 + at * 7919 % 2000, 1 + at)).collect();
    accepted("a.f", &format!("      subroutine p(i)\n      integer i\n{jumps}      end\n"));
}

/// The processor time that `forlane check` takes for a source, in seconds: on a busy machine it says more than the
/// clock.
fn processor_time(name: &str, text: &str) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    // The second line that `times` prints is on the processes that the shell has run: user and system time, as 0m1.25s.
    let script = r#""$0" check "$1" > messages 2>&1; [ $? -lt 2 ] && times"#;
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_forlane"), name]).current_dir(folder.path());
    let output = shell.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let times = text.lines().nth(1).unwrap_or_else(|| panic!("{name} is checked: {text}"));
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s').and_then(|time| time.split_once('m')).unwrap();
        60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
    };
    times.split_whitespace().map(seconds).sum()
}

/// Four times the source takes about four times as long: sixteen times would be the square. What takes less than half
/// a second says nothing, and the least of several times says more than one.
#[test]
fn the_time_grows_with_the_length() {
    let repeated = |front: &str, piece: &str, back: &str, count: usize| format!("{front}{}{back}", piece.repeat(count));
    let numbered = |piece: fn(usize) -> String, count: usize| (0..count).map(piece).collect::<String>();
    type Source<'a> = (&'a str, &'a dyn Fn(usize) -> String);
    let sources: [Source<'_>; 10] = [
        ("a.f90", &|count| repeated("", "x=1;", "\nend\n", 8 * count)),
        ("a.f90", &|count| repeated("call s(1", ", (1)", ")\nend\n", 8 * count)),
        ("a.f90", &|count| repeated("print *, '", "a''", "'\nend\n", 20 * count)),
        ("a.f90", &|count| repeated("x = 1 &\n", "! one\n & + 1 &\n", "\nend\n", count)),
        ("a.f", &|count| repeated("      CALL S(1\n", "     &,1\n", "     &)\n      END\n", 8 * count)),
        ("a.f90", &|count| repeated("", "x = (\n", "end\n", 4 * count)),
        ("a.f90", &|count| numbered(|at| format!("subroutine s{at}\ncall s{}\nend\n", at / 2), count)),
        ("a.f90", &|count| numbered(|at| format!("v{at} = {at}\n"), 4 * count) + "end\n"),
        ("a.f", &|count| numbered(|at| format!("{:5} I = 1\n      GO TO {}\n", at + 1, at + 1), count) + "      END\n"),
        ("a.f90", &|count| numbered(|at| format!("integer :: i{at}(3), j{at} = {at}\n"), count) + "end\n"),
    ];
    for (name, source) in sources {
        let seconds = |count: usize| processor_time(name, &source(count));
        let (mut short, mut long) = (f64::INFINITY, f64::INFINITY);
        let is_linear = (0..5).any(|_| {
            long = long.min(seconds(8_000));
            long < 0.5 || {
                short = short.min(seconds(2_000));
                long < 10.0 * short
            }
        });
        let begin: String = source(2).chars().take(40).collect();
        assert!(is_linear, "{begin:?}: {short} s, and {long} s for four times as much");
    }
}
