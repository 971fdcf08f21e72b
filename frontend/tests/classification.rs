//! Statements that look like others: Fortran has no reserved words, and fixed form has no blanks.

use crate::support::statement;
use SourceForm::{Fixed, Free};
use forlane_frontend::form::SourceForm;

#[test]
fn a_point_for_a_comma_makes_a_loop_an_assignment() {
    assert_eq!(statement(Fixed, "DO 10 I = 1.10"), "do10i = 1.10");
    assert_eq!(statement(Fixed, "DO 10 I = 1,10"), "do 10 i = 1, 10");
    assert_eq!(statement(Fixed, "DO10I=1,10,2"), "do 10 i = 1, 10, 2");
    assert_eq!(statement(Fixed, "D O 1 0 , I = 1 , 1 0"), "do 10 i = 1, 10");
    assert_eq!(statement(Fixed, "DO 10 I = MAX(1,2)"), "do10i = max(1, 2)");
}

#[test]
fn keywords_are_names_too() {
    assert_eq!(statement(Fixed, "IF(I) = 3"), "if(i) = 3");
    assert_eq!(statement(Fixed, "IF = 3"), "if = 3");
    assert_eq!(statement(Fixed, "END = 5"), "end = 5");
    assert_eq!(statement(Fixed, "REALX = 1"), "realx = 1");
    assert_eq!(statement(Fixed, "REAL X"), "real x");
    assert_eq!(statement(Fixed, "FORMAT(I5) = 2"), "format(i5) = 2");
    assert_eq!(statement(Fixed, "CALL = RETURN + STOP"), "call = return + stop");
    assert_eq!(statement(Fixed, "GO TO = 10"), "goto = 10");
    assert_eq!(statement(Fixed, "WRITE(6,I) = X"), "write(6, i) = x");
}

#[test]
fn the_action_of_a_logical_if_can_look_like_then() {
    assert_eq!(statement(Fixed, "IF (X) THEN = 3"), "if (x) then = 3");
    assert_eq!(statement(Fixed, "IF (X) IF(I) = 3"), "if (x) if(i) = 3");
    assert_eq!(statement(Fixed, "IF (X) IF (Y) 10, 20, 30"), "if (x) if (y) 10, 20, 30");
    assert_eq!(statement(Fixed, "IF(A)GOTO10"), "if (a) go to 10");
    assert_eq!(statement(Free, "if (a) b(3) = 4"), "if (a) b(3) = 4");
}

#[test]
fn blanks_separate_words_in_free_form_only() {
    assert_eq!(statement(Free, "realx = 1"), "realx = 1");
    assert_eq!(statement(Free, "do i=1,3\nend do"), "do i = 1, 3\nend do");
    assert_eq!(statement(Free, "goto 10"), "go to 10");
    assert_eq!(statement(Free, "go  to 10"), "go to 10");
    assert_eq!(statement(Free, "doubleprecision x"), "double precision x");
    assert_eq!(statement(Fixed, "DOUB LEPRE CISION X"), "double precision x");
}

#[test]
fn a_point_after_a_number_can_belong_to_an_operator() {
    assert_eq!(statement(Fixed, "L = 1.EQ.2"), "l = 1 .eq. 2");
    assert_eq!(statement(Fixed, "L = 1..EQ.2.E3"), "l = 1. .eq. 2.e3");
    assert_eq!(statement(Fixed, "L = 1.E3.LT.X.AND..NOT.M"), "l = 1.e3 .lt. x .and. .not. m");
    assert_eq!(statement(Fixed, "X = 1.D0 + .5 E - 3"), "x = 1.d0 + .5e-3");
    assert_eq!(statement(Free, "x = 1_8 + 2.5_dp"), "x = 1_8 + 2.5_dp");
    assert_eq!(statement(Free, "l = a>=b .or. a/=b"), "l = a .ge. b .or. a .ne. b");
}

#[test]
fn type_and_accept_are_print_and_read() {
    assert_eq!(statement(Fixed, "TYPE *, X"), "print *, x");
    assert_eq!(statement(Fixed, "IF (L) TYPE 10, X, Y"), "if (l) print 10, x, y");
    assert_eq!(statement(Free, "type '(i3)', k"), "print '(i3)', k");
    assert_eq!(statement(Fixed, "ACCEPT 10, I, (A(J), J = 1, 3)"), "read 10, i, (a(j), j = 1, 3)");
    assert_eq!(statement(Fixed, "TYPE = 1"), "type = 1");
    assert_eq!(statement(Fixed, "ACCEPT(3) = 1"), "accept(3) = 1");
}

#[test]
fn blanks_in_constants_count() {
    assert_eq!(statement(Fixed, "PRINT *, 'It''s  A', \"b ! c\""), "print *, 'It''s  A', 'b ! c'");
    assert_eq!(statement(Fixed, "CALL F(7HA 'b! c, 1)"), "call f(7hA 'b! c, 1)");
    assert_eq!(statement(Fixed, "DATA X /2*3H a /"), "data x /2*3h a /");
    assert_eq!(statement(Fixed, "REAL*8 H, HOLD"), "real*8 h, hold");
    assert_eq!(statement(Fixed, "INTEGER A5H"), "integer a5h");
}

#[test]
fn a_function_statement_can_have_a_type() {
    assert_eq!(statement(Fixed, "REAL FUNCTION F(X)"), "real function f(x)");
    assert_eq!(statement(Fixed, "REAL*8FUNCTIONF()"), "real*8 function f()");
    assert_eq!(statement(Free, "function f(x) result(y)"), "function f(x) result(y)");
    // An array whose name begins with FUNCTION, for which only the missing blank speaks.
    assert_eq!(statement(Fixed, "SUBROUTINE S(N)\n      REAL FUNCTIONS(N)"), "subroutine s(n)\nreal :: functions(n)");
}

#[test]
fn operators_bind_as_the_standard_says() {
    // What the tree groups is shown by what the printer would not need parentheses for: spans tell more.
    let grouping = |text: &str| -> String {
        let (tree, diagnostics, _) = crate::support::parse_text(Free, &format!("x = {text}\nend\n"));
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
        let kind = &tree.units[0].statements[0].kind;
        let forlane_frontend::tree::StatementKind::Assign { value, .. } = kind else { panic!("{kind:?}") };
        group(value)
    };
    assert_eq!(grouping("-a**2"), "(-(a**2))");
    assert_eq!(grouping("-a*b+c"), "((-(a*b))+c)");
    assert_eq!(grouping("a**b**c"), "(a**(b**c))");
    assert_eq!(grouping("a-b-c"), "((a-b)-c)");
    assert_eq!(grouping("a*-b**2*c"), "((a*(-(b**2)))*c)");
    assert_eq!(grouping("a+-b*c-d"), "((a+(-(b*c)))-d)");
    assert_eq!(grouping("2**-3*4"), "((2**(-3))*4)");
    assert_eq!(grouping(".not.a.eq.b.and.c"), "((.not.(a.eq.b)).and.c)");
    assert_eq!(grouping("a.or.b.and.c.eqv.d"), "((a.or.(b.and.c)).eqv.d)");
    assert_eq!(grouping("a < -b .and. (c + d)*2 > e"), "((a.lt.(-b)).and.((((c+d))*2).gt.e))");
}

/// An expression with each operation in parentheses.
fn group(expr: &forlane_frontend::tree::Expr) -> String {
    use forlane_frontend::tree::{Expr, ExprKind};
    let sign = |whole: String, left: &Expr, right: &Expr| {
        let operator = whole.strip_prefix(&left.to_string()).and_then(|rest| rest.strip_suffix(&right.to_string()));
        operator.unwrap_or("?").trim().to_owned()
    };
    match &expr.kind {
        ExprKind::Binary(_, left, right) => {
            format!("({}{}{})", group(left), sign(expr.to_string(), left, right), group(right))
        }
        ExprKind::Unary(_, operand) => {
            let whole = expr.to_string();
            let operator = whole.strip_suffix(&operand.to_string()).unwrap_or("?").trim();
            format!("({operator}{})", group(operand))
        }
        ExprKind::Paren(inner) => format!("({})", group(inner)),
        _ => expr.to_string(),
    }
}
