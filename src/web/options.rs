//! The options of `connect()`, as JavaScript gives them: each is checked by name.

use crate::backend::policy::{Allocator, Kernels, Policy};
use crate::device::sim::Costs;
use crate::error::{Error, Result};
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// JavaScript counts no further. An infinite limit is none.
const MOST_BYTES: f64 = 9_007_199_254_740_991.0;

/// What a backend is made with.
pub(super) struct Options {
    pub(super) device: String,
    pub(super) epoch: Option<f64>,
    pub(super) policy: Policy,
    /// Classes of calls, and the kernels they are to run with.
    pub(super) pinned: Vec<[String; 2]>,
    pub(super) sim: Costs,
    pub(super) nudge: bool,
}

impl Options {
    /// Reads `{device, epoch, opsPerSubmit, workPerSubmit, maxInFlight, allocator, memoryLimit, blocking, lazy, kernels, sim}`, all but the device
    /// optional.
    ///
    /// # Errors
    /// `INVALID_OPTION`, naming the option and its range.
    pub(super) fn read(options: &JsValue) -> Result<Self> {
        let given = |name: &str| Some(property(options, name)).filter(|value| !value.is_undefined());
        let number = |name, expected| match given(name) {
            Some(value) => value.as_f64().map(Some).ok_or_else(|| refuse(name, &value, expected)),
            None => Ok(None),
        };
        let whole = |name, default| {
            let expected = "a whole number of 1 or more";
            match number(name, expected)? {
                Some(n) if n.fract() != 0.0 || !(1.0..=f64::from(u32::MAX)).contains(&n) => {
                    Err(refuse(name, &n.into(), expected))
                }
                other => Ok(other.map_or(default, |n| n as u32)),
            }
        };
        let flag = |name: &'static str, default| match given(name) {
            Some(value) => value.as_bool().ok_or_else(|| refuse(name, &value, "true or false")),
            None => Ok(default),
        };
        let cost = |name: &'static str, default: f64| match given("sim") {
            Some(sim) if !sim.is_object() => Err(refuse("sim", &sim, "{t1, t2, t3} in ms")),
            Some(sim) => match property(&sim, name) {
                cost if cost.is_undefined() => Ok(default),
                cost => cost.as_f64().ok_or_else(|| refuse(name, &cost, "milliseconds of 0 or more")),
            },
            None => Ok(default),
        };
        if let Some(sim) = given("sim").filter(JsValue::is_object) {
            let known = |key: &JsValue| ["t1", "t2", "t3"].iter().any(|&name| *key == name);
            if let Some(other) = Object::keys(&sim.into()).iter().find(|key| !known(key)) {
                return Err(refuse("sim", &other, "{t1, t2, t3} in ms"));
            }
        }
        let (kernels, pinned) = kernels(given("kernels"))?;
        let (policy, sim) = (Policy::default(), Costs::default());
        let policy = Policy {
            ops_per_submit: whole("opsPerSubmit", policy.ops_per_submit)?,
            max_in_flight: whole("maxInFlight", policy.max_in_flight)?,
            work_per_submit: number("workPerSubmit", "a number above 0")?.unwrap_or(policy.work_per_submit),
            allocator: match given("allocator").map(|value| (value.as_string(), value)) {
                None => policy.allocator,
                Some((Some(name), _)) if name == "stream-ordered" => Allocator::StreamOrdered,
                Some((Some(name), _)) if name == "on-completion" => Allocator::OnCompletion,
                Some((_, value)) => return Err(refuse("allocator", &value, "'stream-ordered' or 'on-completion'")),
            },
            memory_limit: match number("memoryLimit", "a number of bytes")? {
                None => policy.memory_limit,
                Some(bytes) if bytes >= 0.0 => bytes.min(MOST_BYTES) as u64,
                Some(bytes) => return Err(refuse("memoryLimit", &bytes.into(), "a number of bytes")),
            },
            blocking: flag("blocking", policy.blocking)?,
            lazy: flag("lazy", policy.lazy)?,
            kernels,
        };
        let sim = Costs { t1: cost("t1", sim.t1)?, t2: cost("t2", sim.t2)?, t3: cost("t3", sim.t3)? };
        Ok(Self {
            device: property(options, "device").as_string().unwrap_or_default(),
            epoch: property(options, "epoch").as_f64(),
            policy: policy.checked()?,
            pinned,
            sim: sim.checked()?,
            nudge: property(options, "nudge").is_truthy(),
        })
    }
}

/// `'tuned'`, `'fixed'`, or kernels by class, which are pinned.
fn kernels(given: Option<JsValue>) -> Result<(Kernels, Vec<[String; 2]>)> {
    let Some(value) = given else { return Ok((Kernels::default(), Vec::new())) };
    match value.as_string().as_deref() {
        Some("tuned") => return Ok((Kernels::Tuned, Vec::new())),
        Some("fixed") => return Ok((Kernels::Fixed, Vec::new())),
        _ => {}
    }
    let pinned: Option<Vec<_>> = value.dyn_ref::<Object>().and_then(|object| {
        let pair = |pair: JsValue| {
            let pair = Array::from(&pair);
            Some([pair.get(0).as_string()?, pair.get(1).as_string()?])
        };
        Object::entries(object).iter().map(pair).collect()
    });
    let expected = "'tuned', 'fixed', or what info() told as kernels";
    pinned.map(|pinned| (Kernels::Fixed, pinned)).ok_or_else(|| refuse("kernels", &value, expected))
}

fn property(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn refuse(name: &'static str, value: &JsValue, expected: &'static str) -> Error {
    let text = match value.as_string() {
        Some(text) => Some(format!("'{text}'")),
        None => js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string()),
    };
    Error::InvalidOption { name, value: text.unwrap_or_else(|| "something else".to_owned()), expected }
}
