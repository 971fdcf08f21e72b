//! Strategies that make random programs and their rows.

use super::tree::{Action, Case, Expr, Head, Kind, Row, Stmt, Unit};
use proptest::collection::vec;
use proptest::prelude::*;

/// A program with its rows.
pub fn case() -> impl Strategy<Value = Case> {
    let units = (unit(2..14), prop_oneof![2 => vec(unit(1..5), 0..=0), 3 => vec(unit(1..5), 1..=3)]);
    let shared = (special_i32(), prop::array::uniform8(real()), prop::array::uniform6(-3..9));
    let gangs = prop::sample::subsequence(vec![2, 4, 8, 16], 1..=2);
    (units, any::<bool>(), 8..90_u8, gangs, vec(row(), 1..=24), shared).prop_map(
        |((kernel, mut units), is_wild, budget, gangs, rows, (u, t, it))| {
            units.insert(0, Unit { is_function: false, ..kernel });
            Case { units, is_wild, budget, gangs, rows, u, t, it }
        },
    )
}

fn unit(length: std::ops::Range<usize>) -> impl Strategy<Value = Unit> {
    let kinds = (any::<bool>(), prop::bool::weighted(0.2), prop::bool::weighted(0.3));
    (kinds, vec(stmt(), length)).prop_map(|((is_function, is_saved, is_recursive), body)| Unit {
        is_function,
        is_saved,
        is_recursive,
        body,
    })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![4 => Just(Kind::I4), 1 => Just(Kind::I8), 2 => Just(Kind::R4), 4 => Just(Kind::R8), 1 => Just(Kind::L)]
}

fn expr() -> impl Strategy<Value = Expr> {
    any::<u8>().prop_map(Expr::Leaf).prop_recursive(4, 10, 2, |inner| {
        let boxed = inner.prop_map(Box::new).boxed();
        prop_oneof![
            4 => (any::<u8>(), boxed.clone(), boxed.clone()).prop_map(|(op, a, b)| Expr::Binary(op, a, b)),
            2 => (any::<u8>(), boxed.clone()).prop_map(|(op, a)| Expr::Unary(op, a)),
            2 => (prop::bool::weighted(0.95), any::<u8>(), boxed.clone())
                .prop_map(|(safe, array, a)| Expr::Element(safe, array, a)),
            2 => (kind(), boxed.clone()).prop_map(|(kind, a)| Expr::Converted(kind, a)),
            1 => (any::<u8>(), boxed.clone(), boxed).prop_map(|(f, a, b)| Expr::Function(f, a, b)),
        ]
    })
}

fn action() -> impl Strategy<Value = Action> {
    let store = (kind(), prop::bool::weighted(0.95), expr(), expr());
    prop_oneof![
        1 => Just(Action::Continue),
        14 => (kind(), any::<u8>(), expr()).prop_map(|(kind, var, value)| Action::Assign(kind, var, value)),
        4 => store.prop_map(|(kind, safe, index, value)| Action::Store(kind, safe, index, value)),
        5 => any::<u8>().prop_map(Action::GoTo),
        2 => (vec(any::<u8>(), 1..5), expr()).prop_map(|(labels, value)| Action::ComputedGoTo(labels, value)),
        2 => (kind(), expr(), any::<[u8; 3]>())
            .prop_map(|(kind, value, labels)| Action::ArithmeticIf(kind, value, labels)),
        1 => any::<u8>().prop_map(Action::Exit),
        1 => any::<u8>().prop_map(Action::Cycle),
        2 => any::<(u8, u8, u8)>().prop_map(|(callee, i, d)| Action::Call(callee, i, d)),
        3 => (any::<u8>(), expr()).prop_map(|(what, value)| Action::Text(what, value)),
    ]
}

/// What is in a logical IF: mostly a jump.
fn guarded() -> impl Strategy<Value = Action> {
    prop_oneof![
        8 => any::<u8>().prop_map(Action::GoTo),
        6 => action(),
        3 => any::<u8>().prop_map(Action::Exit),
        3 => any::<u8>().prop_map(Action::Cycle),
        1 => Just(Action::Return),
        1 => any::<u8>().prop_map(Action::Stop),
    ]
}

fn head() -> impl Strategy<Value = Head> {
    (expr(), expr(), any::<u8>(), prop::bool::weighted(0.2)).prop_map(|(from, to, step, wide)| Head {
        from,
        to,
        step,
        wide,
    })
}

fn stmt() -> impl Strategy<Value = Stmt> {
    let simple = prop_oneof![
        6 => action().prop_map(Stmt::Action),
        4 => Just(Stmt::Label),
        5 => (expr(), guarded()).prop_map(|(condition, action)| Stmt::LogicalIf(condition, action)),
    ];
    simple.prop_recursive(3, 16, 4, |inner| {
        let body = vec(inner, 0..5).boxed();
        prop_oneof![
            3 => (expr(), body.clone(), prop::option::weighted(0.3, expr()), body.clone())
                .prop_map(|(condition, then, second, other)| Stmt::BlockIf(condition, then, second, other)),
            2 => (head(), body.clone()).prop_map(|(head, body)| Stmt::Do(head, body)),
            2 => (vec(head(), 1..3), body.clone(), action())
                .prop_map(|(heads, body, terminal)| Stmt::LabelledDo(heads, body, terminal)),
            1 => (expr(), body.clone()).prop_map(|(condition, body)| Stmt::While(condition, body)),
            1 => body.prop_map(Stmt::Forever),
        ]
    })
}

fn row() -> impl Strategy<Value = Row> {
    let integers = (prop::array::uniform2(special_i32()), prop::array::uniform2(special_i64()));
    let reals = (prop::array::uniform2(real()), prop::array::uniform2(real()));
    (integers, reals, any::<[bool; 2]>()).prop_map(|((i, j), (r, d), l)| Row { i, j, r: r.map(|x| x as f32), d, l })
}

fn special_i32() -> BoxedStrategy<i32> {
    let extreme = prop::sample::select(vec![0, 1, -1, i32::MAX, i32::MIN, i32::MAX - 1, 65536, -65537]);
    prop_oneof![10 => -4..12_i32, 2 => extreme, 1 => any::<i32>()].boxed()
}

fn special_i64() -> BoxedStrategy<i64> {
    let extreme = prop::sample::select(vec![0, 1, -1, i64::MAX, i64::MIN, 1 << 32, (1 << 53) + 1, -(1 << 31) - 1]);
    prop_oneof![10 => -4..12_i64, 2 => extreme, 1 => any::<i64>()].boxed()
}

fn real() -> BoxedStrategy<f64> {
    let extreme = prop::sample::select(vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2.5,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e-310,
        1e300,
        -2147483648.0,
        2147483647.5,
        1e19,
        16777217.0,
    ]);
    prop_oneof![6 => -4.0..12.0_f64, 3 => (-8..24_i32).prop_map(|x| f64::from(x) / 4.0), 3 => extreme, 1 => -1e6..1e6_f64]
        .boxed()
}
