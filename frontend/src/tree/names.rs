//! The names that a statement mentions, for finding out which ones a procedure takes from outside.

use super::*;

/// A name in a statement.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'a> {
    /// The name.
    pub name: &'a str,
    /// Its place.
    pub span: Span,
    /// It stands where a variable is meant: alone in an expression, assigned, or governing a DO.
    pub is_variable: bool,
    /// It stands in front of arguments that are no ranges, or behind CALL: a procedure is meant, or an array.
    pub is_called: bool,
    /// It stands alone as an argument: of which procedure, and which argument, counted from 0 and without labels.
    pub argument_of: Option<(&'a str, usize)>,
}

/// Gives `visit` each name that a statement mentions, construct names and the like included. The names inside of
/// interface bodies are not mentioned by the block.
pub fn for_each_name<'a>(statement: &'a Statement, visit: &mut dyn FnMut(Mention<'a>)) {
    let mut walk = Walk::new(visit);
    let mut next = Some(&statement.kind);
    while let Some(kind) = next.take() {
        if let StatementKind::LogicalIf { condition, action } = kind {
            walk.expr(condition);
            next = Some(&action.kind);
        } else {
            walk.statement(kind);
        }
    }
}

/// Gives `visit` each name in an expression.
pub fn for_each_name_of<'a>(expr: &'a Expr, visit: &mut dyn FnMut(Mention<'a>)) {
    Walk::new(visit).expr(expr);
}

/// What is left of an expression.
enum Pending<'a> {
    Visit(&'a Expr),
    /// An argument of that procedure, with its position.
    Argument(&'a Expr, &'a str, usize),
    /// The items of an implied DO with that index follow.
    Items(&'a str),
    /// They have ended.
    EndOfItems,
}

struct Walk<'a, 'v> {
    visit: &'v mut dyn FnMut(Mention<'a>),
    pending: Vec<Pending<'a>>,
    /// The indices of the implied DOs of constructors around, which are variables of their own: the unit has none of these names because
    /// of them.
    indices: Vec<&'a str>,
}

impl<'a, 'v> Walk<'a, 'v> {
    fn new(visit: &'v mut dyn FnMut(Mention<'a>)) -> Self {
        Walk { visit, pending: Vec::new(), indices: Vec::new() }
    }
}

impl<'a> Walk<'a, '_> {
    fn mention(&mut self, name: &'a str, span: Span, is_variable: bool) {
        let is_variable = is_variable && !self.indices.contains(&name);
        (self.visit)(Mention { name, span, is_variable, is_called: false, argument_of: None });
    }

    fn called(&mut self, name: &'a Name, is_called: bool) {
        (self.visit)(Mention { name: &name.text, span: name.span, is_variable: false, is_called, argument_of: None });
    }

    fn name(&mut self, name: &'a Name) {
        self.mention(&name.text, name.span, false);
    }

    fn names(&mut self, names: &'a [Name]) {
        names.iter().for_each(|name| self.name(name));
    }

    fn statement(&mut self, kind: &'a StatementKind) {
        match kind {
            StatementKind::TypeDeclaration { ty, attributes, entities } => {
                self.type_spec(ty);
                attributes.iter().for_each(|attribute| self.attribute(attribute));
                entities.iter().for_each(|entity| self.entity(entity));
            }
            StatementKind::Dimension(arrays) | StatementKind::Allocatable(arrays) => self.arrays(arrays),
            StatementKind::Parameter(constants) => {
                for (constant, value) in constants {
                    self.name(constant);
                    self.expr(value);
                }
            }
            StatementKind::Implicit(rules) => rules.iter().for_each(|rule| self.type_spec(&rule.ty)),
            StatementKind::Data(sets) => sets.iter().for_each(|set| self.data(set)),
            StatementKind::External(list) | StatementKind::Intrinsic(list) => self.names(list),
            StatementKind::Save(list) => {
                for saved in list {
                    if let SavedName::Variable(name) = saved {
                        self.name(name);
                    }
                }
            }
            StatementKind::Common(parts) => parts.iter().for_each(|part| self.arrays(&part.objects)),
            StatementKind::Equivalence(sets) => {
                sets.iter().flat_map(|set| &set.objects).for_each(|object| self.expr(object));
            }
            StatementKind::Import(list) | StatementKind::Access(_, list) => self.names(list),
            StatementKind::Attribute(attribute, arrays) => {
                self.attribute(attribute);
                self.arrays(arrays);
            }
            StatementKind::ImplicitNone { .. }
            | StatementKind::Format(_)
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::Return(None)
            | StatementKind::Use(_)
            | StatementKind::Interface(_)
            | StatementKind::LogicalIf { .. }
            | StatementKind::Unsupported(_)
            | StatementKind::Invalid => {}
            kind => self.executable(kind),
        }
    }

    fn executable(&mut self, kind: &'a StatementKind) {
        match kind {
            StatementKind::Assign { target, value } => {
                self.expr(target);
                self.expr(value);
            }
            StatementKind::ComputedGoto { selector: value, .. } | StatementKind::Return(Some(value)) => {
                self.expr(value)
            }
            StatementKind::AssignLabel { variable, .. } | StatementKind::AssignedGoto { variable, .. } => {
                self.mention(&variable.text, variable.span, true);
            }
            StatementKind::Entry(entry) => {
                entry.dummies.iter().filter_map(Dummy::name).for_each(|name| self.name(name));
            }
            StatementKind::ArithmeticIf { value, .. } => self.expr(value),
            StatementKind::IfThen { condition, .. } | StatementKind::ElseIf { condition, .. } => self.expr(condition),
            StatementKind::Do { control, .. } => self.control(control),
            StatementKind::Call { procedure, arguments } => {
                self.called(procedure, true);
                for argument in numbered(&procedure.text, arguments) {
                    self.pending.push(argument);
                    self.walk_pending();
                }
            }
            StatementKind::Pause(code) => code.iter().for_each(|expr| self.expr(expr)),
            StatementKind::Stop { code, quiet, .. } => code.iter().chain(quiet).for_each(|expr| self.expr(expr)),
            StatementKind::Transfer(transfer) => {
                for control in &transfer.controls {
                    if let ControlValue::Expr(value) = &control.value {
                        self.expr(value);
                    }
                }
                self.transfer_items(&transfer.items);
            }
            StatementKind::SelectCase { selector, .. } => self.expr(selector),
            StatementKind::Case { ranges, .. } => {
                for range in ranges.iter().flatten() {
                    match range {
                        CaseRange::Value(value) => self.expr(value),
                        CaseRange::Range(lower, upper, _) => lower.iter().chain(upper).for_each(|end| self.expr(end)),
                    }
                }
            }
            StatementKind::Allocate { objects, options, .. } | StatementKind::Deallocate { objects, options } => {
                if let StatementKind::Allocate { ty: Some(ty), .. } = kind {
                    self.type_spec(ty);
                }
                objects.iter().chain(options.iter().map(|(_, value)| value)).for_each(|expr| self.expr(expr));
            }
            StatementKind::Where { mask, action } => {
                self.expr(mask);
                self.statement(&action.kind);
            }
            StatementKind::WhereConstruct { mask, .. } => self.expr(mask),
            StatementKind::Elsewhere { mask, .. } => mask.iter().for_each(|mask| self.expr(mask)),
            StatementKind::Forall { header, action } => {
                self.forall(header);
                self.statement(&action.kind);
            }
            StatementKind::ForallConstruct { header, .. } => self.forall(header),
            StatementKind::Associate { associations, .. } => {
                associations.iter().for_each(|association| self.expr(&association.selector));
            }
            _ => {}
        }
    }

    fn control(&mut self, control: &'a DoControl) {
        match control {
            DoControl::Counted(count) => self.count(count),
            DoControl::While(condition) => self.expr(condition),
            DoControl::Forever => {}
            DoControl::Concurrent(concurrent) => {
                concurrent.ty.iter().for_each(|ty| self.type_spec(ty));
                for index in &concurrent.indices {
                    [&index.first, &index.last].into_iter().chain(&index.step).for_each(|expr| self.expr(expr));
                }
                concurrent.mask.iter().for_each(|mask| self.expr(mask));
                for locality in &concurrent.localities {
                    match locality {
                        Locality::Local(list) | Locality::LocalInit(list) | Locality::Shared(list) => self.names(list),
                        Locality::DefaultNone(_) => {}
                    }
                }
            }
        }
    }

    fn forall(&mut self, header: &'a ForallHeader) {
        for index in &header.indices {
            [&index.first, &index.last].into_iter().chain(&index.step).for_each(|expr| self.expr(expr));
        }
        header.mask.iter().for_each(|mask| self.expr(mask));
    }

    fn count(&mut self, count: &'a DoCount) {
        self.mention(&count.variable.text, count.variable.span, true);
        [&count.first, &count.last].into_iter().chain(&count.step).for_each(|expr| self.expr(expr));
    }

    fn type_spec(&mut self, ty: &'a TypeSpec) {
        match &ty.kind {
            Some(KindSelector::Length(kind) | KindSelector::Kind(kind)) => self.expr(kind),
            Some(KindSelector::Character { length, kind }) => {
                length.iter().filter_map(LengthSpec::value).chain(kind).for_each(|expr| self.expr(expr));
            }
            None => {}
        }
    }

    fn attribute(&mut self, attribute: &'a Attribute) {
        if let Attribute::Dimension(dimensions) = attribute {
            self.dimensions(dimensions);
        }
    }

    fn arrays(&mut self, arrays: &'a [ArrayDeclarator]) {
        for array in arrays {
            self.name(&array.name);
            self.dimensions(&array.dimensions);
        }
    }

    fn entity(&mut self, entity: &'a Entity) {
        self.name(&entity.name);
        self.dimensions(&entity.dimensions);
        entity.length.iter().filter_map(LengthSpec::value).for_each(|length| self.expr(length));
        match &entity.initial {
            Some(Initializer::Value(value)) => self.expr(value),
            Some(Initializer::Data(values)) => values.iter().for_each(|value| self.data_value(value)),
            None => {}
        }
    }

    fn dimensions(&mut self, dimensions: &'a [DimensionSpec]) {
        for dimension in dimensions {
            dimension.lower.iter().chain(&dimension.upper).for_each(|bound| self.expr(bound));
        }
    }

    fn data(&mut self, set: &'a DataSet) {
        set.objects.iter().for_each(|object| self.data_object(object));
        set.values.iter().for_each(|value| self.data_value(value));
    }

    /// The parser bounds the depth of implied DOs.
    fn data_object(&mut self, object: &'a DataObject) {
        match object {
            DataObject::Variable(variable) => self.expr(variable),
            DataObject::ImpliedDo(implied) => {
                implied.objects.iter().for_each(|object| self.data_object(object));
                let DoCount { first, last, step, .. } = &implied.count;
                [first, last].into_iter().chain(step).for_each(|expr| self.expr(expr));
            }
        }
    }

    fn data_value(&mut self, value: &'a DataValue) {
        value.repeat.iter().chain([&value.value]).for_each(|expr| self.expr(expr));
    }

    fn range(&mut self, range: &'a Range) {
        let Range { lower, upper, stride } = range;
        self.later(lower.iter().chain(upper).chain(stride));
    }

    fn later(&mut self, expressions: impl Iterator<Item = &'a Expr>) {
        self.pending.extend(expressions.map(Pending::Visit));
    }

    /// The items of input and output, whose DO variables are the unit's own. The parser bounds the depth.
    fn transfer_items(&mut self, items: &'a [ConstructorItem]) {
        for item in items {
            match item {
                ConstructorItem::Value(value) => self.expr(value),
                ConstructorItem::ImpliedDo(items, count) => {
                    self.transfer_items(items);
                    self.count(count);
                }
            }
        }
    }

    /// The parser bounds the depth of implied DOs.
    fn items(&mut self, items: &'a [ConstructorItem]) {
        for item in items {
            match item {
                ConstructorItem::Value(value) => self.pending.push(Pending::Visit(value)),
                ConstructorItem::ImpliedDo(items, count) => {
                    self.later([&count.first, &count.last].into_iter().chain(&count.step));
                    self.pending.push(Pending::EndOfItems);
                    self.items(items);
                    self.pending.push(Pending::Items(&count.variable.text));
                }
            }
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        self.pending.push(Pending::Visit(expr));
        self.walk_pending();
    }

    fn walk_pending(&mut self) {
        while let Some(pending) = self.pending.pop() {
            let expr = match pending {
                Pending::Visit(expr) => expr,
                Pending::Argument(Expr { kind: ExprKind::Name(name), span }, procedure, position) => {
                    let is_variable = !self.indices.contains(&name.as_str());
                    let argument_of = Some((procedure, position));
                    (self.visit)(Mention { name, span: *span, is_variable, is_called: false, argument_of });
                    continue;
                }
                Pending::Argument(expr, ..) => expr,
                Pending::Items(index) => {
                    self.indices.push(index);
                    continue;
                }
                Pending::EndOfItems => {
                    self.indices.pop();
                    continue;
                }
            };
            match &expr.kind {
                ExprKind::Integer(_, kind) | ExprKind::Real(_, kind) | ExprKind::Logical(_, kind) => {
                    kind.iter().for_each(|kind| self.name(kind));
                }
                ExprKind::Text(_) | ExprKind::Hollerith(_) | ExprKind::Bits(..) | ExprKind::Label(_) => {}
                ExprKind::Name(name) => self.mention(name, expr.span, true),
                ExprKind::Reference(name, arguments) => {
                    let is_range = |argument: &Argument| matches!(argument.value.kind, ExprKind::Range(_));
                    self.called(name, !arguments.iter().any(is_range));
                    self.pending.extend(numbered(&name.text, arguments));
                }
                ExprKind::Range(range) => self.range(range),
                ExprKind::Substring(element, range) => {
                    self.pending.push(Pending::Visit(element));
                    self.range(range);
                }
                ExprKind::Constructor(ty, items) => {
                    ty.iter().for_each(|ty| self.type_spec(ty));
                    self.items(items);
                }
                ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => self.pending.push(Pending::Visit(inner)),
                ExprKind::Binary(_, left, right) | ExprKind::Complex(left, right) => {
                    self.later([&**left, &**right].into_iter());
                }
            }
        }
    }
}

/// The arguments of a procedure with their positions, labels not counted.
fn numbered<'a>(procedure: &'a str, arguments: &'a [Argument]) -> impl Iterator<Item = Pending<'a>> {
    let values = arguments.iter().filter(|argument| !matches!(argument.value.kind, ExprKind::Label(_)));
    values.enumerate().map(move |(at, argument)| Pending::Argument(&argument.value, procedure, at))
}
