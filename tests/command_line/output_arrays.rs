//! Arrays that a kernel assigns and that have no column, `--in-zero`, `--rows`, `--columns`, and lists in `--set`.

use super::folder::Folder;

const KERNELS: &str = "subroutine fill(n, m, tab, part, flag)
  integer :: n, m
  real :: tab(n, 0:2)
  real(8) :: part(3)
  logical :: flag(2)
  do j = 0, 2
    do i = 1, n
      tab(i, j) = 10*i + j + m
    end do
  end do
  part(2) = part(1) + 100/m
  flag(1) = m > 0
end subroutine
subroutine shown(tab, a, b)
  real :: tab(2, 3)
  real, intent(out) :: a(2)
  real, intent(out) :: b
  a = tab(:, 2)
  b = tab(2, 3)
end subroutine
subroutine roots(x, z, a)
  real(8) :: x
  complex(8) :: z, a(2)
  z = cmplx(0, x, 8)
  a(1) = z*z
  a(2) = -z
end subroutine
subroutine weighted(x, w, k, sum)
  real(8) :: x, w(3), sum
  integer :: k(*)
  sum = x*w(k(1)) + w(k(2))
end subroutine
subroutine partial(m, n, part, whole)
  integer, intent(in) :: m, n
  real(8), intent(out) :: part(2)
  integer, intent(out) :: whole(2, 2)
  part = m
  whole = m
  whole(1, 2) = 7*m/n
end subroutine
subroutine seen(m, part, whole, lost, kept, sum)
  integer, intent(in) :: m
  real(8), intent(in) :: part(2)
  integer, intent(in) :: whole(2, 2)
  logical, intent(out) :: lost
  integer, intent(out) :: kept, sum
  lost = all(part /= part)
  kept = whole(2, 1)
  sum = whole(1, 2) - kept - m + 1
end subroutine
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("fill.f90", KERNELS).write("m.csv", "m\n4\n-5\n").write("x.csv", "x\n1.5\n2\n");
    folder
}

#[test]
fn arrays_that_are_assigned_need_no_column() {
    let folder = folder();
    let run = folder.run("run fill.f90 --kernel fill --in m.csv --set n=2 --out r.csv");
    let says = "note: array `part` may be read before it is assigned; in each row it starts as zeros (--in-zero part if that is meant)\n";
    assert_eq!((run.status, run.stderr.as_str()), (0, says));
    let expected = "m,tab_1_1,tab_2_1,tab_1_2,tab_2_2,tab_1_3,tab_2_3,part_1,part_2,part_3,flag_1,flag_2,status\n\
                    4,14.0,24.0,15.0,25.0,16.0,26.0,0.0,25.0,0.0,true,false,ok\n\
                    -5,5.0,15.0,6.0,16.0,7.0,17.0,0.0,-20.0,0.0,false,false,ok\n";
    assert_eq!(folder.read("r.csv"), expected);
    let run = folder.run("run fill.f90 --kernel fill --in m.csv --set n=2 --in-zero PART --out r.csv");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(folder.read("r.csv"), expected);
}

/// Nothing has to be made up for an OPTIONAL argument that a user does not want.
#[test]
fn optional_arguments_are_absent_without_a_source() {
    let folder = folder();
    let kernel = "subroutine kern(x, y, a, z, r, q)\n real, intent(in) :: x\n real, intent(in), optional :: y\n \
                  real, intent(in), optional :: a(2)\n complex, intent(in), optional :: z\n real, intent(out) :: r\n \
                  real, intent(out), optional :: q\n r = x\n if (present(y)) r = r + y\n \
                  if (present(a)) r = r + sum(a)\n if (present(z)) r = r + aimag(z)\n if (present(q)) q = 2*x\n \
                  if (x > 4) r = y\nend subroutine\n";
    folder.write("kern.f90", kernel).write("rows.csv", "x\n1\n5\n");
    let run = folder.run("run kern.f90 --kernel kern --in rows.csv --out r.csv");
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert_eq!(folder.read("r.csv"), "x,r,status\n1,1.0,ok\n5,,Y is absent and is used at kern.f90:13 in kern\n");
    let run = folder.run("run kern.f90 --kernel kern --in rows.csv --set y=10 --set a=[1,2] --set z.re=0 --set z.im=0.5 --columns r,q --out r.csv");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(folder.read("r.csv"), "r,q\n14.5,2.0\n10.0,10.0\n");
}

/// An array that is read and assigned starts in each row with that of `--set` or `--array`, which was an error; what a
/// row assigns is not there in the next one.
#[test]
fn an_array_of_the_command_line_may_be_assigned() {
    let folder = folder();
    let kernel = "subroutine grown(n, a, total, t)\n integer :: n\n real(8) :: a(3), total\n real(4) :: t(2, 2)\n \
                  a = a + n\n total = sum(a)\n t(1, 2) = t(2, 1)*n\nend subroutine\n";
    folder.write("grown.f90", kernel).write("n.csv", "n\n1\n2\n-1\n");
    let run = "run grown.f90 --kernel grown --in n.csv --set a=[1,2,0.5] --no-status";
    folder.output(&format!("{run} --set t=[1,2,3,4] --out r.csv"));
    let expected = "n,a_out_1,a_out_2,a_out_3,total,t_out_1_1,t_out_2_1,t_out_1_2,t_out_2_2\n\
                    1,2.0,3.0,1.5,6.5,1.0,2.0,2.0,4.0\n\
                    2,3.0,4.0,2.5,9.5,1.0,2.0,4.0,4.0\n\
                    -1,0.0,1.0,-0.5,0.5,1.0,2.0,-2.0,4.0\n";
    assert_eq!(folder.read("r.csv"), expected);
    for gang in [1, 2, 16] {
        folder.output(&format!("{run} --set t=[1,2,3,4] --gang {gang} --out r.csv"));
        assert_eq!(folder.read("r.csv"), expected, "gang {gang}");
    }
}

/// In formats with arrays, another kernel takes them as they are.
#[test]
fn arrays_are_lists_and_matrices_in_other_formats() {
    let folder = folder();
    for format in ["arrow", "parquet", "npz"] {
        let fill = "run fill.f90 --kernel fill --in m.csv --set n=2 --in-zero part";
        folder.output(&format!("{fill} --out r.{format}"));
        folder.output(&format!("run fill.f90 --kernel shown --in r.{format} --columns m,a,b --out {format}.csv"));
        let expected = "m,a_1,a_2,b\n4,15.0,25.0,26.0\n-5,6.0,16.0,17.0\n";
        assert_eq!(folder.read(&format!("{format}.csv")), expected, "{format}");
    }
}

#[test]
fn rows_that_fail_have_no_elements() {
    let folder = folder();
    folder.write("m.csv", "m\n0\n1\n");
    let command = "run fill.f90 --kernel fill --in m.csv --set n=1 --in-zero part --columns part,m --out r.csv";
    folder.output_with_failures(command);
    assert_eq!(folder.read("r.csv"), "part_1,part_2,part_3,m\n,,,0\n0.0,100.0,0.0,1\n");
    // NumPy has no missing values. The elements that the row had assigned before it failed were in the archive.
    folder.write("m.csv", "m,n\n2,0\n3,1\n");
    let partial = "run fill.f90 --kernel partial --in m.csv --out r.npz --columns m,n,part,whole";
    folder.output_with_failures(partial);
    folder.output("run fill.f90 --kernel seen --in r.npz --columns lost,kept,sum --out r.csv");
    assert_eq!(folder.read("r.csv"), "lost,kept,sum\ntrue,0,-1\nfalse,3,16\n");
}

#[test]
fn complex_results_need_no_column() {
    let folder = folder();
    folder.output("run fill.f90 --kernel roots --in x.csv --out r.csv --columns z.re,z.im,a");
    let expected = "z.re,z.im,a_1,a_2,a_3,a_4\n0.0,1.5,-2.25,0.0,-0.0,-1.5\n0.0,2.0,-4.0,0.0,-0.0,-2.0\n";
    assert_eq!(folder.read("r.csv"), expected);
}

#[test]
fn rows_run_without_a_table() {
    let folder = folder();
    let fill = "run fill.f90 --kernel fill --set n=1 --set m=1 --in-zero part --columns FLAG,tab --out r.csv";
    for rows in [0, 1, 70_000] {
        folder.output(&format!("{fill} --rows {rows}"));
        let text = folder.read("r.csv");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (rows + 1, "flag_1,flag_2,tab_1_1,tab_1_2,tab_1_3"));
        assert!(lines[1..].iter().all(|line| *line == "true,false,11.0,12.0,13.0") || rows == 0, "{text}");
    }
}

#[test]
fn small_arrays_are_lists_on_the_command_line() {
    let folder = folder();
    folder.output("run fill.f90 --kernel weighted --in x.csv --set w=[1,2d0,10] --set k=[3,1] --out r.csv");
    assert_eq!(folder.read("r.csv"), "x,sum,status\n1.5,16.0,ok\n2,21.0,ok\n");
    let refused = |options: &str, says: &str| {
        folder.fails(&format!("run fill.f90 --kernel weighted --in x.csv {options}"), 2, &[says]);
    };
    refused("--set w=1 --set k=[3,1]", "`w` is an array, which takes a list");
    refused("--set w=[2*1] --set k=[3,1]", "too few elements");
    refused("--set w=[3*1] --set k=[3,x]", "element 2: `x` is not an integer");
    refused("--set w=[3*1 --set k=[3,1]", "expected a comma or `]`");
}

#[test]
fn what_is_not_there_is_refused() {
    let folder = folder();
    let refused = |options: &str, says: &str| {
        folder.fails(&format!("run fill.f90 --kernel {options} --out r.csv"), 1, &[says]);
    };
    refused("fill --in m.csv", "array `tab`: it has no column, and its declared extents are not all known");
    refused("shown --rows 1", "kernel `shown` needs `tab`");
    let misused = |options: &str, says: &str| {
        folder.fails(&format!("run fill.f90 --kernel {options} --out r.csv"), 2, &[says]);
    };
    misused("fill --in m.csv --set n=70000 --in-zero tub", "`tub` is not a dummy argument");
    misused(
        "roots --in x.csv --columns y",
        "--columns y: the result has the columns `x`, `z.re`, `z.im`, `a`, `status`",
    );
    folder.fails("run fill.f90 --kernel shown --rows 1 --in m.csv", 2, &["cannot be used with"]);
}

/// Both were columns that the table had to have.
#[test]
fn what_is_promised_to_be_assigned_needs_no_column() {
    let folder = folder();
    let source = "subroutine never(n, a, b)
  integer, intent(in) :: n
  real, intent(out) :: a(2), b
  stop 3
end subroutine
subroutine parsed(text, n, x)
  integer, intent(in) :: text
  integer, intent(out) :: n
  real :: x
  character(4) :: line = '1234'
  if (text > 0) line = 'a'
  read (line, *, iostat=n) x
end subroutine
";
    folder.write("n.f90", source).write("n.csv", "n\n1\n").write("t.csv", "text\n0\n1\n");
    folder.output("run n.f90 --kernel never --in n.csv --out r.csv --allow-failures");
    assert_eq!(folder.read("r.csv"), "n,a_1,a_2,b,status\n1,,,,STOP 3 at n.f90:4 in never\n");
    folder.output("run n.f90 --kernel parsed --in t.csv --out r.csv");
    assert_eq!(folder.read("r.csv"), "text,n,x,status\n0,0,1234.0,ok\n1,5010,,ok\n");
}
