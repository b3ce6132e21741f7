//! Commands that can be decoded and make no sense: unknown arrays, shapes and attributes that do not fit, names used twice.

use crate::faults::action::Reports;
use crate::faults::device::Faulty;
use asynclab::backend::Backend;
use asynclab::backend::policy::Policy;
use asynclab::device::sim::Costs;
use asynclab::local::{DeviceKind, open};
use asynclab::ops;
use asynclab::wire::{Command, Encoder, TraceMode};
use futures_channel::mpsc::unbounded;
use pollster::block_on;
use std::rc::Rc;

/// Backends that are run for one seed.
const BACKENDS: u32 = 200;

/// An xorshift generator: G. Marsaglia, "Xorshift RNGs", 2003.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }

    fn below(&mut self, count: u32) -> u32 {
        self.next() % count
    }

    /// A small number, the bits of a float, or any word.
    fn word(&mut self) -> u32 {
        match self.below(8) {
            0..=4 => self.below(5),
            5 => 1.5_f32.to_bits(),
            6 => self.next(),
            _ => [u32::MAX, 1 << 31, 1 << 16, 65_535, 4096][self.below(5) as usize],
        }
    }

    fn words(&mut self, most: u32) -> Vec<u32> {
        (0..self.below(most + 1)).map(|_| self.word()).collect()
    }

    /// A name that an array may have.
    fn array(&mut self) -> u32 {
        if self.below(50) == 0 { self.word() } else { 1 + self.below(6) }
    }

    /// Inputs, outputs and commands of a program, which may make sense.
    fn program(&mut self) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        let inputs: Vec<u32> = (0..self.below(2)).map(|_| self.array()).collect();
        let mut encoder = Encoder::default();
        let count = self.below(5);
        for index in 0..count {
            let output = if self.below(20) == 0 { self.word() } else { 2 * index + 1 };
            let mut local = || match self.below(6) {
                0 => 0,
                1 => self.word(),
                _ => 2 * self.below(index.max(1)) + 1,
            };
            let (left, right) = (local(), local());
            match self.below(8) {
                0 => encoder.push(&Command::Apply { op: ops::FULL, output, inputs: &[], attrs: &[0, 4] }),
                1 => encoder.push(&Command::Apply { op: ops::NORMAL, output, inputs: &[], attrs: &[1, 2, 0, 0, 4] }),
                2 => encoder.push(&Command::Write { output, dims: &[4], bits: &[0; 4] }),
                3 => self.command(&mut encoder),
                4 => encoder.push(&Command::Apply { op: ops::SUM, output, inputs: &[left], attrs: &[1, 1] }),
                5 => encoder.push(&Command::Apply { op: ops::EXP, output, inputs: &[left], attrs: &[] }),
                _ => encoder.push(&Command::Apply { op: ops::ADD, output, inputs: &[left, right], attrs: &[] }),
            }
        }
        let outputs =
            (0..self.below(3)).map(|_| if self.below(8) == 0 { self.word() } else { self.below(count.max(1)) });
        let outputs = outputs.collect();
        (inputs, outputs, encoder.words().to_vec())
    }

    fn command(&mut self, encoder: &mut Encoder) {
        let token = self.below(16);
        match self.below(24) {
            0..=4 => {
                let attrs = [&[self.word()], &self.words(3)[..]].concat();
                let output = self.array();
                encoder.push(&Command::Apply { op: ops::FULL, output, inputs: &[], attrs: &attrs });
            }
            5..=13 => {
                let inputs: Vec<u32> = (0..self.below(4)).map(|_| self.array()).collect();
                let attrs = if self.below(2) == 0 { Vec::new() } else { self.words(12) };
                // All opcodes, and one that no operation has.
                let op = self.below(ops::ALL.len() as u32 + 1) as u8;
                let output = self.array();
                encoder.push(&Command::Apply { op, output, inputs: &inputs, attrs: &attrs });
            }
            14 => {
                let (dims, bits) = (self.words(3), self.words(24));
                let output = self.array();
                encoder.push(&Command::Write { output, dims: &dims, bits: &bits });
            }
            15..=18 => encoder.push(&Command::Dispose { array: self.array() }),
            19 => {
                let array = if self.below(3) == 0 { 0 } else { self.array() };
                encoder.push(&Command::Wait { token, array });
            }
            20 => encoder.push(&Command::Read { token, array: self.array() }),
            21 => encoder.push(&Command::Send { token, array: self.array(), device: self.word() as u8 }),
            22 => {
                let dims = self.words(3);
                let (output, device) = (self.array(), self.word() as u8);
                encoder.push(&Command::Receive { token, output, device, producer: u64::from(token), dims: &dims });
            }
            _ => match self.below(9) {
                0 => encoder.push(&Command::Mark { token, back: self.word() }),
                1 => encoder.push(&Command::Graph { token }),
                2 => encoder.push(&Command::Trim),
                3 => encoder.push(&Command::Stamp { at: u64::from(self.word()) << 32 | u64::from(self.word()) }),
                4 => encoder.push(&Command::Calibrate { token }),
                5 | 6 => {
                    let (inputs, outputs, commands) = self.program();
                    let program = self.below(3);
                    let free: Vec<_> = (0..self.below(3)).map(|_| self.below(20)).collect();
                    let (inputs, outputs, free) = (&inputs[..], &outputs[..], &free[..]);
                    encoder.push(&Command::Define { program, inputs, outputs, free, commands: &commands });
                }
                7 => {
                    let program = self.below(3);
                    let lists =
                        [2, 2, 3, 2].map(|most| (0..self.below(most)).map(|_| self.array()).collect::<Vec<_>>());
                    let [inputs, disposed, outputs, words] = &lists;
                    encoder.push(&Command::Replay { program, inputs, disposed, outputs, words });
                }
                _ => {
                    let modes = [TraceMode::Stop, TraceMode::Record, TraceMode::Measure, TraceMode::Memory];
                    let mode = modes[self.below(4) as usize];
                    encoder.push(&Command::Trace { token, mode });
                }
            },
        }
    }
}

/// Sends a seed's commands to one backend after another. Returns how many commands they received. A trap is a panic.
pub(crate) fn play(seed: u64) -> u64 {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (0..BACKENDS).map(|_| one(&mut random)).sum()
}

fn one(random: &mut Random) -> u64 {
    let (events, mut incoming) = unbounded();
    let (inner, clock) = block_on(open(DeviceKind::Sim(Costs::default()), events.clone())).unwrap();
    let device = Faulty::new(inner, Rc::default(), Reports::AtOnce, events);
    let policy = Policy {
        lazy: random.below(2) == 0,
        memory_limit: 1 << 20,
        ops_per_submit: 1 + random.below(8),
        max_in_flight: 1 + random.below(32),
        ..Policy::default()
    };
    let mut backend = Backend::new(Box::new(device), clock, policy).unwrap();
    let mut encoder = Encoder::default();
    let mut taken = 0;
    loop {
        encoder.clear();
        // One command a chunk: a backend does not read the commands behind a wrong one in its chunk.
        random.command(&mut encoder);
        backend.receive(encoder.words());
        taken += 1;
        for _ in 0..random.below(3) {
            backend.poll();
            while let Ok(event) = incoming.try_recv() {
                backend.handle(event);
            }
        }
        if random.below(8) == 0 {
            backend.deliver(random.below(16), Ok(vec![1.0; random.word() as usize % 5000]));
        }
        let memory = backend.memory();
        assert_eq!(memory.allocated, memory.used + memory.pending + memory.pooled);
        let lost = backend.take_replies().iter().any(|reply| matches!(reply, asynclab::backend::Reply::Lost { .. }));
        if lost || taken > 500 {
            assert_eq!(backend.close(), 0);
            return taken;
        }
    }
}
