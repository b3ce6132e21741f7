//! A chunk of the stream, divided at its large arrays.

use super::WRITE;
use crate::id::ArrayId;
use crate::shape::MAX_RANK;
use std::ops::Range;

/// An array of this many words or more is taken out of its chunk by itself.
pub const LARGE: usize = 1 << 20;

/// A segment of a chunk, by the range of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Commands.
    Commands(Range<usize>),
    /// A [large](LARGE) array of values of the host.
    Array {
        /// Its name.
        output: ArrayId,
        /// Its dimensions.
        dims: Range<usize>,
        /// Its elements, as bits.
        bits: Range<usize>,
    },
}

/// The segments of a chunk of this many words, which `word` returns one by one. So a large array need not be held twice.
pub fn segments(words: usize, word: impl Fn(usize) -> u32) -> Vec<Segment> {
    let mut segments = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < words {
        let head = word(at);
        let (body, length) = match head >> 16 {
            0 if at + 1 < words => (at + 2, word(at + 1) as usize),
            short => (at + 1, short as usize),
        };
        let Some(end) = at.checked_add(length).filter(|&end| end >= body && end <= words) else { break };
        if head as u8 == WRITE && length >= LARGE && word(body + 1) as usize <= MAX_RANK {
            if from < at {
                segments.push(Segment::Commands(from..at));
            }
            let bits = body + 2 + word(body + 1) as usize;
            segments.push(Segment::Array { output: word(body), dims: body + 2..bits, bits: bits..end });
            from = end;
        }
        at = end;
    }
    if from < words {
        segments.push(Segment::Commands(from..words));
    }
    segments
}
