//! Runs a program on a lab.

use super::program::{Name, Program, Statement};
use super::random::Random;
use asynclab::local::Lab;
use asynclab::wire::{ArrayId, TraceMode};

/// Settings that may differ between runs and change no result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// A seed that chooses the statements after which the stream is flushed. Without it, only waits flush the stream.
    pub(crate) chunks: Option<u64>,
    /// The kind of recording, if there is one.
    pub(crate) trace: Option<TraceMode>,
}

/// The arrays read, in order: first the program's own reads, then all arrays that are left at its end.
pub(crate) type Results = Vec<(Name, Vec<f32>)>;

/// Runs a program to its end, when none of its arrays is left on the device.
///
/// # Errors
/// A text that describes the failure.
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

/// Checks that every allocated byte is used, pending or pooled.
fn check_accounts(lab: &Lab) -> Result<(), String> {
    let memory = lab.backend().memory();
    if memory.allocated == memory.used + memory.pending + memory.pooled && memory.peak >= memory.allocated {
        return Ok(());
    }
    Err(format!("bytes are lost: {memory:?}"))
}

/// Releases the pooled memory.
///
/// # Errors
/// When some memory is still allocated.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn trim(lab: &mut Lab) -> Result<(), String> {
    lab.frontend().trim(asynclab::frontend::OWN);
    lab.flush();
    match lab.backend().memory().allocated {
        0 => Ok(()),
        bytes => Err(format!("{bytes} bytes stay after a trim")),
    }
}
