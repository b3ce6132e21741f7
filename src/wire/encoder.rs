//! Commands, written as words.

use super::{
    CALIBRATE, Command, DEFINE, DISPOSE, FORGET, GRAPH, LARGE, MARK, READ, RECEIVE, REPLAY, SEND, STAMP, TRACE, TRIM,
    WAIT, WRITE,
};
use crate::error::{Error, Result};
use crate::id::{ArrayId, Opcode};
use crate::shape::MAX_RANK;

/// Words of an upload besides the elements, at most.
const MOST_BESIDE: usize = 4 + MAX_RANK;

/// Writes commands.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    words: Vec<u32>,
}

impl Encoder {
    /// The words written since the last [`Encoder::clear`].
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Forgets the words. Keeps their memory for the next chunk, unless it is more than most chunks need.
    pub fn clear(&mut self) {
        self.words.clear();
        if self.words.capacity() > LARGE {
            self.words = Vec::new();
        }
    }

    /// Makes room for an array of this many elements.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY`; the words written so far stay.
    pub fn make_room(&mut self, elements: usize) -> Result<()> {
        let words = elements.saturating_add(MOST_BESIDE);
        let held = self.words.capacity() as u64 * 4;
        self.words.try_reserve(words).map_err(|_| Error::OutOfMemory {
            array: format!("{elements} elements on their way to the device"),
            bytes: elements as u64 * 4,
            held,
        })
    }

    /// Appends an array of as many elements as its dimensions say, whose bits `fill` writes.
    pub fn write(&mut self, output: ArrayId, dims: &[u32], elements: usize, fill: impl FnOnce(&mut [u32])) {
        self.header(WRITE, 0, 3 + dims.len() + elements);
        self.words.extend([output, dims.len() as u32]);
        self.words.extend_from_slice(dims);
        let from = self.words.len();
        self.words.resize(from + elements, 0);
        fill(&mut self.words[from..]);
    }

    /// Appends one command.
    pub fn push(&mut self, command: &Command<'_>) {
        match *command {
            Command::Apply { op, output, inputs, attrs } => self.apply(op, output, inputs, attrs),
            Command::Write { output, dims, bits } => {
                self.write(output, dims, bits.len(), |words| words.copy_from_slice(bits));
            }
            Command::Dispose { array } => self.dispose(array),
            Command::Wait { token, array } => self.control(WAIT, &[token, array]),
            Command::Read { token, array } => self.control(READ, &[token, array]),
            Command::Trace { token, mode } => self.control(TRACE, &[token, mode as u32]),
            Command::Mark { token, back } => self.control(MARK, &[token, back]),
            Command::Send { token, array, device } => self.control(SEND, &[token, array, device.into()]),
            Command::Receive { token, output, device, producer, dims } => {
                self.header(RECEIVE, 0, 7 + dims.len());
                let [low, high] = [producer as u32, (producer >> 32) as u32];
                self.words.extend([token, output, device.into(), low, high, dims.len() as u32]);
                self.words.extend_from_slice(dims);
            }
            Command::Graph { token } => self.control(GRAPH, &[token]),
            Command::Calibrate { token } => self.control(CALIBRATE, &[token]),
            Command::Stamp { at } => self.control(STAMP, &[at as u32, (at >> 32) as u32]),
            Command::Trim => self.control(TRIM, &[]),
            Command::Define { program, inputs, outputs, free, commands } => {
                let counts = [inputs, outputs, free].map(|list| list.len() as u32);
                self.lists(DEFINE, &[program, counts[0], counts[1], counts[2]], &[inputs, outputs, free, commands]);
            }
            Command::Replay { program, inputs, disposed, outputs, words } => {
                let counts = [inputs, disposed, outputs].map(|list| list.len() as u32);
                self.lists(REPLAY, &[program, counts[0], counts[1], counts[2]], &[inputs, disposed, outputs, words]);
            }
            Command::Forget { program } => self.control(FORGET, &[program]),
        }
    }

    /// Appends an operation; the hot path of [`Encoder::push`].
    pub fn apply(&mut self, op: Opcode, output: ArrayId, inputs: &[ArrayId], attrs: &[u32]) {
        self.header(op, inputs.len(), 2 + inputs.len() + attrs.len());
        // These are few words. To write them one by one is faster than a copy, and than pushes, each of which updates the length in memory.
        let from = self.words.len();
        self.words.resize(from + 1 + inputs.len() + attrs.len(), output);
        for (word, &given) in self.words[from + 1..].iter_mut().zip(inputs.iter().chain(attrs)) {
            *word = given;
        }
    }

    /// Appends that the program disposes an array; as hot as [`Encoder::apply`].
    #[inline]
    pub fn dispose(&mut self, array: ArrayId) {
        self.words.push(u32::from(DISPOSE) | 2 << 16);
        self.words.push(array);
    }

    fn lists(&mut self, opcode: u8, operands: &[u32], lists: &[&[u32]]) {
        self.header(opcode, 0, 1 + operands.len() + lists.iter().map(|list| list.len()).sum::<usize>());
        self.words.extend_from_slice(operands);
        lists.iter().for_each(|list| self.words.extend_from_slice(list));
    }

    fn control(&mut self, opcode: u8, operands: &[u32]) {
        self.header(opcode, 0, 1 + operands.len());
        self.words.extend_from_slice(operands);
    }

    #[inline(always)]
    fn header(&mut self, opcode: u8, inputs: usize, length: usize) {
        let head = u32::from(opcode) | (inputs as u32) << 8;
        if length < 1 << 16 {
            self.words.push(head | (length as u32) << 16);
        } else {
            self.words.extend([head, length as u32 + 1]);
        }
    }
}
