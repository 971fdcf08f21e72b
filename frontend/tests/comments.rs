//! Comments in the tree and in what is printed: they stay with their statements.

use crate::support::{check_round_trip, parse_text};
use SourceForm::{Fixed, Free};
use forlane_frontend::form::SourceForm;
use forlane_frontend::tree::Comment;

/// A comment that follows nothing but `;` was printed after the next statement, together with what came between.
#[test]
fn comments_of_empty_statements_come_before_the_next() {
    check_round_trip(Free, ";!a\n!b\nsubroutine s()\n;!c\n!d\nx = 1\nend subroutine\n");
}

#[test]
fn comments_stay_with_their_statements() {
    let fixed = "\
C     Before the unit
      SUBROUTINE S(X) ! behind it
* Of the assignment,
      X = 1 + ! inside of it
!     still inside
     & 2    ! behind it
d     y = 1

      PRINT *, 'a ! text', ! not behind it
     +  X
   10 CONTINUE                                                        !x! behind column 72
C
      END
c The last
";
    let (tree, diagnostics, _) = parse_text(Fixed, fixed);
    assert!(diagnostics.is_empty());
    let unit = &tree.units[0];
    let show = |comment: &Comment| format!("{:?} {} {}", comment.place, comment.is_trailing, comment.text);
    let comments: Vec<String> = unit.comments.iter().map(show).collect();
    assert_eq!(
        comments,
        [
            "Header false      Before the unit",
            "Header true  behind it",
            "Statement(0) false  Of the assignment,",
            "Statement(0) false  inside of it",
            "Statement(0) false      still inside",
            "Statement(0) true  behind it",
            "Statement(1) false      y = 1",
            "Statement(1) false  not behind it",
            "Statement(2) true x! behind column 72",
            "End false ",
        ]
    );
    assert_eq!(tree.comments.iter().map(show).collect::<Vec<_>>(), ["End false  The last"]);
    check_round_trip(Fixed, fixed);
    let free =
        "! one\nx = 1; y = & ! two\n\n ! three\n  & 2 ! four\nif (x > 1) then ! five\nend if\n! six\nend ! seven\n";
    let (tree, ..) = parse_text(Free, free);
    let printed = "  ! one
  x = 1
  ! two
  ! three
  y = 2  ! four
  if (x .gt. 1) then  ! five
  end if
  ! six
end  ! seven
";
    assert_eq!(tree.to_string(), printed);
    check_round_trip(Free, free);
}
