//! Source lines in code: from operations of gang code, or actions of scalar code, to the texts of the stages `gang`,
//! `clif` and `asm`, where ` @12` is the line of an instruction and of those after it.

use cranelift_codegen::CompiledCode;
use cranelift_codegen::ir::{Function, Inst, Opcode, SourceLoc};
use cranelift_codegen::traversals::Dfs;
use forlane_cfg::SourceLine;
use iced_x86::{Decoder, DecoderOptions, FastFormatter, Instruction, Mnemonic, OpKind};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Bits of a [`SourceLoc`] that are the line; those above are the file. Lines beyond are not shown.
const LINE_BITS: u32 = 24;

/// Files beyond this number are not shown.
const MOST_FILES: u32 = 100;

/// The lines of the machine code of a function, by offset.
#[derive(Clone, Debug, Default)]
pub struct LineTable {
    /// From which offset on code is of which line, in order.
    pub starts: Vec<(usize, Option<SourceLine>)>,
    /// Where calls return to.
    pub returns: Vec<usize>,
}

impl LineTable {
    /// Of code by Cranelift.
    pub fn of(code: &CompiledCode) -> LineTable {
        let mut starts: Vec<(usize, Option<SourceLine>)> = Vec::new();
        for range in code.buffer.get_srclocs_sorted() {
            starts.pop_if(|(start, _)| *start == range.start as usize);
            starts.push((range.start as usize, line_of(range.loc)));
            starts.push((range.end as usize, None));
        }
        LineTable { starts, returns: code.buffer.call_sites().map(|call| call.ret_addr as usize).collect() }
    }

    /// The line of the instruction at an offset.
    pub fn line(&self, offset: usize) -> Option<SourceLine> {
        let at = self.starts.partition_point(|(start, _)| *start <= offset);
        self.starts[..at].last().and_then(|(_, line)| *line)
    }
}

/// What Cranelift carries along for a line.
pub fn location(line: Option<SourceLine>) -> SourceLoc {
    match line {
        Some(SourceLine { file, number }) if number > 0 && number >> LINE_BITS == 0 && file < MOST_FILES => {
            SourceLoc::new(file << LINE_BITS | number)
        }
        _ => SourceLoc::default(),
    }
}

/// The line that was carried along.
pub fn line_of(location: SourceLoc) -> Option<SourceLine> {
    let bits = location.bits();
    (!location.is_default()).then_some(SourceLine { file: bits >> LINE_BITS, number: bits & ((1 << LINE_BITS) - 1) })
}

/// What shows the line of an operation where that of the operations before is another one; nothing else.
pub fn mark(line: Option<SourceLine>, last: &mut Option<SourceLine>) -> String {
    if line.is_none() || line == *last {
        return String::new();
    }
    *last = line;
    match line {
        Some(SourceLine { file: 0, number }) => format!(" @{number}"),
        Some(SourceLine { file, number }) => format!(" @f{file}:{number}"),
        None => String::new(),
    }
}

/// Gives the instructions of a function that were made of those of another, when that was inlined, the lines of these.
/// Cranelift makes them in the order in which it visits the blocks, but does not carry lines along. `first` is how many
/// instructions there were before.
pub fn copy(from: &Function, to: &mut Function, first: usize) {
    let mut made = (first as u32..to.dfg.num_insts() as u32).map(Inst::from_u32);
    for block in Dfs::new().pre_order_iter(from) {
        for inst in from.layout.block_insts(block) {
            let wanted = match from.dfg.insts[inst].opcode() {
                Opcode::Return => Opcode::Jump,
                opcode => opcode,
            };
            // Of calls and returns it makes more than one.
            let Some(same) = made.find(|made| to.dfg.insts[*made].opcode() == wanted) else { return };
            // Others are relative to the first that is set.
            if !from.srcloc(inst).is_default() {
                to.set_srcloc(same, from.srcloc(inst));
            }
        }
    }
}

/// Moves the locations in the text of a function, which Cranelift writes in hexadecimal before instructions, to lines
/// after them.
pub fn in_clif(text: &str) -> String {
    let mut last = None;
    let mut result = String::with_capacity(text.len());
    for line in text.lines() {
        let trimmed = line.trim_start();
        let located = trimmed.strip_prefix('@').and_then(|rest| rest.split_once(' '));
        let bits = located.and_then(|(digits, _)| u32::from_str_radix(digits, 16).ok());
        let indent = match trimmed {
            "" | "}" => "",
            _ if line.starts_with(' ') && !(trimmed.starts_with("block") && trimmed.ends_with(':')) => "    ",
            _ => "",
        };
        match (located, bits) {
            (Some((_, rest)), Some(bits)) => {
                let mark = mark(line_of(SourceLoc::new(bits)), &mut last);
                let comment = if mark.is_empty() || rest.contains("  ; ") { "" } else { " ;" };
                let _ = writeln!(result, "    {}{comment}{mark}", rest.trim_start());
            }
            _ => {
                if trimmed.starts_with("block") {
                    last = None;
                }
                let _ = writeln!(result, "{indent}{trimmed}");
            }
        }
    }
    result
}

/// Machine code as text, an instruction a line, with its offset. What no jump leads to, as constants after the code, is
/// not decoded.
pub fn disassemble(bytes: &[u8], lines: &LineTable) -> String {
    let mut text = String::new();
    let mut formatter = FastFormatter::new();
    let mut last = None;
    for (offset, instruction) in &instructions(bytes) {
        let _ = write!(text, "  {offset:6x}: ");
        formatter.format(instruction, &mut text);
        let _ = writeln!(text, "{}", mark(lines.line(*offset), &mut last));
    }
    text
}

/// The instructions that are reached from the first one, by offset.
pub fn instructions(bytes: &[u8]) -> BTreeMap<usize, Instruction> {
    let mut found = BTreeMap::new();
    let mut pending = vec![0];
    while let Some(start) = pending.pop() {
        let rest = bytes.get(start..).unwrap_or_default();
        for instruction in Decoder::with_ip(64, rest, start as u64, DecoderOptions::NONE).iter() {
            if found.insert(instruction.ip() as usize, instruction).is_some() {
                break;
            }
            match (instruction.mnemonic(), instruction.op0_kind()) {
                (Mnemonic::Jmp, OpKind::Register) => {
                    pending.extend(table(bytes, instruction.next_ip() as usize));
                    break;
                }
                (mnemonic, OpKind::NearBranch64) if mnemonic != Mnemonic::Call => {
                    pending.push(instruction.near_branch_target() as usize);
                    if mnemonic == Mnemonic::Jmp {
                        break;
                    }
                }
                (Mnemonic::Ret | Mnemonic::Ud2, _) => break,
                _ => {}
            }
        }
    }
    found
}

/// Where the table of distances after a jump leads: it goes up to the first place after it that it leads to.
fn table(bytes: &[u8], start: usize) -> Vec<usize> {
    let mut targets = Vec::new();
    let mut end = bytes.len();
    for (at, distance) in (start..).step_by(4).zip(bytes[start..].chunks_exact(4)) {
        let distance = distance.try_into().map(i32::from_le_bytes).unwrap_or_default();
        let target = start.wrapping_add_signed(distance as isize);
        if at >= end || target >= bytes.len() {
            break;
        }
        if target > start {
            end = end.min(target);
        }
        targets.push(target);
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_of_clif_become_lines() {
        let text = "function u0:0() {\n    ss0 = explicit_slot 8\n\n                                block0(v0: i64):\n\
                    @0010                               v1 = iadd v0, v0\n\
                    @0010                               jump block1\n\n                                block1:\n\
                    @1000002                            return  ; v1 = 1\n                                    trap user1\n}\n";
        let expected = "function u0:0() {\n    ss0 = explicit_slot 8\n\nblock0(v0: i64):\n    v1 = iadd v0, v0 ; @16\n    \
                        jump block1\n\nblock1:\n    return  ; v1 = 1 @f1:2\n    trap user1\n}\n";
        assert_eq!(in_clif(text), expected);
    }

    #[test]
    fn lines_that_can_not_be_carried_are_left_out() {
        let line = |file, number| line_of(location(Some(SourceLine { file, number })));
        assert_eq!(line(3, 70_000), Some(SourceLine { file: 3, number: 70_000 }));
        assert_eq!([line(0, 0), line(0, 1 << 24), line(MOST_FILES, 1)], [None; 3]);
    }

    /// A table of two distances after a jump, and a constant after the code, are not decoded.
    #[test]
    fn only_code_is_decoded() {
        let bytes = [
            &[0x48, 0x85, 0xc0][..], // test rax,rax
            &[0x74, 0x0b],           // je 16
            &[0xff, 0xe2],           // jmp rdx
            &8_i32.to_le_bytes(),    // to 15
            &9_i32.to_le_bytes(),    // to 16
            &[0xc3],                 // ret
            &[0x0f, 0x0b],           // ud2
            &[0x06, 0x06],           // no instructions
        ]
        .concat();
        let expected =
            "       0: test rax,rax @7\n       3: je 10h\n       5: jmp rdx @8\n       f: ret\n      10: ud2\n";
        let starts = vec![(0, Some(SourceLine::own(7))), (5, Some(SourceLine::own(8)))];
        assert_eq!(disassemble(&bytes, &LineTable { starts, returns: Vec::new() }), expected);
    }
}
