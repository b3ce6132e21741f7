//! A chain of elementwise operations as one expression over arrays: WGSL that computes four elements, and values on the CPU. Each step is the
//! operation's own formula, rounded as if it had been stored, so the values are those of separate operations.

use super::arrays::{self, named};
use crate::op::{Call, MAX_READS, Opcode};
use crate::ops;
use crate::shape::Shape;
use arrayvec::ArrayVec;

/// Elements that a CPU computes at a time, so that the steps' results stay in its cache.
const BLOCK: usize = 512;
/// An operand by its number: the arrays come first, then the words, then the results of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operand(u8);

/// One operation of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Its result is given by a product.
    Product,
    /// Computes from one operand.
    Unary(Opcode, Operand),
    /// Computes from a left and a right operand.
    Binary(Opcode, [Operand; 2]),
}

/// The computation, apart from sizes and values. Words are operands as bits, and the numbers by which arrays are read (see [`reach`]); the first word
/// is 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    /// How each array is read.
    pub(crate) reads: ArrayVec<Read, MAX_READS>,
    /// The number of words.
    pub(crate) words: usize,
    /// The result of the last step is that of the chain.
    pub(crate) steps: Vec<Step>,
}

/// `[every, count]`: if an array is read as if it had the shape `to`, then at element i its element `i / every % count` is read. `None` where
/// repeated axes lie between the array's own.
pub(crate) fn reach(array: &Shape, to: &Shape) -> Option<[u32; 2]> {
    let [mut every, mut count, mut outer] = [1_u32; 3];
    let strides = array.strides_as(to);
    for axis in (0..to.rank()).rev() {
        let dim = to.dims()[axis];
        match strides[axis] {
            // For an array without elements the products may be anything: it is not fused.
            0 if count == 1 => every = every.wrapping_mul(dim),
            0 => outer = outer.wrapping_mul(dim),
            _ if outer == 1 => count = count.wrapping_mul(dim),
            _ => return None,
        }
    }
    Some([every, count])
}

/// Whether an array of this [`reach`] is read by these numbers: it has more than one element, but not as many as the result.
pub(crate) fn takes_words(reach: [u32; 2], elements: usize) -> bool {
    reach[1] != 1 && reach[1] as usize != elements
}

/// The way an array is read. Numbers are named by their indices among the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// In step with the result.
    Along,
    /// Its only element.
    One,
    /// Four of its elements side by side for four of the result's.
    Side(Repeat),
    /// One of its elements for four of the result's.
    Same(Repeat),
    /// Element by element.
    Apart(Repeat),
}
use Read::{Along, Apart, One, Same, Side};

/// Element `i / every % count` is read, by the indices of both numbers among the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    every: u8,
    count: u8,
}

impl Read {
    /// The way an array of this [`reach`] is read; `index_of` returns the index of a number among the words.
    pub(crate) fn new([every, count]: [u32; 2], elements: usize, index_of: impl Fn(u32) -> usize) -> Self {
        let repeat = || Repeat { every: index_of(every) as u8, count: index_of(count) as u8 };
        match (every, count) {
            _ if count as usize == elements => Along,
            (_, 1) => One,
            (1, _) if count % 4 == 0 => Side(repeat()),
            _ if every % 4 == 0 => Same(repeat()),
            _ => Apart(repeat()),
        }
    }

    /// The indices of `every` and `count`, if it is read by them.
    fn word_indices(self) -> Option<[u8; 2]> {
        match self {
            Along | One => None,
            Side(Repeat { every, count }) | Same(Repeat { every, count }) | Apart(Repeat { every, count }) => {
                Some([every, count])
            }
        }
    }
}

fn name(start: &str, number: impl Into<u32>) -> String {
    format!("{start}{}", number.into())
}

/// A word in the uniform, by constant indices: with a computed index a compiler would copy all words.
fn word(at: u32) -> String {
    filled("params.words[X][Y]", [&name("", at / 4), &name("", at % 4), ""])
}

/// A template with its three placeholders replaced.
fn filled(template: &str, [x, y, z]: [&str; 3]) -> String {
    named(&named(&named(template, "X", x), "Y", y), "Z", z)
}

impl Chain {
    /// Array `index` as an operand.
    pub(crate) fn array(&self, index: usize) -> Operand {
        Operand(index as u8)
    }

    /// The word at `index` as an operand.
    pub(crate) fn word(&self, index: usize) -> Operand {
        Operand((self.reads.len() + index) as u8)
    }

    /// The result of step `index` as an operand.
    pub(crate) fn result(&self, index: usize) -> Operand {
        Operand((self.reads.len() + self.words + index) as u8)
    }

    /// Whether the values at two times four elements need few registers: the chain reads one array, and each step has a number on the right, of at
    /// most two different ones.
    pub(crate) fn is_narrow(&self) -> bool {
        let numbers = 1..=self.words;
        let by_number =
            |step: &Step| matches!(step, Step::Binary(_, [_, right]) if numbers.contains(&(right.0 as usize)));
        self.reads.len() == 1 && self.words <= 3 && self.steps.iter().all(by_number)
    }

    /// WGSL that declares the arrays, bound from `binding` on, and `user` with the chain in place of `CHAIN();`. For each `x` of `names` the chain
    /// computes from `x_at: vec4u` the values at these four elements, and declares them as `x_END`. By vectors, the elements are contiguous from a
    /// multiple of four on, and only the first index is used. `params.words` has the words, as `vec4u`; a product passes its values to the chain as
    /// `given: vec4f`.
    pub(crate) fn wgsl(&self, user: &str, names: &[&str], binding: u32, vectors: bool) -> String {
        let mut text = shader!("lib/chain").to_owned();
        let mut body = String::new();
        let mut operands = 0_u32;
        // The steps of different names do not wait for each other. They are adjacent, so that processors overlap them.
        let mut put = |template: &str, parts: [&str; 3]| {
            let line = ["let ", &name("$_", operands), " = ", &filled(template, parts), ";\n"].concat();
            names.iter().for_each(|name| body += &named(&line, "$", name));
            operands += 1;
        };
        for (index, &read) in (0..).zip(&self.reads) {
            let array = name("a", index);
            text += &arrays::read(&array, binding + index, vectors && !matches!(read, Apart(_)));
            let element = match read {
                Along => "X_four($_at)",
                One => "vec4f(X_one(0u))",
                Side(_) if vectors => "X_four(vec4u($_at.x % Z))",
                Same(_) if vectors => "vec4f(X_one($_at.x / Y % Z))",
                _ if vectors => "X_four(($_at.x + vec4u(0u, 1u, 2u, 3u)) / Y % Z)",
                _ => "X_four($_at / Y % Z)",
            };
            let [every, count] = read.word_indices().unwrap_or_default();
            put(element, [&array, &word(every.into()), &word(count.into())]);
        }
        for at in 0..self.words as u32 {
            put("vec4f(bitcast<f32>(X))", [&word(at), "", ""]);
        }
        let mut declared = 0_u64;
        for &step in &self.steps {
            let (opcode, operands) = match step {
                Step::Product => {
                    put("stored(given)", [""; 3]);
                    continue;
                }
                Step::Unary(opcode, only) => (opcode, [only, only]),
                Step::Binary(opcode, operands) => (opcode, operands),
            };
            // The prefix is not `f`, since f16 and f32 are types.
            let function = name("op", opcode);
            if let (Some(formula), 0) = (ops::ALL[opcode as usize].formula(), declared >> opcode & 1) {
                declared |= 1 << opcode;
                text += &named(formula, "apply", &function);
            }
            let template = if matches!(step, Step::Unary(..)) { "stored(X(Y))" } else { "stored(X(Y, Z))" };
            let [left, right] = operands.map(|operand| name("$_", operand.0));
            put(template, [&function, &left, &right]);
        }
        text + &named(&named(user, "CHAIN();", &body), "END", &name("", operands - 1))
    }

    /// Writes all its values to `output`, which has the product's values before if the chain begins with a product.
    pub(crate) fn evaluate(&self, words: &[u32], inputs: &[&[f32]], output: &mut [f32]) {
        let first = self.reads.len() + self.words;
        // A row for each operand and for each step.
        let mut rows = vec![[0.0; BLOCK]; first + self.steps.len()];
        for (row, &word) in rows[self.reads.len()..].iter_mut().zip(words) {
            *row = [f32::from_bits(word); BLOCK];
        }
        let mut at = 0;
        for out in output.chunks_mut(BLOCK) {
            let count = out.len();
            for ((&read, input), row) in self.reads.iter().zip(inputs).zip(&mut rows) {
                if read == Along {
                    row[..count].copy_from_slice(&input[at..at + count]);
                    continue;
                }
                let [every, modulus] =
                    read.word_indices().map_or([1, 1], |indices| indices.map(|index| words[index as usize]));
                (at as u32..).zip(row).for_each(|(i, value)| *value = input[(i / every % modulus) as usize]);
            }
            let whole = [Shape::new("fused", &[count as u32]).unwrap_or_default(); 2];
            for (index, &step) in self.steps.iter().enumerate() {
                let (before, rest) = rows.split_at_mut(first + index);
                let result = &mut rest[0][..count];
                let row = |operand: Operand| &before[operand.0 as usize][..count];
                let mut compute = |opcode: Opcode, values: &[&[f32]]| {
                    let call = Call { inputs: &whole[..values.len()], attrs: &[], output: whole[0] };
                    ops::ALL[opcode as usize].reference(&call, values, result);
                };
                match step {
                    Step::Product => result.copy_from_slice(out),
                    Step::Unary(opcode, only) => compute(opcode, &[row(only)]),
                    Step::Binary(opcode, operands) => compute(opcode, &operands.map(row)),
                }
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
