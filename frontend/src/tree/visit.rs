//! One walk over the parse tree, in source order, for all that look at it or change it: [`Visit`] and [`VisitMut`].
//!
//! A visitor overrides what it needs to see and calls the `walk` of the same name to continue inside. The walks name
//! every field of every node and have no arm for "all others", so that a new one does not compile until it is walked.
//! Expressions are walked by recursion, as deep as [`MAX_EXPRESSION_DEPTH`].

#[macro_use]
mod expressions;
#[macro_use]
mod parts;

use super::*;

/// What a name stands for where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameRole {
    /// A program unit or an ENTRY, or the result of one.
    Unit,
    /// A dummy argument, or what a specification statement makes an entity of the unit.
    Declared,
    /// What a statement lists that is declared elsewhere.
    Listed,
    /// A variable that the statement assigns or reads.
    Variable,
    /// What is before arguments, or after CALL.
    Called,
    /// A constant that is a kind.
    Kind,
    /// A name that exists in its construct alone: of ASSOCIATE, or an index of FORALL, DO CONCURRENT, or of an implied
    /// DO of DATA or of a constructor.
    Inner,
    /// The name of a construct.
    Construct,
    /// A COMMON block or a NAMELIST group.
    Block,
    /// A module, or what USE takes from one and calls by another name.
    Module,
    /// A keyword of an argument or of a control.
    Keyword,
    /// A derived type.
    Type,
    /// A component of a derived type.
    Component,
    /// A defined operator.
    Operator,
}

/// Defines a visitor and its walks, for shared references or for those that can change the tree.
macro_rules! visitor {
    ($(#[$about:meta])* $Visitor:ident $(, $mut:tt)?) => {
        $(#[$about])*
        pub trait $Visitor<'a> {
            /// A program unit.
            fn unit(&mut self, unit: &'a $($mut)? Unit) {
                walk_unit(self, unit);
            }

            /// A statement.
            fn statement(&mut self, statement: &'a $($mut)? Statement) {
                walk_statement(self, statement);
            }

            /// An expression.
            fn expr(&mut self, expr: &'a $($mut)? Expr) {
                walk_expr(self, expr);
            }

            /// A type with its kind.
            fn type_spec(&mut self, ty: &'a $($mut)? TypeSpec) {
                walk_type_spec(self, ty);
            }

            /// An item of an array constructor.
            fn constructor_item(&mut self, item: &'a $($mut)? ConstructorItem) {
                walk_constructor_item(self, item);
            }

            /// A name.
            fn name(&mut self, name: &'a $($mut)? Name, _role: NameRole) {
                self.span(&$($mut)? name.span);
            }

            /// A label, where it is defined or used.
            fn label(&mut self, label: &'a $($mut)? Label) {
                self.span(&$($mut)? label.span);
            }

            /// A place.
            fn span(&mut self, _span: &'a $($mut)? Span) {}
        }

        /// Walks a file.
        pub fn walk_file<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, file: &'a $($mut)? File) {
            let File { form: _, units, comments } = file;
            for unit in units {
                v.unit(unit);
            }
            walk_comments(v, comments);
        }

        fn walk_comments<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, comments: &'a $($mut)? [Comment]) {
            for Comment { place: _, is_trailing: _, text: _, span } in comments {
                v.span(span);
            }
        }

        /// Walks a unit and those that it contains, whose depth the parser bounds.
        pub fn walk_unit<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, unit: &'a $($mut)? Unit) {
            let Unit { header, statements, contains, end, comments, default_kinds: _, refused_words: _, refused_names: _, span } = unit;
            v.span(span);
            walk_header(v, header);
            for statement in statements {
                v.statement(statement);
            }
            if let Some(Contains { label, units, span }) = contains {
                v.span(span);
                walk_label(v, label);
                for unit in units {
                    v.unit(unit);
                }
            }
            if let Some(End { label, word: _, name, span }) = end {
                v.span(span);
                walk_label(v, label);
                walk_optional_name(v, name, NameRole::Unit);
            }
            walk_comments(v, comments);
        }

        /// Walks a statement.
        pub fn walk_statement<'a, V: $Visitor<'a> + ?Sized>(v: &mut V, statement: &'a $($mut)? Statement) {
            let Statement { label, kind, span } = statement;
            v.span(span);
            walk_label(v, label);
            match kind {
                StatementKind::TypeDeclaration { ty, attributes, entities } => {
                    v.type_spec(ty);
                    for attribute in attributes {
                        walk_attribute(v, attribute);
                    }
                    for entity in entities {
                        walk_entity(v, entity);
                    }
                }
                StatementKind::Dimension(arrays) | StatementKind::Allocatable(arrays) => walk_arrays(v, arrays),
                StatementKind::DerivedType { access: _, extends, is_abstract: _, name } => {
                    walk_optional_name(v, extends, NameRole::Type);
                    v.name(name, NameRole::Type);
                }
                StatementKind::EndDerivedType(name) => walk_optional_name(v, name, NameRole::Type),
                StatementKind::Bound(bound) => walk_bound(v, bound),
                StatementKind::Parameter(constants) => {
                    for (name, value) in constants {
                        v.name(name, NameRole::Declared);
                        v.expr(value);
                    }
                }
                StatementKind::Implicit(rules) => {
                    for ImplicitRule { ty, letters } in rules {
                        v.type_spec(ty);
                        for LetterRange { first: _, last: _, span } in letters {
                            v.span(span);
                        }
                    }
                }
                StatementKind::Data(sets) => {
                    for DataSet { objects, values } in sets {
                        walk_data_objects(v, objects);
                        walk_data_values(v, values);
                    }
                }
                StatementKind::External(names) | StatementKind::Intrinsic(names) => {
                    walk_names(v, names, NameRole::Declared);
                }
                StatementKind::Save(names) => {
                    for saved in names {
                        match saved {
                            SavedName::Variable(name) => v.name(name, NameRole::Declared),
                            SavedName::Common(name) => v.name(name, NameRole::Block),
                        }
                    }
                }
                StatementKind::Common(parts) => {
                    for CommonPart { block, objects, span } in parts {
                        v.span(span);
                        walk_optional_name(v, block, NameRole::Block);
                        walk_arrays(v, objects);
                    }
                }
                StatementKind::Namelist(groups) => {
                    for NamelistGroup { name, objects } in groups {
                        v.name(name, NameRole::Block);
                        for GroupMember { name, ranks: _ } in objects {
                            v.name(name, NameRole::Listed);
                        }
                    }
                }
                StatementKind::Equivalence(sets) => {
                    for EquivalenceSet { objects, span } in sets {
                        v.span(span);
                        walk_exprs(v, objects);
                    }
                }
                StatementKind::Import(names) | StatementKind::Access(_, names) => {
                    walk_names(v, names, NameRole::Listed);
                }
                StatementKind::Attribute(attribute, arrays) => {
                    walk_attribute(v, attribute);
                    walk_arrays(v, arrays);
                }
                StatementKind::Use(used) => {
                    let Use { intrinsic: _, module, only: _, items } = &$($mut)? **used;
                    v.name(module, NameRole::Module);
                    for UseItem { local, source } in items {
                        v.name(local, NameRole::Module);
                        walk_optional_name(v, source, NameRole::Module);
                    }
                }
                StatementKind::Interface(block) => {
                    let InterfaceBlock { generic, is_abstract: _, procedures, bodies, end } = &$($mut)? **block;
                    walk_optional_name(v, generic, NameRole::Declared);
                    walk_names(v, procedures, NameRole::Listed);
                    v.span(end);
                    for body in bodies {
                        v.unit(body);
                    }
                }
                StatementKind::Procedure { interface, attributes, names } => {
                    walk_interface(v, interface);
                    for attribute in attributes {
                        walk_attribute(v, attribute);
                    }
                    walk_names(v, names, NameRole::Declared);
                }
                StatementKind::Entry(Entry { name, dummies, result }) => {
                    v.name(name, NameRole::Unit);
                    walk_dummies(v, dummies);
                    walk_optional_name(v, result, NameRole::Unit);
                }
                StatementKind::Nullify(pointers) => walk_exprs(v, pointers),
                StatementKind::Assign { target, value } | StatementKind::PointerAssign { target, value } => {
                    v.expr(target);
                    v.expr(value);
                }
                StatementKind::Goto(label) => v.label(label),
                StatementKind::AssignLabel { label, variable } => {
                    v.label(label);
                    v.name(variable, NameRole::Variable);
                }
                StatementKind::AssignedGoto { variable, labels } => {
                    v.name(variable, NameRole::Variable);
                    walk_labels(v, labels);
                }
                StatementKind::ComputedGoto { labels, selector } => {
                    walk_labels(v, labels);
                    v.expr(selector);
                }
                StatementKind::ArithmeticIf { value, negative, zero, positive } => {
                    v.expr(value);
                    for label in [negative, zero, positive] {
                        v.label(label);
                    }
                }
                StatementKind::LogicalIf { condition, action } => {
                    v.expr(condition);
                    v.statement(action);
                }
                StatementKind::Where { mask, action } => {
                    v.expr(mask);
                    v.statement(action);
                }
                StatementKind::Forall { header, action } => {
                    walk_forall(v, header);
                    v.statement(action);
                }
                StatementKind::IfThen { name, condition }
                | StatementKind::ElseIf { condition, name }
                | StatementKind::SelectCase { name, selector: condition }
                | StatementKind::WhereConstruct { name, mask: condition } => {
                    walk_optional_name(v, name, NameRole::Construct);
                    v.expr(condition);
                }
                StatementKind::Elsewhere { mask, name } => {
                    walk_exprs(v, mask);
                    walk_optional_name(v, name, NameRole::Construct);
                }
                StatementKind::ForallConstruct { name, header } => {
                    walk_optional_name(v, name, NameRole::Construct);
                    walk_forall(v, header);
                }
                StatementKind::Case { ranges, name } => {
                    for range in ranges.into_iter().flatten() {
                        match range {
                            CaseRange::Value(value) => v.expr(value),
                            CaseRange::Range(lower, upper, span) => {
                                v.span(span);
                                walk_exprs(v, lower);
                                walk_exprs(v, upper);
                            }
                        }
                    }
                    walk_optional_name(v, name, NameRole::Construct);
                }
                StatementKind::Do { name, label, control } => {
                    walk_optional_name(v, name, NameRole::Construct);
                    walk_label(v, label);
                    walk_do_control(v, control);
                }
                StatementKind::SelectType { name, association, selector, by_rank: _ } => {
                    walk_optional_name(v, name, NameRole::Construct);
                    walk_optional_name(v, association, NameRole::Inner);
                    v.expr(selector);
                }
                StatementKind::TypeGuard { guard, name } => {
                    walk_guard(v, guard);
                    walk_optional_name(v, name, NameRole::Construct);
                }
                StatementKind::Associate { name, associations } => {
                    walk_optional_name(v, name, NameRole::Construct);
                    for Association { name, selector } in associations {
                        v.name(name, NameRole::Inner);
                        v.expr(selector);
                    }
                }
                StatementKind::Else(name)
                | StatementKind::EndIf(name)
                | StatementKind::EndDo(name)
                | StatementKind::Exit(name)
                | StatementKind::Cycle(name)
                | StatementKind::EndSelect(name)
                | StatementKind::Block(name)
                | StatementKind::EndBlock(name)
                | StatementKind::EndAssociate(name)
                | StatementKind::EndWhere(name)
                | StatementKind::EndForall(name) => walk_optional_name(v, name, NameRole::Construct),
                StatementKind::Call { procedure, arguments } => {
                    v.name(procedure, NameRole::Called);
                    walk_arguments(v, arguments);
                }
                StatementKind::CallBound(called) => v.expr(called),
                StatementKind::Return(value) | StatementKind::Pause(value) => walk_exprs(v, value),
                StatementKind::Stop { is_error: _, code, quiet } => {
                    walk_exprs(v, code);
                    walk_exprs(v, quiet);
                }
                StatementKind::Transfer(transfer) => walk_transfer(v, transfer),
                StatementKind::Allocate { ty, objects, options } => {
                    if let Some(ty) = ty {
                        v.type_spec(ty);
                    }
                    walk_exprs(v, objects);
                    walk_options(v, options);
                }
                StatementKind::Deallocate { objects, options } => {
                    walk_exprs(v, objects);
                    walk_options(v, options);
                }
                StatementKind::Fail(_)
                | StatementKind::ImplicitNone { types: _, external: _ }
                | StatementKind::Format(_)
                | StatementKind::Sequence
                | StatementKind::Continue
                | StatementKind::Unsupported(UnsupportedStatement { name: _, code: _, text: _ })
                | StatementKind::Invalid => {}
            }
        }

    };
}

mod shared {
    use super::*;

    visitor! {
        /// Looks at a parse tree.
        Visit
    }
    walk_expressions! { Visit }
    walk_parts! { Visit }
}

/// The walks for what changes a tree.
pub mod mutable {
    use super::*;

    visitor! {
        /// Changes a parse tree.
        VisitMut, mut
    }
    walk_expressions! { VisitMut, mut }
    walk_parts! { VisitMut, mut }
}

pub use mutable::VisitMut;
pub use shared::*;
