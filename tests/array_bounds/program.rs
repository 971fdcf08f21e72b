//! A program: a kernel that does one of several accesses, the one that column `c` names, and the procedures for it.

use super::access::{Access, Dummy, Form, Index, Last, Pass};
use super::storage::{Setting, Storage};
use std::fmt::Write;

/// A program.
pub struct Source {
    pub setting: Setting,
    pub text: String,
    /// How many accesses it does, numbered from 1; if there is one, every row does it.
    pub branches: usize,
}

/// What goes along with an array.
const TYPES: &str = " integer i, j, u\n real(8) x\n";

impl Source {
    pub fn new(setting: Setting, accesses: Vec<Access>) -> Source {
        let mut text = setting.modules();
        let is_argument = matches!(setting.storage, Storage::Shared | Storage::Rows);
        let dummies = if is_argument { "c, i, j, u, m, x, y, a" } else { "c, i, j, u, m, x, y" };
        let _ = writeln!(text, "subroutine k({dummies})");
        if setting.storage == Storage::Module {
            text.push_str(" use around\n");
        }
        text.push_str(" integer c, i, j, u, m\n real(8) x, y\n");
        text.push_str(&setting.declarations());
        let (functions, body) = (functions(&accesses), body(setting, &accesses));
        let is_inside = matches!(setting.storage, Storage::Host | Storage::AssumedShape);
        text.push_str(if is_inside { "" } else { &functions });
        text.push_str(&setting.start());
        match setting.storage {
            Storage::Host => {
                let _ =
                    write!(text, " call inside\n{}contains\nsubroutine inside\n{functions}{body}end\n", setting.sum());
            }
            Storage::AssumedShape => {
                let _ = write!(text, " call inside(a)\n{}contains\nsubroutine inside(a)\n", setting.sum());
                let _ = write!(text, " {} a(:)\n{functions}{body}end\n", setting.kind.name());
            }
            _ => text.push_str(&(body + setting.sum())),
        }
        text.push_str("end\n");
        for (number, access) in accesses.iter().enumerate() {
            for depth in 0..access.calls.len() {
                procedure(&mut text, setting, access, (number + 1, depth));
            }
        }
        text.push_str(&setting.others());
        Source { setting, text, branches: accesses.len() }
    }
}

/// The declarations of the functions that the kernel calls.
fn functions(accesses: &[Access]) -> String {
    let numbers = (1..).zip(accesses).filter(|(_, access)| access.form == Form::Function && !access.calls.is_empty());
    numbers.map(|(number, _)| format!(" real(8), external :: p{number}_0\n")).collect()
}

/// The statements of the kernel that do the accesses.
fn body(setting: Setting, accesses: &[Access]) -> String {
    if let [access] = accesses {
        return step(setting, access, (1, 0));
    }
    let mut text = String::from(" select case (c)\n");
    for (number, access) in accesses.iter().enumerate() {
        let _ = write!(text, " case ({})\n{}", number + 1, step(setting, access, (number + 1, 0)));
    }
    text + " end select\n"
}

/// The statement that passes the array on, or that accesses it, after that number of calls of the access of that
/// number.
fn step(setting: Setting, access: &Access, (number, depth): (usize, usize)) -> String {
    let is_scalar = depth > 0 && access.calls[depth - 1].1.is_scalar();
    let element = |index: Index, row: &str| {
        let index = match index {
            Index::First => "1",
            Index::Row => row,
            Index::Common => "u",
        };
        match depth {
            _ if is_scalar => "a".to_owned(),
            0 => setting.element(index),
            _ => format!("a({index})"),
        }
    };
    let Some((pass, _)) = access.calls.get(depth) else {
        return match access.last {
            Last::Read(index) => format!(" x = {}\n", element(index, "j")),
            Last::Store(index) => format!(" {} = x + 1\n", element(index, "j")),
            Last::ReadAll => " x = sum(a)\n".to_owned(),
            Last::StoreAll => " a = x + 1\n".to_owned(),
        };
    };
    let argument = match pass {
        Pass::Whole => "a".to_owned(),
        Pass::Element(index) => element(*index, "i"),
        Pass::Section => element(Index::Row, "1:i"),
    };
    match access.form {
        Form::Function => format!(" x = p{number}_{depth}({argument}, i, j, u, x)\n"),
        Form::Subroutine | Form::Entry => format!(" call p{number}_{depth}({argument}, i, j, u, x)\n"),
    }
}

/// The procedure that the access of that number calls at that depth.
fn procedure(text: &mut String, setting: Setting, access: &Access, (number, depth): (usize, usize)) {
    let name = format!("p{number}_{depth}");
    // The type of elements changes at most once.
    let before = access.calls[..depth].iter().filter(|(_, dummy)| dummy.is_other()).count();
    let kind = if before % 2 == 1 { setting.kind.other() } else { setting.kind };
    let dummy: Dummy = access.calls[depth].1;
    let declaration = dummy.declaration(kind);
    let next = match access.calls.get(depth + 1) {
        Some(_) if access.form == Form::Function => format!(" real(8), external :: p{number}_{}\n", depth + 1),
        _ => String::new(),
    };
    let step = step(setting, access, (number, depth + 1));
    let _ = match access.form {
        Form::Subroutine => write!(text, "subroutine {name}(a, i, j, u, x)\n{TYPES}{declaration}{next}{step}end\n"),
        Form::Function => {
            let head = format!("real(8) function {name}(a, i, j, u, x)");
            write!(text, "{head}\n{TYPES}{declaration}{next}{step} {name} = x\nend\n")
        }
        Form::Entry => {
            let first = format!("subroutine first_{name}(b, x)\n{TYPES}{declaration} real(8) b(*)\n x = b(1)\n return");
            write!(text, "{first}\nentry {name}(a, i, j, u, x)\n{step}end\n")
        }
    };
}
