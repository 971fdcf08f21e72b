//! Resolved programs in few words, for tests to compare.

use forlane_frontend::compile::compile;
use forlane_frontend::form::SourceForm;
use forlane_frontend::resolved::{
    Argument, BinaryOp, Designator, DoControl, Expr, ExprKind, Intrinsic, Program, ProgramUnit, Statement,
    StatementKind, SymbolId, TransferItem, UnaryOp,
};
use forlane_frontend::source::SourceMap;
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

/// Compiles free-form text; the diagnostics come as `line:column code` lines, but for the warnings of variables without
/// a value: most texts have some.
pub fn compile_text(text: &str) -> (Program, Vec<String>) {
    let (program, mut lines) = compile_with_all_warnings(text);
    lines.retain(|line| !line.ends_with("W0214"));
    (program, lines)
}

/// Compiles free-form text; the diagnostics come as `line:column code` lines.
pub fn compile_with_all_warnings(text: &str) -> (Program, Vec<String>) {
    let mut sources = SourceMap::default();
    let file = sources.add("test.f90", text);
    let (program, diagnostics) = compile(&sources, &[(file, SourceForm::Free)]);
    let line = |diagnostic: &forlane_frontend::diagnostics::Diagnostic| {
        let (line, column) = sources.line_column(diagnostic.span);
        format!("{line}:{column} {}", diagnostic.code)
    };
    (program, diagnostics.iter().map(line).collect())
}

/// Compiles text that must be right, and returns its only unit.
pub fn unit_of(text: &str) -> ProgramUnit {
    let (mut program, diagnostics) = compile_text(text);
    assert_eq!(diagnostics, Vec::<String>::new(), "in\n{text}");
    assert_eq!(program.units.len(), 1);
    program.units.remove(0)
}

/// A unit's statements, one a line, blocks indented.
pub fn statements(unit: &ProgramUnit) -> String {
    let mut text = String::new();
    for statement in &unit.body {
        show_statement(unit, statement, 0, &mut text);
    }
    text
}

/// A short name of a type.
pub fn type_word(ty: Type) -> &'static str {
    match ty {
        Type::Integer(IntegerKind::I1) => "i1",
        Type::Integer(IntegerKind::I2) => "i2",
        Type::Integer(IntegerKind::I4) => "i4",
        Type::Integer(IntegerKind::I8) => "i8",
        Type::Real(RealKind::R4) => "r4",
        Type::Real(RealKind::R8) => "r8",
        Type::Logical => "l",
        Type::Complex(RealKind::R4) => "z4",
        Type::Complex(RealKind::R8) => "z8",
        Type::Character => "c",
    }
}

fn name(unit: &ProgramUnit, symbol: SymbolId) -> &str {
    &unit.symbols[symbol].name
}

fn show_statement(unit: &ProgramUnit, statement: &Statement, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let label = statement.label.map_or(String::new(), |label| format!("{label} "));
    let words = match &statement.kind {
        StatementKind::Assign { target, value } => format!("{} = {}", designator(unit, target), expr(unit, value)),
        StatementKind::Goto(label) => format!("goto {}", label.label),
        StatementKind::If { arms, .. } => format!("if {}", expr(unit, &arms[0].0)),
        StatementKind::Do { id, control, .. } => format!("do#{} {}", id.0, show_control(unit, control)),
        StatementKind::Exit(id) => format!("exit#{}", id.0),
        StatementKind::Cycle(id) => format!("cycle#{}", id.0),
        StatementKind::Call { procedure, arguments, alternates } => {
            let labels: String = alternates.iter().map(|label| format!(" *{}", label.label)).collect();
            format!("call {}({}){labels}", name(unit, *procedure), show_arguments(unit, arguments))
        }
        StatementKind::Transfer(transfer) => {
            let word = if transfer.reads { "read" } else { "write" };
            format!("{word} {}", transfer.items.iter().map(|i| item(unit, i)).collect::<String>())
        }
        other => format!("{other:?}").split([' ', '(']).next().unwrap_or_default().to_lowercase(),
    };
    text.push_str(&format!("{indent}{label}{words}\n"));
    match &statement.kind {
        StatementKind::If { arms, otherwise } => {
            for (index, (condition, body)) in arms.iter().enumerate() {
                if index > 0 {
                    text.push_str(&format!("{indent}elseif {}\n", expr(unit, condition)));
                }
                body.iter().for_each(|one| show_statement(unit, one, depth + 1, text));
            }
            if let Some(body) = otherwise {
                text.push_str(&format!("{indent}else\n"));
                body.iter().for_each(|one| show_statement(unit, one, depth + 1, text));
            }
        }
        StatementKind::Do { body, terminal, .. } => {
            body.iter().for_each(|one| show_statement(unit, one, depth + 1, text));
            if let Some(terminal) = terminal {
                text.push_str(&format!("{indent}{}:\n", if terminal.shared { "shared" } else { "terminal" }));
                show_statement(unit, &terminal.statement, depth + 1, text);
            }
        }
        _ => {}
    }
}

fn item(unit: &ProgramUnit, shown: &TransferItem) -> String {
    match shown {
        TransferItem::Value(value) => format!("[{}]", expr(unit, value)),
        TransferItem::Place(target, ..) => format!("[&{}]", designator(unit, target)),
        TransferItem::Array(symbol, _) => format!("[array {}]", name(unit, *symbol)),
        TransferItem::Section(section, _) => format!("[section of {}]", name(unit, section.array)),
        TransferItem::Loop(implied) => {
            let items: String = implied.items.iter().map(|shown| item(unit, shown)).collect();
            format!("[loop {}: {items}]", show_control(unit, &implied.control))
        }
    }
}

fn show_control(unit: &ProgramUnit, control: &DoControl) -> String {
    match control {
        DoControl::Counted { variable, first, last, step } => {
            let bounds = [first, last, step].map(|bound| expr(unit, bound));
            format!("{} = {}", name(unit, *variable), bounds.join(", "))
        }
        DoControl::While(condition) => format!("while {}", expr(unit, condition)),
        DoControl::Forever => "forever".to_string(),
    }
}

fn show_arguments(unit: &ProgramUnit, arguments: &[Argument]) -> String {
    let show = |argument: &Argument| match argument {
        Argument::Value(value) => expr(unit, value),
        Argument::Designator(target, _) => format!("&{}", designator(unit, target)),
        Argument::Array(symbol, _) => format!("&{}(*)", name(unit, *symbol)),
        Argument::Procedure(symbol, _) => format!("procedure {}", name(unit, *symbol)),
        other => format!("{other:?}"),
    };
    arguments.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn designator(unit: &ProgramUnit, target: &Designator) -> String {
    match target {
        Designator::Variable(symbol) => name(unit, *symbol).to_string(),
        Designator::Element(symbol, subscripts) => {
            let subscripts: Vec<String> = subscripts.iter().map(|subscript| expr(unit, subscript)).collect();
            format!("{}[{}]", name(unit, *symbol), subscripts.join(", "))
        }
        Designator::Substring(of, range) => {
            let bound = |bound: &Option<Expr>| bound.as_ref().map_or(String::new(), |bound| expr(unit, bound));
            format!("{}({}:{})", designator(unit, of), bound(&range.first), bound(&range.last))
        }
    }
}

/// An expression; conversions as `type(…)`, constants with their type.
pub fn expr(unit: &ProgramUnit, shown: &Expr) -> String {
    match &shown.kind {
        ExprKind::Constant(constant) => show_constant(constant),
        ExprKind::Read(target) => designator(unit, target),
        ExprKind::Paren(inner) => format!("({})", expr(unit, inner)),
        ExprKind::Unary(op, operand) => {
            format!("{}{}", if *op == UnaryOp::Not { "not " } else { "-" }, expr(unit, operand))
        }
        ExprKind::Binary(op, left, right) => format!("{{{} {} {}}}", expr(unit, left), sign(*op), expr(unit, right)),
        ExprKind::Convert(inner) => format!("{}({})", type_word(shown.ty), expr(unit, inner)),
        ExprKind::Intrinsic(function, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(|argument| expr(unit, argument)).collect();
            let word = match function {
                Intrinsic::Elementary(operation) => operation.word().to_owned(),
                other => format!("{other:?}").to_lowercase(),
            };
            format!("{word}<{}>", arguments.join(", "))
        }
        ExprKind::Let(bindings, value) => {
            let show =
                |(symbol, value): &(SymbolId, Expr)| format!("{} = {}, ", name(unit, *symbol), expr(unit, value));
            format!("let<{}{}>", bindings.iter().map(show).collect::<String>(), expr(unit, value))
        }
        ExprKind::Call { procedure, arguments, .. } => {
            format!("{}:{}({})", name(unit, *procedure), type_word(shown.ty), show_arguments(unit, arguments))
        }
        other => format!("{other:?}"),
    }
}

/// A constant with its type.
pub fn show_constant(constant: &Constant) -> String {
    match constant {
        Constant::Integer(IntegerKind::I4, value) => value.to_string(),
        Constant::Integer(kind, value) => format!("{value}_{}", kind.size()),
        Constant::Real(kind, value) => format!("{value:?}_{}", type_word(Type::Real(*kind))),
        Constant::Complex(kind, re, im) => format!("({re:?}, {im:?})_{}", type_word(Type::Complex(*kind))),
        Constant::Logical(value) => value.to_string(),
        Constant::Character(text) => format!("{:?}", String::from_utf8_lossy(text)),
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Power => "**",
        BinaryOp::Concatenate => "//",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "/=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Equivalent => "eqv",
        BinaryOp::NotEquivalent => "neqv",
    }
}
