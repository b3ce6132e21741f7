//! Capture. While a function is captured, its commands are written to a stream of their own, which is not sent. At the end a program for the backend
//! is made of them and enqueued once, which does the work of the captured call.

use super::arrays::index;
use super::readings::Readings;
use super::replay::{Home, Output, Program};
use super::stream::{Capacity, Stream};
use super::tape::History;
use super::{Bounds, Frontend};
use crate::error::{Error, Result};
use crate::op::{MAX_INPUTS, Opcode};
use crate::ops;
use crate::shape::Shape;
use crate::wire::{ArrayId, Command, Decoder, DeviceIndex, Encoder, ProgramId};

/// A capture under way.
pub(super) struct Capture {
    device: DeviceIndex,
    /// The device's own stream, put aside meanwhile.
    real: Stream,
    /// Whether operations were stamped and traced before: those of a capture are not.
    stamping: bool,
    tracing: bool,
    /// Operations enqueued on other devices before.
    elsewhere: u64,
    /// Arrays whose gradient was forgotten meanwhile.
    pub(super) zeroed: Vec<ArrayId>,
}

/// The outcome of a capture, which has been enqueued.
#[derive(Clone, Debug, PartialEq)]
pub struct Captured {
    /// The program, by which it can be enqueued again; or why it cannot.
    pub program: Result<ProgramId>,
    /// Its inputs, by their positions among the arrays that were seen.
    pub inputs: Vec<usize>,
    /// Arrays that it computed and that still have a name, in the order in which a replay returns them.
    pub outputs: Vec<ArrayId>,
    /// Its operations.
    pub operations: u64,
}

/// The commands of a program, with the arrays that they read and compute.
#[derive(Default)]
struct Commands {
    encoder: Encoder,
    inputs: Vec<ArrayId>,
    disposed: Vec<ArrayId>,
    /// Arrays that still have a name at the end, in the order of their operations; `computed` has these operations.
    outputs: Vec<ArrayId>,
    computed: Vec<u32>,
    operations: u32,
    /// How many of the attributes named as free can be free.
    free_count: usize,
    listing: Vec<u32>,
    /// Shapes of the inputs, and of the results.
    given: Vec<Shape>,
    made: Vec<Shape>,
}

/// An array that the program has not used.
const UNKNOWN: u32 = u32::MAX;

impl Commands {
    /// From the words of the captured stream; in the program each name is used for one array alone.
    #[cold]
    fn read(words: &[u32], free: &[u32], shape_of: impl Fn(ArrayId) -> Shape) -> Result<Self> {
        let mut commands = Self::default();
        // The program's name for each array, by the array's index; and the array of each operation's result, or 0 once it has no name.
        let (mut locals, mut results) = (Vec::new(), Vec::new());
        for command in Decoder::new(words) {
            match command? {
                Command::Apply { op, output, inputs, attrs } => {
                    let mut names = [0; MAX_INPUTS];
                    for (&input, name) in inputs.iter().zip(&mut names) {
                        let local = entry(&mut locals, input);
                        if *local == UNKNOWN {
                            *local = 2 * commands.inputs.len() as u32;
                            commands.inputs.push(input);
                            commands.given.push(shape_of(input));
                        }
                        *name = *local;
                    }
                    let local = result(&mut locals, &mut results, output);
                    let next = results.len() as u32 - 1;
                    let own = free.iter().filter(|&attr| attr / 16 == next);
                    commands.free_count += own.filter(|&attr| ops::is_free(op, attrs, *attr as usize % 16)).count();
                    let names = &names[..inputs.len().min(MAX_INPUTS)];
                    commands.list(op, names, attrs)?;
                    commands.encoder.apply(op, local, names, attrs);
                }
                Command::Write { output, dims, bits } => {
                    let output = result(&mut locals, &mut results, output);
                    commands.made.push(Shape::new(OP, dims)?);
                    commands.listing.extend([u32::MAX, 0, 0, dims.len() as u32]);
                    commands.listing.extend(dims);
                    commands.encoder.push(&Command::Write { output, dims, bits });
                }
                // Results that nothing names at the end are not among the outputs.
                Command::Dispose { array } => match std::mem::replace(entry(&mut locals, array), UNKNOWN) {
                    local if local != UNKNOWN && local % 2 == 1 => results[local as usize / 2] = 0,
                    _ => commands.disposed.push(array),
                },
                _ => {}
            }
        }
        commands.operations = results.len() as u32;
        for (operation, name) in (0..).zip(results).filter(|&(_, name)| name != 0) {
            commands.computed.push(operation);
            commands.outputs.push(name);
        }
        Ok(commands)
    }
}

impl Commands {
    /// Lists an operation. Its result is the next in `made`.
    fn list(&mut self, op: Opcode, inputs: &[u32], attrs: &[u32]) -> Result<()> {
        let shape = |&local: &u32| [&self.given, &self.made][local as usize % 2][local as usize / 2];
        let shapes: Vec<Shape> = inputs.iter().map(shape).collect();
        let rule = ops::by_opcode(op).ok_or(Error::BadStream { problem: "unknown operation" })?;
        let made = rule.infer(&shapes, attrs)?;
        let dims = made.dims();
        self.listing.extend([op.into(), inputs.len() as u32, attrs.len() as u32, dims.len() as u32]);
        self.listing.extend(inputs.iter().chain(attrs).chain(dims));
        self.made.push(made);
        Ok(())
    }
}

/// The program's name for an array.
fn entry(locals: &mut Vec<u32>, array: ArrayId) -> &mut u32 {
    let at = array as usize;
    if at >= locals.len() {
        locals.resize(at + 1, UNKNOWN);
    }
    &mut locals[at]
}

/// Names the result of the next operation.
fn result(locals: &mut Vec<u32>, results: &mut Vec<ArrayId>, array: ArrayId) -> u32 {
    results.push(array);
    let local = 2 * results.len() as u32 - 1;
    *entry(locals, array) = local;
    local
}

pub(super) const OP: &str = "compile";

impl Frontend {
    /// Captures the operations that are enqueued on the device from here on.
    ///
    /// # Errors
    /// `NOT_CAPTURABLE` while something is captured, `QUEUE_FULL`, or the reason why nothing can be computed.
    #[cold]
    pub fn begin_capture(&mut self, device: DeviceIndex) -> Result<()> {
        if let Some(error) = &self.lost {
            return Err(error.clone());
        }
        self.capturable(OP)?;
        self.admit(OP, device)?;
        let elsewhere = self.elsewhere(device);
        let real = &mut self.streams[device as usize];
        let capacity = Capacity::unbounded(real.limits);
        let mut own = Stream::new(real.name, capacity, Bounds { operations: u64::MAX, bytes: u64::MAX }, None);
        // The first replay computes the results of the capture, and its operations have these numbers.
        own.pressure.count_from(real.pressure.enqueued());
        own.readings = Readings::new(false);
        std::mem::swap(&mut own.holdings, &mut real.holdings);
        let real = std::mem::replace(real, own);
        let [stamping, tracing] = [&mut self.stamping, &mut self.tracing].map(std::mem::take);
        self.capture = Some(Capture { device, real, stamping, tracing, elsewhere, zeroed: Vec::new() });
        Ok(())
    }

    /// Ends the capture and enqueues its program. The program may read those of the `seen` arrays that it has not disposed.
    ///
    /// A replay may set the `free` attributes anew, each named by 16 times its operation plus its index there.
    ///
    /// # Errors
    /// The reason why nothing can be computed, or `NOT_CAPTURABLE` where nothing is captured.
    pub fn end_capture(&mut self, seen: &[ArrayId], free: &[u32]) -> Result<Captured> {
        self.end_capture_of(seen, free, false)
    }

    /// The same for the first part of a computation whose backward pass another program captures. Its results may lead to gradients, and the values
    /// that those need are among its outputs. The results of a replay lead to none. Each output has one more reference, for the caller.
    ///
    /// # Errors
    /// As [`Frontend::end_capture`].
    pub fn end_forward(&mut self, seen: &[ArrayId], free: &[u32]) -> Result<Captured> {
        self.end_capture_of(seen, free, true)
    }

    #[cold]
    fn end_capture_of(&mut self, seen: &[ArrayId], free: &[u32], forward: bool) -> Result<Captured> {
        let Some(capture) = self.capture.take() else {
            return Err(not_capturable("nothing is captured", "begin a capture first"));
        };
        let (device, elsewhere) = (capture.device, capture.elsewhere);
        let own = self.restore(capture)?;
        let shape_of = |input| self.arrays.slot_shape(input);
        let commands = Commands::read(own.encoder.words(), free, shape_of)?;
        let all_free = commands.free_count == free.len();
        // The free attributes of a program that will not be replayed may be wrong.
        let free = if all_free { free } else { &[] };
        let mut inputs = Vec::with_capacity(commands.inputs.len());
        for position in commands.inputs.iter().filter_map(|&input| self.position_seen(input, seen)) {
            inputs.push(position);
        }
        let outputs: Vec<ArrayId> = commands.outputs.iter().map(|&name| self.arrays.full_name(name)).collect();
        if forward {
            outputs.iter().for_each(|&id| self.arrays.slot(id).references += 1);
        }
        let described = self.describe(&inputs, seen, &outputs, &commands.computed);
        let program = self.programs.iter().position(Option::is_none).unwrap_or(self.programs.len()) as ProgramId;
        let (bytes, work) = own.pressure.totals();
        self.enqueue_captured(device, program, &commands, free, (bytes, work));
        let operations = u64::from(commands.operations);
        let obstacle = if self.elsewhere(device) != elsewhere {
            Some(("it computes on two devices", "compile what runs on one device"))
        } else if !all_free {
            Some(("it drew random numbers, or computed a number, for no operation", "do it outside"))
        } else if !forward && outputs.iter().any(|&id| self.leads_to_gradient(id)) {
            let remedy = "call backward() inside, or record around the compiled function";
            Some(("an array that it makes still leads to a gradient", remedy))
        } else if inputs.len() < commands.inputs.len() {
            Some(("it reads an array that nobody can name again", "keep that array"))
        } else {
            None
        };
        if let Some((reason, remedy)) = obstacle {
            if operations > 0 {
                self.stream(device).encoder.push(&Command::Forget { program });
            }
            let program = Err(not_capturable(reason, remedy));
            return Ok(Captured { program, inputs: Vec::new(), outputs, operations });
        }
        let mut kept = Program {
            device,
            operations,
            bytes,
            work,
            free: free.len(),
            listing: commands.listing,
            outputs: described,
            given: inputs.iter().map(|&position| (self.arrays.slot_shape(seen[position]), device)).collect(),
            reads: (0..inputs.len() as u32).map(|position| 2 * position).collect(),
            lists: Vec::new(),
            named: Default::default(),
        };
        kept.make_lists();
        match self.programs.get_mut(program as usize) {
            Some(vacant) => *vacant = Some(kept),
            None => self.programs.push(Some(kept)),
        }
        Ok(Captured { program: Ok(program), inputs, outputs, operations })
    }

    /// Gives the device its stream back, with stamping and tracing as before. Returns the stream of the capture.
    fn restore(&mut self, capture: Capture) -> Result<Stream> {
        let Capture { device, real, stamping, tracing, .. } = capture;
        (self.stamping, self.tracing) = (stamping, tracing);
        let mut own = std::mem::replace(self.stream(device), real);
        std::mem::swap(&mut self.stream(device).holdings, &mut own.holdings);
        if let Some(error) = self.lost.clone() {
            let stream = self.stream(device);
            stream.pressure.close();
            stream.holdings.clear();
            stream.encoder.clear();
            return Err(error);
        }
        Ok(own)
    }

    /// Defines the program for the backend and enqueues its first replay. A capture without operations only disposes.
    fn enqueue_captured(
        &mut self,
        device: DeviceIndex,
        program: ProgramId,
        commands: &Commands,
        free: &[u32],
        (bytes, work): (u64, u64),
    ) {
        let Commands { encoder, inputs, disposed, outputs, computed, .. } = commands;
        if commands.operations == 0 {
            disposed.iter().for_each(|&array| self.streams[device as usize].encoder.dispose(array));
            return;
        }
        let define = Command::Define { program, inputs, outputs: computed, free, commands: encoder.words() };
        self.stream(device).encoder.push(&define);
        self.count(device, u64::from(commands.operations), bytes, work);
        let replay = Command::Replay { program, inputs, disposed, outputs, words: &[] };
        self.stream(device).encoder.push(&replay);
    }

    /// Fails during a capture: calls that cannot be captured check this first.
    pub(super) fn capturable(&self, op: &'static str) -> Result<()> {
        match self.capture {
            Some(_) => Err(Error::NotCapturable {
                op,
                problem: "a captured function cannot contain this",
                remedy: "do it outside of the function",
            }),
            None => Ok(()),
        }
    }

    /// Whether operations that are enqueued on the device are captured.
    pub(super) fn captures(&self, device: DeviceIndex) -> bool {
        self.capture.as_ref().is_some_and(|capture| capture.device == device)
    }

    /// The stream that is sent to the device, even while a capture has put it aside.
    pub(super) fn questions(&mut self, device: DeviceIndex) -> &mut Stream {
        match &mut self.capture {
            Some(capture) if capture.device == device => &mut capture.real,
            _ => &mut self.streams[device as usize],
        }
    }

    /// The position among the `seen` arrays of the array with this index in the stream.
    fn position_seen(&self, input: ArrayId, seen: &[ArrayId]) -> Option<usize> {
        seen.iter().position(|&id| index(id) == input && self.arrays.held(id).is_some())
    }

    /// The outputs of a program with these inputs.
    #[cold]
    fn describe(&self, inputs: &[usize], seen: &[ArrayId], outputs: &[ArrayId], computed: &[u32]) -> Vec<Output> {
        let describe = |(at, (&id, &operation)): (usize, (&ArrayId, &u32))| {
            let shape = self.arrays.slot_shape(id);
            let own = || Home::Own(self.streams[self.arrays.device(id) as usize].holdings.taken_by(shape.bytes()));
            let input = inputs.iter().position(|&seen_at| self.arrays.share_memory(seen[seen_at], id)).map(Home::Input);
            let output = || outputs[..at].iter().position(|&other| self.arrays.share_memory(other, id));
            let home = input.or_else(|| output().map(Home::Output)).unwrap_or_else(own);
            Output::new(shape, operation.into(), home)
        };
        outputs.iter().zip(computed).enumerate().map(describe).collect()
    }

    /// Whether a backward pass could begin at an array.
    fn leads_to_gradient(&mut self, id: ArrayId) -> bool {
        self.arrays.entry(id).is_some_and(|entry| matches!(entry.history, History::Recorded(_)))
    }

    /// Operations enqueued on other devices.
    fn elsewhere(&self, device: DeviceIndex) -> u64 {
        let others = self.streams.iter().enumerate().filter(|&(index, _)| index != device as usize);
        others.map(|(_, stream)| stream.pressure.enqueued()).sum()
    }
}

pub(super) fn not_capturable(problem: &'static str, remedy: &'static str) -> Error {
    Error::NotCapturable { op: OP, problem, remedy }
}

pub(super) fn misfit(op: &'static str, expected: &Shape, given: &Shape) -> Error {
    Error::ShapeMismatch {
        op,
        problem: "an array has another shape than at the capture".into(),
        shapes: format!("{given} for {expected}"),
        remedy: "capture the function again for other shapes",
    }
}
