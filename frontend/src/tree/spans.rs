//! Trees without places, so that two of them can be compared by what they say.

use super::*;

impl File {
    /// The same tree with all places equal.
    pub fn without_spans(mut self) -> File {
        self.units.iter_mut().for_each(unit);
        self.comments.iter_mut().for_each(|comment| comment.span = none());
        self
    }
}

fn none() -> Span {
    Span::default()
}

fn unit(unit: &mut Unit) {
    unit.span = none();
    unit.comments.iter_mut().for_each(|comment| comment.span = none());
    if let Some(header) = &mut unit.header {
        header.span = none();
        label(&mut header.label);
        name(&mut header.name);
        dummies(&mut header.dummies);
        header.result.iter_mut().for_each(name);
        header.ty.iter_mut().for_each(type_spec);
    }
    unit.statements.iter_mut().for_each(statement);
    if let Some(contains) = &mut unit.contains {
        contains.span = none();
        label(&mut contains.label);
        // The parser bounds the depth of units inside of units.
        contains.units.iter_mut().for_each(self::unit);
    }
    if let Some(end) = &mut unit.end {
        end.span = none();
        label(&mut end.label);
        end.name.iter_mut().for_each(name);
    }
}

fn label(label: &mut Option<Label>) {
    label.iter_mut().for_each(label_reference);
}

fn label_reference(label: &mut Label) {
    label.span = none();
}

fn name(name: &mut Name) {
    name.span = none();
}

fn names(names: &mut [Name]) {
    names.iter_mut().for_each(name);
}

fn dummies(dummies: &mut [Dummy]) {
    for dummy in dummies {
        match dummy {
            Dummy::Name(one) => name(one),
            Dummy::Alternate(span) => *span = none(),
        }
    }
}

fn statement(statement: &mut Statement) {
    statement.span = none();
    label(&mut statement.label);
    match &mut statement.kind {
        StatementKind::LogicalIf { condition, action } => {
            expr(condition);
            action.span = none();
            // The action is no logical IF itself.
            specification(&mut action.kind);
            executable(&mut action.kind);
        }
        kind => {
            specification(kind);
            scoping(kind);
            executable(kind);
            construct(kind);
        }
    }
}

fn specification(kind: &mut StatementKind) {
    match kind {
        StatementKind::Allocatable(arrays) => {
            for array in arrays {
                name(&mut array.name);
                dimensions(&mut array.dimensions);
            }
        }
        StatementKind::TypeDeclaration { ty, attributes, entities } => {
            type_spec(ty);
            attributes.iter_mut().for_each(self::attribute);
            entities.iter_mut().for_each(entity);
        }
        StatementKind::Dimension(arrays) => arrays.iter_mut().for_each(array),
        StatementKind::Parameter(constants) => {
            for (constant, value) in constants {
                name(constant);
                expr(value);
            }
        }
        StatementKind::Implicit(rules) => {
            for rule in rules {
                type_spec(&mut rule.ty);
                rule.letters.iter_mut().for_each(|letters| letters.span = none());
            }
        }
        StatementKind::Data(sets) => {
            for set in sets {
                set.objects.iter_mut().for_each(data_object);
                set.values.iter_mut().for_each(data_value);
            }
        }
        StatementKind::External(list) | StatementKind::Intrinsic(list) => names(list),
        StatementKind::Save(list) => {
            for SavedName::Variable(one) | SavedName::Common(one) in list {
                name(one);
            }
        }
        StatementKind::Common(parts) => {
            for part in parts {
                part.span = none();
                part.block.iter_mut().for_each(name);
                part.objects.iter_mut().for_each(array);
            }
        }
        StatementKind::Equivalence(sets) => {
            for set in sets {
                set.span = none();
                set.objects.iter_mut().for_each(expr);
            }
        }
        _ => {}
    }
}

fn allocation(objects: &mut [Expr], options: &mut [(Name, Expr)]) {
    objects.iter_mut().for_each(expr);
    for (keyword, value) in options {
        name(keyword);
        expr(value);
    }
}

/// WHERE, FORALL and allocation.
fn array_statement(kind: &mut StatementKind) {
    match kind {
        StatementKind::Allocate { ty, objects, options } => {
            ty.iter_mut().for_each(type_spec);
            allocation(objects, options);
        }
        StatementKind::Deallocate { objects, options } => allocation(objects, options),
        StatementKind::Where { mask, action } => {
            expr(mask);
            statement(action);
        }
        StatementKind::WhereConstruct { name: construct, mask } => {
            construct.iter_mut().for_each(name);
            expr(mask);
        }
        StatementKind::Elsewhere { mask, name: construct } => {
            construct.iter_mut().for_each(name);
            mask.iter_mut().for_each(expr);
        }
        StatementKind::Forall { header, action } => {
            forall_header(header);
            statement(action);
        }
        StatementKind::ForallConstruct { name: construct, header } => {
            construct.iter_mut().for_each(name);
            forall_header(header);
        }
        StatementKind::EndWhere(construct) | StatementKind::EndForall(construct) => {
            construct.iter_mut().for_each(name);
        }
        _ => {}
    }
}

fn forall_header(header: &mut ForallHeader) {
    for index in &mut header.indices {
        name(&mut index.variable);
        expr(&mut index.first);
        expr(&mut index.last);
        index.step.iter_mut().for_each(expr);
    }
    header.mask.iter_mut().for_each(expr);
}

fn executable(kind: &mut StatementKind) {
    array_statement(kind);
    match kind {
        StatementKind::Assign { target, value } => {
            expr(target);
            expr(value);
        }
        StatementKind::Goto(target) => label_reference(target),
        StatementKind::AssignLabel { label, variable } => {
            label_reference(label);
            name(variable);
        }
        StatementKind::AssignedGoto { variable, labels } => {
            name(variable);
            labels.iter_mut().for_each(label_reference);
        }
        StatementKind::Return(number) => number.iter_mut().for_each(expr),
        StatementKind::Entry(entry) => {
            name(&mut entry.name);
            dummies(&mut entry.dummies);
            entry.result.iter_mut().for_each(name);
        }
        StatementKind::ComputedGoto { labels, selector } => {
            labels.iter_mut().for_each(label_reference);
            expr(selector);
        }
        StatementKind::ArithmeticIf { value, negative, zero, positive } => {
            expr(value);
            [negative, zero, positive].into_iter().for_each(label_reference);
        }
        StatementKind::IfThen { name: construct, condition } | StatementKind::ElseIf { condition, name: construct } => {
            construct.iter_mut().for_each(name);
            expr(condition);
        }
        StatementKind::Else(construct)
        | StatementKind::EndIf(construct)
        | StatementKind::EndDo(construct)
        | StatementKind::Exit(construct)
        | StatementKind::Cycle(construct) => construct.iter_mut().for_each(name),
        StatementKind::Do { name: construct, label: terminal, control } => {
            construct.iter_mut().for_each(name);
            label(terminal);
            match control {
                DoControl::Counted(bounds) => count(bounds),
                DoControl::While(condition) => expr(condition),
                DoControl::Forever => {}
                DoControl::Concurrent(header) => concurrent(header),
            }
        }
        StatementKind::Call { procedure, arguments: list } => {
            name(procedure);
            arguments(list);
        }
        StatementKind::Pause(code) => code.iter_mut().for_each(expr),
        StatementKind::Stop { code, quiet, .. } => code.iter_mut().chain(quiet).for_each(expr),
        StatementKind::Transfer(transfer) => {
            for control in &mut transfer.controls {
                control.keyword.iter_mut().for_each(name);
                match &mut control.value {
                    ControlValue::Star(span) => *span = none(),
                    ControlValue::Expr(value) => expr(value),
                }
            }
            items(&mut transfer.items);
        }
        _ => {}
    }
}

fn scoping(kind: &mut StatementKind) {
    match kind {
        StatementKind::Use(used) => {
            name(&mut used.module);
            for item in &mut used.items {
                name(&mut item.local);
                item.source.iter_mut().for_each(name);
            }
        }
        StatementKind::Import(list) | StatementKind::Access(_, list) => names(list),
        StatementKind::Attribute(one, arrays) => {
            attribute(one);
            arrays.iter_mut().for_each(array);
        }
        StatementKind::Interface(block) => {
            block.end = none();
            // The parser bounds the depth of units inside of units.
            block.bodies.iter_mut().for_each(unit);
        }
        _ => {}
    }
}

fn construct(kind: &mut StatementKind) {
    match kind {
        StatementKind::SelectCase { name: construct, selector } => {
            construct.iter_mut().for_each(name);
            expr(selector);
        }
        StatementKind::Case { ranges, name: construct } => {
            construct.iter_mut().for_each(name);
            ranges.iter_mut().flatten().for_each(case_range);
        }
        StatementKind::Associate { name: construct, associations } => {
            construct.iter_mut().for_each(name);
            for association in associations {
                name(&mut association.name);
                expr(&mut association.selector);
            }
        }
        StatementKind::EndSelect(construct)
        | StatementKind::Block(construct)
        | StatementKind::EndBlock(construct)
        | StatementKind::EndAssociate(construct) => construct.iter_mut().for_each(name),
        _ => {}
    }
}

fn case_range(range: &mut CaseRange) {
    match range {
        CaseRange::Value(value) => expr(value),
        CaseRange::Range(lower, upper, span) => {
            *span = none();
            lower.iter_mut().chain(upper).for_each(expr);
        }
    }
}

fn concurrent(header: &mut Concurrent) {
    header.ty.iter_mut().for_each(type_spec);
    for index in &mut header.indices {
        name(&mut index.name);
        expr(&mut index.first);
        expr(&mut index.last);
        index.step.iter_mut().for_each(expr);
    }
    header.mask.iter_mut().for_each(expr);
    for locality in &mut header.localities {
        match locality {
            Locality::Local(list) | Locality::LocalInit(list) | Locality::Shared(list) => names(list),
            Locality::DefaultNone(span) => *span = none(),
        }
    }
}

fn attribute(attribute: &mut Attribute) {
    if let Attribute::Dimension(specs) = attribute {
        dimensions(specs);
    }
}

fn array(array: &mut ArrayDeclarator) {
    name(&mut array.name);
    dimensions(&mut array.dimensions);
}

fn type_spec(ty: &mut TypeSpec) {
    ty.span = none();
    match &mut ty.kind {
        Some(KindSelector::Length(kind) | KindSelector::Kind(kind)) => expr(kind),
        Some(KindSelector::Character { length, kind }) => {
            length.iter_mut().for_each(length_spec);
            kind.iter_mut().for_each(expr);
        }
        None => {}
    }
}

fn length_spec(length: &mut LengthSpec) {
    match length {
        LengthSpec::Assumed(span) | LengthSpec::Deferred(span) => *span = none(),
        LengthSpec::Value(value) => expr(value),
    }
}

fn entity(entity: &mut Entity) {
    name(&mut entity.name);
    dimensions(&mut entity.dimensions);
    entity.length.iter_mut().for_each(length_spec);
    match &mut entity.initial {
        Some(Initializer::Value(value)) => expr(value),
        Some(Initializer::Data(values)) => values.iter_mut().for_each(data_value),
        None => {}
    }
}

fn dimensions(dimensions: &mut [DimensionSpec]) {
    for dimension in dimensions {
        dimension.span = none();
        dimension.lower.iter_mut().chain(&mut dimension.upper).for_each(expr);
    }
}

/// The parser bounds the depth of implied DOs.
fn data_object(object: &mut DataObject) {
    match object {
        DataObject::Variable(variable) => expr(variable),
        DataObject::ImpliedDo(implied) => {
            implied.span = none();
            implied.objects.iter_mut().for_each(data_object);
            count(&mut implied.count);
        }
    }
}

fn data_value(value: &mut DataValue) {
    value.repeat.iter_mut().for_each(expr);
    expr(&mut value.value);
}

fn count(count: &mut DoCount) {
    name(&mut count.variable);
    expr(&mut count.first);
    expr(&mut count.last);
    count.step.iter_mut().for_each(expr);
}

fn arguments(arguments: &mut [Argument]) {
    for argument in arguments {
        argument.keyword.iter_mut().for_each(|keyword| name(keyword));
        expr(&mut argument.value);
    }
}

fn expr(expression: &mut Expr) {
    expression.span = none();
    match &mut expression.kind {
        ExprKind::Integer(_, kind) | ExprKind::Real(_, kind) | ExprKind::Logical(_, kind) => {
            kind.iter_mut().for_each(|kind| name(kind));
        }
        ExprKind::Label(label) => label_reference(label),
        ExprKind::Text(_) | ExprKind::Hollerith(_) | ExprKind::Bits(..) | ExprKind::Name(_) => {}
        ExprKind::Reference(function, list) => {
            name(function);
            arguments(list);
        }
        ExprKind::Range(bounds) => range(bounds),
        ExprKind::Substring(element, bounds) => {
            expr(element);
            range(bounds);
        }
        ExprKind::Constructor(ty, list) => {
            ty.iter_mut().for_each(|ty| type_spec(ty));
            items(list);
        }
        ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => expr(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Complex(left, right) => {
            expr(left);
            expr(right);
        }
    }
}

fn range(range: &mut Range) {
    [&mut range.lower, &mut range.upper, &mut range.stride].into_iter().flatten().for_each(expr);
}

fn items(list: &mut [ConstructorItem]) {
    for item in list {
        match item {
            ConstructorItem::Value(value) => expr(value),
            ConstructorItem::ImpliedDo(list, bounds) => {
                items(list);
                count(bounds);
            }
        }
    }
}
