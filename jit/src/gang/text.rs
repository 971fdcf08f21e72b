//! Gang code as text, stage `gang`.
//!
//! One operation a line; `g7: f64` varies from lane to lane, `g8: f64 uniform` does not. Blocks are in reverse
//! postorder. `@5` is the source line of an operation and of those after it.

use super::ir::{BlockId, Fused, GangCode, GangType, LaneLayout, Op, SlotField, Target, Terminator, ValueId};
use crate::lines::mark;
use forlane_cfg::{Relation, Shape};
use std::fmt::Write;

/// The text of one unit's gang code.
pub fn print(code: &GangCode) -> String {
    let mut text = format!("gang {} lanes {} {{\n", code.name, code.lanes);
    for (index, bytes) in code.slots.iter().enumerate() {
        let _ = writeln!(text, "    slot {index}: {bytes} bytes");
    }
    for (index, callee) in code.callees.iter().enumerate() {
        let _ = writeln!(text, "    callee {index}: {}", callee.symbol());
    }
    for (index, site) in code.sites.iter().enumerate() {
        let _ = writeln!(text, "    site {index}: {site}");
    }
    for block in code.reverse_postorder() {
        print_block(code, block, &mut text);
    }
    text.push_str("}\n");
    text
}

fn print_block(code: &GangCode, block: BlockId, text: &mut String) {
    let data = &code.blocks[block];
    let parameters: Vec<String> =
        data.parameters.iter().map(|parameter| format!("{}: {}", name(*parameter), ty(code.ty(*parameter)))).collect();
    let _ = write!(text, "    {}", block_name(block));
    if !parameters.is_empty() {
        let _ = write!(text, "({})", parameters.join(", "));
    }
    let note = match (data.is_loop_head, data.is_cold) {
        (true, _) => " ; loop",
        (_, true) => " ; cold",
        _ => "",
    };
    let _ = writeln!(text, ":{note}");
    let mut last = None;
    for value in &data.ops {
        let of = code.ty(*value);
        let operation = operation(code, &code.values[*value].op, of);
        let at = mark(code.line(*value), &mut last);
        if of.element == super::ir::Element::Nothing {
            let _ = writeln!(text, "        {operation}{at}");
        } else {
            let _ = writeln!(text, "        {}: {} = {operation}{at}", name(*value), ty(of));
        }
    }
    let _ = writeln!(text, "        {}", terminator(&data.terminator));
}

fn name(value: ValueId) -> String {
    format!("g{}", value.index())
}

fn block_name(block: BlockId) -> String {
    format!("k{}", block.index())
}

fn ty(ty: GangType) -> String {
    let element = format!("{:?}", ty.element).to_lowercase();
    if ty.shape == Shape::Uniform { format!("{element} uniform") } else { element }
}

fn operation(code: &GangCode, op: &Op, of: GangType) -> String {
    match op {
        Op::Parameter => "parameter".to_string(),
        Op::ActiveBits => "active lanes".to_string(),
        Op::Argument(index, SlotField::Base) => format!("argument {index} base"),
        Op::Argument(index, SlotField::Length) => format!("argument {index} length"),
        Op::Argument(index, SlotField::Stride) => format!("argument {index} stride"),
        Op::Storage(offset) => format!("storage {offset}"),
        Op::Constants(offset) => format!("constants {offset}"),
        Op::Slot(slot) => format!("slot {slot}"),
        Op::Text(text) => format!("text {:?}", String::from_utf8_lossy(&code.texts[*text as usize])),
        Op::Lanes => "lanes".to_string(),
        Op::LoadEach { address, bytes } => format!("load each {}, {bytes} bytes", name(*address)),
        Op::StoreEach { address, bytes, value, mask } => {
            format!("store each {}, {bytes} bytes, {}{}", name(*address), name(*value), masked(Some(*mask)))
        }
        Op::Constant(bits) => constant(of, *bits),
        Op::Undefined => "undefined".to_string(),
        Op::Splat(value) => format!("splat {}", name(*value)),
        Op::Unary(operation, value) => format!("{} {}", format!("{operation:?}").to_lowercase(), name(*value)),
        Op::Binary(operation, left, right) => {
            format!("{} {}, {}", format!("{operation:?}").to_lowercase(), name(*left), name(*right))
        }
        Op::Fused(of, a, b, c) => {
            let [a, b, c] = [a, b, c].map(|operand| name(*operand));
            match of {
                Fused::Add => format!("fused {a} * {b} + {c}"),
                Fused::Subtract => format!("fused {a} * {b} - {c}"),
                Fused::SubtractFrom => format!("fused {c} - {a} * {b}"),
            }
        }
        Op::Compare(of, left, right) => format!("{} {} {}", name(*left), relation(*of), name(*right)),
        Op::Outside(index, length) => format!("{} outside of {}", name(*index), name(*length)),
        Op::Blend(mask, yes, no) => format!("blend {}, {}, {}", name(*mask), name(*yes), name(*no)),
        Op::Convert(value) => format!("convert {}", name(*value)),
        Op::MaskFromBits(value) => format!("mask of {}", name(*value)),
        Op::MaskToBits(value) => format!("lanes of {}", name(*value)),
        Op::Any(value) => format!("any {}", name(*value)),
        Op::CountLanes(value) => format!("count of lanes of {}", name(*value)),
        Op::Address { base, index, scale } => format!("{} + {} * {scale}", name(*base), name(*index)),
        Op::Load { address, constant } => {
            format!("load{} {}", if *constant { " constant" } else { "" }, name(*address))
        }
        Op::Store { address, value, mask } => {
            format!("store {}, {}{}", name(*address), name(*value), masked(*mask))
        }
        Op::Gather { base, index, lay, constant } => {
            let constant = if *constant { " constant" } else { "" };
            format!("gather{constant} {}[{}]{}", name(*base), name(*index), lanes(*lay))
        }
        Op::Lookup { table, index } => format!("lookup {table:?}[{}]", name(*index)),
        Op::Scatter { base, index, lay, value, mask } => {
            let place = format!("{}[{}]{}", name(*base), name(*index), lanes(*lay));
            format!("scatter {place}, {}{}", name(*value), masked(Some(*mask)))
        }
        Op::Clear { address, bytes } => format!("clear {}, {bytes}", name(*address)),
        Op::Fail { mask, site } => format!("fail {}, site {site}", name(*mask)),
        Op::Count { mask, counter } => format!("count {}, counter {counter}", name(*mask)),
        Op::Interrupted => "interrupted".to_string(),
        Op::Runtime { function, operands, mask } => {
            let operands: Vec<String> = operands.iter().map(|operand| name(*operand)).collect();
            format!("{}({}){}", function.name(), operands.join(", "), masked(*mask))
        }
        Op::Pick { value, lanes } => format!("pick {} of the first of {}", name(*value), name(*lanes)),
        Op::Call { callee, arguments, active } => {
            let callee = &code.callees[*callee as usize];
            format!("call {}, {}, {}", callee.symbol(), name(*arguments), name(*active))
        }
    }
}

fn masked(mask: Option<ValueId>) -> String {
    mask.map_or(String::new(), |mask| format!(" where {}", name(mask)))
}

fn lanes(lay: LaneLayout) -> String {
    match lay {
        LaneLayout::Shared => String::new(),
        LaneLayout::Interleaved => " by lane".to_string(),
        LaneLayout::ByAddress => " by address".to_string(),
        LaneLayout::Apart(stride) => format!(" by lane, apart {}", name(stride)),
    }
}

fn constant(of: GangType, bits: u64) -> String {
    use super::ir::Element;
    match of.element {
        Element::F64 => format!("{:?} ; {bits:#018x}", f64::from_bits(bits)),
        Element::F32 => format!("{:?} ; {bits:#010x}", f32::from_bits(bits as u32)),
        Element::Mask64 | Element::Mask32 | Element::Bool => (bits != 0).to_string(),
        _ => (bits as i64).to_string(),
    }
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::LessEqual => "<=",
        Relation::Equal => "==",
        Relation::NotEqual => "/=",
        Relation::Greater => ">",
        Relation::GreaterEqual => ">=",
    }
}

fn target(target: &Target) -> String {
    let arguments: Vec<String> = target.arguments.iter().map(|argument| name(*argument)).collect();
    if arguments.is_empty() {
        block_name(target.block)
    } else {
        format!("{}({})", block_name(target.block), arguments.join(", "))
    }
}

fn terminator(terminator: &Terminator) -> String {
    match terminator {
        Terminator::Jump(to) => format!("jump {}", target(to)),
        Terminator::Branch { condition, then, otherwise } => {
            format!("branch {}, {}, {}", name(*condition), target(then), target(otherwise))
        }
        Terminator::Switch { selector, cases, default } => {
            let mut text = format!("switch {}", name(*selector));
            for (values, to) in cases {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                let _ = write!(text, ", {} => {}", values.join(" "), target(to));
            }
            let _ = write!(text, ", {}", target(default));
            text
        }
        Terminator::Return(bits) => format!("return {}", name(*bits)),
        Terminator::Unreachable => "unreachable".to_string(),
    }
}
