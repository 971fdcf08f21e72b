//! Functions that make their value, an array, themselves: one whose bounds depend on elements of arguments becomes
//! ALLOCATABLE before names are resolved.
//!
//! ```text
//! function zeros(n) result(a)        function zeros(n) result(a)
//!   integer, intent(in) :: n(2)        integer, intent(in) :: n(2)
//!   real :: a(n(1), n(2))              real, allocatable :: a(:, :)
//!                                      allocate (a(1:n(1), 1:n(2)))
//!   a = 0                              a = 0
//! end function                       end function
//! ```
//!
//! Other bounds are computed where the function is referenced, with the actual arguments in place of the dummy ones:
//! that is cheaper, but an actual argument that is an array may be any expression.

use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::*;

/// Changes such functions of all files, and their interfaces.
pub(crate) fn make_results(files: &mut [File]) {
    files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| make_result(unit, false));
}

fn make_result(unit: &mut Unit, is_body: bool) {
    for statement in &mut unit.statements {
        if let StatementKind::Interface(block) = &mut statement.kind {
            block.bodies.iter_mut().for_each(|body| make_result(body, true));
        }
    }
    unit.contains.iter_mut().flat_map(|contains| &mut contains.units).for_each(|inner| make_result(inner, false));
    let Some(header) = unit.header.as_ref().filter(|header| header.kind == UnitKind::Function) else { return };
    let name = header.result.as_ref().unwrap_or(&header.name).text.clone();
    let has_entries = unit.statements.iter().any(|one| matches!(one.kind, StatementKind::Entry(_)));
    let Some(dimensions) = dimensions_of(unit, &name).filter(|_| !has_entries) else { return };
    let is_explicit = |one: &DimensionSpec| one.upper.is_some() && !one.is_open && !one.assumes_rank();
    let dummies: Vec<&Word> = header.dummies.iter().filter_map(Dummy::name).map(|dummy| &dummy.text).collect();
    let is_element = &mut |expr: &Expr| match &expr.kind {
        ExprKind::Reference(name, _) if dummies.contains(&&name.text) && dimensions_of(unit, &name.text).is_some() => {
            Step::Found
        }
        ExprKind::Component(part) if part.arguments.is_some() => Step::Found,
        _ => Step::Inside,
    };
    let bounds = dimensions.iter().flat_map(|one| one.lower.iter().chain(&one.upper));
    if !dimensions.iter().all(is_explicit) || !finds(bounds, is_element) {
        return;
    }
    let (dimensions, span) = (dimensions.to_vec(), unit.span);
    let first = unit.statements.iter().position(|statement| statement.kind.is_executable());
    let executable = unit.statements.split_off(first.unwrap_or(unit.statements.len()));
    let allocate = make_allocatable(&name, dimensions, &mut unit.statements, span);
    unit.statements.extend((!is_body).then_some(allocate));
    unit.statements.extend(executable);
}

/// The dimensions that a unit declares for a name.
fn dimensions_of<'u>(unit: &'u Unit, name: &str) -> Option<&'u [DimensionSpec]> {
    unit.statements.iter().find_map(|statement| {
        let dimensions = match &statement.kind {
            StatementKind::TypeDeclaration { attributes, entities, .. } => {
                entities.iter().find(|entity| entity.name.text == name)?.dimensions_among(attributes)
            }
            StatementKind::Dimension(arrays) => &arrays.iter().find(|array| array.name.text == name)?.dimensions,
            _ => return None,
        };
        (!dimensions.is_empty()).then_some(dimensions)
    })
}

/// Declares a function's value as ALLOCATABLE; the result is the statement that makes it.
pub(crate) fn make_allocatable(
    name: &Word,
    dimensions: Vec<DimensionSpec>,
    statements: &mut Vec<Statement>,
    span: Span,
) -> Statement {
    let of = Name { text: name.clone(), span };
    let open = vec![DimensionSpec { lower: None, upper: None, is_open: true, span }; dimensions.len()];
    let is_it = |entity: &EntityDeclaration| entity.name.text == *name;
    let mut own = None;
    for statement in statements.iter_mut() {
        match &mut statement.kind {
            StatementKind::TypeDeclaration { ty, attributes, entities } if entities.iter().any(is_it) => {
                entities.retain(|entity| !is_it(entity));
                own = Some((ty.clone(), attributes.clone(), statement.span));
            }
            StatementKind::Dimension(arrays) | StatementKind::Attribute(_, arrays) => {
                arrays.retain(|array| array.name.text != *name);
            }
            _ => {}
        }
    }
    statements.push(match own {
        Some((ty, mut attributes, span)) => {
            attributes.retain(|attribute| !matches!(attribute, Attribute::Dimension(_)));
            attributes.push(Attribute::Allocatable);
            let entity = EntityDeclaration { name: of, dimensions: open, length: None, initial: None };
            let kind = StatementKind::TypeDeclaration { ty, attributes, entities: vec![entity] };
            Statement { label: None, kind, span }
        }
        // The type is before the name of the function.
        None => {
            let kind = StatementKind::Allocatable(vec![ArrayDeclarator { name: of, dimensions: open }]);
            Statement { label: None, kind, span }
        }
    });
    let one = || Expr { kind: ExprKind::Integer("1".into(), None), span };
    let subscripts = dimensions.into_iter().map(|DimensionSpec { lower, upper, span, .. }| {
        let range = Range { lower: lower.or(Some(one())), upper, stride: None };
        Argument { keyword: None, value: Expr { kind: ExprKind::Range(Box::new(range)), span } }
    });
    let name = Box::new(Name { text: name.clone(), span });
    let object = Expr { kind: ExprKind::Reference(name, subscripts.collect()), span };
    let kind = StatementKind::Allocate { ty: None, objects: vec![object], options: Vec::new() };
    Statement { label: None, kind, span }
}
