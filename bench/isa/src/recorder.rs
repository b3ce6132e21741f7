//! A device that runs nothing and keeps the kernels that it gets: it records a program's kernels without a GPU.

use asynclab::device::{Activity, Adapter, Allocation, BufferId, Device, Event, Events, Job, Serial};
use asynclab::error::Result;
use asynclab::op::{Call, Limits, Operation, Plan};
use asynclab::wire::Token;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;

/// A kernel as a dispatch names it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Kernel {
    /// Its computation, in words.
    pub(crate) name: String,
    /// Its text.
    pub(crate) wgsl: String,
    /// Rounds of its innermost loop in each round of the next one, where that is a constant.
    pub(crate) trips: usize,
    /// Waves of 64 lanes that it is dispatched in; 0 where that does not matter.
    #[serde(default)]
    pub(crate) dispatched: u32,
}

/// The kernels of all encoded dispatches, in order.
pub(crate) type Kernels = Rc<RefCell<Vec<Kernel>>>;

pub(crate) struct Recorder {
    pub(crate) events: Events,
    pub(crate) kernels: Kernels,
}

impl Device for Recorder {
    fn limits(&self) -> Limits {
        Limits { array_bytes: 1 << 31, workgroups: 65_535, temporaries: 1 << 30 }
    }

    fn adapter(&self) -> Adapter {
        Adapter { name: "none".into(), ..Adapter::default() }
    }

    fn shares_clock(&self) -> bool {
        true
    }

    fn plan(&self, op: &'static dyn Operation, call: &Call<'_>, kernel: Option<usize>, limits: &Limits) -> Plan {
        kernel.map_or_else(|| op.plan(call, limits), |kernel| op.plan_with(kernel, call, limits))
    }

    fn allocate(&mut self, _: BufferId, _: u64) -> Result<Allocation> {
        Ok(Allocation::Ready)
    }

    fn release(&mut self, _: BufferId) {}

    fn write(&mut self, _: BufferId, _: Vec<u32>) {}

    fn encode(&mut self, job: &Job<'_>) {
        for dispatch in &job.plan.dispatches {
            let name = format!("{} {:x}", job.op.name(), dispatch.variant);
            let wgsl = job.op.wgsl_of_part(dispatch.part, dispatch.variant).into_owned();
            // Workgroups of products are of 64 lanes.
            let dispatched = dispatch.workgroups.iter().product();
            self.kernels.borrow_mut().push(Kernel { name, wgsl, trips: 1, dispatched });
        }
    }

    fn submit(&mut self, serial: Serial) {
        // Nothing receives it while the lab is being closed.
        _ = self.events.unbounded_send(Event::Completed { serial, at: 0.0, turn: 0 });
    }

    fn read(&mut self, _: BufferId, elements: usize, token: Token) {
        _ = self.events.unbounded_send(Event::Read { token, outcome: Ok(vec![0.0; elements]) });
    }

    fn measure(&mut self, _: bool) {}

    fn lose(&mut self) {}

    fn poll(&mut self) -> Activity {
        Activity::Idle
    }
}
