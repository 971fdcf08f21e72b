//! `-W`, `--error-format` and `--line-length`.

use super::folder::Folder;

/// A program with two warnings, W0214 and W0228.
fn warned() -> Folder {
    let folder = Folder::new();
    folder.write("main.f90", "program main\nprint *, x\ni = 2147483647 + 1\nend program\n");
    folder
}

#[test]
fn warnings_have_switches() {
    let folder = warned();
    let codes = |options: &str| {
        let run = folder.run(&format!("check {options} main.f90"));
        (run.stderr.matches("W0214").count(), run.stderr.matches("W0228").count(), run.status)
    };
    assert_eq!(codes(""), (1, 1, 0));
    assert_eq!(codes("-W no-not-assigned"), (0, 1, 0));
    assert_eq!(codes("-W no-all -W overflow"), (0, 1, 0));
    assert_eq!(codes("-W no-all"), (0, 0, 0));
    assert_eq!(codes("-W error"), (1, 1, 1));
    assert_eq!(codes("-W error -W no-all"), (0, 0, 0));
    folder.fails("check -W nonsense main.f90", 2, &["unknown warning `nonsense`", "not-assigned"]);
}

/// A hundred warnings are as much as is shown; the only error came after them and was cut off.
#[test]
fn warnings_do_not_hide_an_error() {
    let folder = Folder::new();
    folder.write("s.f90", format!("subroutine s(i)\n{}go to 10\nend\n", "i = 2147483647 + 1\n".repeat(120)));
    let run = folder.run("check s.f90");
    let count = |code| run.stderr.matches(code).count();
    assert_eq!((run.status, count("E0261"), count("W0228")), (1, 1, 99), "{}", run.stderr);
    assert!(run.stderr.contains("21 more diagnostics are not shown"), "{}", run.stderr);
}

#[test]
fn tools_get_objects() {
    let folder = Folder::new();
    folder.write("s.f90", "subroutine s(x)\nreal x, ä\nprint *, 'ä', x y\ngo to 10\nend\n");
    let run = folder.run("check --error-format=json s.f90");
    assert_eq!(run.status, 1);
    let objects: Vec<serde_json::Value> =
        run.stderr.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect();
    let last = &objects[objects.len() - 1];
    assert_eq!(last["code"], "E0261");
    assert_eq!((&last["file"], &last["line"], &last["column"]), (&"s.f90".into(), &4.into(), &7.into()));
    let syntax = objects.iter().find(|object| object["line"] == 3).expect("an error in line 3");
    assert_eq!((&syntax["column"], &syntax["end_column"]), (&17.into(), &18.into()));
    assert_eq!((&syntax["severity"], &syntax["warning"]), (&"error".into(), &serde_json::Value::Null));
    let end = syntax["end"].as_u64().expect("a number");
    assert_eq!(syntax["start"], end - 1);
    let run = warned().run("check --error-format=json main.f90");
    let first: serde_json::Value = serde_json::from_str(run.stderr.lines().next().unwrap_or_default()).expect("JSON");
    assert_eq!((&first["warning"], &first["severity"]), (&"not-assigned".into(), &"warning".into()));
}

#[test]
fn lines_of_fixed_form_can_be_longer() {
    let folder = Folder::new();
    let long = format!("      PRINT *, 1{}+ 1\n      END\n", " ".repeat(70));
    folder.write("long.f", &long);
    for (option, printed) in [("", "1"), ("--line-length=132", "2"), ("--line-length=0", "2")] {
        let run = folder.run(&format!("run {option} long.f"));
        let is_cut = run.stderr.contains("W0106") && run.stderr.contains("--line-length 132");
        assert_eq!((run.stdout.trim(), is_cut), (printed, printed == "1"), "{option}");
    }
}

/// NO_COLOR has precedence over what requests colours.
#[test]
fn no_color_means_no_colours() {
    let folder = Folder::new();
    folder.write("bad.f90", "program p\n  x = = 1\nend\n");
    for words in [&["check", "bad.f90"][..], &["run", "--nonsense"], &["--help"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_forlane"));
        command.args(words).current_dir(folder.path("")).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
        let output = command.output().unwrap();
        let shown = [output.stdout, output.stderr].concat();
        assert!(!shown.is_empty() && !shown.contains(&0x1b), "{}", String::from_utf8_lossy(&shown));
    }
}
