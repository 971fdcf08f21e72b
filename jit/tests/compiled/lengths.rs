//! Constant indices of dummy arrays, which are checked where a call may pass fewer elements.

use super::sources::{Column, arrays, compare, scalars};

/// Each row calls one of the units, which reads the last element that is there, and where J is 2 the one after it: of
/// the shorter one of two arrays, of the rest of one from a constant and from a varying element on, of what was handed
/// on, of memory taken as larger elements, of a scalar, of the kernel's own argument, and in recursion.
#[test]
fn elements_after_the_last() {
    let units = "
      SUBROUTINE TOP(K, J, D, R)
      INTEGER K, J, I
      REAL D(*), R, A(6), B(4)
      DO 10 I = 1, 6
   10 A(I) = I
      DO 20 I = 1, 4
   20 B(I) = 10*I
      R = 0
      GO TO (1, 2, 3, 4, 5, 6, 7, 8, 9), K
    1 CALL FOUR(A, J, R)
      RETURN
    2 CALL FOUR(B, J, R)
      RETURN
    3 CALL REST(A(3), J, R)
      RETURN
    4 CALL VARY(A(J + 2), J, R)
      RETURN
    5 CALL ON(A, J, R)
      RETURN
    6 CALL LARGE(A, J, R)
      RETURN
    7 CALL ONE(R, J, R)
      RETURN
    8 CALL TWO(D, J, R)
      RETURN
    9 CALL DOWN(A, J, R)
      END
      SUBROUTINE FOUR(X, J, R)
      REAL X(*), R
      R = X(1) + X(4)
      IF (J .EQ. 2) R = X(5)
      END
      SUBROUTINE ON(X, J, R)
      REAL X(*), R
      CALL REST(X(3), J, R)
      CALL LAST(X(2), J, R)
      END
      SUBROUTINE LARGE(X, J, R)
      DOUBLE PRECISION X(*)
      REAL R
      X(3) = 2
      R = REAL(X(3))
      IF (J .EQ. 2) R = REAL(X(4))
      END
      SUBROUTINE ONE(X, J, R)
      REAL X(*), R, S
      S = X(1)
      IF (J .EQ. 2) S = X(2)
      END
      RECURSIVE SUBROUTINE DOWN(X, J, R)
      REAL X(*), R
      R = X(2)
      IF (J .EQ. 2) CALL DOWN(X(2), J, R)
      END
";
    let reading = |(name, last)| {
        format!(
            "      SUBROUTINE {name}(X, J, R)\n      REAL X(*), R\n      R = X({last})\n      IF (J .EQ. 2) R = X({})\n      \
             END\n",
            last + 1
        )
    };
    let readers: String = [("REST", 4), ("VARY", 3), ("LAST", 5), ("TWO", 2)].map(reading).concat();
    let source = format!("{units}{readers}");
    let calls: Vec<(i32, i32)> = (1..=9).flat_map(|k| [(k, 1), (k, 2)]).collect();
    let rows = calls.len();
    let (k, j): (Vec<i32>, Vec<i32>) = calls.into_iter().unzip();
    let own: Vec<f32> = (0..2 * rows as u16).map(f32::from).collect();
    let arguments = vec![
        scalars(Column::i32(&k)),
        scalars(Column::i32(&j)),
        arrays(2, Column::f32(&own)),
        scalars(Column::f32(&vec![0.0; rows])),
    ];
    compare(&source, "top", arguments, None, rows);
}
