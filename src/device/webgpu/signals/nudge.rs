//! Firefox looks for completed work from a timer of 100 ms (Mozilla bug 1870699), or when something is submitted. While
//! something is awaited an empty submission every few milliseconds makes it look more often. That disturbs what is measured a
//! little, so every result says that it was done.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;

/// Time between two nudges, in ms. Browsers stretch it to 4 ms; more often would flood the queue to the GPU's process.
const INTERVAL_MS: i32 = 1;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(run: &JsValue, ms: i32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

/// Nudges the browser as long as somebody expects a completion.
pub(super) struct Nudge(Rc<Shared>);

/// Ends it for ever.
pub(super) struct Stop(Weak<Shared>);

struct Shared {
    queue: wgpu::Queue,
    expected: Cell<usize>,
    stopped: Cell<bool>,
    timer: RefCell<Option<JsValue>>,
    tick: RefCell<Option<Closure<dyn FnMut()>>>,
}

/// Somebody expects a completion until this is dropped.
pub(super) struct Expected(Weak<Shared>);

impl Nudge {
    pub(super) fn new(queue: &wgpu::Queue) -> Self {
        let shared = Rc::new(Shared {
            queue: queue.clone(),
            expected: Cell::new(0),
            stopped: Cell::new(false),
            timer: RefCell::new(None),
            tick: RefCell::new(None),
        });
        let weak = Rc::downgrade(&shared);
        let tick = Closure::new(move || {
            let Some(shared) = weak.upgrade() else { return };
            shared.timer.replace(None);
            if shared.expected.get() > 0 && !shared.stopped.get() {
                shared.queue.submit([]);
                shared.schedule();
            }
        });
        *shared.tick.borrow_mut() = Some(tick);
        Self(shared)
    }

    pub(super) fn expect(&self) -> Expected {
        self.0.expected.set(self.0.expected.get() + 1);
        self.0.schedule();
        Expected(Rc::downgrade(&self.0))
    }

    /// For the loss of the device: its completions will never come.
    pub(super) fn stop(&self) -> Stop {
        Stop(Rc::downgrade(&self.0))
    }
}

impl Shared {
    fn schedule(&self) {
        if self.stopped.get() {
            return;
        }
        let mut timer = self.timer.borrow_mut();
        if let (None, Some(tick)) = (&*timer, &*self.tick.borrow()) {
            *timer = Some(set_timeout(tick.as_ref(), INTERVAL_MS));
        }
    }
}

impl Stop {
    pub(super) fn now(&self) {
        if let Some(shared) = self.0.upgrade() {
            shared.stopped.set(true);
            if let Some(timer) = shared.timer.take() {
                clear_timeout(&timer);
            }
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // The function that it would call goes, too.
        if let Some(timer) = self.timer.get_mut() {
            clear_timeout(timer);
        }
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        if let Some(shared) = self.0.upgrade() {
            shared.expected.set(shared.expected.get().saturating_sub(1));
        }
    }
}
