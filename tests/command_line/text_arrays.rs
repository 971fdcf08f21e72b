//! Arrays of CHARACTER as arguments of kernels: in each format, in `--set`, with extents that other arguments give.

use super::folder::Folder;

const ARRAYS: &str = "subroutine packed(n, names, all, length)
  integer, intent(in) :: n
  character(*), intent(in) :: names(n, 2)
  character(12), intent(out) :: all
  integer, intent(out) :: length
  integer :: i, j
  all = ''
  length = len(names)
  do j = 1, 2
    do i = 1, n
      all = trim(all)//trim(names(i, j))//','
    end do
  end do
end subroutine
subroutine table(k, out)
  integer, intent(in) :: k
  character(3), intent(out) :: out(2, 3)
  integer :: i, j
  do j = 1, 3
    do i = 1, 2
      out(i, j) = char(96 + k)//char(48 + i)//char(48 + j)
    end do
  end do
end subroutine
subroutine filled(n, out)
  integer, intent(in) :: n
  character(*), intent(out) :: out(n)
  out = 'é ab'
end subroutine
subroutine marked(tags, k)
  character(2) :: tags(3)
  integer, intent(in) :: k
  if (k > 0) tags(k) = '#'//tags(k)(:1)
end subroutine
";

/// Lists of lists in Arrow and Parquet, and arrays of NumPy, are arrays of several dimensions; element `(i, j)` is
/// element `j` of list `i`. In text each element has a column.
#[test]
fn matrices_of_texts_go_through_each_format() {
    let folder = Folder::new();
    folder.write("a.f90", ARRAYS);
    folder.write("k.csv", "k\n1\n2\n");
    folder.output("run a.f90 --kernel table --in k.csv --no-status --out t.csv");
    let expected =
        "k,out_1_1,out_2_1,out_1_2,out_2_2,out_1_3,out_2_3\n1,a11,a21,a12,a22,a13,a23\n2,b11,b21,b12,b22,b13,b23\n";
    assert_eq!(folder.read("t.csv"), expected);
    for format in ["arrow", "parquet", "npz"] {
        folder.output(&format!("run a.f90 --kernel table --in k.csv --out t.{format}"));
        folder.write(
            "names.f90",
            "subroutine named(out, first, last)\n character(*), intent(in) :: out(2, 3)\n\
             character(3), intent(out) :: first, last\n first = out(2, 1)\n last = out(1, 3)\nend subroutine\n",
        );
        let run = format!("run names.f90 --kernel named --in t.{format} --columns first,last --out-format csv --out -");
        assert_eq!(folder.output(&run), "first,last\na21,a13\nb21,b13\n", "{format}");
        let turned = "subroutine turned(out)\n character(3), intent(in) :: out(3, 2)\nend subroutine\n";
        folder.write("turned.f90", turned);
        let refused = ["column `out`", "another shape", "(2, 3)", "`out` is declared (3, 2)"];
        folder.fails(&format!("run turned.f90 --kernel turned --in t.{format}"), 1, &refused);
    }
}

/// The extents of an array may be arguments; where they are not known, the columns say them. CHARACTER(*) is in each
/// row as long as the longest of its texts.
#[test]
fn extents_of_arrays_of_texts_are_those_of_arguments_or_columns() {
    let folder = Folder::new();
    folder.write("a.f90", ARRAYS);
    folder.write("n.csv", "n,names_1_1,names_2_1,names_1_2,names_2_2\n2,a,\"b c\",d,e\n2,,,q,\n");
    let run = "run a.f90 --kernel packed --columns all,length --out-format csv --out -";
    let expected = "all,length\n\"a,b c,d,e,\",3\n\",,q,,\",1\n";
    assert_eq!(folder.output(&format!("{run} --in n.csv")), expected);
    assert_eq!(folder.output(&format!("{run} --in n.csv --set n=2")), expected);
    let lists = folder.run_words(&[
        "run",
        "a.f90",
        "--kernel",
        "packed",
        "--set",
        "n=2",
        "--set",
        "names=['a', \"b c\", 2*'d']",
        "--rows",
        "2",
        "--columns",
        "all,length",
        "--out-format",
        "csv",
        "--out",
        "-",
    ]);
    assert_eq!(lists.stdout, "all,length\n\"a,b c,d,d,\",3\n\"a,b c,d,d,\",3\n");
    let given = folder
        .output("run a.f90 --kernel filled --set n=2 --set out.len=3 --rows 1 --no-status --out-format csv --out -");
    assert_eq!(given, "out_1,out_2\né,é\n");
    let refused = ["`out` is CHARACTER(*)", "--set out=LIST or --set out.len=N"];
    folder.fails("run a.f90 --kernel filled --set n=2 --rows 1", 1, &refused);
    folder.write("m.csv", "n\n2\n");
    let refused = ["array `out`", "extents are not all known"];
    folder.fails("run a.f90 --kernel filled --in m.csv --set out.len=2", 1, &refused);
}

/// A list of --set that the kernel assigns is what each row starts with.
#[test]
fn arrays_of_texts_of_set_may_be_assigned() {
    let folder = Folder::new();
    folder.write("a.f90", ARRAYS);
    folder.write("k.csv", "k\n1\n0\n3\n9\n");
    for gang in [1, 4] {
        let shown = folder.run_words(&[
            "run",
            "a.f90",
            "--kernel",
            "marked",
            "--in",
            "k.csv",
            "--set",
            "tags=[x, 'y', \"z\"]",
            "--gang",
            &gang.to_string(),
            "--columns",
            "tags_out,k",
            "--out-format",
            "csv",
            "--out",
            "-",
        ]);
        assert_eq!(shown.stdout, "tags_out_1,tags_out_2,tags_out_3,k\n#x,y,z,1\nx,y,z,0\nx,y,#z,3\n,,,9\n");
    }
}

/// What does not fit is refused with its row, column and value.
#[test]
fn arrays_of_texts_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    folder.write("a.f90", ARRAYS);
    let run = "run a.f90 --kernel marked --set k=1";
    folder.write("t.csv", "tags_1,tags_2,tags_3\na,b,c\na,bcd,c\n");
    let refused = ["t.csv", "row 2", "column `tags_2`", "`bcd` does not fit CHARACTER(2)"];
    folder.fails(&format!("{run} --in t.csv"), 1, &refused);
    folder.write("t.csv", "tags_1,tags_3\na,b\n");
    folder.fails(&format!("{run} --in t.csv"), 1, &["column `tags_2`: it is missing", "shape (3)"]);
    folder.write("t.csv", "tags_1,tags_2,tags_3,tags_4\na,b,c,d\n");
    folder.fails(&format!("{run} --in t.csv"), 1, &["column `tags_4`", "`tags` has the shape (3)"]);
    folder.write("t.csv", "tags_1,tags_2,tags_3\na,NA,c\na,b,c\n");
    let shown = folder
        .output_with_failures(&format!("{run} --in t.csv --na --columns tags_out,status --out-format csv --out -"));
    let expected = "tags_out_1,tags_out_2,tags_out_3,status\n,,,the value of `tags` is missing\n#a,b,c,ok\n";
    assert_eq!(shown, expected);
    // Words between blanks, as numbers are.
    folder.write("t.csv", "tags\na b c\na b cde\n");
    let refused = ["row 2", "column `tags`", "element 3: `cde` does not fit CHARACTER(2)"];
    folder.fails(&format!("{run} --in t.csv"), 1, &refused);
    folder.write("t.csv", "tags\na b c d\n");
    folder.fails(&format!("{run} --in t.csv"), 1, &["row 1", "4 elements, but `tags` is declared with 3"]);
    for (list, message) in [
        ("[a,b]", "too few elements"),
        ("[a,b,c,d]", "too many elements"),
        ("[a,b,c\u{e9}d]", "element 3: `céd` does not fit CHARACTER(2)"),
        ("abc", "`tags` is an array, which takes a list, [\"a\", \"b\", 3*\"c\"]"),
    ] {
        folder.fails(&format!("{run} --set tags={list}"), 2, &[message]);
    }
    folder.fails("run a.f90 --kernel packed --set n=1", 1, &["needs `names` (CHARACTER(*), an array each row)"]);
}
