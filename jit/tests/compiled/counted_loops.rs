//! Accesses in nests of counted loops with constant ends, many of which need no check: triangles, strides, loops down,
//! ends near the largest integer, factors that wrap, loops without a turn, lanes that leave early. Arrays are just
//! large enough, or one element too short at one end. `FORLANE_CASES=N` runs N cases, `FORLANE_SEED=N` others.

use super::sources::{Column, compare, scalars};
use std::fmt::Write;

const CASES: usize = 60;
const ROWS: usize = 19;

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    /// One below a limit.
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A loop from `first + near * outer` to `last + far * outer`, by a step.
#[derive(Clone, Copy)]
struct Counted {
    first: i64,
    near: i64,
    last: i64,
    far: i64,
    step: i64,
}

impl Counted {
    fn new(numbers: &mut Numbers, is_inner: bool) -> Counted {
        let start = numbers.of(&[1, 1, 1, 0, -3, 2_147_483_638, -2_147_483_648]);
        let step = numbers.of(&[1, 1, 1, 2, 3, -1, -2, 1_073_741_824]);
        let turns = numbers.below(6) as i64 - 1;
        let end = (start + turns * numbers.of(&[1, step])).clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        let mut triangle = || if is_inner && start.abs() < 100 { numbers.of(&[0, 1, 1, -1]) } else { 0 };
        let (near, far) = (triangle(), triangle());
        Counted { first: start, near, last: end, far, step }
    }

    /// The values in its turns, if these are few.
    fn turns(self, outer: i64) -> Option<Vec<i64>> {
        let (first, last) = (self.first + self.near * outer, self.last + self.far * outer);
        let count = ((last - first + self.step) / self.step).max(0);
        (count < 50).then(|| (0..count).map(|turn| first + turn * self.step).collect())
    }
}

fn wrapped(value: i64) -> i64 {
    i64::from(value as i32)
}

/// A literal, also of the least integer.
fn number(value: i64) -> String {
    if value == i64::from(i32::MIN) { "(-2147483647 - 1)".to_string() } else { format!("({value})") }
}

/// A unit with two loops, of which the inner one is left by some lanes, and two accesses; none if they are too far
/// apart, or turns too many.
fn source(seed: u64) -> Option<String> {
    let mut numbers = Numbers(seed);
    for _ in 0..5 {
        numbers.below(2);
    }
    let (outer, inner) = (Counted::new(&mut numbers, false), Counted::new(&mut numbers, true));
    let is_small = outer.first.abs() < 100;
    let inner = if is_small { inner } else { Counted { near: 0, far: 0, ..inner } };
    let factors: Vec<i64> = (0..4).map(|_| numbers.of(&[0, 1, 1, 1, 2, -1, 3, 65_536, 1 << 30])).collect();
    let mut pairs = Vec::new();
    for i in outer.turns(0)? {
        pairs.extend(inner.turns(i)?.into_iter().map(|j| (i, j)));
    }
    let index = |at: usize| move |(i, j): &(i64, i64), f: &[i64]| wrapped(f[at] * i + f[at + 1] * j);
    let mut accesses = String::new();
    let mut lengths = Vec::new();
    for (name, at) in [("A", 0), ("B", 2)] {
        let of = index(at);
        let indices = || pairs.iter().map(|pair| of(pair, &factors));
        let (low, high) = (indices().min().unwrap_or(1), indices().max().unwrap_or(1));
        if high - low > 200 {
            return None;
        }
        lengths.push((high - low + 1 - i64::from(numbers.below(4) == 0)).max(1));
        let offset = number(wrapped(1 - low - i64::from(numbers.below(4) == 0)));
        let sum = format!("{}*I + {}*J + {offset}", number(factors[at]), number(factors[at + 1]));
        writeln!(accesses, "      {name}({sum}) =\n     &  {name}({sum}) + R + 1").ok()?;
        writeln!(accesses, "      R = R + {name}({sum})").ok()?;
    }
    let ends = |counted: Counted| {
        let sum = |constant: i64, factor: i64| match factor {
            0 => number(constant),
            factor => format!("{} + {}*I", number(constant), number(factor)),
        };
        format!("{}, {}, {}", sum(counted.first, counted.near), sum(counted.last, counted.far), number(counted.step))
    };
    let leave = numbers.of(&["", "      IF (IAND(R, 7) .EQ. K) GO TO 10\n", "      IF (R .GT. 9*K) RETURN\n"]);
    Some(format!(
        "      SUBROUTINE TOP(K, R)\n      INTEGER K, R, I, J, A({}), B({})\n      R = K\n      DO 20 I = {}\n      DO 10 J =\n     \
         & {}\n{leave}{accesses}   10 CONTINUE\n   20 CONTINUE\n      END\n",
        lengths[0],
        lengths[1],
        ends(outer),
        ends(inner)
    ))
}

#[test]
fn nests_of_counted_loops() {
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (cases, seed) = (given("FORLANE_CASES").unwrap_or(CASES), given("FORLANE_SEED").unwrap_or(0) as u64);
    let sources: Vec<String> = (seed..).filter_map(source).take(cases).collect();
    for source in sources {
        println!("{source}");
        let rows: Vec<i32> = (0..ROWS as i32).map(|row| row % 9).collect();
        compare(&source, "top", vec![scalars(Column::i32(&rows)), scalars(Column::i32(&[0; ROWS]))], None, ROWS);
    }
}
