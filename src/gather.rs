//! Elements of columns from other places, as `arrow_select::take` has them. For all types that are there, that crate
//! takes longer to compile than most of ours: it is not optimized, and nothing in it runs for each row.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, make_array, new_null_array};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType};

/// The elements at these places of an array, each below its length; where there is no place, no value.
///
/// # Errors
/// Those of the library.
pub(crate) fn gather(
    array: &dyn Array,
    places: impl Iterator<Item = Option<usize>> + Clone,
) -> Result<ArrayRef, ArrowError> {
    let data = array.to_data();
    let values = match data.data_type().primitive_width() {
        Some(1) => fixed::<u8>(&data, places.clone()),
        Some(2) => fixed::<u16>(&data, places.clone()),
        Some(4) => fixed::<u32>(&data, places.clone()),
        Some(8) => fixed::<u64>(&data, places.clone()),
        Some(16) => fixed::<i128>(&data, places.clone()),
        _ => return Ok(make_array(copied(&data, places)?)),
    };
    let nulls: NullBuffer = places.map(|place| place.is_some_and(|place| data.is_valid(place))).collect();
    let gathered = ArrayData::builder(data.data_type().clone()).len(nulls.len()).add_buffer(values);
    Ok(make_array(gathered.nulls(Some(nulls).filter(|nulls| nulls.null_count() > 0)).build()?))
}

/// These rows of a batch.
///
/// # Errors
/// Those of the library.
pub(crate) fn gather_rows(batch: &RecordBatch, rows: &[usize]) -> Result<RecordBatch, ArrowError> {
    let rows_of = |column| gather(column, rows.iter().copied().map(Some));
    let columns = batch.columns().iter().map(|column| rows_of(column)).collect::<Result<_, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(batch.schema(), columns, &options)
}

/// The values of a column with a dictionary.
///
/// # Errors
/// Those of the library.
pub(crate) fn looked_up(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let dictionary = array.as_any_dictionary();
    if dictionary.values().is_empty() {
        return Ok(new_null_array(dictionary.values().data_type(), array.len()));
    }
    let places = dictionary.normalized_keys();
    let place = |(row, place): (usize, &usize)| dictionary.keys().is_valid(row).then_some(*place);
    gather(dictionary.values(), places.iter().enumerate().map(place))
}

/// The elements of a row of a column of arrays.
pub(crate) fn elements_of(array: &ArrayRef, row: usize) -> ArrayRef {
    match array.data_type() {
        DataType::FixedSizeList(..) => array.as_fixed_size_list().value(row),
        DataType::LargeList(_) => array.as_list::<i64>().value(row),
        _ => array.as_list::<i32>().value(row),
    }
}

fn fixed<T: ArrowNativeType>(data: &ArrayData, places: impl Iterator<Item = Option<usize>>) -> Buffer {
    let values = &data.buffer::<T>(0)[..data.len()];
    places.map(|place| place.map_or_else(T::default, |place| values[place])).collect::<Vec<T>>().into()
}

/// Elements of any type; those that follow each other are copied at once.
fn copied(data: &ArrayData, mut places: impl Iterator<Item = Option<usize>>) -> Result<ArrayData, ArrowError> {
    let mut copies = MutableArrayData::new(vec![data], true, places.size_hint().0);
    let mut next = places.next();
    while let Some(first) = next {
        let mut length = 1;
        next = places.next();
        while next == Some(first.map(|first| first + length)) {
            length += 1;
            next = places.next();
        }
        match first {
            Some(first) => copies.try_extend(0, first, first + length)?,
            None => copies.try_extend_nulls(length)?,
        }
    }
    Ok(copies.freeze())
}

#[cfg(test)]
mod tests {
    use super::{gather, looked_up};
    use arrow_array::types::{Float64Type, Int8Type, Int32Type};
    use arrow_array::{Array, ArrayRef, BooleanArray, DictionaryArray, Int8Array, PrimitiveArray, StringArray};
    use pretty_assertions::assert_eq;
    use std::sync::Arc;

    const PLACES: [Option<usize>; 6] = [Some(1), Some(2), None, Some(0), None, None];

    #[test]
    fn elements_of_a_slice_come_from_their_places_with_what_is_missing() {
        let gathered = |array: &dyn Array| gather(&array.slice(1, 3), PLACES.into_iter()).unwrap();
        let numbers = PrimitiveArray::<Float64Type>::from(vec![None, Some(1.5), Some(2.5), None]);
        let expected = PrimitiveArray::<Float64Type>::from(vec![Some(2.5), None, None, Some(1.5), None, None]);
        assert_eq!(&*gathered(&numbers), &expected as &dyn Array);
        let numbers = PrimitiveArray::<Int32Type>::from(vec![1, 2, 3, 4]);
        let expected = PrimitiveArray::<Int32Type>::from(vec![Some(3), Some(4), None, Some(2), None, None]);
        assert_eq!(&*gathered(&numbers), &expected as &dyn Array);
        let truths = BooleanArray::from(vec![None, Some(true), Some(false), None]);
        let expected = BooleanArray::from(vec![Some(false), None, None, Some(true), None, None]);
        assert_eq!(&*gathered(&truths), &expected as &dyn Array);
        let texts = StringArray::from(vec!["", "a", "bc", "def"]);
        let expected = StringArray::from(vec![Some("bc"), Some("def"), None, Some("a"), None, None]);
        assert_eq!(&*gathered(&texts), &expected as &dyn Array);
    }

    #[test]
    fn what_is_complete_has_no_bits_for_missing_values() {
        let numbers = Int8Array::from(vec![1, 2, 3]);
        assert!(gather(&numbers, [Some(2), Some(2)].into_iter()).unwrap().nulls().is_none());
        assert!(gather(&numbers, std::iter::empty()).unwrap().is_empty());
    }

    #[test]
    fn dictionaries_may_have_no_values_at_all() {
        let keys = Int8Array::from(vec![Some(1), None, Some(0)]);
        let texts: ArrayRef = Arc::new(StringArray::from(vec![Some("a"), None]));
        let dictionary: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::new(keys, texts));
        assert_eq!(&*looked_up(&dictionary).unwrap(), &StringArray::from(vec![None, None, Some("a")]) as &dyn Array);
        let none: ArrayRef = Arc::new(StringArray::from(Vec::<&str>::new()));
        let dictionary: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::new(Int8Array::from(vec![None, None]), none));
        assert_eq!(&*looked_up(&dictionary).unwrap(), &StringArray::from(vec![None::<&str>; 2]) as &dyn Array);
    }
}
