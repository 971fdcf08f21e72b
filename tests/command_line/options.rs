//! `--set`, `--explain`, `--math`, `--gang` and `--threads`, passes that are left out, options that are misused.

use super::folder::Folder;
use forlane_jit::InstructionSet;

/// `--math=fast` says what it takes. Results are near gfortran's and do not depend on the width; where the library
/// can't be loaded, nothing else is taken in its place.
#[cfg(target_os = "linux")]
#[test]
fn fast_mathematics() {
    let folder = Folder::new();
    let source = "real(8) function wave(x)\nreal(8) x\nwave = sin(x) * x + exp(-x)\nend\n";
    folder.write("wave.f90", source);
    folder.write("t.csv", "x\n0.5\n1.25\n-3.0\n700.0\n");
    if forlane::Mathematics::Fast.taken().is_err() {
        return eprintln!("nothing is tested: this machine has no vector library");
    }
    let run = folder.run("run wave.f90 --kernel wave --in t.csv --math fast --explain --stats --out fast.csv");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let says = "results have other bits than those of gfortran, because --math=fast takes exp, log";
    assert!(run.stderr.contains(says) && run.stderr.contains("\"math\":\"fast: exp, log"), "{}", run.stderr);
    for options in ["--gang 1", "--gang 4 --isa base", "--gang 64"] {
        folder.output(&format!("run wave.f90 --kernel wave --in t.csv --math fast {options} --out other.csv"));
        assert_eq!(folder.read("fast.csv"), folder.read("other.csv"), "{options}");
    }
    folder.output("run wave.f90 --kernel wave --in t.csv --out exact.csv");
    let values = |name: &str| -> Vec<f64> {
        folder.read(name).lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect()
    };
    for (fast, exact) in values("fast.csv").into_iter().zip(values("exact.csv")) {
        assert!((fast - exact).abs() <= exact.abs() * 1e-14, "{fast}, {exact}");
    }
    folder.write("libmvec.so.1", "not a library");
    let words = ["run", "wave.f90", "--kernel", "wave", "--in", "t.csv", "--math=fast"];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_forlane"));
    let run =
        command.args(words).current_dir(folder.path("")).env("LD_LIBRARY_PATH", folder.path("")).output().unwrap();
    let message = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.code() == Some(1) && message.contains("vector library"), "{message}");
    assert!(message.contains("can't be loaded"), "{message}");
}

/// A run is explained for the arguments that it has, on standard error; its table is the same.
#[test]
fn a_run_is_explained() {
    let folder = Folder::new();
    folder.write("t.csv", "n\n2\n3\n");
    let source = "integer function sums(n)\nsums = 0\ndo i = 1, n\nsums = sums + i\nend do\nend\n";
    folder.write("sums.f90", source);
    // Of a loop it also says how many instructions it has, which is not kept in a test.
    let explained = |options: &str| {
        let run = folder.run(&format!("run sums.f90 --kernel sums {options} --out r.csv --explain --isa=base"));
        let (on_code, others): (Vec<&str>, Vec<&str>) =
            run.stderr.split_inclusive('\n').partition(|line| line.contains(" instructions of the machine, of which "));
        assert!(on_code.iter().all(|line| line.starts_with("sums.f90:")), "{on_code:?}");
        assert_eq!(on_code.is_empty(), cfg!(not(target_arch = "x86_64")));
        (run.status, others.concat())
    };
    let on_kernel = "sums.f90:1: kernel `sums`: 16 lanes in a gang, because nothing of 64 bits differs between lanes\n";
    let tried = "sums.f90:1: kernel `sums`: gangs of other sizes are tried in long runs, because lanes part at line 3, and \
                 gangs of 1, 8 and 4, or lanes that take other rows when they are done, may be faster\n";
    let slower = "sums.f90:1: kernel `sums`: slower in lanes than it could be, because line 3 has a loop whose iteration \
                  count differs\n";
    let on_loop = "sums.f90:3: loop: varying, because its iteration count differs between lanes\n";
    assert_eq!(explained("--in t.csv"), (0, [on_kernel, tried, slower, on_loop].concat()));
    assert_eq!(folder.read("r.csv"), "n,sums,status\n2,3,ok\n3,6,ok\n");
    let on_loop = "sums.f90:3: loop: uniform, because what decides when it is left is the same in all lanes\n";
    assert_eq!(explained("--set n=3"), (0, [on_kernel, on_loop].concat()));
    folder.fails("check sums.f90 --explain", 2, &["--kernel"]);
    let width = "sums.f90:1: kernel `sums`: 16 lanes in a gang, because nothing of 64 bits differs between lanes\n";
    assert_eq!(folder.output("check sums.f90 --kernel sums --isa=base"), width);
    folder.fails("check sums.f90 --kernel sums --gang 3", 2, &["can't have 3 lanes"]);
}

#[test]
fn set_gives_one_value_to_all_rows() {
    let folder = Folder::new();
    folder.write("t.csv", "X,ignored\n1.0,a\n2.0,b\n");
    folder.output("run kernels.f --kernel half --in t.csv --set N=4 --out r.csv");
    assert_eq!(folder.read("r.csv"), "X,ignored,n_out,y,z,status\n1.0,a,5,0.5,25,ok\n2.0,b,5,1.0,25,ok\n");
    // A value takes precedence over a column of that name.
    folder.write("t.csv", "x,n\n1.0,1\n");
    folder.output("run kernels.f --kernel half --in t.csv --set n=50 --out r.csv");
    assert_eq!(folder.read("r.csv"), "x,n,n_out,y,z,status\n1.0,1,51,0.5,2,ok\n");
    // Without a table there is one row; numbers are written as in Fortran.
    folder.output("run kernels.f --kernel half --set x=1d-3 --set n=7 --out r.csv");
    assert_eq!(folder.read("r.csv"), "n_out,y,z,status\n8,0.0005,14,ok\n");
    folder.output("run kernels.f --kernel kinds --set r=1.5e0 --set d=-.5 --set i=-1 --set l=9000000000 --set p=.true. --out r.csv");
    assert_eq!(folder.read("r.csv"), "q\nfalse\n");
}

#[test]
fn gangs_threads_and_inlining_change_nothing() {
    let folder = Folder::new();
    let rows: String = (0..300).map(|row| format!("{}.25,{}\n", row - 150, row % 7)).collect();
    folder.write("t.csv", format!("x,n\n{rows}"));
    folder.output_with_failures("run kernels.f --kernel half --in t.csv --out first.csv");
    let first = folder.read("first.csv");
    assert_eq!(first.matches("integer division by zero at kernels.f:5 in half").count(), 43);
    for options in ["--gang 1", "--gang 2 --threads 3", "--gang 16", "--threads 1", "--no-inline", "--verify"] {
        folder.output_with_failures(&format!("run kernels.f --kernel half --in t.csv --out other.csv {options}"));
        assert!(first == folder.read("other.csv"), "{options}");
    }
}

/// The state of a handler that few rows reach was copied for each of them.
#[test]
fn state_of_what_rarely_runs_is_not_copied_for_each_row() {
    let folder = Folder::new();
    let source = |condition: &str| {
        format!(
            "subroutine s(x)\nif ({condition}) call note(x)\nend\nsubroutine note(x)\ncommon /errors/ n, text\n\
             character(64) text\nn = n + 1\nwrite (text, '(i3, f9.3)') n, x\nx = n\nend\n"
        )
    };
    let bytes = |condition: &str| {
        folder.write("s.f90", source(condition));
        let run = folder.run("run s.f90 --kernel s --set x=3 --stats");
        let object = run.stderr.lines().find(|line| line.starts_with('{')).expect("statistics");
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        object["state_bytes"].as_u64().expect("a number")
    };
    assert_eq!(bytes("x > 2"), 0);
    assert!(bytes(".true.") >= 68);
}

/// A table was copied for each row that assigns one element of it, as a mark, also through a call.
#[test]
fn of_tables_only_elements_that_rows_assign_are_copied() {
    let folder = Folder::new();
    let bytes = |index: &str, option: &str| {
        let source = format!(
            "subroutine s(n, x)\ncommon /table/ p(3, 1000)\nx = p(1, n)\ncall use(p(1, 2), n, x)\n\
             call use(p(1, 900), n, x)\nend\nsubroutine use(p, n, x)\ndimension p(*)\n\
             if (p({index}) == 0) p({index}) = x\nx = x + p({index}) + p(n)\nend\n"
        );
        folder.write("s.f90", source);
        let run = folder.run(&format!("run s.f90 --kernel s --set n=4 --set x=3 --stats {option}"));
        let object = run.stderr.lines().find(|line| line.starts_with('{')).expect("statistics");
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        object["state_bytes"].as_u64().expect("a number")
    };
    for option in ["", "--no-inline", "--gang 1"] {
        let few = bytes("100", option);
        assert!((8..=64).contains(&few), "{option}: {few}");
        assert!(bytes("n + 100", option) >= 12_000, "{option}");
    }
}

#[test]
fn help_and_version() {
    let folder = Folder::new();
    assert!(folder.output("--help").contains("run"));
    assert!(folder.output("run --help").contains("--kernel"));
    let version = folder.output("--version");
    assert!(
        version.starts_with("forlane ") && version.contains("built for ") && version.contains("--isa="),
        "{version}"
    );
    assert_eq!(folder.output("-V").lines().count(), 1);
}

/// What an installed command brings along, all of it made of the options that there are.
#[test]
fn completions_manual_and_passes() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let completions = folder.output(&format!("completions {shell}"));
        assert!(completions.contains("allow-failures") && completions.contains("forlane"), "{shell}");
    }
    let manual = folder.output("man");
    assert!(manual.starts_with(".ie") || manual.contains(".TH forlane"), "{manual:.300}");
    assert!(manual.contains("forlane run") && manual.contains("allow\\-failures") && manual.contains("forlane dump"));
    let passes = folder.output("passes");
    let names: Vec<&str> = passes.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"split-arcs") && names.contains(&"structurize"), "{passes}");
    for name in names {
        folder.output(&format!("dump kernels.f --stage=masked --dump-after={name}"));
    }
}

/// Those that programs mean the same without can be left out.
#[test]
fn optimizations_can_be_left_out() {
    let folder = Folder::new();
    let source =
        "real function outer(x)\nreal inner\nouter = inner(x) + 1\nend\nreal function inner(x)\ninner = 2*x\nend\n";
    folder.write("calls.f90", source);
    let passes = folder.output("passes");
    let optional: Vec<&str> = passes.lines().filter_map(|line| line.split_once("  ").map(|(name, _)| name)).collect();
    assert!(optional.contains(&"inline-calls") && !optional.contains(&"ssa"), "{passes}");
    for name in &optional {
        let run = folder.output(&format!("run calls.f90 --kernel outer --set x=1.5 --disable={name}"));
        assert!(run.contains("4.0"), "{name}: {run}");
        let trace = folder.run(&format!("run calls.f90 --kernel outer --set x=1.5 --time-passes --disable={name}"));
        assert!(!trace.stderr.contains(&format!(" {name}\n")), "{name}: {}", trace.stderr);
    }
    let calls = |option: &str| {
        folder.output(&format!("dump calls.f90 --stage=ssa --unit outer {option}")).matches("call ").count()
    };
    let all = format!("--disable={}", optional.join(","));
    assert_eq!([calls(""), calls("--disable=inline-calls"), calls("--no-inline"), calls(&all)], [0, 1, 1, 1]);
    folder.fails("run calls.f90 --kernel outer --set x=1 --disable=ssa", 2, &["can be left out", "inline-calls"]);
}

#[test]
fn dummy_procedures_of_a_kernel_are_bound() {
    let folder = Folder::new();
    folder.write(
        "apply.f",
        "      REAL FUNCTION APPLY(F, X)\n      EXTERNAL F\n      APPLY = F(X) + 1\n      END\n      REAL FUNCTION \
         DOUBLE(X)\n      DOUBLE = 2*X\n      END\n",
    );
    let run = folder.run("run apply.f --kernel apply --bind F=double --set x=1.5");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("apply") && run.stdout.contains('4'), "{}", run.stdout);
    folder.fails("run apply.f --kernel apply --set x=1.5", 2, &["dummy procedure `f`", "--bind f=NAME"]);
    folder.fails("run apply.f --kernel apply --bind f=triple --set x=1.5", 2, &["program unit `triple`"]);
    folder.fails("run apply.f --kernel apply --bind g=double --set x=1.5", 2, &["no dummy procedure `g`"]);
    folder.fails("run apply.f --kernel apply --bind f --set x=1.5", 2, &["--bind f"]);
}

#[test]
fn a_kernel_can_not_ask_the_system() {
    let folder = Folder::new();
    folder.write("table.csv", "x\n1.0\n");
    for (call, name) in [
        ("call random_number(y)", "RANDOM_NUMBER"),
        ("y = second()", "CPU_TIME"),
        ("call sleep(1)", "SLEEP"),
        ("y = rand(0)", "RAND"),
    ] {
        folder.write("draw.f90", format!("subroutine draw(x, y)\nreal(8) x\nreal y\ny = x\n{call}\nend\n"));
        let output = folder.output_with_failures("run draw.f90 --kernel draw --in table.csv");
        assert!(output.contains(&format!("{name} has no meaning for each row of a kernel at draw.f90:5")), "{output}");
    }
}

/// The exit status was 1 for some, as if the sources or the data were wrong, and others were ignored.
#[test]
fn options_that_name_what_there_is_not_are_misused() {
    let folder = Folder::new();
    folder.write("t.csv", "x,n\n1.0,2\n");
    let refused = |options: &str, says: &str| folder.fails(&format!("run kernels.f --in t.csv {options}"), 2, &[says]);
    refused("--kernel hald", "`hald` is not defined");
    refused("--kernel half --set foo=3", "`foo` is not a dummy argument");
    refused("--kernel half --where foo", "--where foo: there are `x`, `n`");
    refused("--kernel half --in-zero x", "`x` is a scalar; use --set x=0");
    refused("--kernel half --columns foo", "--columns foo: the result has the columns");
    refused("--kernel half --columns x,n,x", "--columns: `x` is named twice");
    refused("--kernel half --bind f=g", "no dummy procedure `f`");
    refused("--kernel half --timeout nan", "'nan' for '--timeout <SECONDS>': this is not a number of seconds");
    refused("--kernel half --timeout -1", "'-1' for '--timeout <SECONDS>': this is not a number of seconds");
    folder.fails("run kernels.f --kernel half --rows -3", 2, &["invalid value '-3' for '--rows <N>'"]);
    folder.fails("check kernels.f --kernel hald", 2, &["`hald` is not defined"]);
    folder.fails("check kernels.f --kernel half --uniform foo", 2, &["--uniform foo"]);
    folder.fails("dump kernels.f --stage cfg --unit hald", 2, &["`hald` is not defined", "did you mean `half`"]);
}

/// 160 MB of variables for each lane were refused in the gang that forlane itself had chosen.
#[test]
fn a_gang_that_is_too_large_in_memory_becomes_scalar_code() {
    let folder = Folder::new();
    let text = "real(8) function large(x)\nreal(8) x\nreal(8), save :: t(20000000)\nt(int(x)) = x\n\
                large = t(int(x)) + t(2)\nend\n";
    folder.write("large.f90", text);
    let run = folder.run("run large.f90 --kernel large --set x=2 --threads 1 --explain");
    assert!(
        run.stderr.contains("one row after the other, because the variables of a lane have 160000000 bytes"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("4.0") && run.stdout.contains("gang of 1"), "{}", run.stdout);
    folder.fails("run large.f90 --kernel large --set x=2 --gang 32", 1, &["try a smaller gang"]);
}

/// Each gang of a Bessel function had several hundred kilobytes of code to fetch.
#[test]
fn a_large_kernel_has_half_as_many_lanes() {
    let folder = Folder::new();
    folder.write("t.csv", "x\n0.5\n1.5\n-2.5\n");
    for (statements, lanes, reason) in [(100, 8, ""), (1600, 4, ", and half as many lanes as usual have less code")] {
        let steps: String = (0..statements).map(|step| format!("y = y*0.25d0 + {step}*x\n")).collect();
        let source = format!("subroutine long(x, y)\nreal(8) x, y\ny = x\n{steps}if (x > 1) y = -y\nend\n");
        folder.write("long.f90", source);
        let width = folder.output("check long.f90 --kernel long --isa=base");
        let said = format!("{lanes} lanes in a gang, because `x` has 64 bits and differs between lanes{reason}");
        assert!(width.contains(&said), "{width}");
        folder.output("run long.f90 --kernel long --in t.csv --isa=base --out usual.csv");
        folder.output("run long.f90 --kernel long --in t.csv --gang 1 --out scalar.csv");
        assert_eq!(folder.read("usual.csv"), folder.read("scalar.csv"));
    }
    let explained = folder.run("run long.f90 --kernel long --in t.csv --isa=base --out usual.csv --explain").stderr;
    assert!(explained.contains("gangs of 1 and 8 may be faster"), "{explained}");
}

/// With mask registers, of which there are seven, fewer actions are enough.
#[test]
fn a_kernel_of_middle_size_has_half_as_many_lanes_with_avx512() {
    let folder = Folder::new();
    let steps: String = (0..1000).map(|step| format!("y = y*0.25d0 + {step}*x\n")).collect();
    folder.write("long.f90", format!("subroutine long(x, y)\nreal(8) x, y\ny = x\n{steps}if (x > 1) y = -y\nend\n"));
    for (isa, lanes) in [(InstructionSet::Base, 8), (InstructionSet::Avx2, 16), (InstructionSet::Avx512, 16)] {
        if !isa.is_available() {
            eprintln!("not tested: this machine does not have {}", isa.name());
            continue;
        }
        let width = folder.output(&format!("check long.f90 --kernel long --isa={}", isa.name()));
        assert!(width.contains(&format!("{lanes} lanes in a gang")), "{width}");
        assert_eq!(width.contains("half as many lanes"), isa == InstructionSet::Avx512, "{width}");
    }
}

#[test]
fn default_kinds_are_chosen_for_columns_too() {
    let folder = Folder::new();
    folder.write("k.f", "      SUBROUTINE K(X, N, Y)\n      Y = X + 0.1 + FLOAT(N)\n      END\n");
    folder.write("t.csv", "x,n\n0.2,1\n0.2,4294967296\n");
    let run = "run k.f --kernel k --in t.csv --default-real 8 --default-integer 8";
    for gang in [1, 8] {
        folder.output(&format!("{run} --gang {gang} --out rows.csv"));
        assert_eq!(folder.read("rows.csv"), "x,n,y,status\n0.2,1,1.3,ok\n0.2,4294967296,4294967296.3,ok\n");
    }
    assert_eq!(folder.run("run k.f --kernel k --in t.csv --default-real 8").status, 1);
    folder.fails("run k.f --kernel k --in t.csv --default-real 16", 2, &["4 or 8 is required"]);
}
