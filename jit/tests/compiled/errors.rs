//! What can't be compiled or bound is said clearly.

use super::{compile, kernels, options, parse};
use forlane_cfg::{
    Action, ActionKind, Body, Expr, IntegerExpr, IntegerKind, Node, NodeKind, Program, RealExpr, RealKind, Shape,
    SourceLine, Unit,
};
use forlane_jit::call_order::call_order;
use forlane_jit::{ArgumentShape, Binding, CompileOptions, KernelBuilder, Scalar, Values, ValuesMut};
use forlane_rewrites::passes::{PassOptions, PassReport, mask_unit};

fn subroutine(name: &str, body: &str) -> String {
    format!(
        "unit ssa subroutine {name} \"e.f\" {{
    scope s0 subprogram
    var x: real8 dummy varying s0
    dummies x
    b0:
        v0:x real8 = x
        {body}
        return
}}
"
    )
}

fn error(text: &str, name: &str, shapes: &[ArgumentShape], options: &CompileOptions) -> String {
    compile(text, name, shapes, options).map(|_| ()).unwrap_err().to_string()
}

/// What is wrong with the calls below `a`.
fn call_error(text: &str) -> String {
    call_order(&parse(text), "a").map(|_| ()).unwrap_err().to_string()
}

#[test]
fn programs_that_do_not_fit_together() {
    let column = [ArgumentShape::Column];
    let lone = subroutine("lone", "");
    assert_eq!(error(&lone, "none", &column, &options(1)), "subprogram `none` is not defined; there is `lone`");
    let calls = subroutine("a", "call b(v0:x) @7");
    assert_eq!(error(&calls, "a", &column, &options(1)), "e.f:7: `a` calls `b`, but no given file defines it");
    let count = subroutine("a", "call b() @3") + &subroutine("b", "");
    assert_eq!(
        call_error(&count),
        "e.f:3: the call of `b` in `a` does not fit it: it takes 1 argument, but 0 are given"
    );
    let wrong = subroutine("a", "call b(3) @3") + &subroutine("b", "");
    let message = call_error(&wrong);
    assert!(
        message.contains("argument 1, `x`, is DOUBLE PRECISION, which is longer than the INTEGER given"),
        "{message}"
    );
    // Whoever made the units: code is generated only for what the verifier takes.
    for text in [count, wrong] {
        let message = error(&text, "a", &column, &options(1));
        assert!(message.starts_with("`a` is malformed: verify[call-signature]: "), "{message}");
    }
    let early = lone.replace("unit ssa", "unit split").replace("v0:x real8 = x", "x = x");
    assert_eq!(
        error(&early, "lone", &column, &options(1)),
        "`lone` is at stage Split; code generation takes stage Ssa"
    );
}

#[test]
fn shapes_that_do_not_fit() {
    let lone = subroutine("lone", "");
    assert_eq!(error(&lone, "lone", &[], &options(1)), "`lone` takes 1 arguments, 0 were given");
    assert_eq!(
        error(&lone, "lone", &[ArgumentShape::RowArray], &options(1)),
        "argument `x` of `lone`: it is a scalar, but given as an array"
    );
    let five = CompileOptions { gang: Some(5), ..options(1) };
    assert_eq!(
        error(&lone, "lone", &[ArgumentShape::Column], &five),
        "a gang can't have 5 lanes, only 1, 2, 4, 8, 16, 32 or 64"
    );
    let stores = lone.replace("x: real8 dummy", "x: real8[*] dummy").replace("v0:x real8 = x", "x[0] = 1d0");
    assert_eq!(
        error(&stores, "lone", &[ArgumentShape::SharedArray], &options(1)),
        "argument `x` of `lone`: the kernel assigns it, so it can't be shared by all rows"
    );
    let allocatable = stores.replace("real8[*]", "real8[:]");
    assert_eq!(
        error(&allocatable, "lone", &[ArgumentShape::RowArray], &options(1)),
        "argument `x` of `lone`: it is ALLOCATABLE, which can't be given to a kernel yet"
    );
    // Only what was given to them was refused, as if it were of another type.
    for (ty, name) in [("integer1", "INTEGER(1)"), ("integer2", "INTEGER(2)")] {
        let short = lone.replace("x: real8 dummy", &format!("x: {ty} dummy")).replace("v0:x real8 = x", "v0:x TY = x");
        assert_eq!(
            error(&short.replace("TY", ty), "lone", &[ArgumentShape::Column], &options(1)),
            format!("argument `x` of `lone`: it is {name}, which can't be given to a kernel yet")
        );
    }
}

/// The same through a callee: what it assigns, the caller does too.
#[test]
fn callees_assign_for_their_callers() {
    let store =
        subroutine("b", "").replace("x: real8 dummy", "x: real8[*] dummy").replace("v0:x real8 = x", "x[0] = 1d0");
    let caller = subroutine("a", "").replace("x: real8 dummy", "x: real8[*] dummy");
    let caller = caller.replace("v0:x real8 = x", "call b(&x[1])");
    let message = error(&(store + &caller), "a", &[ArgumentShape::SharedArray], &options(1));
    assert!(message.ends_with("can't be shared by all rows"), "{message}");
}

/// What becomes of adding this masked unit for a kernel that reads a shared array.
fn added(program: &Program, masked: &Unit) -> Result<(), String> {
    let options = options(4);
    let mut builder = KernelBuilder::new(program, "a", &[ArgumentShape::SharedArray], &options).unwrap();
    assert_eq!(builder.wanted(), Some(("a", vec![Shape::Uniform])));
    builder.add(masked).map_err(|error| error.to_string())?;
    assert_eq!(builder.wanted(), None);
    assert!(builder.add(masked).is_err());
    builder.finish().map(drop).map_err(|error| error.to_string())
}

/// Storage, and what the caller's memory is good for, is decided by the program's units. A masked unit that does
/// something else would write where nobody expects it, so that it is refused, whoever made it.
#[test]
fn masked_units_do_what_their_origin_does() {
    let array = |action: &str| {
        subroutine("a", "").replace("x: real8 dummy", "x: real8[*] dummy").replace("v0:x real8 = x", action)
    };
    let program = parse(&array("v0:x real8 = x[0]"));
    let mask = |program: &Program, shape: Shape| {
        mask_unit(program, "a", &[shape], &PassOptions::default(), &mut PassReport::default()).unwrap()
    };
    let right = mask(&program, Shape::Uniform);
    assert_eq!(added(&program, &right), Ok(()));
    let refused = |masked: &Unit| added(&program, masked).unwrap_err();
    let other = mask(&program, Shape::Varying);
    assert_eq!(refused(&other), "`a` is malformed: it was masked for other shapes of its arguments");
    let stores = mask(&parse(&array("x[0] = 1d0")), Shape::Uniform);
    assert!(refused(&stores).ends_with("its variables are not those of the unit that it was made of"));
    let mut stores = right.clone();
    let (x, at) = (stores.dummies[0], SourceLine::default());
    let Body::Tree(tree) = &mut stores.body else { panic!("a masked unit has a tree") };
    let offset = IntegerExpr::Constant(IntegerKind::I4, 0);
    let value = Expr::Real(RealExpr::Constant(RealKind::R8, 1.0));
    let action = Action { kind: ActionKind::Store { array: x, offset, value }, at };
    tree.regions[tree.root].nodes.insert(1, Node { kind: NodeKind::Action(action), at });
    assert!(refused(&stores).ends_with("it assigns, calls or transfers what the unit that it was made of does not"));
    let mut broken = right.clone();
    broken.dummies.clear();
    assert!(refused(&broken).starts_with("`a` is malformed: verify["));
}

/// A kernel is finished when all its units are there.
#[test]
fn missing_units() {
    let (program, options) = (parse(&subroutine("lone", "")), options(4));
    let builder = KernelBuilder::new(&program, "lone", &[ArgumentShape::Column], &options).unwrap();
    assert_eq!(
        builder.finish().map(drop).unwrap_err().to_string(),
        "`lone.v` is malformed: its masked unit is missing"
    );
}

#[test]
fn bindings_that_do_not_fit() {
    let kernels = kernels(&subroutine("lone", ""), "lone", &[ArgumentShape::Column]);
    let lone = &kernels[0];
    let mut statuses = [0; 3];
    let mut message = |bindings: &mut [Binding<'_>]| lone.run(bindings, &mut statuses).unwrap_err().to_string();
    assert_eq!(message(&mut []), "`lone` takes 1 arguments, 0 were given");
    let input = Some(Values::F64(&[1.0, 2.0]));
    assert_eq!(
        message(&mut [Binding::Column { input, output: None }]),
        "argument `x` of `lone` needs 3 elements, the slice has 2"
    );
    let input = Some(Values::F32(&[1.0, 2.0, 3.0]));
    assert_eq!(
        message(&mut [Binding::Column { input, output: None }]),
        "argument `x` of `lone` is DOUBLE PRECISION, but bound to f32"
    );
    let output = Some(ValuesMut::I32(&mut []));
    assert_eq!(
        message(&mut [Binding::Column { input: None, output }]),
        "argument `x` of `lone` is DOUBLE PRECISION, but bound to i32"
    );
    assert_eq!(
        message(&mut [Binding::Uniform { value: Scalar::F64(1.0), output: None }]),
        "argument `x` of `lone`: it is not bound in the shape that the kernel was compiled for"
    );
}
