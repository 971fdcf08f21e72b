//! A case's table, repeated to any number of rows, and the columns that come out.

use super::CaseFiles;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float32Array, Float64Array, Int32Array, Int64Array, RecordBatch, RecordBatchOptions,
};
use arrow_schema::{DataType, Field, Schema};
use forlane::table::{SharedArray, Source, TableOptions, TableRun};
use forlane::{ArgumentShapes, Kernel, KernelSource, Program, Setup};
use forlane_cfg::{Body, IntegerKind, RealKind, Terminator, Type};
use forlane_jit::{CompileOptions, InstructionSet, Scalar};
use forlane_rewrites::lower_switches::SwitchForm;
use forlane_rewrites::passes::{PassOptions, PassReport};
use forlane_rewrites::uniform_parts::UniformForm;
use forlane_semantics::kernel_of;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Forms that are forced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    pub switches: Option<SwitchForm>,
    pub uniform: Option<UniformForm>,
}

impl Forms {
    pub fn options(self, options: PassOptions) -> PassOptions {
        PassOptions { switches: self.switches, uniform: self.uniform, ..options }
    }
}

/// A kernel with its input.
pub struct Case {
    pub path: PathBuf,
    pub kernel: String,
    pub program: Program,
    pub source: KernelSource,
    /// The table's columns by lower-case name, as text.
    pub columns: Vec<(String, Vec<String>)>,
    /// The shared arrays by lower-case name, as text.
    pub arrays: Vec<(String, Vec<String>)>,
    /// The scalars with one value for all rows, by lower-case name, as text.
    pub values: Vec<(String, String)>,
    /// Calls that are done once before the rows.
    pub calls: Vec<String>,
    /// Whether gfortran shall check array indices.
    pub checks_bounds: bool,
}

/// The values of the columns that a kernel assigns, as bits: one row a lane, `None` where the lane failed.
pub struct Rows {
    pub names: Vec<String>,
    pub rows: Vec<Option<Vec<u64>>>,
}

/// The program with these calls done.
fn set_up(program: &Program, calls: &[String]) -> Result<Program, String> {
    let call = |setup: Setup, call: &String| setup.call(call).map_err(|error| error.to_string());
    let setup = calls.iter().try_fold(Setup::default(), call)?;
    let set_up = program.set_up(&setup, &mut std::io::empty(), &mut std::io::sink());
    set_up.map_err(|error| error.to_string())
}

impl Case {
    pub fn read(files: &CaseFiles, directives: &[String]) -> Result<Case, String> {
        let kernel = directives.iter().find_map(|directive| directive.strip_prefix("kernel "));
        let kernel = kernel.ok_or("no directive names the kernel")?;
        let text = std::fs::read_to_string(&files.source).map_err(|error| error.to_string())?;
        let name = files.source.file_name().expect("a case has a name").to_string_lossy();
        let program = forlane::compile(&name, &text).map_err(|error| error.to_string())?;
        let calls = directives.iter().filter_map(|directive| directive.strip_prefix("init "));
        let calls: Vec<String> = calls.map(str::to_owned).collect();
        let program = if calls.is_empty() { program } else { set_up(&program, &calls)? };
        let options = PassOptions { verify: true, ..PassOptions::default() };
        let source =
            program.kernel_source(kernel, &options, &mut PassReport::default()).map_err(|error| error.to_string())?;
        // What the interpreter runs.
        let wrapper = kernel_of(source.name());
        let unit = if program.units().unit(&wrapper).is_some() { wrapper } else { source.name().to_owned() };
        let columns = read_csv(&files.table)?;
        let arrays = named(directives, "array ")?
            .into_iter()
            .map(|(name, values)| (name, values.split_whitespace().map(str::to_owned).collect()))
            .collect();
        Ok(Case {
            path: files.source.clone(),
            kernel: unit,
            program: program.with_allocated(&kernel.to_lowercase()),
            source,
            columns,
            arrays,
            values: named(directives, "set ")?,
            calls,
            checks_bounds: directives.iter().any(|directive| directive == "check bounds"),
        })
    }

    /// Whether some unit holds a switch.
    pub fn has_switches(&self) -> bool {
        let mut bodies = self.program.units().units.iter().filter_map(|unit| match &unit.body {
            Body::Graph(graph) => Some(graph),
            Body::Tree(_) => None,
        });
        bodies.any(|graph| graph.blocks.iter().any(|(_, block)| matches!(block.terminator, Terminator::Switch { .. })))
    }

    /// Number of rows of the table.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(1, |(_, values)| values.len())
    }

    pub fn column(&self, name: &str) -> Option<&[String]> {
        self.columns.iter().find(|(column, _)| column == name).map(|(_, values)| &values[..])
    }

    pub fn array(&self, name: &str) -> Option<&[String]> {
        self.arrays.iter().find(|(array, _)| array == name).map(|(_, values)| &values[..])
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(value, _)| value == name).map(|(_, value)| &value[..])
    }

    pub fn compile(&self, gang: usize, isa: InstructionSet, forms: Forms) -> Result<Kernel, String> {
        self.compile_source(&self.source, gang, isa, forms)
    }

    /// Compiles the kernel of that source with the arguments of the case.
    pub fn compile_source(
        &self,
        source: &KernelSource,
        gang: usize,
        isa: InstructionSet,
        forms: Forms,
    ) -> Result<Kernel, String> {
        let options = CompileOptions { gang: Some(gang), isa, verify: true, ..CompileOptions::default() };
        let source = source.clone().with_passes(forms.options(PassOptions::default()));
        source.compile(self.shapes(), &options).map_err(|error| error.to_string())
    }

    /// Compiles the kernel with these options.
    pub fn compile_with(&self, options: &CompileOptions) -> Result<Kernel, String> {
        self.source.compile(self.shapes(), options).map_err(|error| error.to_string())
    }

    fn shapes(&self) -> ArgumentShapes {
        let shapes = self.arrays.iter().fold(ArgumentShapes::default(), |shapes, (name, _)| shapes.shared(name));
        self.values.iter().fold(shapes, |shapes, (name, _)| shapes.uniform(name))
    }

    /// Runs over that number of rows of the table, repeated.
    pub fn run(&self, kernel: &Kernel, threads: usize, rows: usize) -> Result<Rows, String> {
        let batch = self.batch(rows)?;
        let mut sources = Vec::new();
        for parameter in kernel.parameters() {
            let column = self.columns.iter().position(|(name, _)| *name == parameter.name);
            let column = column.map_or(Source::Nowhere, Source::Column);
            sources.push(match (self.array(&parameter.name), self.value(&parameter.name)) {
                (Some(values), _) => Source::Shared(SharedArray::new(&array_of(values, parameter.ty)?, parameter)?),
                (None, Some(value)) => Source::Value(scalar(value, parameter.ty)?),
                (None, None) => column,
            });
        }
        let options = TableOptions { threads, ..TableOptions::default() };
        let mut run = TableRun::new(kernel.compiled(), sources, batch.schema(), "table".to_owned(), options)
            .map_err(|error| error.to_string())?;
        let result = run.run(&batch).map_err(|error| error.to_string())?;
        let outputs = batch.num_columns()..result.num_columns();
        let names = outputs.clone().map(|index| result.schema().field(index).name().clone()).collect();
        let columns: Vec<&ArrayRef> = outputs.map(|index| result.column(index)).collect();
        let rows =
            (0..rows).map(|row| columns.iter().map(|column| bits(column, row)).collect::<Option<Vec<u64>>>()).collect();
        Ok(Rows { names, rows })
    }

    fn batch(&self, rows: usize) -> Result<RecordBatch, String> {
        let mut fields = Vec::new();
        let mut arrays = Vec::new();
        for (name, values) in &self.columns {
            let parameter = self.source.parameters.iter().find(|parameter| parameter.name == *name);
            let ty = parameter.ok_or_else(|| format!("column `{name}` is not an argument"))?.ty;
            let repeated: Vec<String> = values.iter().cycle().take(rows).cloned().collect();
            let array = array_of(&repeated, ty)?;
            fields.push(Field::new(name, array.data_type().clone(), false));
            arrays.push(array);
        }
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)
            .map_err(|error| error.to_string())
    }
}

impl Rows {
    /// Reads the expected columns; a row that is empty is one whose lane fails.
    pub fn read_expected(path: &Path, case: &Case) -> Result<Rows, String> {
        let columns = read_csv(path)?;
        let outputs: Vec<Type> = case
            .source
            .parameters
            .iter()
            .filter(|parameter| parameter.is_assigned)
            .map(|parameter| parameter.ty)
            .collect();
        if outputs.len() != columns.len() {
            return Err(format!("{}: {} columns, the kernel assigns {}", path.display(), columns.len(), outputs.len()));
        }
        let rows = (0..case.rows())
            .map(|row| {
                let cells = columns.iter().zip(&outputs);
                cells
                    .map(|((_, values), ty)| (!values[row].is_empty()).then(|| parse_bits(&values[row], *ty)))
                    .collect()
            })
            .collect::<Vec<Option<Vec<Result<u64, String>>>>>();
        let rows = rows
            .into_iter()
            .map(|row| row.map(|cells| cells.into_iter().collect::<Result<Vec<u64>, String>>()).transpose())
            .collect::<Result<_, String>>()?;
        Ok(Rows { names: columns.into_iter().map(|(name, _)| name).collect(), rows })
    }

    /// Compares the first `rows` rows, these repeated.
    pub fn compare(&self, actual: &Rows, rows: usize, what: &str) -> Result<(), String> {
        if actual.rows.len() != rows {
            return Err(format!("{what}: {} rows came out", actual.rows.len()));
        }
        for row in 0..rows {
            let expected = &self.rows[row % self.rows.len()];
            let found = &actual.rows[row];
            let same = match (expected, found) {
                (Some(expected), Some(found)) => {
                    expected.len() == found.len() && expected.iter().zip(found).all(|(a, b)| same_bits(*a, *b))
                }
                (None, None) => true,
                _ => false,
            };
            if !same {
                let names = self.names.join(", ");
                return Err(format!("{what}: row {row}: ({names}) is {found:x?}, expected {expected:x?}"));
            }
        }
        Ok(())
    }
}

/// NaNs are equal whatever their sign and payload, which the standard leaves open.
fn same_bits(a: u64, b: u64) -> bool {
    a == b || (f64::from_bits(a).is_nan() && f64::from_bits(b).is_nan())
}

/// The directives `KIND NAME = TEXT`, by lower-case name.
fn named(directives: &[String], kind: &str) -> Result<Vec<(String, String)>, String> {
    let texts = directives.iter().filter_map(|directive| directive.strip_prefix(kind));
    texts
        .map(|text| {
            let (name, value) = text.split_once('=').ok_or_else(|| format!("{kind}is followed by NAME = …"))?;
            Ok((name.trim().to_lowercase(), value.trim().to_owned()))
        })
        .collect()
}

fn scalar(text: &str, ty: Type) -> Result<Scalar, String> {
    let bits = parse_bits(text, ty)?;
    Ok(match ty {
        Type::Integer(IntegerKind::I8) => Scalar::I64(bits as i64),
        Type::Integer(_) | Type::Logical | Type::Complex(_) | Type::Character => Scalar::I32(bits as i32),
        Type::Real(RealKind::R4) => Scalar::F32(f64::from_bits(bits) as f32),
        Type::Real(RealKind::R8) => Scalar::F64(f64::from_bits(bits)),
    })
}

fn read_csv(path: &Path) -> Result<Vec<(String, Vec<String>)>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = text.lines();
    let header = lines.next().ok_or_else(|| format!("{} is empty", path.display()))?;
    let mut columns: Vec<(String, Vec<String>)> =
        header.split(',').map(|name| (name.trim().to_lowercase(), Vec::new())).collect();
    for line in lines {
        for (column, cell) in columns.iter_mut().zip(line.split(',')) {
            column.1.push(cell.trim().to_owned());
        }
    }
    Ok(columns)
}

fn parse<T: std::str::FromStr>(values: &[String]) -> Result<Vec<T>, String> {
    values.iter().map(|value| value.parse().map_err(|_| format!("`{value}` is not a number"))).collect()
}

pub fn array_of(values: &[String], ty: Type) -> Result<ArrayRef, String> {
    Ok(match ty {
        Type::Integer(IntegerKind::I4) => Arc::new(Int32Array::from(parse::<i32>(values)?)),
        Type::Integer(IntegerKind::I8) => Arc::new(Int64Array::from(parse::<i64>(values)?)),
        Type::Real(RealKind::R4) => Arc::new(Float32Array::from(parse::<f32>(values)?)),
        Type::Real(RealKind::R8) => Arc::new(Float64Array::from(parse::<f64>(values)?)),
        Type::Logical => Arc::new(BooleanArray::from(parse::<bool>(values)?)),
        Type::Integer(_) | Type::Complex(_) | Type::Character => return Err(format!("no column holds {ty}")),
    })
}

/// A value as 64 bits: reals as the double of equal value.
fn bits(column: &ArrayRef, row: usize) -> Option<u64> {
    if column.is_null(row) {
        return None;
    }
    Some(match column.data_type() {
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row) as i64 as u64,
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row) as u64,
        DataType::Float32 => f64::from(column.as_primitive::<Float32Type>().value(row)).to_bits(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_bits(),
        _ => column.as_boolean().value(row).into(),
    })
}

pub fn parse_bits(text: &str, ty: Type) -> Result<u64, String> {
    let values = [text.to_owned()];
    array_of(&values, ty).map(|array| bits(&array, 0).unwrap_or_default())
}
