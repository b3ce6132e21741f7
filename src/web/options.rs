//! The options of `connect()`, as JavaScript gives them: each is checked by name.

use crate::backend::policy::{Allocator, Kernels, Policy};
use crate::device::Nudging;
use crate::device::sim::{Costs, Machine};
use crate::error::{Error, Result};
use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// The largest whole number that is exact in JavaScript. A larger limit, such as Infinity, becomes this one.
const MOST_BYTES: f64 = 9_007_199_254_740_991.0;

/// The options of a backend.
pub(super) struct Options {
    pub(super) device: String,
    pub(super) epoch: Option<f64>,
    pub(super) policy: Policy,
    /// Classes of calls, and the kernels they are to run with.
    pub(super) pinned: Vec<[String; 2]>,
    pub(super) sim: Machine,
    /// The machine's name, unless it is the chapter's costs.
    pub(super) machine: Option<String>,
    pub(super) nudge: Nudging,
    /// Called before each call into the browser that may block the thread.
    pub(super) alive: Option<Function>,
    /// Returns the task that is run instead of a task of the engine.
    pub(super) guard: Option<Function>,
}

impl Options {
    /// Reads `{device, epoch, opsPerSubmit, workPerSubmit, maxInFlight, allocator, memoryLimit, blocking, lazy, kernels, sim, machine, nudge, alive,
    /// guard}`, all but the device optional.
    ///
    /// # Errors
    /// `INVALID_OPTION`, naming the option and its range.
    pub(super) fn read(options: &JsValue) -> Result<Self> {
        let given = |name: &str| Some(property(options, name)).filter(|value| !value.is_undefined());
        let number = |name, expected| match given(name) {
            Some(value) => value.as_f64().map(Some).ok_or_else(|| reject(name, &value, expected)),
            None => Ok(None),
        };
        let whole = |name, default| {
            let expected = "a whole number of 1 or more";
            match number(name, expected)? {
                Some(n) if n.fract() != 0.0 || !(1.0..=f64::from(u32::MAX)).contains(&n) => {
                    Err(reject(name, &n.into(), expected))
                }
                other => Ok(other.map_or(default, |n| n as u32)),
            }
        };
        let flag = |name: &'static str, default| match given(name) {
            Some(value) => value.as_bool().ok_or_else(|| reject(name, &value, "true or false")),
            None => Ok(default),
        };
        let (kernels, pinned) = kernels(given("kernels"))?;
        let policy = Policy::default();
        let policy = Policy {
            ops_per_submit: whole("opsPerSubmit", policy.ops_per_submit)?,
            max_in_flight: whole("maxInFlight", policy.max_in_flight)?,
            work_per_submit: number("workPerSubmit", "a number above 0")?.unwrap_or(policy.work_per_submit),
            allocator: match given("allocator").map(|value| (value.as_string(), value)) {
                None => policy.allocator,
                Some((Some(name), _)) if name == "stream-ordered" => Allocator::StreamOrdered,
                Some((Some(name), _)) if name == "on-completion" => Allocator::OnCompletion,
                Some((_, value)) => return Err(reject("allocator", &value, "'stream-ordered' or 'on-completion'")),
            },
            memory_limit: match number("memoryLimit", "a number of bytes")? {
                None => policy.memory_limit,
                Some(bytes) if bytes >= 0.0 => bytes.min(MOST_BYTES) as u64,
                Some(bytes) => return Err(reject("memoryLimit", &bytes.into(), "a number of bytes")),
            },
            blocking: flag("blocking", policy.blocking)?,
            lazy: flag("lazy", policy.lazy)?,
            kernels,
        };
        let device = property(options, "device").as_string().unwrap_or_default();
        // A simulated device has no kernels to choose from.
        let policy = if device == "sim" { Policy { kernels: Kernels::Fixed, ..policy } } else { policy };
        Ok(Self {
            device,
            epoch: property(options, "epoch").as_f64(),
            policy: policy.checked()?,
            pinned,
            sim: simulated(given("sim"))?,
            machine: given("machine").and_then(|name| name.as_string()),
            alive: property(options, "alive").dyn_into().ok(),
            guard: property(options, "guard").dyn_into().ok(),
            nudge: match property(options, "nudge").as_string().as_deref() {
                Some("ask") => Nudging::Ask,
                Some("submit") => Nudging::Submit,
                _ => Nudging::Never,
            },
        })
    }
}

/// The chapter's costs as `{t1, t2, t3}`, or a machine's description.
fn simulated(given: Option<JsValue>) -> Result<Machine> {
    const EXPECTED: &str = "{t1, t2, t3} in ms, or the description of a machine";
    let Some(sim) = given else { return Ok(Costs::default().into()) };
    let Some(sim) = sim.dyn_ref::<Object>() else { return Err(reject("sim", &sim, EXPECTED)) };
    let (mut costs, mut machine, mut described) = (Costs::default(), Machine::default(), false);
    for pair in Object::entries(sim).iter() {
        let pair = Array::from(&pair);
        let (key, value) = (pair.get(0).as_string().unwrap_or_default(), pair.get(1));
        if value.is_undefined() {
            continue;
        }
        let number = value.as_f64().unwrap_or(f64::NAN);
        match key.as_str() {
            "t1" => costs.t1 = number,
            "t2" => costs.t2 = number,
            "t3" => costs.t3 = number,
            _ => {
                let field = Machine::FIELDS.iter().position(|field| field.name == key);
                machine.set(field.ok_or_else(|| reject("sim", &key.into(), EXPECTED))?, number)?;
                described = true;
            }
        }
    }
    Ok(if described { machine } else { costs.checked()?.into() })
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
    let expected = "'tuned', 'fixed', or the kernels that info() returned";
    pinned.map(|pinned| (Kernels::Fixed, pinned)).ok_or_else(|| reject("kernels", &value, expected))
}

fn property(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn reject(name: &'static str, value: &JsValue, expected: &'static str) -> Error {
    let text = match value.as_string() {
        Some(text) => Some(format!("'{text}'")),
        None => js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string()),
    };
    Error::InvalidOption { name, value: text.unwrap_or_else(|| "something else".to_owned()), expected }
}
