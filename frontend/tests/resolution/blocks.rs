//! Blocks, loops, terminal statements and labels.

use super::show::{compile_text, statements, unit_of};
use pretty_assertions::assert_eq;

#[test]
fn loops_that_share_a_terminal_statement_each_have_a_copy() {
    let unit = unit_of("do 10 i = 1, 3\ngoto 10\ndo 10 j = i, 3, 2\nif (j == 2) goto 10\n10 x = x + 1\nend\n");
    let expected = "\
do#0 i = 1, 3, 1
  goto 10
  do#1 j = i, 3, 2
    if {j == 2}
      goto 10
  terminal:
    10 x = {x + 1.0_r4}
shared:
  10 x = {x + 1.0_r4}
";
    assert_eq!(statements(&unit), expected);
}

#[test]
fn every_do_has_its_control() {
    let text = "do while (x < 1)\nx = x + 1\nend do\n\
                do\nexit\nend do\n\
                do 20 x = 1, n\n20 continue\n\
                do 30 k = 1, 2\nm = k\n30 end do\n\
                do 40 k = 1, 2\n40 if (k > 1) m = k\nend\n";
    let expected = "\
do#0 while {x < 1.0_r4}
  x = {x + 1.0_r4}
do#1 forever
  exit#1
do#2 x = 1.0_r4, r4(n), 1.0_r4
terminal:
  20 continue
do#3 k = 1, 2, 1
  m = k
terminal:
  30 continue
do#4 k = 1, 2, 1
terminal:
  40 if {k > 1}
    m = k
";
    assert_eq!(statements(&unit_of(text)), expected);
}

#[test]
fn exit_and_cycle_name_their_loop() {
    let text = "outer: do i = 1, 3\ninner: do j = 1, 3\nif (j > i) cycle outer\nif (j == 2) exit outer\nexit\ncycle inner\n\
                end do inner\nend do outer\nend\n";
    let shown = statements(&unit_of(text));
    let ways: Vec<&str> =
        shown.lines().map(str::trim).filter(|line| line.contains("#") && !line.contains("=")).collect();
    assert_eq!(ways, ["cycle#0", "exit#0", "exit#1", "cycle#1"]);
}

#[test]
fn labels_at_ends_of_blocks_stand_on_continue() {
    let text = "5 if (x > 1) then\ngoto 10\nelse if (x > 2) then\ngoto 20\nelse\ny = 1\n10 end if\n\
                do i = 1, 2\nif (i > 1) goto 15\nx = 2\n15 end do\ngoto 5\n20 end\n";
    let expected = "\
5 if {x > 1.0_r4}
  goto 10
elseif {x > 2.0_r4}
  goto 20
else
  y = 1.0_r4
10 continue
do#0 i = 1, 2, 1
  if {i > 1}
    goto 15
  x = 2.0_r4
  15 continue
goto 5
20 continue
";
    assert_eq!(statements(&unit_of(text)), expected);
}

#[test]
fn a_jump_into_a_block_is_accepted_with_a_warning() {
    let (program, diagnostics) = compile_text("goto 10\nif (x > 1) then\n10 x = 2\nend if\nend\n");
    assert_eq!(diagnostics, ["1:6 W0261"]);
    assert_eq!(statements(&program.units[0]), "goto 10\nif {x > 1.0_r4}\n  10 x = 2.0_r4\n");
}

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    let text = format!("{}{}end\n", "if (x > 1) then\n".repeat(20_000), "end if\n".repeat(20_000));
    let (_, diagnostics) = compile_text(&text);
    assert_eq!(diagnostics, ["201:1 E0264"]);
}

#[test]
fn expressions_as_deep_as_the_parser_allows_are_resolved() {
    let call = format!("x = {}y{}\n", "f(".repeat(490), ")".repeat(490));
    let parens = format!("x = {}y+1{}\n", "(".repeat(490), ")".repeat(490));
    let sum = format!("x = y{}\n", "+y".repeat(900));
    unit_of(&format!("{call}{parens}{sum}end\n"));
}
