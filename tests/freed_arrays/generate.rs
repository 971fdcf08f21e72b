//! Random programs in which procedures of a module and of a host, at depths up to four, free and allocate arrays that
//! are arguments, by all their names.
//!
//! A scalar dummy argument is read at the beginning and assigned at the end, where by reference and by copy are the
//! same.

use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::Write;

/// A program.
#[derive(Clone, Debug)]
pub struct Case {
    is_kernel: bool,
    procedures: Vec<Procedure>,
    body: Vec<Step>,
}

/// A procedure with one dummy argument.
#[derive(Clone, Debug)]
struct Procedure {
    is_internal: bool,
    dummy: Dummy,
    body: Vec<Step>,
}

/// Which dummy argument it has, always `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dummy {
    AssumedShape,
    AssumedSize,
    Explicit,
    Scalar,
    Text,
    Allocatable,
    AllocatableOut,
}

/// A statement, and the choices that it makes.
#[derive(Clone, Debug)]
struct Step {
    kind: Kind,
    what: u8,
    how: u8,
    /// Only rows with this number modulo 4 take the step; above 3 all do.
    rows: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Uses the dummy argument.
    Touch,
    Size,
    Free,
    Allocate,
    Assign,
    Move,
    SetText,
    FreeText,
    Call,
    Write,
    Recurse,
    Return,
}

/// A program.
pub fn case() -> impl Strategy<Value = Case> {
    (any::<bool>(), vec(procedure(), 2..=4), vec(step(), 2..8)).prop_map(|(is_kernel, procedures, body)| Case {
        is_kernel,
        procedures,
        body,
    })
}

fn procedure() -> impl Strategy<Value = Procedure> {
    let dummy = prop_oneof![
        4 => Just(Dummy::AssumedShape),
        1 => Just(Dummy::AssumedSize),
        2 => Just(Dummy::Explicit),
        2 => Just(Dummy::Scalar),
        1 => Just(Dummy::Text),
        1 => Just(Dummy::Allocatable),
        1 => Just(Dummy::AllocatableOut),
    ];
    (any::<bool>(), dummy, vec(step(), 2..8)).prop_map(|(is_internal, dummy, body)| Procedure {
        is_internal,
        dummy,
        body,
    })
}

fn step() -> impl Strategy<Value = Step> {
    let kind = prop_oneof![
        3 => Just(Kind::Touch),
        1 => Just(Kind::Size),
        6 => Just(Kind::Free),
        4 => Just(Kind::Allocate),
        6 => Just(Kind::Assign),
        2 => Just(Kind::Move),
        2 => Just(Kind::SetText),
        1 => Just(Kind::FreeText),
        12 => Just(Kind::Call),
        2 => Just(Kind::Write),
        1 => Just(Kind::Recurse),
        1 => Just(Kind::Return),
    ];
    (kind, any::<u8>(), any::<u8>(), 0..12_u8).prop_map(|(kind, what, how, rows)| Step { kind, what, how, rows })
}

impl Case {
    /// The kernel's name; none for a main program.
    pub fn kernel(&self) -> Option<&'static str> {
        self.is_kernel.then_some("kernel")
    }

    /// Whether an array may be allocated by two names, which Fortran forbids: what one name says of its bounds is known
    /// to the other at once where scalars are passed by reference, and at the return where they are copied.
    pub fn is_aliased(&self) -> bool {
        self.procedures.iter().any(|procedure| procedure.dummy.is_allocatable())
    }

    /// Its text.
    pub fn print(&self) -> String {
        let mut text = String::from(
            "module m\n  implicit none\n  integer, allocatable :: a(:), b(:)\n  character(len=:), allocatable :: c\n  \
             integer :: total = 0, number = 0, fuel = 3, status = 0\ncontains\n",
        );
        self.print_procedures(&mut text, false);
        text.push_str("end module\n");
        text.push_str(if self.is_kernel { "subroutine kernel(n, y)\n" } else { "program p\n" });
        text.push_str("  use m\n  implicit none\n  integer :: n, y\n  integer, allocatable :: h(:)\n");
        text.push_str(if self.is_kernel { "" } else { "  n = 5\n" });
        text.push_str(
            "  number = n\n  a = [1, 2, 3, 4, 5]\n  b = [10, 20, 30]\n  h = [100, 200, 300, 400]\n  c = 'abcdef'\n",
        );
        let scope = Scope { case: self, index: None };
        self.body.iter().for_each(|step| scope.print(step, &mut text));
        text.push_str("  y = total\n");
        for array in ["a", "b", "h"] {
            let _ = writeln!(text, "  if (allocated({array})) y = 3 * y + size({array}) + sum({array})");
        }
        text.push_str("  if (allocated(c)) y = 3 * y + len(c)\n");
        text.push_str(if self.is_kernel { "" } else { "  print *, y\n" });
        text.push_str("contains\n");
        self.print_procedures(&mut text, true);
        text.push_str(if self.is_kernel { "end subroutine\n" } else { "end program\n" });
        text
    }

    fn print_procedures(&self, text: &mut String, internal: bool) {
        for (index, procedure) in self.procedures.iter().enumerate().filter(|(_, one)| one.is_internal == internal) {
            let _ =
                writeln!(text, "  recursive function p{index}(x) result(value)\n    {}", procedure.dummy.declaration());
            text.push_str("    integer :: start, value\n    start = 0\n");
            text.push_str(if procedure.dummy == Dummy::Scalar { "    start = x\n" } else { "" });
            let scope = Scope { case: self, index: Some(index) };
            procedure.body.iter().for_each(|step| scope.print(step, text));
            text.push_str("    10 continue\n");
            text.push_str(if procedure.dummy == Dummy::Scalar { "    x = start + 1\n" } else { "" });
            let _ = writeln!(text, "    value = start + {index}\n  end function");
        }
    }
}

impl Dummy {
    fn is_allocatable(self) -> bool {
        matches!(self, Dummy::Allocatable | Dummy::AllocatableOut)
    }

    fn declaration(self) -> &'static str {
        match self {
            Dummy::AssumedShape => "integer, intent(inout) :: x(:)",
            Dummy::AssumedSize => "integer, intent(inout) :: x(*)",
            Dummy::Explicit => "integer, intent(inout) :: x(2)",
            Dummy::Scalar => "integer, intent(inout) :: x",
            Dummy::Text => "character(len=*), intent(inout) :: x",
            Dummy::Allocatable => "integer, allocatable, intent(inout) :: x(:)",
            Dummy::AllocatableOut => "integer, allocatable, intent(out) :: x(:)",
        }
    }

    /// What uses it.
    fn touch(self) -> &'static str {
        match self {
            Dummy::AssumedShape => "if (size(x) > 0) x(size(x)) = x(1) + 1",
            Dummy::AssumedSize => "x(1) = x(1) + 1",
            Dummy::Explicit => "x = x + 1",
            Dummy::Scalar => "start = start + 1",
            Dummy::Text => "if (len(x) > 0) x(len(x):) = 'y'",
            Dummy::Allocatable | Dummy::AllocatableOut => "if (allocated(x)) x = x + 1",
        }
    }
}

/// Where a step is.
struct Scope<'c> {
    case: &'c Case,
    /// Of the procedure; none for the body of the program.
    index: Option<usize>,
}

impl Scope<'_> {
    fn procedure(&self) -> Option<&Procedure> {
        self.index.map(|index| &self.case.procedures[index])
    }

    /// An array that can be freed.
    fn array(&self, what: u8) -> &'static str {
        let is_internal = self.procedure().is_none_or(|procedure| procedure.is_internal);
        let has_dummy = self.procedure().is_some_and(|procedure| procedure.dummy.is_allocatable());
        let arrays = ["a", "a", "a", "b"].into_iter().chain(is_internal.then_some("h")).chain(has_dummy.then_some("x"));
        let arrays: Vec<&str> = arrays.collect();
        arrays[usize::from(what) % arrays.len()]
    }

    fn print(&self, step: &Step, text: &mut String) {
        let Some(statement) = self.statement(step) else { return };
        if step.rows < 4 {
            let _ = writeln!(text, "    if (mod(number, 4) == {}) then\n      {statement}\n    end if", step.rows);
        } else {
            let _ = writeln!(text, "    {statement}");
        }
    }

    fn statement(&self, step: &Step) -> Option<String> {
        let (array, other) = (self.array(step.what), self.array(step.how));
        let length = step.how % 6;
        let touch = || self.procedure().map(|procedure| procedure.dummy.touch().to_owned());
        Some(match step.kind {
            Kind::Touch => touch()?,
            Kind::Size => format!("if (allocated({array})) total = total + size({array})"),
            Kind::Free => format!("if (allocated({array})) deallocate ({array})"),
            Kind::Allocate => format!(
                "if (allocated({array})) deallocate ({array})\n    allocate ({array}({length}))\n    {array} = {length}"
            ),
            Kind::Assign => {
                let values: Vec<String> = (0..length).map(|value| value.to_string()).collect();
                format!("{array} = [integer :: {}]", values.join(", "))
            }
            Kind::Move if array == other => touch()?,
            Kind::Move => format!("if (allocated({other})) call move_alloc({other}, {array})"),
            Kind::SetText => format!("c = repeat('x', {length})"),
            Kind::FreeText => "if (allocated(c)) deallocate (c)".to_owned(),
            Kind::Call => format!("total = total + {}", self.call(step)?),
            // Kernels have no internal files.
            Kind::Write if self.case.is_kernel => touch()?,
            Kind::Write => format!("if (allocated(c)) write (c, '(i4)', iostat=status) {}", self.call(step)?),
            Kind::Recurse => {
                let (index, procedure) = (self.index?, self.procedure()?);
                let actual = if procedure.dummy == Dummy::Scalar { "total" } else { "x" };
                format!("fuel = fuel - 1\n    if (fuel > 0) total = total + p{index}({actual})")
            }
            Kind::Return if self.index.is_none() => return None,
            Kind::Return => "goto 10".to_owned(),
        })
    }

    /// A reference to a procedure after this one.
    fn call(&self, step: &Step) -> Option<String> {
        let is_internal = self.procedure().is_none_or(|procedure| procedure.is_internal);
        let first = self.index.map_or(0, |index| index + 1);
        let callees = self.case.procedures.iter().enumerate().skip(first);
        let callees: Vec<(usize, Dummy)> = callees
            .filter(|(_, procedure)| is_internal || !procedure.is_internal)
            .map(|(index, procedure)| (index, procedure.dummy))
            .collect();
        let (index, dummy) = *callees.get(usize::from(step.what / 4) % callees.len().max(1))?;
        let own = self.procedure().map(|procedure| procedure.dummy);
        let is_passed_on = step.how.is_multiple_of(3);
        let array = match own {
            Some(Dummy::AssumedShape | Dummy::Explicit) if is_passed_on && !dummy.is_allocatable() => "x",
            _ => self.array(step.what),
        };
        let actual = match (dummy, step.how / 3 % 4) {
            (Dummy::Scalar, _) => format!("{array}(1)"),
            (Dummy::Text, _) if own == Some(Dummy::Text) && is_passed_on => "x".to_owned(),
            (Dummy::Text, 0) => "c(2:)".to_owned(),
            (Dummy::Text, _) => "c".to_owned(),
            (Dummy::AssumedShape, 0) => format!("{array}(2:)"),
            (Dummy::AssumedShape, 1) => format!("{array}(::2)"),
            (Dummy::AssumedSize | Dummy::Explicit, 0) => format!("{array}(2)"),
            _ => array.to_owned(),
        };
        Some(format!("p{index}({actual})"))
    }
}
