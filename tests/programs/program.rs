//! A program: its statements in order, and the facts known of each array.

use super::bound::Bound;
use asynclab::ops;
use asynclab::shape::Shape;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// The number of an array in a program, in order of creation.
pub(crate) type Name = usize;

/// One step of a program.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// An operation creates an array.
    Apply {
        op: u8,
        inputs: Vec<Name>,
        attrs: Vec<u32>,
        output: Name,
    },
    /// Values of the host become an array.
    Write {
        values: Vec<f32>,
        output: Name,
    },
    Dispose(Name),
    Wait(Name),
    WaitAll,
    Read(Name),
}

/// Facts known of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    pub(crate) shape: Shape,
    pub(crate) bound: Bound,
}

/// Statements and the arrays that they create.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) seed: u64,
    pub(crate) statements: Vec<Statement>,
    pub(crate) arrays: Vec<Array>,
}

impl Program {
    /// Arrays that are not disposed at the end.
    pub(crate) fn left(&self) -> Vec<Name> {
        let mut left: BTreeSet<Name> = (0..self.arrays.len()).collect();
        for statement in &self.statements {
            if let Statement::Dispose(name) = statement {
                left.remove(name);
            }
        }
        left.into_iter().collect()
    }

    /// An array and all that it is computed from.
    pub(crate) fn ancestors(&self, name: Name) -> BTreeSet<Name> {
        let mut found = BTreeSet::from([name]);
        for statement in self.statements.iter().rev() {
            if let Statement::Apply { inputs, output, .. } = statement
                && found.contains(output)
            {
                found.extend(inputs);
            }
        }
        found
    }

    /// The operations in order, uploads among them, by what they create.
    pub(crate) fn operations(&self) -> impl Iterator<Item = Name> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Apply { output, .. } | Statement::Write { output, .. } => Some(*output),
            _ => None,
        })
    }

    /// The command that runs the program again, and its text. What `about` is computed from is marked. Long programs are cut.
    pub(crate) fn report(&self, about: Option<Name>) -> String {
        const LINES: usize = 90;
        let needed = about.map(|name| self.ancestors(name)).unwrap_or_default();
        let mut text = format!("run it alone with SEED={} in the environment; the program:\n", self.seed);
        for statement in self.statements.iter().take(LINES) {
            let mark = match statement {
                Statement::Apply { output, .. } | Statement::Write { output, .. } if needed.contains(output) => '*',
                _ => ' ',
            };
            let _ = writeln!(text, "{mark} {}", self.line(statement));
        }
        if let Some(more) = self.statements.len().checked_sub(LINES).filter(|&more| more > 0) {
            let _ = writeln!(text, "  and {more} more statements");
        }
        text
    }

    fn line(&self, statement: &Statement) -> String {
        match statement {
            Statement::Apply { op, inputs, attrs, output } => {
                let name = ops::by_opcode(*op).map_or("?", |op| op.name());
                let call = Call { op: *op, inputs, attrs };
                format!("v{output} = {name}({call})  {}", self.arrays[*output].shape)
            }
            Statement::Write { values, output } => {
                let first = &values[..values.len().min(3)];
                format!("v{output} = array({first:?}…)  {}", self.arrays[*output].shape)
            }
            Statement::Dispose(name) => format!("dispose v{name}"),
            Statement::Wait(name) => format!("wait for v{name}"),
            Statement::WaitAll => "wait for everything".into(),
            Statement::Read(name) => format!("read v{name}"),
        }
    }
}

/// The arguments of a call, as a text.
struct Call<'a> {
    op: u8,
    inputs: &'a [Name],
    attrs: &'a [u32],
}

impl fmt::Display for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |at: usize| f32::from_bits(self.attrs[at]);
        match (self.op, self.inputs, self.attrs) {
            (ops::FULL, ..) => write!(f, "{}", number(0)),
            (ops::UNIFORM | ops::NORMAL, ..) => write!(f, "{:?}, {}, {}", &self.attrs[..2], number(2), number(3)),
            (ops::ARANGE, ..) => write!(f, "{}, {}, {}", number(0), number(1), self.attrs[2]),
            (ops::SUM | ops::MEAN | ops::MAX | ops::NORM, &[x], &[axes, keep]) => {
                write!(f, "v{x}, axes {axes:#b}{}", if keep == 1 { ", kept" } else { "" })
            }
            (ops::RESHAPE | ops::BROADCAST_TO | ops::TRANSPOSE, &[x], _) => write!(f, "v{x}, {:?}", self.attrs),
            (ops::MATMUL, &[a, b], _) => write!(f, "v{a}, v{b}, transposed {:?}", self.attrs),
            (_, &[x], &[0, _]) => write!(f, "{}, v{x}", number(1)),
            (_, &[x], &[_, _]) => write!(f, "v{x}, {}", number(1)),
            (_, inputs, _) => write!(f, "{}", inputs.iter().map(|x| format!("v{x}")).collect::<Vec<_>>().join(", ")),
        }
    }
}
