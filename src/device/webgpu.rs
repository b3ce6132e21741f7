//! A GPU through wgpu: WebGPU in a browser, Vulkan natively.
//!
//! The queue runs in order, so a submission is one encoder with one pass of many dispatches; its uniforms are written once,
//! just before it. Serial numbers are the backend's own: wgpu's are always 0 on the web.

use super::{Activity, Adapter, Alive, Allocation, BufferId, Device, Events, Job, Nudging, Serial};
use crate::error::{Error, Result};
use crate::op::{Call, DeviceClass, Limits, Operation, Plan, Slot};
use crate::trace::clock::Clock;
use crate::wire::Token;
use arrayvec::ArrayVec;
use kernels::{GroupKey, KernelCache, PipelineKey};
use signals::Signals;
use std::rc::Rc;
use timing::Timing;
use uniforms::Uniforms;

mod kernels;
mod signals;
mod timing;
mod uniforms;

/// Largest single upload: browsers copy uploads through shared memory, and larger ones stall or fail.
const UPLOAD_BYTES: usize = 4 << 20;
/// Bytes of buffers that are used as soon as they are made, before a browser has reported whether there was memory for them. Most programs never hold
/// more, and nearly every GPU has as much; beyond that, and once a buffer was rejected, an operation waits until its buffer is granted, so that a
/// lack of memory fails that operation alone, and not those submitted with it.
const UNASKED_BYTES: u64 = 1 << 28;
/// Bytes of temporaries that a call may use to be faster: two matrices of 4096 × 4096.
const TEMPORARIES: u64 = 1 << 27;

/// State set in the open pass. Loops run the same kernel on the same buffers again and again; setting that anew would
/// cost more than the dispatch does.
#[derive(Default)]
struct InPass {
    pipeline: Option<PipelineKey>,
    /// With its dynamic offset.
    group: Option<(GroupKey, u32)>,
}

/// A GPU.
pub struct WebGpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    adapter: Adapter,
    machine: DeviceClass,
    limits: Limits,
    signals: Signals,
    buffers: Vec<Option<wgpu::Buffer>>,
    /// Bytes of all `buffers`.
    held: u64,
    kernels: KernelCache,
    uniforms: Uniforms,
    timing: Timing,
    encoder: Option<wgpu::CommandEncoder>,
    pass: Option<wgpu::ComputePass<'static>>,
    in_pass: InPass,
    alive: Alive,
}

impl WebGpu {
    /// Asks for an adapter and a device with all the adapter can give. Adapters are never reused: a second device from one adapter would be lost at
    /// once. `nudge` has a browser look for completions more often. `alive` is called before each call into the browser that may block the thread.
    ///
    /// # Errors
    /// `NO_DEVICE` when there is no WebGPU, no adapter, or the adapter gives no device.
    pub async fn connect(clock: Rc<dyn Clock>, events: Events, nudge: Nudging, alive: Alive) -> Result<Self> {
        let missing = |reason: String| Error::NoDevice { device: "webgpu".into(), reason };
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = instance.request_adapter(&options).await.map_err(|error| {
            missing(format!(
                "no adapter was found ({error}); update the browser and the graphics driver, or use device 'cpu'"
            ))
        })?;
        let timestamps = adapter.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        let required_features = if timestamps { wgpu::Features::TIMESTAMP_QUERY } else { wgpu::Features::empty() };
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("asynclab"),
            required_features,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = adapter.request_device(&descriptor).await.map_err(|error| {
            missing(format!("the adapter gave no device ({error}); reload the page, or use device 'cpu'"))
        })?;
        let limits = device.limits();
        let signals = Signals::new(&device, &queue, nudge, clock, events);
        let adapter = signals::describe(&adapter, &device, timestamps);
        Ok(Self {
            machine: adapter.machine(),
            adapter,
            limits: Limits {
                array_bytes: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) & !15,
                workgroups: limits.max_compute_workgroups_per_dimension,
                temporaries: TEMPORARIES,
            },
            signals,
            buffers: Vec::new(),
            held: 0,
            kernels: KernelCache::default(),
            uniforms: Uniforms::new(&device, limits.min_uniform_buffer_offset_alignment),
            timing: Timing::new(&queue),
            encoder: None,
            pass: None,
            in_pass: InPass::default(),
            alive,
            device,
            queue,
        })
    }

    fn buffer(&self, id: BufferId) -> Option<&wgpu::Buffer> {
        self.buffers.get(id as usize)?.as_ref()
    }

    /// Begins a pass unless one is open. When operations are timed, each has a pass of its own.
    fn begin(&mut self) {
        let encoder = self.encoder.get_or_insert_with(|| self.device.create_command_encoder(&Default::default()));
        if self.timing.is_on() {
            self.pass = None;
        }
        if self.pass.is_none() {
            let timestamp_writes = self.timing.next_pass(&self.device);
            let descriptor = wgpu::ComputePassDescriptor { label: None, timestamp_writes };
            self.in_pass = InPass::default();
            self.pass = Some(encoder.begin_compute_pass(&descriptor).forget_lifetime());
        }
    }

    fn copy_to_host(&mut self, source: &wgpu::Buffer, bytes: u64, arrived: signals::Arrived) {
        let descriptor = wgpu::BufferDescriptor {
            label: Some("staging"),
            size: bytes,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        };
        let copy = |staging: &wgpu::Buffer| {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(source, 0, staging, 0, bytes);
            self.queue.submit([encoder.finish()]);
        };
        self.signals.fetch(&self.device, &descriptor, copy, arrived);
    }
}

impl Device for WebGpu {
    fn limits(&self) -> Limits {
        self.limits
    }

    fn adapter(&self) -> Adapter {
        self.adapter.clone()
    }

    fn shares_clock(&self) -> bool {
        false
    }

    fn plan(&self, op: &'static dyn Operation, call: &Call<'_>, kernel: Option<usize>, limits: &Limits) -> Plan {
        match kernel.or_else(|| op.kernel_for(self.machine, call)) {
            Some(kernel) => op.plan_with(kernel, call, limits),
            None => op.plan(call, limits),
        }
    }

    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation> {
        let descriptor = wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        };
        let ask = self.held + bytes > UNASKED_BYTES;
        let (buffer, allocation) = self.signals.allocated(&self.device, &descriptor, id, ask)?;
        if id as usize >= self.buffers.len() {
            self.buffers.resize(id as usize + 1, None);
        }
        self.held += bytes;
        self.buffers[id as usize] = Some(buffer);
        Ok(allocation)
    }

    fn release(&mut self, id: BufferId) {
        self.kernels.forget(id);
        // Dropping alone would keep the memory until garbage is collected.
        if let Some(buffer) = self.buffers.get_mut(id as usize).and_then(Option::take) {
            self.held -= buffer.size();
            buffer.destroy();
        }
    }

    fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        let Some(buffer) = self.buffer(id) else { return };
        for (index, part) in bytemuck::cast_slice(&bits).chunks(UPLOAD_BYTES).enumerate() {
            (self.alive)();
            self.queue.write_buffer(buffer, (index * UPLOAD_BYTES) as u64, part);
        }
    }

    fn encode(&mut self, job: &Job<'_>) {
        if job.plan.dispatches.is_empty() && !self.timing.is_on() {
            return;
        }
        self.begin();
        for dispatch in &job.plan.dispatches {
            let buffer_of = |slot: &Slot| match *slot {
                Slot::Input(index) => job.inputs[index as usize],
                Slot::Output => job.output,
                Slot::Scratch(index) => job.scratch[index as usize],
            };
            let reads: ArrayVec<BufferId, { crate::op::MAX_READS }> = dispatch.read.iter().map(buffer_of).collect();
            let (page, offset) = self.uniforms.push(&self.device, &dispatch.params);
            let Self { device, kernels, buffers, uniforms, pass: Some(pass), in_pass, alive, .. } = self else {
                return;
            };
            let key = PipelineKey { opcode: job.opcode, part: dispatch.part, variant: dispatch.variant };
            if in_pass.pipeline != Some(key) {
                pass.set_pipeline(kernels.pipeline(device, key, job.op, reads.len(), &**alive));
                in_pass.pipeline = Some(key);
            }
            let group = ((page, buffer_of(&dispatch.write), reads), offset);
            if in_pass.group.as_ref() != Some(&group) {
                let Some(bound) = kernels.bind_group(device, &group.0, uniforms, buffers) else { return };
                pass.set_bind_group(0, bound, &[offset]);
                in_pass.group = Some(group);
            }
            let [x, y, z] = dispatch.workgroups;
            pass.dispatch_workgroups(x, y, z);
        }
    }

    fn submit(&mut self, serial: Serial) {
        (self.alive)();
        self.pass = None;
        self.uniforms.upload(&self.queue);
        if let Some(mut encoder) = self.encoder.take() {
            let timed = self.timing.resolve(&self.device, &mut encoder);
            self.queue.submit([encoder.finish()]);
            if let Some((staging, ticks)) = timed {
                self.signals.timed(&staging, serial, ticks);
            }
        } else {
            self.queue.submit([]);
        }
        self.signals.completed(&self.queue, serial);
    }

    fn read(&mut self, id: BufferId, elements: usize, token: Token) {
        let send = self.signals.sender();
        let source = self.buffer(id).cloned();
        match source {
            Some(source) if elements > 0 => {
                let arrived = move |bytes: Result<&[u8]>| {
                    let outcome = bytes.and_then(signals::elements);
                    let _ = send.unbounded_send(super::Event::Read { token, outcome });
                };
                self.copy_to_host(&source, elements as u64 * 4, Box::new(arrived));
            }
            _ => {
                let _ = send.unbounded_send(super::Event::Read { token, outcome: Ok(Vec::new()) });
            }
        }
    }

    fn measure(&mut self, on: bool) {
        self.timing.measure(on && self.adapter.timestamps);
    }

    fn lose(&mut self) {
        self.device.destroy();
        // Natively the loss is reported when polled. Operations before that would report errors of their own.
        self.signals.poll(&self.device);
    }

    fn poll(&mut self) -> Activity {
        self.signals.poll(&self.device)
    }
}

impl Drop for WebGpu {
    fn drop(&mut self) {
        self.device.destroy();
    }
}
