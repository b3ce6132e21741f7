//! The browser's clock, and the event-loop turns on it.

use crate::trace::clock::Clock;
use js_sys::Function;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageChannel, MessagePort};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    #[wasm_bindgen(thread_local_v2, js_namespace = performance, js_name = timeOrigin)]
    static TIME_ORIGIN: f64;
}

/// `performance.now()`, counted from the lab's epoch so that every thread has the same time.
pub(crate) struct WebClock {
    shift: f64,
    turn: Rc<Cell<u32>>,
    ticker: Ticker,
}

impl WebClock {
    /// The clock of this thread, for a lab whose epoch is the `performance.timeOrigin` of another thread, or of this one.
    pub(crate) fn new(epoch: Option<f64>) -> Self {
        let own = TIME_ORIGIN.with(|origin| *origin);
        let turn = Rc::new(Cell::new(0_u32));
        let next = turn.clone();
        let ticker = Ticker::new(move || next.set(next.get().wrapping_add(1)));
        Self { shift: epoch.map_or(0.0, |epoch| own - epoch), turn, ticker }
    }
}

impl Clock for WebClock {
    fn now(&self) -> f64 {
        performance_now() + self.shift
    }

    fn turn(&self) -> u32 {
        // The next turn begins with the next task. Calls before that are in the same turn.
        self.ticker.schedule();
        self.turn.get()
    }
}

/// Runs a function in a task of its own, soon, by a message to its own thread. Browsers do not delay messages as they do timers.
pub(super) struct Ticker {
    task: Rc<Task>,
    receiver: Option<MessagePort>,
    _on_message: Closure<dyn FnMut()>,
}

struct Task {
    sender: Option<MessagePort>,
    scheduled: Cell<bool>,
}

impl Task {
    fn schedule(&self) {
        if let (false, Some(port)) = (self.scheduled.replace(true), &self.sender) {
            let _ = port.post_message(&JsValue::NULL);
        }
    }
}

impl Ticker {
    /// Runs once each time it is scheduled.
    pub(super) fn new(mut run: impl FnMut() + 'static) -> Self {
        let once = move || {
            run();
            false
        };
        Self::repeating(once, None)
    }

    /// Runs when it is scheduled, and again while `run` returns true. `guard(task)` returns the task that is run instead: it may catch a trap, which
    /// the engine's own code cannot.
    pub(super) fn repeating(mut run: impl FnMut() -> bool + 'static, guard: Option<&Function>) -> Self {
        let channel = MessageChannel::new().ok();
        let sender = channel.as_ref().map(MessageChannel::port2);
        let task = Rc::new(Task { sender, scheduled: Cell::new(false) });
        let again = task.clone();
        let on_message = Closure::new(move || {
            again.scheduled.set(false);
            if run() {
                again.schedule();
            }
        });
        let receiver = channel.map(|channel| channel.port1());
        if let Some(port) = &receiver {
            let task: &Function = on_message.as_ref().unchecked_ref();
            let guarded = guard.and_then(|guard| guard.call1(&JsValue::UNDEFINED, task).ok()?.dyn_into().ok());
            port.set_onmessage(Some(guarded.as_ref().unwrap_or(task)));
            leave_alone(port);
        }
        Self { task, receiver, _on_message: on_message }
    }

    /// Has it run in the next task: once, even if this is called several times before.
    pub(super) fn schedule(&self) {
        self.task.schedule();
    }
}

/// Outside browsers a port that listens keeps the process alive. This port should not.
fn leave_alone(port: &MessagePort) {
    let unref = js_sys::Reflect::get(port, &"unref".into()).ok();
    if let Some(unref) = unref.as_ref().and_then(JsValue::dyn_ref::<Function>) {
        let _ = unref.call0(port);
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some(port) = &self.receiver {
            port.close();
        }
    }
}
