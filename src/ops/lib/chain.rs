//! Elementwise operations one after another as one expression over arrays: its WGSL at four elements, and its values on the
//! CPU. Each step is the operation's own formula, rounded as if it had been stored, so the values are those of the
//! operations apart.

use super::arrays::{self, named};
use crate::op::{Call, MAX_READS, Opcode};
use crate::ops;
use crate::shape::Shape;
use arrayvec::ArrayVec;

/// Elements that a CPU computes at a time, so that what is between the steps stays in its cache.
const BLOCK: usize = 512;
/// The right operand of an operation that has none.
pub(crate) const NONE: u32 = 0xff;

/// The step whose result is given by a product: it has no operands.
const PRODUCT: usize = ops::MATMUL as usize;

/// What is computed, apart from sizes and values. Operands are numbered: the arrays, then the words, then the results of the
/// steps. Words are numbers as bits, and what arrays are read by; the first one is 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    /// Of each array [how it is read](read).
    pub(crate) reads: ArrayVec<u32, MAX_READS>,
    /// How many words there are.
    pub(crate) words: usize,
    /// Of each step [the opcode, the left and the right operand](step). The last one's result is that of all.
    pub(crate) steps: Vec<u32>,
}

/// A step as a word.
pub(crate) fn step(opcode: Opcode, [left, right]: [u32; 2]) -> u32 {
    u32::from(opcode) << 16 | left << 8 | right
}

/// Opcode and operands of a step.
fn parts(step: u32) -> (usize, [u32; 2]) {
    ((step >> 16) as usize, [step >> 8 & 0xff, step & 0xff])
}

/// Where an array is read at element i as if it had the shape `to`: at its element `i / every % count`. `None` where axes
/// that are repeated lie between its own.
#[inline(never)]
pub(crate) fn reach(array: &Shape, to: &Shape) -> Option<[u32; 2]> {
    let [mut every, mut count, mut outer] = [1; 3];
    let strides = array.strides_as(to);
    for axis in (0..to.rank()).rev() {
        let dim = to.dims()[axis];
        match strides[axis] {
            0 if count == 1 => every *= dim,
            0 => outer *= dim,
            _ if outer == 1 => count *= dim,
            _ => return None,
        }
    }
    Some([every, count])
}

/// Whether an array of this [`reach`] is read by it: it does not go along with the result, and has more than one element.
pub(crate) fn takes_words(reach: [u32; 2], elements: usize) -> bool {
    reach[1] != 1 && reach[1] as usize != elements
}

/// How an array is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// In step with the result.
    Along,
    /// Its only element.
    One,
    /// Four of its elements side by side for four of the result's.
    Side,
    /// One of its elements for four of the result's.
    Same,
    /// Element by element.
    Apart,
}
use Access::{Along, Apart, One, Same, Side};

/// How an array of this [`reach`] is read, as a word; `place` tells where among the words one is.
pub(crate) fn read([every, count]: [u32; 2], elements: usize, place: impl Fn(u32) -> usize) -> u32 {
    let access = match (every, count) {
        _ if count as usize == elements => Along,
        (_, 1) => One,
        (1, _) if count % 4 == 0 => Side,
        _ if every % 4 == 0 => Same,
        _ => Apart,
    };
    match access {
        Along | One => access as u32,
        _ => access as u32 | (place(every) << 8 | place(count) << 16) as u32,
    }
}

/// How an array is read, and the places of the words `every` and `count`.
fn access(read: u32) -> (Access, [u32; 2]) {
    let access = [Along, One, Side, Same, Apart][(read & 0xff) as usize];
    (access, [read >> 8 & 0xff, read >> 16])
}

fn name(start: &str, number: u32) -> String {
    format!("{start}{number}")
}

/// A word in the uniform. By constants: an index that is computed would have a compiler copy them all.
fn word(at: u32) -> String {
    filled("params.words[X][Y]", [&name("", at / 4), &name("", at % 4), ""])
}

/// A template with its three placeholders replaced.
fn filled(template: &str, [x, y, z]: [&str; 3]) -> String {
    named(&named(&named(template, "X", x), "Y", y), "Z", z)
}

impl Chain {
    /// Whether the values at two times four elements need few registers: of steps on one array with at most
    /// two numbers on the right.
    pub(crate) fn is_narrow(&self) -> bool {
        let numbers = 1..=self.words as u32;
        self.reads.len() == 1 && self.words <= 3 && self.steps.iter().all(|step| numbers.contains(&(step & 0xff)))
    }

    /// WGSL that declares the arrays, bound from `binding` on, and what `user` does with the chain, where it says `CHAIN();`: of
    /// `x_at: vec4u`, for each `x` of `names`, that declares `x_END`, the values at four elements. By vectors, these lie side by side
    /// from a multiple of four on, and only the first index counts. `params.words` are the words, as `vec4u`; what a product
    /// gives to the chain is `given: vec4f`.
    pub(crate) fn wgsl(&self, user: &str, names: &[&str], binding: u32, vectors: bool) -> String {
        let mut text = wgsl!("../../../shaders/lib/chain.wgsl").to_owned();
        let mut body = String::new();
        let mut operands = 0;
        // What does not wait for each other stands side by side, so that processors go on with both.
        let mut put = |template: &str, parts: [&str; 3]| {
            let line = ["let ", &name("$_", operands), " = ", &filled(template, parts), ";\n"].concat();
            names.iter().for_each(|name| body += &named(&line, "$", name));
            operands += 1;
        };
        for (index, &read) in (0..).zip(&self.reads) {
            let (access, [every, count]) = access(read);
            let array = name("a", index);
            text += &arrays::read(&array, binding + index, vectors && access != Apart);
            let element = match access {
                Along => "X_four($_at)",
                One => "vec4f(X_one(0u))",
                Side if vectors => "X_four(vec4u($_at.x % Z))",
                Same if vectors => "vec4f(X_one($_at.x / Y % Z))",
                _ if vectors => "X_four(($_at.x + vec4u(0u, 1u, 2u, 3u)) / Y % Z)",
                _ => "X_four($_at / Y % Z)",
            };
            put(element, [&array, &word(every), &word(count)]);
        }
        for at in 0..self.words as u32 {
            put("vec4f(bitcast<f32>(X))", [&word(at), "", ""]);
        }
        let mut declared = 0_u64;
        for (opcode, [left, right]) in self.steps.iter().map(|&step| parts(step)) {
            let function = name("f", opcode as u32);
            let formula = ops::ALL[opcode].formula();
            if let (Some(formula), 0) = (formula, declared >> opcode & 1) {
                declared |= 1 << opcode;
                text += &named(formula, "apply", &function);
            }
            let template = match (formula, right) {
                (None, _) => "stored(given)",
                (_, NONE) => "stored(X(Y))",
                _ => "stored(X(Y, Z))",
            };
            put(template, [&function, &name("$_", left), &name("$_", right)]);
        }
        text + &named(&named(user, "CHAIN();", &body), "END", &name("", operands - 1))
    }

    /// All its values, in place of those that a product gives to it.
    pub(crate) fn evaluate(&self, words: &[u32], inputs: &[&[f32]], output: &mut [f32]) {
        let first = self.reads.len() + self.words;
        // Of each operand and of each step a row.
        let mut rows = vec![[0.0; BLOCK]; first + self.steps.len()];
        for (row, &word) in rows[self.reads.len()..].iter_mut().zip(words) {
            *row = [f32::from_bits(word); BLOCK];
        }
        let mut at = 0;
        for out in output.chunks_mut(BLOCK) {
            let count = out.len();
            for ((&read, input), row) in self.reads.iter().zip(inputs).zip(&mut rows) {
                let (access, places) = access(read);
                if access == Along {
                    row[..count].copy_from_slice(&input[at..at + count]);
                    continue;
                }
                let [every, modulus] = if access == One { [1, 1] } else { places.map(|place| words[place as usize]) };
                (at as u32..).zip(row).for_each(|(i, value)| *value = input[(i / every % modulus) as usize]);
            }
            let whole = [Shape::new("fused", &[count as u32]).unwrap_or_default(); 2];
            for (index, &step) in self.steps.iter().enumerate() {
                let (opcode, operands) = parts(step);
                let (before, rest) = rows.split_at_mut(first + index);
                let result = &mut rest[0][..count];
                if opcode == PRODUCT {
                    result.copy_from_slice(out);
                    continue;
                }
                let values = operands.map(|row| before.get(row as usize).map_or(&[][..], |row| &row[..count]));
                let given = 1 + usize::from(operands[1] != NONE);
                let call = Call { inputs: &whole[..given], attrs: &[], output: whole[0] };
                ops::ALL[opcode].reference(&call, &values[..given], result);
            }
            if let Some(last) = rows.last() {
                out.copy_from_slice(&last[..count]);
            }
            at += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::reach;
    use crate::shape::Shape;

    fn reached(array: &[u32], to: &[u32]) -> Option<[u32; 2]> {
        let shape = |dims| Shape::new("test", dims).ok();
        reach(&shape(array)?, &shape(to)?)
    }

    #[test]
    fn arrays_are_reached_where_their_axes_lie_side_by_side() {
        assert_eq!(reached(&[2, 3, 4], &[2, 3, 4]), Some([1, 24]));
        assert_eq!(reached(&[3, 4], &[2, 3, 4]), Some([1, 12]));
        assert_eq!(reached(&[2, 3, 1], &[2, 3, 4]), Some([4, 6]));
        assert_eq!(reached(&[3, 1], &[2, 3, 4]), Some([4, 3]));
        assert_eq!(reached(&[1, 3, 1, 5, 1], &[2, 3, 1, 5, 4]), Some([4, 15]));
        assert_eq!(reached(&[2, 1, 1], &[2, 3, 4]), Some([12, 2]));
        assert_eq!(reached(&[1, 1], &[2, 3, 4]), Some([24, 1]));
        assert_eq!(reached(&[], &[5]), Some([5, 1]));
        assert_eq!(reached(&[2, 1, 4], &[2, 3, 4]), None);
        assert_eq!(reached(&[2, 1, 4, 1], &[2, 3, 4, 5]), None);
    }
}
