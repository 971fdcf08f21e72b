//! Prints a random program as text of stage `cfg`: `f(seed, u, trace)`, where `u` is the same for all lanes and `trace`
//! takes the notes, and `g(x, n, trace)`.
//!
//! The variable `h` is a chain of random numbers that branches by chance continue with, so that lanes take different
//! ways.

use super::tree::{Action, Block, Case, Condition, End, Notes, Target, Unit, Value};
use std::fmt::Write;

/// How many notes a lane has room for.
pub const TRACE: usize = 48;

/// The names that a unit has for values, and for scalars that it may assign.
struct Names {
    values: &'static [&'static str],
    targets: &'static [&'static str],
}

const KERNEL: Names = Names {
    values: &[
        "h",
        "x0",
        "x1",
        "x2",
        "seed",
        "u",
        "c0",
        "c1",
        "kept",
        "shared",
        "0",
        "1",
        "-3",
        "2147483647",
        "table[iand(x0, 7)]",
        "table[x1]",
        "ring[iand(h, 3)]",
        "fixed[0]",
        "fixed[2]",
        "int4(r)",
    ],
    targets: &["x0", "x1", "x2", "seed", "kept", "shared", "dead", "f"],
};

const CALLEE: Names = Names {
    values: &["h", "x", "x0", "x1", "kept", "shared", "0", "1", "-3", "fixed[0]", "fixed[2]", "int4(r)"],
    targets: &["x", "x0", "x1", "kept", "shared", "dead", "g"],
};

const KERNEL_HEAD: &str = "unit cfg function f \"random.f\" {
    scope s0 subprogram
    var seed: integer4 dummy varying s0
    var u: integer4 dummy varying s0
    var trace: integer4[*] dummy varying s0
    var f: integer4 result varying s0
    var table: integer4[8] local varying s0
    var ring: integer4[4] static varying s0 = 0 for 2: 1, 2 for 2: -7
    var x2: integer4 local varying s0
    var n: integer4 local varying s0
";

const CALLEE_HEAD: &str = "unit cfg function g \"random.f\" {
    scope s0 subprogram
    var x: integer4 dummy varying s0
    var n: integer4 dummy varying s0
    var trace: integer4[*] dummy varying s0
    var g: integer4 result varying s0
";

const BOTH: &str = "    var fixed: integer4[3] local varying s0
    var kept: integer4 static varying s0
    var shared: integer4 area \"/c/\" + 0 varying s0
    var h: integer4 local varying s0
    var x0: integer4 local varying s0
    var x1: integer4 local varying s0
    var c0: integer4 local varying s0
    var c1: integer4 local varying s0
    var dead: integer4 local varying s0
    var r: real8 local varying s0
    var l: logical local varying s0
";

/// The text of a case.
pub fn print(case: &Case) -> String {
    let mut text = Printer::new(&case.kernel, case, true).unit();
    if let Some(callee) = &case.callee {
        text.push('\n');
        text.push_str(&Printer::new(callee, case, false).unit());
    }
    text
}

struct Printer<'a> {
    unit: &'a Unit,
    case: &'a Case,
    is_kernel: bool,
    names: Names,
    /// For each scope the scope around it; the first is the unit's own.
    parents: Vec<usize>,
    /// For each inner scope, whether a block is in it or inside of it.
    is_used: Vec<bool>,
    text: String,
    /// Blocks that are on arcs: their text is written after the others.
    on_arcs: String,
    next: usize,
}

impl<'a> Printer<'a> {
    fn new(unit: &'a Unit, case: &'a Case, is_kernel: bool) -> Printer<'a> {
        let mut parents = vec![0];
        for (at, parent) in unit.scopes.iter().enumerate() {
            parents.push(*parent as usize % (at + 1));
        }
        let next = 1 + unit.blocks.len() + unit.scopes.len();
        let names = if is_kernel { KERNEL } else { CALLEE };
        let (text, on_arcs) = (String::new(), String::new());
        let is_used = vec![false; parents.len()];
        let mut printer = Printer { unit, case, is_kernel, names, parents, is_used, text, on_arcs, next };
        for block in &unit.blocks {
            let mut scope = printer.scope(block);
            while scope > 0 {
                printer.is_used[scope] = true;
                scope = printer.parents[scope];
            }
        }
        printer
    }

    fn scope(&self, block: &Block) -> usize {
        block.scope as usize % self.parents.len()
    }

    fn unit(mut self) -> String {
        self.text.push_str(if self.is_kernel { KERNEL_HEAD } else { CALLEE_HEAD });
        for (scope, parent) in self.parents.iter().enumerate().skip(1) {
            let _ = writeln!(self.text, "    scope s{scope} block in s{parent}");
            let _ = writeln!(self.text, "    var y{scope}: integer4 local varying s{scope}");
        }
        self.text.push_str(BOTH);
        self.text.push_str(if self.is_kernel { "    dummies seed, u, trace\n" } else { "    dummies x, n, trace\n" });
        let first = if self.is_kernel { "seed" } else { "x" };
        let _ = writeln!(self.text, "    result {}\n", if self.is_kernel { "f" } else { "g" });
        let start = self.arc(0, 1, 0);
        let _ = writeln!(self.text, "    b0:\n        enter s0\n        h = {first}\n        goto b{start}");
        for number in 1..=self.unit.blocks.len() {
            self.block(number);
        }
        for scope in 1..self.parents.len() {
            self.entry(scope);
        }
        self.text.push_str(&self.on_arcs);
        self.text.push_str("}\n");
        self.text
    }

    /// The block that enters a scope and continues with the first block inside.
    fn entry(&mut self, scope: usize) {
        if !self.is_used[scope] {
            return;
        }
        let is_inside = |block: &Block| self.chain(self.scope(block)).contains(&scope);
        let first = self.unit.blocks.iter().position(is_inside).map_or(1, |at| at + 1);
        let target = self.arc(scope, first, 0);
        let entry = self.unit.blocks.len() + scope;
        let _ = writeln!(self.text, "    b{entry}:\n        enter s{scope}\n        y{scope} = h + {scope}");
        let _ = writeln!(self.text, "        goto b{target}");
    }

    /// A scope and those around it, but for the unit's own.
    fn chain(&self, mut scope: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        while scope > 0 {
            chain.push(scope);
            scope = self.parents[scope];
        }
        chain
    }

    /// The block to which an arc out of a scope has to lead to get to a block: one that leaves scopes, or one that
    /// enters the outermost scope that is to enter, which then may go elsewhere inside.
    fn arc(&mut self, from: usize, to: usize, line: usize) -> usize {
        let goal = self.chain(self.scope(&self.unit.blocks[to - 1]));
        let left: Vec<usize> = self.chain(from).into_iter().filter(|scope| !goal.contains(scope)).collect();
        let entered = goal.into_iter().rev().find(|scope| !self.chain(from).contains(scope));
        let target = entered.map_or(to, |scope| self.unit.blocks.len() + scope);
        if left.is_empty() {
            return target;
        }
        let block = self.next;
        self.next += 1;
        let _ = writeln!(self.on_arcs, "    b{block}:");
        for scope in left {
            let _ = writeln!(self.on_arcs, "        leave s{scope} @{line}");
        }
        let _ = writeln!(self.on_arcs, "        goto b{target} @{line}");
        block
    }

    fn target(&mut self, number: usize, target: &Target) -> usize {
        let blocks = self.unit.blocks.len();
        let to = match target.far {
            99 => number,
            far if far + self.case.far >= 100 => 1 + target.any as usize % blocks,
            _ => (number + 1 + target.ahead as usize % 4).min(blocks),
        };
        self.arc(self.scope(&self.unit.blocks[number - 1]), to, number)
    }

    fn line(&mut self, number: usize, text: &str) {
        let _ = writeln!(self.text, "        {text} @{number}");
    }

    fn block(&mut self, number: usize) {
        let block = &self.unit.blocks[number - 1];
        let _ = writeln!(self.text, "    b{number}:");
        if self.case.notes == Notes::Bounded {
            self.line(number, &format!("trace[n] = {}", if self.is_kernel { number } else { 100 + number }));
            self.line(number, "n = n + 1");
        }
        for action in &block.actions {
            self.action(number, action);
        }
        if number == self.unit.blocks.len() {
            return self.leave_all(number, "return");
        }
        self.end(number, &block.end);
    }

    fn value(&self, value: Value, number: usize) -> String {
        let scope = self.scope(&self.unit.blocks[number - 1]);
        let at = value as usize % (self.names.values.len() + usize::from(scope > 0));
        self.names.values.get(at).map_or_else(|| format!("y{scope}"), |name| (*name).to_owned())
    }

    fn action(&mut self, number: usize, action: &Action) {
        let line = match action {
            Action::Note(value) => match self.case.notes {
                Notes::Bounded => format!("x0 = ieor({}, x0)", self.value(*value, number)),
                Notes::Free => {
                    let value = self.value(*value, number);
                    format!("trace[{}] = {value}", if self.is_kernel { number % TRACE } else { TRACE - number })
                }
            },
            Action::Assign(to, operation, left, right) => {
                let (left, right) = (self.value(*left, number), self.value(*right, number));
                let operation = ["+", "-", "*", "mod", "/", "max", "ieor", "copy"][*operation as usize % 8];
                let value = match operation {
                    "copy" => left,
                    "+" | "-" | "*" => format!("({left}) {operation} ({right})"),
                    // Divisors are seldom zero.
                    "/" => format!("({left}) / ((({right}) * 2) + 1)"),
                    "mod" => format!("mod({left}, ior({right}, 4))"),
                    name => format!("{name}({left}, {right})"),
                };
                format!("{} = {value}", self.assigned(*to, number))
            }
            Action::Compare(condition) => format!("l = {}", self.condition(condition, number)),
            Action::Real(operation, value) => {
                let value = self.value(*value, number);
                let operation = ["+", "-", "*", "/"][*operation as usize % 4];
                format!("r = (r * 0.5d0) {operation} real8({value})")
            }
            Action::Store(array, index, value) => {
                let (index, value) = (self.value(*index, number), self.value(*value, number));
                match (*array % 8, self.is_kernel) {
                    (0..2, true) => format!("table[iand({index}, 7)] = {value}"),
                    (2, true) => format!("table[{index}] = {value}"),
                    (3..5, true) => format!("ring[iand({index}, 3)] = {value}"),
                    (at, _) => format!("fixed[{}] = {value}", at % 3),
                }
            }
            Action::Call(to, is_value, value) => {
                if !self.is_kernel || self.case.callee.is_none() {
                    return;
                }
                let argument = match is_value {
                    true => self.value(*value, number),
                    false => format!("&x{}", value % 3),
                };
                let result = ["x0 = ", "x1 = ", "x2 = ", "dead = "][*to as usize % 4];
                format!("{result}call g({argument}, &n, &trace[])")
            }
        };
        self.line(number, &line);
    }

    fn assigned(&self, to: u8, number: usize) -> String {
        let scope = self.scope(&self.unit.blocks[number - 1]);
        let at = to as usize % (self.names.targets.len() + usize::from(scope > 0));
        self.names.targets.get(at).map_or_else(|| format!("y{scope}"), |name| (*name).to_owned())
    }

    /// Goes on with the chain of random numbers; returns the good digits of the next one.
    fn chance(&mut self, number: usize) -> String {
        self.line(number, &format!("h = (h * 1103515245) + {}", 12345 + number));
        "h / 65536".to_owned()
    }

    fn condition(&mut self, condition: &Condition, number: usize) -> String {
        match condition {
            Condition::Chance(of) => format!("mod({}, {}) < 1", self.chance(number), 2 + of % 3),
            Condition::Uniform(of) if self.is_kernel => format!("mod(u / 4, {}) < 1", 2 + of % 3),
            Condition::Uniform(of) => format!("mod(x0, {}) < 1", 2 + of % 3),
            Condition::Values(left, right) => {
                format!("({}) < ({})", self.value(*left, number), self.value(*right, number))
            }
            Condition::Variable(true) => "l".to_owned(),
            Condition::Variable(false) => "r < 1d0".to_owned(),
        }
    }

    fn end(&mut self, number: usize, end: &End) {
        let line = match end {
            End::GoTo(target) => format!("goto b{}", self.target(number, target)),
            End::Branch(condition, then, otherwise) => {
                let condition = self.condition(condition, number);
                let (then, otherwise) = (self.target(number, then), self.target(number, otherwise));
                format!("if {condition} goto b{then} else b{otherwise}")
            }
            End::Switch(selector, cases, default) => {
                let selector = match selector {
                    Some(selector) => self.value(*selector, number),
                    None => self.chance(number),
                };
                let mut line = format!("switch mod({selector}, 5) [");
                for (at, case) in (0_i32..).zip(cases) {
                    let target = self.target(number, case);
                    let _ = write!(line, "{at} | {} => b{target}, ", -1 - at);
                }
                let _ = write!(line, "default => b{}]", self.target(number, default));
                line
            }
            End::Count(counter, times, back, on) => {
                // The counter ends as zero, so that the loop can be entered again.
                let counter = counter % 2;
                self.line(number, &format!("c{counter} = mod(c{counter} + 1, {})", 1 + times % 6));
                let (back, on) = (self.target(number, back), self.target(number, on));
                format!("if c{counter} > 0 goto b{back} else b{on}")
            }
            End::Return => return self.leave_all(number, "return"),
            End::Stop(code) => return self.leave_all(number, &format!("stop {code}")),
        };
        self.line(number, &line);
    }

    /// Ends the unit from any scope.
    fn leave_all(&mut self, number: usize, end: &str) {
        for scope in self.chain(self.scope(&self.unit.blocks[number - 1])) {
            self.line(number, &format!("leave s{scope}"));
        }
        self.line(number, "leave s0");
        self.line(number, end);
    }
}
