//! `-D` and `-I`: macros and folders of included files.

use super::folder::Folder;
use forlane::{Program, SourceOptions};

/// A kernel that scales by `SCALE`, in a file whose ending asks for the preprocessor, with a file of another folder.
fn folder() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("shared")).expect("a folder");
    folder.write("shared/kinds.h", "#define REALS real(8)\n#include \"more.inc\"\n");
    folder.write("shared/more.inc", "REALS x, scaled\n");
    folder.write("other.h", "! not in the folder that is asked first\n");
    folder.write("scale.F90", "function scaled(x)\n#include <kinds.h>\n scaled = SCALE(x)\nend\n");
    folder.write("t.csv", "x\n1.5\n3\n");
    folder
}

#[test]
fn macros_and_folders_are_given() {
    let folder = folder();
    let run = "run scale.F90 --kernel scaled --in t.csv --no-status --out - --out-format csv";
    let values = |options: &str| folder.output(&format!("{run} {options}")).replace('\n', " ");
    assert_eq!(values("-I shared -DSCALE=2*"), "x,scaled 1.5,3.0 3,6.0 ");
    assert_eq!(values("-D SCALE(y)=(y)+(y)/N -D N -Ishared"), "x,scaled 1.5,3.0 3,6.0 ");
    folder.fails(&format!("{run} -DSCALE=2*"), 1, &["scale.F90:2:1", "`kinds.h` can't be included"]);
    folder.fails(&format!("{run} -D 2X"), 1, &["the macro `2X` can't be defined: `2X` is not a macro's name"]);
    folder.fails(&format!("{run} -D F(x"), 1, &["the macro `F(x` can't be defined", "`)`"]);
}

/// INCLUDE looks in the folders, too, after the one of the file itself.
#[test]
fn include_lines_look_in_folders() {
    let folder = folder();
    folder.write("shared/x.inc", "stop 'shared'\n").write("p.f90", "include 'x.inc'\nend\n");
    folder.fails("run p.f90", 1, &["`x.inc` can't be included"]);
    assert!(folder.run("run p.f90 -I shared").stderr.contains("shared"));
    folder.write("x.inc", "stop 'beside'\n");
    assert!(folder.run("run p.f90 -I shared").stderr.contains("beside"));
}

/// A file with small letters goes through the preprocessor if it has a directive, and else does not.
#[test]
fn directives_ask_for_the_preprocessor() {
    let folder = folder();
    folder.write("with.f", "#ifndef N\n#define N 1\n#endif\n      print *, N\n      end\n");
    folder.write("without.f", "      integer N /7/\n      print *, N\n      end\n");
    folder.write("without.fpp", "      integer M /7/\n      print *, N\n      end\n");
    let number = |run: &str| folder.output(run).trim().to_owned();
    assert_eq!(number("run with.f"), "1");
    assert_eq!(number("run with.f -D N=5"), "5");
    assert_eq!(number("run without.f -D N=5"), "7");
    assert_eq!(number("run without.fpp -D N=5"), "5");
}

/// What macros make of a file may be very long; that ends with a message, and soon.
#[test]
fn macros_that_grow_without_end_are_refused() {
    let folder = folder();
    let doubling = (1..60).map(|i| format!("#define X{i} X{} X{}\n", i - 1, i - 1)).collect::<String>();
    folder.write("long.F90", format!("#define X0 'text' //\n{doubling}print *, X59 'x'\nend\n"));
    folder.fails("run long.F90", 1, &["long.F90:61:10", "more than 1 MiB"]);
    folder.write("twice.h", "#include \"twice.h\"\n#include \"twice.h\"\n");
    folder.fails("check twice.h --form free", 1, &["more than 40 deep, or 10000 times"]);
}

/// Options of the library are those of the command line.
#[test]
fn macros_and_folders_are_given_from_rust() {
    let folder = folder();
    let options = SourceOptions {
        definitions: vec!["SCALE(y)=3*(y)".to_owned()],
        folders: vec![folder.path("shared")],
        ..SourceOptions::default()
    };
    let program = Program::from_files_as(&[folder.path("scale.F90")], &options).expect("a program");
    let again = Program::from_texts(&program.sources(), &options).expect("the same program from its texts");
    for program in [program, again] {
        let mut scaled = [0.0];
        let kernel = program.kernel("scaled").expect("a kernel");
        kernel.call().input("x", &[2.0]).output("scaled", &mut scaled).run().expect("results");
        assert_eq!(scaled, [6.0]);
    }
}
