//! Random units, half of them with irreducible loops, whose lanes take different ways. Each block notes its number in
//! an array, so that results hold the trace of what was done.

use std::fmt::Write;

/// A small generator of random numbers (Marsaglia's xorshift).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 11) % bound as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The text of a unit at stage `cfg`, `f(seed, u, trace)`, with a random graph of that number of blocks, of whose arcs
/// that percentage may lead back. Block 7 notes itself at line 1007; the rest of it is at line 7.
pub fn random_graph(random: &mut Random, blocks: usize, back: usize) -> String {
    let mut text = String::from("unit cfg function f \"random.f\" {\n    scope s0 subprogram\n");
    for name in ["seed", "u"] {
        let _ = writeln!(text, "    var {name}: integer4 dummy varying s0");
    }
    text.push_str("    var trace: integer4[*] dummy varying s0\n    var f: integer4 result varying s0\n");
    for name in ["n", "h", "x0", "x1", "x2"] {
        let _ = writeln!(text, "    var {name}: integer4 local varying s0");
    }
    text.push_str("    dummies seed, u, trace\n    result f\n\n    b0:\n        enter s0\n        h = seed\n");
    text.push_str("        goto b1\n");
    for block in 1..=blocks {
        let _ = writeln!(text, "    b{block}:");
        let _ = writeln!(text, "        trace[n] = {block} @{}\n        n = n + 1 @{block}", 1000 + block);
        let _ = writeln!(text, "        h = (h * 1103515245) + {} @{block}", 12345 + block);
        for _ in 0..random.below(3) {
            let (to, from) = (random.below(3), random.below(3));
            let other = ["h", "n", "x0", "x1", "x2", "u"][random.below(6)];
            let _ = writeln!(text, "        x{to} = x{from} + {other} @{block}");
        }
        let mut target = || match random.chance(back) {
            true => 1 + random.below(blocks),
            false => (block + 1 + random.below(4)).min(blocks),
        };
        let targets = [target(), target(), target()];
        let noise = match random.below(5) {
            0 => "u / 4".to_string(),
            1 => "n / 2".to_string(),
            _ => "h / 65536".to_string(),
        };
        let at = format!("@{block}");
        let _ = match random.below(6) {
            _ if block == blocks => {
                writeln!(text, "        f = (h + x0) + (x1 * x2)\n        leave s0 {at}\n        return {at}")
            }
            0 => writeln!(text, "        goto b{} {at}", targets[0]),
            1 => writeln!(
                text,
                "        switch mod({noise}, 4) [1 => b{}, 2 | -2 => b{}, default => b{}] {at}",
                targets[0], targets[1], targets[2]
            ),
            _ => writeln!(
                text,
                "        if mod({noise}, {}) < 1 goto b{} else b{} {at}",
                2 + random.below(3),
                targets[0],
                targets[1]
            ),
        };
    }
    text.push_str("}\n");
    text
}
