//! Gradients for JavaScript: as on the rest of the frontend, 0 stands for an error, unless the method says otherwise.

use super::frontend::WebFrontend;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl WebFrontend {
    /// Records calls from here on. Returns whether they were recorded before.
    #[wasm_bindgen(js_name = startRecording)]
    pub fn start_recording(&mut self) -> bool {
        self.inner.start_recording()
    }

    /// Records nothing from here on. Returns whether calls were recorded before.
    #[wasm_bindgen(js_name = stopRecording)]
    pub fn stop_recording(&mut self) -> bool {
        self.inner.stop_recording()
    }

    /// Whether calls are recorded.
    #[wasm_bindgen(js_name = isRecording)]
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.inner.is_recording()
    }

    /// Attaches a gradient to an array, which backward passes replace or add to. Returns 1.
    #[wasm_bindgen(js_name = attachGrad)]
    pub fn attach_grad(&mut self, array: u32, accumulate: bool) -> u32 {
        let result = self.inner.attach_grad(array, accumulate);
        self.or_zero(result.map(|()| 1))
    }

    /// The gradient of an array, with a reference for the caller. Returns 0 where there is none, which is no error.
    pub fn grad(&mut self, array: u32) -> u32 {
        self.inner.grad(array).ok().flatten().unwrap_or(0)
    }

    /// Whether an array was computed by calls that were recorded.
    #[wasm_bindgen(js_name = isRecorded)]
    pub fn is_recorded(&mut self, array: u32) -> bool {
        self.inner.is_recorded(array).unwrap_or(false)
    }

    /// Whether a recorded call that something needs has read the array.
    #[wasm_bindgen(js_name = isLinked)]
    pub fn is_linked(&mut self, array: u32) -> bool {
        self.inner.is_linked(array).unwrap_or(false)
    }

    /// Forgets the gradient of an array. Returns 1.
    #[wasm_bindgen(js_name = zeroGrad)]
    pub fn zero_grad(&mut self, array: u32) -> u32 {
        let result = self.inner.zero_grad(array);
        self.or_zero(result.map(|()| 1))
    }

    /// Finds the gradients of everything attached that leads to the loss. Returns 1. `head` 0 stands for ones.
    pub fn backward(&mut self, loss: u32, head: u32, retain: bool) -> u32 {
        let result = self.inner.backward(loss, (head != 0).then_some(head), retain);
        self.or_zero(result.map(|()| 1))
    }

    /// The gradients with respect to some arrays, each with a reference for the caller; undefined is an error. `head` 0 stands
    /// for ones.
    pub fn gradients(&mut self, loss: u32, head: u32, wanted: &[u32], retain: bool, record: bool) -> Option<Vec<u32>> {
        let head = (head != 0).then_some(head);
        let found = if record {
            self.inner.recorded_gradients(loss, head, wanted)
        } else {
            self.inner.gradients(loss, head, wanted, retain)
        };
        match found {
            Ok(gradients) => Some(gradients),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    /// Has a reference to `array` refer to the values of `value` from now on. Returns the handle of the reference from then on.
    pub fn assign(&mut self, array: u32, value: u32) -> u32 {
        let result = self.inner.assign(array, value);
        self.or_zero(result)
    }
}
