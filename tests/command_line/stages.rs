//! Dumps saved as `.flir` files run on with the same results, and what else `dump` shows.

use super::folder::Folder;

const STAGES: [&str; 5] = ["cfg", "split", "ssa", "structured", "masked"];

/// The least divisor of N, by a loop with two exits.
const DIVISOR: &str = "      SUBROUTINE DIVISOR(N, LIMIT, D)
      INTEGER N, LIMIT, D
      D = 2
   10 IF (MOD(N, D) .EQ. 0) GO TO 20
      D = D + 1
      IF (D .LE. LIMIT) GO TO 10
      D = -ABS(N)
   20 CALL SQUARE(D)
      END
      SUBROUTINE SQUARE(D)
      INTEGER D
      D = D*D
      END
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("divisor.f", DIVISOR);
    folder.write("t.csv", "n,limit\n15,10\n49,5\n49,7\n13,100\n-8,3\n0,9\n1,3\n");
    folder
}

#[test]
fn each_stage_runs_on_with_the_same_results() {
    let folder = folder();
    folder.output("run divisor.f --kernel divisor --in t.csv --out source.csv");
    let expected = folder.read("source.csv");
    assert_eq!(expected.lines().nth(1), Some("15,10,9,ok"));
    for stage in STAGES {
        let dump = folder.output(&format!("dump divisor.f --stage={stage}"));
        folder.write("saved.flir", &dump);
        for gang in [1, 8] {
            folder.output(&format!("run saved.flir --kernel divisor --in t.csv --out {stage}.csv --gang {gang}"));
            assert!(folder.read(&format!("{stage}.csv")) == expected, "{stage}, gang of {gang}");
        }
        assert_eq!(folder.output(&format!("dump saved.flir --stage={stage}")), dump, "{stage}");
        assert_eq!(folder.output("dump saved.flir --stage=masked"), folder.output("dump divisor.f --stage=masked"));
    }
}

#[test]
fn a_main_program_runs_from_a_saved_stage() {
    let folder = folder();
    folder.write("main.f90", "program p\n integer :: i\n do i = 1, 3\n  print *, 'text', i, i/2d0\n end do\nend\n");
    let expected = folder.output("run main.f90");
    for stage in STAGES {
        folder.write("saved.flir", folder.output(&format!("dump main.f90 --stage={stage}")));
        assert_eq!(folder.output("run saved.flir"), expected, "{stage}");
    }
}

/// Each stage after the masks says which line its operations are of, whatever makes the code.
#[test]
fn code_says_what_line_it_is_of() {
    let folder = folder();
    let wide = forlane::InstructionSet::WIDE.into_iter().filter(|isa| isa.is_available());
    let wide = wide.map(|isa| format!("--gang 16 --isa {}", isa.name()));
    let sizes: Vec<String> = ["--gang 1", "--gang 4 --isa base"].map(String::from).into_iter().chain(wide).collect();
    for stage in ["gang", "clif", "asm"] {
        for size in &sizes {
            let is_empty = stage == "gang" && size == "--gang 1" || stage == "clif" && size.contains("--isa avx");
            let is_shown = stage != "asm" || cfg!(target_arch = "x86_64");
            let dump = folder.output(&format!("dump divisor.f --stage={stage} --unit divisor {size}"));
            let has = |line: u32| dump.lines().any(|text| text.ends_with(&format!(" @{line}")));
            assert_eq!([has(4), has(5), has(12)], [!is_empty && is_shown; 3], "{stage} {size}: {dump}");
        }
    }
}

/// What was masked for one value of LIMIT for all rows once refused to run with a column of them.
#[test]
fn a_masked_dump_runs_with_other_shapes_of_its_arguments() {
    let folder = folder();
    folder.output("run divisor.f --kernel divisor --in t.csv --out source.csv");
    folder.write("saved.flir", folder.output("dump divisor.f --stage=masked --uniform limit"));
    folder.output("run saved.flir --kernel divisor --in t.csv --out saved.csv");
    assert_eq!(folder.read("saved.csv"), folder.read("source.csv"));
}

#[test]
fn a_unit_in_two_files_is_refused() {
    let folder = folder();
    folder.write("saved.flir", folder.output("dump divisor.f --stage=ssa"));
    folder.fails("run divisor.f saved.flir --kernel divisor", 1, &["E0702", "unit divisor", "saved.flir:1:1"]);
    folder.write("again.flir", folder.read("saved.flir"));
    folder.fails("check saved.flir again.flir", 1, &["E0702", "again.flir:1:1"]);
}

/// The place of an error after letters of more than one byte once fell inside of one, which was a panic.
#[test]
fn an_error_after_wide_letters_has_its_place() {
    let folder = folder();
    folder.write("saved.flir", "unit cfg program p \"é€é.f\" é {\n}\n");
    folder.fails("check saved.flir", 1, &["E0700", "saved.flir:1:28"]);
}

/// Calls of units in text are checked against what is compiled with them.
#[test]
fn a_wrong_call_in_a_dump_is_refused_with_its_place() {
    let folder = folder();
    folder.write("saved.flir", "unit cfg program p \"p.f\" {\n    scope s0 subprogram\n\n    b0:\n        call square(1, 2)\n        stop\n}\n");
    folder.fails(
        "run divisor.f saved.flir",
        1,
        &["E0701", "verify[call-signature]", "saved.flir:5:9", "but 2 are given"],
    );
}

#[test]
fn an_earlier_stage_can_not_be_had_from_a_later_one() {
    let folder = folder();
    folder.write("saved.flir", folder.output("dump divisor.f --stage=ssa"));
    folder.fails("dump saved.flir --stage=cfg", 1, &["`divisor`", "later stage"]);
    folder.fails("dump saved.flir --stage=source", 1, &["saved.flir", "no Fortran"]);
}

#[test]
fn damaged_dumps_are_refused_with_a_place() {
    let folder = folder();
    let dump = folder.output("dump divisor.f --stage=cfg");
    folder.write("a.flir", dump.replacen("goto b1", "goto b77", 1));
    folder.fails("run a.flir --kernel divisor --in t.csv", 1, &["a.flir:", "b77"]);
    folder.write("b.flir", &dump[..dump.len() / 2]);
    folder.fails("run b.flir --kernel divisor --in t.csv", 1, &["b.flir:"]);
    folder.write("c.flir", "");
    folder.fails("run c.flir --kernel divisor --in t.csv", 2, &["divisor"]);
}

#[test]
fn one_unit_can_be_chosen() {
    let folder = folder();
    for stage in STAGES {
        let dump = folder.output(&format!("dump divisor.f --stage={stage} --unit SQUARE"));
        assert!(dump.contains("subroutine square") && !dump.contains("subroutine divisor"), "{dump}");
    }
    let source = folder.output("dump divisor.f --stage=source --unit square");
    assert!(source.to_lowercase().contains("square") && !source.to_lowercase().contains("divisor"), "{source}");
}

#[test]
fn the_source_stage_is_fortran_again() {
    let folder = folder();
    let source = folder.output("dump divisor.f --stage=source");
    folder.write("again.f", &source);
    assert_eq!(folder.output("dump again.f --stage=source"), source);
    folder.output("run divisor.f --kernel divisor --in t.csv --out a.csv");
    folder.output("run again.f --kernel divisor --in t.csv --out b.csv");
    assert_eq!(folder.read("a.csv"), folder.read("b.csv"));
}

#[test]
fn uniform_arguments_make_uniform_branches() {
    let folder = folder();
    let dump = |options: &str| folder.output(&format!("dump divisor.f --stage=masked --unit divisor {options}"));
    assert!(dump("").contains("mod(v0:n, "));
    let (one, both) = (dump("--uniform limit"), dump("--uniform N --uniform LIMIT --uniform d"));
    assert!(one.matches(" varying").count() < dump("").matches(" varying").count());
    assert!(!both.contains(" varying"), "{both}");
}

#[test]
fn graphs_are_drawn() {
    let folder = folder();
    for stage in ["cfg", "split", "ssa"] {
        let dot = folder.output(&format!("dump divisor.f --stage={stage} --format=dot --unit divisor"));
        assert!(dot.trim_start().starts_with("digraph") && dot.trim_end().ends_with('}'), "{dot}");
        assert!(dot.matches("->").count() >= 5, "{dot}");
    }
}

/// Blocks show their source lines, and Graphviz, where it is, draws them.
#[test]
fn pictures_show_the_source() {
    let folder = folder();
    for stage in STAGES {
        let dot = folder.output(&format!("dump divisor.f --stage={stage} --format=dot --unit divisor"));
        assert!(dot.contains("10 IF (MOD(N, D) .EQ. 0) GO TO 20"), "{dot}");
    }
    folder.fails("dump divisor.f --stage=ssa --format=svg", 2, &["one unit", "`divisor`, `square`"]);
    let installed = std::process::Command::new("dot").arg("-V").output().is_ok();
    if installed {
        let svg = folder.output("dump divisor.f --stage=ssa --format=svg --unit divisor");
        assert!(svg.starts_with("<?xml") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(svg.contains("MOD(N, D)"), "{svg}");
    }
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_forlane"))
        .args(["dump", "--stage=ssa", "--format=svg", "--unit=divisor"])
        .arg(folder.path("divisor.f"))
        .env("PATH", folder.path("nothing"))
        .output()
        .expect("the command line can be started");
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("`dot` is not installed; --format=dot"), "{run:?}");
}

#[test]
fn loops_are_reported_as_text_and_for_tools() {
    let folder = folder();
    let text = folder.output("dump divisor.f --stage=loops");
    let way = "    exit at line 6: IF (D .LE. LIMIT) GO TO 10\n        if d>limit, by lines 4-6 with d=d+1; entered by lines \
               1, 3-4 with d=2, limit=limit; trip count: at most max(limit-1,1)\n";
    assert!(text.contains(way) && text.contains("unit square: no loops"), "{text}");
    assert!(text.contains("loop at divisor.f:4: 10 IF (MOD(N, D) .EQ. 0) GO TO 20\n"), "{text}");
    let full = folder.output("dump divisor.f --stage=loops --format=full");
    assert!(full.contains("condition at exit: mod(n,d)==0\n") && full.contains("unit square: no loops"), "{full}");
    let json = folder.output("dump divisor.f --stage=loops --format=json --unit divisor");
    let json: serde_json::Value = serde_json::from_str(&json).expect("the report is JSON");
    let exit = &json["units"][0]["loops"][0]["exits"][1];
    assert_eq!(exit["condition_at_exit"], "d>limit");
    assert_eq!(exit["loop_prefixes"][0]["trip_count"], "max(limit-1,1)");
    folder.fails("dump divisor.f --stage=loops --format=dot", 2, &["cfg to masked"]);
    folder.fails("dump divisor.f --stage=cfg --format=json", 2, &["loops"]);
    folder.write("saved.flir", folder.output("dump divisor.f --stage=ssa"));
    folder.fails("dump saved.flir --stage=loops", 1, &["`divisor`", "later stage"]);
}

#[test]
fn analyses_are_shown_where_there_are_some() {
    let folder = folder();
    let dump = folder.output("dump divisor.f --stage=ssa --unit divisor --with=loops,divergence");
    assert!(
        dump.contains("\n; loops, by their heads, each with the blocks that are in none inside it\n;     b1: ["),
        "{dump}"
    );
    assert!(dump.contains("\n;     loop b1: left in different iterations\n"), "{dump}");
    folder.write("saved.flir", &dump);
    assert_eq!(folder.output("dump saved.flir --stage=ssa --with=loops,divergence"), dump);
    folder.fails("dump divisor.f --stage=ssa --with=liveness", 1, &["liveness", "cfg and split"]);
    folder.fails("dump divisor.f --stage=split --with=divergence", 1, &["divergence", "stage ssa"]);
    folder.fails("dump divisor.f --stage=masked --with=loops", 2, &["cfg, split and ssa"]);
    folder.fails("dump divisor.f --stage=ssa --with=order", 2, &["`order`", "dominators, post-dominators, loops"]);
    folder.fails("dump divisor.f --stage=ssa --with=loops --format=dot", 2, &["--with"]);
}

#[test]
fn units_are_counted() {
    let folder = folder();
    let table = folder.output("check divisor.f --counts");
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    let headings = "unit blocks arcs loops irred. values scopes exits masks narrowed growth seconds";
    assert_eq!(lines[0].join(" "), headings);
    assert_eq!(lines[1][..5], ["divisor", "7", "8", "1", "0"], "{table}");
    assert_eq!(lines[1][6..11], ["2", "2", "3", "1", "1.000"], "{table}");
    assert_eq!(lines[3][..6], ["2", "units", "8", "8", "1", "0"], "{table}");
    let json: serde_json::Value = serde_json::from_str(&folder.output("check divisor.f --counts=json")).expect("JSON");
    assert_eq!((&json["units"][1]["unit"], &json["total"]["irreducible_loops"]), (&"square".into(), &0.into()));
    folder.write("bad.f", "      END END\n");
    folder.fails("check bad.f --counts", 1, &["bad.f:1"]);
}

/// Tools read there what a caller has to give, whatever the unit makes of it inside.
#[test]
fn interfaces_are_shown() {
    let folder = folder();
    let text = "complex(8) function pole(z, a, n, x, name)\n complex(8), intent(in) :: z\n integer n\n\
                real(8) a(0:n, 3), x\n character(*) name\n x = a(0, 1)\n pole = x*z\nend\n";
    folder.write("pole.f90", text);
    let json: serde_json::Value = serde_json::from_str(&folder.output("check pole.f90 --json")).expect("JSON");
    let unit = &json["units"][0];
    assert_eq!((&unit["name"], &unit["kind"], &unit["result"]), (&"pole".into(), &"function".into(), &().into()));
    let arguments = unit["arguments"].as_array().expect("arguments");
    let names: Vec<&str> = arguments.iter().filter_map(|argument| argument["name"].as_str()).collect();
    assert_eq!(names, ["pole", "z", "a", "n", "x", "name"]);
    assert_eq!(arguments[0]["is_result"], true);
    assert_eq!((&arguments[1]["type"], &arguments[1]["intent"]), (&"COMPLEX(8)".into(), &"in".into()));
    assert_eq!(arguments[2]["dimensions"], serde_json::json!([[0, "n"], [1, 3]]));
    let read: Vec<bool> = arguments.iter().filter_map(|argument| argument["is_read"].as_bool()).collect();
    assert_eq!(read, [false, true, true, true, false, false], "{json:#}");
    assert_eq!(arguments[5]["companions"]["length"], "name.len");
    folder.write("bad.f", "      END END\n");
    folder.fails("check bad.f --json", 1, &["bad.f:1"]);
}

#[test]
fn code_stages_are_shown() {
    let folder = folder();
    let gang = folder.output("dump divisor.f --stage=gang --unit divisor");
    assert!(gang.contains("gang divisor lanes"), "{gang}");
    let clif = folder.output("dump divisor.f --stage=clif --unit divisor --gang 4 --isa base");
    assert!(clif.contains("function") && clif.contains("i32x4"), "{clif}");
    assert!(!folder.output("dump divisor.f --stage=asm --unit divisor").is_empty());
}

#[test]
fn passes_are_timed_and_shown() {
    let folder = folder();
    let run = folder.run("run divisor.f --kernel divisor --in t.csv --time-passes");
    assert_eq!(run.status, 0);
    for pass in ["split-arcs", "ssa", "structurize", "masks"] {
        assert!(run.stderr.contains(&format!(" ms  {pass}")), "{}", run.stderr);
    }
    let run = folder.run("run divisor.f --kernel divisor --in t.csv --dump-after=ssa");
    assert!(run.stderr.contains("unit ssa subroutine divisor"), "{}", run.stderr);
    assert!(run.stdout.contains("7 rows"), "{}", run.stdout);
}

/// All that is done before a kernel or program runs is in one table, which adds up.
#[test]
fn the_table_of_times_adds_up() {
    let folder = folder();
    folder.write("main.f90", "program p\nprint *, 1\nend\n");
    let parts = ["read", "front-end", "build-graphs", "ssa"];
    for (command_line, more) in [
        (
            "run divisor.f --kernel divisor --in t.csv",
            &["compute-once", "masks", "lay-out", "generate-code", "link"][..],
        ),
        ("run main.f90", &["localize-scalars", "generate-code"]),
        ("dump divisor.f --stage=ssa", &[]),
        ("dump divisor.f --stage=asm", &["masks", "generate-code", "link"]),
    ] {
        let run = folder.run(&format!("{command_line} --time-passes"));
        let row = |line: &str| {
            let (time, name) = line.trim().split_once(" ms  ")?;
            Some((name.to_owned(), time.parse::<f64>().ok()?))
        };
        let rows: Vec<(String, f64)> = run.stderr.lines().filter_map(row).collect();
        let names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
        assert!(parts.iter().chain(more).all(|part| names.contains(part)), "{command_line}: {names:?}");
        assert_eq!(names[names.len() - 2..], ["other", "total"], "{command_line}");
        let sum: f64 = rows[..rows.len() - 1].iter().map(|(_, time)| time).sum();
        assert!((sum - rows[rows.len() - 1].1).abs() < 0.001 * rows.len() as f64, "{command_line}: {rows:?}");
    }
}
