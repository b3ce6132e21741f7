//! A trace as JavaScript sees it: one typed array for each column.

use super::set;
use super::to_js as plain;
use crate::backend::graph;
use crate::trace::record::Trace;
use js_sys::{Array, Float64Array, Object, Uint8Array, Uint32Array};
use rustc_hash::FxHashMap;
use wasm_bindgen::JsValue;

pub(super) fn to_js(trace: &Trace) -> JsValue {
    let object = Object::new();
    let names: Array = graph::names().map(JsValue::from).collect();
    set(&object, "names", &names);
    set(&object, "op", &Uint8Array::from(trace.op.as_slice()));

    // Programs use few different shapes.
    let mut known = FxHashMap::default();
    let shapes = Array::new();
    let index: Vec<u32> = trace
        .shape
        .iter()
        .map(|shape| {
            *known.entry(*shape).or_insert_with(|| {
                let dims: Array = shape.dims().iter().map(|&dim| JsValue::from(dim)).collect();
                shapes.push(&dims) - 1
            })
        })
        .collect();
    set(&object, "shapes", &shapes);
    set(&object, "shape", &Uint32Array::from(index.as_slice()));

    for (name, times) in [
        ("enqueued", &trace.enqueued),
        ("decoded", &trace.decoded),
        ("submitted", &trace.submitted),
        ("started", &trace.started),
        ("ended", &trace.ended),
        ("completed", &trace.completed),
    ] {
        set(&object, name, &Float64Array::from(times.as_slice()));
    }
    set(&object, "enqueuedWithin", &trace.enqueued_within.into());
    for (name, numbers) in [
        ("submission", &trace.submission),
        ("turn", &trace.turn),
        ("kernel", &trace.kernel),
        ("inputs", &trace.inputs),
        ("inputOffsets", &trace.input_offsets),
    ] {
        set(&object, name, &Uint32Array::from(numbers.as_slice()));
    }
    let received = trace.received.iter().flat_map(|&(row, device, seq)| [row.into(), device.into(), seq as f64]);
    set(&object, "received", &Float64Array::from(received.collect::<Vec<_>>().as_slice()));
    let series = Object::new();
    for (name, values) in [
        ("at", &trace.series.at),
        ("used", &trace.series.used),
        ("pending", &trace.series.pending),
        ("pooled", &trace.series.pooled),
        ("allocated", &trace.series.allocated),
        ("decoded", &trace.series.decoded),
        ("completed", &trace.series.completed),
    ] {
        set(&series, name, &Float64Array::from(values.as_slice()));
    }
    set(&object, "memory", &series);
    set(&object, "gpuClock", &trace.fit.as_ref().map_or(JsValue::NULL, plain));
    object.into()
}
