//! Runs: the actions of a program, the order in which messages and events arrive, and faults.

use asynclab::backend::policy::{Allocator, Policy};
use asynclab::ops;
use asynclab::wire::TraceMode;
use proptest::collection::vec;
use proptest::prelude::*;

/// One step. An array is chosen by a number modulo the count of arrays.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// An array of one value: its device, the index of its shape, the value.
    Full(u8, usize, f32),
    /// An array of values of the host.
    Upload(u8, usize),
    Unary(u8, usize),
    Binary(u8, usize, usize),
    Number(u8, usize, f32, bool),
    Reduce(u8, usize, u32),
    Product(usize, usize),
    View(usize),
    Transfer(usize, u8),
    /// The gradient of the sum of an array's squares.
    Gradient(usize),
    Dispose(usize),
    Wait(usize),
    Read(usize),
    WaitAll(u8),
    Mark(u8, u32),
    Graph(u8),
    Trace(u8, TraceMode),
    Calibrate(u8),
    Trim(u8),
    /// The enqueued operations leave for the backends.
    Flush,
    /// The next chunk arrives.
    Deliver(u8),
    /// The device has the thread for a short while.
    Poll(u8),
    /// The next event arrives.
    Event(u8),
    /// A message from one device to another arrives.
    Exchange,
    Fault(Fault),
}

#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// The next allocations of a device are rejected: the device, how many.
    Reject(u8, u8),
    /// The next reads of a device find no memory on the host's side: the device, how many.
    Unread(u8, u8),
    /// A device is lost, and its event comes before all others.
    Lose(u8),
    /// From now on no message reaches a device's backend or leaves it.
    Silence(u8),
    /// A backend traps.
    Trap(u8),
    Close,
}

/// When a device reports that there is no memory for a buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reports {
    AtOnce,
    /// Every allocation is answered later, and nothing uses the buffer before the answer.
    Later,
    /// The report comes after the buffer was used. The submission that uses it does not run.
    TooLate,
}

/// A program on devices of these policies.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) policy: Policy,
    pub(crate) devices: u8,
    pub(crate) reports: Reports,
    /// The numbers from which tokens and operations are counted, as if this many had been before.
    pub(crate) counted: (u32, u64),
    pub(crate) actions: Vec<Action>,
}

const UNARY: [u8; 5] = [ops::NEG, ops::ABS, ops::RELU, ops::SQUARE, ops::SIGN];
const BINARY: [u8; 5] = [ops::ADD, ops::SUB, ops::MUL, ops::EQUAL, ops::RELU_GRAD];
const REDUCTIONS: [u8; 3] = [ops::SUM, ops::MEAN, ops::MAX];

fn action() -> impl Strategy<Value = Action> {
    let device = || 0..2_u8;
    let at = || 0..32_usize;
    let number = || prop_oneof![Just(0.5_f32), Just(-1.0), Just(3.0), Just(0.0)];
    let of = |list: &'static [u8]| (0..list.len()).prop_map(move |at| list[at]);
    let mode =
        prop_oneof![Just(TraceMode::Record), Just(TraceMode::Measure), Just(TraceMode::Memory), Just(TraceMode::Stop)];
    let fault = prop_oneof![
        12 => (device(), 1..4_u8).prop_map(|(device, count)| Fault::Reject(device, count)),
        4 => (device(), 1..3_u8).prop_map(|(device, count)| Fault::Unread(device, count)),
        1 => device().prop_map(Fault::Lose),
        1 => device().prop_map(Fault::Silence),
        1 => device().prop_map(Fault::Trap),
        1 => Just(Fault::Close),
    ];
    let create = prop_oneof![
        (device(), 0..8_usize, number()).prop_map(|(device, shape, value)| Action::Full(device, shape, value)),
        (device(), 0..8_usize).prop_map(|(device, shape)| Action::Upload(device, shape)),
    ];
    let compute = prop_oneof![
        3 => (of(&UNARY), at()).prop_map(|(op, array)| Action::Unary(op, array)),
        3 => (of(&BINARY), at(), at()).prop_map(|(op, a, b)| Action::Binary(op, a, b)),
        3 => (of(&BINARY), at(), number(), any::<bool>()).prop_map(|(op, a, x, left)| Action::Number(op, a, x, left)),
        2 => (of(&REDUCTIONS), at(), 0..8_u32).prop_map(|(op, array, axes)| Action::Reduce(op, array, axes)),
        1 => (at(), at()).prop_map(|(a, b)| Action::Product(a, b)),
        1 => at().prop_map(Action::View),
        2 => (at(), device()).prop_map(|(array, device)| Action::Transfer(array, device)),
        1 => at().prop_map(Action::Gradient),
    ];
    let ask = prop_oneof![
        3 => at().prop_map(Action::Wait),
        4 => at().prop_map(Action::Read),
        2 => device().prop_map(Action::WaitAll),
        2 => (device(), 0..6_u32).prop_map(|(device, back)| Action::Mark(device, back)),
        1 => device().prop_map(Action::Graph),
        1 => (device(), mode).prop_map(|(device, mode)| Action::Trace(device, mode)),
        1 => device().prop_map(Action::Calibrate),
        1 => device().prop_map(Action::Trim),
    ];
    let arrive = prop_oneof![
        2 => Just(Action::Flush),
        3 => device().prop_map(Action::Deliver),
        3 => device().prop_map(Action::Poll),
        3 => device().prop_map(Action::Event),
        1 => Just(Action::Exchange),
    ];
    prop_oneof![
        3 => create,
        6 => compute,
        3 => at().prop_map(Action::Dispose),
        3 => ask,
        8 => arrive,
        1 => fault.prop_map(Action::Fault),
    ]
}

pub(crate) fn runs() -> impl Strategy<Value = Run> {
    let allocator = prop_oneof![Just(Allocator::StreamOrdered), Just(Allocator::OnCompletion)];
    let few = prop_oneof![Just(1_u32), Just(3), Just(256)];
    let limit = prop_oneof![Just(1_u64 << 16), Just(1 << 17), Just(4 << 30)];
    let counted = prop_oneof![
        2 => Just((0_u32, 0_u64)),
        1 => (0..8_u32, 0..8_u64).prop_map(|(tokens, seq)| (u32::MAX - tokens, (1 << 32) - seq)),
    ];
    let policy = (allocator, few.clone(), few, limit, any::<bool>()).prop_map(
        |(allocator, per_submit, in_flight, limit, lazy)| Policy {
            allocator,
            lazy,
            ops_per_submit: per_submit,
            max_in_flight: in_flight,
            memory_limit: limit,
            ..Policy::default()
        },
    );
    let reports = prop_oneof![Just(Reports::AtOnce), Just(Reports::Later), Just(Reports::TooLate)];
    (policy, 1..3_u8, reports, counted, vec(action(), 0..120))
        .prop_map(|(policy, devices, reports, counted, actions)| Run { policy, devices, reports, counted, actions })
}
