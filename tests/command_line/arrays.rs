//! Arrays of NumPy: which element is which, and shapes that do not fit.

use super::folder::Folder;
use super::tables::npy;
use std::io::Write;

const SOURCE: &str = "real(8) function pick(tab, i, j)\nreal(8) tab(3, 2)\ninteger i, j\npick = tab(i, j)\nend\n\
                      subroutine twice(tab, n, m)\ninteger n, m\nreal(8) tab(n, m)\ntab = 2*tab\nend\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("pick.f90", SOURCE).write("ij.csv", "i,j\n1,1\n2,1\n3,1\n1,2\n3,2\n");
    folder
}

fn numbers(count: usize) -> Vec<u8> {
    (1..=count).flat_map(|number| (number as f64).to_le_bytes()).collect()
}

/// The last field of each row.
fn picked(folder: &Folder, options: &str) -> Vec<String> {
    folder.output(&format!("run pick.f90 --kernel pick --strict --in ij.csv --out r.csv {options}"));
    let table = folder.read("r.csv");
    table.lines().skip(1).map(|row| row.split(',').nth(2).unwrap_or_default().to_owned()).collect()
}

/// An array of the shape (2, 3) was taken for `tab(3, 2)`, with its elements in an order that nobody had asked for.
#[test]
fn shared_arrays_have_the_declared_shape() {
    let folder = folder();
    folder.write("a.npy", npy("<f8", "(3, 2)", &numbers(6)));
    assert_eq!(picked(&folder, "--array tab=a.npy"), ["1.0", "3.0", "5.0", "2.0", "6.0"]);
    folder.write("b.npy", npy("<f8", "(2, 3)", &numbers(6)));
    let run = "run pick.f90 --kernel pick --in ij.csv --array tab=b.npy";
    let shapes = "b.npy: another shape: the array in the file has the shape (2, 3), `tab` is declared (3, 2)";
    folder.fails(run, 1, &[shapes, "--array-order=memory"]);
    assert_eq!(picked(&folder, "--array tab=b.npy --array-order=memory"), ["1.0", "2.0", "3.0", "4.0", "6.0"]);
    // A list of values is in array element order.
    folder.write("c.npy", npy("<f8", "(6,)", &numbers(6)));
    assert_eq!(picked(&folder, "--array tab=c.npy"), ["1.0", "2.0", "3.0", "4.0", "6.0"]);
    folder.write("d.npy", npy("<f8", "(6, 1, 1)", &numbers(6)));
    folder.fails(&run.replace("b.npy", "d.npy"), 1, &["another number of dimensions", "(6, 1, 1)"]);
}

/// Of dimensions that are not declared nothing is checked; of others all is.
#[test]
fn shared_arrays_of_assumed_size() {
    let folder = folder();
    folder.write("last.f90", "real(8) function last(tab, n)\nreal(8) tab(2, *)\nlast = tab(2, n)\nend\n");
    folder.write("list.f90", "real(8) function last(tab, n)\nreal(8) tab(*)\nlast = tab(n)\nend\n");
    folder.write("a.npy", npy("<f8", "(2, 3)", &numbers(6)));
    folder.write("b.npy", npy("<f8", "(3, 2)", &numbers(6)));
    let run = |file: &str, options: &str| format!("run {file} --kernel last --set n=3 {options}");
    let value = |file: &str, options: &str| {
        let shown = folder.output(&run(file, options));
        shown.lines().nth(1).and_then(|row| row.split_whitespace().next()).unwrap_or_default().to_owned()
    };
    assert_eq!(value("last.f90", "--array tab=a.npy"), "6.0");
    assert_eq!(value("last.f90", "--array tab=b.npy --array-order=memory"), "6.0");
    folder.fails(&run("last.f90", "--array tab=b.npy"), 1, &["the shape (3, 2), `tab` is declared (2, *)", "memory"]);
    folder.fails(&run("list.f90", "--array tab=a.npy"), 1, &["declared (*); with --array-order=memory its elements"]);
    assert_eq!(value("list.f90", "--array tab=a.npy --array-order=memory"), "3.0");
}

/// Each row failed, one after the other.
#[test]
fn a_shared_array_that_is_too_short_is_refused_at_the_start() {
    let folder = folder();
    folder.write("a.npy", npy("<f8", "(5,)", &numbers(5)));
    let run = "run pick.f90 --kernel pick --in ij.csv --array tab=a.npy";
    folder.fails(run, 1, &["a.npy: too few elements: the array in the file has the shape (5)", "declared (3, 2)"]);
    folder.write("a.npy", npy("<f8", "(2, 3)", &numbers(6)));
    folder.write("one.csv", "x\n1\n");
    // Extents may be arguments.
    let twice = "run pick.f90 --kernel twice --in one.csv --array tab=a.npy --set n=3 --set m=2";
    folder.fails(twice, 1, &["another shape", "declared (3, 2)"]);
}

fn archive(folder: &Folder, name: &str, arrays: &[(&str, Vec<u8>)]) {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(folder.path(name)).expect("a file"));
    for (name, array) in arrays {
        archive.start_file(format!("{name}.npy"), zip::write::SimpleFileOptions::default()).expect("an array");
        archive.write_all(array).expect("a file can be written");
    }
    archive.finish().expect("a complete file");
}

/// Row arrays had one dimension at most; now (i, j) of a row's matrix is that of NumPy, and comes out in its shape.
#[test]
fn row_arrays_of_several_dimensions() {
    let folder = folder();
    let ones = |count: usize| [1_i32].repeat(count).into_iter().flat_map(i32::to_le_bytes).collect::<Vec<u8>>();
    let tab = npy("<f8", "(2, 3, 2)", &numbers(12));
    archive(
        &folder,
        "t.npz",
        &[("tab", tab), ("i", npy("<i4", "(2,)", &ones(2))), ("j", npy("<i4", "(2,)", &ones(2)))],
    );
    folder.output("run pick.f90 --kernel pick --in t.npz --set i=3 --set j=1 --strict --out r.csv");
    let expected = "tab,i,j,pick\n1.0 3.0 5.0 2.0 4.0 6.0,1,1,5.0\n7.0 9.0 11.0 8.0 10.0 12.0,1,1,11.0\n";
    assert_eq!(folder.read("r.csv").replace(",status", "").replace(",ok", ""), expected);
    folder.output("run pick.f90 --kernel twice --in t.npz --set n=3 --set m=2 --out twice.npz");
    let file = std::fs::File::open(folder.path("twice.npz")).expect("a file");
    let mut archive = zip::ZipArchive::new(file).expect("an archive");
    for (name, factor) in [("tab.npy", 1.0), ("tab_out.npy", 2.0)] {
        let mut bytes = Vec::new();
        let mut entry = archive.by_name(name).expect("an array");
        std::io::Read::read_to_end(&mut entry, &mut bytes).expect("its bytes");
        let (header, elements) = bytes.split_at(bytes.len() - 96);
        assert!(String::from_utf8_lossy(header).contains("'shape': (2, 3, 2,)"), "{name}");
        let expected: Vec<u8> = (1..=12).flat_map(|number| (f64::from(number) * factor).to_le_bytes()).collect();
        assert_eq!(elements, expected, "{name}");
    }
}

/// A matrix in each row that was the other way round was taken with its elements permuted, and too short a row failed
/// late, or not at all.
#[test]
fn row_arrays_have_the_declared_shape() {
    let folder = folder();
    let places = |name: &str, tab: Vec<u8>| {
        let ones = || npy("<i4", "(2,)", &[1, 0, 0, 0, 1, 0, 0, 0]);
        archive(&folder, name, &[("tab", tab), ("i", ones()), ("j", ones())]);
    };
    places("turned.npz", npy("<f8", "(2, 2, 3)", &numbers(12)));
    let says = "column `tab`: another shape: the array of each row has the shape (2, 3), `tab` is declared (3, 2)";
    folder.fails("run pick.f90 --kernel pick --in turned.npz", 1, &["turned.npz", says]);
    places("flat.npz", npy("<f8", "(2, 6)", &numbers(12)));
    folder.output("run pick.f90 --kernel pick --in flat.npz");
    places("short.npz", npy("<f8", "(2, 5)", &numbers(10)));
    let says = "short.npz: row 1: column `tab`: 5 elements, but `tab` is declared with 6";
    folder.fails("run pick.f90 --kernel pick --in short.npz", 1, &[says]);
    folder.write("short.csv", "i,j,tab\n1,1,1 2 3 4 5\n");
    folder.fails("run pick.f90 --kernel pick --in short.csv", 1, &["short.csv: row 1: column `tab`: 5 elements"]);
    let list = "run pick.f90 --kernel pick --in ij.csv --set tab=[1,2]";
    folder.fails(list, 2, &["too few elements: the list has the shape (2), `tab` is declared (3, 2)"]);
}

/// Other types than NumPy's usual ones were refused, and so were matrices in Fortran order.
#[test]
fn numbers_of_every_size_and_order() {
    let folder = folder();
    let half = [0x3c00_u16, 0x4200].into_iter().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let types: [(&str, Vec<u8>); 7] = [
        ("|i1", vec![1, 3]),
        ("|u1", vec![1, 3]),
        ("<i2", vec![1, 0, 3, 0]),
        (">u2", vec![0, 1, 0, 3]),
        ("<u4", vec![1, 0, 0, 0, 3, 0, 0, 0]),
        ("<u8", [1_u64, 3].into_iter().flat_map(u64::to_le_bytes).collect()),
        ("<f2", half),
    ];
    for (ty, bytes) in types {
        archive(&folder, "t.npz", &[("i", npy(ty, "(2,)", &bytes))]);
        folder.output("run kernels.f --kernel copy --strict --in t.npz --out r.npz");
        folder.output("run kernels.f --kernel copy --strict --in r.npz --out r.csv");
        let expected = if ty == "<f2" { "i,j,j_out\n1.0,1,1\n3.0,3,3\n" } else { "i,j,j_out\n1,1,1\n3,3,3\n" };
        assert_eq!(folder.read("r.csv").replace(",status", "").replace(",ok", ""), expected, "{ty}");
    }
    let columns = [1.0_f64, 4.0, 2.0, 5.0, 3.0, 6.0].into_iter().flat_map(f64::to_le_bytes).collect::<Vec<u8>>();
    let mut bytes = npy("<f8", "(2, 3)", &[]);
    let at = bytes.windows(5).position(|word| word == b"False").expect("the order");
    bytes[at..at + 5].copy_from_slice(b"True ");
    archive(&folder, "t.npz", &[("a", [bytes, columns].concat())]);
    folder.output("run kernels.f --kernel total --set k=3 --in t.npz --out r.csv");
    assert!(folder.read("r.csv").starts_with("a,total,status\n1.0 2.0 3.0,7.0,ok\n4.0 5.0 6.0,34.0,ok\n"));
}

const FAR: &str = "subroutine far(way, k, r)
integer way, r, b(10), d(3, 4)
integer(8) k
b = 2
d = 3
select case (way)
case (1)
  b([k, 2_8]) = [7, 8]
case (2)
  b(3) = sum(b([k]))
case (3)
  b(3) = sum(d(:, k))
case (4)
  d(k, 2:3) = 4
case (5)
  b(k:k + 1) = 5
case (6)
  b(3) = sum(b(9:k))
case (7)
  b(3:1:-k) = 6
end select
r = b(1) + b(3) + d(1, 2)
end subroutine
";

/// Subscripts of sections lost their upper bits, so that 2**32 + 1 was the first element.
#[test]
fn subscripts_of_sections_beyond_the_kind_of_indices() {
    let folder = Folder::new();
    folder.write("far.f90", FAR);
    let rows = |k: &str| (1..=7).map(|way| format!("{way},{k}\n")).collect::<String>();
    folder.write("far.csv", format!("way,k\n{}", rows("4294967297")));
    folder.write("near.csv", format!("way,k\n{}", rows("1")));
    for options in ["", "--gang 1", "--gang 16 --isa base"] {
        folder.output(&format!("run far.f90 --kernel far --in near.csv --out near_out.csv {options}"));
        assert_eq!(folder.read("near_out.csv").matches(",ok").count(), 7, "{options}");
        folder.output_with_failures(&format!("run far.f90 --kernel far --in far.csv --out far_out.csv {options}"));
        let table = folder.read("far_out.csv");
        let statuses: Vec<&str> = table.lines().skip(1).map(|line| line.rsplit(',').next().unwrap_or("")).collect();
        let (out, inside) = statuses.split_at(6);
        for (status, line) in out.iter().zip([8, 10, 12, 14, 16, 18]) {
            assert!(status.contains("index out of bounds") && status.contains(&format!("far.f90:{line} ")), "{table}");
        }
        // A step so long that one element is taken.
        assert_eq!(inside, ["ok"], "{table}");
    }
}
