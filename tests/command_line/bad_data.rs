//! Tables and values that do not fit a kernel: one located message each, and no output file.

use super::folder::Folder;

const RUN: &str = "run kernels.f --kernel half --in table.csv --out result.csv";

const COPY: &str = "run kernels.f --kernel copy --in table.csv --out result.csv";

fn with_table(table: &str) -> Folder {
    let folder = Folder::new();
    folder.write("table.csv", table);
    folder
}

#[test]
fn tables_that_do_not_fit() {
    let cases: [(&str, &[&str]); 10] = [
        ("x\n1.0\n", &["table.csv", "`n` (INTEGER)", "there is `x`"]),
        ("a,b\n1.0,2\n", &["`x` (REAL(8)), `n` (INTEGER)", "there are `a`, `b`"]),
        ("x,n\n1.0,2\nabc,3\n", &["table.csv:3: column `x`: `abc` is not a number"]),
        ("x,n\n1.0,NaN\n", &["table.csv: row 1: column `n`: the value is missing"]),
        ("x,n\n1.0,2.5\n", &["table.csv:2: column `n`: 2.5 is not an integer"]),
        ("x,n\n1.0,3000000000\n", &["table.csv:2: column `n`: 3000000000 does not fit"]),
        ("x,n\n1.0,1\n2.0\n", &["table.csv:3: 1 field, but", "2 columns"]),
        ("x,n\n1.0,1\n,2\n", &["table.csv: row 2: column `x`: the value is missing"]),
        ("", &["table.csv: empty"]),
        ("x,x,n\n1.0,2.0,1\n", &["table.csv", "`x`", "twice"]),
    ];
    let run = format!("{RUN} --strict");
    for (table, says) in cases {
        with_table(table).fails(&run, 1, says);
        with_table(table).write("result.csv", "kept").fails(&run, 1, says);
    }
}

#[test]
fn a_mistake_after_the_first_batch_leaves_nothing_either() {
    let mut table = String::from("x,n\n");
    for row in 0..70_000 {
        table.push_str(if row == 69_999 { "1.0,x\n" } else { "1.0,1\n" });
    }
    for ending in ["csv", "parquet", "arrow", "npz"] {
        let run = RUN.replace("result.csv", &format!("result.{ending}"));
        with_table(&table).fails(&run, 1, &["table.csv:70001: column `n`: `x` is not"]);
    }
}

#[test]
fn no_table() {
    let folder = Folder::new();
    folder.fails(RUN, 1, &["table.csv: No such file"]);
    folder.fails("run kernels.f --kernel half", 1, &["`x` (REAL(8)), `n` (INTEGER)", "--in", "--set"]);
}

#[test]
fn files_that_are_not_what_their_names_say() {
    for ending in ["parquet", "arrow", "npz"] {
        let folder = Folder::new();
        folder.write(&format!("t.{ending}"), "x,n\n1.0,2\n");
        folder.fails(&format!("run kernels.f --kernel half --in t.{ending}"), 1, &[&format!("t.{ending}: ")]);
    }
}

#[test]
fn places_where_no_file_can_be() {
    let folder = with_table("x,n\n1.0,2\n");
    folder.fails(
        "run kernels.f --kernel half --in table.csv --out r.txt",
        1,
        &["r.txt", ".csv, .csv.gz, .parquet, .arrow or .npz", "--out-format"],
    );
    folder.fails("run kernels.f --kernel half --in table.csv --out no/r.csv", 1, &["no/r.csv"]);
    std::fs::create_dir(folder.path("d.csv")).expect("a folder");
    folder.fails("run kernels.f --kernel half --in table.csv --out d.csv", 1, &["d.csv"]);
}

#[test]
fn values_that_do_not_fit() {
    let folder = with_table("x\n1.0\n");
    let run = "run kernels.f --kernel half --in table.csv";
    folder.fails(&format!("{run} --set n=3.5"), 2, &["--set n=3.5", "not an integer"]);
    folder.fails(&format!("{run} --set n"), 2, &["NAME="]);
    folder.fails(&format!("{run} --set n=1 --set N=2"), 2, &["twice"]);
    folder.fails(&format!("{run} --set m=1"), 2, &["`m` is not a dummy argument", "`x`, `n`, `y`, `z`"]);
    folder.fails(&format!("{run} --set n=1 --gang 3"), 2, &["can't have 3 lanes, only 1, 2, 4, 8, 16, 32, 64"]);
    folder.fails(&format!("{run} --set n=1 --threads 0"), 2, &["--threads"]);
    folder.fails("run kernels.f --kernel total --set k=1 --set a=2", 2, &["`a` is an array", "--array"]);
    folder.fails("run kernels.f --kernel total --set k=1 --array a=none.npy", 1, &["none.npy: No such file"]);
    folder.fails("run kernels.f --kernel copy --array i=none.npy", 2, &["`i` is a scalar", "--set"]);
}

#[test]
fn usage() {
    let folder = with_table("x\n1.0\n");
    folder.fails("run kernels.f --bogus", 2, &["--bogus", "Usage"]);
    folder.fails("run", 2, &["FILE", "Usage"]);
    folder.fails("run kernels.f --in table.csv", 2, &["--kernel"]);
    folder.fails("dump kernels.f", 2, &["--stage"]);
    folder.fails(
        "dump kernels.f --stage=none",
        2,
        &["source, cfg, split, loops, ssa, structured, masked, gang, clif, asm"],
    );
    folder.fails("dump kernels.f --stage=source --format=dot", 2, &["dot"]);
    folder.fails("dump kernels.f --stage=cfg --dump-after=none", 2, &["unknown rewrite `none`", "split"]);
    folder.fails("dump kernels.f --stage=cfg --unit none", 2, &["program unit `none` is not defined", "`half`"]);
}

/// A function that was spliced into its caller: the message names the function, not the caller.
#[test]
fn a_lane_that_fails_in_a_callee_names_the_callee() {
    let source = "      SUBROUTINE OUTER(N, M)\n      INTEGER N, M, RATIO\n      M = RATIO(N) + 1\n      END\n      \
                  INTEGER FUNCTION RATIO(N)\n      INTEGER N\n      RATIO = 100/N\n      END\n";
    let folder = with_table("n\n5\n0\n");
    folder.write("outer.f", source);
    for gang in ["1", "8"] {
        let run = folder.run(&format!("run outer.f --kernel outer --gang {gang} --in table.csv --out result.csv"));
        assert!(run.stderr.contains("1 of 2 rows failed"), "{}", run.stderr);
        let result = folder.read("result.csv");
        assert!(result.contains("integer division by zero at outer.f:7 in ratio"), "{result}");
    }
}

/// The first batch is written when the second one, which does not end, is interrupted.
#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_leaves_nothing_unfinished() {
    use std::os::unix::process::ExitStatusExt;
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    folder.write(
        "spin.f",
        "      SUBROUTINE SPIN(N, M)\n      INTEGER N, M\n      M = N\n   10 IF (M .GT. 0) GO TO 10\n      END\n",
    );
    folder.write("rows.csv", format!("n\n{}1\n", "0\n".repeat(65_536)));
    let is_unfinished = || folder.names().iter().any(|name| name.starts_with(".forlane-"));
    for (signal, end) in [("TERM", (Some(15), None)), ("INT", (None, Some(3)))] {
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_forlane"))
            .args(["run", "spin.f", "--kernel", "spin", "--in", "rows.csv", "--out", "result.csv"])
            .current_dir(folder.path(""))
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("forlane runs");
        let start = Instant::now();
        while !is_unfinished() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(is_unfinished());
        let kill = std::process::Command::new("kill").args([format!("-{signal}"), run.id().to_string()]).status();
        assert!(kill.is_ok_and(|status| status.success()));
        let sent = Instant::now();
        let status = run.wait().expect("forlane ends");
        assert_eq!((status.signal(), status.code()), end);
        let names = folder.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match signal {
            "TERM" => assert_eq!(names, ["kernels.f", "rows.csv", "spin.f"]),
            _ => assert_eq!(names, ["kernels.f", "result.csv", "rows.csv", "spin.f"]),
        }
        // A tenth of a second on a machine that does nothing else.
        assert!(sent.elapsed() < Duration::from_secs(10));
    }
    // What Ctrl-C leaves is a table of whole rows.
    assert!(folder.read("result.csv") == format!("n,m,status\n{}", "0,0,ok\n".repeat(65_536)));
}

/// The message repeated all of what was wrong, however long it was.
#[test]
fn what_is_wrong_is_shown_shortened() {
    let long = "x".repeat(1 << 20);
    for table in [format!("{long},n\n1,2\n"), format!("x,n\n{long},2\n"), format!("{long},{long}\n1,2\n")] {
        let folder = with_table(&table);
        let run = folder.run(RUN);
        assert!(run.status == 1 && run.stderr.contains("xxx…") && run.stderr.len() < 500, "{:.500}", run.stderr);
    }
    let many: String = (0..60_000).map(|column| format!("column{column},")).collect();
    let run = with_table(&format!("{many}last\n")).run(RUN);
    assert!(run.stderr.contains("`column19` and 59981 more") && run.stderr.len() < 1000, "{:.1000}", run.stderr);
}

/// Each took memory for all of it before it was refused.
#[test]
fn records_without_end() {
    with_table(&"x".repeat(65 << 20)).fails(RUN, 1, &["table.csv: line 1: a record of more than 64 MiB"]);
    with_table(&",".repeat(1 << 20)).fails(RUN, 1, &["table.csv: line 1: more than 65536 fields"]);
    let open_quote = format!("x,n\n1,2\n\"{}", "1,2\n".repeat(17 << 20));
    with_table(&open_quote).fails(RUN, 1, &["table.csv: line 3: a record of more than 64 MiB"]);
}

/// Mistakes of a first hour: the message named the missing column only.
#[test]
fn header_lines_that_are_none() {
    let separators = "the columns of a CSV file have commas between them";
    let cases = [
        ("i;t\n1;2\n", "there is `i;t`", separators),
        ("i t\n1 2\n", "there is `i t`", separators),
        ("i\tt\n1\t2\n", "there is `i\tt`", separators),
        ("1,2.5\n3,4\n", "there are `1`, `2.5`", "; the first line must name the columns\n"),
        (
            "# made today\ni\n3\n",
            "there is `# made today`",
            "the first line must name the columns; it looks like a comment",
        ),
        ("i [m],t\n1,2\n", "there are `i [m]`, `t`", "; did you mean `i [m]`?"),
        ("i (m)\n1\n", "there is `i (m)`", "; did you mean `i (m)`?"),
    ];
    for (table, there, hint) in cases {
        with_table(table).fails(COPY, 1, &["needs the column `i` (INTEGER)", there, hint]);
    }
    with_table("i\n1,2\n").fails(COPY, 1, &["table.csv:2: 2 fields, but the header line names 1 column\n"]);
    let folder = with_table("i\n1\n");
    let says = "there is no main program; --kernel NAME runs a subprogram over the rows of a table; there are `half`, ";
    folder.fails("run kernels.f", 1, &[says]);
    folder.write("table.parquet", "i\n1\n");
    let run = "run kernels.f --kernel copy --in table.parquet";
    folder.fails(run, 1, &["table.parquet: not a Parquet file: its signature is wrong"]);
}

/// What a file of a stranger holds reached the terminal, control characters and all.
#[test]
fn control_characters_are_shown_as_pictures() {
    let folder = with_table("i,\x1b[31mt\n1,a\x07\u{202e}b\n");
    let shown = folder.output("run kernels.f --kernel copy --in table.csv --no-status");
    assert!(shown.starts_with("i  ␛[31mt  j\n1  a␇\u{fffd}b    1\n"), "{shown}");
    with_table("n\x1b[2J\n1\n").fails(COPY, 1, &["there is `n␛[2J`"]);
    folder.write("a.f90", "x = 1 \x1b]0;title\x07 !\nend\n").fails("check a.f90", 1, &[" 1 │ x = 1 ␛]0;title␇ !"]);
}

/// The libraries that write had words of their own around the system's, and one printed a message besides. The signal
/// of a file that becomes too long ended the process, and left the unfinished file.
#[cfg(unix)]
#[test]
fn a_full_disk_is_the_only_thing_that_is_said() {
    let rows: String = (0..200_000).map(|row| format!("{row}\n")).collect();
    let folder = with_table(&format!("i\n{rows}"));
    for ending in ["csv", "csv.gz", "parquet", "arrow", "npz"] {
        let run =
            format!("{} run kernels.f --kernel copy --in table.csv --out r.{ending}", env!("CARGO_BIN_EXE_forlane"));
        let shell = std::process::Command::new("sh")
            .args(["-c", &format!("ulimit -f 100; exec {run}")])
            .current_dir(folder.path(""))
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&shell.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            said.starts_with(&format!("error: r.{ending}: ")) && said.contains("File too large (os error"),
            "{said}"
        );
        assert!(!said.contains("External") && !said.contains("Io error"), "{said}");
        assert_eq!(folder.names(), ["kernels.f", "table.csv"]);
    }
}

/// Reading and writing an internal file copies it; a process whose memory was too small for the copy was aborted.
#[cfg(target_os = "linux")]
#[test]
fn an_internal_file_too_large_to_be_copied_fails_the_statement() {
    let folder = Folder::new();
    let source = "character(:), allocatable :: line\ninteger :: failed, value\n\
                  allocate(character(2000000000) :: line)\nwrite(line, '(a)', iostat=failed) 'x'\nprint *, failed > 0\n\
                  read(line, '(i1)', iostat=failed) value\nprint *, failed > 0\nend\n";
    folder.write("large.f90", source);
    let run = format!("ulimit -d 3000000; exec {} run large.f90", env!("CARGO_BIN_EXE_forlane"));
    let shell = std::process::Command::new("sh").args(["-c", &run]).current_dir(folder.path("")).output();
    let shell = shell.expect("a shell");
    assert_eq!(String::from_utf8_lossy(&shell.stdout), " T\n T\n", "{}", String::from_utf8_lossy(&shell.stderr));
}
