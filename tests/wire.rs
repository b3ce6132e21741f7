//! The command stream is decoded as it was encoded, and no words make the decoder panic or read past their end.

use asynclab::wire::{Command, Decoder, Encoder, FIRST_CONTROL, LARGE, Segment, TraceMode, segments};
use proptest::collection::vec;
use proptest::prelude::*;

/// A command that owns its words.
#[derive(Clone, Debug)]
enum Owned {
    Apply(u8, u32, Vec<u32>, Vec<u32>),
    Write(u32, Vec<u32>, Vec<u32>),
    Dispose(u32),
    Wait(u32, u32),
    Read(u32, u32),
    Mark(u32, u32),
    Send(u32, u32, u8),
    Receive(u32, u32, u8, u64, Vec<u32>),
    Graph(u32),
    Calibrate(u32),
    Stamp(u64),
    Trace(u32, TraceMode),
    Trim,
    Define(u32, [Vec<u32>; 4]),
    Replay(u32, [Vec<u32>; 4]),
    Forget(u32),
}

impl Owned {
    fn command(&self) -> Command<'_> {
        match self {
            Self::Apply(op, output, inputs, attrs) => Command::Apply { op: *op, output: *output, inputs, attrs },
            Self::Write(output, dims, bits) => Command::Write { output: *output, dims, bits },
            Self::Dispose(array) => Command::Dispose { array: *array },
            Self::Wait(token, array) => Command::Wait { token: *token, array: *array },
            Self::Read(token, array) => Command::Read { token: *token, array: *array },
            Self::Mark(token, back) => Command::Mark { token: *token, back: *back },
            Self::Send(token, array, device) => Command::Send { token: *token, array: *array, device: *device },
            Self::Receive(token, output, device, producer, dims) => {
                Command::Receive { token: *token, output: *output, device: *device, producer: *producer, dims }
            }
            Self::Stamp(at) => Command::Stamp { at: *at },
            Self::Graph(token) => Command::Graph { token: *token },
            Self::Calibrate(token) => Command::Calibrate { token: *token },
            Self::Trace(token, mode) => Command::Trace { token: *token, mode: *mode },
            Self::Trim => Command::Trim,
            Self::Define(program, [inputs, outputs, free, commands]) => {
                Command::Define { program: *program, inputs, outputs, free, commands }
            }
            Self::Replay(program, [inputs, disposed, outputs, words]) => {
                Command::Replay { program: *program, inputs, disposed, outputs, words }
            }
            Self::Forget(program) => Command::Forget { program: *program },
        }
    }
}

fn commands() -> impl Strategy<Value = Vec<Owned>> {
    let any = any::<u32>;
    let mode =
        prop_oneof![Just(TraceMode::Stop), Just(TraceMode::Record), Just(TraceMode::Measure), Just(TraceMode::Memory)];
    vec(
        prop_oneof![
            (0..FIRST_CONTROL, any(), vec(any(), 0..4), vec(any(), 0..12))
                .prop_map(|(op, output, inputs, attrs)| Owned::Apply(op, output, inputs, attrs)),
            (any(), vec(any(), 0..6), vec(any(), 0..200)).prop_map(|(o, dims, bits)| Owned::Write(o, dims, bits)),
            any().prop_map(Owned::Dispose),
            (any(), any()).prop_map(|(token, array)| Owned::Wait(token, array)),
            (any(), any()).prop_map(|(token, array)| Owned::Read(token, array)),
            (any(), any()).prop_map(|(token, back)| Owned::Mark(token, back)),
            (any(), any(), proptest::num::u8::ANY).prop_map(|(token, array, device)| Owned::Send(token, array, device)),
            (any(), any(), proptest::num::u8::ANY, proptest::num::u64::ANY, vec(any(), 0..6)).prop_map(
                |(token, output, device, producer, dims)| Owned::Receive(token, output, device, producer, dims)
            ),
            any().prop_map(Owned::Graph),
            any().prop_map(Owned::Calibrate),
            proptest::num::u64::ANY.prop_map(Owned::Stamp),
            (any(), mode).prop_map(|(token, mode)| Owned::Trace(token, mode)),
            Just(Owned::Trim),
            (any(), [vec(any(), 0..6), vec(any(), 0..6), vec(any(), 0..4), vec(any(), 0..30)])
                .prop_map(|(p, lists)| Owned::Define(p, lists)),
            (any(), [vec(any(), 0..6), vec(any(), 0..3), vec(any(), 0..6), vec(any(), 0..4)])
                .prop_map(|(p, lists)| Owned::Replay(p, lists)),
            any().prop_map(Owned::Forget),
        ],
        0..40,
    )
}

proptest! {
    #[test]
    fn every_stream_is_read_as_it_was_written(commands in commands()) {
        let mut encoder = Encoder::default();
        commands.iter().for_each(|command| encoder.push(&command.command()));
        let read: Vec<_> = Decoder::new(encoder.words()).map(Result::unwrap).collect();
        let written: Vec<_> = commands.iter().map(Owned::command).collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn noise_is_rejected_without_harm(words in vec(any::<u32>(), 0..200)) {
        // Of random words only this can be asked: decoding ends, and does not read past the end.
        prop_assert!(Decoder::new(&words).count() <= words.len());
    }

    #[test]
    fn a_stream_cut_short_ends_in_an_error(commands in commands(), cut in 1_usize..8) {
        let mut encoder = Encoder::default();
        commands.iter().for_each(|command| encoder.push(&command.command()));
        encoder.push(&Command::Write { output: 1, dims: &[8], bits: &[0; 8] });
        let words = &encoder.words()[..encoder.words().len() - cut];
        let read: Vec<_> = Decoder::new(words).collect();
        prop_assert_eq!(read.last().unwrap().as_ref().unwrap_err().code(), "BAD_STREAM");
        prop_assert_eq!(read.len(), commands.len() + 1);
    }
}

#[test]
fn a_rank_that_is_not_the_number_of_dimensions_is_an_error() {
    let mut encoder = Encoder::default();
    encoder.push(&Command::Receive { token: 1, output: 2, device: 1, producer: 3, dims: &[4, 5] });
    let mut words = encoder.words().to_vec();
    assert_eq!(words[6], 2, "the rank");
    for rank in [0, 1, 3, u32::MAX] {
        words[6] = rank;
        let read: Vec<_> = Decoder::new(&words).collect();
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].as_ref().unwrap_err().code(), "BAD_STREAM", "{rank}");
    }
}

#[test]
fn uploads_longer_than_a_header_can_say_arrive() {
    let bits: Vec<u32> = (0..100_000).collect();
    let mut encoder = Encoder::default();
    let command = Command::Write { output: 7, dims: &[100_000], bits: &bits };
    encoder.push(&command);
    encoder.push(&Command::Trim);
    let read: Vec<_> = Decoder::new(encoder.words()).map(Result::unwrap).collect();
    assert_eq!(read, [command, Command::Trim]);
}

#[test]
fn commands_as_long_as_a_short_header_can_say_and_a_word_longer_arrive() {
    // A header's sixteen bits count all words of the command: also the header, the output, the rank and the only dimension.
    for elements in (1 << 16) - 6..(1 << 16) + 2 {
        let bits: Vec<u32> = (0..elements).collect();
        let command = Command::Write { output: 7, dims: &[elements], bits: &bits };
        let mut encoder = Encoder::default();
        encoder.push(&command);
        encoder.push(&Command::Trim);
        let read: Result<Vec<_>, _> = Decoder::new(encoder.words()).collect();
        assert!(read.is_ok_and(|read| read == [command, Command::Trim]), "{elements} elements");
    }
}

#[test]
fn a_large_array_is_a_part_of_its_own() {
    let bits = vec![7; LARGE];
    let mut encoder = Encoder::default();
    encoder.push(&Command::Dispose { array: 3 });
    encoder.push(&Command::Write { output: 4, dims: &[2], bits: &[5; 2] });
    let before = encoder.words().len();
    encoder.push(&Command::Write { output: 9, dims: &[2, LARGE as u32 / 2], bits: &bits });
    encoder.push(&Command::Write { output: 10, dims: &[LARGE as u32], bits: &bits });
    encoder.push(&Command::Trim);
    let words = encoder.words();
    let segments = segments(words.len(), |at| words[at]);
    assert_eq!(segments.len(), 4);
    assert_eq!(
        (&segments[0], &segments[3]),
        (&Segment::Commands(0..before), &Segment::Commands(words.len() - 1..words.len()))
    );
    for (segment, (name, shape)) in
        segments[1..3].iter().zip([(9, vec![2, LARGE as u32 / 2]), (10, vec![LARGE as u32])])
    {
        let Segment::Array { output, dims, bits } = segment else { panic!("{segment:?}") };
        assert_eq!((*output, &words[dims.clone()], words[bits.clone()].len()), (name, &shape[..], LARGE));
        assert!(words[bits.clone()].iter().all(|&word| word == 7));
    }
}

#[test]
fn an_array_is_large_from_so_many_words_on() {
    // The words of the whole command count: a header of two words, name, rank and one dimension come before the elements.
    for (elements, expected) in [(LARGE - 6, false), (LARGE - 5, true)] {
        let mut encoder = Encoder::default();
        encoder.push(&Command::Write { output: 4, dims: &[elements as u32], bits: &vec![0; elements] });
        let words = encoder.words();
        let segments = segments(words.len(), |at| words[at]);
        assert_eq!(matches!(segments[..], [Segment::Array { .. }]), expected, "{} words", words.len());
    }
}

proptest! {
    #[test]
    fn the_segments_of_noise_are_all_of_it(mut words in vec(any::<u32>(), 0..200), at in 0_usize..200, length in 0_u32..300) {
        if at + 1 < words.len() {
            // A header with its length in the next word.
            (words[at], words[at + 1]) = (0xF0, length);
        }
        let mut end = 0;
        for segment in segments(words.len(), |at| words[at]) {
            let Segment::Commands(range) = segment else { return Err(TestCaseError::fail("none of it is large")) };
            prop_assert_eq!(range.start, end);
            end = range.end;
        }
        prop_assert_eq!(end, words.len());
    }
}
