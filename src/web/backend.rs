//! The backend for JavaScript: driven by messages from the frontend and events from the device, on a worker or on the
//! frontend's own thread.

use super::clock::{Ticker, WebClock};
use super::frontend::WebFrontend;
use super::options::Options;
use super::reply::Replies;
use super::{error_to_js, to_js};
use crate::backend::Backend;
use crate::backend::policy::Policy;
use crate::device::Nudging;
use crate::device::open::{self, Opened, Wanted};
use crate::device::sim::VirtualClock;
use crate::device::{Activity, Adapter, Alive, Event};
use crate::error::{Error, Report};
use crate::host;
use crate::trace::clock::Clock;
use crate::wire::{LARGE, Segment, segments};
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use futures_util::StreamExt;
use js_sys::{Float32Array, Function, Uint32Array};
use serde::Serialize;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    device: String,
    adapter: Adapter,
    backend_step: f64,
    array_bytes: u64,
    /// Empty submissions made the browser look for completions more often than it would by itself.
    nudged: bool,
    /// Questions for each submission to an idle queue, at most.
    questions: u32,
    policy: Policy,
}

/// Everything the tasks of this thread share. The backend is gone once the lab is closed.
struct Shared {
    backend: RefCell<Option<Backend>>,
    incoming: RefCell<UnboundedReceiver<Event>>,
    /// `None` once it is closed: the function that it calls refers back to the backend's wrapper, and the cycle would keep both for ever.
    replies: RefCell<Option<Replies>>,
}

/// A backend with its device.
#[wasm_bindgen]
pub struct WebBackend {
    shared: Rc<Shared>,
    clock: Rc<dyn Clock>,
    /// The same clock, where it is virtual.
    simulated: Option<Rc<VirtualClock>>,
    info: Info,
    /// Gives the device the thread, where it works on this one.
    ticker: Option<Rc<Ticker>>,
}

#[wasm_bindgen]
impl WebBackend {
    /// Opens a device. `options` are those of `connect()` and `epoch`, the `performance.timeOrigin` of the frontend's thread; `reply(message, transfer)` gets the answers.
    ///
    /// # Errors
    /// `{code, message}` with `NO_DEVICE` or `INVALID_OPTION`.
    pub async fn connect(options: JsValue, reply: Function) -> Result<WebBackend, JsValue> {
        let open = async {
            let options = Options::read(&options)?;
            Self::open(options, reply).await
        };
        open.await.map_err(|error| error_to_js(&error))
    }

    /// Another simulated device on the same virtual clock.
    ///
    /// # Errors
    /// `{code, message}` with `INVALID_OPTION`.
    pub fn beside(&self, options: &JsValue, reply: Function) -> Result<WebBackend, JsValue> {
        let open = || {
            let options = Options::read(options)?;
            let clock = self.simulated.clone().unwrap_or_else(|| Rc::new(VirtualClock::new(&options.sim)));
            let (events, incoming) = unbounded();
            let opened = open::simulated(options.sim, options.machine.clone(), clock, events);
            Self::around(opened, options, incoming, reply)
        };
        open().map_err(|error| error_to_js(&error))
    }

    /// Facts found out about the device and the clocks.
    #[must_use]
    pub fn info(&self) -> JsValue {
        to_js(&self.info)
    }

    /// A frontend on the same thread and the same clock, without a device yet.
    #[must_use]
    pub fn frontend(&self, operations: f64, bytes: f64) -> WebFrontend {
        WebFrontend::on(self.clock.clone(), operations, bytes)
    }

    /// Takes the elements that another device sends, or the code and the sentence of the error there.
    pub fn deliver(&self, token: u32, data: Option<Float32Array>, code: &str, message: String) {
        if let Some(backend) = self.shared.backend.borrow_mut().as_mut() {
            backend.deliver(
                token,
                match data {
                    Some(data) => host::filled(data.length() as usize, |copy| data.copy_to(copy)),
                    None => Err(Report::elsewhere(code, message)),
                },
            );
        }
        self.post_and_poll();
    }

    /// Takes a chunk of the stream. An engine that has failed throws.
    pub fn receive(&self, words: &Uint32Array) {
        if let Some(backend) = self.shared.backend.borrow_mut().as_mut() {
            take(backend, words);
        }
        self.post_and_poll();
    }

    /// Works on this thread until nothing is left to do: the call blocks, as a library without a queue would.
    #[wasm_bindgen(js_name = runToEnd)]
    pub fn run_to_end(&self) {
        // An event may let the next operation begin, whose end is an event again.
        while self.shared.poll() == Activity::Busy || self.shared.take_events() {}
        self.shared.answer();
    }

    /// Loses the device on purpose, to see what then happens.
    pub fn lose(&self) {
        if let Some(backend) = self.shared.backend.borrow_mut().as_mut() {
            backend.lose();
        }
    }

    /// Releases the device and all its memory. Returns the bytes that are still held; NaN if the engine has failed, since they are unknown then.
    #[must_use]
    pub fn close(&self) -> f64 {
        let Ok(mut backend) = self.shared.backend.try_borrow_mut() else { return f64::NAN };
        self.shared.replies.try_borrow_mut().ok().map(|mut replies| replies.take());
        backend.take().map_or(0.0, |backend| backend.close() as f64)
    }
}

impl WebBackend {
    async fn open(options: Options, reply: Function) -> crate::error::Result<Self> {
        let (events, incoming) = unbounded();
        let wanted = match options.device.as_str() {
            "webgpu" => Wanted::WebGpu { nudge: options.nudge, alive: calling(options.alive.clone()) },
            "cpu" => Wanted::Cpu,
            "sim" => Wanted::Sim(Box::new(options.sim), options.machine.clone()),
            _ => {
                let expected = "'webgpu', 'cpu' or 'sim'";
                return Err(Error::InvalidOption { name: "device", value: options.device, expected });
            }
        };
        let epoch = options.epoch;
        let opened = open::open(wanted, || Rc::new(WebClock::new(epoch)), events).await?;
        Self::around(opened, options, incoming, reply)
    }

    /// Posts the answers that are ready, and gives the thread soon to a device that works on it.
    fn post_and_poll(&self) {
        self.shared.post_and_poll(self.ticker.as_deref());
    }

    /// A backend around a device that is open.
    fn around(
        opened: Opened,
        options: Options,
        incoming: UnboundedReceiver<Event>,
        reply: Function,
    ) -> crate::error::Result<Self> {
        let Opened { device, clock, simulated } = opened;
        let nudging = if options.device == "webgpu" { options.nudge } else { Nudging::Never };
        let polled = options.device != "webgpu";
        let limits = device.limits();
        let mut backend = Backend::new(device, clock.clone(), options.policy)?;
        for [class, kernel] in &options.pinned {
            backend.pin(class, kernel)?;
        }
        let info = Info {
            device: options.device,
            adapter: backend.device().adapter(),
            backend_step: clock.virtual_step().unwrap_or_else(super::clock_step),
            array_bytes: limits.array_bytes,
            nudged: nudging == Nudging::Submit,
            questions: nudging.questions(),
            policy: *backend.policy(),
        };
        let shared = Rc::new(Shared {
            backend: RefCell::new(Some(backend)),
            incoming: RefCell::new(incoming),
            replies: RefCell::new(Some(Replies::new(reply, clock.clone()))),
        });
        let ticker = polled.then(|| Rc::new(Shared::poll_in_tasks(&shared, options.guard.as_ref())));
        let (listener, working) = (shared.clone(), ticker.clone());
        spawn_local(async move { listener.listen(working).await });
        Ok(Self { shared, clock, simulated, info, ticker })
    }
}

/// Calls a function, where there is one.
fn calling(function: Option<Function>) -> Alive {
    Box::new(move || {
        if let Some(function) = &function {
            let _ = function.call0(&JsValue::UNDEFINED);
        }
    })
}

/// Takes a chunk of the stream, each large array by itself: there may be no memory for a copy of it with the rest of the chunk.
fn take(backend: &mut Backend, chunk: &Uint32Array) {
    let words = chunk.length();
    let part = |range: Range<usize>| {
        host::filled(range.len(), |copy| chunk.subarray(range.start as u32, range.end as u32).copy_to(copy))
    };
    if (words as usize) < LARGE {
        return take_commands(backend, part(0..words as usize));
    }
    for next in segments(words as usize, |at| chunk.get_index(at as u32)) {
        match next {
            Segment::Commands(range) => take_commands(backend, part(range)),
            Segment::Array { output, dims, bits } => match part(dims) {
                Ok(dims) => backend.receive_array(output, &dims, part(bits)),
                Err(error) => backend.fail(&error),
            },
        }
    }
}

fn take_commands(backend: &mut Backend, words: Result<Vec<u32>, Error>) {
    match words {
        Ok(words) => backend.receive(&words),
        Err(error) => backend.fail(&error),
    }
}

impl Shared {
    /// Takes the device's events as they come, until the lab is closed.
    async fn listen(&self, ticker: Option<Rc<Ticker>>) {
        loop {
            let event = std::future::poll_fn(|context| self.incoming.borrow_mut().poll_next_unpin(context)).await;
            let Some(event) = event else { break };
            // An engine that failed in the middle of a call still borrows the backend. Its events are no longer needed.
            let Ok(mut backend) = self.backend.try_borrow_mut() else { break };
            if let Some(backend) = backend.as_mut() {
                backend.handle(event);
            }
            drop(backend);
            self.take_events();
            // A completion may have allowed further operations to be handed over.
            self.post_and_poll(ticker.as_deref());
        }
    }

    fn poll(&self) -> Activity {
        let Ok(mut backend) = self.backend.try_borrow_mut() else { return Activity::Idle };
        backend.as_mut().map_or(Activity::Idle, Backend::poll)
    }

    /// Handles the events that have come. Returns whether there were any.
    fn take_events(&self) -> bool {
        let mut incoming = self.incoming.borrow_mut();
        let mut backend = self.backend.borrow_mut();
        let mut any = false;
        while let (Some(backend), Ok(event)) = (backend.as_mut(), incoming.try_recv()) {
            backend.handle(event);
            any = true;
        }
        any
    }

    /// A task of its own for each slice of the device's work, so that messages are read in between.
    fn poll_in_tasks(shared: &Rc<Self>, guard: Option<&Function>) -> Ticker {
        let weak = Rc::downgrade(shared);
        Ticker::repeating(move || weak.upgrade().is_some_and(|shared| shared.poll() == Activity::Busy), guard)
    }

    /// Posts the answers that are ready, and gives the thread soon to a device that works on it.
    fn post_and_poll(&self, ticker: Option<&Ticker>) {
        self.answer();
        if let Some(ticker) = ticker {
            ticker.schedule();
        }
    }

    /// Posts the answers that are ready, in one message.
    fn answer(&self) {
        if let (Some(backend), Some(replies)) = (self.backend.borrow_mut().as_mut(), self.replies.borrow_mut().as_mut())
        {
            replies.post(backend);
        }
    }
}
