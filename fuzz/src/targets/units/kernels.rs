//! Runs a kernel in gangs of several sizes, on data with marks on both sides.

use super::{has_procedures, options, own_error, passes, until_limit};
use forlane::Program;
use forlane::kernel_source::{ArgumentShapes, KernelSource};
use forlane_cfg::{IntegerKind, RealKind, Type, Unit};
use forlane_jit::InstructionSet::{self, Avx2, Avx512, Base};
use forlane_jit::{ArgumentShape, Binding, CompileOptions, Kernel, Scalar, Values, ValuesMut};
use forlane_rewrites::passes::PassReport;

/// The emitters, where the machine has their instructions, the gang sizes, and whether lanes share the arguments that
/// the kernel does not assign.
const RUNS: [(InstructionSet, usize, bool); 9] = [
    (Base, 1, false),
    (Base, 2, true),
    (Base, 8, false),
    (Base, 64, true),
    (Base, 64, false),
    (Avx2, 8, false),
    (Avx2, 32, true),
    (Avx512, 8, true),
    (Avx512, 32, false),
];

/// More than a gang of 8, and no multiple of any.
const ROWS: usize = 9;

/// Elements of an array of each row, and of one that rows share.
const LENGTH: usize = 3;

/// Elements beyond the data on both sides, which nothing may change.
const MARGIN: usize = 64;

/// Compiles and runs a kernel.
pub fn run(program: &Program, unit: &Unit) -> Result<(), String> {
    if has_procedures(unit) {
        return Ok(());
    }
    let source = match program.kernel_source(&unit.name, &passes(), &mut PassReport::default()) {
        Ok(source) => source,
        Err(error) => return own_error(&error),
    };
    for (isa, gang, is_shared) in RUNS.into_iter().filter(|(isa, ..)| isa.is_available()) {
        match source.compile(shapes(&source, is_shared), &CompileOptions { isa, ..options(gang) }) {
            Ok(kernel) => run_compiled(kernel.compiled())?,
            Err(error) => own_error(&error)?,
        }
    }
    Ok(())
}

fn shapes(source: &KernelSource, is_shared: bool) -> ArgumentShapes {
    let kept = source.parameters.iter().filter(|parameter| is_shared && !parameter.is_assigned);
    kept.fold(ArgumentShapes::default(), |shapes, parameter| match parameter.is_array {
        true => shapes.shared(&parameter.name),
        false => shapes.uniform(&parameter.name),
    })
}

fn run_compiled(kernel: &Kernel) -> Result<(), String> {
    let count = |shape: &ArgumentShape| match shape {
        ArgumentShape::Column | ArgumentShape::Uniform => ROWS,
        ArgumentShape::SharedArray => LENGTH,
        ArgumentShape::RowArray => ROWS * LENGTH,
    };
    let parameters = kernel.parameters().iter().zip(kernel.shapes());
    let data = || parameters.clone().map(|(parameter, shape)| Data::new(parameter.ty, count(shape))).collect();
    // Elements of one or two bytes can't be given.
    let (inputs, outputs): (Option<Vec<Data>>, Option<Vec<Data>>) = (data(), data());
    let (Some(inputs), Some(mut outputs)) = (inputs, outputs) else { return Ok(()) };
    let each = kernel.shapes().iter().zip(inputs.iter().zip(&mut outputs));
    let mut bindings: Vec<Binding<'_>> = each
        .map(|(shape, (input, output))| match shape {
            ArgumentShape::Column => Binding::Column { input: Some(input.values()), output: Some(output.values_mut()) },
            ArgumentShape::Uniform => Binding::Uniform { value: input.first(), output: Some(output.values_mut()) },
            ArgumentShape::SharedArray => Binding::Shared(input.values()),
            ArgumentShape::RowArray => {
                Binding::Rows { length: LENGTH, input: Some(input.values()), output: Some(output.values_mut()) }
            }
        })
        .collect();
    let mut statuses = vec![0; ROWS];
    let mut result = Ok(());
    until_limit(|interrupt| result = kernel.run_until(&mut bindings, &mut statuses, interrupt).map(drop));
    result.map_err(|error| format!("gang of {}: {error}", kernel.gang()))?;
    drop(bindings);
    for ((input, output), (parameter, shape)) in inputs.iter().zip(&outputs).zip(parameters) {
        let is_kept = Data::new(parameter.ty, count(shape)).is_some_and(|fresh| fresh.equals(input));
        if !is_kept || !output.has_margins() {
            return Err(format!("gang of {}: memory beside `{}` changed", kernel.gang(), parameter.name));
        }
    }
    Ok(())
}

/// Elements between margins.
enum Data {
    I32(Vec<i32>),
    I64(Vec<i64>),
    F32(Vec<f32>),
    F64(Vec<f64>),
}

/// What is in the margins.
const MARK: i8 = 77;

/// What the elements begin as.
const VALUES: [i8; 7] = [1, 0, 2, 3, -1, 5, 100];

fn filled<T: From<i8> + Copy>(count: usize) -> Vec<T> {
    let margin = || std::iter::repeat_n(T::from(MARK), MARGIN);
    let elements = VALUES.iter().map(|value| T::from(*value)).cycle().take(count);
    margin().chain(elements).chain(margin()).collect()
}

fn inside<T>(all: &[T]) -> &[T] {
    &all[MARGIN..all.len() - MARGIN]
}

fn inside_mut<T>(all: &mut [T]) -> &mut [T] {
    let end = all.len() - MARGIN;
    &mut all[MARGIN..end]
}

fn margins_are<T: From<i8> + PartialEq>(all: &[T]) -> bool {
    let is_mark = |element: &T| *element == T::from(MARK);
    all[..MARGIN].iter().all(is_mark) && all[all.len() - MARGIN..].iter().all(is_mark)
}

impl Data {
    fn new(ty: Type, count: usize) -> Option<Data> {
        Some(match ty {
            Type::Integer(IntegerKind::I4) => Data::I32(filled(count)),
            Type::Logical => {
                let mut all = filled(count);
                inside_mut(&mut all).iter_mut().for_each(|value: &mut i32| *value &= 1);
                Data::I32(all)
            }
            Type::Integer(IntegerKind::I8) => Data::I64(filled(count)),
            Type::Real(RealKind::R4) => Data::F32(filled(count)),
            Type::Real(RealKind::R8) => Data::F64(filled(count)),
            Type::Integer(_) | Type::Complex(_) | Type::Character => return None,
        })
    }

    fn values(&self) -> Values<'_> {
        match self {
            Data::I32(all) => Values::I32(inside(all)),
            Data::I64(all) => Values::I64(inside(all)),
            Data::F32(all) => Values::F32(inside(all)),
            Data::F64(all) => Values::F64(inside(all)),
        }
    }

    fn values_mut(&mut self) -> ValuesMut<'_> {
        match self {
            Data::I32(all) => ValuesMut::I32(inside_mut(all)),
            Data::I64(all) => ValuesMut::I64(inside_mut(all)),
            Data::F32(all) => ValuesMut::F32(inside_mut(all)),
            Data::F64(all) => ValuesMut::F64(inside_mut(all)),
        }
    }

    fn first(&self) -> Scalar {
        match self {
            Data::I32(all) => Scalar::I32(all[MARGIN]),
            Data::I64(all) => Scalar::I64(all[MARGIN]),
            Data::F32(all) => Scalar::F32(all[MARGIN]),
            Data::F64(all) => Scalar::F64(all[MARGIN]),
        }
    }

    fn has_margins(&self) -> bool {
        match self {
            Data::I32(all) => margins_are(all),
            Data::I64(all) => margins_are(all),
            Data::F32(all) => margins_are(all),
            Data::F64(all) => margins_are(all),
        }
    }

    fn equals(&self, other: &Data) -> bool {
        match (self, other) {
            (Data::I32(one), Data::I32(other)) => one == other,
            (Data::I64(one), Data::I64(other)) => one == other,
            (Data::F32(one), Data::F32(other)) => one == other,
            (Data::F64(one), Data::F64(other)) => one == other,
            _ => false,
        }
    }
}
