//! Features of JavaScript that no crate names: properties and methods by their names, timers.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    pub(super) fn set_timeout(run: &JsValue, ms: i32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    pub(super) fn clear_timeout(timer: &JsValue);
}

pub(super) fn property(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// A method that wgpu does not export.
pub(super) fn method(of: &JsValue, name: &str) -> js_sys::Function {
    property(of, name).unchecked_into()
}

pub(super) fn message(of: &JsValue) -> String {
    property(of, "message").as_string().unwrap_or_default()
}
