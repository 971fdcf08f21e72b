//! Generated code never leaves its stack: frames of every size, on threads of every size, give results or an error.

use forlane::{CompileError, CompileOptions, InstructionSet, Kernel, Program};
use forlane_cfg::StopCode;
use forlane_jit::{ExitStatus, JitError, MainProgram, SiteReason};
use forlane_rewrites::passes::{PassOptions, PassReport};
use std::fmt::Write;
use std::thread;

/// Stacks of threads: the least that a user would choose, one that frames of a megabyte do not fit, the usual one.
const STACKS: [usize; 3] = [64 << 10, 512 << 10, 2 << 20];

/// Gangs of scalar code, and of each emitter that the machine has the registers for.
fn forms() -> Vec<(InstructionSet, usize)> {
    let (wide, missing): (Vec<_>, Vec<_>) = InstructionSet::WIDE.into_iter().partition(|isa| isa.is_available());
    for isa in missing {
        eprintln!("this machine does not have {}: its frames are not tested", isa.name());
    }
    let wide = wide.into_iter().flat_map(|isa| [8, 64].map(|gang| (isa, gang)));
    [1, 8, 64].map(|gang| (InstructionSet::Base, gang)).into_iter().chain(wide).collect()
}

fn on_thread_of<T: Send>(stack: usize, work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work).expect("a thread");
        thread.join().expect("no panic")
    })
}

fn kernel(text: &str, (isa, gang): (InstructionSet, usize)) -> Kernel {
    let program = forlane::compile("k.f90", text).expect("the source is right");
    let passes = PassOptions::inlining(false);
    let source = program.kernel_source("k", &passes, &mut PassReport::default()).expect("the rewrites take it");
    let options = CompileOptions { gang: Some(gang), isa, ..CompileOptions::default() };
    source.compile(Default::default(), &options).expect("it compiles")
}

/// Runs a kernel of `x` and `s` on threads with each stack.
fn check_kernel(kernel: &Kernel, expected: impl Fn(f64) -> f64 + Sync) {
    let x: Vec<f64> = (0..130).map(|row| f64::from(row) * 0.125 - 3.0).collect();
    for stack in STACKS {
        on_thread_of(stack, || {
            let mut s = vec![0.0; x.len()];
            let outcome = kernel.call().input("x", &x).output("s", &mut s).run().expect("the arguments fit");
            assert_eq!(outcome.failures, []);
            for (x, s) in x.iter().zip(s) {
                assert_eq!(s, expected(*x), "x = {x} on a stack of {stack}");
            }
        });
    }
}

/// In a gang of 64 lanes the values of this kernel take more than a page of the stack each eight, so that its frame
/// began after the guard page of a small stack, and its first store could reach what another thread had mapped there.
#[test]
fn frames_of_many_live_values() {
    const VALUES: u32 = 200;
    let mut text = String::from("subroutine k(x, s)\nreal(8) x, s\n");
    (0..VALUES).for_each(|value| writeln!(text, "real(8) v{value}").unwrap());
    (0..VALUES).for_each(|value| writeln!(text, "v{value} = x*{value}").unwrap());
    text.push_str("s = 0\nif (x > 1d0) s = 1\n");
    (0..VALUES).for_each(|value| writeln!(text, "s = s*0.5d0 + v{value}").unwrap());
    text.push_str("end\n");
    for (isa, gang) in forms() {
        let kernel = kernel(&text, (isa, gang));
        let least = VALUES as usize * gang * 8;
        assert!(kernel.compiled().stack_bytes() > least, "{} bytes", kernel.compiled().stack_bytes());
        check_kernel(&kernel, |x| {
            let start = if x > 1.0 { 1.0 } else { 0.0 };
            (0..VALUES).fold(start, |s, value| s * 0.5 + x * f64::from(value))
        });
    }
}

/// Each unit's frame is small, but all of them are active at once: what counts is the longest path of calls.
#[test]
fn chains_of_calls() {
    const UNITS: u32 = 40;
    let mut text = String::new();
    for unit in 0..UNITS {
        let name = if unit == 0 { "k".to_owned() } else { format!("k{unit}") };
        writeln!(text, "subroutine {name}(x, s)\nreal(8) x, s, a, b, c\na = x + 1\nb = a*2\nc = b - x").unwrap();
        match unit + 1 {
            UNITS => text.push_str("s = a\n"),
            next => writeln!(text, "call k{next}(x, s)\nif (s < 0) call k{next}(b - x, s)\ns = s + (c - a)").unwrap(),
        }
        text.push_str("end\n");
    }
    let expected = |x: f64| {
        fn unit(number: u32, x: f64) -> f64 {
            let (a, b) = (x + 1.0, (x + 1.0) * 2.0);
            if number + 1 == UNITS {
                return a;
            }
            let mut s = unit(number + 1, x);
            if s < 0.0 {
                s = unit(number + 1, b - x);
            }
            s + (b - x - a)
        }
        unit(0, x)
    };
    let needs = forms().into_iter().map(|form| {
        let kernel = kernel(&text, form);
        check_kernel(&kernel, expected);
        kernel.compiled().stack_bytes()
    });
    let needs: Vec<usize> = needs.collect();
    assert!(needs[2] > needs[0] + UNITS as usize * 500, "{needs:?}");
}

/// A kernel that goes down `n` calls of procedures that have that number of elements of local arrays, in which they
/// keep `n`, and gives how many there were. Each call is one of another procedure, which has no array.
fn descent(elements: usize, values: usize) -> String {
    let mut text = format!(
        "subroutine k(n, s)\ninteger n, s\ns = 0\ncall r(n, s)\nend\nrecursive subroutine r(n, s)\ninteger n, s, \
         a({elements})\ncall keep(a, n)\n"
    );
    (0..values).for_each(|value| writeln!(text, "v{value} = n + {value}").unwrap());
    text.push_str("if (n > 1) call other(n, s)\n");
    (0..values).for_each(|value| writeln!(text, "s = s + int(v{value}) - n - {value}").unwrap());
    text.push_str("s = s + a(1) - n + 1\nend\nsubroutine keep(a, n)\ninteger a(*), n\na(1) = n\nend\n");
    text.push_str("subroutine other(n, s)\ninteger n, s\n");
    text.push_str("call r(n - 1, s)\nend\n");
    text
}

/// Rows of a kernel fail at the same call in every width, whatever the frames take, and there is stack for all calls
/// before it wherever the kernel is called. Of a gang those rows alone fail.
#[test]
fn kernels_recurse_as_deep_in_every_width() {
    // Elements of arrays, values that live in registers, the requested bound, the calls that fit: two for each level.
    let cases = [(1, 0, 7, 7), (1, 300, 30, 30), (3, 0, 1000, 1000), (40_000, 0, 1000, 52), (3_000_000, 0, 9, 0)];
    for (elements, values, max_depth, calls) in cases {
        let text = descent(elements, values);
        let depth: Vec<i32> = (0..70).map(|row| if row % 9 == 5 { row * 900 } else { row % 40 }).collect();
        let program = forlane::compile("k.f90", &text).expect("the source is right");
        let passes = PassOptions::inlining(false);
        let source = program.kernel_source("k", &passes, &mut PassReport::default()).expect("the rewrites take it");
        let line = |call: &str| 1 + text.lines().position(|line| line.contains(call)).expect("a call");
        let [first, down, up] = ["call r(n, s)", "call other", "call r(n - 1"].map(line);
        let base = CompileOptions::GANG_SIZES.map(|gang| (InstructionSet::Base, gang));
        let wide = forms().into_iter().filter(|(isa, _)| *isa != InstructionSet::Base);
        for (isa, gang) in base.into_iter().chain(wide) {
            let options = CompileOptions { gang: Some(gang), isa, max_depth, ..CompileOptions::default() };
            let kernel = source.compile(Default::default(), &options).expect("it compiles");
            let stack = STACKS[gang % STACKS.len()];
            let mut s = vec![0; depth.len()];
            let outcome =
                on_thread_of(stack, || kernel.call().input("n", &depth).output("s", &mut s).run()).expect("it runs");
            let expected = depth.iter().enumerate().filter(|(_, n)| 2 * (**n).max(1) - 1 > calls);
            let place = match calls {
                0 => format!("{first} in k"),
                _ if calls % 2 == 0 => format!("{up} in other"),
                _ => format!("{down} in r"),
            };
            let message = format!("the recursion is too deep at k.f90:{place}");
            let expected: Vec<(usize, String)> = expected.map(|(row, _)| (row, message.clone())).collect();
            assert_eq!(outcome.failures, expected, "gang {gang}, {elements} elements");
            for (row, (s, n)) in s.iter().zip(&depth).enumerate() {
                let has_failed = expected.iter().any(|(failed, _)| *failed == row);
                assert_eq!(*s, if has_failed { 0 } else { (*n).max(1) }, "row {row}, gang {gang}");
            }
        }
    }
}

fn main_program(text: &str) -> MainProgram {
    let program = forlane::compile("p.f90", text).expect("the source is right");
    program
        .main_program(&PassOptions::default(), &CompileOptions::default(), &mut PassReport::default())
        .expect("it compiles")
}

/// Runs a program whose recursion may use a megabyte, and as much on threads with each stack.
fn run(text: &str) -> Vec<(String, ExitStatus)> {
    let main = main_program(text);
    let run = || {
        let mut output = Vec::new();
        let status = main.run(&mut std::io::empty(), &mut output).expect("it can be run");
        (String::from_utf8(output).expect("a text"), status)
    };
    STACKS.into_iter().chain([16 << 20]).map(|stack| on_thread_of(stack, run)).collect()
}

/// Recursion that does not end is found where it happens, however large or small the frames are, also where the callee
/// of a unit in the cycle takes most of it. The check before a call knew the local variables of the unit called and
/// left 16 KiB for the rest, so that a frame of many values in registers, or below it one of an unchecked callee, went
/// past it.
#[test]
fn endless_recursion() {
    let values = |count: u32, ty: &str, definition: &str, close: &str| {
        let mut text = String::new();
        (0..count).for_each(|value| writeln!(text, "{ty} v{value}").unwrap());
        (0..count).for_each(|value| writeln!(text, "v{value} = {definition} + {value}").unwrap());
        text.push_str(close);
        (0..count).for_each(|value| writeln!(text, "n = n + v{value}").unwrap());
        text
    };
    let local = |elements: u32| format!("integer :: a({elements})\na(1) = n + 1\ncall r(a(1))\nn = a({elements})\n");
    let bodies = [
        local(1),
        local(1000),
        local(30_000),
        values(4000, "integer", "n", "call r(n + 1)\n"),
        "call leaf(n)\ncall r(n + 1)\nn = n + 1\n".to_owned(),
        "call other(n)\nn = n + 1\n".to_owned(),
    ];
    let leaf = values(4000, "integer", "n", "n = n + 1\n");
    for body in bodies {
        let text = format!(
            "call r(1)\nend\nrecursive subroutine r(n)\ninteger :: n\n{body}end\nsubroutine leaf(n)\ninteger :: n\n{leaf}end\n\
             recursive subroutine other(n)\ninteger :: n\ncall r(n)\nend\n"
        );
        for (output, status) in run(&text) {
            let ExitStatus::Failed(site) = &status else { panic!("{status:?} of {body:.100}") };
            assert_eq!((output.as_str(), &site.reason), ("", &SiteReason::RecursionTooDeep), "{body:.100}");
            assert!(site.unit == "r" || site.unit == "other" && site.file == "p.f90", "{site}");
        }
    }
}

/// A frame that does not fit once is an error at the first call; nothing of it is touched.
#[test]
fn a_first_call_that_does_not_fit() {
    let text =
        "call r(1)\nend\nrecursive subroutine r(n)\ninteger :: n, a(100000000)\na(n) = n\ncall r(a(n) + 1)\nend\n";
    for (_, status) in run(text) {
        let ExitStatus::Failed(site) = &status else { panic!("{status:?}") };
        assert_eq!((&site.reason, site.line), (&SiteReason::RecursionTooDeep, 1), "{site}");
    }
}

/// What the run-time support takes of the stack is left free at any depth: each level transfers what it can in each
/// way.
#[test]
fn endless_recursion_with_transfers() {
    let text = "call r(1)\nend\nrecursive subroutine r(n)\ninteger :: n, m, a(3)\ncharacter(120) :: line\nreal(8) :: x, y\n\
                x = 1d300/3 + n\nwrite(line, '(2(1x, es30.20e3), l2, a)') x, -sqrt(x), n > 3, 'text'\nread(line, *) x, y\n\
                write(line, *) n, [x, y]\nread(line, '(i13)') m\nwrite(line, '(f60.30, b32, g20.5)') x*1d-290, n, y\n\
                if (mod(n, 100) == 0) print '(2g0, 3(i0, \",\"))', x, sin(y)**2.5d0, (a(m), m = 1, 3)\n\
                call get_command_argument(0, line)\ncall r(n + 1)\na(1) = n\nend\n";
    for (output, status) in run(text) {
        let ExitStatus::Failed(site) = &status else { panic!("{status:?}") };
        assert_eq!((&site.reason, site.line), (&SiteReason::RecursionTooDeep, 15), "{site}");
        assert!(output.lines().count() > 5, "{output}");
    }
}

/// END of a main program is a STOP.
const ENDED: ExitStatus = ExitStatus::Stopped(StopCode::None);

const SUM: &str = "integer :: s\ns = 0\ncall r(DEPTH, s)\nprint '(i0)', s\nend\nrecursive subroutine r(n, s)\ninteger :: \
                   n, s, a(25)\na(25) = n\nif (n > 1) call r(n - 1, s)\ns = s + a(25) - n + 1\nend\n";

/// Recursion that ends goes as deep as the stack allows, which is as much as was requested.
#[test]
fn deep_recursion() {
    for (output, status) in run(&SUM.replace("DEPTH", "2000")) {
        assert_eq!((output.as_str(), status), ("2000\n", ENDED));
    }
    let deep = main_program(&SUM.replace("DEPTH", "200000"));
    for stack in STACKS {
        on_thread_of(stack, || {
            let mut output = Vec::new();
            let status = deep.run_with_stack(&mut std::io::empty(), &mut output, 100 << 20).expect("it can be run");
            assert_eq!((output.as_slice(), status), (&b"200000\n"[..], ENDED));
            let status = deep.run(&mut std::io::empty(), &mut Vec::new()).expect("it can be run");
            assert!(matches!(status, ExitStatus::Failed(_)), "{status:?}");
        });
    }
}

/// The number that a caller gives is what it wants, not what there is: it was believed.
#[test]
fn a_stack_that_cannot_be_had_is_an_error() {
    let main = main_program(&SUM.replace("DEPTH", "2000"));
    for stack in [usize::MAX, usize::MAX / 2, 1 << 60] {
        let error = main.run_with_stack(&mut std::io::empty(), &mut Vec::new(), stack).expect_err("no machine has it");
        assert!(matches!(error, JitError::Stack { .. }), "{error}");
    }
}

/// A frame that no stack holds is refused before the code generator, whose numbers have 32 bits, counts it.
#[test]
fn frames_have_a_limit() {
    let refused = |declaration: &str| {
        let text = format!(
            "call r(1)\nend\nrecursive subroutine r(n)\ninteger :: n\n{declaration}\nif (n > 0) call r(n - 1)\nend\n"
        );
        let program: Program = forlane::compile("p.f90", &text).expect("the source is right");
        match program.main_program(&PassOptions::default(), &CompileOptions::default(), &mut PassReport::default()) {
            Err(CompileError::Jit(error)) => error.to_string(),
            other => panic!("{:?}", other.map(|_| ())),
        }
    };
    let error = refused("integer :: a(300000000)\na(n) = n");
    assert_eq!(error, "p.f90:3: `r` needs 1200000000 bytes of stack for each call, more than 536870912");
    let several: String = (0..3).map(|array| format!("real(8) :: a{array}(60000000)\n")).collect();
    let used: String = (0..3).map(|array| format!("a{array}(n) = n\n")).collect();
    let error = refused(&(several + &used));
    assert!(error.starts_with("p.f90:3: `r` needs 14400000"), "{error}");
}
