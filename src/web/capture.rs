//! Capture and replay for JavaScript.

use super::frontend::WebFrontend;
use crate::frontend::Captured;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// Stands for the program of a capture that cannot be enqueued again.
const NONE: u32 = u32::MAX;

#[wasm_bindgen]
impl WebFrontend {
    /// Captures the operations that are enqueued on the device from here on. Returns 1.
    #[wasm_bindgen(js_name = beginCapture)]
    pub fn begin_capture(&mut self, device: u8) -> u32 {
        let result = self.inner.begin_capture(device);
        self.or_zero(result.map(|()| 1))
    }

    /// Ends the capture, and enqueues it. Returns a list: the program, or 2³² - 1 with an error where it cannot be enqueued again; the number of its
    /// operations; the number of inputs, and their positions in `seen`; the outputs. The outputs of a `forward` program may lead to gradients.
    #[wasm_bindgen(js_name = endCapture)]
    pub fn end_capture(&mut self, seen: &[u32], free: &[u32], forward: bool) -> Option<Vec<u32>> {
        let ended = if forward { self.inner.end_forward(seen, free) } else { self.inner.end_capture(seen, free) };
        let Captured { program, inputs, outputs, operations } = match ended {
            Ok(captured) => captured,
            Err(error) => {
                self.error = Some(error);
                return None;
            }
        };
        let program = program.unwrap_or_else(|error| {
            self.error = Some(error);
            NONE
        });
        let mut found = vec![program, operations as u32, inputs.len() as u32];
        found.extend(inputs.iter().map(|&position| position as u32));
        found.extend(outputs);
        Some(found)
    }

    /// Has replays take arrays like these. Returns 1. A read is 2 × the position of an array, or 1 more for its gradient; a target is the same, or
    /// 2³² - 1.
    #[wasm_bindgen(js_name = bindProgram)]
    pub fn bind_program(&mut self, program: u32, arrays: &[u32], reads: &[u32], targets: &[u32]) -> u32 {
        let result = self.inner.bind(program, arrays, reads, targets);
        self.or_zero(result.map(|()| 1))
    }

    /// The lists of a program in the engine's memory, as [`crate::frontend::Frontend::lists`] has them. The array is empty once that memory has grown.
    pub fn lists(&mut self, program: u32) -> js_sys::Uint32Array {
        let lists = self.inner.lists(program);
        let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
        let [at, length] = [lists.as_ptr() as u32, lists.len() as u32];
        js_sys::Uint32Array::new_with_byte_offset_and_length(&memory.buffer(), at, length)
    }

    /// Enqueues a program with this many arrays and words in its lists; returns 1 more than the number of its outputs.
    pub fn replay(&mut self, program: u32, arrays: usize, words: usize) -> u32 {
        let result = self.inner.replay_listed(program, arrays, words);
        self.or_zero(result.map(|outputs| outputs as u32 + 1))
    }

    /// The operations of a program.
    #[wasm_bindgen(js_name = operationsOf)]
    #[must_use]
    pub fn operations_of(&self, program: u32) -> Option<Vec<u32>> {
        self.inner.operations_of(program).map(<[u32]>::to_vec)
    }

    /// A program will not be enqueued again.
    #[wasm_bindgen(js_name = forgetProgram)]
    pub fn forget_program(&mut self, program: u32) {
        self.inner.forget_program(program);
    }

    /// Replaces the gradient of an array. Returns 1.
    #[wasm_bindgen(js_name = setGrad)]
    pub fn set_grad(&mut self, array: u32, gradient: u32) -> u32 {
        let result = self.inner.set_grad(array, gradient);
        self.or_zero(result.map(|()| 1))
    }
}
