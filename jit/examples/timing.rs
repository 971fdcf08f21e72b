//! Timing driver (not for commit).
use forlane_cfg::{Program, Stage};
use forlane_frontend::compile::compile;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_jit::*;
use forlane_rewrites::passes::*;
fn ssa(path: &str) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add(path, std::fs::read_to_string(path).unwrap());
    let (resolved, _d) = compile(&sources, &[(file, SourceForm::Fixed)]);
    let mut program = forlane_cfg::build::build_program(&resolved, &sources).unwrap();
    run_to(
        &mut program,
        None,
        Stage::Ssa,
        &Inputs::default(),
        &PassOptions { verify: false, ..PassOptions::default() },
        &mut PassReport::default(),
    )
    .unwrap();
    program
}
enum Col {
    F(Vec<f64>),
    I(Vec<i32>),
    U(i32),
    OF,
    OI,
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let gangs: Vec<usize> = a[2].split(',').map(|g| g.parse().unwrap()).collect();
    let n = 100_000usize;
    let mut seed = 12345u64;
    let mut rnd = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let (file, name, cols): (&str, &str, Vec<Col>) = match a[1].as_str() {
        "mandel" => (
            "examples/mandelbrot.f",
            "mandel",
            vec![
                Col::F((0..n).map(|i| -2.0 + 2.5 * ((i % 400) as f64) / 400.0).collect()),
                Col::F((0..n).map(|i| -1.25 + 2.5 * ((i / 400) as f64) / 250.0).collect()),
                Col::U(256),
                Col::OI,
            ],
        ),
        "kepler" => (
            "examples/kepler.f",
            "kepler",
            vec![
                Col::F((0..n).map(|_| -3.14 + 6.28 * rnd()).collect()),
                Col::F((0..n).map(|_| 0.99 * rnd()).collect()),
                Col::OF,
                Col::OI,
            ],
        ),
        "root" => ("examples/zeroin.f", "root", {
            let mut p: Vec<Vec<f64>> = vec![vec![]; 6];
            while p[0].len() < n {
                let c = [rnd() * 8.0 - 4.0, rnd() * 8.0 - 4.0, rnd() * 8.0 - 4.0, rnd() * 8.0 - 4.0, -5.0, 5.0];
                let f = |x: f64| ((c[0] * x + c[1]) * x + c[2]) * x + c[3];
                if f(-5.0) * f(5.0) < 0.0 {
                    for k in 0..6 {
                        p[k].push(c[k]);
                    }
                }
            }
            let mut v: Vec<Col> = p.into_iter().map(Col::F).collect();
            v.push(Col::OI);
            v.push(Col::OF);
            v
        }),
        _ => (
            "examples/opcodes.f",
            "steps",
            vec![Col::I((0..n).map(|_| 1 + (rnd() * 5000.0) as i32).collect()), Col::OI],
        ),
    };
    let program = ssa(file);
    let unit = program.unit(name).unwrap();
    let is_function = unit.result.is_some();
    let mut outputs: Vec<Vec<Vec<u64>>> = Vec::new();
    for gang in gangs {
        let shapes: Vec<ArgumentShape> = cols
            .iter()
            .take(cols.len() - usize::from(is_function))
            .map(|c| match c {
                Col::U(_) => ArgumentShape::Uniform,
                _ => ArgumentShape::Column,
            })
            .collect();
        let options = CompileOptions {
            gang: Some(gang),
            verify: false,
            keep_text: a.len() > 3,
            checks: std::env::var("UNCHECKED").is_err(),
            ..CompileOptions::default()
        };
        let kernel = Kernel::compile(&program, name, &shapes, &options).unwrap();
        if a.len() > 3 {
            for t in kernel.texts() {
                println!(
                    "{}\n{}\n{}",
                    t.gang,
                    if a[3].contains('c') { &t.clif } else { "" },
                    if a[3].contains('a') { &t.assembly } else { "" }
                );
            }
        }
        let mut of: Vec<(Vec<f64>, Vec<i32>)> = cols.iter().map(|_| (vec![0.0; n], vec![0; n])).collect();
        let mut statuses = vec![0u32; n];
        let mut best = f64::MAX;
        for _ in 0..5 {
            let mut bindings: Vec<Binding> = cols
                .iter()
                .zip(of.iter_mut())
                .map(|(c, o)| match c {
                    Col::F(v) => Binding::Column { input: Some(Values::F64(v)), output: None },
                    Col::I(v) => Binding::Column { input: Some(Values::I32(v)), output: None },
                    Col::U(v) => Binding::Uniform { value: Scalar::I32(*v), output: None },
                    Col::OF => Binding::Column { input: None, output: Some(ValuesMut::F64(&mut o.0)) },
                    Col::OI => Binding::Column { input: None, output: Some(ValuesMut::I32(&mut o.1)) },
                })
                .collect();
            let r = kernel.run(&mut bindings, &mut statuses).unwrap();
            best = best.min(r.kernel_seconds);
        }
        let failed = statuses.iter().filter(|s| **s != 0).count();
        println!(
            "{name} gang {gang}: {:.2} ns/row, compile {:.2} ms, failed {failed}",
            best / n as f64 * 1e9,
            kernel.compile_seconds * 1e3
        );
        outputs.push(
            of.iter()
                .map(|(f, i)| f.iter().map(|x| x.to_bits()).chain(i.iter().map(|x| *x as u64)).collect())
                .collect(),
        );
    }
    for o in &outputs[1..] {
        println!("equal {}", *o == outputs[0]);
    }
}
