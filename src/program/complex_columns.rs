//! Kernels with COMPLEX scalars, each of which is a pair of REAL columns.

use super::Program;
use crate::error::CompileError;
use crate::kernel_source::KernelSource;
use forlane_cfg::{Companion, Stage, VarId};
use forlane_jit::{Parameter, Role};
use forlane_rewrites::complex_columns::{ComplexDummy, take_columns};
use forlane_rewrites::passes::{PassOptions, PassReport};
use std::collections::HashMap;

impl Program {
    /// The source of a kernel that takes its COMPLEX scalars as pairs of REAL ones. Where a row may return without
    /// assigning one, it keeps the value of the caller, if the rewrites see that nothing else reads that value.
    pub(super) fn source_with_columns(
        &self,
        source: &KernelSource,
        mut complex: Vec<ComplexDummy>,
        options: &PassOptions,
    ) -> Result<KernelSource, CompileError> {
        let with = |complex: &[ComplexDummy]| {
            let (program, name) = self.with_columns(source, complex);
            program.source_of(name, options, &mut PassReport::default())
        };
        let is_only_assigned: Vec<bool> = complex.iter().map(|dummy| !dummy.is_read).collect();
        complex.iter_mut().for_each(|dummy| dummy.is_read = true);
        let kept = with(&complex)?;
        for (dummy, is_only_assigned) in complex.iter_mut().zip(is_only_assigned) {
            let is_part = |parameter: &&Parameter| match &parameter.role {
                Role::RealPart { of } | Role::Companion { what: Companion::ImaginaryPart, of } => *of == dummy.name,
                Role::Companion { .. } | Role::Argument | Role::Text { .. } => false,
            };
            let is_read = kept.parameters.iter().filter(is_part).any(|parameter| parameter.is_read);
            dummy.is_read = !(is_only_assigned && is_read);
        }
        match complex.iter().all(|dummy| dummy.is_read) {
            true => Ok(kept),
            false => with(&complex),
        }
    }

    /// The COMPLEX scalars among the dummy arguments of a kernel, if it has any.
    pub(super) fn complex_dummies(&self, source: &KernelSource) -> Option<Vec<ComplexDummy>> {
        let unit = self.units.unit(&source.name).filter(|unit| unit.stage == Stage::Cfg)?;
        let parameters: HashMap<VarId, &Parameter> = unit.dummies.iter().copied().zip(&source.parameters).collect();
        let scalars = unit.arguments.iter().filter(|argument| argument.is_complex_scalar());
        let complex: Vec<ComplexDummy> = scalars
            .filter_map(|argument| {
                let Parameter { is_read, is_assigned, .. } = **parameters.get(&argument.var())?;
                let name = if argument.is_result { unit.short_name() } else { argument.name(&unit.vars) };
                Some(ComplexDummy { dummy: argument.var(), name: name.to_owned(), is_read, is_assigned })
            })
            .collect();
        Some(complex).filter(|complex| !complex.is_empty())
    }

    /// The program with a unit, and its name, that takes the COMPLEX scalars of a kernel as pairs of REAL ones.
    fn with_columns(&self, source: &KernelSource, complex: &[ComplexDummy]) -> (Program, String) {
        let name = format!("{}.columns", source.name);
        let mut units = self.units.clone();
        let around = units.unit(&source.name).map(|unit| take_columns(unit, &name, complex));
        units.units.extend(around);
        (self.with_units(units), name)
    }
}
