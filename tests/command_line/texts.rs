//! CHARACTER arguments of kernels: columns of texts and `--set`, and texts as results.

use super::folder::Folder;

const KERNELS: &str = "subroutine lengths(a, b, na, nb)
  character(4), intent(in) :: a
  character(*), intent(in) :: b
  integer, intent(out) :: na, nb
  na = len(a)
  nb = len(b)
  if (a == 'ab') na = -na
end subroutine
character(6) function size_of(x) result(name)
  real(8), intent(in) :: x
  name = 'large'
  if (x < 1) name = 'small'
end function
subroutine copied(n, given, taken, rest)
  integer, intent(in) :: n
  character(n), intent(in) :: given
  character(n), intent(out) :: taken
  character(*), intent(out) :: rest
  taken = given
  rest = given(2:)
end subroutine
subroutine added(text, k)
  character(*) :: text
  integer :: k
  if (k > 0) text = text(:min(k, len(text)))
end subroutine
subroutine perhaps(x, unit, y)
  real(8), intent(in) :: x
  character(*), intent(in), optional :: unit
  real(8), intent(out) :: y
  y = x
  if (present(unit)) y = x*len(unit)
end subroutine
subroutine raw(code, text)
  integer, intent(in) :: code
  character(3), intent(out) :: text
  text = 'a'//char(code)
end subroutine
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("texts.f90", KERNELS);
    folder
}

/// A table of results as the cells of its rows, without the status; numbers as they are read.
fn cells(table: &str, columns: usize) -> Vec<Vec<String>> {
    let cell = |text: &str| {
        let text = text.trim_matches('"');
        text.parse::<f64>().map_or_else(|_| text.trim_end().to_owned(), |number| number.to_string())
    };
    table.lines().skip(1).map(|line| line.split(',').take(columns).map(cell).collect()).collect()
}

/// The program of each case prints, with gfortran, what its kernel makes of each row; here the kernel runs over the
/// rows in gangs of each size, by scalar and gang code, and from and to each format.
fn is_as_in_its_program(case: &str, kernel: &str, columns: &[&str], elements: usize) {
    let folder = Folder::new();
    let case = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(case);
    for (ending, name) in [("f90", "kernel.f90"), ("in", "rows.csv")] {
        folder.write(name, std::fs::read(case.with_extension(ending)).unwrap());
    }
    let printed = std::fs::read_to_string(case.with_extension("out")).unwrap();
    let expected = cells(printed.trim_end().trim_end_matches("exit status 0"), elements);
    assert!(expected.len() >= 10);
    let run = format!("run kernel.f90 --kernel {kernel}");
    let of_run = columns.join(",");
    for gang in [1, 2, 8, 64] {
        for isa in ["", " --isa base"] {
            folder.output(&format!(
                "{run} --in rows.csv --columns {of_run} --gang {gang}{isa} --threads 3 --out out.csv"
            ));
            assert_eq!(cells(&folder.read("out.csv"), elements), expected, "gang {gang}{isa}");
        }
    }
    let again = of_run.replace("_out", "_again");
    // What is only assigned has a column of its name then.
    let renamed = |name: &str| if name.ends_with("_again") { name.to_owned() } else { format!("{name}_again") };
    let again: Vec<String> = again.split(',').map(renamed).collect();
    for format in ["arrow", "parquet", "npz"] {
        folder.output(&format!("{run} --in rows.csv --out all.{format}"));
        folder.output(&format!("{run} --in all.{format} --suffix _again --columns {} --out out.csv", again.join(",")));
        assert_eq!(cells(&folder.read("out.csv"), elements), expected, "{format}");
    }
}

#[test]
fn texts_in_lanes_are_as_in_a_program() {
    is_as_in_its_program("character_kernel", "describe", &["tag_out", "label", "n", "x"], 4);
}

/// A CHARACTER array was refused as argument of a kernel.
#[test]
fn arrays_of_texts_in_lanes_are_as_in_a_program() {
    is_as_in_its_program("character_arrays_kernel", "spell", &["names_out", "tags_out", "table", "n"], 11);
}

/// A CHARACTER(n) is filled up with blanks, a CHARACTER(*) as long as its text, in each row for itself: no row sees how
/// long the texts of others are.
#[test]
fn a_text_has_its_declared_length_or_its_own() {
    let folder = folder();
    folder.write("t.csv", "a,b\nab,\"x \"\nabcd,\n\" ab\",long text\n,\"a,\"\"b\"\n\"abcd  \",é\n");
    let shown =
        folder.output("run texts.f90 --kernel lengths --in t.csv --columns na,nb,status --out-format csv --out -");
    assert_eq!(shown, "na,nb,status\n-4,2,ok\n4,0,ok\n4,9,ok\n4,4,ok\n4,2,ok\n");
    let shown =
        folder.output("run texts.f90 --kernel lengths --set a=ab --in t.csv --columns na,nb --out-format csv --out -");
    assert_eq!(shown, "na,nb\n-4,2\n-4,0\n-4,9\n-4,4\n-4,2\n");
    folder.write("one.csv", "b\nx\n");
    let run = folder.run_words(&[
        "run",
        "texts.f90",
        "--kernel",
        "lengths",
        "--set",
        "a='ab'",
        "--set",
        "b=\" it's \"",
        "--columns",
        "na,nb",
        "--out-format",
        "csv",
        "--out",
        "-",
    ]);
    assert_eq!(run.stdout, "na,nb\n-4,6\n");
    let shown = folder.output(
        "run texts.f90 --kernel lengths --set a=ab --set b.len=12 --in t.csv --columns nb --out-format csv --out -",
    );
    assert_eq!(shown, "nb\n12\n12\n12\n12\n12\n");
}

/// A text of which more than blanks would be lost is refused with its row and value.
#[test]
fn a_text_that_does_not_fit_is_refused() {
    let folder = folder();
    folder.write("t.csv", "a,b\nabcd ,x\nabcde,x\n");
    let refused = ["t.csv", "row 2", "column `a`", "`abcde` does not fit CHARACTER(4)"];
    folder.fails("run texts.f90 --kernel lengths --in t.csv --out out.csv", 1, &refused);
    folder.fails("run texts.f90 --kernel lengths --set a=abcde --set b=x", 2, &["`abcde` does not fit CHARACTER(4)"]);
    let declared = ["--set a.len=9: it is declared with the length 4"];
    folder.fails("run texts.f90 --kernel lengths --set a=ab --set b=x --set a.len=9", 2, &declared);
    folder.fails("run texts.f90 --kernel lengths --set b=x", 1, &["needs `a` (CHARACTER(4))"]);
}

/// A column of numbers is not one of texts, but a CSV file has texts alone.
#[test]
fn columns_of_numbers_are_texts_in_csv_only() {
    let folder = folder();
    folder.write("t.csv", "a,b,x\n0012,1e3,2\n");
    let shown = folder.output("run texts.f90 --kernel lengths --in t.csv --columns na,nb --out-format csv --out -");
    assert_eq!(shown, "na,nb\n4,3\n");
    let shown = folder.output("run texts.f90 --kernel size_of --in t.csv --columns size_of --out-format csv --out -");
    assert_eq!(shown, "size_of\nlarge\n");
    folder.output("run texts.f90 --kernel size_of --in t.csv --columns size_of,x --out t.parquet");
    folder.write("named.f90", "subroutine named(x)\n character(4), intent(in) :: x\nend subroutine\n");
    let refused = ["t.parquet", "column `x`", "expected CHARACTER, the column is of type Int64"];
    folder.fails("run named.f90 --kernel named --in t.parquet --out out.csv", 1, &refused);
}

/// A text that is only assigned needs no column: its length is declared, or that of an argument that --set gives, or
/// given itself. It starts as blanks.
#[test]
fn texts_that_are_assigned_need_no_column() {
    let folder = folder();
    folder.write("g.csv", "given\nabcd\nx\n");
    let refused = ["`rest` is CHARACTER(*)", "--set rest.len=N"];
    folder.fails("run texts.f90 --kernel copied --in g.csv --set n=4 --out out.csv", 1, &refused);
    folder.write("n.csv", "n,given\n4,abcd\n2,xy\n");
    let refused = ["`given` is CHARACTER(n)", "must be known before the rows run", "--set given.len=N"];
    folder.fails("run texts.f90 --kernel copied --in n.csv --set rest.len=2 --out out.csv", 1, &refused);
    let shown =
        folder.output("run texts.f90 --kernel copied --in g.csv --set n=4 --set rest.len=2 --out-format csv --out -");
    assert_eq!(shown, "given,taken,rest,status\nabcd,abcd,bc,ok\nx,x,,ok\n");
    let lengths = "--set given.len=4 --set taken.len=4 --set rest.len=9";
    let shown = folder.output(&format!(
        "run texts.f90 --kernel copied --in n.csv {lengths} --columns taken,rest --out-format csv --out -"
    ));
    assert_eq!(shown, "taken,rest\nabcd,bcd\nxy,y\n");
}

/// A text that is read and assigned starts in each row with that of --set, which no row changes for the others.
#[test]
fn a_text_of_set_may_be_assigned() {
    let folder = folder();
    folder.write("k.csv", "k\n2\n0\n9\n-1\n1\n");
    let run = "run texts.f90 --kernel added --in k.csv --set text=abcd --columns text_out --out-format csv --out -";
    assert_eq!(folder.output(run), "text_out\nab\nabcd\nabcd\nabcd\na\n");
    assert_eq!(folder.output(&format!("{run} --gang 1")), folder.output(run));
}

/// An OPTIONAL text is present where it is given.
#[test]
fn an_optional_text_may_be_absent() {
    let folder = folder();
    folder.write("x.csv", "x\n1.5\n");
    assert_eq!(
        folder.output("run texts.f90 --kernel perhaps --in x.csv --columns y --out-format csv --out -"),
        "y\n1.5\n"
    );
    let given =
        folder.output("run texts.f90 --kernel perhaps --in x.csv --set unit=km --columns y --out-format csv --out -");
    assert_eq!(given, "y\n3.0\n");
}

/// A missing text fails its row, as a missing number does. An empty cell of CSV is an empty text.
#[test]
fn a_missing_text_fails_its_row() {
    let folder = folder();
    folder.write("t.csv", "a,b\nab,\nNA,x\n,y\n");
    let shown = folder.output_with_failures(
        "run texts.f90 --kernel lengths --in t.csv --na --columns na,status --out-format csv --out -",
    );
    assert_eq!(shown, "na,status\n-4,ok\n,the value of `a` is missing\n4,ok\n");
    let shown = folder.output("run texts.f90 --kernel lengths --in t.csv --columns na --out-format csv --out -");
    assert_eq!(shown, "na\n-4\n4\n4\n");
}

/// Bytes of a result that are not UTF-8 are taken as Latin-1, as those of sources are in messages.
#[test]
fn results_are_text() {
    let folder = folder();
    folder.write("c.csv", "code\n233\n65\n32\n");
    let shown = folder.output("run texts.f90 --kernel raw --in c.csv --columns text --out-format csv --out -");
    assert_eq!(shown, "text\naé\naA\na\n");
    folder.write("b.csv", "given\n\"  b\"\n");
    let shown = folder.output("run texts.f90 --kernel copied --in b.csv --set n=3 --set rest.len=2 --columns taken,rest --out-format csv --out -");
    assert_eq!(shown, "taken,rest\n\"  b\",\" b\"\n", "blanks at the begin stay when it is read again");
}

/// One long text is not as much memory for each row of its batch.
#[test]
fn one_long_text_costs_its_own_length() {
    let folder = folder();
    let rows = "x\n".repeat(5000);
    folder.write("t.csv", format!("b\n{rows}{}\n{rows}", "y".repeat(1 << 20)));
    let run =
        folder.output("run texts.f90 --kernel lengths --set a=ab --in t.csv --columns nb --out-format csv --out -");
    assert_eq!(run.lines().filter(|line| *line == "1").count(), 10_000);
    assert_eq!(run.lines().nth(5001), Some("1048576"));
}
