//! The simulated device alone: when it begins, ends and reports work, by the numbers of its machine.

use asynclab::device::sim::{Costs, Machine, Sim, VirtualClock};
use asynclab::device::{Activity, Device, Event, Job};
use asynclab::op::{Call, Plan};
use asynclab::ops;
use asynclab::shape::Shape;
use asynclab::trace::clock::Clock;
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use std::rc::Rc;

struct Bench {
    sim: Sim,
    clock: Rc<VirtualClock>,
    events: UnboundedReceiver<Event>,
}

fn bench(machine: Machine) -> Bench {
    let (send, events) = unbounded();
    let clock = Rc::new(VirtualClock::new(&machine));
    Bench { sim: Sim::new(clock.clone(), send, machine, None), clock, events }
}

impl Bench {
    /// Records `count` operations of one element each.
    fn encode(&mut self, count: usize) {
        self.sim.allocate(0, 256).unwrap();
        let op = ops::by_opcode(ops::FULL).unwrap();
        let call = Call { inputs: &[], attrs: &[0], output: Shape::scalar() };
        let plan = Plan::default();
        let job =
            Job { opcode: ops::FULL, op, call, inputs: &[], output: 0, plan: &plan, scratch: &[], enqueued: f64::NAN };
        (0..count).for_each(|_| self.sim.encode(&job));
    }

    /// Lets time pass until no event is due. Returns the events with their exact times.
    fn run(&mut self) -> Vec<(f64, Event)> {
        let mut happened = Vec::new();
        loop {
            let activity = self.sim.poll();
            happened.extend(std::iter::from_fn(|| self.events.try_recv().ok()).map(|event| (self.clock.now(), event)));
            if activity == Activity::Idle {
                return happened;
            }
        }
    }
}

#[test]
fn a_submission_costs_the_backend_and_its_operations_the_device() {
    let machine = Machine {
        submission: 1.0,
        encode: 0.5,
        dispatch: 2.0,
        message: 0.25,
        seen: 0.125,
        quantum: 1.0,
        ..Machine::default()
    };
    let mut bench = bench(machine);
    bench.sim.measure(true);
    bench.encode(3);
    bench.sim.submit(1);
    let happened = bench.run();
    let [(completed, Event::Completed { serial: 1, at, .. }), (_, Event::Timed { spans, .. })] = &happened[..] else {
        panic!("{happened:?}")
    };
    // The operations begin at 0.25 + 1 + 3 · 0.5 = 2.75 ms and take 2 ms each.
    assert_eq!((*at, *completed), (8.875, 8.875 + 0.25));
    assert_eq!(spans[..], [(2.0, 4.0), (4.0, 6.0), (6.0, 8.0)], "a clock of whole ms shows the one before");
}

#[test]
fn a_device_is_throttled_from_when_an_operation_begins_not_from_when_it_is_handed_over() {
    let mut bench =
        bench(Machine { dispatch: 2.0, throttle_after: 3.0, throttle_factor: 5.0, quantum: 1.0, ..Machine::default() });
    bench.sim.measure(true);
    bench.encode(4);
    bench.sim.submit(1);
    let happened = bench.run();
    let Some((_, Event::Timed { spans, .. })) = happened.last() else { panic!("{happened:?}") };
    assert_eq!(spans[..], [(0.0, 2.0), (2.0, 4.0), (4.0, 14.0), (14.0, 24.0)]);
}

#[test]
fn elements_are_read_at_the_rate_of_the_bus_from_when_they_are_asked_for() {
    let mut bench = bench(Machine { transfer: 1.0, ..Machine::default() });
    bench.sim.allocate(0, 4_000_000).unwrap();
    bench.clock.advance(100.0);
    bench.sim.read(0, 1_000_000, 7);
    let happened = bench.run();
    let [(at, Event::Read { token: 7, outcome: Ok(data) })] = &happened[..] else { panic!("{happened:?}") };
    assert_eq!((*at, data.len()), (104.0, 1_000_000));
}

#[test]
fn an_empty_submission_is_complete_no_earlier_than_it_was_submitted() {
    let mut bench = bench(Machine::from(Costs { t1: 0.0, t2: 1.0, t3: 0.5 }));
    bench.clock.advance(100.0);
    bench.sim.submit(1);
    let happened = bench.run();
    assert!(matches!(happened[..], [(100.5, Event::Completed { serial: 1, at: 100.5, .. })]), "{happened:?}");
}

#[test]
fn a_program_that_reads_the_time_takes_the_time_of_reading_it() {
    let clock = VirtualClock::new(&Machine { reading: 0.5, enqueue: 0.25, ..Machine::default() });
    clock.looked_at();
    clock.enqueued();
    assert_eq!(clock.now(), 0.75);
}

#[test]
fn memory_is_that_of_the_machine_and_comes_back() {
    let mut bench = bench(Machine { memory: 1.0, ..Machine::default() });
    for _ in 0..3 {
        assert!(bench.sim.allocate(0, 600_000).is_ok());
        assert_eq!(bench.sim.allocate(1, 600_000).unwrap_err().code(), "OUT_OF_MEMORY");
        bench.sim.release(0);
    }
}
