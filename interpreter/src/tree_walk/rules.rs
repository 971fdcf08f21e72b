//! What is checked during a walk: where lanes wait, and what the tree says of its control.

use super::{OpenConstruct, TreeExecution};
use crate::mask::Mask;
use crate::outcome::InterpreterError;
use forlane_cfg::region::Control;
use forlane_cfg::unit::{SourceLine, Stage};

impl TreeExecution<'_, '_> {
    /// Checks that nothing waits inside the target of a uniform `exit` or `again`.
    pub(super) fn check_jump(&self, level: usize, control: Control, at: SourceLine) -> Result<(), InterpreterError> {
        self.check_decided(control, at)?;
        let inside = self.open.get(level + 1..).unwrap_or(&[]);
        if control == Control::Uniform && self.is_masked() && inside.iter().any(|open| !open.waiting().is_empty()) {
            return self.broken(at, "lanes wait inside the target of a uniform jump");
        }
        Ok(())
    }

    pub(super) fn check_decided(&self, control: Control, at: SourceLine) -> Result<(), InterpreterError> {
        if control == Control::Undecided && self.is_masked() {
            return self.broken(at, "a masked unit leaves it undecided how lanes take a construct");
        }
        Ok(())
    }

    pub(super) fn is_masked(&self) -> bool {
        self.unit.stage == Stage::Masked
    }

    /// The lanes that failed, stopped or ran out of fuel.
    pub(super) fn ended(&self) -> Mask {
        self.entered.lanes().filter(|&lane| self.machine.lanes[lane].status.is_some()).collect()
    }

    /// Checks that each lane that has entered the unit is in exactly one place.
    pub(super) fn check_partition(&mut self) -> Result<(), InterpreterError> {
        let ended = self.ended();
        self.active = self.active.without(ended);
        let (mut seen, mut twice) = (Mask::EMPTY, Mask::EMPTY);
        let mut see = |mask: Mask| {
            twice = twice.or(seen.and(mask));
            seen = seen.or(mask);
        };
        self.open.iter().for_each(|open| open.for_each_waiting(&mut see));
        [self.active, self.returned, ended].into_iter().for_each(see);
        if !twice.is_empty() {
            return self.broken(SourceLine::default(), &format!("lanes {twice:?} are in two places"));
        }
        if seen != self.entered {
            let rule = format!("lanes {:?} of {:?} are lost", self.entered.without(seen), self.entered);
            return self.broken(SourceLine::default(), &rule);
        }
        Ok(())
    }

    pub(super) fn broken<T>(&self, line: SourceLine, rule: &str) -> Result<T, InterpreterError> {
        Err(InterpreterError::Broken {
            unit: self.unit.name.clone(),
            place: self.unit.place_at(line),
            rule: rule.to_owned(),
        })
    }
}

impl OpenConstruct<'_> {
    /// Calls `see` for each mask of lanes that wait here.
    fn for_each_waiting(&self, see: &mut impl FnMut(Mask)) {
        match self {
            OpenConstruct::Region { .. } => {}
            OpenConstruct::Arms { waiting, completed, .. } => {
                waiting.iter().for_each(|(_, lanes)| see(*lanes));
                see(*completed);
            }
            OpenConstruct::Scope { pending, .. } => see(*pending),
            OpenConstruct::Loop { again, .. } => see(*again),
            OpenConstruct::Graph { waiting, .. } => waiting.iter().for_each(|lanes| see(*lanes)),
        }
    }

    /// All lanes that wait here.
    fn waiting(&self) -> Mask {
        let mut all = Mask::EMPTY;
        self.for_each_waiting(&mut |mask| all = all.or(mask));
        all
    }
}
