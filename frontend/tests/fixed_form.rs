//! What fixed source form lets people write: blanks that mean nothing, words that are not reserved, columns that end.

use crate::support::{check_round_trip, describe, parse_text, statement};
use SourceForm::Fixed;
use forlane_frontend::form::SourceForm;
use forlane_frontend::tree::{ConstructorItem, ExprKind, StatementKind};

/// The statements of a text, printed, one a line.
fn printed(text: &str) -> Vec<String> {
    let (tree, diagnostics, sources) = parse_text(Fixed, text);
    assert!(diagnostics.is_empty(), "{text}: {:#?}", describe(&diagnostics, &sources));
    check_round_trip(Fixed, text);
    tree.to_string().lines().map(|line| line.trim().to_owned()).collect()
}

/// A line whose statement begins in column 7 and is filled with blanks up to the tail in columns 73 to 80.
fn card(statement: &str, tail: &str) -> String {
    format!("      {statement:66}{tail}\n")
}

#[test]
fn do_10_i_is_1_point_10_is_an_assignment() {
    assert_eq!(statement(Fixed, "DO 10 I = 1.10"), "do10i = 1.10");
    assert_eq!(statement(Fixed, "DO 10 I = (1,10)"), "do10i = (1, 10)");
    assert_eq!(statement(Fixed, "DO 10 I(3) = 1"), "do10i(3) = 1");
    assert_eq!(statement(Fixed, "DO 10 I = F(1,10),20"), "do 10 i = f(1, 10), 20");
    assert_eq!(statement(Fixed, "DO WHILE = 3"), "dowhile = 3");
}

#[test]
fn if_of_i_is_3_assigns_to_an_array() {
    assert_eq!(statement(Fixed, "IF (I) = 3"), "if(i) = 3");
    assert_eq!(statement(Fixed, "IF(I,J)=K"), "if(i, j) = k");
    assert_eq!(statement(Fixed, "IF (I) IF (J) = 3"), "if (i) if(j) = 3");
    assert_eq!(statement(Fixed, "IF (L) THEN = 3"), "if (l) then = 3");
    assert_eq!(statement(Fixed, "IF (A .EQ. ')=3') X = 1"), "if (a .eq. ')=3') x = 1");
}

#[test]
fn format_of_i5_is_2_assigns_to_an_array() {
    assert_eq!(statement(Fixed, "FORMAT(I5) = 2"), "format(i5) = 2");
    assert_eq!(statement(Fixed, "REAL(I) = 2"), "real(i) = 2");
    assert_eq!(statement(Fixed, "WRITE(6) = X"), "write(6) = x");
    assert_eq!(printed("   10 FORMAT(5H) = 2)\n      END\n"), ["10   format(5h) = 2)", "end"]);
}

#[test]
fn realx_is_1_assigns() {
    assert_eq!(statement(Fixed, "REALX = 1"), "realx = 1");
    assert_eq!(statement(Fixed, "REAL X = 1"), "realx = 1");
    assert_eq!(statement(Fixed, "INTEGER FUNCTION = 3"), "integerfunction = 3");
    assert_eq!(statement(Fixed, "REALX"), "real x");
    assert_eq!(statement(Fixed, "DATA X = 1"), "datax = 1");
}

#[test]
fn end_is_5_assigns() {
    assert_eq!(statement(Fixed, "END = 5"), "end = 5");
    assert_eq!(statement(Fixed, "END IF = 5"), "endif = 5");
    assert_eq!(statement(Fixed, "END DO(3) = 5"), "enddo(3) = 5");
    assert_eq!(statement(Fixed, "ENDX = 5"), "endx = 5");
}

#[test]
fn keywords_are_names_of_variables() {
    for name in
        ["call", "continue", "goto", "return", "stop", "then", "else", "do", "if", "data", "common", "read", "print"]
    {
        let text = format!("{name} = {name} + {name}(1)");
        assert_eq!(statement(Fixed, &text.to_uppercase()), text, "{name}");
    }
    assert_eq!(statement(Fixed, "CALL CALL(CALL)"), "call call(call)");
    assert_eq!(statement(Fixed, "GO TO 10"), "go to 10");
    assert_eq!(statement(Fixed, "GO TO 10 = 3"), "goto10 = 3");
}

#[test]
fn blanks_inside_of_tokens_mean_nothing() {
    assert_eq!(statement(Fixed, "X = 3.1 4 1 5 D + 0 0"), "x = 3.1415d+00");
    assert_eq!(statement(Fixed, "L = A .L T. B .A N D . . N O T . C"), "l = a .lt. b .and. .not. c");
    assert_eq!(statement(Fixed, "X = A * * 2"), "x = a**2");
    assert_eq!(statement(Fixed, "G O T O ( 1 0 , 2 0 ) , I"), "go to (10, 20), i");
    assert_eq!(statement(Fixed, "D O U B L E P R E C I S I O N X"), "double precision x");
    assert_eq!(statement(Fixed, "CALLSUB(A,B)"), "call sub(a, b)");
    assert_eq!(
        printed("      SUBROU\n     &TINE S\n      RE\n     &TURN\n      E N D\n"),
        ["subroutine s()", "return", "end"]
    );
}

#[test]
fn a_string_runs_through_column_72() {
    let text = format!("{}     &CD'\n      END\n", card(&format!("PRINT *, 'A{}", "B".repeat(55)), "00000010"));
    let (tree, diagnostics, _) = parse_text(Fixed, &text);
    assert!(diagnostics.is_empty());
    let StatementKind::Transfer(transfer) = &tree.units[0].statements[0].kind else { panic!("{tree}") };
    let ConstructorItem::Value(item) = &transfer.items[0] else { panic!("{tree}") };
    assert_eq!(item.kind, ExprKind::Text(format!("A{}CD", "B".repeat(55)), None));
    check_round_trip(Fixed, &text);
    // The quote that a doubled one stands for may be parted by the line's end.
    let text = format!("{}     &'S'\n      END\n", card(&format!("PRINT *, '{}IT'", "-".repeat(53)), "00000010"));
    let (tree, ..) = parse_text(Fixed, &text);
    let StatementKind::Transfer(transfer) = &tree.units[0].statements[0].kind else { panic!("{tree}") };
    let ConstructorItem::Value(item) = &transfer.items[0] else { panic!("{tree}") };
    assert_eq!(item.kind, ExprKind::Text(format!("{}IT'S", "-".repeat(53)), None));
}

#[test]
fn a_hollerith_constant_is_continued() {
    let text = format!("{}     &C, 1)\n      END\n", card(&format!("CALL S({}, 5HAB", "1".repeat(51)), "SEQUENCE"));
    let (tree, diagnostics, _) = parse_text(Fixed, &text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let StatementKind::Call { arguments, .. } = &tree.units[0].statements[0].kind else { panic!("{tree}") };
    assert_eq!(arguments[1].value.kind, ExprKind::Hollerith("AB  C".to_owned()));
    let text = "      DATA X /8HAB! 'CD /, Y /1H!/ ! 3H\n      END\n";
    assert_eq!(printed(text), ["data x /8hAB! 'CD /, y /1h!/  ! 3H", "end"]);
}

#[test]
fn labels_have_leading_zeros_and_blanks() {
    let text = "00010 X = 1\n  02  X = 2\n1 2 3 X = 3\n      GO TO 0 0 1 0\n      END\n";
    assert_eq!(printed(text), ["10   x = 1", "2   x = 2", "123   x = 3", "go to 10", "end"]);
}

#[test]
fn comment_lines_stand_between_continuations() {
    let text = "      X = 1 +\nC     one\n\n* two\n     & 2 +\n!     three\n     1 3\nC     four\n      END\n";
    assert_eq!(printed(text), ["!     one", "! two", "!     three", "x = 1 + 2 + 3", "!     four", "end"]);
}

#[test]
fn tabs_lead_to_the_statement_and_to_continuations() {
    assert_eq!(printed("\tX = 1 +\n\t12\n10\tGO TO 10\n\tEND\n"), ["x = 1 + 2", "10   go to 10", "end"]);
}

#[test]
fn sequence_fields_stand_after_column_72() {
    let text = format!("{}{}{}", card("X = 1", "00000010"), card("Y = 2", "Y 01"), card("END", "LAST"));
    assert_eq!(printed(&text), ["x = 1", "y = 2", "end"]);
}

#[test]
fn a_zero_in_column_6_begins_a_statement() {
    assert_eq!(printed("     0X = 1\n   100Y = 2\n      END\n"), ["x = 1", "10   y = 2", "end"]);
    assert_eq!(printed("      X = 1\n     !+ 2\n      END\n"), ["x = 1 + 2", "end"]);
}
