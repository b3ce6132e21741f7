//! Chromium looks whether work is done when its GPU process has read commands, and then every 2 ms: short work that was not
//! done at the first look is told 2 ms late. A question that needs an answer from that process makes it look again. A question
//! is a few bytes, is no work for the device, and follows the answer to the one before.

use super::web::method;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Questions after a submission to an idle queue. They take 0.2 ms each: work that takes longer than all of them together does
/// not notice 2 ms, and a queue that is busy is not asked.
const QUESTIONS: u32 = 4;

/// Asks after work that was submitted to an idle queue.
pub(super) struct Ask(Rc<Shared>);

struct Shared {
    device: wgpu::Device,
    /// Completions that are expected.
    expected: Cell<usize>,
    /// Questions that are left.
    left: Cell<u32>,
    asking: Cell<bool>,
}

/// Somebody expects a completion until this is dropped.
pub(super) struct Expected(Rc<Shared>);

impl Ask {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let (expected, left, asking) = (Cell::new(0), Cell::new(0), Cell::new(false));
        Self(Rc::new(Shared { device: device.clone(), expected, left, asking }))
    }

    pub(super) fn expect(&self) -> Expected {
        let Self(shared) = self;
        if shared.expected.replace(shared.expected.get() + 1) == 0 {
            shared.left.set(QUESTIONS);
            if !shared.asking.get() {
                ask(shared.clone());
            }
        }
        Expected(shared.clone())
    }
}

/// Asks, unless everything is told, and again after the answer.
fn ask(shared: Rc<Shared>) {
    let asks = shared.expected.get() > 0 && shared.left.get() > 0;
    shared.asking.set(asks);
    let device = shared.device.clone();
    if let (true, Some(gpu)) = (asks, device.as_webgpu()) {
        shared.left.set(shared.left.get() - 1);
        // An error scope with nothing in it: its end is told by the GPU's process. It is refused when the device is lost.
        let _ = method(gpu.as_ref(), "pushErrorScope").call1(gpu.as_ref(), &"validation".into());
        let told = Closure::once_into_js(move || ask(shared));
        let answer = gpu.pop_error_scope();
        let _ = method(answer.as_ref(), "then").call2(answer.as_ref(), &told, &told);
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        self.0.expected.set(self.0.expected.get() - 1);
    }
}
