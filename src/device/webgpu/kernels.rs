//! Pipelines and bind groups, made once and looked up from then on.

use super::uniforms::{BINDING_BYTES, Uniforms};
use crate::device::BufferId;
use crate::op::{MAX_READS, Opcode, Operation, Part};
use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::num::NonZeroU64;

/// Bind groups of a generation; two generations are kept. Programs cycle through few buffers. Where buffers are allocated in ever new orders, the
/// groups, which take some kilobytes each in the GPU's process, must not accumulate.
const GENERATION: usize = 1024;

struct Layout {
    group: wgpu::BindGroupLayout,
    pipeline: wgpu::PipelineLayout,
}

/// Identifies a kernel: by its operation, its part if the operation is fused, and its variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PipelineKey {
    pub(super) opcode: Opcode,
    pub(super) part: Part,
    pub(super) variant: u32,
}

/// Uniform page, written buffer and read buffers.
pub(super) type GroupKey = (u32, BufferId, ArrayVec<BufferId, MAX_READS>);

#[derive(Default)]
pub(super) struct KernelCache {
    /// By number of arrays read; made on first use.
    layouts: [OnceCell<Layout>; MAX_READS + 1],
    pipelines: FxHashMap<PipelineKey, wgpu::ComputePipeline>,
    groups: FxHashMap<GroupKey, wgpu::BindGroup>,
    /// The bind groups of the generation before that were not needed since.
    older: FxHashMap<GroupKey, wgpu::BindGroup>,
}

impl KernelCache {
    pub(super) fn pipeline(
        &mut self,
        device: &wgpu::Device,
        key: PipelineKey,
        op: &'static dyn Operation,
        reads: usize,
        alive: &dyn Fn(),
    ) -> &wgpu::ComputePipeline {
        self.pipelines.entry(key).or_insert_with(|| {
            // A browser compiles kernels one after the other, and blocks a thread that asks for many.
            alive();
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(op.name()),
                source: wgpu::ShaderSource::Wgsl(op.wgsl_of_part(key.part, key.variant)),
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(op.name()),
                layout: Some(&self.layouts[reads].get_or_init(|| layout(device, reads)).pipeline),
                module: &module,
                entry_point: Some("main"),
                // WebGPU promises zeroed workgroup memory; every kernel here writes before it reads.
                compilation_options: wgpu::PipelineCompilationOptions {
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
                cache: None,
            })
        })
    }

    pub(super) fn bind_group(
        &mut self,
        device: &wgpu::Device,
        key: &GroupKey,
        uniforms: &Uniforms,
        buffers: &[Option<wgpu::Buffer>],
    ) -> Option<&wgpu::BindGroup> {
        let (page, write, reads) = key;
        if !self.groups.contains_key(key) {
            if self.groups.len() >= GENERATION {
                self.older = std::mem::take(&mut self.groups);
            }
            if let Some(group) = self.older.remove(key) {
                return Some(self.groups.entry(key.clone()).or_insert(group));
            }
            let uniform =
                wgpu::BufferBinding { buffer: uniforms.page(*page)?, offset: 0, size: NonZeroU64::new(BINDING_BYTES) };
            let mut entries = ArrayVec::<wgpu::BindGroupEntry<'_>, { MAX_READS + 2 }>::new();
            entries.push(wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::Buffer(uniform) });
            for (&id, binding) in [*write].iter().chain(reads).zip(1..) {
                let buffer = buffers.get(id as usize)?.as_ref()?;
                entries.push(wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() });
            }
            let layout = &self.layouts[reads.len()].get_or_init(|| layout(device, reads.len())).group;
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries });
            self.groups.insert(key.clone(), group);
        }
        self.groups.get(key)
    }

    /// Drops the bind groups that refer to a buffer, which is gone.
    pub(super) fn forget(&mut self, id: BufferId) {
        for groups in [&mut self.groups, &mut self.older] {
            groups.retain(|(_, write, reads), _| *write != id && !reads.contains(&id));
        }
    }
}

fn layout(device: &wgpu::Device, reads: usize) -> Layout {
    let entry = |binding, ty, has_dynamic_offset| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None },
        count: None,
    };
    let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
    let mut entries = vec![entry(0, wgpu::BufferBindingType::Uniform, true), entry(1, storage(false), false)];
    entries.extend((0..reads).map(|read| entry(2 + read as u32, storage(true), false)));
    let group = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
    let pipeline = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&group)],
        immediate_size: 0,
    });
    Layout { group, pipeline }
}
