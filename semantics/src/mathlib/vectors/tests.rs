use super::{FUNCTIONS, OfLanes, VectorLibrary};

/// Operands of all magnitudes, such as come to other branches of a function among them.
const OPERANDS: [f64; 24] = [
    0.3,
    1.5,
    -0.7,
    0.0,
    -0.0,
    1e-300,
    2.5,
    700.0,
    -700.0,
    1e5,
    3e8,
    1e300,
    -1e22,
    0.9999999,
    1.0,
    -1.0,
    33.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    5e-324,
    88.0,
    -104.0,
    0.5,
];

/// The results for lanes of REAL(8), of which those are active.
fn of_lanes(function: OfLanes, left: &[f64], right: &[f64], active: u64) -> Vec<u64> {
    let mut results = vec![0.0; left.len()];
    let (out, lanes) = (results.as_mut_ptr().cast(), left.len() as u64);
    // SAFETY: there are operands and results of as many lanes.
    unsafe { function(left.as_ptr().cast(), right.as_ptr().cast(), out, std::ptr::null_mut(), active, lanes) };
    results.iter().map(|result: &f64| if result.is_nan() { u64::MAX } else { result.to_bits() }).collect()
}

/// As [`of_lanes`], of REAL(4).
fn of_narrow_lanes(function: OfLanes, left: &[f64], right: &[f64], active: u64) -> Vec<u64> {
    let (left, right): (Vec<f32>, Vec<f32>) = left.iter().zip(right).map(|(x, y)| (*x as f32, *y as f32)).unzip();
    let mut results = vec![0.0; left.len()];
    let (out, lanes) = (results.as_mut_ptr().cast(), left.len() as u64);
    // SAFETY: as above.
    unsafe { function(left.as_ptr().cast(), right.as_ptr().cast(), out, std::ptr::null_mut(), active, lanes) };
    results.iter().map(|result: &f32| if result.is_nan() { u64::MAX } else { u64::from(result.to_bits()) }).collect()
}

/// What a lane gets depends on its own operands alone: not on what other lanes hold, how many there are, which of them
/// are active, or which place it has. Results would depend on the size of the gang otherwise.
#[test]
fn lanes_have_no_influence_on_each_other() {
    let Ok(library) = VectorLibrary::of_machine() else {
        return eprintln!("nothing is tested: this machine has no vector library");
    };
    for (index, (name, ..)) in FUNCTIONS.iter().enumerate() {
        for (kind, run) in [of_narrow_lanes, of_lanes].into_iter().enumerate() {
            let Some(calls) = library.functions[kind][index] else { continue };
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for x in OPERANDS {
                for y in OPERANDS {
                    left.push(x);
                    right.push(y);
                }
            }
            for start in (0..left.len()).step_by(64) {
                let (left, right) =
                    (&left[start..][..64.min(left.len() - start)], &right[start..][..64.min(right.len() - start)]);
                let together = run(calls.of_lanes, left, right, u64::MAX);
                let odd = run(calls.of_lanes, left, right, 0xaaaa_aaaa_aaaa_aaaa);
                for lane in 0..left.len() {
                    let alone = run(calls.of_lanes, &left[lane..=lane], &right[lane..=lane], 1);
                    let context = format!("{name} of {} and {}, kind {kind}", left[lane], right[lane]);
                    assert_eq!(together[lane], alone[0], "{context}");
                    assert!(lane % 2 == 0 || odd[lane] == alone[0], "{context}");
                }
            }
        }
    }
}
