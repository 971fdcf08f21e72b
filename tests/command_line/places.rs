//! What fails at run time is told with the file that it is in: an included one, or that of a subprogram that was
//! spliced into another file's.

use super::folder::Folder;

#[test]
fn a_failure_of_an_included_statement() {
    let folder = Folder::new();
    folder.write("main.f90", "program p\ninteger :: i = 2\ninclude 'part.inc'\nprint *, 8 / (i - 2)\nend program\n");
    folder.write("part.inc", "\n! the divisor is 0 there\n\ninclude 'inner.inc'\nprint *, 9 / i\n");
    folder.write("inner.inc", "\n\n\n\n\n\nprint *, 7 / (i - 1)\ni = i - 2\n");
    let run = folder.run("run main.f90");
    assert!(run.stderr.contains("integer division by zero at part.inc:5 in p"), "{}", run.stderr);
    folder.write("inner.inc", "\n\n\n\n\n\nprint *, 7 / (i - 2)\n");
    folder.fails("run main.f90", 1, &["integer division by zero at inner.inc:7 in p"]);
    // What follows the included lines is in the first file again.
    folder.write("inner.inc", "\n");
    let run = folder.run("run main.f90");
    assert!(run.stderr.contains("integer division by zero at main.f90:4 in p"), "{}", run.stderr);
}

#[test]
fn a_transfer_that_fails() {
    let folder = Folder::new();
    folder.write("main.f90", "program p\ninclude 'read.inc'\nend program\n");
    folder.write("read.inc", "character(3) :: text = 'abc'\n\nread (text, *) i\nprint *, i\n");
    folder.fails("run main.f90", 2, &["At line 3 of file read.inc", "Bad integer"]);
}

const KERNEL: &str = "subroutine kernel(n, y)\ninteger n, y, share\nexternal share\ny = share(n)\nend\n";
const SHARE: &str = "integer function share(n)\ninteger n\nif (n > 9) then\nshare = 100 / (n - 10)\nreturn\nend if\ninclude 'body.inc'\nend\n";

/// The callee is spliced into the kernel, in gangs and not; saved stages keep the files.
#[test]
fn a_failure_of_a_subprogram_of_another_file() {
    let folder = Folder::new();
    folder.write("kernel.f90", KERNEL).write("share.f90", SHARE).write("body.inc", "\n\nshare = 100 / (n - 4)\n");
    folder.write("n.csv", "n,y\n1,0\n4,0\n10,0\n").write("m.csv", "n,y\n1,0\n10,0\n4,0\n");
    let sources = "kernel.f90 share.f90";
    for stage in ["cfg", "split", "ssa", "structured", "masked"] {
        folder.write("saved.flir", folder.output(&format!("dump {sources} --stage={stage}")));
        for (files, options) in [(sources, "--gang=1"), (sources, ""), (sources, "--no-inline"), ("saved.flir", "")] {
            let warning =
                |table: &str| folder.run(&format!("run {files} --kernel kernel --in {table} {options}")).stderr;
            for (table, place) in [
                ("n.csv", "row 2: integer division by zero at body.inc:3 in share"),
                ("m.csv", "row 2: integer division by zero at share.f90:4 in share"),
            ] {
                let found = warning(table);
                assert!(found.contains(place), "{stage} {files} {options}: {found}");
            }
        }
    }
    let spliced = folder.output(&format!("dump {sources} --stage=split --unit kernel"));
    assert!(spliced.contains("inlined share 3 3 of f2"), "{spliced}");
    assert!(!spliced.contains("call"), "{spliced}");
}

#[test]
fn an_endless_loop_of_an_included_file() {
    let folder = Folder::new();
    folder.write("main.f90", "program p\ni = 1\ninclude 'loop.inc'\nend program\n");
    folder.write("loop.inc", "\n\n\n10 i = i + 1\ngo to 10\n");
    let found = folder.run("check main.f90").stderr;
    assert!(found.contains("W0262") && found.contains("loop.inc:4:"), "{found}");
}

#[test]
fn entry_points_in_an_included_file() {
    let folder = Folder::new();
    folder.write(
        "main.f90",
        "program p\ncall second(0)\nend program\nsubroutine first(n)\nn = 1\ninclude 'entry.inc'\nend\n",
    );
    folder.write("entry.inc", "\nentry second(m)\nprint *, 3 / m\n");
    folder.fails("run main.f90", 1, &["integer division by zero at entry.inc:3 in first.entries"]);
}

#[test]
fn loops_and_pictures_of_included_files() {
    let folder = Folder::new();
    folder.write("s.f90", "subroutine s(n)\ninteger n\ninclude 'loop.inc'\nend\n");
    folder.write("loop.inc", "\ndo while (n > 3)\nn = n / 2\nend do\n");
    let loops: serde_json::Value =
        serde_json::from_str(&folder.output("dump s.f90 --stage=loops --format=json")).expect("JSON");
    let found = &loops["units"][0]["loops"][0];
    assert_eq!((&found["file"], &found["line"]), (&"loop.inc".into(), &2.into()));
    let picture = folder.output("dump s.f90 --stage=cfg --format=dot");
    assert!(picture.contains("f1:3  n = n / 2"), "{picture}");
}
