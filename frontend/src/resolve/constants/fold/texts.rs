//! Constant folding of functions of texts.

use super::value::{FoldError, Folded, fitted};
use crate::resolved::Intrinsic;
use forlane_semantics::types::{Constant, IntegerKind};

/// The longest text that REPEAT makes of a constant.
const MAX_REPEATED: usize = 1 << 16;

/// True for the functions that [`function`] evaluates.
pub(super) fn is_of_text(function: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(function, Len | LenTrim | Ichar | Char | Index | Scan | Verify | Trim | AdjustLeft | AdjustRight | Repeat)
}

/// The value of a function of texts.
pub(super) fn function(function: Intrinsic, arguments: &[Constant]) -> Folded {
    value(function, arguments).ok_or(FoldError::Unknown)
}

fn value(function: Intrinsic, arguments: &[Constant]) -> Option<Constant> {
    let text = |at: usize| match arguments.get(at) {
        Some(Constant::Character(text)) => Some(text.as_slice()),
        _ => None,
    };
    let number = |at: usize| match arguments.get(at) {
        Some(Constant::Integer(_, value)) => Some(*value),
        _ => None,
    };
    let back = match arguments.get(2) {
        None => false,
        Some(Constant::Logical(back)) => *back,
        Some(_) => return None,
    };
    let place = |place: Option<usize>| {
        let place = place.map_or(0, |place| place as i64 + 1);
        Some(Constant::Integer(IntegerKind::I4, place))
    };
    let find = |is_it: &dyn Fn(u8) -> bool, text: &[u8]| {
        let mut bytes = text.iter().copied();
        if back { bytes.rposition(is_it) } else { bytes.position(is_it) }
    };
    match function {
        Intrinsic::Len => Some(Constant::Integer(IntegerKind::I4, text(0)?.len() as i64)),
        Intrinsic::LenTrim => place(text(0)?.iter().rposition(|byte| *byte != b' ')),
        Intrinsic::Ichar => Some(Constant::Integer(IntegerKind::I4, i64::from(*text(0)?.first()?))),
        Intrinsic::Char => {
            let code = u8::try_from(number(0)?).ok()?;
            Some(Constant::Character(vec![code]))
        }
        Intrinsic::Index => {
            let (text, part) = (text(0)?, text(1)?);
            let mut starts = 0..(text.len() + 1).saturating_sub(part.len());
            let is_start = |start: usize| text[start..].starts_with(part);
            place(if back { starts.rfind(|start| is_start(*start)) } else { starts.find(|start| is_start(*start)) })
        }
        Intrinsic::Scan => {
            let set = text(1)?;
            place(find(&|byte| set.contains(&byte), text(0)?))
        }
        Intrinsic::Verify => {
            let set = text(1)?;
            place(find(&|byte| !set.contains(&byte), text(0)?))
        }
        Intrinsic::Trim => Some(Constant::Character(without_end(text(0)?).to_vec())),
        Intrinsic::AdjustLeft => {
            let text = text(0)?;
            let blanks = text.iter().take_while(|byte| **byte == b' ').count();
            Some(Constant::Character(fitted(&text[blanks..], text.len())))
        }
        Intrinsic::AdjustRight => {
            let text = text(0)?;
            let trimmed = without_end(text);
            let blanks = vec![b' '; text.len() - trimmed.len()];
            Some(Constant::Character([blanks.as_slice(), trimmed].concat()))
        }
        Intrinsic::Repeat => {
            let (text, count) = (text(0)?, usize::try_from(number(1)?).unwrap_or(0));
            let is_short = text.len().checked_mul(count).is_some_and(|length| length <= MAX_REPEATED);
            is_short.then(|| Constant::Character(text.repeat(count)))
        }
        _ => None,
    }
}

/// A text without the blanks at its end.
fn without_end(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1)]
}
