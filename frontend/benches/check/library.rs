//! Source text in the style of a numeric library of the 1970s, of any length, always the same for the same length.

use std::fmt::Write;

/// Deepest nesting of blocks.
const DEEPEST: usize = 3;

/// A file in fixed form of at least `lines` lines: subprograms of 30 to 300 lines that call those before them.
pub fn library(lines: usize) -> String {
    let mut writer =
        Writer { out: String::with_capacity(lines * 48), lines: 0, random: 0x9e37_79b9_7f4a_7c15, label: 0 };
    let mut unit = 0;
    while writer.lines < lines {
        writer.subprogram(unit);
        unit += 1;
    }
    writer.out
}

/// The name of the subprogram of a number: six letters, the first of which says whether it is a function.
fn name_of(unit: usize) -> String {
    let mut rest = unit;
    let letters: String = std::iter::repeat_with(|| {
        let letter = b'A' + (rest % 26) as u8;
        rest /= 26;
        char::from(letter)
    })
    .take(4)
    .collect();
    if is_function(unit) { format!("FN{letters}") } else { format!("SB{letters}") }
}

fn is_function(unit: usize) -> bool {
    unit % 5 == 3
}

struct Writer {
    out: String,
    lines: usize,
    random: u64,
    /// The last label of the subprogram.
    label: usize,
}

impl Writer {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 16) as usize % limit
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
        self.lines += 1;
    }

    fn new_label(&mut self) -> usize {
        self.label += 10;
        self.label
    }

    /// A statement, broken at column 72 wherever a blank is.
    fn statement(&mut self, label: usize, depth: usize, text: &str) {
        let mut front = if label == 0 { " ".repeat(6) } else { format!("{label:>5} ") };
        front.push_str(&"   ".repeat(depth));
        let mut line = front;
        for word in text.split(' ') {
            if line.len() + word.len() + 1 > 72 {
                self.line(line.trim_end());
                line = format!("     {}{}", ['1', '*', '&', '+'][depth % 4], "   ".repeat(depth + 1));
            }
            line.push_str(word);
            line.push(' ');
        }
        self.line(line.trim_end());
    }

    fn comments(&mut self, most: usize) {
        let words =
            ["THE MATRIX", "IS FACTORED", "BY ROWS", "WORK ARRAY", "ON RETURN,", "TOLERANCE", "OF LENGTH N,", "STEP"];
        for _ in 0..self.below(most) + 1 {
            let (a, b, c) = (self.pick(&words), self.pick(&words), self.pick(&words));
            self.line(&format!("C        {a} {b} {c} {a}"));
        }
    }

    fn subprogram(&mut self, unit: usize) {
        let name = name_of(unit);
        let first = self.lines;
        let length = 30 + self.below(240);
        self.label = 0;
        let head = if is_function(unit) { "DOUBLE PRECISION FUNCTION" } else { "SUBROUTINE" };
        self.statement(0, 0, &format!("{head} {name} (N, A, LDA, X, Y, TOL, IERR)"));
        self.line(&format!("C***BEGIN PROLOGUE  {name}"));
        self.comments(24);
        self.line(&format!("C***END PROLOGUE  {name}"));
        self.statement(0, 0, "INTEGER N, LDA, IERR, I, J, K, L, M, KP1, NM1, JOB, ITER, MAXIT, IPVT(20)");
        self.statement(0, 0, "DOUBLE PRECISION A(LDA,*), X(*), Y(*), TOL");
        self.statement(0, 0, "DOUBLE PRECISION S, T, P, Q, R, ALPHA, BETA, GAMMA, C(8), WK(100), DELTA, EPS");
        self.statement(0, 0, "LOGICAL DONE, FIRST");
        self.statement(0, 0, "COMPLEX CZ");
        self.statement(0, 0, "DOUBLE PRECISION CM, CMEQV(2), SQ, T1");
        self.statement(0, 0, "COMMON /LIBCOM/ CM(10), NCALLS, KOUNT(5)");
        self.statement(0, 0, "EQUIVALENCE (CM(3), CMEQV(1))");
        let callees: Vec<usize> = (0..3).filter(|_| unit > 0).map(|_| self.below(unit.max(1))).collect();
        for callee in &callees {
            if is_function(*callee) && callees.iter().filter(|other| *other == callee).count() == 1 {
                self.statement(0, 0, &format!("DOUBLE PRECISION {}", name_of(*callee)));
            }
        }
        self.statement(0, 0, "SAVE C, FIRST, EPS");
        self.statement(
            0,
            0,
            "DATA C(1), C(2), C(3), C(4) /0.5D0, -1.25D-3, .1666666666666667D0, 4.D+2/, (C(I), I = 5, 8) /4*0.0D0/",
        );
        self.statement(0, 0, "DATA FIRST, EPS /.TRUE., 1.0D-14/");
        self.statement(0, 0, "SQ(T1) = T1*T1 + EPS");
        self.line(&format!("C***FIRST EXECUTABLE STATEMENT  {name}"));
        self.statement(0, 0, "IERR = 0");
        self.statement(0, 0, "NCALLS = NCALLS + 1");
        self.statement(0, 0, "CZ = CMPLX(REAL(N), 1.0)*(2.0, -1.5E0)");
        self.statement(0, 0, "NM1 = N - 1");
        for name in ["S", "T", "P", "Q", "R", "ALPHA", "BETA", "GAMMA", "DELTA", "WK(1)"] {
            self.statement(0, 0, &format!("{name} = 0.0D0"));
        }
        self.statement(0, 0, "IF (FIRST) DONE = .FALSE.");
        for name in ["I", "J", "K", "L", "M", "KP1", "JOB"] {
            self.statement(0, 0, &format!("{name} = 1"));
        }
        let last = self.new_label();
        while self.lines < first + length {
            self.block(0, last, &callees);
        }
        if is_function(unit) {
            self.statement(0, 0, &format!("{name} = S + T"));
        }
        self.statement(last, 0, "RETURN");
        self.statement(0, 0, "END");
    }

    /// A statement or a block of them.
    fn block(&mut self, depth: usize, last: usize, callees: &[usize]) {
        match self.below(if depth < DEEPEST { 13 } else { 9 }) {
            0 => self.comments(5),
            1 => {
                let condition = self.condition();
                self.statement(0, depth, &format!("IF ({condition}) GO TO {last}"));
            }
            2 => {
                let (condition, target, value) = (self.condition(), self.target(depth), self.expression(4));
                self.statement(0, depth, &format!("IF ({condition}) {target} = {value}"));
            }
            3 => self.call(depth, callees),
            4 => self.branches(depth),
            9 | 10 => self.labelled_loop(depth, last, callees),
            11 => self.block_if(depth, last, callees),
            12 => {
                self.statement(0, depth, "DO 9999 K = 1, N".replace("9999", &(self.label + 10).to_string()).as_str());
                let end = self.new_label();
                let value = self.expression(5);
                self.statement(end, depth, &format!("WK(K) = {value}"));
            }
            _ => {
                let (target, size) = (self.target(depth), 3 + self.below(9));
                let value = self.expression(size);
                self.statement(0, depth, &format!("{target} = {value}"));
            }
        }
    }

    fn call(&mut self, depth: usize, callees: &[usize]) {
        let Some(callee) = callees.first().copied() else { return };
        let name = name_of(callee);
        let unique = callees.iter().filter(|other| **other == callee).count() == 1;
        match is_function(callee) {
            false => self.statement(0, depth, &format!("CALL {name} (NM1, A, LDA, X, WK, TOL, IERR)")),
            true if unique => self.statement(0, depth, &format!("S = S + {name}(NM1, A, LDA, X, WK, TOL, IERR)")),
            true => {}
        }
    }

    /// An arithmetic IF or a computed GO TO over the lines after it.
    fn branches(&mut self, depth: usize) {
        let (one, two, three) = (self.new_label(), self.new_label(), self.new_label());
        if self.below(2) == 0 {
            let value = self.expression(2);
            self.statement(0, depth, &format!("IF ({value}) {one}, {two}, {three}"));
        } else {
            self.statement(0, depth, &format!("GO TO ({one}, {two}, {three}), JOB"));
        }
        for label in [one, two] {
            let value = self.expression(3);
            self.statement(label, depth, &format!("T = {value}"));
            self.statement(0, depth, &format!("GO TO {three}"));
        }
        self.statement(three, depth, "CONTINUE");
    }

    fn labelled_loop(&mut self, depth: usize, last: usize, callees: &[usize]) {
        let end = self.new_label();
        let variable = ["I", "J", "M", "L"][depth];
        let bounds = self.pick(&["1, N", "2, NM1", "1, N, 2", "KP1, N", "1, 20"]);
        self.statement(0, depth, &format!("DO {end} {variable} = {bounds}"));
        for _ in 0..self.below(3) + 1 {
            self.block(depth + 1, last, callees);
        }
        self.statement(end, depth, "CONTINUE");
    }

    fn block_if(&mut self, depth: usize, last: usize, callees: &[usize]) {
        let condition = self.condition();
        self.statement(0, depth, &format!("IF ({condition}) THEN"));
        self.block(depth + 1, last, callees);
        if self.below(2) == 0 {
            self.statement(0, depth, "ELSE");
            self.block(depth + 1, last, callees);
        }
        self.statement(0, depth, "END IF");
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.expression(2), self.operand());
        let relation = self.pick(&[".LT.", ".GT.", ".LE.", ".EQ.", ".NE.", ".GE."]);
        let more = self.pick(&["", "", " .AND. N.GT.1", " .OR. FIRST", " .AND. .NOT.DONE"]);
        format!("{left} {relation} {right}{more}")
    }

    /// What is assigned; not the variable of a DO.
    fn target(&mut self, depth: usize) -> &'static str {
        let index = self.below(if depth > 1 { 9 } else { 8 });
        ["S", "T", "P", "ALPHA", "WK(K+1)", "X(N)", "GAMMA", "Y(NM1)", "A(I,J)"][index]
    }

    fn operand(&mut self) -> &'static str {
        self.pick(&[
            "S",
            "T",
            "P",
            "Q",
            "R",
            "ALPHA",
            "BETA",
            "GAMMA",
            "DELTA",
            "A(I,J)",
            "A(K,J+1)",
            "X(I)",
            "X(N-K+1)",
            "Y(J)",
            "WK(M)",
            "C(3)",
            "TOL",
            "EPS",
            "0.5D0",
            "2.0D0",
            "1.0D-3",
            "3.14159265358979D0",
            "DABS(S)",
            "DSQRT(T*T+EPS)",
            "DMAX1(P, Q)",
            "CM(J)",
            "CMEQV(2)",
            "SQ(P)",
            "DBLE(AIMAG(CZ))",
            "DBLE(N)",
            "(S - T)",
            "(ALPHA*X(K) + BETA)",
        ])
    }

    fn expression(&mut self, operands: usize) -> String {
        let mut text = String::from(self.operand());
        for _ in 1..operands {
            let (operator, operand) = (self.pick(&[" + ", " - ", "*", " / ", " * ", "**2 + "]), self.operand());
            write!(text, "{operator}{operand}").expect("a string takes all text");
        }
        text
    }
}
