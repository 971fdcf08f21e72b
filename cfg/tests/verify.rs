//! Every rule of the verifier has a text that breaks it, or, where the parser would refuse such a text, a broken unit.

use forlane_cfg::text::{UnitPart, parse_program, parse_with_places};
use forlane_cfg::verify::{RULES, VerifyError, annotate, verify_program, verify_unit};
use forlane_cfg::{
    Action, ActionKind, Body, CharacterExpr, CharacterFunction, CharacterPart, Expr, IntegerExpr, IntegerKind,
    IoAction, IoKind, NodeKind, Place, Program, SourceLine, Stage, Terminator, Unit,
};
use std::collections::BTreeSet;
use std::path::Path;

/// Breaks a unit.
type Break = fn(&mut Unit);

/// Rules that texts can't break, and what breaks them.
const BREAKS: &[(&str, Break)] = &[
    ("name-unique", |unit| {
        let first = unit.vars.iter().next().map(|(_, var)| var.clone()).unwrap_or_else(|| panic!("a variable"));
        unit.vars.alloc(forlane_cfg::Var { storage: forlane_cfg::Storage::Local, ..first });
    }),
    ("stage-body", |unit| unit.stage = Stage::Masked),
    ("arc-target", |unit| {
        let other =
            broken_free("unit cfg program q \"\" {\nscope s0 subprogram\nb0:\ngoto b9\nb9:\nstop\n}").units.remove(0);
        let (Body::Graph(graph), Body::Graph(foreign)) = (&mut unit.body, other.body) else { panic!("graphs") };
        graph.blocks[graph.start].terminator = Terminator::Goto(foreign.start);
    }),
    ("text-range", |unit| {
        let x = unit.dummies[0];
        let part =
            CharacterPart::Range { start: Place::Variable(x), length: IntegerExpr::Constant(IntegerKind::I4, 1) };
        print_value(unit, Expr::Character(CharacterExpr { parts: vec![part] }));
    }),
    ("text-operands", |unit| {
        print_value(unit, Expr::Integer(IntegerExpr::Character(CharacterFunction::Index, Vec::new())));
    }),
    ("id-foreign", |unit| unit.dummies = parsed(GRAPH).units.remove(0).dummies),
];

/// Adds the printing of a value.
fn print_value(unit: &mut Unit, value: Expr) {
    let Body::Graph(graph) = &mut unit.body else { panic!("a graph") };
    let kind = ActionKind::Io(IoAction::of_values(IoKind::Write, vec![value]));
    graph.blocks[graph.start].actions.insert(1, Action { kind, at: SourceLine::default() });
}

const GRAPH: &str = "unit cfg subroutine p \"p.f\" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    dummies x
    b0:
        enter s0
        x = x + 1d0
        leave s0
        return
}
";

const TREE: &str = "unit structured subroutine p \"p.f\" {
    scope s0 subprogram
    tree r0 {
        if .true. r1 {
        } else r2 {
        }
        return
    }
}
";

fn parsed(text: &str) -> Program {
    match parse_program(text) {
        Ok(program) => program,
        Err(errors) => panic!("{}", errors.iter().map(|error| format!("{error}\n")).collect::<String>()),
    }
}

fn broken_free(text: &str) -> Program {
    let program = parsed(text);
    assert!(verify_program(&program).is_ok());
    program
}

fn rules(errors: Result<(), Vec<VerifyError>>) -> BTreeSet<&'static str> {
    errors.err().unwrap_or_default().iter().map(|error| error.rule).collect()
}

/// What reading or verifying a text finds, each at its line and column.
fn messages(text: &str) -> (BTreeSet<&'static str>, String) {
    let (program, places) = match parse_with_places(text) {
        Ok(read) => read,
        Err(errors) => return (BTreeSet::new(), errors.iter().map(|error| format!("{error}\n")).collect()),
    };
    let errors = verify_program(&program).err().unwrap_or_default();
    let lines = errors.iter().map(|error| {
        let place = places.find(&error.unit, error.entity).unwrap_or_default();
        let before = &text[..place.start];
        let (line, column) = (before.matches('\n').count() + 1, before.lines().last().map_or(0, str::len) + 1);
        format!("{line}:{column}: {error}\n")
    });
    let text = lines.collect();
    (rules(Err(errors)), text)
}

/// Compares with the text beside the case; `BLESS=1` writes it.
fn compare(path: &Path, found: &str) {
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        return std::fs::write(path, found).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, kept, "{}; BLESS=1 rewrites it", path.display());
}

/// `RULE.flir` breaks that rule alone, or, where the reader refuses such a text, can't be read; `RULE.txt` holds the
/// messages with their lines and columns. `right.flir` breaks none.
#[test]
fn each_rule_has_a_text_that_breaks_it() {
    let refused: BTreeSet<&str> = BREAKS.iter().map(|(rule, _)| *rule).chain(["region-owner"]).collect();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "flir"));
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let (found, messages) = messages(&text);
        if name == "right" {
            assert_eq!(messages, "", "{}", path.display());
            continue;
        }
        compare(&path.with_extension("txt"), &messages);
        let rule = RULES.iter().map(|(rule, _)| *rule).find(|rule| *rule == name);
        let rule = rule.unwrap_or_else(|| panic!("{}: no rule has that name", path.display()));
        let expected = if refused.contains(rule) { BTreeSet::new() } else { BTreeSet::from([rule]) };
        assert_eq!(found, expected, "{}:\n{messages}", path.display());
        assert_ne!(messages, "", "{}", path.display());
        seen.insert(rule);
    }
    let missing: Vec<&str> = RULES.iter().map(|(rule, _)| *rule).filter(|rule| !seen.contains(rule)).collect();
    assert!(missing.is_empty(), "rules without a test: {missing:?}");
}

#[test]
fn each_other_rule_has_a_unit_that_breaks_it() {
    for (rule, change) in BREAKS {
        let mut unit = broken_free(GRAPH).units.remove(0);
        change(&mut unit);
        // Taking the list of another unit leaves the own one out, too.
        let found = rules(verify_unit(&unit));
        assert!(found.contains(rule), "{rule}: {found:?}");
    }
    let mut unit = broken_free(TREE).units.remove(0);
    let Body::Tree(tree) = &mut unit.body else { panic!("a tree") };
    if let NodeKind::If { then, otherwise, .. } = &mut tree.regions[tree.root].nodes[0].kind {
        *otherwise = *then;
    }
    assert_eq!(rules(verify_unit(&unit)), BTreeSet::from(["region-owner"]));
    // The printer shows it and comes to an end.
    assert!(annotate(&unit, &[]).contains("printed above"));
}

#[test]
fn errors_stand_under_their_lines() {
    let text = GRAPH.replace("1d0", "1e0").replace("leave s0\n", "");
    let unit = parsed(&text).units.remove(0);
    let errors = verify_unit(&unit).err().unwrap_or_default();
    assert_eq!(errors.iter().filter(|error| matches!(error.entity, UnitPart::Action(_, 1))).count(), 1);
    let shown = annotate(&unit, &errors);
    let lines: Vec<&str> = shown.lines().skip(6).map(str::trim).collect();
    let expected = [
        "enter s0",
        "x = x + 1e0",
        "; ^ verify[kind-mixed]: operands are of types DOUBLE PRECISION and REAL",
        "return",
        "; ^ verify[scope-open]: a scope is still active here",
        "}",
    ];
    assert_eq!(lines, expected);
    assert_eq!(parsed(&shown).units.len(), 1, "a dump with errors in it can be read, too");
}
