//! The boundary to JavaScript, and nothing but: numbers in, numbers out on the hot path, plain objects elsewhere.

use crate::error::Error;
use wasm_bindgen::prelude::*;

mod backend;
pub(crate) mod clock;
mod frontend;
mod options;
mod reply;
mod tape;

/// Smaller than the standard library's allocator, which counts in a download.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Once for each thread: a panic says what it was on the console instead of "unreachable".
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
