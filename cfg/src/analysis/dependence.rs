//! Whether an array assignment may store each value as soon as it is evaluated, and in which order.
//!
//! An element that is read for one combination of the indices may be one that is assigned for another. The subscripts
//! of both, as sums of the indices, say how many iterations are between: `a(2:n) = a(1:n-1)` reads in the iteration
//! after the one that assigns. If for every pair of a read and an assigned element the read comes first, or is part of
//! the same iteration, in loops that run forward or backward, no copy is needed. Where the subscripts do not decide,
//! the element may be any (U. Banerjee, "Dependence Analysis", 1997: the single-index and bounds tests, dimension by
//! dimension).
//!
//! Subscripts are taken to be within their dimension, as Fortran demands.

use super::linear::Linear;
use crate::array::{ArrayAssignment, IndexRange, Section};
use crate::expr::{IntegerBinary, IntegerExpr, Place};
use crate::unit::{Storage, Var, VarId};
use id_arena::Arena;
use std::fmt;

/// The way a loop runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the first value of the index on.
    Forward,
    /// From the last value on.
    Backward,
}

/// What the values of an array assignment read of the array that it assigns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Nothing of that array.
    None,
    /// Other elements than those that are assigned.
    Disjoint,
    /// What has not been assigned yet, if the loops over the ranges run in these directions.
    InOrder(Vec<Direction>),
    /// Perhaps what has been assigned: a copy must be between.
    Unknown {
        /// The array that is read.
        array: VarId,
        /// Its name.
        name: String,
    },
}

/// How two elements are related.
enum Relation {
    /// They are never the same.
    Disjoint,
    /// For each range, how many iterations after the assignment an element is read, if it is the same; none if that
    /// may be any number.
    Distances(Vec<Option<i64>>),
}

/// The ranges of an assignment, with what is known of them.
struct Ranges {
    indices: Vec<VarId>,
    firsts: Vec<Option<i64>>,
    steps: Vec<Option<i64>>,
    counts: Vec<Option<Linear>>,
}

impl Dependence {
    /// Looks at all elements that an array assignment reads.
    pub fn compute(vars: &Arena<Var>, assignment: &ArrayAssignment) -> Dependence {
        let ranges = Ranges::of(vars, &assignment.ranges);
        let mut found = Dependence::None;
        let mut wanted: Vec<Option<Direction>> = vec![None; ranges.indices.len()];
        assignment.for_each_element_place(&mut |place| {
            let Some(array) = place.var().filter(|array| {
                !matches!(found, Dependence::Unknown { .. }) && {
                    assignment.target().is_some_and(|target| may_share(vars, target, *array))
                }
            }) else {
                return;
            };
            for store in &assignment.stores {
                let distances = match (place, array == store.target.array) {
                    (Place::Section(read), true) => ranges.relate(vars, &store.target, read),
                    _ => Relation::Distances(vec![None; ranges.indices.len()]),
                };
                let is_first = match &distances {
                    Relation::Disjoint => true,
                    Relation::Distances(distances) => ranges.order(distances, &mut wanted),
                };
                match (is_first, distances, &found) {
                    (false, ..) => {
                        found = Dependence::Unknown { array, name: vars[array].name.clone() };
                        return;
                    }
                    (true, Relation::Distances(_), _) => found = Dependence::InOrder(Vec::new()),
                    (true, Relation::Disjoint, Dependence::None) => found = Dependence::Disjoint,
                    _ => {}
                }
            }
        });
        match found {
            Dependence::InOrder(_) => {
                Dependence::InOrder(wanted.into_iter().map(|wanted| wanted.unwrap_or(Direction::Forward)).collect())
            }
            other => other,
        }
    }
}

impl fmt::Display for Dependence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dependence::None => formatter.write_str("in place: reads nothing of what it assigns"),
            Dependence::Disjoint => formatter.write_str("in place: reads other elements than it assigns"),
            Dependence::InOrder(directions) if directions.contains(&Direction::Backward) => {
                let words = directions.iter().map(|direction| match direction {
                    Direction::Forward => "forward",
                    Direction::Backward => "backward",
                });
                let words: Vec<&str> = words.collect();
                write!(formatter, "in place, {}: reads elements before it assigns them", words.join(" "))
            }
            Dependence::InOrder(_) => formatter.write_str("in place: reads elements before it assigns them"),
            Dependence::Unknown { name, .. } => write!(formatter, "by a copy: may read what it assigned of {name}"),
        }
    }
}

/// Whether an assignment to an array may change what a variable holds. Two dummy arguments of which one is assigned are
/// never the same, by Fortran's rules.
pub fn may_share(vars: &Arena<Var>, array: VarId, other: VarId) -> bool {
    let (array, other, is_same) = (&vars[array], &vars[other], array == other);
    let area = |var: &Var| var.area.as_ref().map(|place| place.area.clone());
    is_same || array.storage == Storage::Area && area(array) == area(other) && bytes_meet(array, other)
}

/// Whether two variables of one area have a byte in common.
fn bytes_meet(one: &Var, other: &Var) -> bool {
    let bytes = |var: &Var| {
        let first = var.area.as_ref()?.offset;
        Some((first, first.checked_add(var.element_count()?.checked_mul(var.ty.size() as u64)?)?))
    };
    match (bytes(one), bytes(other)) {
        (Some((first, end)), Some((other_first, other_end))) => first < other_end && other_first < end,
        _ => true,
    }
}

impl Ranges {
    fn of(vars: &Arena<Var>, ranges: &[IndexRange]) -> Ranges {
        let constant = |expr: &IntegerExpr| Linear::compute(vars, expr).and_then(|linear| linear.as_constant());
        Ranges {
            indices: ranges.iter().map(|range| range.index).collect(),
            firsts: ranges.iter().map(|range| constant(&range.first)).collect(),
            steps: ranges.iter().map(|range| constant(&range.step).filter(|step| *step != 0)).collect(),
            counts: ranges.iter().map(|range| Linear::compute(vars, at_least_zero(&range.count))).collect(),
        }
    }

    fn count(&self, range: usize) -> Option<i64> {
        self.counts[range].as_ref().and_then(Linear::as_constant)
    }

    /// How the element that is read and the assigned one are related.
    fn relate(&self, vars: &Arena<Var>, target: &Section, read: &Section) -> Relation {
        let mut distances: Vec<Option<i64>> = (0..self.indices.len()).map(|range| self.only_zero(range)).collect();
        let extents = |section: &Section| section.subscripts.iter().map(|one| one.extent.clone()).collect::<Vec<_>>();
        if extents(target) != extents(read) {
            return Relation::Distances(distances);
        }
        for (assigned, read) in target.subscripts.iter().zip(&read.subscripts) {
            let parts = Linear::compute(vars, &assigned.at).zip(Linear::compute(vars, &read.at));
            let Some((assigned, read)) = parts else { continue };
            match self.along(&assigned, &read) {
                Along::Disjoint => return Relation::Disjoint,
                Along::Distance(range, distance) => match distances[range] {
                    Some(other) if other != distance => return Relation::Disjoint,
                    _ => distances[range] = Some(distance),
                },
                Along::Unknown => {}
            }
        }
        Relation::Distances(distances)
    }

    /// A range of one value leaves no distance.
    fn only_zero(&self, range: usize) -> Option<i64> {
        self.count(range).filter(|count| *count <= 1).map(|_| 0)
    }

    /// What one dimension says.
    fn along(&self, assigned: &Linear, read: &Linear) -> Along {
        let (rest, factors) = assigned.split(&self.indices);
        let (read_rest, read_factors) = read.split(&self.indices);
        let Some(ahead) = rest.minus(&read_rest) else { return Along::Unknown };
        let used: Vec<usize> = (0..factors.len()).filter(|range| factors[*range] != 0).collect();
        match (&used[..], factors == read_factors, ahead.as_constant()) {
            ([], true, Some(ahead)) if ahead != 0 => Along::Disjoint,
            ([range], true, Some(0)) => Along::Distance(*range, 0),
            ([range], true, _) => self.single(*range, factors[*range], &ahead),
            (_, _, Some(ahead)) if self.never_meet(&factors, &read_factors, ahead) => Along::Disjoint,
            _ => Along::Unknown,
        }
    }

    /// Both subscripts grow alike with one index, and the assigned one is `ahead`.
    fn single(&self, range: usize, factor: i64, ahead: &Linear) -> Along {
        let Some(stride) = self.steps[range].and_then(|step| step.checked_mul(factor)) else { return Along::Unknown };
        if self.is_beyond(range, stride, ahead) {
            return Along::Disjoint;
        }
        match ahead.as_constant() {
            Some(ahead) if ahead % stride != 0 => Along::Disjoint,
            Some(ahead) => Along::Distance(range, ahead / stride),
            None => Along::Unknown,
        }
    }

    /// Whether the difference is as great as the whole range at least.
    fn is_beyond(&self, range: usize, stride: i64, ahead: &Linear) -> bool {
        let Some(length) = self.counts[range].as_ref().and_then(|count| count.scaled(stride.checked_abs()?)) else {
            return false;
        };
        let reaches = |ahead: Option<Linear>| {
            let over = ahead.and_then(|ahead| ahead.minus(&length)).and_then(|over| over.as_constant());
            over.is_some_and(|over| over >= 0)
        };
        reaches(Some(ahead.clone())) || reaches(ahead.scaled(-1))
    }

    /// Whether `ahead` and the multiples of the indices never add up to zero: by their common divisor, or by bounds.
    fn never_meet(&self, factors: &[i64], read_factors: &[i64], ahead: i64) -> bool {
        let mut least = i128::from(ahead);
        let mut greatest = least;
        let mut divisor = 0i128;
        for (factors, sign) in [(factors, 1i128), (read_factors, -1)] {
            for (range, factor) in factors.iter().enumerate().filter(|(_, factor)| **factor != 0) {
                let known = self.firsts[range].zip(self.steps[range]).zip(self.count(range));
                let Some(((first, step), count)) = known else { return false };
                let factor = sign * i128::from(*factor);
                let begin = factor * i128::from(first);
                let stride = factor * i128::from(step);
                let end = begin + stride * i128::from((count - 1).max(0));
                least += begin.min(end);
                greatest += begin.max(end);
                divisor = common_divisor(divisor, stride);
            }
        }
        let origin = least;
        least > 0 || greatest < 0 || divisor > 1 && origin % divisor != 0
    }

    /// Whether an element that is read `distance` iterations after its assignment is read first, in loops that run as
    /// `wanted` says; a direction that is open is chosen. The last range is the outermost loop.
    fn order(&self, distances: &[Option<i64>], wanted: &mut [Option<Direction>]) -> bool {
        for (range, distance) in distances.iter().enumerate().rev() {
            let direction = match distance {
                None => return false,
                Some(0) => continue,
                Some(1..) => Direction::Backward,
                Some(_) => Direction::Forward,
            };
            return *wanted[range].get_or_insert(direction) == direction;
        }
        true
    }
}

/// What one dimension says of a read and the assigned element.
enum Along {
    Disjoint,
    /// In that range, by a number of iterations.
    Distance(usize, i64),
    Unknown,
}

/// The count, where that is `max(count, 0)`: without iterations nothing is read.
fn at_least_zero(count: &IntegerExpr) -> &IntegerExpr {
    match count {
        IntegerExpr::Binary(IntegerBinary::Max, count, zero) if matches!(**zero, IntegerExpr::Constant(_, 0)) => count,
        count => count,
    }
}

fn common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
