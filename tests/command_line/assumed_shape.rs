//! Arrays of assumed shape: their extents are those of what is given. They had to be given by themselves, as
//! `--set a.extent.1=3`, although each array says them.

use super::folder::Folder;
use super::tables::npy;

const SOURCE: &str = "subroutine shown(a, b, y)
  real(8), intent(in) :: a(:), b(0:, :)
  real(8), intent(out) :: y
  y = 1000*size(a) + 100*ubound(b, 1) + 10*size(b, 2) + b(ubound(b, 1), 1) + a(size(a))/8
end subroutine
subroutine joined(names, z, all, n)
  character(*), intent(in) :: names(:)
  complex, intent(in) :: z(:)
  character(9), intent(out) :: all
  integer, intent(out) :: n
  all = trim(names(1))//'+'//names(size(names))
  n = 10*size(names) + size(z)
end subroutine
subroutine turned(b, c)
  real(8), intent(inout) :: b(:, :)
  real(8), intent(out) :: c(:, :)
  integer :: i, j
  do j = 1, size(c, 2)
    do i = 1, size(c, 1)
      c(i, j) = b(j, i)
      b(j, i) = 10*i + j
    end do
  end do
end subroutine
subroutine look(b_out, c, y)
  real(8), intent(in) :: b_out(:, :), c(:, :)
  real(8), intent(out) :: y
  y = 1000*size(c, 1) + 70*size(c, 2) + c(2, 2) + b_out(3, 2)/100 + size(b_out, 2)/2 + size(b_out, 1)*7
end subroutine
subroutine absent(a, k)
  real(8), intent(in), optional :: a(:)
  integer, intent(out) :: k
  k = -1
  if (present(a)) k = size(a)
end subroutine
";

fn folder() -> Folder {
    let folder = Folder::new();
    let bytes: Vec<u8> = (1..=6).flat_map(|number| f64::from(number).to_le_bytes()).collect();
    folder.write("shapes.f90", SOURCE).write("b.npy", npy("<f8", "(3, 2)", &bytes));
    folder
}

fn rows(folder: &Folder, run: &str) -> Vec<String> {
    let shown = folder.output(&format!("run shapes.f90 --no-status --out-format csv --out - --kernel {run}"));
    shown.lines().skip(1).map(str::to_owned).collect()
}

/// Of lists, files, and columns in text; `--set` comes before what the array says.
#[test]
fn extents_are_those_of_what_all_rows_have() {
    let folder = folder();
    let all = "shown --rows 1 --set a=[1,2,4] --array b=b.npy";
    assert_eq!(rows(&folder, all), ["3225.5"]);
    assert_eq!(rows(&folder, &format!("{all} --array-order=memory")), ["3132.5"]);
    assert_eq!(rows(&folder, &format!("{all} --set a.extent.1=2")), ["2225.25"]);
    assert_eq!(rows(&folder, "absent --rows 1 --set a=[1,2,4]"), ["3"]);
    assert_eq!(rows(&folder, "absent --rows 1"), ["-1"]);
    let complex = "joined --rows 1 --set names=['a','bc'] --set z=[1,2,3,4,5,6]";
    assert_eq!(rows(&folder, complex), ["a+bc,23"]);
    // A list does not say what the extents of a matrix are.
    let list = "run shapes.f90 --kernel shown --rows 1 --set a=[1,2,4] --set b=[1,2,3,4,5,6]";
    folder.fails(list, 1, &["needs `b.extent.1` (INTEGER), `b.extent.2` (INTEGER)"]);
    let given = "shown --rows 1 --set a=[1,2,4] --set b=[1,2,3,4,5,6] --set b.extent.1=3 --set b.extent.2=2";
    assert_eq!(rows(&folder, given), ["3223.5"]);
    folder.fails(&format!("{list} --set a.extent.1=4"), 2, &["--set a=[1,2,4]: too few elements", "declared (4)"]);
}

#[test]
fn extents_are_those_of_the_rows_of_a_table() {
    let folder = folder();
    folder.write("t.csv", "a,names_1,names_2,names_3,z\n1 8,x,,y,1 2\n3 16,xx,yy,,3 4\n");
    assert_eq!(rows(&folder, "absent --in t.csv --columns k"), ["2", "2"]);
    assert_eq!(rows(&folder, "joined --in t.csv --columns all,n"), ["x+y,31", "xx+,31"]);
    folder.write("words.csv", "names,z\nab c,1 2 3 4\nd ef,5 6 7 8\n");
    assert_eq!(rows(&folder, "joined --in words.csv --columns all,n"), ["ab+c,22", "d+ef,22"]);
    assert_eq!(rows(&folder, "shown --in t.csv --columns y --array b=b.npy"), ["2226.0", "2227.0"]);
    // Words in a row are elements in one dimension.
    folder.write("flat.csv", "a,b\n1 8,1 2 3 4\n3 16,5 6 7 8\n");
    let refused = ["flat.csv: row 1: column `b`: an array of 2 dimensions is required", "--set b.extent.1=N"];
    folder.fails("run shapes.f90 --kernel shown --in flat.csv", 1, &refused);
}

/// An array that only comes out has no extents but those that --set gives.
#[test]
fn extents_of_results_are_given() {
    let folder = folder();
    let run = "run shapes.f90 --kernel turned --array b=b.npy --rows 2 --no-status --columns c,b_out --out";
    let refused = ["array `c`", "extents are not all known", "of assumed shape, --set c.extent.1=N"];
    folder.fails(&format!("{run} t.npz"), 1, &refused);
    for format in ["npz", "arrow", "parquet"] {
        folder.output(&format!("{run} t.{format} --set c.extent.1=2 --set c.extent.2=3"));
        assert_eq!(rows(&folder, &format!("look --in t.{format} --columns y")), ["2236.23"; 2], "{format}");
    }
}
