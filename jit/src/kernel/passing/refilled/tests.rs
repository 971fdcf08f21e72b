//! Rows through lanes that are set aside, with a function of Rust in the place of generated code, so that Miri sees
//! every access.

use crate::kernel::version::Version;
use crate::kernel::versions::Versions;
use crate::module::Code;
use crate::parameters::{Parameter, Role};
use crate::rows::{RowSet, Strided};
use crate::runtime::{ArgumentSlot, Context, Site, SiteReason};
use crate::tables::CodeTables;
use crate::values::{Values, ValuesMut};
use crate::{ArgumentShape, Binding, Kernel, refill};
use forlane_cfg::text::parse_program;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// What the function stands for: `n` times `x = x + 1`, and `f = 2*x`; a row whose `n` is negative fails.
const TEXT: &str = r#"unit ssa function f "f.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var x: integer8 dummy varying s0
    var f: integer8 result varying s0
    dummies n, x
    result f

    b0:
        enter s0
        leave s0
        return
}
"#;

const GANG: usize = 4;

/// A pass of the loop. Lanes that have one more go on if there are enough.
unsafe extern "C" fn entry(context: *mut Context, arguments: *mut ArgumentSlot, active: u64, gangs: u64) -> u64 {
    assert_eq!(gangs, 1);
    let (mut returned, mut aside, mut failed) = (0_u64, 0_u64, 0_u64);
    // SAFETY: what `Room` gives to code that was compiled for this unit: a slot for each argument, and storage as
    // `refill` says, with an input of eight bytes for each lane.
    unsafe {
        let storage = (*context).storage;
        let lanes = storage.add(refill::LANES as usize).cast::<u64>();
        let least = *storage.add(refill::LEAST as usize).cast::<u64>();
        let kept = storage.add(refill::KEPT as usize).cast::<i64>();
        let [n, x, f] = [0, 1, 2].map(|index| *arguments.add(index));
        let had_begun = std::mem::take(&mut *lanes);
        let mut steps = [0; GANG];
        for lane in (0..GANG).filter(|lane| active >> lane & 1 == 1) {
            let turns = i64::from(*n.base.cast::<i32>().add(lane));
            if turns < 0 {
                *(*context).status.add(lane) = 1;
                failed |= 1 << lane;
                continue;
            }
            steps[lane] = if had_begun >> lane & 1 == 1 { *kept.add(lane) } else { 0 };
            aside |= 1 << lane;
        }
        while aside != 0 {
            for lane in (0..GANG).filter(|lane| aside >> lane & 1 == 1) {
                if steps[lane] == i64::from(*n.base.cast::<i32>().add(lane)) {
                    returned |= 1 << lane;
                } else {
                    steps[lane] += 1;
                }
            }
            aside &= !returned;
            if u64::from(aside.count_ones()) < least {
                break;
            }
        }
        for (lane, steps) in steps.into_iter().enumerate() {
            *kept.add(lane) = steps;
            if returned >> lane & 1 == 1 {
                let result = *x.base.cast::<i64>().add(lane) + steps;
                *x.base.cast::<i64>().add(lane) = result;
                *f.base.cast::<i64>().add(lane) = 2 * result;
            }
        }
        *lanes = aside;
        assert_eq!((returned | aside | failed, returned & failed), (active, 0));
        if returned == active {
            for index in 0..3 {
                let slot = &mut *arguments.add(index);
                slot.base = slot.base.wrapping_byte_offset(slot.step as isize);
            }
            return 1;
        }
        (*context).returned = returned;
        0
    }
}

fn kernel() -> Kernel {
    let program = parse_program(TEXT).unwrap();
    let units: Vec<_> = program.units.iter().collect();
    let mut tables = CodeTables::new(&program, &units, GANG, Some(0)).unwrap();
    tables.sites.status(Site { unit: "f".into(), file: "f.f".into(), line: 1, reason: SiteReason::DivideByZero });
    tables.kept_bytes = refill::KEPT + refill::kept_bytes(8, GANG as u32);
    let parameter = |name: &str, is_assigned: bool| Parameter {
        name: name.into(),
        ty: program.units[0].vars.iter().find(|(_, var)| var.name == name).map(|(_, var)| var.ty).unwrap(),
        is_array: false,
        is_read: name != "f",
        may_keep: false,
        is_assigned,
        is_result: name == "f",
        role: Role::Argument,
    };
    let version = Version {
        gang: GANG,
        code: Code::of_function(entry),
        texts: Vec::new(),
        remarks: Vec::new(),
        sampled: None,
        image: tables.image(GANG).unwrap(),
        constants: tables.take_constants().unwrap(),
        tables,
    };
    Kernel {
        name: "f".into(),
        parameters: vec![parameter("n", false), parameter("x", true), parameter("f", true)],
        shapes: vec![ArgumentShape::Column; 3],
        one_piece: vec![false; 2],
        versions: Arc::new(Versions::of(version, Duration::ZERO)),
        candidates: Vec::new(),
        has_transfers: false,
        memory_limit: None,
        allow_files: false,
        keep_output: false,
        compile_seconds: 0.0,
    }
}

fn turns(row: usize) -> i32 {
    if row % 7 == 5 { -1 } else { (row * 5 % 13) as i32 }
}

fn assert_row(kernel: &Kernel, row: usize, status: u32, (x, f): (i64, i64)) {
    let reason = kernel.site(status).map(|site| &site.reason);
    let end = 100 + row as i64 + i64::from(turns(row));
    assert_eq!(reason, (turns(row) < 0).then_some(&SiteReason::DivideByZero));
    assert_eq!((x, f), if turns(row) < 0 { (0, 0) } else { (end, 2 * end) }, "row {row}");
}

/// Fewer rows than lanes, as many, and so many that lanes take others; some end at once, and some fail.
#[test]
fn each_row_has_its_own_results() {
    let kernel = kernel();
    for rows in [0, 1, 4, 5, 60] {
        let n: Vec<i32> = (0..rows).map(turns).collect();
        let before: Vec<i64> = (0..rows as i64).map(|row| 100 + row).collect();
        let (mut x, mut f, mut statuses) = (vec![9; rows], vec![9; rows], vec![0; rows]);
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(&n)), output: None },
            Binding::Column { input: Some(Values::I64(&before)), output: Some(ValuesMut::I64(&mut x)) },
            Binding::Column { input: None, output: Some(ValuesMut::I64(&mut f)) },
        ];
        assert_eq!(kernel.run(&mut bindings, &mut statuses).unwrap().rows, rows);
        (0..rows).for_each(|row| assert_row(&kernel, row, statuses[row], (x[row], f[row])));
    }
}

/// Columns whose rows are not one after the other, of which some run in an order of their own.
#[test]
fn rows_that_are_apart_are_brought_to_columns() {
    let kernel = kernel();
    let rows: Vec<usize> = (0..50).map(|row| (row * 17 + 3) % 59).collect();
    let n: Vec<i32> = (0..60).map(turns).collect();
    let before: Vec<i64> = (0..60).map(|row| 100 + row).collect();
    let (mut x, mut f, mut statuses) = (vec![-9; 120], vec![-9; 60], vec![9; rows.len()]);
    let (integer4, integer8) = (kernel.parameters[0].ty, kernel.parameters[1].ty);
    let strides: [[isize; 1]; 3] = [[4], [8], [16]];
    let strided = |ty, base: *mut u8, stride: usize| {
        // SAFETY: the arrays above have an element for each row at these places.
        Some(unsafe { Strided::new(ty, false, base, &strides[stride], &[0]) })
    };
    let mut bindings = [
        Binding::Strided { length: 1, input: strided(integer4, n.as_ptr().cast_mut().cast(), 0), output: None },
        Binding::Strided {
            length: 1,
            input: strided(integer8, before.as_ptr().cast_mut().cast(), 1),
            output: strided(integer8, x.as_mut_ptr().cast(), 2),
        },
        Binding::Strided { length: 1, input: None, output: strided(integer8, f.as_mut_ptr().cast(), 1) },
    ];
    let set = RowSet::listed(&[60], &rows);
    let report = kernel.run_rows(&set, &mut bindings, &mut statuses, &AtomicU32::new(0)).unwrap();
    assert_eq!(report.rows, rows.len());
    for (at, row) in rows.iter().enumerate() {
        assert_row(&kernel, *row, statuses[at], (x[2 * row], f[*row]));
    }
    let is_other = |row: &usize| !rows.contains(row);
    assert!((0..60).filter(is_other).all(|row| (x[2 * row], f[row]) == (-9, -9)));
}
