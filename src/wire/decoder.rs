//! Words, read as commands.

use super::{
    CALIBRATE, Command, DEFINE, DISPOSE, DeviceIndex, FIRST_CONTROL, FORGET, GRAPH, MARK, READ, RECEIVE, REPLAY, SEND,
    STAMP, TRACE, TRIM, TraceMode, WAIT, WRITE,
};
use crate::error::{Error, Result};

/// Reads the commands of a chunk in order.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    words: &'a [u32],
    at: usize,
}

impl<'a> Decoder<'a> {
    /// Starts at the beginning of a chunk. Commands never span chunks.
    #[must_use]
    pub fn new(words: &'a [u32]) -> Self {
        Self { words, at: 0 }
    }

    fn command(&self, head: u32, body: &'a [u32]) -> Result<Command<'a>> {
        let opcode = head as u8;
        let inputs = (head >> 8 & 0xFF) as usize;
        let bad = |problem| Error::BadStream { problem };
        Ok(match (opcode, body) {
            (op, [output, rest @ ..]) if op < FIRST_CONTROL => {
                let (inputs, attrs) = rest.split_at_checked(inputs).ok_or_else(|| bad("too few inputs"))?;
                Command::Apply { op, output: *output, inputs, attrs }
            }
            (WRITE, [output, rank, rest @ ..]) => {
                let (dims, bits) = rest.split_at_checked(*rank as usize).ok_or_else(|| bad("too few dimensions"))?;
                Command::Write { output: *output, dims, bits }
            }
            (DISPOSE, [array]) => Command::Dispose { array: *array },
            (WAIT, [token, array]) => Command::Wait { token: *token, array: *array },
            (READ, [token, array]) => Command::Read { token: *token, array: *array },
            (TRACE, [token, mode]) => {
                let mode = match mode {
                    0 => TraceMode::Stop,
                    1 => TraceMode::Record,
                    2 => TraceMode::Measure,
                    3 => TraceMode::Memory,
                    _ => return Err(bad("unknown trace mode")),
                };
                Command::Trace { token: *token, mode }
            }
            (MARK, [token, back]) => Command::Mark { token: *token, back: *back },
            (SEND, [token, array, device]) => Command::Send {
                token: *token,
                array: *array,
                device: index(*device).ok_or_else(|| bad("unknown device"))?,
            },
            (RECEIVE, [token, output, device, low, high, rank, dims @ ..]) if dims.len() == *rank as usize => {
                let device = index(*device).ok_or_else(|| bad("unknown device"))?;
                Command::Receive { token: *token, output: *output, device, producer: long(*low, *high), dims }
            }
            (GRAPH, [token]) => Command::Graph { token: *token },
            (CALIBRATE, [token]) => Command::Calibrate { token: *token },
            (STAMP, [low, high]) => Command::Stamp { at: long(*low, *high) },
            (TRIM, []) => Command::Trim,
            (DEFINE, [program, inputs, outputs, free, rest @ ..]) => {
                let ([inputs, outputs, free], commands) = lists(rest, [*inputs, *outputs, *free])?;
                Command::Define { program: *program, inputs, outputs, free, commands }
            }
            (REPLAY, [program, inputs, disposed, outputs, rest @ ..]) => {
                let ([inputs, disposed, outputs], words) = lists(rest, [*inputs, *disposed, *outputs])?;
                Command::Replay { program: *program, inputs, disposed, outputs, words }
            }
            (FORGET, [program]) => Command::Forget { program: *program },
            _ => return Err(bad("unknown command")),
        })
    }
}

impl<'a> Iterator for Decoder<'a> {
    type Item = Result<Command<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.words[self.at..];
        let head = *rest.first()?;
        let (start, length) = match (head >> 16, rest.get(1)) {
            (0, Some(&long)) => (2, long as usize),
            (short, _) => (1, short as usize),
        };
        let Some(body) = rest.get(start..length) else {
            // A length that cannot be true: nothing after it can be trusted.
            let error = Error::BadStream { problem: "a length past the end" };
            self.at = self.words.len();
            return Some(Err(error));
        };
        let command = self.command(head, body);
        self.at += length;
        Some(command)
    }
}

/// Lists of these lengths, and the rest.
fn lists<const COUNT: usize>(words: &[u32], lengths: [u32; COUNT]) -> Result<([&[u32]; COUNT], &[u32])> {
    let mut lists = [words; COUNT];
    let mut rest = words;
    for (list, length) in lists.iter_mut().zip(lengths) {
        let missing = || Error::BadStream { problem: "too few words" };
        (*list, rest) = rest.split_at_checked(length as usize).ok_or_else(missing)?;
    }
    Ok((lists, rest))
}

fn long(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn index(device: u32) -> Option<DeviceIndex> {
    DeviceIndex::try_from(device).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Encoder;

    #[test]
    fn a_command_whose_rank_is_not_the_number_of_its_dimensions_is_rejected() {
        let mut encoder = Encoder::default();
        encoder.push(&Command::Receive { token: 1, output: 2, device: 1, producer: 7, dims: &[3, 4] });
        let words = encoder.words().to_vec();
        let read = |words: &[u32]| Decoder::new(words).collect::<Result<Vec<_>>>().map(|commands| commands.len());
        assert!(matches!(read(&words), Ok(1)));
        let rank = words.len() - 3;
        for wrong in [0, 1, 3, u32::MAX] {
            let mut words = words.clone();
            words[rank] = wrong;
            assert!(matches!(read(&words), Err(Error::BadStream { .. })), "rank {wrong}");
        }
    }
}
