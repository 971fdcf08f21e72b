//! The text form reads back to what was printed.

use super::words::{self, Table};
use super::{parse_program, print_program};
use crate::expr::{
    CharacterFunction, Expr, IntegerBinary, IntegerExpr, IntegerUnary, LogicalBinary, LogicalExpr, Place, RealBinary,
    RealExpr, RealUnary, Relation, Rounding,
};
use crate::graph::{Action, ActionKind};
use crate::unit::{Body, Program, SourceLine, Unit};
use forlane_semantics::types::{IntegerKind, RealKind, Type};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use std::sync::LazyLock;

const GRAPH: &str = r#"unit cfg subroutine all.kinds "a \"b\\.f" {
    scope s0 subprogram
    scope s1 block in s0
    var n: integer4 dummy varying s0
    var a: real8[*] dummy uniform s0
    var m: integer4[3] static varying s0 = 0 for 2: -1, 2 for 1: 7
    var b: real8[2] area "/blk/" + 16 varying s0 = 1 for 1: 2d0
    var r: real4[4] constant uniform s0 = 0 for 1: 1.5e0, 1 for 1: r4'7ff8000000000000'
    var l: logical local varying s0
    var count.1: integer8 local varying s1
    var v5: real8 local varying s0
    var if: integer4 local varying s0
    var s: integer1[8] local varying s0
    var t: integer1[:] local varying s0
    dummies n, a

    b0: ; start
        enter s0 @1
        enter s1
        l = (n < 3) .and. (.not. (a[n - 1] /= r8'7ff0000000000000')) @2
        count.1 = int8(n) + -9223372036854775808_8 @3
        a[2] = v5 ** if @4
        a[2] = v5 ** real8(r[0]) @4
        if = -(3) @5
        call sub(n + 1, &n, &a[n], &a[], &count.1)
        v5 = call f()
        s[0 for 4] = join("a\"", s[n for 3], char(65), repeat(join(t[0 for n], "-"), n - 1)) @5
        s[n + 1 for 2] = s[0 for len_trim(s[0 for 8])]
        allocate t[n * 2]
        free t
        l = compare(s[0 for 8], "abc") < (index_back(t[0 for 1], "") + code(char(n)))
        io write_unit(6)
        io end()
        io write_unit(6) @6
        io write("x =; \u{a}") @6
        io write(v5) @6
        io write_array(&m[]) @6
        io write(repeat("ab", n)) @6
        io end() @6
        if l goto b1 else b2 @7
    b1: ; from b0
        leave s1
        switch if [1 | 2 => b2, none => b4, default => b3] @8
    b4: ; from b1
        stop
    b3: ; from b1
        stop -3 @9
    b2: ; from b0 b1
        return @10
    b5: ; unreachable
        stop "done"
}

unit ssa function f "a.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var f: real8 result varying s0
    dummies x
    result f

    b0: ; start
        enter s0 @1
        v0:x real8 = 1d0
        goto b1
    b1: ; from b0 b2
        merge v1:x real8 = b0 v0:x, b2 v3:x
        v2:l logical = v1:x < 1d2 @2
        if v2:l goto b2 else b3 @3
    b2: ; from b1
        v3:x real8 = call g(&(v1:x => v4: real8), sqrt(v1:x)) @4
        goto b1
    b3: ; from b1
        leave s0
        return x = v1:x, f = v1:x @5
}
"#;

const TREE: &str = r#"unit masked function f "a.f" {
    ; masks 2 -> 1, blends 7 -> 3, any-active tests 9 -> 3
    scope s0 subprogram
    var x: real8 dummy varying s0
    var f: real8 result varying s0
    dummies x
    result f

    tree r0 {
        enter s0 @1
        v0:x real8 varying = x @1
        v1:c logical uniform = .true.
        if v0:x < 1d0 -> (v2:x real8 varying, v3:y integer4 varying) varying @2 r1 {
            v4:y integer4 uniform = 3
            yield (v0:x, v4:y) @3
        } else r2 {
            v5:x real8 varying = sin(v0:x) @4
            v6:y integer4 uniform = 4
            yield (v5:x, v6:y)
        }
        switch v3:y varying @5 {
            case 1 | -2 r3 {
                stop
            }
            case 4 r4 {
            }
            default r5 {
                io write_unit(6)
                io write("d")
                io end()
            }
        }
        scope L0 -> (v7:x real8 varying) varying @6 r6 {
            loop L1 (v8:x real8 varying = v2:x, v9:i integer4 uniform = v3:y) varying @6 r7 {
                if v8:x > 1d1 varying r8 {
                    exit L0 (v8:x) varying @7
                } else r9 {
                }
                v10:x real8 varying = v8:x * 2d0 @8
                v11:i integer4 uniform = v9:i + 1
                again L1 (v10:x, v11:i) uniform @9
            }
            unreachable
        }
        leave s0
        return f = v7:x @10
    }
}
"#;

/// A complete text of a unit, without the identities of its arenas.
pub(crate) fn structure(unit: &Unit) -> String {
    let full = format!("{unit:#?}");
    full.lines().filter(|line| !line.trim_start().starts_with("arena_id")).collect::<Vec<_>>().join("\n")
}

fn parse(text: &str) -> Program {
    match parse_program(text) {
        Ok(program) => program,
        Err(errors) => panic!("{}", errors.iter().map(|error| format!("{error}\n")).collect::<String>()),
    }
}

fn first_error(text: &str) -> String {
    parse_program(text).err().map_or("none".to_string(), |errors| errors[0].to_string())
}

#[test]
fn every_construct_of_graphs_reads_back() {
    assert_eq!(print_program(&parse(GRAPH)), GRAPH);
}

#[test]
fn every_construct_of_trees_reads_back() {
    let program = parse(TREE);
    assert_eq!(print_program(&program), TREE);
    let again = parse(&print_program(&program));
    assert_eq!(structure(&again.units[0]), structure(&program.units[0]));
}

/// Comments and blanks are of no account.
#[test]
fn layout_is_free_within_a_line() {
    let loose = GRAPH.replace("    ", "\t").replace(" ; start", ";; the first").replace("\n", "  ; c\n\n");
    assert_eq!(print_program(&parse(&loose)), GRAPH);
}

/// A person who shortens a dump need not number anew.
#[test]
fn ids_may_leave_gaps() {
    let text = "unit ssa program p \"\" {\nscope s0 subprogram\nb3:\nv7: real8 = 1d0\ngoto b5\nb5:\nreturn\n}\n";
    let program = parse(text);
    let Body::Graph(graph) = &program.units[0].body else { panic!("a graph") };
    assert_eq!((graph.start.index(), graph.blocks.len(), program.units[0].values.len()), (3, 6, 8));
    let printed = print_program(&program);
    assert_eq!(print_program(&parse(&printed)), printed);
    let huge = text.replace("v7", "v7000000000");
    assert!(first_error(&huge).contains("too many ids before"), "{}", first_error(&huge));
}

#[test]
fn errors_tell_their_place() {
    let head = "unit cfg program p \"p.f\" {\nscope s0 subprogram\nvar i: integer4 local varying s0\nb0:\n";
    for (line, expected) in [
        ("i = i + 1 + 2", "5:11: unexpected text at the end of the line"),
        ("i = (i + 1", "5:11: expected `)`"),
        ("i = j", "5:5: variable j is not declared"),
        ("i = sin(i)", "5:5: sin is not an operation of one operand of this type"),
        ("i = i + .true.", "5:7: + of an INTEGER and a LOGICAL"),
        ("if i goto b0 else b0", "5:4: expected a LOGICAL, this is an INTEGER"),
        ("goto b9", "5:6: b9 is not defined"),
        ("i = v3:x", "5:5: v3:x is not defined"),
        ("frob i", "5:1: expected a declaration, an action or an end"),
        ("enter s4", "5:7: s4 is not defined"),
        ("io write(\"abc", "5:14: expected `\"` at the end of the text"),
    ] {
        let end = if line.contains("goto") { "" } else { "return\n" };
        assert_eq!(first_error(&format!("{head}{line}\n{end}}}\n")), expected, "{line}");
    }
    assert_eq!(first_error("unit cfg program p \"p.f\" {\n"), "1:1: the unit has no closing `}`");
    assert_eq!(first_error("b0:\n"), "1:1: expected `unit`");
    assert_eq!(
        first_error(&format!("{head}return\ni = 3\n}}")),
        "5:1: expected an action; a terminator must be last in its block"
    );
    let two = parse_program(&format!("{head}i = j\ni = k\nreturn\n}}")).map_err(|errors| errors.len());
    assert_eq!(two.err(), Some(2));
}

/// Deep nesting, of expressions or of regions, is an error or read by work lists, never an overflow.
#[test]
fn depth_is_no_danger() {
    let head =
        "unit structured program p \"p.f\" {\nscope s0 subprogram\nvar i: integer4 local varying s0\ntree r0 {\n";
    let deep = format!("{head}i = {}i{}\n}}\n}}\n", "(".repeat(50_000), ")".repeat(50_000));
    assert_eq!(print_program(&parse(&deep)).lines().nth(5), Some("        i = i"));
    let deep = format!("{head}i = {}i{}\n}}\n}}\n", "abs(".repeat(50_000), ")".repeat(50_000));
    assert!(first_error(&deep).contains("deeper than"));
    let mut text = head.to_string();
    for depth in 1..=5_000 {
        text.push_str(&format!("scope L{depth} r{depth} {{\n"));
    }
    text.push_str(&"}\n".repeat(5_002));
    let printed = print_program(&parse(&text));
    assert_eq!(print_program(&parse(&printed)), printed);
}

fn unit_of_expressions() -> Unit {
    let mut head = "unit cfg program p \"\" {\nscope s0 subprogram\n".to_string();
    for ty in ["integer4", "integer8", "real4", "real8", "logical"] {
        head.push_str(&format!("var {ty}: {ty} local varying s0\nvar {ty}.s: {ty}[9] local varying s0\n"));
    }
    parse(&format!("{head}b0:\nreturn\n}}\n")).units.remove(0)
}

/// The variable of that type, or an element.
fn place(ty: Type, is_element: bool, offset: IntegerExpr) -> Place {
    // The ids of the unit in question are put in when the expression is used.
    static UNIT: LazyLock<Unit> = LazyLock::new(unit_of_expressions);
    let wanted = UNIT.vars.iter().find(|(_, var)| var.ty == ty && var.array.is_some() == is_element).map(|(id, _)| id);
    let id = wanted.unwrap_or_else(|| panic!("declared"));
    if is_element { Place::Element(id, Box::new(offset)) } else { Place::Variable(id) }
}

fn integer_expr() -> BoxedStrategy<IntegerExpr> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(|value| IntegerExpr::Constant(IntegerKind::I4, i64::from(value))),
        any::<i64>().prop_map(|value| IntegerExpr::Constant(IntegerKind::I8, value)),
        Just(IntegerExpr::Constant(IntegerKind::I8, i64::MIN)),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let operation = prop_oneof![
            Just(IntegerBinary::Add),
            Just(IntegerBinary::Subtract),
            Just(IntegerBinary::Power),
            Just(IntegerBinary::Mod),
        ];
        prop_oneof![
            inner.clone().prop_map(|operand| IntegerExpr::Unary(IntegerUnary::Negate, Box::new(operand))),
            inner.clone().prop_map(|operand| IntegerExpr::Unary(IntegerUnary::Abs, Box::new(operand))),
            (operation, inner.clone(), inner.clone()).prop_map(|(operation, left, right)| IntegerExpr::Binary(
                operation,
                Box::new(left),
                Box::new(right)
            )),
            inner.clone().prop_map(|operand| IntegerExpr::FromInteger(IntegerKind::I8, Box::new(operand))),
            (any::<bool>(), inner).prop_map(|(is_element, offset)| {
                let ty = Type::Integer(IntegerKind::I4);
                IntegerExpr::Read(IntegerKind::I4, place(ty, is_element, offset))
            }),
        ]
    })
    .boxed()
}

fn real_expr() -> BoxedStrategy<RealExpr> {
    let leaf = prop_oneof![
        any::<u64>().prop_map(|bits| RealExpr::Constant(RealKind::R8, f64::from_bits(bits))),
        any::<f32>().prop_map(|value| RealExpr::Constant(RealKind::R4, f64::from(value))),
        integer_expr().prop_map(|operand| RealExpr::FromInteger(RealKind::R4, Box::new(operand))),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let operation = prop_oneof![Just(RealBinary::Divide), Just(RealBinary::Power), Just(RealBinary::Atan2)];
        prop_oneof![
            inner.clone().prop_map(|operand| RealExpr::Unary(RealUnary::Negate, Box::new(operand))),
            inner.clone().prop_map(|operand| RealExpr::Unary(RealUnary::Log10, Box::new(operand))),
            inner.clone().prop_map(|operand| RealExpr::FromReal(RealKind::R8, Box::new(operand))),
            (operation, inner.clone(), inner.clone()).prop_map(|(operation, left, right)| RealExpr::Binary(
                operation,
                Box::new(left),
                Box::new(right)
            )),
            (inner.clone(), integer_expr())
                .prop_map(|(base, exponent)| RealExpr::PowerInteger(Box::new(base), Box::new(exponent))),
            (any::<bool>(), integer_expr()).prop_map(|(is_element, offset)| {
                RealExpr::Read(RealKind::R8, place(Type::Real(RealKind::R8), is_element, offset))
            }),
            inner.prop_map(|operand| {
                let index = IntegerExpr::FromReal(IntegerKind::I8, Rounding::Nearest, Box::new(operand));
                RealExpr::FromInteger(RealKind::R8, Box::new(index))
            }),
        ]
    })
    .boxed()
}

fn logical_expr() -> BoxedStrategy<LogicalExpr> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(LogicalExpr::Constant),
        (integer_expr(), integer_expr()).prop_map(|(left, right)| {
            LogicalExpr::CompareInteger(Relation::LessEqual, Box::new(left), Box::new(right))
        }),
        (real_expr(), real_expr()).prop_map(|(left, right)| LogicalExpr::CompareReal(
            Relation::NotEqual,
            Box::new(left),
            Box::new(right)
        )),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|operand| LogicalExpr::Not(Box::new(operand))),
            (inner.clone(), inner).prop_map(|(left, right)| {
                LogicalExpr::Binary(LogicalBinary::NotEquivalent, Box::new(left), Box::new(right))
            }),
        ]
    })
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any expression reads back to the same tree, its constants to the same bits.
    #[test]
    fn expressions_read_back(integer in integer_expr(), real in real_expr(), logical in logical_expr()) {
        let mut unit = unit_of_expressions();
        let ids: Vec<_> = unit.vars.iter().map(|(id, _)| id).collect();
        let Body::Graph(graph) = &mut unit.body else { panic!("a graph") };
        let start = graph.start;
        for mut value in [Expr::Integer(integer), Expr::Real(real), Expr::Logical(logical)] {
            value.for_each_place_mut(&mut |place| place.var_mut().into_iter().for_each(|var| *var = ids[var.index()]));
            let target = ids[[Type::Integer(IntegerKind::I4), Type::Real(RealKind::R8), Type::Logical]
                .iter().position(|ty| *ty == value.ty()).map_or(0, |index| [0, 6, 8][index])];
            let kind = ActionKind::Assign { target, value };
            graph.blocks[start].actions.push(Action { kind, at: SourceLine::own(1) });
        }
        let program = Program { units: vec![unit] };
        let printed = print_program(&program);
        let again = parse(&printed);
        prop_assert_eq!(structure(&again.units[0]), structure(&program.units[0]));
        prop_assert_eq!(print_program(&again), printed);
    }
}

/// The words that printer and parser share are all explained.
#[test]
fn the_document_names_each_word() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ir.md");
    let document = std::fs::read_to_string(path).unwrap();
    fn words<T>(table: &Table<T>) -> Vec<&'static str> {
        table.iter().map(|(_, word)| *word).collect()
    }
    let tables = [
        words(words::STAGES),
        words(words::UNIT_KINDS),
        words(words::SCOPE_KINDS),
        words(words::STORAGES),
        words(words::SHAPES),
        words(words::TYPES),
        words(words::IO_KINDS),
        CharacterFunction::ALL.iter().map(|operation| operation.word()).collect(),
        words(words::TO_INTEGER),
        words(words::TO_REAL),
        IntegerUnary::ALL.iter().map(|operation| operation.word()).collect(),
        IntegerBinary::ALL.iter().map(|operation| operation.word()).collect(),
        RealUnary::ALL.iter().map(|operation| operation.word()).collect(),
        RealBinary::all().map(RealBinary::word).collect(),
        LogicalBinary::ALL.iter().map(|operation| operation.word()).collect(),
        Relation::ALL.iter().map(|operation| operation.word()).collect(),
    ];
    for word in tables.concat() {
        let named = word.strip_suffix("_re").or(word.strip_suffix("_im")).unwrap_or(word);
        let forms = [format!("`{named}`"), format!("`io {named}("), format!("`{named}_re`")];
        assert!(forms.iter().any(|form| document.contains(form)), "docs/ir.md does not name `{word}`");
    }
}
