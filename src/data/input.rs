//! Tables being read, from one file or several.

use super::boundary::guarded;
use super::csv_columns::Inferred;
use super::nested::flattened;
use super::stream::Stream;
use super::{
    BATCH_ROWS, BatchReader, DataError, Format, InputOptions, MOST_ROWS_OF_A_BYTE, Place, Table, TextColumns,
    arrow_file, batch_rows, csv_file, npz_file, parquet_file, shortened,
};
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, SchemaRef};
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A table being read. Several files with the same columns are one table.
pub struct Input {
    /// Names and types of the columns of the table. Batches may have more, after these, for arguments.
    pub schema: SchemaRef,
    /// The number of rows, if the format records it.
    pub rows: Option<u64>,
    path: PathBuf,
    /// Of all files, if they are of text.
    bytes: Option<u64>,
    options: InputOptions,
    /// Of the columns, if text is to be typed.
    types: Option<Vec<DataType>>,
    /// Those that [`Input::argument`] was called with.
    arguments: Vec<(usize, DataType)>,
    /// None after the last batch of a file, or after an error.
    batches: Option<Box<dyn BatchReader>>,
    /// The files that follow.
    next: VecDeque<Place>,
    /// Rows of the last batch that have not been returned yet.
    rest: Option<RecordBatch>,
    /// Rows that may still come from the file.
    rows_left: u64,
    /// The most rows of a batch that is returned.
    batch_rows: usize,
}

impl Input {
    /// Opens the table in these places, of which there is at least one.
    ///
    /// # Errors
    /// The first place that can't be read, or holds something else; columns of the same name.
    pub fn open(places: &[Place], options: &InputOptions) -> Result<Input, DataError> {
        let mut next: VecDeque<Place> = places.iter().cloned().collect();
        let Some(first) = next.pop_front() else { return Err(DataError::NoFile) };
        let stream = stream(&first, options)?;
        let types = match options.text {
            TextColumns::Typed if places.iter().any(|place| place.format == Format::Csv) => {
                Some(common_types(&stream, &first, &next, options)?)
            }
            _ => None,
        };
        let Table { schema, rows, batches } = table(&stream, &first, options, types.as_deref())?;
        let mut names = HashSet::new();
        if let Some(field) = schema.fields().iter().find(|field| !names.insert(field.name())) {
            let message = format!("column `{}` is given twice", shortened(field.name()));
            return Err(DataError::content(&stream.path, message));
        }
        let rows = rows.filter(|_| next.is_empty());
        let bytes = bytes_of(places);
        let options = options.clone();
        let (path, arguments, rest, rows_left) = (stream.path.clone(), Vec::new(), None, most_rows(&stream));
        Ok(Input {
            schema,
            rows,
            path,
            bytes,
            options,
            types,
            arguments,
            batches: Some(batches),
            next,
            rest,
            rows_left,
            batch_rows: BATCH_ROWS,
        })
    }

    /// The column of the batches that has the values of a column of the table as an argument of that type takes them,
    /// LargeUtf8 for CHARACTER: of formats without types one of its own, so that the table's is as it came in.
    pub fn argument(&mut self, column: usize, ty: &DataType) -> usize {
        self.arguments.push((column, ty.clone()));
        self.batches.as_mut().map_or(column, |batches| batches.argument(column, ty))
    }

    /// Makes the batches of tables that are in memory already as large as this number of threads needs.
    pub fn for_threads(&mut self, threads: usize) {
        self.batch_rows = batch_rows(threads);
    }

    /// How many bytes are to be read as the batches come, and what counts them; none where that is not known.
    pub fn bytes(&self) -> Option<(u64, Arc<AtomicU64>)> {
        Some((self.bytes?, Arc::clone(&self.options.bytes_read)))
    }

    /// The file that the last batch came from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The next batch that has rows; a reader is not called again after an error.
    fn read(&mut self) -> Result<Option<RecordBatch>, DataError> {
        loop {
            let Some(mut batches) = self.batches.take() else { return Ok(None) };
            let next = || batches.find(|batch| batch.as_ref().map_or(true, |batch| batch.num_rows() > 0)).transpose();
            let Some(batch) = guarded(&self.path, next)? else {
                self.open_next()?;
                continue;
            };
            let rows = batch.num_rows() as u64;
            let Some(left) = self.rows_left.checked_sub(rows) else {
                let message = "the file is corrupt: it declares more rows than it can hold";
                return Err(DataError::content(&self.path, message));
            };
            self.rows_left = left;
            self.batches = Some(batches);
            return Ok(Some(batch));
        }
    }

    /// Goes to the next file, which has the same columns.
    fn open_next(&mut self) -> Result<(), DataError> {
        let Some(place) = self.next.pop_front() else { return Ok(()) };
        let stream = stream(&place, &self.options)?;
        let Table { schema, mut batches, .. } = table(&stream, &place, &self.options, self.types.as_deref())?;
        let kind = |field: &Field| (field.name().clone(), field.data_type().clone());
        let pairs = self.schema.fields().iter().zip(schema.fields());
        let differs = pairs.filter(|(first, field)| kind(first) != kind(field)).map(|(_, field)| field.name().as_str());
        let count = self.schema.fields().len() != schema.fields().len();
        if let Some(name) = differs.chain(count.then_some("")).next() {
            let what = if count { "its number of columns".to_owned() } else { format!("column `{}`", shortened(name)) };
            let message = format!("{what} differs from {}", self.path.display());
            return Err(DataError::content(&place.path, message));
        }
        for (column, ty) in &self.arguments {
            batches.argument(*column, ty);
        }
        self.path = stream.path.clone();
        self.rows_left = most_rows(&stream);
        self.batches = Some(batches);
        Ok(())
    }
}

/// Opens a place; pipes are stored where the format, or finding the types of text, goes back in the file.
fn stream(place: &Place, options: &InputOptions) -> Result<Stream, DataError> {
    let mut stream = Stream::open(place, &options.bytes_read)?;
    let goes_back = match place.format {
        Format::Csv => options.text == TextColumns::Typed,
        // The file format has its directory at the end.
        Format::Arrow => stream.begins_with(arrow_file::MAGIC)?,
        // An endless pipe is stored only if it begins like one.
        Format::Parquet => is_kept(&mut stream, parquet_file::MAGIC, "a Parquet file")?,
        Format::Npz => is_kept(&mut stream, npz_file::MAGIC, "a NumPy archive")?,
    };
    if goes_back { stream.into_file() } else { Ok(stream) }
}

/// Refuses what does not begin as a file of a format that is read in any order.
fn is_kept(stream: &mut Stream, mark: &[u8], what: &str) -> Result<bool, DataError> {
    match stream.begins_with(mark)? {
        true => Ok(true),
        false => Err(DataError::content(&stream.path, format!("not {what}: its signature is wrong"))),
    }
}

fn table(
    stream: &Stream,
    place: &Place,
    options: &InputOptions,
    types: Option<&[DataType]>,
) -> Result<Table, DataError> {
    guarded(&stream.path, || match place.format {
        Format::Csv => csv_file::open(stream, options, types),
        Format::Parquet => Ok(flattened(&stream.path, parquet_file::open(stream)?)),
        Format::Arrow => Ok(flattened(&stream.path, arrow_file::open(stream)?)),
        Format::Npz => npz_file::open(stream),
    })
}

/// The types that the columns have in all text files.
fn common_types(
    first: &Stream,
    place: &Place,
    next: &VecDeque<Place>,
    options: &InputOptions,
) -> Result<Vec<DataType>, DataError> {
    let mut all: Vec<Inferred> = Vec::new();
    let mut add = |stream: &Stream| -> Result<(), DataError> {
        let found = guarded(&stream.path, || csv_file::infer(stream, &options.missing))?;
        all.resize(all.len().max(found.len()), Inferred::default());
        all.iter_mut().zip(found).for_each(|(all, found)| *all = all.and(found));
        Ok(())
    };
    if place.format == Format::Csv {
        add(first)?;
    }
    for place in next.iter().filter(|place| place.format == Format::Csv) {
        let stream = Stream::open(place, &options.bytes_read)?;
        if stream.length.is_none() {
            return Err(DataError::content(&place.path, "a pipe can't be one of several files"));
        }
        add(&stream)?;
    }
    Ok(all.into_iter().map(Inferred::ty).collect())
}

/// The bytes of files of text.
fn bytes_of(places: &[Place]) -> Option<u64> {
    let bytes = |place: &Place| {
        let metadata = std::fs::metadata(&place.path).ok()?;
        (place.format == Format::Csv && metadata.is_file()).then_some(metadata.len())
    };
    places.iter().map(bytes).sum()
}

/// The rows that a file can hold.
fn most_rows(stream: &Stream) -> u64 {
    stream.length.unwrap_or(u64::MAX).saturating_mul(MOST_ROWS_OF_A_BYTE)
}

impl Iterator for Input {
    type Item = Result<RecordBatch, DataError>;

    /// The next rows: as many as [`Input::for_threads`] says, or fewer.
    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.rest.take() {
            Some(batch) => batch,
            None => match self.read() {
                Ok(batch) => batch?,
                Err(error) => return Some(Err(error)),
            },
        };
        let rows = batch.num_rows();
        if rows > self.batch_rows {
            self.rest = Some(batch.slice(self.batch_rows, rows - self.batch_rows));
        }
        Some(Ok(batch.slice(0, rows.min(self.batch_rows))))
    }
}
