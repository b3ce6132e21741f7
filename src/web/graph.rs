//! The dependency graph as JavaScript sees it.

use super::set;
use crate::backend::graph::{Operation, names};
use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

/// A list of `{operation, name, shape, stage, reads, from?: [device, operation]}`.
pub(super) fn to_js(operations: &[Operation]) -> JsValue {
    let names: Vec<&str> = names().collect();
    let list: Array = operations
        .iter()
        .map(|operation| {
            let object = Object::new();
            let numbers = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(JsValue::from).collect::<Array>();
            set(&object, "operation", &(operation.seq as f64).into());
            set(&object, "name", &names[operation.code as usize].into());
            set(&object, "shape", &numbers(&mut operation.shape.dims().iter().map(|&dim| dim.into())));
            set(&object, "stage", &operation.stage.name().into());
            set(&object, "reads", &numbers(&mut operation.reads.iter().map(|&seq| seq as f64)));
            if let Some((device, seq)) = operation.from {
                set(&object, "from", &Array::of2(&device.into(), &(seq as f64).into()));
            }
            JsValue::from(object)
        })
        .collect();
    list.into()
}
