//! What the parser reads, the printer writes, and the parser reads again.

use crate::support::{check_round_trip, parse_text};
use SourceForm::{Fixed, Free};
use forlane_frontend::diagnostics::has_errors;
use forlane_frontend::form::SourceForm;
use forlane_frontend::tree::{ConstructorItem, ExprKind, StatementKind};

/// Every statement that there is, in fixed form.
const FIXED: &str = "\
C     A comment
      program main
      implicit real*8 (a-h,o-z), integer (i-n)
      parameter (pi = 3.14159D0, n = 10)
      dimension a(n), b(-1:1, 0:n)
      logical done, flags(3)*1
      integer*4 i, j /3/, k(2) /2*0/
      real, dimension(3), save :: v, w(2) = 1.5
      data a /5*1.0, 5*-2.5d0/, ((b(i,j), i = -1, 1), j = 0, n) /33*0/
      data done /.false./, x, y / 1hx, 2hyy/
      external f
      intrinsic sin
      square(z) = z*z
      twice() = 2*x
      save x, y, /shared/
      common // p(2), q, /shared/ s(0:3), t // u
      namelist /group/ a, x, /other/ y /third/ v, w
      equivalence (p(1), z), (q, r(2), s(0))
\tcall tabbed
\t1(x)
 10   do 20 i = 1, n
        if (a(i)) 20, 30, 40
 30     go to (10, 20, 40), i
 40     if (a(i) .gt. 1 .and. .not. done) goto 50
 20   continue
 50   if (done) then
        stop 'it is done'
      else if (n .eq. 3) then
        stop 3
      else
        call sub(1, a(1), -x**2, .true.)
      end if
  60  format(1x, 'a format', f10.3)
      outer: do while (x .lt. 10)
        x = x + 1; y = (x - 1)*(-y)
        if (y .gt. 3) exit outer
        cycle
      end do outer
      assign 10 to k
      go to k, (10, 20)
      go to k(30)
      if (done) go to k
      call alter(*10, x, & 20, square(1.0))
      print *, 'a text of a line', x, y,
     1 'and another that is ''quoted'' and goes on across the end of the
     2 line of its own', f(x)
      write (6, *) x
      open(10, file = 'f', status = 'old', err = 10)
      inquire(unit = 10, exist = done, iostat = i)
      inquire(iolength = i) x, (a(j), j = 1, 3)
      rewind 10
      backspace(10, iostat = i)
      endfile 10
      end file (unit = 10)
      flush 10
      wait(10)
      if (done) close(10)
      write(*,*)
   99 end
      block data
      common /shared/ s(4)
      data (s(i), i = 1, 4) /4*0.0/
      end
      block data named
      common c
      end block data named
      double precision function f(x)
      real*8 x(*)
      f = x(1)
      return
      end
      recursive pure integer function g(x, i) result(k)
      entry h(x) result(l)
   10 entry p
      k = i
      end
      real elemental function q(x)
      q = x
      end
      subroutine alter(*, x, *, y)
      entry beta(*)
      return 1
      end
      impure subroutine bare
      end
";

/// Modules and the constructs of newer Fortran.
const NEWER: &str = "\
module shapes
  use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit
  use :: other, mine => theirs
  use, non_intrinsic :: third, only:
  use fourth, only: operator(+), operator(.near.), assignment(=)
  implicit none (type, external)
  private
  public :: area
  protected y
  real, target, public :: x = 1.0
  integer, private, volatile :: y
  character(4) :: t = c_char_'text', u = 1_'it''s'
  type, public :: point
    sequence
    private
    real :: x = 1, c(3)
    type(point), pointer :: next => null(), rest(:)
  end type point
  real, pointer, save :: tip(:) => null(), top => x
  type(point), save :: p, q(2)
  interface operator(.near.)
    module procedure near, is_near
  end interface
  interface set
    procedure f
  end interface set
contains
  function area(r, n) result(a)
    import
    intent(in) :: r
    value n
    target :: b(3), c
    volatile :: c
    contiguous :: z
    pointer q, z(:, :)
    interface
      function f(x)
        import :: dp
        real(dp), value :: x
      end function f
      subroutine s
      end subroutine
    end interface
    pick: select case (n)
    case (:0, 3, 5:7, 9:) pick
      exit pick
    case default
    end select pick
    b1: block
      real z
      associate (p => a + 1.0, q => b(2))
        z = p
      end associate
      exit b1
    end block b1
    do concurrent (integer :: i = 1:n:2, j = 1:3, i /= j) local(z) local_init(c) shared(b) default(none)
      b(j) = i
    end do
    p%x = q(2)%c(1) + p%c(1:2)*q%x .near. .not. .far. p
    p%next => q(2)%rest(1)%next
    tip(0:) => b
    if (n > 1) z(1:2, 1:n) => tip(::2)
    nullify (tip, p%next)
    r%inner(2)%name(1:3) = r%names(2)(:2)
    stop n + 1, quiet=.true.
    error stop 'text'
  contains
    subroutine inner
    end subroutine inner
  end function area
end module shapes
program main
contains
end program main
";

#[test]
fn modules_and_newer_constructs_come_back() {
    check_round_trip(Free, NEWER);
    let fixed: Vec<String> = NEWER.lines().map(|line| format!("      {}\n", line.trim())).collect();
    check_round_trip(Fixed, &fixed.concat().replace("local(z) local_init(c)", "\n     &local(z) local_init(c)"));
}

/// The same in free form.
const FREE: &str = "\
! A comment
subroutine s(a, n, m) ! another
  implicit none
  integer, intent(in) :: n, m
  real(kind=8), intent(inout) :: a(n, *)
  real(8), parameter :: half = 0.5_8, third = 1.0d0/3
  integer(4) :: i; logical :: ok = .true.
  a(2:4, :) = [1, 2, (i, 2*i, (k, k = 1, 3), i = 1, 5)]
  a(::2, m) = (/ real :: 1, (ok) /)
  c(2)(1:3) = c(1)(:m + 1)
  a(1, :) = half + a(:2, 1)*a(2:, f(a(:, 3)))
  search: do i = 1, n
    if (a(i, 1) == &
        third) then
      exit search
    elseif (a(i, 1) /= half) then
      a(i, 1) = a(i, 1) + &
        & 1 - sqr&
        &t(x = a(i, 2)); cycle search
    endif
  enddo search
  do
    if (ok) exit
  end do
10 continue
  print *, 'a text that &
           &goes on & on', \"it's\", 'and a third that makes this line longer than a line should ever be in print'
  go to 10
end subroutine s
";

#[test]
fn fixed_form_round_trips() {
    check_round_trip(Fixed, FIXED);
}

#[test]
fn free_form_round_trips() {
    check_round_trip(Free, FREE);
}

/// Printed without `::`, these first lines became headers of functions where blanks mean nothing.
#[test]
fn declarations_stay_declarations() {
    for ty in ["DOUBLE PRECISION", "REAL", "INTEGER*4", "CHARACTER(LEN=3)", "LOGICAL(KIND=4)"] {
        check_round_trip(Fixed, &format!("      {ty}::FUNCTIONO(X)\n      END\n"));
        check_round_trip(Fixed, &format!("      {ty}::PURERECURSIVEFUNCTIONO(X), Y\n      END\n"));
    }
}

#[test]
fn line_ends_of_windows_change_nothing() {
    for (form, text) in [(Fixed, FIXED), (Free, FREE)] {
        let (unix, ..) = parse_text(form, text);
        let (windows, diagnostics, _) = parse_text(form, &text.replace('\n', "\r\n"));
        assert!(diagnostics.is_empty());
        assert_eq!(unix.without_spans(), windows.without_spans());
    }
}

#[test]
fn all_sources_round_trip() {
    let mut count = 0;
    for folder in ["examples", "tests/programs", "tests/kernels", "tests/dumps", "tests/diagnostics"] {
        let entries = std::fs::read_dir(format!("../{folder}")).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let (Some(form), Ok(text)) = (SourceForm::from_path(&path), std::fs::read_to_string(&path)) else {
                continue;
            };
            let (_, diagnostics, sources) = parse_text(form, &text);
            // A text without file includes none.
            if diagnostics.iter().any(|diagnostic| diagnostic.code == "E0915") {
                continue;
            }
            if has_errors(&diagnostics) {
                let is_bad = folder == "tests/diagnostics";
                assert!(is_bad, "{}: {:#?}", path.display(), crate::support::describe(&diagnostics, &sources));
                continue;
            }
            check_round_trip(form, &text);
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn a_constant_that_goes_on_across_a_short_line_has_its_blanks() {
    let text = "      PRINT *, 'AB\n     &CD'\n      END\n";
    let (tree, ..) = parse_text(Fixed, text);
    let StatementKind::Transfer(transfer) = &tree.units[0].statements[0].kind else { panic!("{tree}") };
    let blanks = 72 - "      PRINT *, 'AB".len();
    let ConstructorItem::Value(item) = &transfer.items[0] else { panic!("{tree}") };
    assert_eq!(item.kind, ExprKind::Text(format!("AB{}CD", " ".repeat(blanks)), None));
    check_round_trip(Fixed, text);
}

/// A letter of two bytes takes two columns. The printer counted one, so the end of a line was after column 72.
#[test]
fn letters_of_two_bytes_take_two_columns() {
    check_round_trip(Fixed, "      A='éééééé\n     &'\n      END\n");
    check_round_trip(Free, &format!("a = '{}'\nend\n", "é".repeat(100)));
}

/// In fixed form a constant may be split only where its line is full, since the columns that are left are blanks of it.
/// The printer ended lines wherever the next letter did not fit.
#[test]
fn lines_within_a_constant_are_full() {
    // The constant that ends a FORMAT need not be closed.
    let statements = [
        ("     ", "A='", "'"),
        ("     ", "WRITE (*, '(3X)') F(X, 3H'a'), '", "'"),
        ("   10", "FORMAT(I5,3Ha'b,'", ")"),
    ];
    for (label, front, back) in statements {
        for letter in ["é", "€", "𝄞"] {
            for blanks in 0..66 {
                let mut statement = " ".repeat(blanks) + front;
                while statement.len() < 400 {
                    let left = 66 - statement.len() % 66;
                    statement += if letter.len() <= left { letter } else { "a" };
                }
                statement += back;
                let (mut text, mut line) = (format!("{label} "), String::new());
                for character in statement.chars() {
                    if line.len() == 66 {
                        text += &(std::mem::take(&mut line) + "\n     &");
                    }
                    line.push(character);
                }
                check_round_trip(Fixed, &format!("{text}{line}\n      END\n"));
            }
        }
    }
}

#[test]
fn nothing_after_column_72_counts() {
    let text = format!("      X = 1{}+ 2 SEQUENCE\n      END\n", " ".repeat(61));
    let (tree, diagnostics, _) = parse_text(Fixed, &text);
    assert_eq!(diagnostics.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>(), ["W0106"]);
    assert_eq!(tree.to_string(), "        x = 1\n      end\n");
}

#[test]
fn spans_lead_back_to_the_file() {
    let text = "      CALL F(A L P H A,\n     & BETA + G\n     &AMMA)\n      END\n";
    let (tree, _, sources) = parse_text(Fixed, text);
    let StatementKind::Call { arguments, .. } = &tree.units[0].statements[0].kind else { panic!("{tree}") };
    let under = |index: usize| {
        let span = arguments[index].value.span;
        &sources.file(span.file).text[span.start as usize..span.end as usize]
    };
    assert_eq!(under(0), "A L P H A");
    assert_eq!(under(1), "BETA + G\n     &AMMA");
}
