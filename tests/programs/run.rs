//! Runs a program on a lab.

use super::program::{Name, Program, Statement};
use super::random::Random;
use asynclab::local::Lab;
use asynclab::wire::{ArrayId, TraceMode};

/// Settings that may differ from run to run and change no result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// Chooses after which statements the stream is handed over; without, only where the program waits.
    pub(crate) chunks: Option<u64>,
    /// The recording.
    pub(crate) trace: Option<TraceMode>,
}

/// The arrays that a program has read, in order: first its own reads, at the end all arrays that are left.
pub(crate) type Results = Vec<(Name, Vec<f32>)>;

/// Runs a program to its end, where nothing of it is left on the device.
///
/// # Errors
/// The failure, for people.
pub(crate) async fn run(lab: &mut Lab, program: &Program, way: Way) -> Result<Results, String> {
    let text = |error: asynclab::error::Error| error.to_string();
    if let Some(mode) = way.trace {
        lab.start_trace(mode).await.map_err(text)?;
    }
    let mut chunks = way.chunks.map(Random::new);
    let mut ids: Vec<ArrayId> = Vec::new();
    let mut results = Results::new();
    for statement in &program.statements {
        match statement {
            Statement::Apply { op, inputs, attrs, .. } => {
                let inputs: Vec<ArrayId> = inputs.iter().map(|&input| ids[input]).collect();
                ids.push(lab.apply(*op, &inputs, attrs).map_err(text)?);
            }
            Statement::Write { values, output } => {
                ids.push(lab.array(program.arrays[*output].shape.dims(), values).map_err(text)?);
            }
            Statement::Dispose(name) => lab.dispose(ids[*name]),
            Statement::Wait(name) => lab.wait_to_read(ids[*name]).await.map_err(text)?,
            Statement::WaitAll => lab.wait_all().await.map_err(text)?,
            Statement::Read(name) => results.push((*name, lab.data(ids[*name]).await.map_err(text)?)),
        }
        if chunks.as_mut().is_some_and(|random| random.one_in(3)) {
            lab.flush();
        }
        check_accounts(lab)?;
    }
    let left = program.left();
    for &name in &left {
        results.push((name, lab.data(ids[name]).await.map_err(text)?));
        check_accounts(lab)?;
    }
    if way.trace.is_some() {
        let (recorded, applied) = (lab.stop_trace().await.map_err(text)?.len(), program.operations().count());
        if recorded != applied {
            return Err(format!("{recorded} operations were recorded of {applied}"));
        }
    }
    left.iter().for_each(|&name| lab.dispose(ids[name]));
    lab.wait_all().await.map_err(text)?;
    check_accounts(lab)?;
    let memory = lab.backend().memory();
    if memory.used != 0 || memory.pending != 0 {
        return Err(format!("everything is disposed and complete, and yet {memory:?}"));
    }
    Ok(results)
}

/// Every byte is accounted for.
fn check_accounts(lab: &Lab) -> Result<(), String> {
    let memory = lab.backend().memory();
    if memory.allocated == memory.used + memory.pending + memory.pooled && memory.peak >= memory.allocated {
        return Ok(());
    }
    Err(format!("bytes are lost: {memory:?}"))
}

/// Gives back what is pooled.
///
/// # Errors
/// When some of it stays.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn trim(lab: &mut Lab) -> Result<(), String> {
    lab.frontend().trim(asynclab::frontend::OWN);
    lab.flush();
    match lab.backend().memory().allocated {
        0 => Ok(()),
        bytes => Err(format!("{bytes} bytes stay after a trim")),
    }
}
