//! A unit around a kernel that takes its COMPLEX scalars as two REAL ones, because a table has no complex columns.
//!
//! ```text
//! subroutine k(z, n)              unit k.columns(z.re, z.im, n)
//!                                     z[0] = z.re; z[1] = z.im      if the kernel reads z
//!                                     call k(z, n)
//!                                     z.re = z[0]; z.im = z[1]      if the kernel assigns z
//! ```
//!
//! Requires: stage `cfg`. Ensures: the new unit is at stage `cfg` too; the kernel's own unit stays as it is.

use forlane_cfg::{
    ActionKind, Argument, ArrayLength, Body, Callee, Carrier, Expr, GraphBuilder, IntegerExpr, IntegerKind, Place,
    RealExpr, RealKind, ScopeId, Shape, SourceArgument, SourceLine, Storage, Terminator, Type, Unit, Var, VarId, names,
    source_arguments,
};
use std::collections::HashMap;

/// A COMPLEX scalar among the dummy arguments.
#[derive(Clone, Debug)]
pub struct ComplexDummy {
    /// The dummy argument of the kernel.
    pub dummy: VarId,
    /// The name that columns have before `.re` and `.im`: its own, or that of the function whose value it is.
    pub name: String,
    /// Whether the kernel reads the caller's value.
    pub is_read: bool,
    /// Whether the kernel can assign it.
    pub is_assigned: bool,
}

/// The unit of that name around the kernel.
pub fn take_columns(kernel: &Unit, name: &str, complex: &[ComplexDummy]) -> Unit {
    let mut code = GraphBuilder::new(first_line(kernel));
    let scope = code.scope;
    let (mut dummies, mut arguments) = (Vec::new(), Vec::new());
    let (mut own_vars, mut parts) = (HashMap::new(), HashMap::new());
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for dummy in &kernel.dummies {
        let like = &kernel.vars[*dummy];
        let found = complex.iter().find(|one| one.dummy == *dummy);
        let (Some(about), Type::Real(kind)) = (found, like.ty) else {
            let own = code.vars.alloc(Var { scope, ..like.clone() });
            own_vars.insert(*dummy, own);
            dummies.push(own);
            arguments.push(Argument::of_variable(own, like));
            continue;
        };
        let (storage, array) = (Storage::Local, Some(ArrayLength::Constant(2)));
        let pair = code.vars.alloc(Var { storage, array, scope, shape: Shape::Varying, ..like.clone() });
        arguments.push(Argument::Array(pair));
        let [re, im] = names::parts(&about.name).map(|part| code.vars.alloc(part_of(part, kind, scope)));
        parts.insert(*dummy, Carrier::Parts { name: about.name.clone(), re, im });
        for (offset, own) in [(0, re), (1, im)] {
            let place = IntegerExpr::Constant(IntegerKind::I4, offset);
            if about.is_read {
                let value = Expr::Real(RealExpr::Read(kind, Place::Variable(own)));
                before.push(ActionKind::Store { array: pair, offset: place.clone(), value });
            }
            if about.is_assigned {
                let value = Expr::Real(RealExpr::Read(kind, Place::Element(pair, Box::new(place))));
                after.push(ActionKind::Assign { target: own, value });
            }
            dummies.push(own);
        }
    }
    let declared = kernel.arguments.iter().filter_map(|argument| match parts.get(&argument.var()) {
        Some(parts) => {
            let present = argument.present.and_then(|present| own_vars.get(&present).copied());
            Some(SourceArgument { carrier: parts.clone(), present, ..argument.clone() })
        }
        None => argument.with_variables(&|var| own_vars.get(&var).copied()),
    });
    let declared = declared.collect();
    let result = kernel.result.map(|result| code.vars.alloc(Var { scope, ..kernel.vars[result].clone() }));
    let callee = Callee::Unit(kernel.name.clone());
    let call = ActionKind::Call { callee, arguments, result, result_value: None };
    let inside = before.into_iter().chain([call]).chain(after);
    let actions = [ActionKind::ScopeEntry(scope)].into_iter().chain(inside).chain([ActionKind::ScopeExit(scope)]);
    actions.for_each(|kind| code.action(kind));
    code.end(Terminator::Return(Vec::new()));
    let arguments = source_arguments(&code.vars, &dummies, declared);
    let origin = Some(kernel.source_name().to_owned());
    let unit = code.into_unit(name.to_owned(), kernel.kind, kernel.file.clone());
    Unit { origin, files: kernel.files.clone(), dummies, arguments, result, ..unit }
}

fn part_of(name: String, kind: RealKind, scope: ScopeId) -> Var {
    Var { storage: Storage::Dummy, ..Var::local(name, Type::Real(kind), scope) }
}

fn first_line(kernel: &Unit) -> SourceLine {
    match &kernel.body {
        Body::Graph(graph) => graph.blocks[graph.start].at,
        Body::Tree(_) => SourceLine::own(0),
    }
}
