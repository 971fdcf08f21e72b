//! Orders of rows by the values that they start with.

use super::super::places::{ElementPlaces, Places, RowPlaces};
use super::super::plan::Side;
use super::super::stretch::Stretch;
use super::*;
use crate::kernel::column::InputColumn;
use std::ops::Range;

/// A column of these values as an argument.
fn plan<T>(ty: Type, length: usize, values: &[T]) -> Plan<'static> {
    let places = Places::in_order(length, size_of::<T>());
    let column = InputColumn::apart(values.as_ptr().cast());
    let input = Some(Side { column, places, is_in_place: false });
    let kind = if length == 1 { PlanKind::Column } else { PlanKind::Rows(length) };
    Plan { kind, ty, size: ty.size(), assigned: false, has_start: true, input, output: None }
}

fn real8() -> Type {
    Type::Real(RealKind::R8)
}

/// The rows in their order by the first elements of these arguments.
fn ordered(plans: &[Plan<'_>], arguments: &[usize], rows: Range<usize>, count: usize) -> Vec<u32> {
    let extents = [count];
    let keys: Vec<RowKey> = arguments.iter().map(|argument| RowKey { argument: *argument, element: 0 }).collect();
    let mut ordering = Ordering::default();
    let order = ordering.order(&keys, (plans, &RowSet::from_first(&extents, 0)), Share::whole(rows));
    assert!(order.places.iter().map(|place| order.rows[*place as usize]).eq(0..order.rows.len() as u32));
    order.rows.to_vec()
}

/// Each row is there once, wherever the stretch begins, and values of each type go up, negative ones, infinities and
/// NaN included.
#[test]
fn rows_go_up_by_a_key() {
    let reals = [3.0, -1.0, f64::INFINITY, 0.0, -2.5, f64::NEG_INFINITY, 1e300, f64::NAN, 1e-300];
    assert_eq!(ordered(&[plan(real8(), 1, &reals)], &[0], 0..9, 9), [5, 4, 1, 3, 8, 0, 6, 2, 7]);
    assert_eq!(ordered(&[plan(real8(), 1, &reals)], &[0], 3..6, 9), [2, 1, 0]);
    let singles = reals.map(|real| real as f32);
    let single = plan(Type::Real(RealKind::R4), 1, &singles);
    assert_eq!(ordered(&[single], &[0], 0..6, 9), [5, 4, 1, 3, 0, 2]);
    let integers = [7, i32::MIN, -1, i32::MAX, 0];
    assert_eq!(ordered(&[plan(Type::Integer(IntegerKind::I4), 1, &integers)], &[0], 0..5, 5), [1, 2, 4, 0, 3]);
    let long = integers.map(i64::from);
    assert_eq!(ordered(&[plan(Type::Integer(IntegerKind::I8), 1, &long)], &[0], 0..5, 5), [1, 2, 4, 0, 3]);
    let texts = plan(Type::Integer(IntegerKind::I1), 3, b"no yesnotabs   ");
    assert_eq!(ordered(&[texts], &[0], 0..5, 5), [4, 3, 0, 2, 1]);
    assert_eq!(ordered(&[plan(Type::Logical, 1, &[1_u8, 0, 1, 0])], &[], 0..4, 4), [0, 1, 2, 3]);
}

/// Values that are one apart are in buckets of their own: of the orders of a function, two each were taken for one.
#[test]
fn small_integers_and_logicals_are_told_apart() {
    let integers = [5, 2, 3, 0, 4, 1, 6];
    assert_eq!(ordered(&[plan(Type::Integer(IntegerKind::I4), 1, &integers)], &[0], 0..7, 7), [3, 5, 1, 2, 4, 0, 6]);
    let long = integers.map(|value| i64::from(value) - 3);
    assert_eq!(ordered(&[plan(Type::Integer(IntegerKind::I8), 1, &long)], &[0], 0..7, 7), [3, 5, 1, 2, 4, 0, 6]);
    let bytes = plan(Type::Integer(IntegerKind::I1), 1, b"badc");
    assert_eq!(ordered(&[bytes], &[0], 0..4, 4), [1, 0, 3, 2]);
    let mut logicals = plan(Type::Logical, 1, &[1_u8, 0, 1, 0]);
    let Some(input) = &mut logicals.input else { panic!("there is none") };
    input.places.width = 1;
    assert_eq!(ordered(&[logicals], &[0], 0..4, 4), [1, 3, 0, 2]);
}

/// Of a text whose bytes do not lie one after the other only those are read that do; others were read past its end.
#[test]
fn keys_of_texts_are_in_them() {
    let bytes = *b"on..seyton..bat...";
    let mut plan = plan(Type::Integer(IntegerKind::I1), 3, &bytes);
    let Some(input) = &mut plan.input else { panic!("there is none") };
    let (rows, elements) = (RowPlaces::Apart(-3), ElementPlaces::At(&[0, -1, -2]));
    input.places = Places { rows, elements, width: 1 };
    input.column = InputColumn::apart(bytes.as_ptr().wrapping_add(17));
    assert_eq!(first_bytes(&input.places, 3), 1);
    assert_eq!(ordered(&[plan], &[0], 0..6, 6), [0, 2, 5, 4, 3, 1]);
}

/// By two keys, rows that are neighbours are close in both: 64 of 4096 have a quarter of the range of each.
#[test]
fn rows_are_close_in_all_keys() {
    let of = |factor: u64, row: u64| (row * factor % 4096) as f64;
    let columns = [2731, 1449].map(|factor| (0..4096).map(|row| of(factor, row)).collect::<Vec<f64>>());
    let plans = [plan(real8(), 1, &columns[0]), plan(real8(), 1, &columns[1])];
    let order = ordered(&plans, &[0, 1], 0..4096, 4096);
    let mut rows = order.clone();
    rows.sort_unstable();
    assert!(rows.into_iter().eq(0..4096));
    for column in &columns {
        let width = |part: &[u32]| {
            let values = || part.iter().map(|row| column[*row as usize]);
            values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
        };
        let mean = order.chunks(64).map(width).sum::<f64>() / 64.0;
        assert!(mean < 4096.0 / 4.0, "{mean}");
    }
}

/// Rows differ in the keys that are found: columns, the first elements of arrays, and texts, but not what is the same
/// for all.
#[test]
fn keys_are_what_rows_differ_in() {
    let (same, counted) = ([4.0; 300], (0..300).map(f64::from).collect::<Vec<f64>>());
    let arrays: Vec<f64> = (0..300 * 6).map(|at| if at % 6 == 2 { 0.0 } else { f64::from(at) }).collect();
    let bytes: Vec<u8> = (0..300 * 9).map(|at| (at / 90) as u8).collect();
    let text = plan(Type::Integer(IntegerKind::I1), 9, &bytes);
    let plans = [plan(real8(), 1, &same), plan(real8(), 1, &counted), plan(real8(), 6, &arrays), text];
    let found = keys(&plans, &RowSet::from_first(&[300], 0), 300);
    let found: Vec<(usize, usize)> = found.iter().map(|key| (key.argument, key.element)).collect();
    assert_eq!(found, [(1, 0), (2, 0), (2, 1), (2, 3), (3, 0)]);
    assert_eq!(keys(&plans, &RowSet::from_first(&[0], 0), 0), []);
}

/// Rows of a grid are alike at even distances: with samples at such ones, no order by the inner dimension was found.
#[test]
fn rows_of_a_grid_differ_in_the_inner_dimension() {
    let inner: Vec<f64> = (0..1 << 15).map(|row| f64::from(row % 64)).collect();
    let plans = [plan(real8(), 1, &inner)];
    assert_eq!(keys(&plans, &RowSet::from_first(&[1 << 15], 0), 1 << 15).len(), 1);
    let order = ordered(&plans, &[0], 0..1 << 15, 1 << 15);
    let values: Vec<f64> = order.iter().map(|row| inner[*row as usize]).collect();
    assert!(values.is_sorted_by(|one, next| one <= &(next + 1.0)));
}

/// What follows from another key, up or down, with steps or without, says nothing new about long runs.
#[test]
fn keys_that_follow_from_others_are_left_out() {
    let rows = 1 << 12;
    let of = |factor: usize| (0..rows).map(|row| (row * factor % rows) as f64).collect::<Vec<f64>>();
    let (first, other) = (of(2731), of(1449));
    let complement: Vec<f64> = first.iter().map(|value| 1.0 - value / rows as f64).collect();
    let steps: Vec<f64> = other.iter().map(|value| (value / 100.0).floor()).collect();
    let plans = [&steps, &first, &complement, &other].map(|values| plan(real8(), 1, values));
    let found = |count| {
        let found = keys(&plans, &RowSet::from_first(&[rows], 0), count);
        found.iter().map(|key| key.argument).collect::<Vec<usize>>()
    };
    assert_eq!(found(rows), [1, 3]);
    assert_eq!(found(rows - 1), [0, 1, 2, 3]);
}

/// Ordering a row moves each of its values that a stretch has room for, those that are read and assigned twice.
#[test]
fn values_that_ordering_moves_are_counted() {
    let values = [0.0; 64];
    let read = || plan(real8(), 1, &values);
    let mut both = plan(real8(), 1, &values);
    both.assigned = true;
    let mut assigned = plan(real8(), 1, &values);
    (assigned.input, assigned.assigned) = (None, true);
    let shared = Plan { kind: PlanKind::Shared(64), ..read() };
    let uniform = Plan { kind: PlanKind::Uniform([0; 8]), ..read() };
    let long = Plan { kind: PlanKind::Pieces(64), ..read() };
    let short = Plan { kind: PlanKind::Pieces(3), ..read() };
    assert_eq!(Stretch::moved(&[read(), both, assigned, shared, uniform, long, short]), 1 + 2 + 1 + 3);
}

/// Values that are close together are told apart beside some that are far away, such as the number for a missing one:
/// what numbers are is how far values are from the median, as a REAL(4) that small a difference gets lost in.
#[test]
fn values_close_together_are_told_apart() {
    for [near, step, missing] in [[2_451_545.0, 1e-5, -999.0], [1.0, 1e-12, 9.96921e36], [-270.0, 0.1, f64::NAN]] {
        let values: Vec<f64> = (0..4096_u32)
            .map(|row| if row % 10 == 0 { missing } else { near + f64::from(row * 2731 % 4096) * step })
            .collect();
        let order = ordered(&[plan(real8(), 1, &values)], &[0], 0..4096, 4096);
        let known: Vec<f64> = order
            .iter()
            .map(|row| values[*row as usize])
            .filter(|value| value.to_bits() != missing.to_bits())
            .collect();
        let widest = known
            .chunks(64)
            .map(|part| part.iter().copied().fold(f64::MIN, f64::max) - part.iter().copied().fold(f64::MAX, f64::min));
        let widest = widest.fold(0.0, f64::max);
        assert!(widest < 4096.0 * step / 8.0, "{near} {widest}");
    }
}

/// Buckets are kept for the rows that follow, as long as their values fill them: those of a table that goes up are all
/// greater, and where rows begin with one value for all, others come.
#[test]
fn buckets_are_made_anew_where_values_are_others() {
    let stretch = |least: f64, factor: usize| (0..4096).map(move |row| least + (row * factor % 4096) as f64);
    let alike = stretch(0.0, 2731).chain(stretch(0.25, 1449));
    let column: Vec<f64> = stretch(-1.0, 4096).chain(alike).chain(stretch(5000.0, 2731)).collect();
    let (plans, extents, keys) = ([plan(real8(), 1, &column)], [column.len()], [RowKey { argument: 0, element: 0 }]);
    let mut ordering = Ordering::default();
    let mut buckets = |first: usize| {
        let share = Share::whole(first..first + 4096);
        let rows = ordering.order(&keys, (&plans, &RowSet::from_first(&extents, 0)), share).rows.to_vec();
        let values: Vec<f64> = rows.iter().map(|row| column[first + *row as usize]).collect();
        assert!(values.chunks(64).is_sorted_by(|one, next| one[0] <= next[63]));
        let [(_, buckets)] = &ordering.buckets[..] else { panic!("there are those of one key") };
        let of_column = column.iter().map(|value| buckets.bucket(in_order(value.to_bits())));
        (of_column.collect::<Vec<usize>>(), values.chunks(64).all(|part| (part[0] - part[63]).abs() < 512.0))
    };
    let [(_, first), (second, is_second_close), (third, _), (fourth, is_fourth_close)] =
        [0, 4096, 8192, 12288].map(&mut buckets);
    assert!(first && is_second_close && is_fourth_close);
    assert!(second == third && third != fourth);
}
