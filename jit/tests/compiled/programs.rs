//! Main programs: PRINT and how they end.

use super::{options, parse};
use forlane_cfg::StopCode;
use forlane_jit::{ExitStatus, JitError, MainProgram, SiteReason};
use std::io::{self, Write};

fn program(body: &str) -> String {
    format!(
        r#"unit ssa program hello "hello.f" {{
    scope s0 subprogram
    var a: real4[3] static varying s0 = 0 for 2: 1.5e0
    var n: integer4 static varying s0 = 0 for 1: 3
    b0:
        enter s0
        {body}
}}
"#
    )
}

fn run(body: &str) -> (String, ExitStatus) {
    let main = MainProgram::compile(&parse(&program(body)), &options(1)).unwrap_or_else(|error| panic!("{error}"));
    let mut out = Vec::new();
    let status = main.run(&mut std::io::empty(), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), status)
}

#[test]
fn prints_records() {
    let (out, status) = run("io write_unit(6) @2
        io write(\"n is\")
        io write(n)
        io write(\"and\")
        io write(2.5d0)
        io write(7_8)
        io write(n < 4)
        io end() @2
        io write_unit(6)
        io end()
        io write_unit(6)
        io write_array(&a[])
        io write(1e0)
        io end()
        leave s0
        return");
    assert_eq!(
        out,
        " n is           3 and   2.5000000000000000                         7 T

   1.50000000       1.50000000       0.00000000       1.00000000    
"
    );
    assert_eq!(status, ExitStatus::Returned);
}

/// What was printed before it ended is there.
#[test]
fn ends() {
    let (out, status) =
        run("io write_unit(6)\n        io write(\"a\")\n        io end()\n        leave s0\n        stop 4");
    assert_eq!((out.as_str(), status), (" a\n", ExitStatus::Stopped(StopCode::Number(4))));
    let (_, status) = run("leave s0\n        stop \"done\"");
    assert_eq!(status, ExitStatus::Stopped(StopCode::Text("done".to_string())));
    let (out, status) = run(
        "io write_unit(6)\n        io write(\"b\")\n        io end()\n        a[n] = 1e0 @5\n        leave s0\n        return",
    );
    let ExitStatus::Failed(site) = status else { panic!("{status:?}") };
    assert_eq!((out.as_str(), site.line), (" b\n", 5));
    assert_eq!(site.reason, SiteReason::OutOfBounds { array: "a".to_string() });
}

/// A program may run twice; each run starts with the initial values.
#[test]
fn runs_again() {
    let text = program(
        "n = n + 1\n        io write_unit(6)\n        io write(n)\n        io end()\n        leave s0\n        return",
    );
    let main = MainProgram::compile(&parse(&text), &options(1)).unwrap();
    for _ in 0..2 {
        let mut out = Vec::new();
        main.run(&mut std::io::empty(), &mut out).unwrap();
        assert_eq!(out, b"           4\n");
    }
}

/// A pipe that was closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An endless program ends when nobody reads its output.
#[test]
fn output_fails() {
    let text = program(
        "goto b1\n    b1:\n        io write_unit(6)\n        io write(\"for ever\")\n        io end()\n        goto b1",
    );
    let main = MainProgram::compile(&parse(&text), &options(1)).unwrap();
    assert!(matches!(main.run(&mut std::io::empty(), &mut Closed), Err(JitError::Output(_))));
}

#[test]
fn there_may_be_none() {
    let error = MainProgram::compile(&parse(""), &options(1)).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "there is no main program");
}
