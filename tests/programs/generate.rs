//! Makes a program out of a seed: statements over the arrays alive, of shapes and values that suit them.

use super::bound::Bound;
use super::program::{Array, Name, Program, Statement};
use super::random::Random;
use asynclab::example::Values;
use asynclab::op::Kind;
use asynclab::ops;
use asynclab::shape::{MAX_RANK, Shape};

/// Most arrays alive at once.
const ALIVE: usize = 12;
/// Most elements of a result.
const ELEMENTS: usize = 4096;
/// Operations of the kind `Other` whose calls are generated here. The other operations of that kind run their examples.
const MADE_UP: [u8; 3] = [ops::TRANSPOSE, ops::RESHAPE, ops::BROADCAST_TO];

/// A program being written.
pub(crate) struct Generator {
    pub(super) random: Random,
    pub(super) program: Program,
    alive: Vec<Name>,
}

/// The program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let statements = 8 + random.below(48);
    let program = Program { seed, ..Program::default() };
    let mut generator = Generator { random, program, alive: Vec::new() };
    while generator.program.statements.len() < statements {
        generator.step();
    }
    generator.program
}

impl Generator {
    /// Appends a statement or a few. Appends none where the operation tried is not well-conditioned.
    fn step(&mut self) {
        if self.alive.len() < 2 || self.random.one_in(9) {
            let dims = self.dims(ELEMENTS);
            let away_from_zero = self.random.one_in(3);
            self.create(&dims, away_from_zero);
        }
        if self.alive.len() > ALIVE {
            self.dispose_any();
        }
        let x = self.any();
        let created = match self.random.below(23) {
            0..=3 => self.unary(x),
            4..=8 => self.binary(x),
            9..=10 => self.with_number(x),
            11..=12 => self.reduce(x),
            13..=14 => self.matmul(x),
            15..=17 => self.rearrange(x),
            18..=19 => self.example(),
            20 => return self.dispose_any(),
            21 => return self.push(Statement::Wait(x)),
            _ if self.random.one_in(3) => return self.push(Statement::WaitAll),
            _ => return self.push(Statement::Read(x)),
        };
        // As in x = x + 1, where the old value loses its name.
        if created.is_some() && self.random.one_in(4) {
            self.dispose(x);
        }
    }

    /// One of the arrays alive; often the newest, which makes chains.
    fn any(&mut self) -> Name {
        if self.random.one_in(3) { self.alive[self.alive.len() - 1] } else { self.random.pick(&self.alive) }
    }

    fn push(&mut self, statement: Statement) {
        self.program.statements.push(statement);
    }

    fn dispose_any(&mut self) {
        let name = self.random.pick(&self.alive);
        self.dispose(name);
    }

    fn dispose(&mut self, name: Name) {
        self.alive.retain(|&other| other != name);
        self.push(Statement::Dispose(name));
    }

    pub(super) fn array(&self, name: Name) -> Array {
        self.program.arrays[name]
    }

    /// The statement that creates an array, and its number.
    pub(super) fn define(&mut self, array: Array, statement: impl FnOnce(Name) -> Statement) -> Name {
        let name = self.program.arrays.len();
        self.program.arrays.push(array);
        self.push(statement(name));
        self.alive.push(name);
        name
    }

    /// An operation, if the library accepts it and its result is not too large.
    pub(super) fn apply(&mut self, op: u8, inputs: &[Name], attrs: &[u32], bound: Option<Bound>) -> Option<Name> {
        let shapes: Vec<Shape> = inputs.iter().map(|&input| self.array(input).shape).collect();
        let shape = ops::by_opcode(op)?.infer(&shapes, attrs).ok()?;
        let largest = shapes.iter().map(Shape::elements).max().unwrap_or(0).max(ELEMENTS);
        let array = Array { shape, bound: bound.filter(|_| shape.elements() <= largest)? };
        let (inputs, attrs) = (inputs.to_vec(), attrs.to_vec());
        Some(self.define(array, |output| Statement::Apply { op, inputs, attrs, output }))
    }

    /// A random operation of a kind.
    fn of_kind(&mut self, kind: Kind) -> u8 {
        let all: Vec<u8> = (0..).zip(ops::ALL).filter(|(_, op)| op.kind() == kind).map(|(opcode, _)| opcode).collect();
        self.random.pick(&all)
    }

    fn unary(&mut self, x: Name) -> Option<Name> {
        let bound = self.array(x).bound;
        let op = self.of_kind(Kind::Unary);
        let result = match op {
            ops::NEG => Some(bound.neg()),
            ops::EXP => bound.exp(),
            ops::LOG => bound.log(),
            ops::SQRT => bound.sqrt(),
            ops::SQUARE => bound.square(),
            ops::ABS => Some(bound.abs()),
            ops::SIGN => bound.sign(),
            ops::RELU => Some(bound.relu()),
            _ => bound.through(op),
        };
        self.apply(op, &[x], &[], result)
    }

    /// A binary operation of `x` and a fitting array: another array alive, `x` itself, or a new array.
    fn binary(&mut self, x: Name) -> Option<Name> {
        let op = self.of_kind(Kind::Binary);
        let shape = self.array(x).shape;
        let suits = |&name: &Name| Shape::broadcast("test", &shape, &self.array(name).shape).is_ok();
        let suitable: Vec<Name> = self.alive.iter().copied().filter(suits).collect();
        let y = if self.random.one_in(2) {
            self.random.pick(&suitable)
        } else {
            let dims = self.partner(shape.dims());
            self.create(&dims, ops::EXAMPLES[usize::from(op)].values(1) == Values::Positive)
        };
        let (a, b) = if op != ops::DIV && self.random.one_in(2) { (y, x) } else { (x, y) };
        let bound = elementwise(op, self.array(a).bound, self.array(b).bound);
        self.apply(op, &[a, b], &[], bound)
    }

    /// Dimensions that broadcast with these: some left out, some replaced by ones, ones replaced by others.
    fn partner(&mut self, dims: &[u32]) -> Vec<u32> {
        let from = if self.random.one_in(3) { self.random.below(dims.len() + 1) } else { 0 };
        let mut dims = dims[from..].to_vec();
        for dim in &mut dims {
            *dim = match *dim {
                1 if self.random.one_in(2) => 1 + self.random.below(7) as u32,
                _ if self.random.one_in(4) => 1,
                dim => dim,
            };
        }
        if dims.len() < 3 && self.random.one_in(8) {
            dims.insert(0, 2);
        }
        dims
    }

    fn with_number(&mut self, x: Name) -> Option<Name> {
        let op = self.of_kind(Kind::Binary);
        let number = match self.random.below(3) {
            0 => self.random.pick(&[-3.0, -1.0, 0.0, 1.0, 2.0]),
            1 => self.random.pick(&[-0.5, 0.25, 0.5]),
            _ => self.random.between(-2.0, 2.0),
        };
        let (array, scalar) = (self.array(x).bound, Bound::number(number));
        let side = self.random.below(2) as u32;
        let bound = if side == 0 { elementwise(op, scalar, array) } else { elementwise(op, array, scalar) };
        self.apply(op, &[x], &[side, number.to_bits()], bound)
    }

    fn reduce(&mut self, x: Name) -> Option<Name> {
        let Array { shape, bound } = self.array(x);
        let op = self.of_kind(Kind::Reduction);
        let all = (1_u32 << shape.rank()) - 1;
        let axes = if self.random.one_in(3) { all } else { self.random.bits() as u32 & all };
        let reduced = shape.dims().iter().enumerate().filter(|&(axis, _)| axes >> axis & 1 == 1);
        let count: usize = reduced.map(|(_, &dim)| dim as usize).product();
        let result = match op {
            ops::SUM => bound.sum(count),
            // The mean of no elements is NaN.
            ops::MEAN if count > 0 => bound.mean(count),
            ops::MEAN => None,
            ops::MAX | ops::MIN => Some(bound),
            ops::NORM => bound.norm(count),
            _ => bound.whole(count),
        };
        let keep = self.random.below(2) as u32;
        self.apply(op, &[x], &[axes, keep], result)
    }

    /// A call that an operation of the kind `Other` has as an example, on whole numbers. Such operations move elements or add them
    /// up, so the results are whole numbers, too.
    fn example(&mut self) -> Option<Name> {
        let calls = |&op: &u8| {
            let others = ops::ALL[usize::from(op)].kind() == Kind::Other && !MADE_UP.contains(&op);
            others && ops::EXAMPLES[usize::from(op)].calls.iter().any(|call| !call.inputs.is_empty())
        };
        let all: Vec<u8> = (0..ops::ALL.len() as u8).filter(calls).collect();
        let op = self.random.pick(&all);
        let examples = ops::EXAMPLES[usize::from(op)];
        let call = self.random.pick(examples.calls);
        let elements = |dims: &[u32]| dims.iter().product::<u32>() as usize;
        if call.inputs.iter().any(|dims| elements(dims) > ELEMENTS) {
            return None;
        }
        let mut most = 1;
        let inputs: Vec<Name> = (0..)
            .zip(call.inputs)
            .map(|(input, dims)| {
                most = most.max(elements(dims));
                self.upload_from(dims, |i| match examples.values(input) {
                    index @ Values::Index(_) => index.take(i + 1, input)[i],
                    _ => (i * 7 % 9) as f32 - 4.0,
                })
            })
            .collect();
        let sum = 4.0 * most as f64;
        self.apply(op, &inputs, call.attrs, Some(Bound::multiples(-sum, sum, 1.0)))
    }

    fn matmul(&mut self, x: Name) -> Option<Name> {
        let dims = self.array(x).shape.dims().to_vec();
        let transposed = [0, 1].map(|_| self.random.below(2) as u32);
        let left = self.random.one_in(2);
        let mine = transposed[usize::from(!left)] == 1;
        let k = match *dims.as_slice() {
            [] => return None,
            [k] => k,
            // The inner dimension is the last of the left operand and the last but one of the right operand.
            [.., rows, columns] => {
                if left != mine {
                    columns
                } else {
                    rows
                }
            }
        };
        let mut other = match self.random.below(4) {
            0 => vec![k],
            _ => {
                let outer = self.random.pick(&[1, 2, 3, 4, 5, 8, 9, 17, 33]);
                let inner_first = left != (transposed[usize::from(left)] == 1);
                if inner_first { vec![k, outer] } else { vec![outer, k] }
            }
        };
        if other.len() == 2 {
            let batch = &dims[..dims.len().saturating_sub(2)];
            let batch = if batch.is_empty() && self.random.one_in(4) { vec![3] } else { batch.to_vec() };
            let batch = if self.random.one_in(3) { Vec::new() } else { self.partner(&batch) };
            other.splice(0..0, batch);
        }
        if other.len() > MAX_RANK || other.iter().product::<u32>() as usize > 16 * ELEMENTS {
            return None;
        }
        let y = self.create(&other, false);
        let (a, b) = if left { (x, y) } else { (y, x) };
        let bound = self.array(a).bound.product(self.array(b).bound, k as usize);
        let attrs = if transposed == [0, 0] { &[][..] } else { &transposed[..] };
        self.apply(ops::MATMUL, &[a, b], attrs, bound)
    }

    /// The same elements at other indices.
    fn rearrange(&mut self, x: Name) -> Option<Name> {
        let Array { shape, bound } = self.array(x);
        let (op, attrs) = match self.random.below(3) {
            0 => {
                let mut axes: Vec<u32> = (0..shape.rank() as u32).collect();
                for i in (1..axes.len()).rev() {
                    axes.swap(i, self.random.below(i + 1));
                }
                (ops::TRANSPOSE, axes)
            }
            1 => (ops::RESHAPE, self.factors(shape.elements() as u32)),
            _ => {
                let partner = self.partner(shape.dims());
                let partner = Shape::new("test", &partner).ok()?;
                (ops::BROADCAST_TO, Shape::broadcast("test", &shape, &partner).ok()?.dims().to_vec())
            }
        };
        self.apply(op, &[x], &attrs, Some(bound))
    }

    /// Dimensions with this many elements.
    fn factors(&mut self, mut elements: u32) -> Vec<u32> {
        if elements == 0 {
            return self.random.pick(&[&[0][..], &[0, 3], &[2, 0], &[1, 0, 4]]).to_vec();
        }
        let mut dims = Vec::new();
        while dims.len() + 1 < MAX_RANK && !self.random.one_in(3) {
            let factors: Vec<u32> = (1..=elements.min(64)).filter(|factor| elements.is_multiple_of(*factor)).collect();
            dims.push(self.random.pick(&factors));
            elements /= dims[dims.len() - 1];
        }
        if elements > 1 || self.random.one_in(3) {
            dims.insert(self.random.below(dims.len() + 1), elements);
        }
        dims
    }
}

fn elementwise(op: u8, a: Bound, b: Bound) -> Option<Bound> {
    match op {
        ops::ADD => a.add(b),
        ops::SUB => a.add(b.neg()),
        ops::MUL => a.mul(b),
        ops::DIV => a.div(b),
        ops::EQUAL | ops::GREATER | ops::GREATER_EQUAL => a.compared(b),
        ops::RELU_GRAD => a.relu_grad(b),
        _ => a.with(b, op),
    }
}
