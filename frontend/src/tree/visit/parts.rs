//! The walks over the parts of statements: lists, declarations, and what governs loops and transfers.

/// Defines the walks over the parts of statements for a visitor.
macro_rules! walk_parts {
    ($Visitor:ident $(, $mut:tt)?) => {
        fn walk_exprs<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, list: impl IntoIterator<Item = &'a $($mut)? Expr>) {
            for expr in list {
                v.expr(expr);
            }
        }

        fn walk_names<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, names: &'a $($mut)? [Name], role: NameRole) {
            for name in names {
                v.name(name, role);
            }
        }

        fn walk_optional_name<'a, V: $Visitor<'a> + ?Sized>(
            v: &mut V,
            name: &'a $($mut)? Option<Name>,
            role: NameRole,
        ) {
            if let Some(name) = name {
                v.name(name, role);
            }
        }

        fn walk_label<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, label: &'a $($mut)? Option<Label>) {
            if let Some(label) = label {
                v.label(label);
            }
        }

        fn walk_labels<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, labels: &'a $($mut)? [Label]) {
            for label in labels {
                v.label(label);
            }
        }

        fn walk_dummies<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, dummies: &'a $($mut)? [Dummy]) {
            for dummy in dummies {
                match dummy {
                    Dummy::Name(name) => v.name(name, NameRole::Declared),
                    Dummy::Alternate(span) => v.span(span),
                }
            }
        }

        fn walk_arguments<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, arguments: &'a $($mut)? [Argument]) {
            for Argument { keyword, value } in arguments {
                if let Some(keyword) = keyword {
                    v.name(keyword, NameRole::Keyword);
                }
                v.expr(value);
            }
        }

        fn walk_options<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, options: &'a $($mut)? [(Name, Expr)]) {
            for (keyword, value) in options {
                v.name(keyword, NameRole::Keyword);
                v.expr(value);
            }
        }

        fn walk_range<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, range: &'a $($mut)? Range) {
            let Range { lower, upper, stride } = range;
            for part in [lower, upper, stride] {
                walk_exprs(v, part);
            }
        }

        /// Walks a type with its kind.
        pub fn walk_type_spec<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, ty: &'a $($mut)? TypeSpec) {
            let TypeSpec { name: _, kind, span } = ty;
            v.span(span);
            match kind {
                Some(KindSelector::Length(kind) | KindSelector::Kind(kind)) => v.expr(kind),
                Some(KindSelector::Character { length, kind }) => {
                    walk_length(v, length);
                    walk_exprs(v, kind);
                }
                Some(KindSelector::Derived(name) | KindSelector::Class(name)) => v.name(name, NameRole::Type),
                Some(KindSelector::Procedure(pointer)) => {
                    let ProcedurePointer { interface, attributes, module: _, initial: _ } = &$($mut)? **pointer;
                    walk_interface(v, interface);
                    for attribute in attributes {
                        if let BindingAttribute::Pass(Some(name)) = attribute {
                            v.name(name, NameRole::Keyword);
                        }
                    }
                }
                None => {}
            }
        }

        fn walk_interface<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, interface: &'a $($mut)? ProcedureInterface) {
            match interface {
                ProcedureInterface::Like(name) => v.name(name, NameRole::Listed),
                ProcedureInterface::Type(ty) => v.type_spec(ty),
                ProcedureInterface::Unknown => {}
            }
        }

        fn walk_length<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, length: &'a $($mut)? Option<LengthSpec>) {
            match length {
                Some(LengthSpec::Assumed(span) | LengthSpec::Deferred(span)) => v.span(span),
                Some(LengthSpec::Value(value)) => v.expr(value),
                None => {}
            }
        }

        fn walk_attribute<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, attribute: &'a $($mut)? Attribute) {
            match attribute {
                Attribute::Dimension(dimensions) => walk_dimensions(v, dimensions),
                Attribute::Parameter
                | Attribute::Save
                | Attribute::External
                | Attribute::Intrinsic
                | Attribute::Intent(_)
                | Attribute::Access(_)
                | Attribute::Protected
                | Attribute::Pointer
                | Attribute::Target
                | Attribute::Value
                | Attribute::Volatile
                | Attribute::Asynchronous
                | Attribute::Contiguous
                | Attribute::Allocatable
                | Attribute::Optional => {}
            }
        }

        fn walk_header<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, header: &'a $($mut)? Option<Header>) {
            if let Some(Header { label, kind: _, prefixes: _, ty, name, dummies, result, parent, separate: _, span }) =
                header
            {
                v.span(span);
                walk_parent(v, parent);
                walk_label(v, label);
                if let Some(ty) = ty {
                    v.type_spec(ty);
                }
                v.name(name, NameRole::Unit);
                walk_dummies(v, dummies);
                walk_optional_name(v, result, NameRole::Unit);
            }
        }

        fn walk_parent<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, parent: &'a $($mut)? Option<Box<Parent>>) {
            if let Some(parent) = parent {
                let Parent { ancestor, submodule } = &$($mut)? **parent;
                v.name(ancestor, NameRole::Unit);
                walk_optional_name(v, submodule, NameRole::Unit);
            }
        }

        fn walk_guard<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, guard: &'a $($mut)? TypeGuard) {
            match guard {
                TypeGuard::Type(ty) => v.type_spec(ty),
                TypeGuard::Class(ty) => v.name(ty, NameRole::Type),
                TypeGuard::Default => {}
                TypeGuard::Rank(rank) => match &$($mut)? **rank {
                    RankGuard::Number(rank) => v.expr(rank),
                    RankGuard::AssumedSize | RankGuard::Default => {}
                },
            }
        }

        fn walk_bound<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, bound: &'a $($mut)? BoundStatement) {
            match bound {
                BoundStatement::Contains => {}
                BoundStatement::Procedures { interface, attributes, bindings } => {
                    walk_optional_name(v, interface, NameRole::Listed);
                    for attribute in attributes {
                        if let BindingAttribute::Pass(Some(name)) = attribute {
                            v.name(name, NameRole::Keyword);
                        }
                    }
                    for Binding { name, procedure } in bindings {
                        let role = if procedure.is_some() { NameRole::Component } else { NameRole::Listed };
                        v.name(name, role);
                        walk_optional_name(v, procedure, NameRole::Listed);
                    }
                }
                BoundStatement::Generic { access: _, name, bindings } => {
                    v.name(name, NameRole::Component);
                    walk_names(v, bindings, NameRole::Component);
                }
                BoundStatement::Final(names) => walk_names(v, names, NameRole::Listed),
            }
        }

        fn walk_entity<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, entity: &'a $($mut)? EntityDeclaration) {
            let EntityDeclaration { name, dimensions, length, initial } = entity;
            v.name(name, NameRole::Declared);
            walk_dimensions(v, dimensions);
            walk_length(v, length);
            match initial {
                Some(Initializer::Value(value) | Initializer::Target(value)) => v.expr(value),
                Some(Initializer::Data(values)) => walk_data_values(v, values),
                None => {}
            }
        }

        fn walk_arrays<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, arrays: &'a $($mut)? [ArrayDeclarator]) {
            for ArrayDeclarator { name, dimensions } in arrays {
                v.name(name, NameRole::Declared);
                walk_dimensions(v, dimensions);
            }
        }

        fn walk_dimensions<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, dimensions: &'a $($mut)? [DimensionSpec]) {
            for DimensionSpec { lower, upper, is_open: _, span } in dimensions {
                v.span(span);
                walk_exprs(v, lower);
                walk_exprs(v, upper);
            }
        }

        /// The parser bounds the depth of implied DOs.
        fn walk_data_objects<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, objects: &'a $($mut)? [DataObject]) {
            for object in objects {
                match object {
                    DataObject::Variable(variable) => v.expr(variable),
                    DataObject::ImpliedDo(implied) => {
                        let ImpliedDo { objects, count, span } = &$($mut)? **implied;
                        v.span(span);
                        walk_data_objects(v, objects);
                        walk_count(v, count, NameRole::Inner);
                    }
                }
            }
        }

        fn walk_data_values<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, values: &'a $($mut)? [DataValue]) {
            for DataValue { repeat, value } in values {
                walk_exprs(v, repeat);
                v.expr(value);
            }
        }

        /// Walks the variable and the bounds of a DO.
        pub fn walk_count<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, count: &'a $($mut)? DoCount, role: NameRole) {
            let DoCount { variable, first, last, step } = count;
            v.name(variable, role);
            v.expr(first);
            v.expr(last);
            walk_exprs(v, step);
        }

        fn walk_do_control<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, control: &'a $($mut)? DoControl) {
            match control {
                DoControl::Counted(count) => walk_count(v, count, NameRole::Variable),
                DoControl::While(condition) => v.expr(condition),
                DoControl::Forever => {}
                DoControl::Concurrent(concurrent) => {
                    let Concurrent { ty, indices, mask, localities } = &$($mut)? **concurrent;
                    if let Some(ty) = ty {
                        v.type_spec(ty);
                    }
                    walk_indices(v, indices);
                    walk_exprs(v, mask);
                    for locality in localities {
                        match locality {
                            Locality::Local(names) | Locality::LocalInit(names) | Locality::Shared(names) => {
                                walk_names(v, names, NameRole::Listed);
                            }
                            Locality::DefaultNone(span) => v.span(span),
                        }
                    }
                }
            }
        }

        fn walk_forall<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, header: &'a $($mut)? ForallHeader) {
            let ForallHeader { indices, mask } = header;
            walk_indices(v, indices);
            walk_exprs(v, mask);
        }

        fn walk_indices<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, indices: &'a $($mut)? [ConcurrentIndex]) {
            for ConcurrentIndex { variable, first, last, step } in indices {
                v.name(variable, NameRole::Inner);
                v.expr(first);
                v.expr(last);
                walk_exprs(v, step);
            }
        }

        fn walk_transfer<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, transfer: &'a $($mut)? DataTransfer) {
            let DataTransfer { kind: _, controls, in_parentheses: _, items } = transfer;
            for TransferControl { keyword, value } in controls {
                walk_optional_name(v, keyword, NameRole::Keyword);
                match value {
                    ControlValue::Star(span) => v.span(span),
                    ControlValue::Expr(value) => v.expr(value),
                }
            }
            walk_transfer_items(v, items);
        }

        /// The items of input and output, whose DO variables are the unit's own. The parser bounds the depth.
        fn walk_transfer_items<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, items: &'a $($mut)? [ConstructorItem]) {
            for item in items {
                match item {
                    ConstructorItem::Value(value) => v.expr(value),
                    ConstructorItem::ImpliedDo(items, count) => {
                        walk_transfer_items(v, items);
                        walk_count(v, count, NameRole::Variable);
                    }
                }
            }
        }
    };
}
