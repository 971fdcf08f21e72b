//! The rules of gang code: values are defined before they are used, and types agree.

use super::ir::{BlockId, Element, GangCode, GangType, LaneLayout, Op, Terminator, ValueId};
use super::optimize::dominators::Dominators;

/// Checks all rules; the problem that it finds first, if there is one.
pub fn verify(code: &GangCode) -> Result<(), String> {
    let order = code.reverse_postorder();
    let dominators = Dominators::compute(code, &order);
    let mut place: Vec<Option<(BlockId, usize)>> = vec![None; code.values.len()];
    for block in &order {
        let data = &code.blocks[*block];
        for parameter in &data.parameters {
            place[parameter.index()] = Some((*block, 0));
        }
        for (index, value) in data.ops.iter().enumerate() {
            place[value.index()] = Some((*block, index + 1));
        }
    }
    for block in &order {
        let data = &code.blocks[*block];
        let is_before = |value: ValueId, at: usize| match place[value.index()] {
            Some((defined, index)) if defined == *block => index < at,
            Some((defined, _)) => dominators.dominates(defined, *block),
            None => false,
        };
        for (index, value) in data.ops.iter().enumerate() {
            let mut early = None;
            code.values[*value].op.for_each_operand(&mut |operand| {
                if !is_before(operand, index + 1) {
                    early = Some(operand);
                }
            });
            if let Some(operand) = early {
                return Err(format!("g{} uses g{} before its definition", value.index(), operand.index()));
            }
            check_types(code, *value)?;
        }
        let mut early = None;
        data.terminator.clone().for_each_use_mut(&mut |value| {
            if !is_before(*value, data.ops.len() + 1) {
                early = Some(*value);
            }
        });
        if let Some(value) = early {
            return Err(format!("the end of k{} uses g{} before its definition", block.index(), value.index()));
        }
        check_terminator(code, *block)?;
    }
    Ok(())
}

fn check_terminator(code: &GangCode, block: BlockId) -> Result<(), String> {
    let terminator = &code.blocks[block].terminator;
    let wanted = match terminator {
        Terminator::Branch { condition, .. } => Some((*condition, Element::Bool)),
        Terminator::Return(bits) => Some((*bits, Element::I64)),
        _ => None,
    };
    if let Some((value, element)) = wanted
        && code.ty(value) != GangType::uniform(element)
    {
        return Err(format!("the end of k{} takes g{} of the wrong type", block.index(), value.index()));
    }
    for target in terminator.targets() {
        let parameters = &code.blocks[target.block].parameters;
        let agree = parameters.len() == target.arguments.len()
            && parameters.iter().zip(&target.arguments).all(|(a, b)| code.ty(*a) == code.ty(*b));
        if !agree {
            return Err(format!("k{} does not pass what k{} takes", block.index(), target.block.index()));
        }
    }
    Ok(())
}

fn check_types(code: &GangCode, value: ValueId) -> Result<(), String> {
    let ty = code.ty(value);
    let of = |value: &ValueId| code.ty(*value);
    let mask_for = |mask: &ValueId, data: GangType| {
        let wanted =
            if data.is_varying() { GangType::varying(data.element.mask()) } else { GangType::uniform(Element::Bool) };
        of(mask) == wanted
    };
    let good = match &code.values[value].op {
        Op::Unary(operation, operand) => of(operand) == ty && operation.takes(ty.element),
        Op::Binary(operation, left, right) => of(left) == ty && of(right) == ty && operation.takes(ty.element),
        Op::Fused(_, a, b, c) => ty.element.is_real() && [a, b, c].into_iter().all(|operand| of(operand) == ty),
        Op::Compare(_, left, right) => of(left) == of(right) && mask_for(&value, of(left)),
        Op::Outside(index, length) => {
            let wanted =
                if ty.is_varying() { GangType::varying(Element::I32) } else { GangType::uniform(Element::I64) };
            [*index, *length].iter().all(|operand| of(operand) == wanted) && mask_for(&value, wanted)
        }
        Op::Blend(mask, yes, no) => of(yes) == ty && of(no) == ty && mask_for(mask, ty),
        Op::Splat(operand) => {
            !of(operand).is_varying()
                && ty.is_varying()
                && (of(operand).element == ty.element || (of(operand).element == Element::Bool && ty.element.is_mask()))
        }
        Op::Convert(operand) => of(operand).shape == ty.shape && of(operand).element.is_mask() == ty.element.is_mask(),
        Op::Store { value, mask: Some(mask), .. } => mask_for(mask, of(value)),
        Op::Gather { base, index, lay, .. } => ty.is_varying() && is_place(code, *base, *index, *lay),
        Op::Scatter { base, index, lay, value, mask } => {
            mask_for(mask, of(value)) && is_place(code, *base, *index, *lay)
        }
        Op::LoadEach { address, .. } => of(address) == GangType { element: Element::I64, ..ty },
        Op::StoreEach { address, value, mask, .. } => {
            of(address) == GangType::varying(Element::I64) && of(value).is_varying() && mask_for(mask, of(value))
        }
        Op::Lookup { index, .. } => of(index) == ty && ty == GangType::varying(Element::I32),
        Op::Any(mask)
        | Op::CountLanes(mask)
        | Op::MaskToBits(mask)
        | Op::Fail { mask, .. }
        | Op::Count { mask, .. } => of(mask).element.is_mask(),
        Op::MaskFromBits(bits) => of(bits) == GangType::uniform(Element::I64) && ty.element.is_mask(),
        // They have no operands, or such as are not checked.
        Op::Parameter
        | Op::ActiveBits
        | Op::Argument(..)
        | Op::Storage(_)
        | Op::Constants(_)
        | Op::Slot(_)
        | Op::Text(_)
        | Op::Lanes
        | Op::Constant(_)
        | Op::Undefined
        | Op::Address { .. }
        | Op::Load { .. }
        | Op::Store { mask: None, .. }
        | Op::Clear { .. }
        | Op::Interrupted
        | Op::Runtime { .. }
        | Op::Pick { .. }
        | Op::Call { .. } => true,
    };
    if good { Ok(()) } else { Err(format!("g{} has operands of the wrong type", value.index())) }
}

/// Whether these lead each lane to its own element.
fn is_place(code: &GangCode, base: ValueId, index: ValueId, lay: LaneLayout) -> bool {
    let pointer = GangType::uniform(Element::I64);
    let of_base = if lay == LaneLayout::ByAddress { GangType::varying(Element::I64) } else { pointer };
    let has_stride = !matches!(lay, LaneLayout::Apart(stride) if code.ty(stride) != pointer);
    let of_index = code.ty(index);
    let is_narrow = of_index.element == Element::I32 && lay != LaneLayout::ByAddress;
    let is_index = of_index.is_varying() && (is_narrow || of_index.element == Element::I64);
    code.ty(base) == of_base && has_stride && is_index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{BinaryOp, UnaryOp};
    use forlane_cfg::Shape;

    fn bits() -> GangType {
        GangType::uniform(Element::I64)
    }

    #[test]
    fn values_are_used_behind_their_definition() {
        let mut builder = Builder::new("late", 8);
        let bits = builder.push(bits(), Op::ActiveBits);
        builder.terminate(Terminator::Return(bits));
        let mut code = builder.code;
        assert_eq!(verify(&code), Ok(()));
        code.blocks[code.entry].ops.clear();
        assert!(verify(&code).is_err_and(|problem| problem.contains("before its definition")));
    }

    #[test]
    fn operands_have_one_type() {
        let mut builder = Builder::new("mixed", 8);
        let bits = builder.push(bits(), Op::ActiveBits);
        let mask = builder.push(GangType::varying(Element::Mask64), Op::MaskFromBits(bits));
        let narrow = builder.convert(mask, Element::Mask32);
        builder.push(GangType::varying(Element::Mask64), Op::Binary(BinaryOp::Or, mask, narrow));
        builder.terminate(Terminator::Return(bits));
        assert!(verify(&builder.code).is_err_and(|problem| problem.contains("wrong type")));
    }

    #[test]
    fn operations_are_of_types_that_they_take() {
        for operation in [UnaryOp::Not, UnaryOp::Sqrt] {
            let mut builder = Builder::new("number", 8);
            let bits = builder.push(bits(), Op::ActiveBits);
            builder.push(GangType::uniform(Element::I64), Op::Unary(operation, bits));
            builder.terminate(Terminator::Return(bits));
            assert!(verify(&builder.code).is_err_and(|problem| problem.contains("wrong type")));
        }
    }

    #[test]
    fn lanes_that_have_each_an_address_have_each_a_pointer() {
        for (shape, lay) in [(Shape::Varying, LaneLayout::Interleaved), (Shape::Uniform, LaneLayout::ByAddress)] {
            let mut builder = Builder::new("lost", 8);
            let index = builder.constant(GangType::varying(Element::I64), 0);
            let base = builder.constant(GangType { element: Element::I64, shape }, 64);
            let op = Op::Gather { base, index, lay, constant: false };
            builder.push(GangType::varying(Element::F64), op);
            let bits = builder.push(bits(), Op::ActiveBits);
            builder.terminate(Terminator::Return(bits));
            assert!(verify(&builder.code).is_err_and(|problem| problem.contains("wrong type")));
        }
    }

    #[test]
    fn jumps_pass_what_blocks_take() {
        let mut builder = Builder::new("short", 8);
        let behind = builder.new_block();
        let parameter = builder.parameter(behind, bits());
        builder.jump(behind, Vec::new());
        builder.block = behind;
        builder.terminate(Terminator::Return(parameter));
        assert!(verify(&builder.code).is_err_and(|problem| problem.contains("does not pass")));
    }
}
