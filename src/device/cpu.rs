//! The CPU as a device: the reference of every operation, run in order, a little at a time.

mod rate;

use super::{Activity, Adapter, Allocation, BufferId, Device, Event, Events, Job, Serial};
use crate::error::{Error, Result};
use crate::op::{Call, Limits, MAX_ATTRS, MAX_READS, Operation};
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::wire::Token;
use arrayvec::ArrayVec;
use std::collections::VecDeque;
use std::rc::Rc;

/// The longest time that one [`Device::poll`] works before it lets others have the thread, in ms; an operation is never cut.
const SLICE_MS: f64 = 2.0;

/// Largest array, in bytes: a wasm memory of 4 GiB can hold several of this size.
pub const ARRAY_BYTES: u64 = 1 << 30;

/// An operation as it will be run.
pub(super) struct Task {
    op: &'static dyn Operation,
    shapes: ArrayVec<Shape, MAX_READS>,
    attrs: ArrayVec<u32, MAX_ATTRS>,
    output_shape: Shape,
    inputs: ArrayVec<BufferId, MAX_READS>,
    output: BufferId,
    temporary: Option<BufferId>,
}

enum Work {
    Install(BufferId, Vec<f32>),
    Run(Box<Task>),
    Write(BufferId, Vec<u32>),
    Complete(Serial),
    Read(BufferId, usize, Token),
    Release(BufferId),
}

impl Work {
    /// Whether it uses a buffer.
    fn uses(&self, id: BufferId) -> bool {
        match self {
            Self::Install(own, _) | Self::Write(own, _) | Self::Read(own, ..) | Self::Release(own) => *own == id,
            Self::Run(task) => task.output == id || task.inputs.contains(&id) || task.temporary == Some(id),
            Self::Complete(_) => false,
        }
    }
}

/// Buffers in the memory of the process, and the operations on them.
#[derive(Default)]
pub(super) struct Store {
    buffers: Vec<Vec<f32>>,
}

impl Store {
    pub(super) fn install(&mut self, id: BufferId, buffer: Vec<f32>) {
        let id = id as usize;
        if id >= self.buffers.len() {
            self.buffers.resize_with(id + 1, Vec::new);
        }
        self.buffers[id] = buffer;
    }

    /// Whether there are this many elements in a buffer.
    pub(super) fn holds(&self, id: BufferId, elements: usize) -> bool {
        self.buffers[id as usize].len() >= elements
    }

    pub(super) fn release(&mut self, id: BufferId) {
        if let Some(buffer) = self.buffers.get_mut(id as usize) {
            *buffer = Vec::new();
        }
    }

    pub(super) fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        let buffer = &mut self.buffers[id as usize];
        if bits.len() == buffer.len() {
            *buffer = bytemuck::cast_vec(bits);
        } else {
            buffer[..bits.len()].copy_from_slice(bytemuck::cast_slice(&bits));
        }
    }

    pub(super) fn read(&self, id: BufferId, elements: usize) -> Result<Vec<f32>> {
        let mut copy = zeros(elements as u64 * 4)?;
        copy.copy_from_slice(&self.buffers[id as usize][..elements]);
        Ok(copy)
    }

    pub(super) fn run(&mut self, task: &Task) {
        if task.output_shape.elements() == 0 || task.inputs.contains(&task.output) {
            return;
        }
        let mut output = std::mem::take(&mut self.buffers[task.output as usize]);
        let mut temporary = task.temporary.map(|id| std::mem::take(&mut self.buffers[id as usize]));
        {
            let inputs: ArrayVec<&[f32], MAX_READS> = std::iter::zip(&task.inputs, &task.shapes)
                .map(|(&id, shape)| &self.buffers[id as usize][..shape.elements()])
                .collect();
            let call = Call { inputs: &task.shapes, attrs: &task.attrs, output: task.output_shape };
            let elements = &mut output[..task.output_shape.elements()];
            task.op.reference_with(&call, &inputs, elements, temporary.as_deref_mut().unwrap_or_default());
        }
        self.buffers[task.output as usize] = output;
        if let (Some(id), Some(temporary)) = (task.temporary, temporary) {
            self.buffers[id as usize] = temporary;
        }
    }
}

/// Zeros, if there is memory for them.
pub(super) fn zeros(bytes: u64) -> Result<Vec<f32>> {
    let elements = (bytes / 4) as usize;
    let mut buffer = Vec::new();
    let reserved = buffer.try_reserve_exact(elements);
    reserved.map_err(|_| Error::OutOfMemory { array: "a buffer".into(), bytes, held: 0 })?;
    buffer.resize(elements, 0.0);
    Ok(buffer)
}

/// The task in a job.
pub(super) fn task(job: &Job<'_>) -> Task {
    Task {
        op: job.op,
        shapes: job.call.inputs.iter().copied().collect(),
        attrs: job.call.attrs.iter().copied().collect(),
        output_shape: job.call.output,
        inputs: job.inputs.iter().copied().collect(),
        output: job.output,
        temporary: job.scratch.first().copied(),
    }
}

/// The CPU, as asynchronous as a GPU: submitted work runs when the device is polled.
pub struct Cpu {
    clock: Rc<dyn Clock>,
    events: Events,
    store: Store,
    work: VecDeque<Work>,
    /// How many items of `work`, from the front on, may be done.
    submitted: usize,
    spans: Vec<(f64, f64)>,
    measuring: bool,
}

impl Cpu {
    /// A device that reports to `events`, in times of `clock`.
    #[must_use]
    pub fn new(clock: Rc<dyn Clock>, events: Events) -> Self {
        Self {
            clock,
            events,
            store: Store::default(),
            work: VecDeque::new(),
            submitted: 0,
            spans: Vec::new(),
            measuring: false,
        }
    }

    fn work(&mut self, work: Work) {
        match work {
            Work::Install(id, buffer) => self.store.install(id, buffer),
            Work::Run(task) => {
                let start = self.clock.now();
                self.store.run(&task);
                if self.measuring {
                    self.spans.push((start, self.clock.now()));
                }
            }
            Work::Write(id, bits) => self.store.write(id, bits),
            Work::Complete(serial) => {
                let (at, turn) = (self.clock.now(), self.clock.turn());
                self.send(Event::Completed { serial, at, turn });
                if self.measuring {
                    let spans = std::mem::take(&mut self.spans);
                    self.send(Event::Timed { serial, spans });
                }
            }
            Work::Read(id, elements, token) => {
                let outcome = self.store.read(id, elements);
                self.send(Event::Read { token, outcome });
            }
            Work::Release(id) => self.store.release(id),
        }
    }

    fn send(&self, event: Event) {
        // The receiver is gone when the lab is being closed; then nobody needs the event.
        let _ = self.events.unbounded_send(event);
    }
}

impl Device for Cpu {
    fn limits(&self) -> Limits {
        Limits { array_bytes: ARRAY_BYTES, workgroups: u32::MAX, temporaries: 0 }
    }

    fn adapter(&self) -> Adapter {
        Adapter {
            name: "CPU, one thread".into(),
            vendor: String::new(),
            architecture: std::env::consts::ARCH.into(),
            software: true,
            timestamps: true,
        }
    }

    fn shares_clock(&self) -> bool {
        true
    }

    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation> {
        self.work.push_back(Work::Install(id, zeros(bytes)?));
        Ok(Allocation::Ready)
    }

    fn release(&mut self, id: BufferId) {
        // At once if no queued work uses it, since memory is mostly given back because other memory is needed now.
        if self.work.iter().any(|work| work.uses(id)) {
            self.work.push_back(Work::Release(id));
        } else {
            self.store.release(id);
        }
    }

    fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        self.work.push_back(Work::Write(id, bits));
        self.submitted = self.work.len();
    }

    fn encode(&mut self, job: &Job<'_>) {
        self.work.push_back(Work::Run(Box::new(task(job))));
    }

    fn submit(&mut self, serial: Serial) {
        self.work.push_back(Work::Complete(serial));
        self.submitted = self.work.len();
    }

    fn read(&mut self, id: BufferId, elements: usize, token: Token) {
        self.work.push_back(Work::Read(id, elements, token));
        self.submitted = self.work.len();
    }

    fn measure(&mut self, on: bool) {
        self.measuring = on;
    }

    fn rate(&self) -> f64 {
        rate::measured(&*self.clock)
    }

    fn lose(&mut self) {
        let reason = "the program asked for the loss".to_owned();
        let _ = self.events.unbounded_send(Event::Failed(Error::DeviceLost { reason }));
    }

    fn poll(&mut self) -> Activity {
        let begin = self.clock.now();
        while self.submitted > 0
            && let Some(work) = self.work.pop_front()
        {
            self.submitted -= 1;
            self.work(work);
            if self.clock.now() - begin >= SLICE_MS {
                break;
            }
        }
        if self.submitted == 0 { Activity::Idle } else { Activity::Busy }
    }
}

// With a clock that browsers do not have.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{Cpu, Device};
    use crate::trace::clock::NativeClock;
    use futures_channel::mpsc::unbounded;
    use std::rc::Rc;

    #[test]
    fn what_nobody_uses_is_given_back_at_once() {
        let (events, _incoming) = unbounded();
        let mut cpu = Cpu::new(Rc::new(NativeClock::default()), events);
        assert!(cpu.allocate(0, 1024).is_ok());
        cpu.write(0, vec![1; 16]);
        cpu.release(0);
        assert_eq!(cpu.work.len(), 3, "it is still to be written");
        cpu.submit(1);
        cpu.poll();
        assert_eq!((cpu.work.len(), cpu.store.buffers[0].capacity()), (0, 0));
        assert!(cpu.allocate(0, 1024).is_ok());
        cpu.submit(2);
        cpu.poll();
        assert_eq!(cpu.store.buffers[0].len(), 256);
        cpu.release(0);
        assert_eq!(cpu.store.buffers[0].capacity(), 0, "nobody polls before the memory is needed");
    }
}
