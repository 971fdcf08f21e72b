//! Columns of arrays with several dimensions in formats that nest lists: a list of lists in the file, one list and its
//! [`SHAPE`] in the batches. Indices count: element `(i, j)` is element `j` of list `i`.

use super::dimensions::{SHAPE, array_element_order, each_row, last_index_fastest, shape_of};
use super::{DataError, Table, plain_batches};
use crate::gather::gather;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeListArray, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A table whose nested lists of fixed sizes are lists.
pub(super) fn flattened(path: &Path, table: Table) -> Table {
    let Table { schema, rows, batches } = table;
    let nests = |field: &FieldRef| extents(field.data_type()).is_some();
    if !schema.fields().iter().any(nests) {
        return Table { schema, rows, batches };
    }
    let fields: Vec<FieldRef> = schema.fields().iter().map(flat_field).collect();
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let (path, flat): (PathBuf, SchemaRef) = (path.to_owned(), schema.clone());
    let batches = batches.map(move |batch| {
        let batch = batch?;
        let columns: Result<Vec<ArrayRef>, ArrowError> = batch.columns().iter().map(flat_column).collect();
        let batch = columns.and_then(|columns| RecordBatch::try_new(flat.clone(), columns));
        batch.map_err(|error| DataError::content(&path, error))
    });
    Table { schema, rows, batches: plain_batches(batches) }
}

/// The extents of nested lists, those of the outermost first, and the type of the elements; none where nothing is
/// nested.
fn extents(ty: &DataType) -> Option<(Vec<u64>, &DataType)> {
    let (mut found, mut element) = (Vec::new(), ty);
    while let DataType::FixedSizeList(item, length) = element {
        found.push(*length as u64);
        element = item.data_type();
    }
    (found.len() > 1).then_some((found, element))
}

/// The product of extents, if lists can be so long.
fn width_of(extents: &[u64]) -> Option<i32> {
    i32::try_from(extents.iter().try_fold(1_u64, |count, extent| count.checked_mul(*extent))?).ok()
}

fn flat_field(field: &FieldRef) -> FieldRef {
    let Some((extents, element)) = extents(field.data_type()) else { return field.clone() };
    let Some(width) = width_of(&extents) else { return field.clone() };
    let item = Arc::new(Field::new("item", element.clone(), true));
    let mut metadata = field.metadata().clone();
    metadata.insert(SHAPE.to_owned(), extents.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
    let ty = DataType::FixedSizeList(item, width);
    Arc::new(Field::new(field.name(), ty, field.is_nullable()).with_metadata(metadata))
}

/// The elements of each row in Fortran's order; those of a list that is missing are missing.
fn flat_column(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let Some((extents, element)) = extents(column.data_type()) else { return Ok(column.clone()) };
    let Some(width) = width_of(&extents) else { return Ok(column.clone()) };
    let item = Arc::new(Field::new("item", element.clone(), true));
    let (mut level, mut is_there) = (column.clone(), vec![true; column.len()]);
    for (depth, length) in extents.iter().map(|extent| *extent as usize).enumerate() {
        let list = level.as_fixed_size_list();
        // A row that is missing is missing as a whole.
        let valid = |at: usize| is_there[at] && (depth == 0 || list.is_valid(at));
        is_there = (0..list.len()).flat_map(|at| std::iter::repeat_n(valid(at), length)).collect();
        level = list.values().slice(list.offset() * length, list.len() * length);
    }
    let order = array_element_order(&extents);
    let rows = 0..column.len() as u64;
    let places = rows.flat_map(|row| order.iter().map(move |place| row * width as u64 + place));
    let elements = gather(&level, places.map(|place| is_there[place as usize].then_some(place as usize)))?;
    let nulls = column.nulls().cloned();
    let list = match width {
        0 => FixedSizeListArray::try_new_with_length(item, 0, elements, nulls, column.len())?,
        _ => FixedSizeListArray::try_new(item, width, elements, nulls)?,
    };
    Ok(Arc::new(list))
}

/// The fields as a format has them that nests lists.
pub(super) fn nested_schema(schema: &Schema) -> SchemaRef {
    let fields: Vec<FieldRef> = schema.fields().iter().map(nested_field).collect();
    Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

fn nested_field(field: &FieldRef) -> FieldRef {
    match nested_type(field) {
        None => field.clone(),
        Some((ty, _)) => {
            let mut metadata = field.metadata().clone();
            metadata.remove(SHAPE);
            Arc::new(Field::new(field.name(), ty, field.is_nullable()).with_metadata(metadata))
        }
    }
}

/// The type of a column with several dimensions, and their extents.
fn nested_type(field: &Field) -> Option<(DataType, Vec<u64>)> {
    let DataType::FixedSizeList(item, width) = field.data_type() else { return None };
    let extents = shape_of(field).filter(|extents| extents.len() > 1 && width_of(extents) == Some(*width))?;
    let nest = |item: FieldRef, extent: &u64| {
        let ty = DataType::FixedSizeList(item, *extent as i32);
        Arc::new(Field::new("item", ty, false))
    };
    let outer = extents.iter().rev().fold(item.clone(), nest);
    Some((outer.data_type().clone(), extents))
}

/// A batch with columns of that schema, which [`nested_schema`] made of its own.
pub(super) fn nested(path: &Path, batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, DataError> {
    let own = batch.schema();
    let columns = own.fields().iter().zip(batch.columns()).map(|(field, column)| match nested_type(field) {
        None => Ok(column.clone()),
        Some((_, extents)) => nested_column(path, column, &extents),
    });
    let columns: Result<Vec<ArrayRef>, DataError> = columns.collect();
    RecordBatch::try_new(schema.clone(), columns?).map_err(|error| DataError::content(path, error))
}

fn nested_column(path: &Path, column: &ArrayRef, extents: &[u64]) -> Result<ArrayRef, DataError> {
    let list = column.as_fixed_size_list();
    let width = list.value_length() as usize;
    let elements = list.values().slice(list.offset() * width, list.len() * width);
    let mut level = each_row(path, &elements, width as u64, &last_index_fastest(extents))?;
    let DataType::FixedSizeList(item, _) = column.data_type() else { return Ok(column.clone()) };
    let mut item = item.clone();
    for (depth, extent) in extents.iter().enumerate().rev() {
        let lists = extents[..depth].iter().fold(list.len(), |count, extent| count * *extent as usize);
        let nulls = column.nulls().filter(|_| depth == 0).cloned();
        let nested = match extent {
            0 => FixedSizeListArray::try_new_with_length(item, 0, level, nulls, lists),
            _ => FixedSizeListArray::try_new(item, *extent as i32, level, nulls),
        };
        level = Arc::new(nested.map_err(|error| DataError::content(path, error))?);
        item = Arc::new(Field::new("item", level.data_type().clone(), false));
    }
    Ok(level)
}
