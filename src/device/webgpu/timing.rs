//! Timestamp queries: when each operation of a submission started and ended, on the GPU's clock.

use std::sync::{Arc, OnceLock};

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
    ticks: Ticks,
}

/// How timestamps become ms. Some drivers count ns since 1970: as an `f64` in ms such a number has a step of 244 ns, so times count from shortly before
/// the first one.
#[derive(Clone, Default)]
pub(super) struct Ticks {
    period_ms: f64,
    origin: Arc<OnceLock<u64>>,
}

/// A multiple of the steps to which browsers round timestamps, 2¹⁶ and 10⁵ ns: times that count from such an origin keep their step.
const ROUND: u64 = (1 << 16) * 3125;

impl Ticks {
    /// Start and end of each operation in ms, from pairs of timestamps. A timestamp that was not written is zero, and so is its time.
    pub(super) fn spans(&self, bytes: &[u8]) -> Vec<(f64, f64)> {
        let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(bytes);
        let Some(&first) = ticks.iter().find(|&&tick| tick > 0) else { return vec![(0.0, 0.0); ticks.len() / 2] };
        let origin = *self.origin.get_or_init(|| (first / ROUND).saturating_sub(1) * ROUND);
        let ms =
            |tick: u64| if tick == 0 { 0.0 } else { tick.wrapping_sub(origin).cast_signed() as f64 * self.period_ms };
        ticks.chunks_exact(2).map(|pair| (ms(pair[0]), ms(pair[1]))).collect()
    }
}

impl Timing {
    pub(super) fn new(queue: &wgpu::Queue) -> Self {
        // On the web timestamps are in ns and the period is 1.
        let period_ms = f64::from(queue.get_timestamp_period()) / 1e6;
        Self { on: false, used: 0, queries: None, ticks: Ticks { period_ms, ..Ticks::default() } }
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

    /// Copies the times of the submission into a buffer to be mapped; also returns the conversion to ms.
    pub(super) fn resolve(
        &mut self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Option<(wgpu::Buffer, Ticks)> {
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
        Some((staging, self.ticks.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_since_1970_keep_their_step() {
        const STEP: u64 = 1 << 16;
        let first = 1_795_818_220_197_000_000 / STEP * STEP;
        let stamps: Vec<u64> = (0..200).map(|i| first + i * i * STEP).collect();
        let ticks = Ticks { period_ms: 1e-6, ..Ticks::default() };
        // Those of the next submission count from the same origin.
        let halves = stamps.chunks(100).map(|half| ticks.spans(bytemuck::cast_slice(half)));
        let ms: Vec<f64> = halves.flatten().flat_map(|(start, end)| [start, end]).collect();
        let exact = |i: usize| (stamps[i] - stamps[0]) as f64 * 1e-6;
        for (i, ms_i) in ms.iter().enumerate() {
            assert!(*ms_i > 0.0 && (ms_i - ms[0] - exact(i)).abs() < 1e-8, "{i}: {ms_i}");
        }
        let ns: Vec<u64> = ms.iter().map(|ms| (ms * 1e6).round() as u64).collect();
        assert_eq!(crate::trace::clock::quantum(&ns), Some(STEP));
    }

    #[test]
    fn timestamps_that_were_not_written_stay_zero() {
        let ticks = Ticks { period_ms: 1e-6, ..Ticks::default() };
        assert_eq!(ticks.spans(bytemuck::cast_slice(&[0_u64; 4])), [(0.0, 0.0); 2]);
        let spans = ticks.spans(bytemuck::cast_slice(&[0, 0, 5_000_000_u64, 7_000_000]));
        assert_eq!(spans, [(0.0, 0.0), (5.0, 7.0)]);
    }
}
