//! Rows through gangs with a function of Rust in the place of generated code: it accesses slots, storage, constants and
//! statuses as generated code does, so that Miri sees every access. `cargo +nightly miri test -p forlane-jit --lib`.

mod turns;

use super::*;
use crate::counters::Counter;
use crate::kernel::version::Version;
use crate::kernel::versions::Versions;
use crate::module::Code;
use crate::parameters::{Parameter, Role};
use crate::rows::{RowSet, Strided};
use crate::runtime::{ArgumentSlot, Context, Site, SiteReason};
use crate::tables::CodeTables;
use crate::values::{Scalar, Values, ValuesMut};
use crate::{ArgumentShape, Form, RowKey};
use forlane_cfg::text::parse_program;
use std::cell::RefCell;
use std::ptr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the function stands for: `f = x + scale + table(1) + kept` and `a(i) = a(i) + 1`, in which `kept` is a static
/// variable that starts as 10 for each row; a row whose `x` is negative fails.
const TEXT: &str = r#"unit ssa function f "f.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var scale: integer4 dummy varying s0
    var table: real8[*] dummy uniform s0
    var a: integer4[*] dummy varying s0
    var y: integer8 dummy varying s0
    var kept: integer4[3] static varying s0 = 0 for 3: 10
    var half: real8[2] constant uniform s0 = 0 for 2: 5d-1
    var f: real8 result varying s0
    dummies x, scale, table, a, y
    result f

    b0:
        enter s0
        leave s0
        return
}
"#;

thread_local! {
    /// The values of `x` that rows of this thread had, in the order in which they ran.
    static SEEN: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// The elements that a lane has at a slot.
unsafe fn at<T>(slot: &ArgumentSlot, index: usize) -> *mut T {
    // SAFETY: the caller's indices are inside.
    unsafe { slot.base.cast::<T>().add(index) }
}

/// As the entry of the code of [`TEXT`] in gangs of `GANG` lanes.
unsafe extern "C" fn entry<const GANG: usize>(
    context: *mut Context,
    arguments: *mut ArgumentSlot,
    active: u64,
    gangs: u64,
) -> u64 {
    for gang in 0..gangs {
        // SAFETY: what `Room` gives to code that was compiled for this unit: an image of 16 bytes for each lane, and
        // slots that move on.
        unsafe {
            ptr::copy_nonoverlapping((*context).image, (*context).storage, 16 * GANG);
            let returned = unit::<GANG>(context, arguments, active);
            if returned & active != active {
                (*context).returned = returned;
                return gang;
            }
            for index in 0..6 {
                let slot = &mut *arguments.add(index);
                slot.base = slot.base.wrapping_byte_offset(slot.step as isize);
            }
        }
    }
    gangs
}

/// As the code of [`TEXT`] in gangs of `GANG` lanes.
unsafe fn unit<const GANG: usize>(context: *mut Context, arguments: *const ArgumentSlot, active: u64) -> u64 {
    let mut returned = 0;
    for lane in (0..GANG).filter(|lane| active >> lane & 1 == 1) {
        // SAFETY: as in `entry`.
        unsafe {
            let slots: [ArgumentSlot; 6] = std::array::from_fn(|index| *arguments.add(index));
            let [x, scale, table, a, y, f] = &slots;
            let x = *at::<f64>(x, lane);
            SEEN.with_borrow_mut(|seen| seen.push(x));
            turns::run(GANG, x);
            if x < 0.0 {
                *(*context).status.add(lane) = divided_by_zero(GANG);
                continue;
            }
            for index in 0..a.length as usize {
                *at::<i32>(a, index * GANG + lane) += 1;
            }
            let kept = (*context).storage.cast::<i32>().add(2 * GANG + lane);
            *kept += 1;
            let sum: f64 = (0..table.length as usize).map(|index| *at::<f64>(table, index)).sum();
            let half = *(*context).constants.cast::<f64>().add(1);
            *at::<f64>(f, lane) = x + f64::from(*at::<i32>(scale, 0)) + sum + f64::from(*kept) + half;
            *at::<i64>(y, lane) = x as i64;
            (*(*context).counts).active += 1;
            assert_eq!(*(*context).interrupt, 0);
        }
        returned |= 1 << lane;
    }
    returned
}

/// The status of a row that fails: not that of the first version in others, which number their sites in another order.
fn divided_by_zero(gang: usize) -> u32 {
    if gang == 4 { 1 } else { 2 }
}

/// The kernel for gangs of some size.
fn kernel(gang: usize) -> Kernel {
    let program = parse_program(TEXT).unwrap();
    let units: Vec<_> = program.units.iter().collect();
    let mut tables = CodeTables::new(&program, &units, gang, Some(0)).unwrap();
    let site = |reason| Site { unit: "f".into(), file: "f.f".into(), line: 1, reason };
    if divided_by_zero(gang) > 1 {
        tables.sites.status(site(SiteReason::RecursionTooDeep));
    }
    tables.sites.status(site(SiteReason::DivideByZero));
    tables.counters.push(Counter { work: Vec::new(), origin: None, function: String::new(), calls: Vec::new() });
    let parameter = |name: &str, is_assigned: bool, is_array: bool| {
        let unit = &program.units[0];
        let var = unit.vars.iter().find(|(_, var)| var.name == name).map(|(_, var)| var.ty);
        let is_read = !is_assigned || is_array;
        Parameter {
            name: name.into(),
            ty: var.unwrap(),
            is_array,
            is_read,
            may_keep: false,
            is_assigned,
            is_result: name == "f",
            role: Role::Argument,
        }
    };
    use ArgumentShape::{Column, RowArray, SharedArray, Uniform};
    let code = Code::of_function(match gang {
        1 => entry::<1>,
        4 => entry::<4>,
        8 => entry::<8>,
        _ => entry::<64>,
    });
    let version = Version {
        gang,
        code,
        texts: Vec::new(),
        remarks: Vec::new(),
        sampled: None,
        image: tables.image(gang).unwrap(),
        constants: tables.take_constants().unwrap(),
        tables,
    };
    Kernel {
        name: "f".into(),
        parameters: vec![
            parameter("x", false, false),
            parameter("scale", false, false),
            parameter("table", false, true),
            parameter("a", true, true),
            parameter("y", true, false),
            parameter("f", true, false),
        ],
        shapes: vec![Column, Uniform, SharedArray, RowArray, Column, Column],
        one_piece: vec![false; 5],
        versions: Arc::new(Versions::of(version, Duration::ZERO)),
        candidates: Vec::new(),
        has_transfers: false,
        memory_limit: None,
        allow_files: false,
        keep_output: false,
        compile_seconds: 0.0,
    }
}

fn check(kernel: &Kernel, rows: usize) {
    let x: Vec<f64> = (0..rows).map(|row| if row % 5 == 3 { -1.0 } else { row as f64 }).collect();
    let (mut a, mut y, mut f) = (vec![7; rows * 3], vec![9; rows], vec![9.0; rows]);
    let before: Vec<i32> = (0..rows as i32 * 3).collect();
    let mut statuses = vec![0; rows];
    let mut bindings = [
        Binding::Column { input: Some(Values::F64(&x)), output: None },
        Binding::Uniform { value: Scalar::I32(2), output: None },
        Binding::Shared(Values::F64(&[1.0, 2.0, 4.0])),
        Binding::Rows { length: 3, input: Some(Values::I32(&before)), output: Some(ValuesMut::I32(&mut a)) },
        Binding::Column { input: Some(Values::I64(&vec![5; rows])), output: Some(ValuesMut::I64(&mut y)) },
        Binding::Column { input: None, output: Some(ValuesMut::F64(&mut f)) },
    ];
    let report = kernel.run(&mut bindings, &mut statuses).unwrap();
    let good = (0..rows).filter(|row| row % 5 != 3).count();
    assert_eq!((report.rows, report.counts[0].active), (rows, good as u64));
    for row in 0..rows {
        let fails = row % 5 == 3;
        let reason = kernel.site(statuses[row]).map(|site| &site.reason);
        assert_eq!(reason, fails.then_some(&SiteReason::DivideByZero));
        assert_eq!((y[row], f[row]), if fails { (0, 0.0) } else { (row as i64, row as f64 + 2.0 + 7.0 + 11.0 + 0.5) });
        for index in 0..3 {
            assert_eq!(a[row * 3 + index], before[row * 3 + index] + i32::from(!fails));
        }
    }
}

#[test]
fn rows_go_into_gangs_and_back() {
    for gang in [1, 4, 64] {
        let kernel = kernel(gang);
        for rows in [0, 1, 4, 6, 9] {
            check(&kernel, rows);
        }
    }
}

/// Rows in another order than that of the table: each has its own results and status.
#[test]
fn rows_in_order_of_their_values_keep_their_places() {
    for gang in [1, 4, 64] {
        let kernel = kernel(gang);
        kernel.order_by(&[RowKey { argument: 0, element: 0 }, RowKey { argument: 3, element: 2 }]);
        for rows in [0, 1, 6, 9, 150] {
            check(&kernel, rows);
        }
        let some = [14, 2, 3, 7, 8, 9, 0];
        check_strided(&kernel, &RowSet::from_first(&[3, 5], 4), &(4..13).collect::<Vec<usize>>());
        check_strided(&kernel, &RowSet::listed(&[3, 5], &some), &some);
        kernel.order_by(&[RowKey { argument: 0, element: 0 }]);
        SEEN.take();
        check(&kernel, 120);
        let seen = SEEN.take();
        // Miri knows no bounds of stacks, so that each run has a thread of its own there, which this one can't look
        // into.
        assert!(cfg!(miri) || seen.len() == 120 && seen.is_sorted(), "{seen:?}");
    }
}

/// The rows of a run go through gangs of all sizes that are tried, each row once, and what fails is the same site in
/// each.
#[test]
#[cfg_attr(miri, ignore = "Miri has no clock of a thread's processor time")]
fn sizes_are_tried_on_rows_that_count() {
    let first = Kernel { candidates: [1, 64, 2].map(|gang| Form { gang, refills: false }).to_vec(), ..kernel(4) };
    // Gangs of 2 can't be compiled.
    let kernel = first.with_trial(|form| (form.gang != 2).then(|| kernel(form.gang)));
    let sizes = || {
        let tried = kernel.tried().0.into_iter();
        let mut sizes: Vec<usize> = tried.map(|tried| tried.form.gang).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    };
    let deadline = Instant::now() + Duration::from_secs(600);
    while sizes() != [1, 4, 64] {
        check(&kernel, 1500);
        check(&kernel, 9);
        assert!(Instant::now() < deadline, "{:?}", kernel.tried());
    }
    std::thread::scope(|scope| {
        for rows in [1500, 700] {
            scope.spawn({
                let kernel = &kernel;
                move || check(kernel, rows)
            });
        }
    });
    assert_eq!(kernel.site(3 << 24 | 1), None);
}

/// Rows of a grid of 3 by 5, `x` stored by columns and backward, `a` with its elements apart and backward, results
/// apart too: of all rows, of those from one on, and of some in another order. What is between and what does not run
/// stays.
#[test]
fn rows_lie_at_any_distances() {
    const EXTENTS: [usize; 2] = [3, 5];
    let all: Vec<usize> = (0..15).collect();
    let some = [14, 2, 3, 7, 8, 9, 0];
    for gang in [1, 4, 64] {
        let kernel = kernel(gang);
        check_strided(&kernel, &RowSet::from_first(&EXTENTS, 0), &all);
        check_strided(&kernel, &RowSet::from_first(&EXTENTS, 4), &all[4..13]);
        check_strided(&kernel, &RowSet::listed(&EXTENTS, &some), &some);
        check_strided(&kernel, &RowSet::listed(&EXTENTS, &[]), &[]);
    }
}

fn check_strided(kernel: &Kernel, set: &RowSet<'_>, rows: &[usize]) {
    let of_row = |row: usize| if row % 5 == 3 { -1.0 } else { row as f64 };
    let mut x = [0.0; 15];
    (0..15).for_each(|row| x[14 - (row % 5 * 3 + row / 5)] = of_row(row));
    let mut before = [0_i32; 15 * 6];
    (0..15 * 3).for_each(|at| before[at / 3 * 6 + 5 - at % 3 * 2] = at as i32);
    let (mut a, mut y, mut f) = ([-9_i32; 45], [-9_i64; 30], [-9.0_f64; 15]);
    let (x_strides, a_strides) = ([-8, -24], [5 * 24, 24]);
    let (integer4, integer8, real8) = (kernel.parameters[3].ty, kernel.parameters[4].ty, kernel.parameters[0].ty);
    let strided = |ty, base: *mut u8, strides, offsets| {
        // SAFETY: the arrays above have an element, or three, for each row at these places.
        Some(unsafe { Strided::new(ty, false, base, strides, offsets) })
    };
    let x_base = x.as_mut_ptr().wrapping_add(14).cast();
    let a_offsets = [20, 12, 4];
    let mut statuses = vec![0; rows.len()];
    let mut bindings = [
        Binding::Strided { length: 1, input: strided(real8, x_base, &x_strides, &[0]), output: None },
        Binding::Uniform { value: Scalar::I32(2), output: None },
        Binding::Shared(Values::F64(&[1.0, 2.0, 4.0])),
        Binding::Strided {
            length: 3,
            input: strided(integer4, before.as_mut_ptr().cast(), &a_strides, &a_offsets),
            output: strided(integer4, a.as_mut_ptr().cast(), &[60, 12], &[0, 4, 8]),
        },
        Binding::Strided { length: 1, input: None, output: strided(integer8, y.as_mut_ptr().cast(), &[80, 16], &[0]) },
        Binding::Strided { length: 1, input: None, output: strided(real8, f.as_mut_ptr().cast(), &[40, 8], &[0]) },
    ];
    let report = kernel.run_rows(set, &mut bindings, &mut statuses, &AtomicU32::new(0)).unwrap();
    assert_eq!(report.rows, rows.len());
    for row in 0..15 {
        let Some(at) = rows.iter().position(|one| *one == row) else {
            assert_eq!((y[2 * row], f[row], a[3 * row]), (-9, -9.0, -9));
            continue;
        };
        let fails = row % 5 == 3;
        assert_eq!(kernel.site(statuses[at]).is_some(), fails);
        assert_eq!((y[2 * row], y[2 * row + 1]), (if fails { 0 } else { row as i64 }, -9));
        assert_eq!(f[row], if fails { 0.0 } else { row as f64 + 20.5 });
        (0..3).for_each(|index| assert_eq!(a[3 * row + index], (3 * row + index) as i32 + i32::from(!fails)));
    }
}

/// Rows that are not bound are refused, and so are strides for another number of dimensions.
#[test]
fn rows_outside_of_the_grid_are_refused() {
    let kernel = kernel(4);
    let refused = |set: &RowSet<'_>, rows: usize| {
        let x = [1.0; 6];
        let mut bindings = [
            Binding::Column { input: Some(Values::F64(&x)), output: None },
            Binding::Uniform { value: Scalar::I32(2), output: None },
            Binding::Shared(Values::F64(&[])),
            Binding::Rows { length: 0, input: None, output: None },
            Binding::Column { input: None, output: None },
            Binding::Column { input: None, output: None },
        ];
        kernel.run_rows(set, &mut bindings, &mut vec![0; rows], &AtomicU32::new(0)).is_err()
    };
    assert!(!refused(&RowSet::from_first(&[2, 3], 2), 4));
    assert!(refused(&RowSet::from_first(&[2, 3], 3), 4));
    assert!(refused(&RowSet::from_first(&[2, 3], usize::MAX), 4));
    assert!(refused(&RowSet::from_first(&[usize::MAX, 3], 0), 4));
    assert!(refused(&RowSet::listed(&[2, 3], &[0, 6]), 2));
    assert!(refused(&RowSet::listed(&[2, 3], &[0, 5]), 3));
}

#[test]
fn threads_share_a_kernel() {
    let kernel = kernel(4);
    std::thread::scope(|scope| {
        for rows in [5, 7] {
            scope.spawn({
                let kernel = &kernel;
                move || check(kernel, rows)
            });
        }
    });
}

/// Lengths that no memory has, of arrays that nothing gives: refused, also where their product wraps or there is no
/// row.
#[test]
fn arrays_of_impossible_lengths_are_refused() {
    let kernel = kernel(4);
    for (length, rows) in [(usize::MAX, 0), (usize::MAX / 2, 3), (usize::MAX / 16, 1), (1 << 60, 1)] {
        let x = vec![1.0; rows];
        let mut bindings = [
            Binding::Column { input: Some(Values::F64(&x)), output: None },
            Binding::Uniform { value: Scalar::I32(2), output: None },
            Binding::Shared(Values::F64(&[])),
            Binding::Rows { length, input: None, output: None },
            Binding::Column { input: None, output: None },
            Binding::Column { input: None, output: None },
        ];
        assert!(kernel.run(&mut bindings, &mut vec![0; rows]).is_err(), "length {length}");
    }
}
