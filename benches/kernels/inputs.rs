//! The rows that the kernels run over: the same in every run, spread by a small generator of pseudo-random numbers.

/// A column of rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// INTEGER
    I32(Vec<i32>),
    /// DOUBLE PRECISION
    F64(Vec<f64>),
}

/// A kernel and its rows.
pub struct Benchmark {
    /// Name of the example's file, without its ending.
    pub name: &'static str,
    /// The subprogram.
    pub kernel: &'static str,
    /// How Fortran calls it for row `i`, with inputs `in1`, `in2`, … and outputs `out1`, …
    pub call: &'static str,
    /// Number of rows.
    pub rows: usize,
    /// The arguments that are read, in order.
    pub inputs: Vec<Column>,
    /// For each argument that is assigned, in order, the function's value last, whether it is an INTEGER.
    pub output_is_integer: Vec<bool>,
}

impl Benchmark {
    /// Room for the results.
    pub fn outputs(&self) -> Vec<Column> {
        let column = |is_integer: &bool| match is_integer {
            true => Column::I32(vec![0; self.rows]),
            false => Column::F64(vec![0.0; self.rows]),
        };
        self.output_is_integer.iter().map(column).collect()
    }
}

/// All benchmarks.
pub fn benchmarks() -> Vec<Benchmark> {
    vec![mandelbrot(), kepler(), zeroin(), opcodes()]
}

/// The rows of a picture of 500 by 400 points, as they come.
fn mandelbrot() -> Benchmark {
    let (width, height) = (500, 400);
    let points = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let (cx, cy) = points
        .map(|(column, row)| (-2.0 + 2.5 * f64::from(column) / 500.0, -1.0 + 2.0 * f64::from(row) / 400.0))
        .unzip();
    let rows = (width * height) as usize;
    Benchmark {
        name: "mandelbrot",
        kernel: "mandel",
        call: "out1(i) = mandel(in1(i), in2(i), in3(i))",
        rows,
        inputs: vec![Column::F64(cx), Column::F64(cy), Column::I32(vec![500; rows])],
        output_is_integer: vec![true],
    }
}

fn kepler() -> Benchmark {
    let rows = 200_000;
    let mut random = Random(1);
    let anomaly = (0..rows).map(|_| random.between(-3.1, 3.1)).collect();
    let eccentricity = (0..rows).map(|_| random.between(0.0, 0.9)).collect();
    Benchmark {
        name: "kepler",
        kernel: "kepler",
        call: "call kepler(in1(i), in2(i), out1(i), out2(i))",
        rows,
        inputs: vec![Column::F64(anomaly), Column::F64(eccentricity)],
        output_is_integer: vec![false, true],
    }
}

/// Cubics with a root at a random place between -4 and 4.
fn zeroin() -> Benchmark {
    let rows = 100_000;
    let mut random = Random(2);
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 6];
    for _ in 0..rows {
        let (root, p, q) = (random.between(-4.0, 4.0), random.between(-1.0, 1.0), random.between(0.3, 3.0));
        // (x - root)*(x*x + p*x + q), where the second factor has no real root: p*p < 4*q.
        let row = [1.0, p - root, q - root * p, -root * q, -5.0, 5.0];
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    Benchmark {
        name: "zeroin",
        kernel: "root",
        call: "out2(i) = root(in1(i), in2(i), in3(i), in4(i), in5(i), in6(i), out1(i))",
        rows,
        inputs: columns.into_iter().map(Column::F64).collect(),
        output_is_integer: vec![true, false],
    }
}

/// Each row has a random program, run twice.
fn opcodes() -> Benchmark {
    let rows = 200_000;
    let mut random = Random(3);
    let programs = (0..rows).map(|_| random.between(0.0, 1_073_741_824.0) as i32).collect();
    let x = (0..rows).map(|_| random.between(-500.0, 500.0) as i32).collect();
    Benchmark {
        name: "opcodes",
        kernel: "machin",
        call: "out1(i) = machin(in1(i), in2(i), in3(i))",
        rows,
        inputs: vec![Column::I32(programs), Column::I32(x), Column::I32(vec![2; rows])],
        output_is_integer: vec![true],
    }
}

/// A linear congruential generator (Knuth's MMIX), its high bits taken.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }
}
