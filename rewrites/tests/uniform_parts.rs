//! Which loops stay graphs inside of the region tree.

use crate::common::{advance_with, build_text};
use forlane_cfg::text::print_unit;
use forlane_cfg::{Shape, Stage};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, mask_unit};
use forlane_rewrites::uniform_parts::UniformForm;

/// The masked tree of a fixed-form source, of which K is one for all lanes.
fn masked(source: &str, uniform: Option<UniformForm>) -> String {
    let mut program = build_text("example.f", source);
    let named = vec![("k".to_owned(), Shape::Uniform)];
    let options = PassOptions { uniform, ..PassOptions::default() };
    advance_with(&mut program, Stage::Masked, &Inputs { named, ..Inputs::default() }, &options);
    print_unit(&program.units[0])
}

/// A loop that is entered at 10 or 20, as a condition says.
fn two_entries(condition: &str, inside: &str) -> String {
    format!(
        "      SUBROUTINE S(K, N, X)
      INTEGER K, N, I
      REAL X
      I = 0
      IF ({condition}) GO TO 20
   10 X = X * 0.5
{inside}
   20 I = I + 1
      IF (I .LT. 2 * K) GO TO 10
   30 X = X + 1.0
      END
"
    )
}

#[test]
fn a_loop_that_all_lanes_enter_at_one_place_stays_a_graph() {
    let source = two_entries("K .GT. 3", "");
    let text = masked(&source, None);
    assert!(text.contains("graph uniform") && !text.contains("entry.2"), "{text}");
    assert!(text.contains("; masks 2 -> 0, blends 9 -> 0, any-active tests 6 -> 0"), "{text}");
    let tree = masked(&source, Some(UniformForm::Tree));
    assert!(!tree.contains("graph") && tree.contains("entry.2 logical uniform"), "{tree}");
}

/// Lanes that enter at different places wait for each other, which needs masks.
#[test]
fn a_loop_that_lanes_enter_at_different_places_gets_a_dispatch() {
    for form in [None, Some(UniformForm::Graph)] {
        let text = masked(&two_entries("N .GT. 3", ""), form);
        assert!(!text.contains("graph") && text.contains("entry.2 logical varying"), "{text}");
    }
}

/// What lanes take each their own way is inside of a body, a loop as well as a branch of three arms.
#[test]
fn lanes_part_inside_of_bodies() {
    let inside = "      DO 15 J = 1, N
      IF (X .GT. 4.0) X = X - 1.0
   15 CONTINUE
      IF (X) 16, 17, 18
   16 X = X + 3.0
      GO TO 18
   17 X = 1.0
   18 CONTINUE";
    let text = masked(&two_entries("K .GT. 3", inside), None);
    assert!(text.contains("graph uniform") && text.contains(") varying @"), "{text}");
    assert_eq!(text.matches("block L").count(), 3, "{text}");
}

/// Some lanes leave, those that stay jump together: no lane waits in the graph.
#[test]
fn lanes_leave_one_by_one() {
    let text = masked(&two_entries("K .GT. 3", "      IF (X .LT. 0.25) GO TO 30"), None);
    assert!(text.contains("graph varying") && text.contains("restored"), "{text}");
    assert!(text.lines().filter(|line| line.contains("goto")).all(|line| line.contains(" uniform @")), "{text}");
}

/// A lane that takes another way to 20 than its neighbours would not be there with them.
#[test]
fn a_branch_to_another_block_of_the_loop_must_be_uniform() {
    let inside = "      IF (X .LT. 0.25) GO TO 20
      X = X + 0.125
      IF (K .EQ. 9) GO TO 10";
    let text = masked(&two_entries("K .GT. 3", inside), None);
    assert!(!text.contains("graph"), "{text}");
}

/// The loop around is varying; in each of its turns those lanes that take it repeat the inner one together.
#[test]
fn a_graph_stands_in_a_varying_loop() {
    let source = "      SUBROUTINE S(K, N, X)
      INTEGER K, N, I
      REAL X
    5 I = 0
      IF (K .GT. 3) GO TO 20
   10 X = X * 0.5
   20 I = I + 1
      IF (I .LT. 2 * K) GO TO 10
      X = X + 1.0
      N = N - 1
      IF (N .GT. 0) GO TO 5
      END
";
    let text = masked(source, None);
    let (around, _) = text.split_once("graph").unwrap_or_default();
    assert!(around.contains("loop") && text.contains("graph uniform"), "{text}");
}

#[test]
fn loops_of_one_entry_stay_graphs_if_it_is_asked_for() {
    let source = "      SUBROUTINE S(K, N, X)
      INTEGER K, N
      REAL X
      DO 20 I = 1, K
      DO 10 J = 1, I
   10 IF (X .GT. 1.0) X = X * 0.5
   20 X = X + 1.0
      END
";
    let (usual, graph) = (masked(source, None), masked(source, Some(UniformForm::Graph)));
    assert!(!usual.contains("graph") && usual.contains("loop"), "{usual}");
    assert!(graph.contains("graph uniform") && !graph.contains("loop"), "{graph}");
}

/// A tree that was made where K is one for all lanes has a graph in which lanes part where it is not.
#[test]
fn a_tree_is_structurized_anew_for_other_shapes() {
    let mut program = build_text("example.f", &two_entries("K .GT. 3", ""));
    let inputs = Inputs { named: vec![("k".to_owned(), Shape::Uniform)], ..Inputs::default() };
    let options = PassOptions { verify: true, ..PassOptions::default() };
    advance_with(&mut program, Stage::Structured, &inputs, &options);
    assert!(print_unit(&program.units[0]).contains("graph"));
    let for_shapes = |k: Shape| {
        let shapes = [k, Shape::Varying, Shape::Varying];
        mask_unit(&program, "s", &shapes, &options, &mut PassReport::default()).map(|unit| print_unit(&unit))
    };
    let kept = for_shapes(Shape::Uniform).unwrap_or_default();
    assert!(kept.contains("graph uniform"), "{kept}");
    let anew = for_shapes(Shape::Varying).unwrap_or_default();
    assert!(!anew.contains("graph") && anew.contains("entry.2"), "{anew}");
}

/// Two loops that one computed GO TO enters are one graph; one after them is another.
#[test]
fn loops_that_share_their_entry_are_one_graph() {
    let source = "      SUBROUTINE S(K, N, X)
      INTEGER K, N, I
      REAL X
      I = 0
      GO TO (10, 20, 30, 40), K
      RETURN
   10 X = X * 0.5
   20 I = I + 1
      IF (I .LT. 9) GO TO 10
      X = X + 1.0
      RETURN
   30 X = X * 0.25
      IF (X .GT. 1.0) X = 1.0
      X = X + 0.5
   40 I = I + 2
      IF (I .LT. 8) GO TO 30
      IF (I .GT. 13) RETURN
   50 X = X - 1.0
      IF (I .EQ. K) GO TO 70
   60 I = I + 1
   70 I = I + 1
      IF (I .LT. 20) GO TO 60
      IF (I .LT. 25) GO TO 50
      END
";
    let text = masked(source, None);
    assert_eq!((text.matches("graph").count(), text.matches("entry").count()), (2, 0), "{text}");
}

/// However many there are, each loop is tried.
#[test]
fn many_loops_stay_graphs() {
    let mut source = String::from("      SUBROUTINE S(K, X)\n      INTEGER K, I\n      REAL X\n      I = 0\n");
    for number in 1..=200 {
        let (first, second) = (10 * number, 10 * number + 5);
        source.push_str(&format!(
            "      IF (K .GT. {number}) GO TO {second}\n{first:>5} X = X * 0.5\n{second:>5} I = I + 1\n      \
             IF (I .LT. K + {number}) GO TO {first}\n"
        ));
    }
    source.push_str("      END\n");
    let text = masked(&source, None);
    assert_eq!(text.matches("graph uniform").count(), 200);
}
