//! Whether results are right.

/// Ok, or what is wrong.
pub(crate) type Checked = Result<(), String>;

/// Evenly distributed over [−1, 1), the same in every run: a linear congruential generator (Numerical Recipes, ch. 7).
pub(crate) fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (f64::from(state) / f64::from(1_u32 << 31) - 1.0) as f32
    };
    (0..count).map(|_| next()).collect()
}

/// Each element against its own reference, within `tolerance` of max(1, |reference|).
pub(crate) fn each(values: &[f32], expected: impl Fn(usize) -> f64, count: usize, tolerance: f64) -> Checked {
    if values.len() != count {
        return Err(format!("{} elements, not {count}", values.len()));
    }
    for (i, &value) in values.iter().enumerate() {
        let right = expected(i);
        let off = (f64::from(value) - right).abs();
        // Not `>`: a NaN is wrong.
        if !matches!(off.partial_cmp(&(tolerance * right.abs().max(1.0))), Some(order) if order.is_le()) {
            return Err(format!("element {i} is {value}, not {right}"));
        }
    }
    Ok(())
}

/// The most by which an element of c·v may be off, where c is the product of two n × n matrices of standard normal numbers, computed in
/// single precision, and |v| ≤ 1. Rounding is a random walk: an element of c is off by some 0.3·u·n (u = 2⁻²⁴), and n of them with random
/// signs by √(n/3) times that, which is a twentieth of this bound. A term that is missing from one element exceeds the bound.
pub(crate) fn tolerance(n: usize) -> f64 {
    4.0 * f64::from(f32::EPSILON / 2.0) * n as f64 * (n as f64).sqrt()
}

/// Whether c = a·b for n × n matrices, every element of it, in quadratic time: c·v must be a·(b·v) for a random v (R. Freivalds,
/// "Probabilistic machines can use less running time", 1977).
pub(crate) fn product(c: &[f32], a: &[f32], b: &[f32], n: usize) -> Checked {
    let v: Vec<f64> = numbers(n, 7).into_iter().map(f64::from).collect();
    let expected = times(a, &times(b, &v));
    if c.len() != n * n {
        return Err(format!("{} elements, not {}", c.len(), n * n));
    }
    for (i, (given, right)) in times(c, &v).into_iter().zip(expected).enumerate() {
        close(given - right, n).map_err(|_| format!("row {i} times a vector is {given}, not {right}"))?;
    }
    Ok(())
}

/// Whether `off`, the error of a product of two n × n matrices times a vector, is within rounding.
pub(crate) fn close(off: f64, n: usize) -> Checked {
    if off.abs() <= tolerance(n) { Ok(()) } else { Err(format!("the product times a vector is off by {off}")) }
}

fn times(matrix: &[f32], v: &[f64]) -> Vec<f64> {
    let row = |row: &[f32]| row.iter().zip(v).map(|(&x, &y)| f64::from(x) * y).sum();
    matrix.chunks_exact(v.len()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product in single precision, as a device computes it.
    fn multiply(a: &[f32], b: &[f32], n: usize) -> Vec<f32> {
        let element = |i: usize| (0..n).map(|k| a[i / n * n + k] * b[k * n + i % n]).sum();
        (0..n * n).map(element).collect()
    }

    #[test]
    fn a_product_passes_and_one_missing_term_does_not() {
        let n = 200;
        let (a, b) = (numbers(n * n, 1), numbers(n * n, 2));
        let mut c = multiply(&a, &b, n);
        assert_eq!(product(&c, &a, &b, n), Ok(()));
        c[n * 17 + 150] -= a[n * 17 + 3] * b[n * 3 + 150];
        assert!(product(&c, &a, &b, n).is_err_and(|problem| problem.starts_with("row 17 ")));
        c[0] = f32::NAN;
        assert!(product(&c, &a, &b, n).is_err());
        assert!(product(&c[1..], &a, &b, n).is_err());
    }

    #[test]
    fn each_element_is_looked_at() {
        let right = |i: usize| i as f64;
        assert_eq!(each(&[0.0, 1.0, 2.0], right, 3, 0.0), Ok(()));
        assert!(each(&[0.0, 1.0, 2.1], right, 3, 1e-3).is_err());
        assert!(each(&[0.0, f32::NAN, 2.0], right, 3, 1e-3).is_err());
        assert!(each(&[0.0, 1.0], right, 3, 1e-3).is_err());
    }
}
