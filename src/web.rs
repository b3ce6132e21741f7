//! The boundary to JavaScript, and nothing else: numbers on the hot path, plain objects elsewhere.

use crate::error::Error;
use crate::trace::record::Trace;
use wasm_bindgen::prelude::*;

mod backend;
mod capture;
pub(crate) mod clock;
mod frontend;
mod options;
mod reply;
mod tape;

/// Smaller than the standard library's allocator, which counts in a download.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Called once for each thread: a panic then prints its message on the console instead of "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The operations' names, by opcode.
#[wasm_bindgen(js_name = operationNames)]
#[must_use]
pub fn operation_names() -> Vec<String> {
    crate::ops::ALL.iter().map(|op| op.name().to_owned()).collect()
}

/// The kind of call of each operation, by opcode.
#[wasm_bindgen(js_name = operationKinds)]
#[must_use]
pub fn operation_kinds() -> Vec<String> {
    crate::ops::ALL.iter().map(|op| op.kind().name().to_owned()).collect()
}

/// Median and quartiles of samples as `{median, low, high, samples}`, or undefined without any.
#[wasm_bindgen]
#[must_use]
pub fn summary(samples: &[f64]) -> JsValue {
    crate::trace::stats::summary(samples).map_or(JsValue::UNDEFINED, |summary| to_js(&summary))
}

/// Converts the GPU's times of another program's work (ns) to the clock on which that work was submitted and reported complete (ms); NaN is unknown.
/// Returns `{started, ended, fit, quantum}` in ms, by the same fit as the lab's own traces.
#[wasm_bindgen(js_name = alignTimes)]
#[must_use]
pub fn align_times(started: &[f64], ended: &[f64], submitted: &[f64], completed: &[f64]) -> JsValue {
    let known: Vec<u64> = started.iter().chain(ended).filter(|time| **time > 0.0).map(|time| *time as u64).collect();
    let quantum = crate::trace::clock::quantum(&known).map_or(0.0, |step| step as f64 * MS);
    // Some drivers count since 1970: in ms such a number has a step of 244 ns.
    let origin = known.iter().min().map_or(0.0, |&first| first as f64 - 1e6);
    let column = |times: &[f64], ms: &dyn Fn(f64) -> f64| -> Vec<f64> {
        let known = times.iter().map(|&time| ms(time));
        known.chain(std::iter::repeat(f64::NAN)).take(started.len()).collect()
    };
    let of_device = |ns: f64| if ns > 0.0 { (ns - origin) * MS } else { ns };
    let mut trace = Trace {
        started: column(started, &of_device),
        ended: column(ended, &of_device),
        submitted: column(submitted, &|ms| ms),
        completed: column(completed, &|ms| ms),
        ..Trace::default()
    };
    trace.align(quantum);
    if let Some(fit) = &mut trace.fit {
        fit.offset -= origin * MS;
    }
    let aligned = js_sys::Object::new();
    set(&aligned, "started", &js_sys::Float64Array::from(&trace.started[..]));
    set(&aligned, "ended", &js_sys::Float64Array::from(&trace.ended[..]));
    set(&aligned, "fit", &to_js(&trace.fit));
    set(&aligned, "quantum", &quantum.into());
    aligned.into()
}

/// A nanosecond in ms.
const MS: f64 = 1e-6;

/// The smallest step of `performance.now()` on this thread, in ms.
fn clock_step() -> f64 {
    // A browser's clock moves every 5 µs to 1 ms; a reading takes some 50 ns.
    crate::trace::clock::step(&clock::WebClock::new(None), 20, 400_000).unwrap_or(f64::NAN)
}

fn to_js(value: &impl serde::Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

fn set(object: &js_sys::Object, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(object, &name.into(), value);
}

fn error_to_js(error: &Error) -> JsValue {
    to_js(&error.report())
}
