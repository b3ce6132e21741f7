//! Labs whose device runs out of memory.

use asynclab::backend::policy::Policy;
use asynclab::device::cpu::Cpu;
use asynclab::device::{Activity, Adapter, Allocation, BufferId, Device, Event, Events, Job, Serial};
use asynclab::error::{Error, Result};
use asynclab::local::Lab;
use asynclab::op::Limits;
use asynclab::ops;
use asynclab::trace::clock::{Clock, NativeClock};
use asynclab::wire::{ArrayId, Token, TraceMode};
use futures_channel::mpsc::unbounded;
use pollster::block_on;
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

/// A CPU with little memory.
struct Small {
    cpu: Cpu,
    /// Bytes left. Shared with the test, which releases some as another program would.
    left: Rc<Cell<u64>>,
    sizes: HashMap<BufferId, u64>,
    /// With a channel, the device reports later whether there was memory, as a browser does.
    later: Option<Events>,
}

impl Device for Small {
    fn limits(&self) -> Limits {
        self.cpu.limits()
    }

    fn adapter(&self) -> Adapter {
        self.cpu.adapter()
    }

    fn shares_clock(&self) -> bool {
        true
    }

    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation> {
        let granted = bytes <= self.left.get();
        if let Some(events) = &self.later {
            events.unbounded_send(Event::Allocated { id, granted }).unwrap();
        } else if !granted {
            return Err(Error::OutOfMemory { array: "a buffer".into(), bytes, held: 0 });
        }
        let taken = if granted { bytes } else { 0 };
        self.left.set(self.left.get() - taken);
        self.sizes.insert(id, taken);
        self.cpu.allocate(id, bytes)?;
        Ok(if self.later.is_some() { Allocation::Asked } else { Allocation::Ready })
    }

    fn release(&mut self, id: BufferId) {
        self.left.set(self.left.get() + self.sizes.remove(&id).unwrap());
        self.cpu.release(id);
    }

    fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        self.cpu.write(id, bits);
    }

    fn encode(&mut self, job: &Job<'_>) {
        self.cpu.encode(job);
    }

    fn submit(&mut self, serial: Serial) {
        self.cpu.submit(serial);
    }

    fn read(&mut self, id: BufferId, elements: usize, token: Token) {
        self.cpu.read(id, elements, token);
    }

    fn measure(&mut self, on: bool) {
        self.cpu.measure(on);
    }

    fn lose(&mut self) {
        self.cpu.lose();
    }

    fn poll(&mut self) -> Activity {
        self.cpu.poll()
    }
}

/// A lab on a device that holds `bytes`.
fn lab(bytes: u64) -> Lab {
    small(bytes, false)
}

fn small(bytes: u64, later: bool) -> Lab {
    on(Rc::new(Cell::new(bytes)), later)
}

/// A lab on a device that has `left` bytes.
fn on(left: Rc<Cell<u64>>, later: bool) -> Lab {
    let clock: Rc<dyn Clock> = Rc::new(NativeClock::default());
    let (events, incoming) = unbounded();
    let later = later.then(|| events.clone());
    let device = Small { cpu: Cpu::new(clock.clone(), events), left, sizes: HashMap::new(), later };
    Lab::with_device(Box::new(device), clock, incoming, Policy::default()).unwrap()
}

fn ones(lab: &mut Lab, elements: u32) -> ArrayId {
    lab.apply(ops::FULL, &[], &[1.0_f32.to_bits(), elements]).unwrap()
}

#[test]
fn what_finds_no_memory_fails_its_readers_or_else_the_next_wait_for_everything() {
    for later in [false, true] {
        fails_its_readers(small(100_000, later));
    }
}

fn fails_its_readers(mut lab: Lab) {
    let kept = ones(&mut lab, 10_000);
    let lost = ones(&mut lab, 20_000);
    let dependent = lab.apply(ops::NEG, &[lost], &[]).unwrap();
    for array in [lost, dependent] {
        let error = block_on(lab.data(array)).map(|data| data.len()).unwrap_err();
        assert_eq!(error.code(), "OUT_OF_MEMORY");
        assert!(error.to_string().contains("[20000]"), "{error}");
    }
    assert!(block_on(lab.wait_all()).is_ok(), "it was reported already");
    ones(&mut lab, 20_001);
    assert_eq!(block_on(lab.wait_all()).unwrap_err().code(), "OUT_OF_MEMORY", "this one was not reported yet");
    assert!(block_on(lab.wait_all()).is_ok(), "it was reported once");
    assert_eq!(block_on(lab.data(kept)).unwrap(), [1.0; 10_000], "what was there is not lost");
}

#[test]
fn a_device_that_had_no_memory_is_asked_again_for_the_next_array() {
    for later in [false, true] {
        let left = Rc::new(Cell::new(50_000));
        let mut lab = on(left.clone(), later);
        let rejected = ones(&mut lab, 20_000);
        assert_eq!(block_on(lab.data(rejected)).unwrap_err().code(), "OUT_OF_MEMORY");
        // Another program released memory.
        left.set(100_000);
        let array = ones(&mut lab, 20_000);
        assert_eq!(block_on(lab.data(array)).unwrap(), [1.0; 20_000], "later: {later}");
    }
}

#[test]
fn memory_that_lies_in_the_pool_is_given_back_when_it_is_missed() {
    for later in [false, true] {
        let mut lab = small(100_000, later);
        for elements in [20_000, 19_000, 15_000, 12_000, 20_000] {
            let array = ones(&mut lab, elements);
            let sum = lab.apply(ops::SUM, &[array], &[1, 0]).unwrap();
            lab.dispose(array);
            assert_eq!(block_on(lab.data(sum)).unwrap(), [elements as f32]);
            lab.dispose(sum);
            let memory = lab.backend().memory();
            assert_eq!(memory.allocated, memory.used + memory.pending + memory.pooled);
        }
    }
}

#[test]
fn what_is_granted_late_is_computed_late_and_in_order() {
    let mut lab = small(1 << 20, true);
    let mut x = ones(&mut lab, 4096);
    for step in 0..8 {
        let values = vec![step as f32; 4096 + step];
        let other = lab.array(&[4096 + step as u32], &values).unwrap();
        let sum = lab.apply(ops::SUM, &[other], &[1, 0]).unwrap();
        let next = lab.apply(ops::ADD, &[x, sum], &[]).unwrap();
        [x, other, sum].into_iter().for_each(|array| lab.dispose(array));
        x = next;
    }
    let expected: usize = (0..8).map(|step| step * (4096 + step)).sum();
    assert_eq!(block_on(lab.data(x)).unwrap(), [1.0 + expected as f32; 4096]);
    block_on(lab.wait_all()).unwrap();
}

#[test]
fn a_trace_of_operations_that_could_not_run_ends() {
    let mut lab = lab(100_000);
    block_on(lab.start_trace(TraceMode::Measure)).unwrap();
    ones(&mut lab, 30_000);
    let ran = ones(&mut lab, 10);
    let trace = block_on(lab.stop_trace()).unwrap();
    assert_eq!(trace.len(), 2);
    assert!(trace.started[0].is_nan() && trace.completed[0].is_nan());
    assert!(trace.ended[1] >= trace.started[1] && trace.completed[1] >= trace.ended[1]);
    assert_eq!(block_on(lab.data(ran)).unwrap(), [1.0; 10]);
}
