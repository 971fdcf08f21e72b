//! Tables that come from pipes and go to them, and places that are not what their names say.
#![cfg(unix)]

use super::folder::Folder;
use std::fs::File;
use std::process::{Command, Stdio};

const TABLE: &str = "i,id\n5, a\n6,\"b\"\n";
const RESULT: &str = "i,id,j,status\n5, a,5,ok\n6,\"b\",6,ok\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("t.csv", TABLE);
    folder
}

/// Runs the command line with a pipe that gets the file; the output as bytes.
fn piped(folder: &Folder, file: &str, options: &str) -> Vec<u8> {
    let mut cat = Command::new("cat")
        .arg(folder.path(file))
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program that writes a file to a pipe");
    let run = Command::new(env!("CARGO_BIN_EXE_forlane"))
        .current_dir(folder.path(""))
        .args("run kernels.f --kernel copy".split(' ').chain(options.split(' ')))
        .stdin(cat.stdout.take().expect("a pipe"))
        .output()
        .expect("the command line can be started");
    cat.wait().expect("the program ends");
    assert!(run.status.success(), "{options}: {}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

#[test]
fn standard_input_and_output() {
    let folder = folder();
    for input in ["-", "/dev/stdin"] {
        let csv = piped(&folder, "t.csv", &format!("--in {input} --in-format csv --out - --out-format csv"));
        assert_eq!(String::from_utf8_lossy(&csv), RESULT);
    }
    // The summary does not get between the rows: it is on standard error.
    let stream = piped(&folder, "t.csv", "--in - --in-format csv --out /dev/stdout --out-format arrow");
    std::fs::write(folder.path("stream.arrow"), stream).expect("a file");
    piped(&folder, "stream.arrow", "--strict --in - --in-format arrow --out r.csv");
    assert_eq!(folder.read("r.csv").lines().next(), Some("i,id,j,status,j_out"));
}

/// These formats have a directory at the end: what comes from a pipe is stored first.
#[test]
fn formats_that_are_not_read_from_front_to_back() {
    let folder = folder();
    for format in ["arrow", "parquet", "npz"] {
        folder.output(&format!("run kernels.f --kernel copy --strict --in t.csv --out t.{format}"));
        piped(&folder, &format!("t.{format}"), &format!("--strict --in - --in-format {format} --out r.csv"));
        assert!(folder.read("r.csv").starts_with("i,id,j,j_out\n5,a,5,5\n"), "{format}");
    }
    // A pipe without end filled the disk.
    for (format, what) in [("parquet", "a Parquet file"), ("npz", "a NumPy archive")] {
        let run = format!("run kernels.f --kernel copy --in /dev/zero --in-format {format}");
        folder.fails(&run, 1, &[&format!("/dev/zero: not {what}: its signature is wrong")]);
    }
    piped(&folder, "t.csv", "--in - --in-format csv --out typed.parquet");
    let said = "an archive (.npz) can't go to a pipe";
    folder.fails("run kernels.f --kernel copy --in t.csv --out - --out-format npz", 1, &[said]);
    folder.fails("run kernels.f --kernel copy --in t.csv --out -", 1, &["-: the format is not known", "--out-format"]);
}

#[test]
fn named_pipes() {
    let folder = folder();
    for name in ["in.csv", "out.csv"] {
        let made = Command::new("mkfifo").arg(folder.path(name)).status();
        assert!(made.is_ok_and(|status| status.success()));
    }
    let mut feed = Command::new("cp").args(["t.csv", "in.csv"]).current_dir(folder.path("")).spawn().expect("cp");
    let result = File::create(folder.path("r.csv")).expect("a file");
    let mut drain =
        Command::new("cat").arg("out.csv").current_dir(folder.path("")).stdout(result).spawn().expect("cat");
    folder.output("run kernels.f --kernel copy --in in.csv --out out.csv");
    assert!(feed.wait().is_ok_and(|status| status.success()) && drain.wait().is_ok_and(|status| status.success()));
    assert_eq!(folder.read("r.csv"), RESULT);
}

/// The link was replaced by a file.
#[test]
fn a_link_is_followed() {
    let folder = folder();
    std::fs::create_dir(folder.path("far")).expect("a folder");
    for (link, target) in [("link.csv", "far/r.csv"), ("far/r.csv", "../there.csv")] {
        std::os::unix::fs::symlink(target, folder.path(link)).expect("a link");
    }
    for _ in 0..2 {
        folder.output("run kernels.f --kernel copy --in t.csv --out link.csv");
        assert_eq!(folder.read("there.csv"), RESULT);
        assert!(folder.path("link.csv").is_symlink() && folder.path("far/r.csv").is_symlink());
    }
    // A link to itself was replaced.
    std::os::unix::fs::symlink("round.csv", folder.path("round.csv")).expect("a link");
    let says = "error: round.csv: is a link that leads back to itself";
    folder.fails("run kernels.f --kernel copy --in t.csv --out round.csv", 1, &[says]);
}

#[test]
fn several_files_are_one_table() {
    let folder = folder();
    folder.write("u.csv", "i,id\n7.0,c\n").write("v-1.csv", "i,id\n8,d\nx,e\n").write("w.csv", "i,di\n1,2\n");
    let run = "run kernels.f --kernel copy";
    folder.output(&format!("{run} --in t.csv --in u.csv --out r.csv"));
    assert_eq!(folder.read("r.csv"), format!("{RESULT}7.0,c,7,ok\n"));
    folder.output(&format!("{run} --in [tu].csv --out all.parquet"));
    folder.output(&format!("{run} --in all.parquet --in all.parquet --out r.csv"));
    assert_eq!(folder.read("r.csv").lines().filter(|line| line.starts_with("7.0,c,7,ok,7,ok")).count(), 2);
    folder.fails(&format!("{run} --in t.csv --in v-?.csv"), 1, &["v-1.csv:3: column `i`: `x` is not an integer"]);
    folder.fails(&format!("{run} --in t.csv --in w.csv"), 1, &["w.csv: column `di` differs from t.csv"]);
    folder.fails(&format!("{run} --in none*.csv"), 1, &["none*.csv: no file matches"]);
    folder.write("m.csv", "i,id\n,d\n");
    folder.fails(&format!("{run} --strict --in t.csv --in m.csv"), 1, &["m.csv: row 1: column `i`"]);
}

#[test]
fn compressed_csv() {
    let folder = folder();
    folder.output("run kernels.f --kernel copy --in t.csv --out r.csv.gz");
    assert_eq!(std::fs::read(folder.path("r.csv.gz")).expect("a file")[..2], [0x1f, 0x8b]);
    folder.output("run kernels.f --kernel copy --in r.csv.gz --set i=0 --out back.csv");
    assert!(folder.read("back.csv").starts_with("i,id,j,status,j_out\n5, a,5,ok,0\n"));
    folder.write("bad.csv.gz", TABLE).fails("run kernels.f --kernel copy --in bad.csv.gz", 1, &["bad.csv.gz: "]);
}

/// What can't be written to standard error was a panic. Whoever closes standard output early, as `head` does, got a
/// message.
#[test]
fn nobody_reads_what_is_printed() {
    let folder = folder();
    let run = |words: &str, out: Stdio, err: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_forlane"));
        command.current_dir(folder.path(".")).args(words.split(' ')).stdin(Stdio::null()).stdout(out).stderr(err);
        let mut child = command.spawn().expect("the program");
        drop((child.stdout.take(), child.stderr.take()));
        child.wait().expect("an exit status").code()
    };
    let explained = "run kernels.f --kernel copy --in t.csv --out r.csv --explain --stats --time-passes";
    assert_eq!(run(explained, Stdio::null(), Stdio::piped()), Some(0));
    assert_eq!(folder.read("r.csv"), RESULT);
    assert_eq!(run("run none.f --kernel copy --in t.csv", Stdio::null(), Stdio::piped()), Some(1));
    let program = env!("CARGO_BIN_EXE_forlane");
    for command in ["dump kernels.f --stage=ssa", "passes", "man", "check kernels.f --json"] {
        let piped = format!("({program} {command}; echo $? >status) 2>message | true");
        let shell = Command::new("sh").args(["-c", &piped]).current_dir(folder.path(".")).status();
        assert!(shell.expect("a shell").success());
        assert_eq!((folder.read("message").as_str(), folder.read("status").as_str()), ("", "0\n"), "{command}");
    }
}
