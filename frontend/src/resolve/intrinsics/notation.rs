//! How the table of intrinsic procedures writes its rows:
//!
//! ```text
//! Category name(needed: FORM, …; optional: FORM, …) -> result, meaning;
//! ```
//!
//! A subroutine has no result.

use super::row::{Class, Conversion, Form, I4, R4, Range, Rank};
use forlane_semantics::types::Type;

/// Makes the table of its rows.
macro_rules! intrinsics {
    ($(
        $category:ident $name:ident(
            $($needed:ident: $form:expr),* $(; $($optional:ident: $optional_form:expr),*)?
        ) $(-> $result:expr)?, $meaning:ident $(($what:expr))?;
    )*) => {
        /// All intrinsic procedures by name; a function before the subroutine of the same name.
        pub(super) static TABLE: &[IntrinsicProcedure] = &[$(
            IntrinsicProcedure {
                name: stringify!($name),
                category: Category::$category,
                dummies: &[
                    $(Dummy { keyword: stringify!($needed), form: $form, is_optional: false },)*
                    $($(Dummy { keyword: stringify!($optional), form: $optional_form, is_optional: true },)*)?
                ],
                result: intrinsics!(@result $($result)?),
                meaning: Meaning::$meaning $(($what))?,
            },
        )*];
    };
    (@result) => { None };
    (@result $result:expr) => { Some($result) };
}

pub(super) use intrinsics;

pub(super) const INTEGER: Form = Form::of(Class::Integer);
pub(super) const REAL: Form = Form::of(Class::Real);
pub(super) const COMPLEX: Form = Form::of(Class::Complex);
pub(super) const LOGICAL: Form = Form::of(Class::Logical);
pub(super) const TEXT: Form = Form::of(Class::Character);
pub(super) const REAL_OR_COMPLEX: Form = Form::of(Class::RealOrComplex);
/// INTEGER or REAL.
pub(super) const ORDERED: Form = Form::of(Class::Ordered);
/// INTEGER, REAL or CHARACTER.
pub(super) const ORDERED_OR_TEXT: Form = Form::of(Class::OrderedOrText);
/// INTEGER, REAL or COMPLEX.
pub(super) const NUMBER: Form = Form::of(Class::Number);
/// Any type.
pub(super) const ANY: Form = Form::of(Class::Any);
/// The type and kind of the first argument.
pub(super) const SAME: Form = Form::of(Class::Same);
/// The type of the first argument; all are converted to the greatest kind.
pub(super) const SAME_TYPE: Form = Form::of(Class::SameType).converted(Conversion::ToGreatest);
/// The kind of the result.
pub(super) const KIND: Form = Form::of(Class::Kind);

/// An INTEGER that becomes one of the first argument's kind.
pub(super) const FIRST_KIND: Form = INTEGER.converted(Conversion::ToFirst);
/// How far bits are shifted to the left or, negative, to the right.
pub(super) const SHIFT: Form = FIRST_KIND.within(Range::Shift);
/// A number of bits.
pub(super) const COUNT: Form = FIRST_KIND.within(Range::Count);
/// A number of bits that keeps its kind.
pub(super) const OWN_COUNT: Form = INTEGER.within(Range::Count);
/// The place of a bit.
pub(super) const PLACE: Form = FIRST_KIND.within(Range::Place);
/// The number of bits that are rotated.
pub(super) const SIZE: Form = FIRST_KIND.within(Range::Size);
/// The code of a character.
pub(super) const CODE: Form = INTEGER.within(Range::Code);
/// The number of copies of a text.
pub(super) const COPIES: Form = INTEGER.within(Range::Natural);

pub(super) const SCALAR: Form = ANY.scalar();
pub(super) const FLAG: Form = LOGICAL.scalar();
/// The order of a Bessel function.
pub(super) const ORDER: Form = INTEGER.scalar();
/// A dimension.
pub(super) const DIM: Form = INTEGER.scalar();
pub(super) const ARRAY: Form = ANY.array();
pub(super) const VECTOR: Form = ANY.ranked(1);
/// An array that takes part in a product of matrices.
pub(super) const FACTOR: Form = Form { rank: Rank::VectorOrMatrix, ..ANY };
pub(super) const INTEGERS: Form = INTEGER.array();
pub(super) const REALS: Form = REAL.array();
pub(super) const LOGICALS: Form = LOGICAL.array();
pub(super) const NUMBERS: Form = NUMBER.array();
/// An array of INTEGER, REAL or CHARACTER.
pub(super) const ORDERED_ARRAY: Form = ORDERED_OR_TEXT.array();
/// The extents of an array, or the order of its dimensions.
pub(super) const EXTENTS: Form = INTEGER.ranked(1);

/// The seed of a function of random numbers.
pub(super) const SEED: Form = like(I4).scalar();
/// An array that gets the times of the program and of the system.
pub(super) const TIMES: Form = exactly(R4).array().answer(0);
/// What is known of a file, after the status, and a byte.
pub(super) const FACTS: Form = INTEGERS.answer(1);
pub(super) const FACTS_OF_FUNCTION: Form = exactly(I4).array().answer(1);
pub(super) const BYTE: Form = TEXT.scalar().answer(1);
/// The status, the first answer.
pub(super) const STATE: Form = INTEGER.scalar().answer(0);
/// The text that is the first answer.
pub(super) const ANSWER: Form = TEXT.scalar().answer(0);
/// The length of that text, the second answer.
pub(super) const LENGTH: Form = INTEGER.scalar().answer(1);
/// The status, the third answer.
pub(super) const STATUS: Form = INTEGER.scalar().answer(2);

/// This type and kind.
pub(super) const fn exactly(ty: Type) -> Form {
    Form::of(Class::Exactly(ty))
}

/// INTEGER or REAL as this type, converted to its kind.
pub(super) const fn like(ty: Type) -> Form {
    let class = if let Type::Integer(_) = ty { Class::Integer } else { Class::Real };
    Form::of(class).converted(Conversion::To(ty))
}
