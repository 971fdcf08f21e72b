//! What a run does with the columns that are there: they come out as they came in, none is lost or taken for another,
//! and a missing value concerns its row alone.

use super::folder::Folder;

const KERNEL: &str = "subroutine k(x, n, y)\nreal x, y\ninteger n\ny = x*2\nif (n == 7) stop\nend\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("k.f90", KERNEL);
    folder
}

/// A column that feeds a REAL(4) came back rounded, `1e3` became `1000`, and blanks and quotes were lost.
#[test]
fn columns_of_csv_come_out_byte_for_byte() {
    let folder = folder();
    let table = " x ,n,id,\"a,b\"\n1.23456789012,1,a,\"1\"\n1e3,2, b ,\n1,3,\"q,\"\"r\"\"\", \n";
    folder.write("t.csv", table);
    folder.output("run k.f90 --kernel k --in t.csv --out r.csv");
    let expected = " x ,n,id,\"a,b\",y,status\n1.23456789012,1,a,\"1\",2.4691358,ok\n1e3,2, b ,,2000.0,ok\n\
                    1,3,\"q,\"\"r\"\"\", ,2.0,ok\n";
    assert_eq!(folder.read("r.csv"), expected);
    folder.write("crlf.csv", table.replace('\n', "\r\n"));
    folder.output("run k.f90 --kernel k --in crlf.csv --out r.csv");
    assert_eq!(folder.read("r.csv"), expected);
}

/// In formats with types a column has the narrowest type that holds its values, not that of the argument.
#[test]
fn columns_of_csv_keep_their_values_in_every_format() {
    let folder = folder();
    folder.write("t.csv", "x,n,id\n1.23456789012,1,7\n1e3,2,\n");
    for format in ["parquet", "arrow", "npz"] {
        folder.output(&format!("run k.f90 --kernel k --in t.csv --out t.{format}"));
        folder.output(&format!("run k.f90 --kernel k --in t.{format} --out r.csv"));
        let rows = folder.read("r.csv");
        assert!(rows.contains("\n1.23456789012,1,7") && rows.contains("\n1000.0,2,"), "{format}: {rows}");
    }
}

#[test]
fn an_output_does_not_replace_what_is_read() {
    let folder = folder();
    folder.write("t.csv", "x,n\n1,2\n");
    let run = "run k.f90 --kernel k --in t.csv --out";
    folder.fails(&format!("{run} ./t.csv"), 2, &["--out ./t.csv: this is the input t.csv"]);
    folder.fails(&format!("{run} k.f90 --out-format csv"), 2, &["this is the input k.f90"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("t.csv", folder.path("link.csv")).expect("a link");
        folder.fails(&format!("{run} link.csv"), 2, &["this is the input t.csv"]);
        std::fs::hard_link(folder.path("t.csv"), folder.path("same.csv")).expect("a link");
        folder.fails(&format!("{run} same.csv"), 2, &["this is the input t.csv"]);
        let replaced = std::process::Command::new(env!("CARGO_BIN_EXE_forlane"))
            .args("run k.f90 --kernel k --in - --in-format csv --out t.csv".split(' '))
            .current_dir(folder.path(""))
            .stdin(std::fs::File::open(folder.path("t.csv")).expect("the table"))
            .output()
            .expect("the command line can be started");
        assert_eq!(replaced.status.code(), Some(2));
        let said = String::from_utf8_lossy(&replaced.stderr);
        assert!(said.contains("--out t.csv: this is standard input"), "{said}");
        assert_eq!(folder.read("t.csv"), "x,n\n1,2\n");
    }
}

/// Both columns had the same name: which of them a reader took was a matter of luck, and `.npz` could not be written.
#[test]
fn results_get_names_that_are_free() {
    let folder = Folder::new();
    folder.write("a.f90", "subroutine a(x, y)\nreal x, y\ny = x\nx = x + 1\nend\n");
    folder.write("t.csv", "x,x_out\n1,2\n");
    let run = folder.run("run a.f90 --kernel a --in t.csv --out 1.csv");
    assert_eq!((run.status, folder.read("1.csv").as_str()), (0, "x,x_out,x_out2,y,status\n1,2,2.0,1.0,ok\n"));
    let note = "note: the result of `x` is in the column `x_out2` (--suffix gives another ending)\n";
    assert_eq!(run.stderr, note);
    for format in ["csv", "npz", "arrow", "parquet"] {
        folder.output(&format!("run a.f90 --kernel a --in 1.csv --out 2.{format}"));
        folder.output(&format!("run a.f90 --kernel a --in 2.{format} --out 3.csv"));
        let third = folder.read("3.csv");
        let names = "x,x_out,x_out2,y,status,x_out3,y_out,lane_status,x_out4,y_out2";
        // No value is missing in NumPy's format.
        let last = if format == "npz" { "\n" } else { ",lane_lane_status\n" };
        assert!(third.starts_with(&[names, last].concat()), "{format}: {third}");
    }
    folder.output("run a.f90 --kernel a --in t.csv --out 1.csv --suffix .new");
    assert!(folder.read("1.csv").starts_with("x,x_out,x.new,y,"));
    folder.write("t.csv", "x,u,u\n1,2,3\n");
    folder.fails("run a.f90 --kernel a --in t.csv --out r.csv", 1, &["t.csv: column `u` is given twice"]);
}

/// An array that has no column comes out as a column for each element, which the table of a second run had already.
#[test]
fn elements_of_arrays_get_names_that_are_free() {
    let folder = Folder::new();
    folder.write("a.f90", "subroutine a(x, y, y_1)\nreal x, y(2, 2), y_1(3)\ny = x\ny_1 = -x\nend\n");
    folder.write("t.csv", "x,y_3,y_1_3\n1,2,3\n");
    folder.output("run a.f90 --kernel a --in t.csv --no-status --out 1.csv");
    let first = "x,y_3,y_1_3,y_1_1,y_2_1,y_1_2,y_2_2,y_12_1,y_12_2,y_12_3\n";
    assert!(folder.read("1.csv").starts_with(first), "{}", folder.read("1.csv"));
    let again = folder.run("run a.f90 --kernel a --in 1.csv --no-status --out 2.csv");
    assert_eq!(
        again.stderr.lines().next(),
        Some("note: the result of `y` is in the column `y2` (--suffix gives another ending)")
    );
    let second = folder.read("2.csv");
    let names: Vec<&str> = second.lines().next().unwrap_or_default().split(',').collect();
    assert_eq!(names[10..], ["y2_1_1", "y2_2_1", "y2_1_2", "y2_2_2", "y_13_1", "y_13_2", "y_13_3"]);
    folder.output("run a.f90 --kernel a --in 2.csv --no-status --out 3.csv");
}

/// A missing value ended the run of all rows.
#[test]
fn a_missing_value_fails_its_row() {
    let folder = folder();
    folder.write("t.csv", "x,n,id\n1,2,a\n,3,b\n3,NaN,c\n4,,d\n5,7,e\n6,1,f\n");
    let expected = "x,n,id,y,status\n1,2,a,2.0,ok\n,3,b,,the value of `x` is missing\n\
                    3,NaN,c,,the value of `n` is missing\n4,,d,,the value of `n` is missing\n\
                    5,7,e,,STOP at k.f90:5 in k\n6,1,f,12.0,ok\n";
    let said = "error: 4 of 6 rows failed; the first are\n  row 2: the value of `x` is missing\n  \
                row 3: the value of `n` is missing\n  row 4: the value of `n` is missing\n";
    for gang in [1, 8] {
        let run = folder.run(&format!("run k.f90 --kernel k --in t.csv --out r.csv --gang {gang}"));
        assert_eq!((run.status, run.stderr.as_str()), (3, said));
        assert_eq!(folder.read("r.csv"), expected);
    }
    let allowed = folder.run("run k.f90 --kernel k --in t.csv --out r.parquet --allow-failures");
    assert_eq!((allowed.status, allowed.stderr), (0, said.replace("error", "warning")));
    let again = folder.output_with_failures("run k.f90 --kernel k --in r.parquet");
    assert_eq!(again.matches("the value of `n` is missing").count(), 4, "{again}");
    folder.fails("run k.f90 --kernel k --in t.csv --strict", 1, &["row 2: column `x`: the value is missing"]);
}

/// A reader of columns by their place need not know of the one more; standard error and the exit status say the same.
#[test]
fn the_status_can_be_left_out() {
    let folder = Folder::new();
    folder.write("x.csv", "k,x\n1,2\n0,2\n");
    folder.write("f.f90", "subroutine f(k, x, y)\ninteger k\nreal x, y\ny = x/(4/k)\nend\n");
    let run = folder.run("run f.f90 --kernel f --in x.csv --out y.csv --no-status");
    assert_eq!((run.status, folder.read("y.csv").as_str()), (3, "k,x,y\n1,2,0.5\n0,2,\n"));
    assert!(run.stderr.contains("row 2: integer division by zero at f.f90:4"), "{}", run.stderr);
}

/// A value that is given to all rows, and a column that the kernel does not read, miss nothing.
#[test]
fn only_arguments_can_miss_a_value() {
    let folder = folder();
    folder.write("t.csv", "x,n\n1,\n2,\n");
    folder.output("run k.f90 --kernel k --set n=1 --in t.csv --out r.csv");
    assert_eq!(folder.read("r.csv"), "x,n,y,status\n1,,2.0,ok\n2,,4.0,ok\n");
}

#[test]
fn words_for_missing_values() {
    let folder = folder();
    folder.write("t.csv", "x,n\nNA,1\n2,null\nnan,3\n-,4\n");
    folder.fails("run k.f90 --kernel k --in t.csv", 1, &["`NA` is not a number; with --na it is a missing value"]);
    folder.fails("run k.f90 --kernel k --in t.csv --na", 1, &["t.csv:5: column `x`: `-` is not a number"]);
    folder.output_with_failures("run k.f90 --kernel k --in t.csv --na=na,NULL,- --out r.csv");
    let rows = folder.read("r.csv");
    let missing = |name: &str| format!("the value of `{name}` is missing");
    let expected = format!("NA,1,,{0}\n2,null,,{1}\nnan,3,NaN,ok\n-,4,,{0}\n", missing("x"), missing("n"));
    assert_eq!(rows, format!("x,n,y,status\n{expected}"));
    folder.output_with_failures("run k.f90 --kernel k --in t.csv --na=na,NULL,- --out r.arrow");
    assert_eq!(folder.run("run k.f90 --kernel k --in r.arrow").status, 3);
}

/// A row array without one of its elements is not complete; the arrays of the other rows come out.
#[test]
fn row_arrays_of_csv_are_read_and_may_miss_elements() {
    let folder = Folder::new();
    folder.write("t.csv", "a,x\n1 2 3,10\n,10\n4 5.5  6,2\n7 NA 8,1\n");
    folder.output_with_failures("run kernels.f --kernel fill --in t.csv --na --out r.csv");
    let missing = "the value of `a` is missing";
    let expected = format!(
        "a,x,a_out,status\n1 2 3,10,10.0 2.0 20.0,ok\n,10,,{missing}\n4 5.5  6,2,2.0 5.5 11.0,ok\n7 NA 8,1,,{missing}\n"
    );
    assert_eq!(folder.read("r.csv"), expected);
    folder.write("t.csv", "a,x\n1 2 3,10\n4 5,2\n");
    folder.fails("run kernels.f --kernel fill --in t.csv", 1, &["row 2", "2 elements, but the first row has 3"]);
}

/// Other rows keep their columns; what a table has of them is not even looked at.
#[test]
fn a_column_chooses_the_rows_that_run() {
    let folder = folder();
    folder.write("t.csv", "x,n,on\n1,2,T\n,7,F\n3,4,\n5,7,true\n6,1,1\n");
    folder.output_with_failures("run k.f90 --kernel k --in t.csv --where ON --out r.csv");
    let expected = "x,n,on,y,status\n1,2,T,2.0,ok\n,7,F,,\n3,4,,,\n5,7,true,,STOP at k.f90:5 in k\n6,1,1,12.0,ok\n";
    assert_eq!(folder.read("r.csv"), expected);
    folder.output_with_failures("run k.f90 --kernel k --in t.csv --where on --out r.parquet");
    folder.output_with_failures("run k.f90 --kernel k --in r.parquet --where on --out again.csv");
    let again = folder.read("again.csv");
    assert!(again.lines().nth(2).is_some_and(|row| row.ends_with(",F,,,,")), "{again}");
    folder.fails("run k.f90 --kernel k --in t.csv --where off", 2, &["--where off: there are `x`, `n`, `on`"]);
    folder.fails("run k.f90 --kernel k --in t.csv --where n", 1, &["t.csv:2: column `n`: `2` is not a logical value"]);
}

/// As it was written, it is a blank line, which is not a row.
#[test]
fn an_empty_cell_that_is_alone_in_its_line_is_quoted() {
    let folder = folder();
    folder.write("t.csv", "x,n,z\n1.0,2,\n2.0,3,7\n");
    folder.output("run k.f90 --kernel k --in t.csv --columns z --out r.csv");
    assert_eq!(folder.read("r.csv"), "z\n\"\"\n7\n");
}
