//! Tables in all formats, columns, row arrays and shared arrays.

use super::folder::Folder;
use arrow_array::{ArrayRef, FixedSizeListArray, Float64Array, Int32Array, RecordBatch};
use arrow_schema::{DataType, Field};
use std::io::Write;
use std::process::Command;
use std::sync::Arc;

const FORMATS: [&str; 4] = ["csv", "parquet", "arrow", "npz"];

#[test]
fn all_formats_read_back_equal() {
    let folder = Folder::new();
    folder.write(
        "t.csv",
        "r,d,i,l,p\n0.1,0.1,1,9000000000,true\nNaN,-0.0,-2147483648,-1,false\ninf,-inf,0,0,true\n\
         1e-45,5e-324,7,9223372036854775807,false\n16777216.0,1.7976931348623157e+308,-1,-9223372036854775808,true\n",
    );
    let expected = "r,d,i,l,p,q,j\n0.1,0.1,1,9000000000,true,false,1\nNaN,-0.0,-2147483648,-1,false,true,-2147483648\n\
                    inf,-inf,0,0,true,false,0\n1e-45,5e-324,7,9223372036854775807,false,true,7\n\
                    16777216.0,1.7976931348623157e+308,-1,-9223372036854775808,true,false,-1\n";
    for format in FORMATS {
        folder.output(&format!("run kernels.f --kernel kinds --strict --in t.csv --out a.{format}"));
        folder.output(&format!("run kernels.f --kernel copy --strict --in a.{format} --out b.{format}"));
        folder.output(&format!("run kernels.f --kernel kinds --strict --in b.{format} --out c.{format}"));
        folder.output(&format!("run kernels.f --kernel copy --strict --in a.{format} --out {format}.csv"));
        assert_eq!(folder.read(&format!("{format}.csv")), expected, "{format}");
    }
}

#[test]
fn no_rows() {
    let folder = Folder::new();
    folder.write("t.csv", "X,n\n");
    for format in FORMATS {
        folder.output(&format!("run kernels.f --kernel half --in t.csv --out a.{format}"));
        folder.output(&format!("run kernels.f --kernel copy --set i=1 --in a.{format} --out b.csv"));
        assert_eq!(folder.read("b.csv"), "X,n,n_out,y,z,status,j\n", "{format}");
    }
}

#[test]
fn columns_are_found_whatever_their_case() {
    let folder = Folder::new();
    folder.write("t.csv", "N, X ,other\n4,3.0,kept as it is\n");
    let shown = folder.output("run kernels.f --kernel HALF --in t.csv");
    assert!(shown.contains("N_out") && shown.contains("kept as it is") && shown.contains("1 row, gang of"), "{shown}");
    folder.output("run kernels.f --kernel Half --in t.csv --out r.csv");
    assert_eq!(folder.read("r.csv"), "N, X ,other,N_out,y,z,status\n4,3.0,kept as it is,5,1.5,25,ok\n");
}

#[test]
fn failed_rows_have_no_values_but_a_reason() {
    let folder = Folder::new();
    folder.write("t.csv", "x,n\n1.0,1\n2.0,0\n3.0,4\n");
    let run = folder.run("run kernels.f --kernel half --in t.csv --out r.csv");
    assert_eq!(run.status, 3);
    let said = "error: 1 of 3 rows failed\n  row 2: integer division by zero at kernels.f:5 in half\n";
    assert_eq!(run.stderr, said);
    let expected = "x,n,n_out,y,z,status\n1.0,1,2,0.5,100,ok\n\
                    2.0,0,,,,integer division by zero at kernels.f:5 in half\n3.0,4,5,1.5,25,ok\n";
    assert_eq!(folder.read("r.csv"), expected);
    folder.output_with_failures("run kernels.f --kernel half --in t.csv --out r.parquet");
    folder.output("run kernels.f --kernel copy --set i=0 --in r.parquet --out again.csv");
    assert_eq!(
        folder.read("again.csv").lines().nth(2),
        Some("2.0,0,,,,integer division by zero at kernels.f:5 in half,0")
    );
}

/// Such an argument was a required column once, although the kernel never looks at it.
#[test]
fn rows_that_leave_an_argument_unassigned_have_no_value_of_it() {
    let folder = Folder::new();
    folder.write(
        "ways.f90",
        "subroutine ways(a, n, y, k, l, z)\ndouble precision a, y, z\ninteger n, k\nlogical l\n\
         if (a > 1) then\ny = a*2\nk = n\nelse if (a > 0) then\ncall set(k, n)\nl = n > 2\nend if\nz = a\n\
         end subroutine\nsubroutine set(k, n)\ninteger k, n\nif (n > 1) k = -n\nend subroutine\n",
    );
    folder.write("t.csv", "a,n\n0.5,1\n0.5,2\n2.5,3\n-1.0,4\n0.25,5\n");
    let expected = "a,n,y,k,l,z\n0.5,1,,,false,0.5\n0.5,2,,-2,false,0.5\n2.5,3,5.0,3,,2.5\n-1.0,4,,,,-1.0\n\
                    0.25,5,,-5,true,0.25\n";
    for options in ["--gang 1", "--gang 4", "--gang 8 --no-inline", "--threads 2"] {
        folder.output(&format!("run ways.f90 --kernel ways --strict --in t.csv --out b.csv {options}"));
        assert_eq!(folder.read("b.csv"), expected, "{options}");
    }
    folder.write("kept.csv", "a,n,y\n0.5,1,7.0\n2.5,2,8.0\n");
    folder.output("run ways.f90 --kernel ways --strict --in kept.csv --set k=5 --out b.csv");
    assert_eq!(folder.read("b.csv"), "a,n,y,y_out,k_out,l,z\n0.5,1,7.0,7.0,5,false,0.5\n2.5,2,8.0,5.0,2,,2.5\n");
}

#[test]
fn an_output_replaces_what_stood_there() {
    let folder = Folder::new();
    folder.write("t.csv", "i\n5\n").write("r.csv", "old\n");
    folder.output("run kernels.f --kernel copy --in t.csv --out r.csv");
    assert_eq!(folder.read("r.csv"), "i,j,status\n5,5,ok\n");
    assert_eq!(folder.names(), ["kernels.f", "r.csv", "t.csv"]);
}

/// Rows with an array each, in Parquet.
/// The summary on standard output ended a run that nobody read with a panic, after the result was written.
#[test]
fn a_run_whose_summary_nobody_reads_succeeds() {
    let folder = Folder::new();
    folder.write("t.csv", "x,n\n3.0,4\n");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let run = Command::new(env!("CARGO_BIN_EXE_forlane"))
        .current_dir(folder.path(""))
        .args(["run", "kernels.f", "--kernel", "half", "--in", "t.csv", "--out", "out.csv"])
        .stdout(writer)
        .output()
        .expect("the command line can be started");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    folder.output("run kernels.f --kernel half --in t.csv --out other.csv");
    assert_eq!(folder.read("out.csv"), folder.read("other.csv"));
}

fn write_row_arrays(folder: &Folder, name: &str) {
    let values = Float64Array::from(vec![1.0, 2.0, 3.0, -1.0, 0.5, 0.25, 10.0, 100.0, f64::NAN]);
    let item = Arc::new(Field::new("item", DataType::Float64, false));
    let arrays: ArrayRef = Arc::new(FixedSizeListArray::new(item, 3, Arc::new(values), None));
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1, 2, 3]));
    let batch = RecordBatch::try_from_iter([("A", arrays), ("k", numbers)]).expect("columns of equal length");
    let file = std::fs::File::create(folder.path(name)).expect("a file can be written");
    let mut writer = parquet::arrow::ArrowWriter::try_new(file, batch.schema(), None).expect("a writer");
    writer.write(&batch).expect("a batch");
    writer.close().expect("a complete file");
}

#[test]
fn row_arrays_in_the_formats_that_hold_them() {
    let folder = Folder::new();
    write_row_arrays(&folder, "t.parquet");
    folder.output("run kernels.f --kernel total --in t.parquet --out r.csv");
    let expected = "A,k,total\n1.0 2.0 3.0,1,3.0\n-1.0 0.5 0.25,2,-0.75\n10.0 100.0 NaN,3,NaN\n";
    assert_eq!(without_status(&folder.read("r.csv")), expected);
    for format in ["parquet", "arrow", "npz"] {
        folder.output(&format!(
            "run kernels.f --kernel kinds --set p=T --in t.parquet --out copy.{format} \
                                --set r=0 --set d=0 --set i=0 --set l=0"
        ));
        folder.output(&format!("run kernels.f --kernel total --in copy.{format} --set k=1 --out r.csv"));
        let totals: Vec<String> = last_fields(&without_status(&folder.read("r.csv")));
        assert_eq!(totals, ["total", "3.0", "-1.5", "1010.0"], "{format}");
    }
}

#[test]
fn arrays_that_a_kernel_changes_come_out() {
    let folder = Folder::new();
    write_row_arrays(&folder, "t.parquet");
    folder.output("run kernels.f --kernel fill --in t.parquet --set x=-2 --out r.csv");
    let arrays = last_fields(&without_status(&folder.read("r.csv")));
    assert_eq!(arrays, ["A_out", "-2.0 2.0 -4.0", "-2.0 0.5 -1.0", "-2.0 100.0 -200.0"]);
}

fn without_status(table: &str) -> String {
    let lines = table.lines().map(|line| line.strip_suffix(",ok").or(line.strip_suffix(",status")).unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

fn last_fields(table: &str) -> Vec<String> {
    table.lines().map(|line| line.rsplit(',').next().unwrap_or_default().to_owned()).collect()
}

/// A file of NumPy's format, version 1.
pub fn npy(description: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{description}', 'fortran_order': False, 'shape': {shape}, }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn shared_arrays() {
    let folder = Folder::new();
    folder.write("t.csv", "k\n1\n2\n3\n4\n");
    let data: Vec<u8> = [1.5f64, 2.0, -4.0].into_iter().flat_map(f64::to_le_bytes).collect();
    folder.write("a.npy", npy("<f8", "(3,)", &data));
    folder.output_with_failures("run kernels.f --kernel total --in t.csv --array A=a.npy --out r.csv");
    let table = folder.read("r.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[..4], ["k,total,status", "1,4.5,ok", "2,5.5,ok", "3,-6.5,ok"]);
    assert!(lines[4].contains("index out of bounds") && lines[4].contains("kernels.f:11"), "{}", lines[4]);
}

#[test]
fn shared_arrays_that_do_not_fit() {
    let folder = Folder::new();
    folder.write("t.csv", "k\n1\n");
    let run = "run kernels.f --kernel total --in t.csv --array a=a.npy";
    folder.write("a.npy", "no array").fails(run, 1, &["a.npy"]);
    let data: Vec<u8> = [1.5f64, 2.0].into_iter().flat_map(f64::to_le_bytes).collect();
    folder.write("a.npy", npy("<f8", "(3,)", &data)).fails(run, 1, &["a.npy"]);
    folder.write("a.npy", npy("|S4", "(4,)", &data)).fails(run, 1, &["a.npy"]);
}

#[test]
fn many_rows_in_several_batches() {
    let folder = Folder::new();
    let rows: String = (0..150_000).map(|row| format!("{row}\n")).collect();
    folder.write("t.csv", format!("i\n{rows}"));
    folder.output("run kernels.f --kernel copy --strict --in t.csv --out r.parquet --threads 3");
    folder.output("run kernels.f --kernel copy --strict --in r.parquet --out r.csv");
    let table = folder.read("r.csv");
    assert_eq!(table.lines().count(), 150_001);
    let mut lines = table.lines().skip(1).enumerate();
    assert!(lines.all(|(row, line)| line.split(',').all(|field| field == row.to_string())));
}

const COMPLEX_KERNELS: &str = "subroutine square(z, n, w, last)\n  complex z, w, last\n  integer n\n  w = z * n\n\
                               if (n > 1) last = z\n  z = conjg(z)\nend\n\
                               complex(8) function wave(x, k) result(value)\n  real(8) x\n  complex(8) k\n\
                               value = exp(k * x)\nend\n";

#[test]
fn a_complex_argument_is_two_columns() {
    let folder = Folder::new();
    folder.write("c.f90", COMPLEX_KERNELS);
    folder.write("t.csv", "z.re,z.im,n\n1,2,1\n3,-4,2\n");
    let expected = "z.re,z.im,n,z.re_out,z.im_out,w.re,w.im,last.re,last.im\n\
                    1,2,1,1.0,-2.0,1.0,2.0,,\n3,-4,2,3.0,4.0,6.0,-8.0,3.0,-4.0\n";
    for gang in [1, 2, 8] {
        folder.output(&format!("run c.f90 --kernel square --strict --in t.csv --out r.csv --gang {gang}"));
        assert_eq!(folder.read("r.csv"), expected, "gang of {gang}");
    }
}

#[test]
fn a_complex_argument_that_is_not_assigned_keeps_its_columns() {
    let folder = Folder::new();
    folder.write("c.f90", COMPLEX_KERNELS);
    folder.write("t.csv", "z.re,z.im,n,LAST.RE,last.im\n1,2,1,5,6\n3,-4,2,7,8\n");
    folder.output("run c.f90 --kernel square --strict --in t.csv --out r.csv");
    let rows = folder.read("r.csv");
    assert!(rows.contains("LAST.RE_out,last.im_out\n") && rows.contains("1.0,2.0,5.0,6.0\n"), "{rows}");
}

#[test]
fn a_complex_value_has_the_name_of_its_function() {
    let folder = Folder::new();
    folder.write("c.f90", COMPLEX_KERNELS);
    folder.write("t.csv", "x\n0\n0.5\n");
    folder.output("run c.f90 --kernel wave --strict --in t.csv --set k.re=0 --set k.im=2 --out r.csv");
    let expected = "x,wave.re,wave.im\n0,1.0,0.0\n0.5,0.5403023058681398,0.8414709848078965\n";
    assert_eq!(folder.read("r.csv"), expected);
    let run = folder.run("run c.f90 --kernel wave --in t.csv");
    assert!(run.stderr.contains("needs the columns `k.re` (REAL(8)), `k.im` (REAL(8))"), "{}", run.stderr);
}

#[test]
fn complex_numbers_of_numpy_are_two_columns() {
    let folder = Folder::new();
    folder.write("c.f90", COMPLEX_KERNELS);
    let data: Vec<u8> = [0.0_f64, 2.0, 1.0, 0.0].into_iter().flat_map(f64::to_le_bytes).collect();
    let mut archive = zip::ZipWriter::new(std::fs::File::create(folder.path("t.npz")).unwrap());
    archive.start_file("k.npy", zip::write::SimpleFileOptions::default()).unwrap();
    archive.write_all(&npy("<c16", "(2,)", &data)).unwrap();
    archive.finish().unwrap();
    folder.output("run c.f90 --kernel wave --in t.npz --set x=0.5 --out r.csv");
    let expected = "k.re,k.im,wave.re,wave.im\n0.0,2.0,0.5403023058681398,0.8414709848078965\n\
                    1.0,0.0,1.6487212707001282,0.0\n";
    assert_eq!(folder.read("r.csv"), expected);
}

/// Such a text was wider than what `format!` pads, and made the command line panic.
#[test]
fn a_text_that_is_too_long_to_be_shown_is_cut() {
    let folder = Folder::new();
    folder.write("t.csv", format!("x,n,note\n1.0,2,{}\n1.0,2,short\n", "long ".repeat(20_000)));
    let shown = folder.output("run kernels.f --kernel half --in t.csv");
    assert!(shown.contains(&format!("{}…", "long ".repeat(200))) && shown.contains("short "), "{shown}");
    assert!(shown.len() < 10_000, "{} bytes are shown", shown.len());
}

/// An argument of derived type is a column for each component, by its name in Fortran.
#[test]
fn components_are_columns() {
    let source = "subroutine move(p, t)\ntype particle\nreal(8) :: x, v\nend type\ntype(particle), intent(inout) :: p\n\
                  real(8), intent(in) :: t\np%x = p%x + p%v*t\np%v = -p%v\nend subroutine\n";
    let folder = Folder::new();
    folder.write("move.f90", source);
    folder.write("in.csv", "p%x,p%v,t\n1,2,4\n0,1,0.5\n");
    folder.output("run move.f90 --kernel move --in in.csv --out out.csv");
    let expected = "p%x,p%v,t,p%x_out,p%v_out,status\n1,2,4,9.0,-2.0,ok\n0,1,0.5,0.5,-1.0,ok\n";
    assert_eq!(folder.read("out.csv"), expected);
}
