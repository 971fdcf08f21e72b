//! The options for tables: where they are, in which format, which rows run.

use super::super::{Failure, report};
use super::progress::{self, Unit, Work};
use crate::data::{Format, Input, InputOptions, MissingWords, Output, Place, TextColumns};
use arrow_schema::DataType;
use clap::{Args, ValueEnum};
use forlane_cfg::Type;
use forlane_jit::Parameter;
use std::path::{Path, PathBuf};

/// Tables, and how their rows run.
#[derive(Args, Debug)]
pub(in super::super) struct TableArguments {
    /// The table with a column for each scalar dummy argument, two (z.re, z.im) for a COMPLEX one (.csv, .csv.gz,
    /// .parquet, .arrow, .npz), or - for standard input; given more than once, or with * and ? in its name, the files
    /// are one table
    #[arg(long = "in", value_name = "FILE", requires = "kernel")]
    input: Vec<PathBuf>,
    /// Run this number of rows without a table
    #[arg(long, value_name = "N", requires = "kernel", conflicts_with = "input", allow_negative_numbers = true)]
    pub rows: Option<u64>,
    /// An array that each row starts with as zeros, although the kernel may read it
    #[arg(long, value_name = "NAME", requires = "kernel")]
    pub in_zero: Vec<String>,
    /// The columns that are written or shown, of the table and of the results, in this order
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', requires = "kernel")]
    pub columns: Vec<String>,
    /// The format of --in, in place of the one that follows from the file's ending
    #[arg(long, value_name = "FORMAT", value_enum, requires = "input")]
    in_format: Option<FormatArgument>,
    /// Where the table with the results goes, instead of being shown (.csv, .csv.gz, .parquet, .arrow, .npz), or - for
    /// standard output
    #[arg(long, value_name = "FILE", requires = "kernel")]
    pub out: Option<PathBuf>,
    /// The format of --out, in place of the one that follows from the file's ending
    #[arg(long, value_name = "FORMAT", value_enum, requires = "out")]
    out_format: Option<FormatArgument>,
    /// What follows the name of a result where a column has that name already, or the argument is read too
    #[arg(long, value_name = "TEXT", default_value = "_out", requires = "kernel")]
    pub suffix: String,
    /// Words of a CSV file that stand for a missing value, in either case, beside an empty cell
    #[arg(long, value_name = "WORD,…", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "NA,null,None,nan", requires = "input")]
    na: Vec<String>,
    /// Run the rows for which this column is true; others have no results
    #[arg(long = "where", value_name = "COLUMN", requires = "input")]
    pub chosen: Option<String>,
    /// End the run at a missing value, instead of failing its row, and at one that is rounded to be a REAL
    #[arg(long, requires = "input")]
    pub strict: bool,
    /// Leave out the column that says of each row whether it failed
    #[arg(long, requires = "kernel")]
    pub no_status: bool,
    /// Exit with status 0 even if rows failed
    #[arg(long, requires = "kernel")]
    pub allow_failures: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArgument {
    /// Text with a header line
    Csv,
    /// Apache Parquet
    Parquet,
    /// Arrow IPC, file or stream
    Arrow,
    /// NumPy's archive of arrays
    Npz,
}

impl From<FormatArgument> for Format {
    fn from(format: FormatArgument) -> Format {
        match format {
            FormatArgument::Csv => Format::Csv,
            FormatArgument::Parquet => Format::Parquet,
            FormatArgument::Arrow => Format::Arrow,
            FormatArgument::Npz => Format::Npz,
        }
    }
}

impl TableArguments {
    /// Where the result goes, if it is not shown.
    pub(super) fn output(&self) -> Result<Option<Place>, Failure> {
        let Some(path) = &self.out else { return Ok(None) };
        let place = Place::new(path, self.out_format.map(Format::from))?;
        Output::check(&place)?;
        Ok(Some(place))
    }

    /// Whether the table comes from standard input.
    pub(super) fn reads_standard_input(&self) -> bool {
        self.input.iter().any(|path| Place::new(path, Some(Format::Csv)).is_ok_and(|place| place.is_standard()))
    }

    /// Opens the table, if there is one. `read` are the other files that are read.
    pub(super) fn open(&self, output: Option<&Place>, read: &[&Path]) -> Result<Option<Input>, Failure> {
        let mut places = Vec::new();
        for path in &self.input {
            for path in matching(path)? {
                places.push(Place::new(&path, self.in_format.map(Format::from))?);
            }
        }
        if let Some(output) = output {
            let inputs = places.iter().map(Place::path).chain(read.iter().copied());
            if let Some(path) = inputs.into_iter().find(|path| output.is_file(path)) {
                let out = output.path().display();
                let input = match path == Path::new("-") {
                    true => "standard input".to_owned(),
                    false => format!("the input {}", path.display()),
                };
                return Err(Failure::Usage(format!("--out {out}: this is {input}")));
            }
        }
        if places.is_empty() {
            return Ok(None);
        }
        let text = match output.map(Place::format) {
            None => TextColumns::Text,
            Some(format) if format.is_typed() => TextColumns::Typed,
            Some(_) => TextColumns::AsWritten,
        };
        let options = InputOptions { text, missing: MissingWords::new(&self.na), ..InputOptions::default() };
        let name = format!("reading {}", places[0].path().display());
        let all = places.iter().map(|place| Some(std::fs::metadata(place.path()).ok()?.len())).sum();
        let all = if places.iter().any(|place| place.format() != Format::Csv) { None } else { all };
        let reading = Work { name, done: &options.bytes_read, all, unit: Unit::Bytes };
        Ok(Some(progress::shown(reading, || Input::open(&places, &options))?))
    }
}

/// The files of that name; if there is none, those that it is a pattern of, in the order of their names.
fn matching(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let pattern = path.to_str().filter(|text| text.contains(['*', '?', '[']) && !path.exists());
    let Some(pattern) = pattern else { return Ok(vec![path.to_owned()]) };
    let found = glob::glob(pattern).map_err(|error| Failure::Usage(format!("--in {pattern}: {error}")))?;
    let files = found.collect::<Result<Vec<PathBuf>, _>>().map_err(report::failure)?;
    if files.is_empty() {
        return Err(report::failure(format!("{pattern}: no file matches")));
    }
    Ok(files)
}

/// The column of that name.
pub(super) fn column_of(input: &Input, name: &str) -> Result<Option<usize>, Failure> {
    let fields = input.schema.fields().iter().enumerate();
    let mut same = fields.filter(|(_, field)| field.name().eq_ignore_ascii_case(name));
    let Some((column, field)) = same.next() else { return Ok(None) };
    match same.next() {
        None => Ok(Some(column)),
        Some(_) => {
            let path = input.path().display();
            Err(report::failure(format!("{path}: column `{}` is given twice, in different case", field.name())))
        }
    }
}

/// Whether the column may have no value for the parameter in some row.
pub(super) fn may_miss(input: &Input, column: usize, parameter: &Parameter) -> bool {
    let field = input.schema.field(column);
    let ty = match field.data_type() {
        DataType::FixedSizeList(field, _) | DataType::List(field) => field.data_type(),
        ty => ty,
    };
    field.is_nullable() || matches!(parameter.ty, Type::Integer(_)) && ty.is_floating()
}
