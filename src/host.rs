//! Memory of the host for values that may be too large for it.

use crate::error::{Error, Result};

/// This many zeros.
///
/// # Errors
/// `OUT_OF_MEMORY`.
pub fn zeros<T: Clone + Default>(count: usize) -> Result<Vec<T>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(count).map_err(|_| exhausted::<T>(count))?;
    zeros.resize(count, T::default());
    Ok(zeros)
}

/// This many values, which `fill` writes.
///
/// # Errors
/// `OUT_OF_MEMORY`.
pub fn filled<T: Clone + Default>(count: usize, fill: impl FnOnce(&mut [T])) -> Result<Vec<T>> {
    let mut values = zeros(count)?;
    fill(&mut values);
    Ok(values)
}

/// A copy.
///
/// # Errors
/// `OUT_OF_MEMORY`.
pub fn copy<T: Copy>(values: &[T]) -> Result<Vec<T>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(values.len()).map_err(|_| exhausted::<T>(values.len()))?;
    copy.extend_from_slice(values);
    Ok(copy)
}

#[cold]
fn exhausted<T>(count: usize) -> Error {
    let bytes = (count * size_of::<T>()) as u64;
    Error::OutOfMemory { array: format!("{count} elements on the host"), bytes, held: 0 }
}
