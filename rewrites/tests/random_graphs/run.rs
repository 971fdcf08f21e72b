//! Runs a random program at each stage and compares what its lanes do.

use super::print::TRACE;
use super::tree::{Arguments, LANES};
use crate::common::inputs;
use forlane_cfg::analysis::LoopForest;
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::{annotate, verify_unit};
use forlane_cfg::{Body, NodeKind, Program, RegionId, Stage, Unit};
use forlane_interpreter::{Event, Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_rewrites::lower_switches::SwitchForm;
use forlane_rewrites::passes::{PassOptions, PassReport, run_to};
use forlane_rewrites::uniform_parts::UniformForm;

/// Steps that each lane may take at stage `cfg`.
const FUEL: u64 = 300;
/// Steps at the other stages, where a block can become several nested regions; what is usually enough, and what always
/// is.
const MORE_FUEL: [u64; 2] = [2 * FUEL, 100 * FUEL];
/// The gangs in which the lanes run at stage `masked`.
const GANGS: [usize; 3] = [1, 4, LANES];

/// The forms that switches take, in turn.
pub const FORMS: [Option<SwitchForm>; 3] = [None, Some(SwitchForm::GuardedChain), Some(SwitchForm::RangeTree)];

/// How loops that lanes take together are in the tree, in turn.
pub const UNIFORM_FORMS: [Option<UniformForm>; 3] = [None, Some(UniformForm::Graph), Some(UniformForm::Tree)];

/// What was seen of many cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub cases: usize,
    /// Cases with a loop of several entries.
    pub irreducible: usize,
    /// Trees with a graph.
    pub graphs: usize,
    /// Of these the ones in which lanes part inside.
    pub mixed: usize,
    /// Cases in which two lanes take different ways.
    pub divergent: usize,
    /// Lanes by how they end.
    pub returned: usize,
    pub failed: usize,
    pub endless: usize,
}

/// Runs the lanes in gangs of that size.
fn interpret(program: &Program, given: &Arguments, gang: usize, fuel: u64) -> Result<Vec<LaneOutcome>, String> {
    let arguments = [
        Input::Varying(given.seeds.iter().copied().map(Scalar::Integer4).collect()),
        Input::Uniform(Scalar::Integer4(given.uniform)),
        Input::LaneArrays(vec![vec![Scalar::Integer4(0); TRACE]; LANES]),
    ];
    let interpreter = Interpreter::new(program, Options { gang, fuel, trace: true });
    interpreter.run("f", &arguments, LANES).map(|outcome| outcome.lanes).map_err(|error| error.to_string())
}

/// Whether all stages do a thing alike: scalars and elements that become values, and calls that are inlined, are done
/// otherwise.
fn is_lasting(event: &Event, is_inlined: bool) -> bool {
    match event {
        Event::Assign { variable, .. } => !is_inlined && ["kept", "shared"].contains(&variable.as_str()),
        Event::Store { array, .. } => array == "trace" || (!is_inlined && array == "ring"),
        Event::Call { .. } => !is_inlined,
        Event::Define { .. } => false,
        Event::StoreText { .. } | Event::Print { .. } => true,
    }
}

/// Whether a thing may be left out, since nothing sees it: a variable that is kept may be assigned for nothing.
fn may_be_dropped(event: &Event) -> bool {
    match event {
        Event::Assign { .. } => true,
        Event::Store { array, .. } => array != "trace",
        Event::Call { .. } | Event::Define { .. } | Event::StoreText { .. } | Event::Print { .. } => false,
    }
}

/// The first of the actions that is not among the others, in the same order, but should be, and what is there instead.
fn first_missing<'a>(
    actions: &'a [Event],
    others: &'a [Event],
) -> Option<(usize, Option<&'a Event>, Option<&'a Event>)> {
    let mut left = others.iter().peekable();
    for (at, action) in actions.iter().enumerate() {
        if left.next_if(|other| *other == action).is_none() && !may_be_dropped(action) {
            return Some((at, Some(action), left.next()));
        }
    }
    left.next().map(|other| (actions.len(), None, Some(other)))
}

/// What differs between what a lane does at stage `cfg` and at another.
fn difference(expected: &LaneOutcome, found: &LaneOutcome, is_inlined: bool) -> Option<String> {
    let lasting = |lane: &LaneOutcome| -> Vec<Event> {
        lane.trace.iter().filter(|event| is_lasting(event, is_inlined)).cloned().collect()
    };
    let (actions, others) = (lasting(expected), lasting(found));
    // A lane that does not end does the same again; how far it comes depends on how a stage counts steps.
    let is_endless = expected.status == LaneStatus::OutOfFuel;
    let missing = first_missing(&actions, &others).filter(|(_, wanted, _)| !is_endless || wanted.is_some());
    if let Some((at, wanted, got)) = missing {
        return Some(format!("action {at} is {got:?} instead of {wanted:?}; it ends with {:?}", found.status));
    }
    if is_endless {
        return None;
    }
    // Scalar arguments of a lane that failed may be anything in between; the array is memory of its own.
    let has_returned = expected.status == LaneStatus::Returned;
    let same_arguments = expected.arguments[2] == found.arguments[2]
        && (!has_returned || (&expected.arguments, expected.result) == (&found.arguments, found.result));
    if expected.status == found.status && same_arguments {
        return None;
    }
    let end = |lane: &LaneOutcome| format!("{:?} {:?} {:?}", lane.status, lane.result, lane.arguments);
    Some(format!("it ends with\n{}\ninstead of\n{}", end(found), end(expected)))
}

/// The first lane that does something else, and what.
fn first_difference(expected: &[LaneOutcome], found: &[LaneOutcome], is_inlined: bool) -> Option<String> {
    expected.iter().zip(found).enumerate().find_map(|(lane, (expected, found))| {
        difference(expected, found, is_inlined).map(|difference| format!("lane {lane}: {difference}"))
    })
}

/// Whether the tree of a unit has a graph, or one with something varying inside.
fn has_graph(unit: &Unit, with_varying: bool) -> bool {
    let Body::Tree(tree) = &unit.body else { return false };
    let nodes = |region: RegionId| tree.regions[region].nodes.iter();
    let mut pending: Vec<RegionId> = Vec::new();
    for node in tree.regions.iter().flat_map(|(_, region)| &region.nodes) {
        if let NodeKind::Graph { blocks, .. } = &node.kind {
            pending.extend(blocks.iter().map(|block| block.body));
        }
    }
    if !with_varying {
        return !pending.is_empty();
    }
    while let Some(region) = pending.pop() {
        if nodes(region).any(|node| node.kind.control().is_varying()) {
            return true;
        }
        pending.extend(nodes(region).flat_map(|node| node.kind.regions()));
    }
    false
}

/// Runs a program of `f(seed, u, trace)` at each stage, without and with inlining.
///
/// # Errors
/// What differs, at which stage, and the program there.
pub fn check(text: &str, arguments: &Arguments, reads_back: bool, seen: &mut Seen) -> Result<(), String> {
    let parsed = parse_program(text).map_err(|errors| format!("{errors:?}"))?;
    for unit in &parsed.units {
        verify_unit(unit).map_err(|errors| annotate(unit, &errors))?;
    }
    let expected = interpret(&parsed, arguments, 1, FUEL)?;
    for is_inlined in [false, true].into_iter().take(parsed.units.len()) {
        let switches = FORMS[seen.cases % FORMS.len()];
        let uniform = UNIFORM_FORMS[seen.cases / FORMS.len() % UNIFORM_FORMS.len()];
        let options = PassOptions { verify: true, switches, uniform, ..PassOptions::inlining(is_inlined) };
        let mut program = parsed.clone();
        for stage in [Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked] {
            let at = |error: String| format!("{error}\nat {stage:?}, inlined: {is_inlined}");
            run_to(&mut program, None, stage, &inputs(), &options, &mut PassReport::default())
                .map_err(|error| at(error.to_string()))?;
            if stage == Stage::Masked {
                seen.graphs += program.units.iter().filter(|unit| has_graph(unit, false)).count();
                seen.mixed += program.units.iter().filter(|unit| has_graph(unit, true)).count();
            }
            let gangs = if stage == Stage::Masked { &GANGS[..] } else { &[1] };
            for gang in gangs {
                let fail = |error: String| format!("{}, in\n{}", at(error), print_program(&program));
                for fuel in MORE_FUEL {
                    let found = interpret(&program, arguments, *gang, fuel).map_err(fail)?;
                    match first_difference(&expected, &found, is_inlined) {
                        None => break,
                        Some(_) if fuel == MORE_FUEL[0] => {}
                        Some(difference) => return Err(fail(format!("gangs of {gang}: {difference}"))),
                    }
                }
            }
            if reads_back {
                let printed = print_program(&program);
                let again = parse_program(&printed).map(|program| print_program(&program));
                if again.as_ref() != Ok(&printed) {
                    return Err(at(format!("{printed}\nreads back as {again:?}")));
                }
            }
        }
    }
    seen.add(&parsed, &expected);
    Ok(())
}

impl Seen {
    fn add(&mut self, program: &Program, lanes: &[LaneOutcome]) {
        let is_irreducible = |body: &Body| match body {
            Body::Graph(graph) => LoopForest::compute(graph).loops.iter().any(|(_, found)| !found.is_reducible()),
            Body::Tree(_) => false,
        };
        let way = |lane: &LaneOutcome| -> Vec<i64> {
            let offset = |event: &Event| match event {
                Event::Store { array, offset, .. } if array == "trace" => Some(*offset),
                _ => None,
            };
            lane.trace.iter().filter_map(offset).collect()
        };
        let ended = |is: fn(&LaneStatus) -> bool| lanes.iter().filter(|lane| is(&lane.status)).count();
        self.cases += 1;
        self.irreducible += usize::from(program.units.iter().any(|unit| is_irreducible(&unit.body)));
        self.divergent += usize::from(lanes.iter().any(|lane| way(lane) != way(&lanes[0])));
        self.returned += ended(|status| matches!(status, LaneStatus::Returned | LaneStatus::Stopped(_)));
        self.failed += ended(|status| matches!(status, LaneStatus::Failed { .. }));
        self.endless += ended(|status| *status == LaneStatus::OutOfFuel);
    }
}
