//! A reader of the stream that computes every command at once. It gives the answers that the engine has to give.

use asynclab::op::Call;
use asynclab::ops;
use asynclab::shape::Shape;
use asynclab::wire::{ArrayId, Command, Decoder, DeviceIndex, Token};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// The shape and elements that an array has to have.
#[derive(Clone)]
pub(crate) struct Value {
    shape: Shape,
    pub(crate) elements: Rc<Vec<f32>>,
}

/// All devices, and the arrays sent between them.
#[derive(Default)]
pub(crate) struct Reference {
    streams: Vec<Stream>,
    sent: HashMap<Token, Value>,
    /// The elements that each read has to return.
    pub(crate) reads: HashMap<Token, Rc<Vec<f32>>>,
}

#[derive(Default)]
struct Stream {
    words: VecDeque<Vec<u32>>,
    values: HashMap<ArrayId, Value>,
}

impl Reference {
    pub(crate) fn new(devices: usize) -> Self {
        Self { streams: (0..devices).map(|_| Stream::default()).collect(), ..Self::default() }
    }

    /// A chunk was sent to a device. A command that receives waits, with those behind it, until the other device's commands have sent.
    pub(crate) fn read(&mut self, device: DeviceIndex, words: &[u32]) {
        let mut at = 0;
        let decoder = Decoder::new(words);
        for command in decoder {
            command.unwrap();
            let length = match words[at] >> 16 {
                0 => words[at + 1] as usize,
                short => short as usize,
            };
            self.streams[device as usize].words.push_back(words[at..at + length].to_vec());
            at += length;
        }
        let mut again = true;
        while again {
            again = false;
            for device in 0..self.streams.len() {
                while let Some(words) = self.streams[device].words.pop_front() {
                    let command = Decoder::new(&words).next().unwrap().unwrap();
                    if !self.take(device, &command) {
                        self.streams[device].words.push_front(words);
                        break;
                    }
                    again = true;
                }
            }
        }
    }

    /// Executes a command. Returns false where it receives an array that was not sent yet.
    fn take(&mut self, device: usize, command: &Command<'_>) -> bool {
        let Stream { values, .. } = &mut self.streams[device];
        match *command {
            Command::Apply { op, output, inputs, attrs } => {
                let op = ops::by_opcode(op).unwrap();
                let inputs: Vec<Value> = inputs.iter().map(|input| values[input].clone()).collect();
                let shapes: Vec<Shape> = inputs.iter().map(|input| input.shape).collect();
                let shape = op.infer(&shapes, attrs).unwrap();
                let mut elements = vec![0.0; shape.elements()];
                let read: Vec<&[f32]> = inputs.iter().map(|input| &input.elements[..]).collect();
                if !elements.is_empty() {
                    op.reference(&Call { inputs: &shapes, attrs, output: shape }, &read, &mut elements);
                }
                values.insert(output, Value { shape, elements: Rc::new(elements) });
            }
            Command::Write { output, dims, bits } => {
                let elements = Rc::new(bits.iter().map(|&bits| f32::from_bits(bits)).collect());
                values.insert(output, Value { shape: Shape::new("test", dims).unwrap(), elements });
            }
            Command::Receive { token, output, .. } => match self.sent.remove(&token) {
                Some(value) => drop(values.insert(output, value)),
                None => return false,
            },
            Command::Send { token, array, .. } => drop(self.sent.insert(token, values[&array].clone())),
            Command::Read { token, array } => drop(self.reads.insert(token, values[&array].elements.clone())),
            Command::Dispose { array } => assert!(values.remove(&array).is_some(), "array {array} is disposed twice"),
            _ => {}
        }
        true
    }
}
