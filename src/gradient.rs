//! The gradient of an operation: a rule that builds the gradient of one input from the gradient of the output, out of operations like any other.
//! Rules read like formulas, without handling of errors: after an operation has failed, the next ones do nothing and return array 0, and the pass
//! fails with the first error.

use crate::error::{Error, Result};
use crate::id::{ArrayId, Opcode};
use crate::shape::Shape;

/// The gradient with respect to one input of a call.
#[derive(Clone, Copy)]
pub struct Gradient {
    /// The arrays whose values the rule reads; only these outlive the program's own handles.
    pub needs: Needs,
    /// Returns the gradient, in the shape of the input or in a shape that the input broadcasts to; the tape then sums over repeated elements. The
    /// gradient may be any array of the scope.
    pub rule: fn(&mut Scope<'_>) -> ArrayId,
}

/// Some of a call's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs(u8);

impl Needs {
    /// None of them: the shapes and the attributes are enough.
    pub const NOTHING: Self = Self(0);
    /// The first input.
    pub const FIRST: Self = Self(1);
    /// The second input.
    pub const SECOND: Self = Self(2);
    /// The result of the call.
    pub const OUTPUT: Self = Self(8);

    /// Both of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The common part of two sets.
    #[must_use]
    pub const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether it has all arrays of another set.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// An operand of an elementwise operation.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// An array.
    Array(ArrayId),
    /// A number.
    Number(f32),
}

impl From<ArrayId> for Operand {
    fn from(array: ArrayId) -> Self {
        Self::Array(array)
    }
}

impl From<f32> for Operand {
    fn from(number: f32) -> Self {
        Self::Number(number)
    }
}

/// Enqueues the operations of a rule, and knows the shapes of their arrays.
pub(crate) trait Calls {
    /// Enqueues an operation and names its result.
    fn call(&mut self, op: Opcode, inputs: &[ArrayId], attrs: &[u32]) -> Result<ArrayId>;

    /// The shape of an array that a rule reads or has created.
    fn shape_of(&self, array: ArrayId) -> Shape;
}

/// A call that was recorded.
#[derive(Clone, Copy)]
pub(crate) struct Recorded<'a> {
    pub(crate) inputs: &'a [ArrayId],
    pub(crate) attrs: &'a [u32],
    pub(crate) output: ArrayId,
    /// The gradient of the output.
    pub(crate) gradient: ArrayId,
}

/// One recorded call while its gradient is built. The arrays that a rule creates are listed, for the tape to release.
pub struct Scope<'a> {
    calls: &'a mut dyn Calls,
    recorded: Recorded<'a>,
    /// The input whose gradient is built.
    input: usize,
    created: &'a mut Vec<ArrayId>,
    /// Why the gradient cannot be built.
    error: Option<Error>,
}

impl<'a> Scope<'a> {
    /// The gradient of a recorded call with respect to its input `input`; `created` gets the arrays that the rule creates.
    ///
    /// # Errors
    /// That of the first operation that could not be enqueued.
    pub(crate) fn build(
        rule: impl FnOnce(&mut Scope<'_>) -> ArrayId,
        calls: &'a mut dyn Calls,
        recorded: Recorded<'a>,
        input: usize,
        created: &'a mut Vec<ArrayId>,
    ) -> Result<ArrayId> {
        let mut scope = Self { calls, recorded, input, created, error: None };
        let gradient = rule(&mut scope);
        scope.error.map_or(Ok(gradient), Err)
    }

    /// The gradient of the output.
    #[must_use]
    pub fn gradient(&self) -> ArrayId {
        self.recorded.gradient
    }

    /// Input `i`. Its values are sure to exist only if [`Gradient::needs`] has it.
    #[must_use]
    pub fn input(&self, i: usize) -> ArrayId {
        self.recorded.inputs[i]
    }

    /// The output. Its values are sure to exist only if [`Gradient::needs`] has it.
    #[must_use]
    pub fn output(&self) -> ArrayId {
        self.recorded.output
    }

    /// The attributes of the call.
    #[must_use]
    pub fn attrs(&self) -> &[u32] {
        self.recorded.attrs
    }

    /// The shape of the input whose gradient is built, which must be the gradient's too.
    #[must_use]
    pub fn wanted(&self) -> Shape {
        self.calls.shape_of(self.recorded.inputs[self.input])
    }

    /// The shape of an array that is needed, or was created here.
    #[must_use]
    pub fn shape(&self, array: ArrayId) -> Shape {
        self.calls.shape_of(array)
    }

    /// Enqueues an operation.
    pub fn apply(&mut self, op: Opcode, inputs: &[ArrayId], attrs: &[u32]) -> ArrayId {
        if self.error.is_some() {
            return 0;
        }
        match self.calls.call(op, inputs, attrs) {
            Ok(array) => {
                self.created.push(array);
                array
            }
            Err(error) => {
                self.error = Some(error);
                0
            }
        }
    }

    /// Enqueues an elementwise operation on arrays and at most one number.
    pub fn binary(&mut self, op: Opcode, left: impl Into<Operand>, right: impl Into<Operand>) -> ArrayId {
        self.operate(op, left.into(), right.into())
    }

    fn operate(&mut self, op: Opcode, left: Operand, right: Operand) -> ArrayId {
        let (side, array, number) = match (left, right) {
            (Operand::Array(left), Operand::Array(right)) => return self.apply(op, &[left, right], &[]),
            (Operand::Number(number), Operand::Array(array)) => (0, array, number),
            (Operand::Array(array), Operand::Number(number)) => (1, array, number),
            // There is nothing to enqueue. The call is rejected, since there is no array 0.
            (Operand::Number(_), Operand::Number(number)) => (0, 0, number),
        };
        self.apply(op, &[array], &[side, number.to_bits()])
    }
}
