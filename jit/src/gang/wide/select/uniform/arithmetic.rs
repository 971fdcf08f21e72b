//! Arithmetic of uniform values: one operand, or two.

use crate::gang::ir::{BinaryOp, Element, UnaryOp, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, Width};
use crate::gang::wide::select::Selector;
use crate::gang::wide::select::blocks::scalar_width;
use iced_x86::Code;
use regalloc2::VReg;

impl Selector<'_> {
    pub(super) fn uniform_unary(&mut self, operation: UnaryOp, operand: ValueId) -> VReg {
        let element = self.ty(operand).element;
        let value = self.scalar(operand);
        let width = scalar_width(element);
        let source = Arg::Reg(value, width);
        if element.is_real() {
            return match scalar_real(operation, element) {
                Some((code, number)) => {
                    let sources: Vec<Arg> = [source, source].into_iter().chain(number.map(Arg::Imm8)).collect();
                    self.function.compute(code, width, &sources)
                }
                None => self.unary_of(operation, element, value, width),
            };
        }
        let pick = |wide: Code, narrow: Code| if width == Width::R64 { wide } else { narrow };
        let (code, number) = match operation {
            UnaryOp::ShiftLeft(bits) => (pick(Code::Shl_rm64_imm8, Code::Shl_rm32_imm8), Some(Arg::Imm8(bits))),
            UnaryOp::ShiftRight(bits) => (pick(Code::Sar_rm64_imm8, Code::Sar_rm32_imm8), Some(Arg::Imm8(bits))),
            UnaryOp::ShiftRightUnsigned(bits) => {
                (pick(Code::Shr_rm64_imm8, Code::Shr_rm32_imm8), Some(Arg::Imm8(bits)))
            }
            UnaryOp::Not => (Code::Xor_rm32_imm32, Some(Arg::Imm32(1))),
            UnaryOp::Abs => {
                let negative = self.function.update(pick(Code::Neg_rm64, Code::Neg_rm32), width, value, &[]);
                let test = Asm::new(pick(Code::Test_rm64_r64, Code::Test_rm32_r32), &[source, source]);
                return self.choose(test, pick(Code::Cmovs_r64_rm64, Code::Cmovs_r32_rm32), width, (negative, value));
            }
            // The last two are of reals.
            UnaryOp::Negate | UnaryOp::Sqrt | UnaryOp::Truncate => (pick(Code::Neg_rm64, Code::Neg_rm32), None),
        };
        let number: Vec<Arg> = number.into_iter().collect();
        self.function.update(code, width, value, &number)
    }

    pub(super) fn uniform_binary(&mut self, operation: BinaryOp, left: ValueId, right: ValueId) -> VReg {
        let element = self.ty(left).element;
        let width = scalar_width(element);
        if let Some(number) = self.small_constant(right) {
            let (wide, narrow) = match operation {
                BinaryOp::Add => (Code::Add_rm64_imm32, Code::Add_rm32_imm32),
                BinaryOp::Subtract => (Code::Sub_rm64_imm32, Code::Sub_rm32_imm32),
                BinaryOp::And => (Code::And_rm64_imm32, Code::And_rm32_imm32),
                _ => return self.uniform_registers(operation, left, right),
            };
            let left = self.scalar(left);
            return match width {
                Width::R64 => self.function.update(wide, width, left, &[Arg::Imm32To64(number)]),
                _ => self.function.update(narrow, width, left, &[Arg::Imm32(number)]),
            };
        }
        self.uniform_registers(operation, left, right)
    }

    fn uniform_registers(&mut self, operation: BinaryOp, left: ValueId, right: ValueId) -> VReg {
        let element = self.ty(left).element;
        let (a, b) = (self.scalar(left), self.scalar(right));
        let width = scalar_width(element);
        let (first, second) = (Arg::Reg(a, width), Arg::Reg(b, width));
        if element.is_real() {
            return match (operation, arithmetic(operation, element)) {
                (_, Some(code)) => self.function.compute(code, width, &[first, second]),
                (BinaryOp::CopySign, _) => self.copy_sign(element, width, a, b),
                _ => self.with_code(operation, element, width, [first, second]),
            };
        }
        let pick = |wide: Code, narrow: Code| if width == Width::R64 { wide } else { narrow };
        let code = match operation {
            BinaryOp::Add => pick(Code::Add_r64_rm64, Code::Add_r32_rm32),
            BinaryOp::Subtract => pick(Code::Sub_r64_rm64, Code::Sub_r32_rm32),
            BinaryOp::Multiply => pick(Code::Imul_r64_rm64, Code::Imul_r32_rm32),
            BinaryOp::Or => pick(Code::Or_r64_rm64, Code::Or_r32_rm32),
            BinaryOp::And => pick(Code::And_r64_rm64, Code::And_r32_rm32),
            BinaryOp::Xor | BinaryOp::CopySign => pick(Code::Xor_r64_rm64, Code::Xor_r32_rm32),
            BinaryOp::Divide | BinaryOp::Remainder => return self.divide_scalar(operation, a, b, element),
            // The processor's operation is of the complement of its first operand.
            BinaryOp::AndNot => {
                let code = pick(Code::VEX_Andn_r64_r64_rm64, Code::VEX_Andn_r32_r32_rm32);
                return self.function.compute(code, width, &[second, first]);
            }
            BinaryOp::Min | BinaryOp::Max | BinaryOp::MinUnsigned => {
                let compare = Asm::new(pick(Code::Cmp_r64_rm64, Code::Cmp_r32_rm32), &[first, second]);
                let code = match operation {
                    BinaryOp::Min => pick(Code::Cmovl_r64_rm64, Code::Cmovl_r32_rm32),
                    BinaryOp::MinUnsigned => pick(Code::Cmovb_r64_rm64, Code::Cmovb_r32_rm32),
                    _ => pick(Code::Cmovg_r64_rm64, Code::Cmovg_r32_rm32),
                };
                return self.choose(compare, code, width, (a, b));
            }
        };
        self.function.update(code, width, a, &[second])
    }
}

/// The scalar instruction for one real operand, if it has one of its own, with the number that it takes.
fn scalar_real(operation: UnaryOp, element: Element) -> Option<(Code, Option<u8>)> {
    let is_double = element == Element::F64;
    let pick = |double: Code, single: Code| if is_double { double } else { single };
    let sqrt = pick(Code::EVEX_Vsqrtsd_xmm_k1z_xmm_xmmm64_er, Code::EVEX_Vsqrtss_xmm_k1z_xmm_xmmm32_er);
    let round =
        pick(Code::EVEX_Vrndscalesd_xmm_k1z_xmm_xmmm64_imm8_sae, Code::EVEX_Vrndscaless_xmm_k1z_xmm_xmmm32_imm8_sae);
    match operation {
        UnaryOp::Sqrt => Some((sqrt, None)),
        UnaryOp::Truncate => Some((round, codes::unary(operation, element)?.1)),
        _ => None,
    }
}

/// The scalar instruction for two real operands.
fn arithmetic(operation: BinaryOp, element: Element) -> Option<Code> {
    let is_double = element == Element::F64;
    let pick = |double: Code, single: Code| if is_double { double } else { single };
    Some(match operation {
        BinaryOp::Add => pick(Code::EVEX_Vaddsd_xmm_k1z_xmm_xmmm64_er, Code::EVEX_Vaddss_xmm_k1z_xmm_xmmm32_er),
        BinaryOp::Subtract => pick(Code::EVEX_Vsubsd_xmm_k1z_xmm_xmmm64_er, Code::EVEX_Vsubss_xmm_k1z_xmm_xmmm32_er),
        BinaryOp::Multiply => pick(Code::EVEX_Vmulsd_xmm_k1z_xmm_xmmm64_er, Code::EVEX_Vmulss_xmm_k1z_xmm_xmmm32_er),
        BinaryOp::Divide => pick(Code::EVEX_Vdivsd_xmm_k1z_xmm_xmmm64_er, Code::EVEX_Vdivss_xmm_k1z_xmm_xmmm32_er),
        _ => return None,
    })
}
