//! The parameters of all dispatches of a submission, written with one call per page just before it. Writes and submissions share the queue's order,
//! so the same pages serve every submission.

use crate::op::MAX_PARAMS;

/// Bytes a shader may see from its offset on.
pub(super) const BINDING_BYTES: u64 = (MAX_PARAMS * 4) as u64;
/// Parameter sets in a page.
const PAGE_SLOTS: usize = 1024;

struct Page {
    buffer: wgpu::Buffer,
    words: Vec<u32>,
    /// The bytes that the buffer holds already.
    uploaded: Vec<u32>,
}

pub(super) struct Uniforms {
    slot_words: usize,
    pages: Vec<Page>,
    used: usize,
    last: Option<(u32, u32)>,
}

impl Uniforms {
    pub(super) fn new(device: &wgpu::Device, alignment: u32) -> Self {
        let slot_words = (BINDING_BYTES as usize / 4).next_multiple_of(alignment as usize / 4);
        Self { slot_words, pages: vec![page(device, slot_words)], used: 0, last: None }
    }

    /// Keeps the parameters for the submission; returns their page and dynamic offset. Consecutive dispatches with equal parameters share a slot.
    pub(super) fn push(&mut self, device: &wgpu::Device, params: &[u32]) -> (u32, u32) {
        if let Some((index, offset)) = self.last {
            let at = offset as usize / 4;
            if self.pages[index as usize].words.get(at..at + params.len()) == Some(params) {
                return (index, offset);
            }
        }
        if self.pages[self.used].words.len() == PAGE_SLOTS * self.slot_words {
            self.used += 1;
            if self.used == self.pages.len() {
                self.pages.push(page(device, self.slot_words));
            }
        }
        let words = &mut self.pages[self.used].words;
        let offset = words.len();
        words.extend_from_slice(params);
        words.resize(offset + self.slot_words, 0);
        let location = (self.used as u32, offset as u32 * 4);
        self.last = Some(location);
        location
    }

    pub(super) fn page(&self, index: u32) -> Option<&wgpu::Buffer> {
        self.pages.get(index as usize).map(|page| &page.buffer)
    }

    /// Writes the parameters that were pushed, and begins anew.
    pub(super) fn upload(&mut self, queue: &wgpu::Queue) {
        for page in &mut self.pages[..=self.used] {
            // Loops submit the same parameters again and again.
            if !page.uploaded.starts_with(&page.words) {
                queue.write_buffer(&page.buffer, 0, bytemuck::cast_slice(&page.words));
                std::mem::swap(&mut page.uploaded, &mut page.words);
            }
            page.words.clear();
        }
        self.used = 0;
        self.last = None;
    }
}

fn page(device: &wgpu::Device, slot_words: usize) -> Page {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("uniforms"),
        size: (PAGE_SLOTS * slot_words * 4) as u64,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    Page { buffer, words: Vec::new(), uploaded: Vec::new() }
}
