//! Browsers look for completed work late. Firefox does from a timer of 100 ms (Mozilla bug 1870699), or when something is
//! submitted: while something is awaited an empty submission every few milliseconds makes it look more often. That disturbs what
//! is measured a little, so every result says that it was done. Chromium looks when its GPU process has read commands, and then
//! 2 ms later. A question that this process must answer makes it look after 1 ms, and is no work for the device. Every result states
//! how many questions were allowed at most.

use super::Nudging;
use super::js::{clear_timeout, method, property, set_timeout};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;

/// Time between two nudges, in ms. Browsers stretch it to 4 ms; more often would flood the queue to the GPU's process.
const INTERVAL_MS: i32 = 1;

/// Nudges the browser while somebody expects a completion: by empty submissions until it comes, or by a few questions.
pub(super) struct Nudge(Rc<Shared>);

/// Ends the nudging for ever.
pub(super) struct Stop(Weak<Shared>);

struct Shared {
    device: wgpu::Device,
    queue: wgpu::Queue,
    way: Nudging,
    expected: Cell<usize>,
    /// Questions that are left.
    left: Cell<u32>,
    stopped: Cell<bool>,
    timer: RefCell<Option<JsValue>>,
    tick: RefCell<Option<Closure<dyn FnMut()>>>,
}

/// Somebody expects a completion until this is dropped.
pub(super) struct Expected(Weak<Shared>);

impl Nudge {
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue, way: Nudging) -> Self {
        let shared = Rc::new(Shared {
            device: device.clone(),
            queue: queue.clone(),
            way,
            expected: Cell::new(0),
            left: Cell::new(0),
            stopped: Cell::new(false),
            timer: RefCell::new(None),
            tick: RefCell::new(None),
        });
        let weak = Rc::downgrade(&shared);
        let tick = Closure::new(move || {
            let Some(shared) = weak.upgrade() else { return };
            shared.timer.replace(None);
            if shared.expected.get() > 0 && !shared.stopped.get() {
                shared.nudge();
            }
        });
        *shared.tick.borrow_mut() = Some(tick);
        Self(shared)
    }

    pub(super) fn expect(&self) -> Expected {
        let Self(shared) = self;
        if shared.expected.replace(shared.expected.get() + 1) == 0 {
            shared.left.set(shared.way.questions());
            shared.schedule();
        }
        Expected(Rc::downgrade(shared))
    }

    /// For the loss of the device: its completions will never come.
    pub(super) fn stop(&self) -> Stop {
        Stop(Rc::downgrade(&self.0))
    }
}

impl Shared {
    fn nudge(&self) {
        if self.way == Nudging::Submit {
            self.queue.submit([]);
        } else if let (1.., Some(gpu)) = (self.left.get(), self.device.as_webgpu()) {
            self.left.set(self.left.get() - 1);
            // An empty error scope: the GPU's process reports its end. The answer is of no interest.
            let _ = method(gpu.as_ref(), "pushErrorScope").call1(gpu.as_ref(), &"validation".into());
            let (answer, nothing) = (gpu.pop_error_scope(), property(&js_sys::global(), "Boolean"));
            let _ = method(answer.as_ref(), "then").call2(answer.as_ref(), &nothing, &nothing);
        } else {
            return;
        }
        self.schedule();
    }

    fn schedule(&self) {
        if self.stopped.get() {
            return;
        }
        let mut timer = self.timer.borrow_mut();
        if let (None, Some(tick)) = (&*timer, &*self.tick.borrow()) {
            *timer = Some(set_timeout(tick.as_ref(), INTERVAL_MS));
        }
    }

    fn unschedule(&self) {
        if let Some(timer) = self.timer.take() {
            clear_timeout(&timer);
        }
    }
}

impl Stop {
    pub(super) fn now(&self) {
        if let Some(shared) = self.0.upgrade() {
            shared.stopped.set(true);
            shared.unschedule();
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // The function that the timer would call is dropped, too.
        self.unschedule();
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        if let Some(shared) = self.0.upgrade() {
            shared.expected.set(shared.expected.get().saturating_sub(1));
            // A question that is still scheduled would be asked as the next work begins, and cost it 0.15 ms.
            if shared.expected.get() == 0 {
                shared.unschedule();
            }
        }
    }
}
