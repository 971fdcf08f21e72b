//! Choosing, over rows whose time is a function: what the choice costs, beside the fastest size for each row.

use super::*;

/// Nanoseconds of a row by each candidate: the first, scalar code, a third.
type Costs<'a> = &'a dyn Fn(u64) -> [f64; 3];

const SIZES: [usize; 3] = [8, 1, 16];
/// What compiling the first candidate took.
const COMPILING: Duration = Duration::from_millis(1);

fn sized(gang: usize) -> Form {
    Form { gang, refills: false }
}

struct Outcome {
    /// Nanoseconds of all rows.
    taken: f64,
    /// What they would have taken by each candidate alone.
    alone: [f64; 3],
    /// The gang that was chosen at the end.
    chosen: usize,
    /// The sizes that were compiled.
    compiled: Vec<usize>,
}

/// Runs calls of `rows` rows each. A candidate is compiled while the next stretch runs.
fn run(rows: u64, call: u64, costs: Costs<'_>) -> Outcome {
    let mut trial = Trial::new(&SIZES.map(sized), COMPILING);
    let (mut taken, mut alone, mut compiled) = (0.0, [0.0; 3], Vec::new());
    let mut row = 0;
    while row < rows {
        let end = rows.min(row + call);
        while row < end {
            let stretches = trial.next((end - row) as usize, &Orderable::default());
            let due = trial.start_compiling();
            let block = stretches.iter().map(|stretch| stretch.rows).sum::<usize>();
            assert!((1..=(end - row) as usize).contains(&block));
            for (number, stretch) in stretches.iter().enumerate() {
                let mut time = 0.0;
                for row in (row..row + block as u64).skip(number).step_by(stretches.len()) {
                    let costs = costs(row);
                    time += costs[stretch.candidate];
                    (0..3).for_each(|candidate| alone[candidate] += costs[candidate]);
                }
                taken += time;
                trial.report(stretch, stretch.rows, Duration::from_nanos(time as u64));
            }
            row += block as u64;
            if let Some(number) = due {
                compiled.push(SIZES[number]);
                trial.compiled(number, true, COMPILING);
            }
        }
    }
    Outcome { taken, alone, chosen: trial.chosen().0.gang, compiled }
}

/// Any size may be the fastest: a long run takes hardly longer than it would alone: it is not slower than scalar code
/// where the lanes of a gang never agree, and not slower than a gang where they do.
#[test]
fn a_long_run_is_as_fast_as_the_fastest_size() {
    for (costs, fastest) in [([2e3, 1e3, 2.4e3], 1), ([1e3, 4e3, 8e2], 16), ([6e2, 1.8e3, 9e2], 8)] {
        let found = run(1_000_000, 1 << 16, &|_| costs);
        let best = found.alone.into_iter().fold(f64::INFINITY, f64::min);
        assert_eq!(found.chosen, fastest);
        assert!(found.taken < 1.02 * best, "{costs:?}: {} times the best", found.taken / best);
    }
}

/// However slow a candidate is, trying it is a small share of the run.
#[test]
fn a_candidate_that_is_very_slow_costs_little() {
    let found = run(1_000_000, 1 << 16, &|_| [1e3, 1e5, 5e4]);
    assert!(found.taken < 1.08 * found.alone[0], "{}", found.taken / found.alone[0]);
}

/// Nothing is compiled for rows that are over sooner, and nothing is tried.
#[test]
fn a_short_run_tries_nothing() {
    let found = run(5_000, 5_000, &|_| [200.0, 20.0, 20.0]);
    assert_eq!((found.compiled, found.taken), (vec![], found.alone[0]));
}

/// A caller of many short calls gets its trial once the calls have taken as long as it costs.
#[test]
fn many_short_calls_are_a_long_run() {
    let found = run(200_000, 100, &|_| [2e3, 8e2, 2.4e3]);
    assert_eq!(found.chosen, 1);
    assert!(found.taken < 1.2 * found.alone[1], "{}", found.taken / found.alone[1]);
}

/// The data changes its nature: first the lanes of a gang agree, then they do not, and again.
#[test]
fn the_choice_follows_the_data() {
    let changing =
        |row: u64| if (row / 1_000_000).is_multiple_of(2) { [400.0, 1200.0, 400.0] } else { [2800.0, 1200.0, 4800.0] };
    let found = run(4_000_000, 1 << 16, &changing);
    let best = 2e6 * (400.0 + 1200.0);
    assert!(found.taken < 1.1 * best, "{} times the best", found.taken / best);
    assert!(found.taken < 0.8 * found.alone.into_iter().fold(f64::INFINITY, f64::min));
}

/// Of a picture few lines are expensive, and the size that is best for them is chosen, wherever they are: contenders
/// ran one after the other, so that one had the expensive rows and another the cheap ones.
#[test]
fn expensive_rows_decide_wherever_they_are() {
    for shift in (0..4200).step_by(300) {
        let expensive = |row: u64| ((row + shift) / 700).is_multiple_of(6);
        let found = run(1_000_000, 1 << 16, &|row| if expensive(row) { [3e2, 3e3, 2e2] } else { [10.0, 100.0, 12.0] });
        // Scalar code, which is tried too, is ten times as slow.
        assert!(found.taken < 0.9 * found.alone[0], "{shift}: {}", found.taken / found.alone[0]);
    }
}

/// Rows that differ much from each other: what is chosen is at least as fast as scalar code.
#[test]
fn rows_of_any_cost_take_no_longer_than_in_scalar_code() {
    for seed in 0..20_u64 {
        let random = |row: u64, salt: u64| {
            let mixed = (row ^ salt << 40 ^ seed << 50).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as f64 / f64::from(1 << 24)
        };
        let costs = |row: u64| {
            let phase = row / 25_000;
            let each = 400.0 + 4000.0 * random(row, 0).powi(4);
            [each * (0.4 + 2.0 * random(phase, 1)), each, each * (0.3 + 3.0 * random(phase, 2))]
        };
        let found = run(500_000, 1 << 16, &costs);
        assert!(found.taken < 1.05 * found.alone[1], "{seed}: {}", found.taken / found.alone[1]);
    }
}

/// A candidate that turns out to be impossible is left, also in the middle of a trial.
#[test]
fn a_refused_candidate_is_left() {
    let mut trial = Trial::new(&SIZES.map(sized), COMPILING);
    let first = trial.next(1 << 20, &Orderable::default());
    trial.report(&first[0], first[0].rows, Duration::from_millis(100));
    let due = trial.start_compiling().expect("a second is ahead");
    trial.compiled(due, true, COMPILING);
    assert_eq!(trial.next(1 << 20, &Orderable::default())[1].candidate, due);
    trial.refuse(due);
    for _ in 0..100 {
        for stretch in trial.next(1 << 20, &Orderable::default()) {
            assert_eq!(stretch.candidate, 0);
            trial.report(&stretch, stretch.rows, Duration::from_millis(1));
        }
    }
}

/// Keys of rows in the tests of orders.
const KEYS: [RowKey; 3] =
    [RowKey { argument: 0, element: 0 }, RowKey { argument: 3, element: 0 }, RowKey { argument: 3, element: 1 }];

fn orderable() -> Orderable {
    Orderable { keys: KEYS.to_vec(), most_rows: 1 << 15, moved: 4 }
}

/// Runs rows whose time depends on the size and on the keys that they are ordered by; returns what is chosen at the
/// end, and the time of all rows, by that of the fastest choice.
fn run_ordered(rows: u64, call: u64, costs: &dyn Fn(usize, &[RowKey]) -> f64) -> ((usize, Vec<RowKey>), f64) {
    let mut trial = Trial::new(&SIZES.map(sized), COMPILING);
    let (mut taken, mut row, mut least) = (0.0, 0, f64::INFINITY);
    while row < rows {
        let end = rows.min(row + call);
        while row < end {
            let stretches = trial.next((end - row) as usize, &orderable());
            let due = trial.start_compiling();
            for stretch in stretches {
                let cost = costs(SIZES[stretch.candidate], &stretch.order);
                least = least.min(cost);
                let time = cost * stretch.rows as f64;
                taken += time;
                row += stretch.rows as u64;
                trial.report(&stretch, stretch.rows, Duration::from_nanos(time as u64));
            }
            if let Some(number) = due {
                trial.compiled(number, true, COMPILING);
            }
        }
    }
    let (form, order) = trial.chosen();
    ((form.gang, order.to_vec()), taken / (least * rows as f64))
}

/// The keys that make rows faster are found, also where each alone gains little, and where only one of several does.
#[test]
fn rows_are_ordered_by_what_decides_on_their_ways() {
    let [first, second, third] = KEYS;
    let scalar =
        |gang: usize, ordered: f64| if gang == 1 { 900.0 } else { ordered * if gang == 16 { 1.1 } else { 1.0 } };
    let by_one = |gang, order: &[RowKey]| scalar(gang, if order.contains(&second) { 300.0 } else { 1000.0 });
    assert_eq!(run_ordered(400_000, 1 << 16, &by_one).0, (8, vec![second]));
    let by_two = |gang, order: &[RowKey]| {
        let found = [first, third].iter().filter(|key| order.contains(key)).count();
        scalar(gang, [1000.0, 970.0, 400.0][found])
    };
    let ((gang, mut order), share) = run_ordered(400_000, 1 << 16, &by_two);
    order.sort_by_key(|key| (key.argument, key.element));
    assert_eq!((gang, order), (8, vec![first, third]));
    assert!(share < 1.1, "{share}");
    // In few rows a key may look worse than it is.
    let together = |gang, order: &[RowKey]| match [first, third].iter().filter(|key| order.contains(key)).count() {
        2 => scalar(gang, 500.0),
        _ => scalar(gang, if order.is_empty() { 1000.0 } else { 1200.0 }),
    };
    let (_, order) = run_ordered(400_000, 1 << 16, &together).0;
    assert!([first, third].iter().all(|key| order.contains(key)), "{order:?}");
    // What costs more than it gains is not done, and rows that are cheap are not ordered at all.
    assert_eq!(
        run_ordered(400_000, 1 << 16, &|gang, order| scalar(gang, 500.0 + 20.0 * order.len() as f64)).0,
        (8, vec![])
    );
    assert_eq!(run_ordered(400_000, 1 << 16, &|_, order| if order.is_empty() { 23.0 } else { 1.0 }).0.1, []);
    assert_ne!(run_ordered(400_000, 1 << 16, &|_, order| if order.is_empty() { 25.0 } else { 1.0 }).0.1, []);
}

/// A table of a hundred thousand rows is soon over: rows as they come ran again and again beside orders that were three
/// times as fast, and scalar code once more whenever another size had been compiled.
#[test]
fn trials_of_a_short_table_are_a_small_part_of_it() {
    let costs = |gang: usize, order: &[RowKey]| match (gang, order.contains(&KEYS[1])) {
        (1, _) => 700.0,
        (8, is_ordered) => {
            if is_ordered {
                300.0
            } else {
                900.0
            }
        }
        (_, is_ordered) => {
            if is_ordered {
                330.0
            } else {
                900.0
            }
        }
    };
    let (chosen, share) = run_ordered(100_000, 1 << 16, &costs);
    assert_eq!(chosen, (8, vec![KEYS[1]]));
    assert!(share < 1.07, "{share}");
}

/// Short calls can't be ordered, but sizes are chosen.
#[test]
fn calls_of_few_rows_run_as_they_come() {
    let cost = |gang: usize, order: &[RowKey]| {
        if !order.is_empty() {
            100.0
        } else if gang == 1 {
            500.0
        } else {
            1000.0
        }
    };
    let ((gang, order), share) = run_ordered(400_000, 100, &cost);
    assert_eq!((gang, order, share > 1.0), (1, vec![], true));
    assert_eq!(run_ordered(3_000_000, 5_000, &cost).0, (8, vec![KEYS[0]]));
}

/// Lanes that take other rows when they are done gain where no order of the rows helps. Their rows are not ordered, and
/// come in long stretches, as fewer and fewer lanes are active at the end of each.
#[test]
fn lanes_take_other_rows_where_that_is_faster() {
    let forms = [Form { gang: 8, refills: false }, Form { gang: 8, refills: true }];
    let run = |refilled: f64, ordered: f64| {
        let mut trial = Trial::new(&forms, COMPILING);
        for _ in 0..2000 {
            let stretches = trial.next(1 << 20, &orderable());
            let due = trial.start_compiling();
            for stretch in stretches {
                let each = match (stretch.candidate, stretch.order.is_empty()) {
                    (0, true) => 1000.0,
                    (0, false) => ordered,
                    (_, is_unordered) => {
                        assert!(is_unordered && stretch.rows >= 64 * 8);
                        refilled
                    }
                };
                trial.report(&stretch, stretch.rows, Duration::from_nanos((each * stretch.rows as f64) as u64));
            }
            if let Some(number) = due {
                trial.compiled(number, true, COMPILING);
            }
        }
        let (form, order) = trial.chosen();
        (form.refills, order.len())
    };
    assert_eq!(run(600.0, 1010.0), (true, 0));
    assert_eq!(run(600.0, 800.0), (true, 0));
    assert_eq!(run(1200.0, 1010.0), (false, 0));
    assert!(!run(600.0, 500.0).0);
}
