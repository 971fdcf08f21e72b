//! Prints the statements of a unit. They are printed twice: the first time gathers the labels, to which jumps lead the
//! second time.

use super::callee::Callee;
use super::expressions::{element, pick, print};
use super::lines::Lines;
use super::patterns::PATTERNS;
use super::tree::{Action, Expr, Head, Kind, Program, Stmt, Unit};

/// Nesting of loops with a variable that can be printed; what is nested deeper is left out.
const DEPTH: usize = 6;

/// The printed statements of a unit.
pub struct Body {
    pub lines: Lines,
    /// Where entries are: the length of the text before each.
    pub entries: Vec<usize>,
}

/// A label and the blocks around it, from the outermost.
#[derive(Clone, Debug)]
struct Target {
    label: u32,
    blocks: Vec<u32>,
    /// Whether it ends loops, and so does not count.
    is_terminal: bool,
}

struct Printer<'a> {
    has_alternates: bool,
    callees: &'a [Callee],
    functions: Vec<Callee>,
    budget: u8,
    /// Of the printing before.
    targets: &'a [Target],
    is_wild: bool,
    is_compared: bool,
    found: Vec<Target>,
    blocks: Vec<u32>,
    block_count: u32,
    /// The loops around, with their names.
    loops: Vec<Option<String>>,
    /// How many of them have a variable.
    depth: usize,
    lines: Lines,
    entries: Vec<usize>,
}

impl Body {
    pub fn print(unit: &Unit, callees: &[Callee], program: &Program) -> Body {
        let first = Printer::new(unit, callees, &[], program).run(&unit.body);
        let second = Printer::new(unit, callees, &first.found, program).run(&unit.body);
        Body { lines: second.lines, entries: second.entries }
    }
}

impl<'a> Printer<'a> {
    fn new(unit: &Unit, callees: &'a [Callee], targets: &'a [Target], program: &Program) -> Printer<'a> {
        let functions = callees.iter().filter(|callee| callee.is_function).cloned().collect();
        Printer {
            has_alternates: unit.has_alternates(),
            callees,
            functions,
            budget: program.budget,
            targets,
            is_wild: program.is_wild,
            is_compared: program.is_compared,
            found: Vec::new(),
            blocks: Vec::new(),
            block_count: 0,
            loops: Vec::new(),
            depth: 0,
            lines: Lines::default(),
            entries: Vec::new(),
        }
    }

    fn run(mut self, body: &[Stmt]) -> Self {
        self.stmts(body);
        self
    }

    fn stmts(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn put(&mut self, text: &str) {
        self.lines.push(None, text);
    }

    fn expr(&self, expr: &Expr, kind: Kind) -> String {
        print(expr, kind, &self.functions)
    }

    fn new_label(&mut self) -> u32 {
        let label = 10 * (self.found.len() as u32 + 1);
        self.found.push(Target { label, blocks: self.blocks.clone(), is_terminal: false });
        label
    }

    /// Counts a step.
    fn count(&mut self, label: Option<u32>) {
        self.lines.push(label, "K = K + 1");
        let budget = self.budget;
        self.put(&format!("IF (K .GT. {budget}) GO TO 9999"));
    }

    fn enter(&mut self) {
        self.block_count += 1;
        self.blocks.push(self.block_count);
    }

    /// A label that a jump from here may lead to.
    fn target(&self, number: u8) -> u32 {
        let is_wild = |target: &Target| self.is_wild && !target.is_terminal;
        let is_near = |target: &&Target| is_wild(target) || self.blocks.starts_with(&target.blocks);
        let near: Vec<u32> = self.targets.iter().filter(is_near).map(|target| target.label).collect();
        if near.is_empty() { 9999 } else { pick(&near, number) }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Action(action) => {
                let text = self.action(action);
                self.put(&text);
            }
            Stmt::Label => {
                let label = self.new_label();
                self.count(Some(label));
            }
            Stmt::LogicalIf(condition, action) => {
                let text = format!("IF ({}) {}", self.expr(condition, Kind::L), self.action(action));
                self.put(&text);
            }
            Stmt::AssignedGoTo(condition, labels, has_list) => self.assigned_go_to(condition, *labels, *has_list),
            Stmt::Entry if self.blocks.is_empty() => self.entries.push(self.lines.text.len()),
            Stmt::Entry => {}
            Stmt::Select(selector, cases) => self.select(selector, cases),
            Stmt::BlockIf(condition, then, second, other) => self.block_if(condition, then, second.as_ref(), other),
            Stmt::Do(head, body) => {
                let Some(control) = self.control(head, self.depth) else { return };
                self.depth += 1;
                self.block_loop(&control, body);
                self.depth -= 1;
            }
            Stmt::While(condition, body) => {
                let control = format!(" WHILE ({})", self.expr(condition, Kind::L));
                self.block_loop(&control, body);
            }
            Stmt::Forever(body) => self.block_loop("", body),
            Stmt::LabelledDo(heads, body, terminal) => self.labelled_do(heads, body, terminal),
        }
    }

    fn block_if(&mut self, condition: &Expr, then: &[Stmt], second: Option<&Expr>, other: &[Stmt]) {
        let text = format!("IF ({}) THEN", self.expr(condition, Kind::L));
        self.put(&text);
        self.enter();
        self.stmts(then);
        self.blocks.pop();
        if !other.is_empty() {
            match second {
                Some(second) => {
                    let text = format!("ELSE IF ({}) THEN", self.expr(second, Kind::L));
                    self.put(&text);
                }
                None => self.put("ELSE"),
            }
            self.enter();
            self.stmts(other);
            self.blocks.pop();
        }
        self.put("END IF");
    }

    fn assigned_go_to(&mut self, condition: &Expr, labels: [u8; 2], has_list: bool) {
        let [usual, other] = labels.map(|label| self.target(label));
        let condition = self.expr(condition, Kind::L);
        self.put(&format!("ASSIGN {usual} TO LB"));
        self.put(&format!("IF ({condition}) ASSIGN {other} TO LB"));
        self.put(&if has_list { format!("GO TO LB, ({usual}, {other})") } else { "GO TO LB".to_owned() });
    }

    fn select(&mut self, selector: &Expr, cases: &[Vec<Stmt>]) {
        let text = format!("SELECT CASE ({})", self.expr(selector, Kind::I4));
        self.put(&text);
        for (index, body) in cases.iter().enumerate() {
            self.put(match (index, index + 1 == cases.len()) {
                (0, _) => "CASE (1:2, 5)",
                (_, true) => "CASE DEFAULT",
                (1, _) => "CASE (:-1)",
                (2, _) => "CASE (0)",
                _ => "CASE (7:)",
            });
            self.enter();
            self.stmts(body);
            self.blocks.pop();
            if index == 3 {
                break;
            }
        }
        self.put("END SELECT");
    }

    /// What follows DO; none where loops are nested too deep.
    fn control(&self, head: &Head, depth: usize) -> Option<String> {
        let kind = if head.wide { Kind::I8 } else { Kind::I4 };
        let variable = if head.wide { "N" } else { "M" };
        let (mut from, mut to) = (self.expr(&head.from, kind), self.expr(&head.to, kind));
        if head.wide && !self.is_wild {
            // Over more than half of all values gfortran iterates, and forlane does not: the standard has no such loop.
            [&mut from, &mut to].into_iter().for_each(|end| *end = format!("MOD({end}, 6000000000000_8)"));
        }
        if !head.wide && self.is_compared {
            // No loop of the standard passes the greatest INTEGER, and no sum overflows: there gfortran counts
            // otherwise.
            let is_constant = |end: &String| end.bytes().all(|byte| byte.is_ascii_digit());
            [&mut from, &mut to]
                .into_iter()
                .filter(|end| !is_constant(end))
                .for_each(|end| *end = format!("MOD({end}, 2000000000)"));
        }
        let step = pick(&["", ", 1", ", 2", ", -1", "", ", -3", ", SIGN(1, I1)", ", 1 + ABS(MOD(I2, 3))"], head.step);
        (depth < DEPTH).then(|| format!(" {variable}{} = {from}, {to}{step}", depth + 1))
    }

    fn block_loop(&mut self, control: &str, body: &[Stmt]) {
        self.enter();
        let name = format!("LP{}", self.block_count);
        self.put(&format!("{name}: DO{control}"));
        self.loops.push(Some(name.clone()));
        self.count(None);
        self.stmts(body);
        self.loops.pop();
        self.blocks.pop();
        self.put(&format!("END DO {name}"));
    }

    fn labelled_do(&mut self, heads: &[Head], body: &[Stmt], terminal: &Action) {
        let controls: Vec<String> =
            heads.iter().enumerate().filter_map(|(index, head)| self.control(head, self.depth + index)).collect();
        if controls.is_empty() {
            return;
        }
        // The label's blocks include the loops, which are entered below.
        let label = self.new_label();
        let index = self.found.len() - 1;
        for control in &controls {
            self.enter();
            self.put(&format!("DO {label}{control}"));
            self.loops.push(None);
            self.count(None);
        }
        self.found[index] = Target { label, blocks: self.blocks.clone(), is_terminal: true };
        self.depth += controls.len();
        self.stmts(body);
        let text = match terminal {
            Action::Assign(..) | Action::Store(..) | Action::Call(..) => self.action(terminal),
            _ => "CONTINUE".to_owned(),
        };
        // A terminal statement does not count, so one that returns to itself would never end.
        let text = if text.contains(&format!("*{label}")) { "CONTINUE".to_owned() } else { text };
        self.lines.push(Some(label), &text);
        self.depth -= controls.len();
        for _ in &controls {
            self.blocks.pop();
            self.loops.pop();
        }
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Continue => "CONTINUE".to_owned(),
            Action::Assign(kind, variable, value) => {
                let letter = pick(&["I", "J", "R", "D", "L"], *kind as u8);
                format!("{letter}{} = {}", 1 + variable % 3, self.expr(value, *kind))
            }
            Action::Store(kind, is_safe, index, value) => {
                let place = element(*kind, *is_safe, 0, index, &self.functions, true);
                format!("{place} = {}", self.expr(value, *kind))
            }
            Action::GoTo(label) => format!("GO TO {}", self.target(*label)),
            Action::ComputedGoTo(labels, value) => {
                let labels: Vec<String> = labels.iter().map(|label| self.target(*label).to_string()).collect();
                format!("GO TO ({}), {}", labels.join(", "), self.expr(value, Kind::I4))
            }
            Action::ArithmeticIf(kind, value, labels) => {
                let kind = if *kind == Kind::L { Kind::I4 } else { *kind };
                let [less, equal, greater] = labels.map(|label| self.target(label));
                format!("IF ({}) {less}, {equal}, {greater}", self.expr(value, kind))
            }
            Action::Exit(level) => self.leave("EXIT", *level),
            Action::Cycle(level) => self.leave("CYCLE", *level),
            Action::Call(callee, scalars, labels) => self.call(*callee, *scalars, *labels),
            Action::Pattern(what, integer, real) => {
                let (integer, real) = (self.expr(integer, Kind::I4), self.expr(real, Kind::R8));
                pick(PATTERNS, *what).replace('#', &integer).replace('@', &real)
            }
            Action::Return(Some(number)) if self.has_alternates => format!("RETURN {}", self.expr(number, Kind::I4)),
            Action::Return(_) => "RETURN".to_owned(),
            Action::Stop(code) => format!("STOP {code}"),
        }
    }

    fn leave(&self, what: &str, level: u8) -> String {
        let Some(innermost) = self.loops.len().checked_sub(1) else { return "CONTINUE".to_owned() };
        let level = usize::from(level) % self.loops.len();
        match &self.loops[innermost - level] {
            _ if level == 0 => what.to_owned(),
            Some(name) => format!("{what} {name}"),
            None => "CONTINUE".to_owned(),
        }
    }

    fn call(&self, callee: u8, [i, d]: [u8; 2], labels: [u8; 2]) -> String {
        let callees: Vec<&Callee> = self.callees.iter().filter(|callee| !callee.is_function).collect();
        if callees.is_empty() {
            return "CONTINUE".to_owned();
        }
        let callee = callees[usize::from(callee) % callees.len()];
        let labels = labels.map(|label| self.target(label));
        format!("CALL {}(K, I{}, D{}{})", callee.name, 1 + i % 3, 1 + d % 3, callee.further_arguments(labels))
    }
}
