//! Fortran sources, compiled as scalar code and interpreted: statuses and results must be the same, bit for bit.

use super::options;
use crate::support::compile_kernel;
use forlane_cfg::analysis::Effects;
use forlane_cfg::split::split_arcs;
use forlane_cfg::ssa::convert_to_ssa;
use forlane_cfg::{Program, StopCode};
use forlane_frontend::compile::compile;
use forlane_frontend::diagnostics::has_errors;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_interpreter::{ArgumentValue, Failure, Input, Interpreter, LaneStatus, Options, Scalar as Interpreted};
use forlane_jit::{ArgumentShape, Binding, ExitStatus, MainProgram, Site, SiteReason, Values, ValuesMut};
use pretty_assertions::assert_eq;

/// The units of a fixed-form source, at stage `ssa`.
fn ssa(source: &str) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add("k.f", source);
    let (resolved, diagnostics) = compile(&sources, &[(file, SourceForm::Fixed)]);
    assert!(!has_errors(&diagnostics), "{diagnostics:?}");
    let mut program = forlane_lower::lower_program(&resolved, &sources).unwrap();
    program.units.iter_mut().for_each(split_arcs);
    let effects = Effects::compute(&program);
    program.units.iter_mut().for_each(|unit| convert_to_ssa(unit, &effects));
    program
}

/// A column of a type, with its outputs.
pub(super) enum Column {
    I32(Vec<i32>, Vec<i32>),
    F32(Vec<f32>, Vec<f32>),
    F64(Vec<f64>, Vec<f64>),
}

impl Column {
    pub(super) fn i32(values: &[i32]) -> Column {
        Column::I32(values.to_vec(), vec![0; values.len()])
    }

    pub(super) fn f32(values: &[f32]) -> Column {
        Column::F32(values.to_vec(), vec![0.0; values.len()])
    }

    fn f64(values: &[f64]) -> Column {
        Column::F64(values.to_vec(), vec![0.0; values.len()])
    }

    fn parts(&mut self) -> (Option<Values<'_>>, Option<ValuesMut<'_>>) {
        match self {
            Column::I32(input, output) => (Some(Values::I32(input)), Some(ValuesMut::I32(output))),
            Column::F32(input, output) => (Some(Values::F32(input)), Some(ValuesMut::F32(output))),
            Column::F64(input, output) => (Some(Values::F64(input)), Some(ValuesMut::F64(output))),
        }
    }

    fn inputs(&self) -> Vec<Interpreted> {
        match self {
            Column::I32(input, _) => input.iter().copied().map(Interpreted::Integer4).collect(),
            Column::F32(input, _) => input.iter().copied().map(Interpreted::Real4).collect(),
            Column::F64(input, _) => input.iter().copied().map(Interpreted::Real8).collect(),
        }
    }

    fn output(&self, index: usize) -> Interpreted {
        match self {
            Column::I32(_, output) => Interpreted::Integer4(output[index]),
            Column::F32(_, output) => Interpreted::Real4(output[index]),
            Column::F64(_, output) => Interpreted::Real8(output[index]),
        }
    }
}

/// One argument: scalars by row, or arrays of that length by row.
pub(super) struct Argument {
    column: Column,
    length: Option<usize>,
}

pub(super) fn scalars(column: Column) -> Argument {
    Argument { column, length: None }
}

pub(super) fn arrays(length: usize, column: Column) -> Argument {
    Argument { column, length: Some(length) }
}

/// Runs both ways, compiled for gangs of several sizes; `result` is the room for a function's value.
pub(super) fn compare(source: &str, name: &str, mut arguments: Vec<Argument>, result: Option<Column>, rows: usize) {
    let program = ssa(source);
    let shapes: Vec<ArgumentShape> = arguments
        .iter()
        .map(|argument| if argument.length.is_some() { ArgumentShape::RowArray } else { ArgumentShape::Column })
        .collect();
    let inputs: Vec<Input> = arguments
        .iter()
        .map(|Argument { column, length }| match length {
            None => Input::Varying(column.inputs()),
            Some(length) => Input::LaneArrays(column.inputs().chunks(*length).map(<[_]>::to_vec).collect()),
        })
        .collect();
    let expected = Interpreter::new(&program, Options::default()).run(name, &inputs, rows).unwrap();
    arguments.extend(result.map(scalars));
    for gang in [1, 2, 4, 8, 16] {
        let kernel = compile_kernel(&program, name, &shapes, &options(gang)).unwrap();
        let assigned: Vec<bool> = kernel.parameters().iter().map(|parameter| parameter.is_assigned).collect();
        let mut statuses = vec![0; rows];
        let mut bindings: Vec<Binding<'_>> = arguments
            .iter_mut()
            .map(|Argument { column, length }| match (column.parts(), length) {
                ((input, output), None) => Binding::Column { input, output },
                ((input, output), Some(length)) => Binding::Rows { length: *length, input, output },
            })
            .collect();
        kernel.run(&mut bindings, &mut statuses).unwrap();
        for (row, lane) in expected.lanes.iter().enumerate() {
            assert_eq!(
                kernel.site(statuses[row]).map(status).unwrap_or(LaneStatus::Returned),
                lane.status,
                "gang {gang}, row {row}"
            );
            if lane.status != LaneStatus::Returned {
                continue;
            }
            for (argument, (value, assigned)) in arguments.iter().zip(lane.arguments.iter().zip(&assigned)) {
                match (value, argument.length) {
                    _ if !assigned => {}
                    (ArgumentValue::Scalar(value), None) => {
                        assert_eq!(argument.column.output(row), *value, "gang {gang}, row {row}")
                    }
                    (ArgumentValue::Array(values), Some(length)) => {
                        let got: Vec<Interpreted> =
                            (0..length).map(|i| argument.column.output(row * length + i)).collect();
                        assert_eq!(&got, values, "gang {gang}, row {row}");
                    }
                    _ => panic!("{value:?}"),
                }
            }
            if let Some(result) = lane.result {
                assert_eq!(arguments[arguments.len() - 1].column.output(row), result, "gang {gang}, row {row}");
            }
        }
    }
}

/// A site as the interpreter says it.
fn status(site: &Site) -> LaneStatus {
    let failed =
        |reason| LaneStatus::Failed { reason, unit: site.unit.clone(), file: site.file.clone(), line: site.line };
    match &site.reason {
        SiteReason::OutOfBounds { array } => failed(Failure::OutOfBounds { array: array.clone() }),
        SiteReason::DivideByZero => failed(Failure::DivideByZero),
        SiteReason::ZeroStep => failed(Failure::ZeroStep),
        SiteReason::FreedWhileHeld { array } => failed(Failure::FreedWhileHeld { array: array.clone() }),
        SiteReason::RecursionTooDeep => failed(Failure::RecursionTooDeep),
        SiteReason::Stated(message) | SiteReason::Unsupported(message) => failed(Failure::Stated(message.clone())),
        SiteReason::Stop(code) => LaneStatus::Stopped(StopCode::from(code)),
        other => panic!("{other:?}"),
    }
}

/// Numbers that look like chance, the same on every run.
fn numbers(count: usize, low: f64, high: f64) -> Vec<f64> {
    let mut state = 88172645463325252u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        low + (high - low) * (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..count).map(|_| next()).collect()
}

fn column(count: usize, low: f64, high: f64) -> Argument {
    scalars(Column::f64(&numbers(count, low, high)))
}

#[test]
fn brent() {
    let source = include_str!("../../../examples/zeroin.f");
    let rows = 60;
    let mut arguments: Vec<Argument> = (0..4).map(|index| column(rows, -4.0, 3.0 + f64::from(index))).collect();
    arguments.push(scalars(Column::f64(&vec![-5.0; rows])));
    arguments.push(scalars(Column::f64(&vec![5.0; rows])));
    arguments.push(scalars(Column::i32(&vec![0; rows])));
    compare(source, "root", arguments, Some(Column::f64(&vec![0.0; rows])), rows);
}

/// What legacy code does with DO loops: shared terminators, jumps out, zero trips, a REAL variable; and arrays that
/// are passed from an element on.
#[test]
fn loops_and_sequence_association() {
    let source = "
      SUBROUTINE WORK(N, X, A)
      INTEGER N, I, J
      REAL X, A(6), S, Y
      INTEGER COUNT
      SAVE COUNT
      DATA COUNT /3/
      S = 0
      DO 10 I = 1, N
      DO 10 J = I, 3
      S = S + X/(I + J)
      IF (S .GT. 40.0) GO TO 30
   10 A(J) = A(J)*0.5 + S
      DO 20 Y = 1.0, X, 0.25
      COUNT = COUNT + 1
   20 CALL SHIFT(A(2), COUNT - 3, Y)
   30 A(6) = COUNT
      N = N/(COUNT - 8) + MOD(N, 3)**J
      END
      SUBROUTINE SHIFT(B, K, Y)
      INTEGER K
      REAL B(*), Y, T
      T = B(1)
      B(1) = B(K)
      B(K) = SIGN(T, -Y)
      END
";
    let n: Vec<i32> = (0..40).map(|row| row % 6 - 1).collect();
    let x: Vec<f32> = numbers(40, -1.0, 30.0).iter().map(|x| *x as f32 / 6.0).collect();
    let a: Vec<f32> = numbers(240, -9.0, 9.0).iter().map(|x| *x as f32).collect();
    let arguments = vec![scalars(Column::i32(&n)), scalars(Column::f32(&x)), arrays(6, Column::f32(&a))];
    compare(source, "work", arguments, None, 40);
}

/// A computed GO TO, an arithmetic IF with NaN, STOP in a callee, and a LOGICAL function.
#[test]
fn branches() {
    let source = "
      DOUBLE PRECISION FUNCTION PICK(K, X)
      INTEGER K
      DOUBLE PRECISION X
      LOGICAL SMALL
      PICK = 1.5D0
      GO TO (10, 20, 10, 30), K
      PICK = -1.0D0
   10 IF (SMALL(X)) GO TO 20
      PICK = PICK + ANINT(X)
   20 IF (SQRT(X)) 30, 40, 50
   30 PICK = PICK - DIM(X, 0.5D0)
      GO TO 60
   40 PICK = PICK*MAX(X, 0.5D0, -X)
      IF (K .EQ. 2) CALL HALT(K)
   50 PICK = PICK + MOD(X, 0.3D0)**2 + X**(-K)
   60 CONTINUE
      END
      LOGICAL FUNCTION SMALL(Y)
      DOUBLE PRECISION Y
      SMALL = ABS(Y) .LT. 1.0D0 .OR. NINT(Y) .EQ. 3
      END
      SUBROUTINE HALT(K)
      INTEGER K
      IF (K .GT. 1) STOP 7
      END
";
    let k: Vec<i32> = (0..60).map(|row| row % 7 - 1).collect();
    let mut x = numbers(60, -4.0, 4.0);
    (0..60).step_by(4).for_each(|row| x[row] = 0.0);
    x[7] = f64::NAN;
    let arguments = vec![scalars(Column::i32(&k)), scalars(Column::f64(&x))];
    compare(source, "pick", arguments, Some(Column::f64(&[0.0; 60])), 60);
}

/// The expected records are gfortran's.
/// An assignment whose value and whose element both fail once said the one in scalar code and the other in gangs.
#[test]
fn value_before_element() {
    let source = "
      SUBROUTINE TWICE(I, K)
      INTEGER I, K, A(5)
      A(1) = 7
      A(I) = A(1)/K
      K = A(1)
      END
";
    let (elements, divisors) = (Column::i32(&[1, 9, 1, 9]), Column::i32(&[2, 2, 0, 0]));
    compare(source, "twice", vec![scalars(elements), scalars(divisors)], None, 4);
}

#[test]
fn main_program() {
    let source = "
      PROGRAM SIEVE
      LOGICAL PRIME(50)
      INTEGER I, J, N
      REAL S
      N = 0
      S = 0
      DO 10 I = 2, 50
   10 PRIME(I) = .TRUE.
      DO 30 I = 2, 50
      IF (.NOT. PRIME(I)) GO TO 30
      N = N + 1
      S = S + 1.0/I
      DO 20 J = I*I, 50, I
   20 PRIME(J) = .FALSE.
   30 CONTINUE
      PRINT *, 'PRIMES', N, S, PRIME(47)
      IF (N .NE. 15) STOP 1
      WRITE (*,*) DBLE(S)**2, 'DONE'
      END
";
    let main = MainProgram::compile(&ssa(source), &options(1)).unwrap();
    let mut out = Vec::new();
    let status = main.run(&mut std::io::empty(), &mut out).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        " PRIMES          15   1.66164672     T\n   2.7610698345399811      DONE\n"
    );
    assert!(matches!(status, ExitStatus::Stopped(StopCode::None) | ExitStatus::Returned), "{status:?}");
}

/// A procedure that assigns its dummy argument once wrote to the element of a named constant that it was given: to the
/// constants of the compiled program, so that its second run began with what the first had left.
#[test]
fn a_run_does_not_change_the_constants_of_the_next() {
    let source = "
      PROGRAM P
      INTEGER I, C(4)
      PARAMETER (C = [1, 2, 3, 4])
      DO 10 I = 1, 2
   10 CALL B(C(I))
      PRINT *, (C(I), I = 1, 4)
      END
      SUBROUTINE B(X)
      INTEGER X
      X = X + 98
      END
";
    let main = MainProgram::compile(&ssa(source), &options(1)).unwrap();
    for _ in 0..2 {
        let mut out = Vec::new();
        main.run(&mut std::io::empty(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "          99         100           3           4\n");
    }
}

/// Each lane passes another part of its array, some the same, and gets scalars and elements back.
#[test]
fn different_parts_of_arrays() {
    let source = "
      SUBROUTINE WORK(K, X, A, IDX)
      INTEGER K, IDX(3), N
      REAL X, A(6), Y, TOTAL
      N = K
      IF (K .LT. 0) N = 1
      Y = X
      IF (X .GT. 0.0) Y = Y + TOTAL(A(N), 7 - N, IDX(MOD(N, 3) + 1), X)
      CALL ADD(A(7 - N), A(1), Y)
      A(1) = A(1) + Y
      END
      REAL FUNCTION TOTAL(B, N, LAST, X)
      INTEGER N, LAST, I
      REAL B(N), X
      TOTAL = 0.0
      DO 10 I = 1, N
      TOTAL = TOTAL + B(I)
      LAST = LAST + 1
      IF (TOTAL .GT. 5.0) GO TO 20
   10 CONTINUE
   20 X = X*0.5
      END
      SUBROUTINE ADD(B, C, Y)
      REAL B(*), C(*), Y
      C(2) = C(2) - B(1)
      B(1) = Y + B(1)
      Y = C(3) + 1.0
      END
";
    let k: Vec<i32> = (0..40).map(|row| row % 7 - 1 + row / 35).collect();
    let x: Vec<f32> = numbers(40, -4.0, 9.0).iter().map(|x| *x as f32).collect();
    let a: Vec<f32> = numbers(240, -2.0, 4.0).iter().map(|x| *x as f32).collect();
    let idx = Column::i32(&[0; 120]);
    let arguments =
        vec![scalars(Column::i32(&k)), scalars(Column::f32(&x)), arrays(6, Column::f32(&a)), arrays(3, idx)];
    compare(source, "work", arguments, None, 40);
}
