//! Timestamp queries: when each operation of a submission started and ended, on the GPU's clock.

/// Queries in a set; the most WebGPU allows.
const QUERIES: u32 = 4096;

struct Queries {
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
}

pub(super) struct Timing {
    on: bool,
    used: u32,
    /// Made on first use.
    queries: Option<Queries>,
    period_ms: f64,
}

impl Timing {
    pub(super) fn new(queue: &wgpu::Queue) -> Self {
        // On the web timestamps are in ns and the period is 1.
        Self { on: false, used: 0, queries: None, period_ms: f64::from(queue.get_timestamp_period()) / 1e6 }
    }

    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    pub(super) fn measure(&mut self, on: bool) {
        self.on = on;
    }

    /// Where the next pass writes its start and end; nowhere when nothing is timed or the set is full.
    pub(super) fn next_pass(&mut self, device: &wgpu::Device) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        if !self.on || self.used + 2 > QUERIES {
            return None;
        }
        let queries = self.queries.get_or_insert_with(|| Queries {
            set: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count: QUERIES,
            }),
            resolved: device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("timestamps"),
                size: u64::from(QUERIES) * 8,
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
        });
        let first = self.used;
        self.used += 2;
        Some(wgpu::ComputePassTimestampWrites {
            query_set: &queries.set,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        })
    }

    /// Copies the times of the submission into a buffer to be mapped; also gives the length of their unit in ms.
    pub(super) fn resolve(
        &mut self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<(wgpu::Buffer, f64)> {
        let used = std::mem::take(&mut self.used);
        let queries = self.queries.as_ref().filter(|_| used > 0)?;
        let bytes = u64::from(used) * 8;
        let staging = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("staging"),
            size: bytes,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        encoder.resolve_query_set(&queries.set, 0..used, &queries.resolved, 0);
        encoder.copy_buffer_to_buffer(&queries.resolved, 0, &staging, 0, bytes);
        Some((staging, self.period_ms))
    }
}
