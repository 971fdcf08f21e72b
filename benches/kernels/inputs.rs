//! The kernels and the rows that they run over: the same in every run, spread by a small generator of pseudo-random
//! numbers.

use crate::numbers::{Input, Numbers, Type};
use std::path::{Path, PathBuf};

/// A kernel and its rows.
pub struct Benchmark {
    /// As the table names it.
    pub name: String,
    /// File name of the source, which says its form.
    pub file: String,
    /// The source.
    pub text: String,
    /// The subprogram.
    pub kernel: &'static str,
    /// What Fortran does for row `i`, with inputs `in1`, `in2`, … and outputs `out1`, …
    pub statement: &'static str,
    /// Number of rows.
    pub rows: usize,
    /// The arguments that are read, in order, with their names.
    pub inputs: Vec<(&'static str, Input)>,
    /// The types of the arguments that are assigned, in order, the function's value last.
    pub outputs: Vec<Type>,
}

impl Benchmark {
    fn new(path: PathBuf, kernel: &'static str, statement: &'static str, rows: usize) -> Benchmark {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(&path).expect("the sources are there");
        Benchmark { name, file, text, kernel, statement, rows, inputs: Vec::new(), outputs: Vec::new() }
    }

    fn input(mut self, name: &'static str, input: Input) -> Self {
        self.inputs.push((name, input));
        self
    }

    fn column(self, name: &'static str, values: Vec<f64>) -> Self {
        self.input(name, Input::Column(Numbers::F64(values)))
    }

    fn output(mut self, ty: Type) -> Self {
        self.outputs.push(ty);
        self
    }

    /// The same in single precision. Constants that the precision decides are replaced by others.
    fn single(self, constants: &[(&str, &str)]) -> Benchmark {
        let replaced = constants.iter().fold(self, |benchmark, (from, to)| benchmark.with(from, to));
        let text = replaced.text.replace("DOUBLE PRECISION", "REAL").replace("double precision", "real");
        let letters: Vec<char> = text.chars().collect();
        let is_exponent = |at: usize| {
            let is_number = |at: usize| letters.get(at).is_some_and(|letter| letter.is_ascii_digit());
            let is_signed = letters.get(at + 1).is_some_and(|letter| matches!(letter, '+' | '-')) && is_number(at + 2);
            at > 1
                && matches!(letters[at], 'd' | 'D')
                && is_number(at - 1)
                && (is_number(at - 2) || letters[at - 2] == '.')
                && (is_number(at + 1) || is_signed)
        };
        let text = (0..letters.len()).map(|at| if is_exponent(at) { 'e' } else { letters[at] }).collect();
        let outputs = replaced.outputs.into_iter().map(|ty| if ty == Type::F64 { Type::F32 } else { ty }).collect();
        let inputs = replaced.inputs.into_iter().map(|(name, input)| (name, input.single())).collect();
        Benchmark { name: format!("{} f32", replaced.name), text, inputs, outputs, ..replaced }
    }

    /// With something replaced in its source.
    fn with(self, from: &str, to: &str) -> Benchmark {
        assert!(self.text.contains(from), "{}: {from}", self.name);
        Benchmark { text: self.text.replace(from, to), ..self }
    }

    fn named(self, name: &str) -> Benchmark {
        Benchmark { name: name.to_owned(), ..self }
    }

    /// Room for the results.
    pub fn results(&self) -> Vec<Numbers> {
        let column = |ty: &Type| match ty {
            Type::I32 => Numbers::I32(vec![0; self.rows]),
            Type::F32 => Numbers::F32(vec![0.0; self.rows]),
            Type::F64 => Numbers::F64(vec![0.0; self.rows]),
        };
        self.outputs.iter().map(column).collect()
    }
}

/// All benchmarks.
pub fn benchmarks() -> Vec<Benchmark> {
    let tolerance = ("1.0D-12", "1.0E-6");
    let quarter = ("6.123233995736766D-17", "-4.371139E-8");
    let epsilon = ("2.220446049250313D-16", "1.1920929E-7");
    vec![
        mandelbrot(),
        mandelbrot().single(&[]),
        kepler("kepler.f", true),
        kepler("kepler.f", true).single(&[tolerance, quarter]),
        zeroin(),
        zeroin().single(&[tolerance, epsilon]),
        collatz().named("collatz i64"),
        collatz_narrow(),
        gcd(),
        opcodes(),
        interpolation(),
        interpolation().single(&[]),
        fehlberg(1e-7),
        fehlberg(1e-4).single(&[]),
        black_scholes(),
        black_scholes().single(&[]),
        kepler("kepler_library.f90", false),
        kepler("kepler_library.f90", false).single(&[("1.0d-12", "1.0e-6")]),
        axpy(),
        axpy().single(&[]),
    ]
}

fn example(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(file)
}

fn own(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/kernels").join(file)
}

/// The rows of a picture of 500 by 400 points, as they come.
fn mandelbrot() -> Benchmark {
    let (width, height) = (500, 400);
    let points = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let (cx, cy) = points
        .map(|(column, row)| (-2.0 + 2.5 * f64::from(column) / 500.0, -1.0 + 2.0 * f64::from(row) / 400.0))
        .unzip();
    let rows = (width * height) as usize;
    Benchmark::new(example("mandelbrot.f"), "mandel", "out1(i) = mandel(in1(i), in2(i), in3)", rows)
        .column("cx", cx)
        .column("cy", cy)
        .input("limit", Input::Uniform(Numbers::I32(vec![500])))
        .output(Type::I32)
}

fn kepler(file: &str, is_example: bool) -> Benchmark {
    let rows = 200_000;
    let mut random = Random(1);
    let path = if is_example { example(file) } else { own(file) };
    Benchmark::new(path, "kepler", "call kepler(in1(i), in2(i), out1(i), out2(i))", rows)
        .column("m", random.column(rows, -3.1, 3.1))
        .column("ecc", random.column(rows, 0.0, 0.9))
        .output(Type::F64)
        .output(Type::I32)
}

/// Cubics with a root at a random place between -4 and 4.
fn zeroin() -> Benchmark {
    let rows = 100_000;
    let mut random = Random(2);
    let mut columns: [Vec<f64>; 6] = Default::default();
    for _ in 0..rows {
        let (root, p, q) = (random.between(-4.0, 4.0), random.between(-1.0, 1.0), random.between(0.3, 3.0));
        // (x - root)*(x*x + p*x + q), where the second factor has no real root: p*p < 4*q.
        let row = [1.0, p - root, q - root * p, -root * q, -5.0, 5.0];
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let statement = "out2(i) = root(in1(i), in2(i), in3(i), in4(i), in5(i), in6(i), out1(i))";
    let begin = Benchmark::new(example("zeroin.f"), "root", statement, rows);
    let names = ["p3", "p2", "p1", "p0", "lo", "hi"].into_iter();
    let benchmark = names.zip(columns).fold(begin, |benchmark, (name, column)| benchmark.column(name, column));
    benchmark.output(Type::I32).output(Type::F64)
}

fn collatz_starts(rows: usize) -> Vec<i32> {
    let mut random = Random(4);
    (0..rows).map(|_| random.between(1.0, 100_000.0) as i32).collect()
}

fn collatz() -> Benchmark {
    let starts = collatz_starts(200_000);
    Benchmark::new(own("collatz.f90"), "collatz", "out1(i) = collatz(in1(i))", starts.len())
        .input("start", Input::Column(Numbers::I64(starts.into_iter().map(i64::from).collect())))
        .output(Type::I32)
}

fn collatz_narrow() -> Benchmark {
    let narrow = collatz().with("selected_int_kind(18)", "selected_int_kind(9)").named("collatz i32");
    let starts = collatz_starts(narrow.rows);
    Benchmark { inputs: vec![("start", Input::Column(Numbers::I32(starts)))], ..narrow }
}

fn gcd() -> Benchmark {
    let rows = 200_000;
    let mut random = Random(5);
    let mut numbers = || Input::Column(Numbers::I32((0..rows).map(|_| random.between(1.0, 1e9) as i32).collect()));
    Benchmark::new(own("gcd.f90"), "gcd", "out1(i) = gcd(in1(i), in2(i))", rows)
        .input("first", numbers())
        .input("second", numbers())
        .output(Type::I32)
        .named("gcd i32")
}

/// Each row has a random program, run twice.
fn opcodes() -> Benchmark {
    let rows = 200_000;
    let mut random = Random(3);
    let programs = (0..rows).map(|_| random.between(0.0, 1_073_741_824.0) as i32).collect();
    let x = (0..rows).map(|_| random.between(-500.0, 500.0) as i32).collect();
    Benchmark::new(example("opcodes.f"), "machin", "out1(i) = machin(in1(i), in2(i), in3)", rows)
        .input("prog", Input::Column(Numbers::I32(programs)))
        .input("x", Input::Column(Numbers::I32(x)))
        .input("rounds", Input::Uniform(Numbers::I32(vec![2])))
        .output(Type::I32)
}

/// A table of 100 points at uneven distances.
fn interpolation() -> Benchmark {
    let rows = 400_000;
    let mut random = Random(6);
    let xs: Vec<f64> = (0..100).map(|point| f64::from(point) + random.between(0.0, 0.9)).collect();
    let ys = random.column(100, -1.0, 1.0);
    let statement = "out1(i) = value_at(in1, in2, in3, in4(i))";
    Benchmark::new(own("interpolation.f90"), "value_at", statement, rows)
        .input("n", Input::Uniform(Numbers::I32(vec![100])))
        .input("xs", Input::Shared(Numbers::F64(xs)))
        .input("ys", Input::Shared(Numbers::F64(ys)))
        .column("x", random.column(rows, -1.0, 101.0))
        .output(Type::F64)
}

fn fehlberg(tolerance: f64) -> Benchmark {
    let rows = 10_000;
    let mut random = Random(7);
    let statement = "out1(i) = in1(i); out2(i) = in2(i); call oscillate(out1(i), out2(i), in3(i), in4, in5, out3(i))";
    Benchmark::new(own("fehlberg.f90"), "oscillate", statement, rows)
        .column("x", random.column(rows, -2.0, 2.0))
        .column("v", random.column(rows, -2.0, 2.0))
        .column("damping", random.column(rows, 0.1, 3.0))
        .input("finish", Input::Uniform(Numbers::F64(vec![6.0])))
        .input("tolerance", Input::Uniform(Numbers::F64(vec![tolerance])))
        .output(Type::F64)
        .output(Type::F64)
        .output(Type::I32)
}

fn black_scholes() -> Benchmark {
    let rows = 200_000;
    let mut random = Random(8);
    let statement = "call price(in1(i), in2(i), in3(i), in4(i), in5(i), out1(i), out2(i))";
    Benchmark::new(own("black_scholes.f90"), "price", statement, rows)
        .column("spot", random.column(rows, 50.0, 150.0))
        .column("strike", random.column(rows, 50.0, 150.0))
        .column("years", random.column(rows, 0.1, 3.0))
        .column("rate", random.column(rows, 0.0, 0.08))
        .column("volatility", random.column(rows, 0.1, 0.6))
        .output(Type::F64)
        .output(Type::F64)
}

/// gfortran has it in its loop, where it vectorizes.
fn axpy() -> Benchmark {
    let rows = 400_000;
    let mut random = Random(9);
    Benchmark::new(own("axpy.f90"), "axpy", "out1(i) = in1*in2(i) + in3(i)", rows)
        .input("a", Input::Uniform(Numbers::F64(vec![1.7])))
        .column("x", random.column(rows, -1.0, 1.0))
        .column("y", random.column(rows, -1.0, 1.0))
        .output(Type::F64)
}

/// A linear congruential generator (Knuth's MMIX), its high bits taken.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }

    fn column(&mut self, rows: usize, low: f64, high: f64) -> Vec<f64> {
        (0..rows).map(|_| self.between(low, high)).collect()
    }
}
