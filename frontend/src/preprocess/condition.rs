//! The conditions of `#if` and `#elif`: integers and C's operators.

/// The binary operators, the weakest first; those of one row bind alike. Longer ones stand before their beginnings.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// How deep a condition may be.
const MAX_DEPTH: usize = 200;

/// The value of a condition in which all macros have been replaced; names that are left are 0.
pub(super) fn evaluate(text: &str) -> Result<bool, String> {
    let mut condition = Condition { rest: text.trim_start(), depth: 0, idle: 0 };
    if condition.rest.is_empty() {
        return Err("the condition is missing".into());
    }
    let value = condition.choice()?;
    match condition.rest.split_whitespace().next() {
        None => Ok(value != 0),
        Some(word) => Err(format!("an operator is missing before `{word}`")),
    }
}

struct Condition<'t> {
    /// What has not been read, without blanks before it.
    rest: &'t str,
    depth: usize,
    /// The number of operands around this one that are not evaluated: C does not divide there.
    idle: usize,
}

impl Condition<'_> {
    /// Takes a word of punctuation, if it is next.
    fn takes(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        // `|` is not the beginning of `||`, nor `<` that of `<<`.
        let is_part = word.len() == 1 && "|&<>".contains(word) && rest.is_some_and(|rest| rest.starts_with(word));
        let rest = rest.filter(|_| !is_part);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }

    /// `a ? b : c`
    fn choice(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the condition is too deep".into());
        }
        let mut value = self.binary(0)?;
        if self.takes("?") {
            let is_true = value != 0;
            let first = self.idle_unless(is_true, Condition::choice)?;
            if !self.takes(":") {
                return Err("a `:` is missing".into());
            }
            let second = self.idle_unless(!is_true, Condition::choice)?;
            value = if is_true { first } else { second };
        }
        self.depth -= 1;
        Ok(value)
    }

    fn idle_unless(
        &mut self,
        is_needed: bool,
        operand: impl FnOnce(&mut Self) -> Result<i64, String>,
    ) -> Result<i64, String> {
        self.idle += usize::from(!is_needed);
        let value = operand(self);
        self.idle -= usize::from(!is_needed);
        value
    }

    fn binary(&mut self, level: usize) -> Result<i64, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.takes(operator)) {
            let is_needed = !matches!((*operator, left != 0), ("||", true) | ("&&", false));
            let right = self.idle_unless(is_needed, |condition| condition.binary(level + 1))?;
            left = self.apply(operator, left, right)?;
        }
        Ok(left)
    }

    fn apply(&self, operator: &str, left: i64, right: i64) -> Result<i64, String> {
        let shift = |by: i64| match by {
            0..64 => left << by,
            -63..0 => left >> -by,
            64.. => 0,
            _ => left >> 63,
        };
        Ok(match operator {
            "||" => i64::from(left != 0 || right != 0),
            "&&" => i64::from(left != 0 && right != 0),
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "==" => i64::from(left == right),
            "!=" => i64::from(left != right),
            "<=" => i64::from(left <= right),
            ">=" => i64::from(left >= right),
            "<" => i64::from(left < right),
            ">" => i64::from(left > right),
            "<<" => shift(right),
            ">>" => shift(right.saturating_neg()),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            _ if right == 0 && self.idle > 0 => 0,
            _ if right == 0 => return Err("the condition divides by zero".into()),
            "/" => left.wrapping_div(right),
            _ => left.wrapping_rem(right),
        })
    }

    fn unary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the condition is too deep".into());
        }
        let value = if self.takes("!") {
            i64::from(self.unary()? == 0)
        } else if self.takes("-") {
            self.unary()?.wrapping_neg()
        } else if self.takes("+") {
            self.unary()?
        } else if self.takes("~") {
            !self.unary()?
        } else if self.takes("(") {
            let value = self.choice()?;
            if !self.takes(")") {
                return Err("a `)` is missing".into());
            }
            value
        } else {
            self.operand()?
        };
        self.depth -= 1;
        Ok(value)
    }

    /// An integer as C writes it, or a name, which stands for nothing and is 0.
    fn operand(&mut self) -> Result<i64, String> {
        let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '$' | '.');
        let end = self.rest.find(|character| !is_word(character)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let Some(first) = word.chars().next() else {
            return Err(match self.rest.chars().next() {
                None => "the condition ends where a value is expected".into(),
                Some(other) => format!("a value is expected before `{other}`"),
            });
        };
        self.rest = rest.trim_start();
        if !first.is_ascii_digit() {
            return if word.contains('.') { Err(format!("`{word}` is not an integer")) } else { Ok(0) };
        }
        let digits = word.to_ascii_lowercase();
        let digits = digits.trim_end_matches(['u', 'l']);
        let number = if let Some(digits) = digits.strip_prefix("0x") {
            u64::from_str_radix(digits, 16)
        } else if let Some(digits) = digits.strip_prefix("0b") {
            u64::from_str_radix(digits, 2)
        } else if digits.len() > 1 && digits.starts_with('0') {
            u64::from_str_radix(&digits[1..], 8)
        } else {
            digits.parse()
        };
        number.map(|number| number as i64).map_err(|_| format!("`{word}` is not an integer"))
    }
}
