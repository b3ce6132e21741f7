//! The options of `connect()`, as JavaScript gives them: each is checked by name.

use crate::backend::policy::{Allocator, Policy};
use crate::device::sim::Costs;
use crate::error::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

/// A value of any type an option may have.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Value {
    Flag(bool),
    Number(f64),
    Text(String),
    Object(BTreeMap<String, f64>),
}

/// What a backend is made with.
pub(super) struct Options {
    pub(super) device: String,
    pub(super) epoch: Option<f64>,
    pub(super) policy: Policy,
    pub(super) sim: Costs,
}

impl Options {
    /// Reads `{device, epoch, opsPerSubmit, workPerSubmit, maxInFlight, allocator, blocking, sim}`, all but the device
    /// optional.
    pub(super) fn read(options: JsValue) -> Result<Self> {
        let given: BTreeMap<String, Value> = serde_wasm_bindgen::from_value(options).map_err(|error| {
            let expected = "numbers, texts, true or false as the documentation of connect() says";
            Error::InvalidOption { name: "(one of them)", value: error.to_string(), expected }
        })?;
        let default = Policy::default();
        let number = |name: &str| match given.get(name) {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(*number)),
            Some(other) => Err(other),
        };
        let whole = |name, default| match number(name) {
            Ok(None) => Ok(default),
            Ok(Some(number)) if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) => {
                Ok(number as u32)
            }
            Ok(Some(other)) => Err(refuse(name, &Value::Number(other), "a whole number of 1 or more")),
            Err(other) => Err(refuse(name, other, "a whole number of 1 or more")),
        };
        let policy = Policy {
            ops_per_submit: whole("opsPerSubmit", default.ops_per_submit)?,
            max_in_flight: whole("maxInFlight", default.max_in_flight)?,
            work_per_submit: number("workPerSubmit")
                .map_err(|other| refuse("workPerSubmit", other, "a number above 0"))?
                .unwrap_or(default.work_per_submit),
            allocator: match given.get("allocator") {
                None => default.allocator,
                Some(Value::Text(name)) if name == "stream-ordered" => Allocator::StreamOrdered,
                Some(Value::Text(name)) if name == "on-completion" => Allocator::OnCompletion,
                Some(other) => return Err(refuse("allocator", other, "'stream-ordered' or 'on-completion'")),
            },
            blocking: match given.get("blocking") {
                None => default.blocking,
                Some(Value::Flag(flag)) => *flag,
                Some(other) => return Err(refuse("blocking", other, "true or false")),
            },
        };
        let mut sim = Costs::default();
        match given.get("sim") {
            None => {}
            Some(Value::Object(costs)) => {
                for (name, &cost) in costs {
                    match name.as_str() {
                        "t1" => sim.t1 = cost,
                        "t2" => sim.t2 = cost,
                        "t3" => sim.t3 = cost,
                        _ => return Err(refuse("sim", &Value::Text(name.clone()), "{t1, t2, t3} in ms")),
                    }
                }
            }
            Some(other) => return Err(refuse("sim", other, "{t1, t2, t3} in ms")),
        }
        Ok(Self {
            device: match given.get("device") {
                Some(Value::Text(name)) => name.clone(),
                _ => String::new(),
            },
            epoch: number("epoch").ok().flatten(),
            policy: policy.checked()?,
            sim: sim.checked()?,
        })
    }
}

fn refuse(name: &'static str, value: &Value, expected: &'static str) -> Error {
    let value = match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => format!("'{text}'"),
        Value::Object(_) => "an object".to_owned(),
    };
    Error::InvalidOption { name, value, expected }
}
