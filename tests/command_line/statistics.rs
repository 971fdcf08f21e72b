//! What a run says of itself: `--stats`, `--profile`.

use super::folder::Folder;

#[test]
fn statistics_are_one_json_object() {
    let folder = Folder::new();
    folder.write("t.csv", "x,n\n1.0,2\n2.0,3\n3.0,4\n");
    let run = folder.run("run kernels.f --kernel half --in t.csv --stats --threads 2 --gang 4");
    let object: serde_json::Value = serde_json::from_str(run.stderr.trim()).expect("JSON and nothing else");
    let object = object.as_object().expect("an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expected = [
        "compile_seconds",
        "gang",
        "kernel_processor_seconds",
        "kernel_seconds",
        "math",
        "mean_occupancy",
        "order",
        "refill",
        "rows",
        "state_bytes",
        "threads",
        "total_seconds",
        "tried",
    ];
    assert_eq!(keys, expected);
    assert_eq!(
        (object["rows"].as_u64(), object["gang"].as_u64(), object["threads"].as_u64()),
        (Some(3), Some(4), Some(2))
    );
    let seconds = |key: &str| object[key].as_f64().expect("a number");
    assert!(seconds("compile_seconds") > 0.0 && seconds("kernel_seconds") > 0.0);
    assert!(seconds("kernel_processor_seconds") > 0.0);
    assert!(seconds("kernel_seconds") + seconds("compile_seconds") <= seconds("total_seconds"));
    assert!((0.0..=1.0).contains(&seconds("mean_occupancy")));
}

/// Lanes that are done take other rows if that is requested; the rows are the same, and the statistics say so.
#[test]
fn lanes_take_other_rows_where_they_are_to() {
    let folder = Folder::new();
    let text = "integer function steps(n)\n  integer :: n, m\n  m = n\n  steps = 0\n  do while (m > 1)\n    \
                m = m - 3\n    steps = steps + 1\n  end do\nend function\n";
    let rows: String = (0..50).map(|row| format!("{}\n", row * 7 % 23)).collect();
    folder.write("steps.f90", text).write("t.csv", format!("n\n{rows}"));
    let run = |when: &str| {
        let found = folder
            .run(&format!("run steps.f90 --kernel steps --in t.csv --out o.csv --gang 8 --refill {when} --stats"));
        let statistics = found.stderr.lines().find(|line| line.starts_with('{')).expect("statistics");
        let statistics: serde_json::Value = serde_json::from_str(statistics).expect("an object");
        (folder.read("o.csv"), statistics["refill"] == true)
    };
    let (expected, refills) = run("never");
    assert!(!refills && expected.starts_with("n,steps,status\n0,0,ok\n7,2,ok\n"), "{expected}");
    assert_eq!(run("always"), (expected.clone(), true));
    assert_eq!(run("trial"), (expected, false));
}

/// Rows that leave a loop early wait for the last one, as the profile says with the line; its forms agree.
#[test]
fn a_profile_says_what_idle_lanes_wait_for() {
    let folder = Folder::new();
    let text = "integer function steps(n)\n  integer :: n, m\n  m = n\n  steps = 0\n  do while (m > 1)\n    \
                if (mod(m, 2) == 0) then\n      m = m/2\n    else\n      m = 3*m + 1\n    end if\n    \
                steps = steps + 1\n  end do\nend function\n";
    folder.write("steps.f90", text).write("t.csv", "n\n1\n2\n4\n8\n2\n4\n8\n27\n");
    let command = "run steps.f90 --kernel steps --in t.csv --gang 8";
    let run = folder.run(&format!("{command} --profile"));
    let waits = run.stderr.split_once("what idle lanes wait for").expect("a list of reasons").1;
    let first = waits.lines().nth(1).expect("a reason");
    assert!(first.contains("left the loop at steps.f90:5, wait for those that go on in it"), "{}", run.stderr);
    assert!(run.stderr.contains("steps.f90:9  m = 3*m + 1"), "{}", run.stderr);
    let json = folder.run(&format!("{command} --profile=json"));
    let object: serde_json::Value = serde_json::from_str(json.stderr.trim()).expect("JSON and nothing else");
    // 27 has 111 steps, 41 of them of odd numbers.
    let lines = object["lines"].as_array().expect("lines");
    let odd = lines.iter().find(|line| line["place"]["line"] == 9).expect("line 9 was executed");
    let executions = odd["executions"].as_f64().expect("a number");
    let active = odd["mean_active_lanes"].as_f64().expect("a number");
    assert!(executions >= 41.0 && (executions * active - 41.0).abs() < 1e-9, "{odd}");
    let shares = |list: &str| -> f64 {
        object[list].as_array().expect("a list").iter().filter_map(|one| one["share"].as_f64()).sum()
    };
    let (occupancy, idle) = (object["mean_occupancy"].as_f64().expect("a number"), shares("waits"));
    assert!((occupancy + idle - 1.0).abs() < 1e-9 && (shares("lines") - 1.0).abs() < 1e-9, "{object}");
    assert!(occupancy < 0.25 && object["waits"][0]["reason"] == "loop", "{object}");
    let source = folder.run(&format!("{command} --profile=source"));
    let beside = source.stderr.lines().find(|line| line.ends_with("m = 3*m + 1")).expect("the line");
    assert!(beside.contains(&format!(" {executions} ")), "{beside}");
    // The results are those of a run without.
    let table =
        |run: &str| run.lines().take_while(|line| !line.contains("compiled in")).map(String::from).collect::<Vec<_>>();
    assert_eq!(table(&run.stdout), table(&folder.run(command).stdout));
}

/// Most time of these rows is in a loop of divisions that depend on each other, and much in the exponential function,
/// which the line counts that calls it. What samples say is of the same rows in all forms, and shares are of all time.
/// Scalar code and gangs of both emitters have lines.
#[test]
fn a_profile_says_where_the_time_is() {
    if let Err(reason) = forlane::can_take_samples() {
        return eprintln!("nothing is tested: {reason}");
    }
    let folder = Folder::new();
    let text = "real(8) function slow(x)\n  real(8) :: x\n  integer :: i\n  slow = x\n  do i = 1, 400\n    \
                slow = 1/(slow + 1/(slow + 2))\n  end do\n  slow = slow + other(x)\ncontains\n  \
                real(8) function other(x)\n    real(8) :: x\n    integer :: i\n    other = x\n    do i = 1, 40\n      \
                other = gamma(1 + other/1000)\n    end do\n  end function\nend function\n";
    let rows: String = (0..2000).map(|row| format!("{row}\n")).collect();
    folder.write("slow.f90", text).write("t.csv", format!("x\n{rows}"));
    for of_code in ["--gang 1", "--gang 8", "--gang 4 --isa base"] {
        let run = |form: &str| {
            folder.run(&format!("run slow.f90 --kernel slow --in t.csv {of_code} --profile={form} --out o.csv")).stderr
        };
        let object: serde_json::Value = serde_json::from_str(run("json").trim()).expect("JSON and nothing else");
        let number = |value: &serde_json::Value| value.as_f64().unwrap_or_else(|| panic!("{object}"));
        let lines = object["lines"].as_array().expect("lines");
        let time = |first: u64, last: u64, key: &str| {
            let is_here = |one: &&serde_json::Value| {
                one["place"]["line"].as_u64().is_some_and(|line| (first..=last).contains(&line))
            };
            lines.iter().filter(is_here).map(|one| number(&one[key])).sum::<f64>()
        };
        let all: f64 = lines.iter().map(|line| number(&line["time_share"])).sum();
        let (no_line, called) = (&object["time"]["share_of_no_line"], &object["time"]["share_in_functions"]);
        assert!((all + number(no_line) - 1.0).abs() < 1e-9, "{object}");
        assert!(number(&object["time"]["samples"]) >= 20.0, "{object}");
        // Of four samples three are in one of the loops, at least.
        let (loops, calls) = (time(5, 7, "time_share"), time(14, 16, "time_share"));
        assert!(loops + calls > 0.75 && loops > 0.1, "{object}");
        assert!(time(5, 7, "time_in_functions") < 0.01, "{object}");
        // Nearly all that the call takes is in the function, but for checking and passing arguments.
        let in_gamma = time(15, 15, "time_in_functions");
        assert!(in_gamma > 0.1 && in_gamma > 0.5 * calls && (number(called) - in_gamma).abs() < 0.1, "{object}");
        assert!(
            lines.is_sorted_by(|one, other| number(&one["time_share"]) >= number(&other["time_share"])),
            "{object}"
        );
        let table = run("text");
        assert!(table.contains("samples of these rows") && table.contains("   time     work    executions"), "{table}");
    }
    folder.write("t.csv", "x\n");
    let empty = folder.run("run slow.f90 --kernel slow --in t.csv --profile --out o.csv").stderr;
    assert!(empty.contains("no time by line: no sample was taken"), "{empty}");
    // Rows that use files are not run again for samples.
    folder.write("t.csv", "x\n1\n");
    let files = folder.run("run slow.f90 --kernel slow --in t.csv --allow-files --profile=json --out o.csv").stderr;
    assert!(files.contains("\"missing\":\"rows may use files, so that they are not run again and again\""), "{files}");
    assert!(files.contains("\"time_share\":null"), "{files}");
}
