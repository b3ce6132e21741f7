//! Replay: a program is enqueued again, with other inputs. Its outputs replace arrays and gradients as the captured function did, or are returned.

use super::Frontend;
use super::arrays::index;
use super::capture::{OP, misfit, not_capturable};
use super::tape::{Entry, History, no_gradient};
use crate::error::{Error, Result};
use crate::shape::Shape;
use crate::wire::{ArrayId, Command, DeviceIndex, ProgramId};

/// Memory that an output of a program takes.
#[derive(Clone, Copy)]
pub(super) enum Home {
    /// Its own, of this many bytes.
    Own(u64),
    /// That of an input, of which it is a view.
    Input(usize),
    /// That of an earlier output.
    Output(usize),
}

/// The target of an output that replaces nothing and is returned to the caller.
pub const RETURNED: u32 = u32::MAX;

pub(super) struct Output {
    shape: Shape,
    /// The operation of the program that computes it.
    operation: u64,
    home: Home,
    /// The array or gradient that it replaces, as [`Frontend::bind`] counts them.
    target: u32,
    /// Whether it may take the name of the array that it replaces.
    renews: bool,
}

impl Output {
    pub(super) fn new(shape: Shape, operation: u64, home: Home) -> Self {
        Self { shape, operation, home, target: RETURNED, renews: false }
    }

    /// Bytes of memory that it takes for itself.
    fn bytes(&self) -> u64 {
        if let Home::Own(bytes) = self.home { bytes } else { 0 }
    }
}

/// A program as the frontend knows it.
pub(super) struct Program {
    pub(super) device: DeviceIndex,
    pub(super) operations: u64,
    /// Bytes of all results, and the work.
    pub(super) bytes: u64,
    pub(super) work: u64,
    /// The number of words that a replay may have.
    pub(super) free: usize,
    /// Its operations, as [`Frontend::operations_of`] returns them.
    pub(super) listing: Vec<u32>,
    pub(super) outputs: Vec<Output>,
    /// Shapes and devices of the arrays that a replay is given, and which of them the inputs are.
    pub(super) given: Vec<(Shape, DeviceIndex)>,
    pub(super) reads: Vec<u32>,
    /// Memory that a replay shares with its caller: the arrays, the words, and behind them the names of the outputs. So a call allocates nothing.
    pub(super) lists: Vec<u32>,
    /// The inputs, the disposed arrays and the outputs as the command of the last replay named them.
    pub(super) named: [Vec<ArrayId>; 3],
}

impl Program {
    /// Makes room for the arguments of a replay and its outputs.
    pub(super) fn make_lists(&mut self) {
        self.lists = vec![0; self.given.len() + self.free + self.outputs.len()];
    }
}

fn unfit() -> Error {
    not_capturable("what it is given does not fit", "give what it was captured with")
}

impl Frontend {
    /// Has replays of a program take arrays like these. `reads` has for each input 2 × the position of an array, or 1 more for the gradient of that
    /// array. `targets` has for each output, in the same form, the array or gradient that it replaces, as [`Frontend::assign`] or
    /// [`Frontend::set_grad`] does; or it is [`RETURNED`]. If nothing else refers to the replaced array, the output takes its name.
    ///
    /// # Errors
    /// `DISPOSED`, `NOT_CAPTURABLE` for arguments that do not fit the program.
    #[cold]
    pub fn bind(&mut self, program: ProgramId, arrays: &[ArrayId], reads: &[u32], targets: &[u32]) -> Result<()> {
        let mut given = Vec::with_capacity(arrays.len());
        for &array in arrays {
            given.push((self.shape(OP, array)?, self.device(array)));
        }
        let Some(Some(known)) = self.programs.get_mut(program as usize) else { return Err(self.disposed(OP)) };
        let mut fits = reads.len() == known.reads.len() && targets.len() == known.outputs.len();
        fits = fits && reads.iter().all(|&read| (read as usize / 2) < given.len());
        for (output, &target) in known.outputs.iter().zip(targets) {
            fits =
                fits && (target == RETURNED || given.get(target as usize / 2) == Some(&(output.shape, known.device)));
        }
        if !fits {
            return Err(unfit());
        }
        // An array with a view among the outputs keeps its memory.
        let viewed = known.outputs.iter().any(|output| matches!(output.home, Home::Input(_)));
        for (output, &target) in known.outputs.iter_mut().zip(targets) {
            output.target = target;
            output.renews = target != RETURNED && matches!(output.home, Home::Own(_)) && !viewed;
        }
        (known.given, known.reads) = (given, reads.to_vec());
        known.make_lists();
        Ok(())
    }

    /// Enqueues a program with other arrays. Nothing of it is recorded for gradients. `words` has a word for each of its free attributes; if it is
    /// empty, they are as captured. Returns the names of the outputs; those that are [`RETURNED`] have a reference for the caller. Without
    /// [`Frontend::bind`] all are, and the arrays are the inputs.
    ///
    /// # Errors
    /// `DISPOSED`, `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, `NO_GRADIENT`, `QUEUE_FULL`, `OUT_OF_MEMORY`. Nothing is enqueued then.
    pub fn replay(&mut self, program: ProgramId, arrays: &[ArrayId], words: &[u32]) -> Result<Vec<ArrayId>> {
        let lists = self.lists(program);
        for (place, &word) in lists.iter_mut().zip(arrays.iter().chain(words)) {
            *place = word;
        }
        let rest = lists.len();
        let outputs = self.replay_listed(program, arrays.len(), words.len())?;
        Ok(self.lists(program)[rest - outputs..].to_vec())
    }

    /// The lists of a program, which stay where they are until it is bound or forgotten: a caller writes the arrays and the words to their beginning,
    /// and finds the names of the outputs at their end. Empty where there is no such program.
    pub fn lists(&mut self, program: ProgramId) -> &mut [u32] {
        let known = self.programs.get_mut(program as usize).and_then(Option::as_mut);
        known.map_or(&mut [], |known| &mut known.lists)
    }

    /// The same as [`Frontend::replay`], with this many arrays and words in the program's lists. Returns the number of its outputs.
    ///
    /// # Errors
    /// As [`Frontend::replay`].
    pub fn replay_listed(&mut self, program: ProgramId, arrays: usize, words: usize) -> Result<usize> {
        self.capturable(OP)?;
        // The program is taken out while arrays are named, since that borrows the frontend.
        let taken = self.programs.get_mut(program as usize).and_then(Option::take);
        let Some(mut known) = taken else { return Err(self.disposed(OP)) };
        let mut lists = std::mem::take(&mut known.lists);
        let done = self.try_replay(program, &mut known, &mut lists, arrays, words);
        known.lists = lists;
        let outputs = known.outputs.len();
        self.programs[program as usize] = Some(known);
        done.map(|()| outputs)
    }

    /// The operations of a program, one behind the other: the opcode, or 2³² - 1 for values of the host; the numbers of inputs, attributes and
    /// dimensions; then the inputs, attributes and dimensions. An input is 2 × the position of an input of the program, or 1 + 2 × the operation that
    /// computes it. `None` if there is no such program.
    #[must_use]
    pub fn operations_of(&self, program: ProgramId) -> Option<&[u32]> {
        let known = self.programs.get(program as usize)?.as_ref()?;
        Some(&known.listing)
    }

    /// A program will not be replayed again.
    #[cold]
    pub fn forget_program(&mut self, program: ProgramId) {
        if let Some(known) = self.programs.get_mut(program as usize).and_then(Option::take)
            && self.lost.is_none()
            && known.operations > 0
        {
            self.questions(known.device).encoder.push(&Command::Forget { program });
        }
    }

    /// Replaces the gradient of an array that has one attached, as a backward pass would.
    ///
    /// # Errors
    /// `DISPOSED`, `SHAPE_MISMATCH`, or `NO_GRADIENT` where none is attached.
    pub fn set_grad(&mut self, array: ArrayId, gradient: ArrayId) -> Result<()> {
        const OP: &str = "grad";
        let (shape, given) = (self.shape(OP, array)?, self.shape(OP, gradient)?);
        if shape != given {
            return Err(misfit(OP, &shape, &given));
        }
        let gradient = self.untaped(gradient)?;
        let attached = self.arrays.entry(array).and_then(|entry| entry.attached.as_mut());
        let old = attached.map(|attached| std::mem::replace(&mut attached.gradient, gradient));
        self.release(old.unwrap_or(gradient));
        old.map(|_| ()).ok_or_else(|| no_gradient(OP))
    }

    fn try_replay(
        &mut self,
        program: ProgramId,
        known: &mut Program,
        lists: &mut [u32],
        arrays: usize,
        words: usize,
    ) -> Result<()> {
        let device = known.device;
        if arrays != known.given.len() || words != 0 && words != known.free {
            return Err(unfit());
        }
        let (arrays, rest) = lists.split_at_mut(arrays);
        // `outputs` first has the names that outputs take over, or 0; then the names of all.
        let (given, outputs) = rest.split_at_mut(known.free);
        let words = &given[..words];
        self.check_given(known, arrays)?;
        let mut named = std::mem::take(&mut known.named);
        named.iter_mut().for_each(Vec::clear);
        let [inputs, disposed, made] = &mut named;
        for &read in &known.reads {
            inputs.push(index(self.found(read, arrays).ok_or_else(|| no_gradient(OP))?));
        }
        self.admit(OP, device)?;
        let first = self.streams[device as usize].pressure.enqueued();
        let (mut taken, mut largest) = (0, None::<&Output>);
        for (output, place) in known.outputs.iter().zip(outputs.iter_mut()) {
            let name = self.renewed(output, arrays, first);
            *place = name;
            if name == 0 {
                taken += output.bytes();
                largest = Some(output).filter(|one| largest.is_none_or(|most| one.bytes() > most.bytes())).or(largest);
            } else {
                disposed.push(index(name));
            }
        }
        let holdings = &self.streams[device as usize].holdings;
        if let (Some(largest), false) = (largest, holdings.has_room(taken)) {
            let (held, limit) = (holdings.used(), holdings.limit());
            return Err(Error::CallOverLimit { op: OP, shape: largest.shape.to_string(), bytes: taken, held, limit });
        }
        if known.operations == 0 {
            return Ok(());
        }
        for (at, output) in known.outputs.iter().enumerate() {
            let name = self.name_output(output, outputs[at], device, first);
            match output.home {
                Home::Own(_) => {}
                Home::Input(input) => self.arrays.share(self.arrays.full_name(inputs[input]), name),
                Home::Output(other) => self.arrays.share(outputs[other], name),
            }
            outputs[at] = name;
            made.push(index(name));
        }
        self.count(device, known.operations, known.bytes, known.work);
        let replay = Command::Replay { program, inputs, disposed, outputs: made, words };
        self.stream(device).encoder.push(&replay);
        known.named = named;
        self.replace(known, arrays, outputs)
    }

    /// Rejects arrays that do not fit those that the program is bound to.
    fn check_given(&self, known: &Program, arrays: &[ArrayId]) -> Result<()> {
        for (&array, (shape, device)) in arrays.iter().zip(&known.given) {
            let slot = self.arrays.held(array).ok_or_else(|| self.disposed(OP))?;
            if slot.shape != *shape {
                return Err(misfit(OP, shape, &slot.shape));
            }
            if slot.device != *device {
                let name = |device: DeviceIndex| self.streams[device as usize].name;
                return Err(Error::DeviceMismatch { op: OP, left: name(*device), right: name(slot.device) });
            }
        }
        Ok(())
    }

    /// An array among those given, or its gradient, if it has one.
    fn found(&mut self, read: u32, arrays: &[ArrayId]) -> Option<ArrayId> {
        let array = arrays[read as usize / 2];
        if read.is_multiple_of(2) {
            return Some(array);
        }
        let attached = self.arrays.entry(array)?.attached?;
        (attached.gradient != 0).then_some(attached.gradient)
    }

    /// The name of the array that an output replaces, if nothing else refers to that array; else 0. The replay's operations are numbered from `first`
    /// on.
    fn renewed(&mut self, output: &Output, arrays: &[ArrayId], first: u64) -> ArrayId {
        if !output.renews {
            return 0;
        }
        let Some(id) = self.found(output.target, arrays) else { return 0 };
        let sole = self.arrays.is_sole(id, first);
        let entry = self.arrays.entry(id);
        let is_leaf = |entry: &Entry| entry.links == 0 && matches!(entry.history, History::Leaf);
        let plain = entry.is_none_or(|entry| output.target.is_multiple_of(2) && is_leaf(entry));
        if sole && plain { id } else { 0 }
    }

    /// Names an output. It takes over `name`, unless that is 0.
    fn name_output(&mut self, output: &Output, name: ArrayId, device: DeviceIndex, first: u64) -> ArrayId {
        let (producer, bytes) = (first + output.operation, output.bytes());
        self.stream(device).holdings.take(bytes);
        if name == 0 {
            return self.arrays.insert(&output.shape, device, producer, bytes);
        }
        let before = self.arrays.renew(name, producer, bytes);
        self.stream(device).holdings.give_back(before);
        name
    }

    /// Outputs replace their targets, except where they have taken over the targets' names.
    fn replace(&mut self, known: &Program, arrays: &[ArrayId], outputs: &[ArrayId]) -> Result<()> {
        // Gradients first: `assign` moves the gradient of its array.
        for gradients in [1, 0] {
            for (&Output { target, .. }, &name) in known.outputs.iter().zip(outputs) {
                if target == RETURNED || target % 2 != gradients || self.found(target, arrays) == Some(name) {
                    continue;
                }
                let array = arrays[target as usize / 2];
                if gradients == 0 {
                    self.assign(array, name)?;
                } else {
                    // Where none is attached there is none to replace.
                    let _ = self.set_grad(array, name);
                }
                self.release(name);
            }
        }
        Ok(())
    }

    /// Counts this many operations that are enqueued as one command, which the caller writes next.
    pub(super) fn count(&mut self, device: DeviceIndex, operations: u64, bytes: u64, work: u64) {
        let stream = self.stream(device);
        let asks_for_room = stream.pressure.enqueue_several(operations, bytes, work);
        stream.departure.add(work);
        if stream.readings.is_due() || stream.departure.is_full() {
            self.read_clock(device);
        }
        if asks_for_room {
            self.notify_due();
        }
        if self.tracing {
            self.order.extend((0..operations).map(|_| device));
        }
    }
}
