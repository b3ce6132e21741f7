//! Workloads: how often each runs, how much work it is, and whether the result is right.

use crate::check::{self, Checked};
use crate::error::Result;
use asynclab::local::Lab;
use asynclab::ops;
use asynclab::wire::ArrayId;

const ONE: u32 = 0x3f80_0000;
/// Matrices in one warm-up of the chapter.
const MATRICES: u32 = 10;
/// 4 MiB, which the cache of a large card holds.
const MILLION: u32 = 1 << 20;
/// 256 MiB, more than the cache of any card.
const LARGE: u32 = 1 << 26;

/// The greatest relative error of a sum.
const SUM_TOLERANCE: f64 = 1e-5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Workload {
    /// Ten random matrices n × n, each multiplied by itself.
    WarmUp(u32),
    /// y = x + 1 for arrays of a size, independently, a given number of times or as often as the time allows.
    Add(u32, Option<u32>),
    /// A·B, n × n.
    Product(u32),
    Sum(u32),
}

use Workload::{Add, Product, Sum, WarmUp};

const EVERYWHERE: [Workload; 7] = [
    WarmUp(1000),
    Add(1024, Some(10_000)),
    Product(1000),
    Product(1024),
    Product(2048),
    Add(MILLION, None),
    Sum(MILLION),
];
/// Workloads for cards only: on a software adapter, or a CPU, they take minutes.
const ON_CARDS: [Workload; 5] = [WarmUp(4096), Product(4096), Product(8192), Add(LARGE, None), Sum(LARGE)];

/// The workloads for an adapter.
pub(crate) fn all(software: bool) -> Vec<Workload> {
    let cards = if software { &[][..] } else { &ON_CARDS };
    EVERYWHERE.iter().chain(cards).copied().collect()
}

type Once = Box<dyn Fn(&mut Lab) -> asynclab::error::Result<ArrayId>>;
type Check = Box<dyn Fn(&[f32]) -> Checked>;

/// A workload with its inputs on the device.
pub(crate) struct Program {
    pub(crate) inputs: Vec<ArrayId>,
    /// Enqueues the workload once, and returns its last result.
    pub(crate) once: Once,
    pub(crate) check: Check,
}

impl Workload {
    pub(crate) fn name(self) -> String {
        match self {
            WarmUp(n) => format!("warm-up: {MATRICES} × (random normal, product), {n}²"),
            Add(n, _) => format!("y = x + 1, n = {n}"),
            Product(n) => format!("A·B, {n}³"),
            Sum(n) => format!("sum, n = {n}"),
        }
    }

    pub(crate) fn for_cards(self) -> bool {
        ON_CARDS.contains(&self)
    }

    /// The request to a peer to run the workload `times` times.
    pub(crate) fn question(self, times: u32) -> String {
        match self {
            WarmUp(n) => format!("warm_up {n} {}", times * MATRICES),
            Add(n, _) => format!("add {n} {times}"),
            Product(n) => format!("product {n} {times}"),
            Sum(n) => format!("sum {n} {times}"),
        }
    }

    /// Whether a peer's last result is right. `off` is the error that the peer has found.
    pub(crate) fn close(self, off: f64) -> Checked {
        match self {
            WarmUp(n) | Product(n) => check::close(off, n as usize),
            Add(..) if off == 0.0 => Ok(()),
            Sum(_) if off.abs() <= SUM_TOLERANCE => Ok(()),
            Add(..) | Sum(_) => Err(format!("the result is off by {off}")),
        }
    }

    /// Additions and multiplications, where the workload is about them.
    pub(crate) fn flops(self) -> Option<f64> {
        let product = |n: u32| 2.0 * f64::from(n).powi(3);
        match self {
            WarmUp(n) => Some(f64::from(MATRICES) * product(n)),
            Product(n) => Some(product(n)),
            Add(..) | Sum(_) => None,
        }
    }

    /// Bytes: each input read once and each output written once.
    pub(crate) fn bytes(self) -> f64 {
        match self {
            WarmUp(n) => f64::from(MATRICES) * 12.0 * f64::from(n).powi(2),
            Product(n) => 12.0 * f64::from(n).powi(2),
            Add(n, _) => 8.0 * f64::from(n),
            Sum(n) => 4.0 * f64::from(n),
        }
    }

    /// The number of times in a round, where that is part of the workload.
    pub(crate) fn times(self) -> Option<u32> {
        match self {
            WarmUp(_) => Some(1),
            Add(_, times) => times,
            Product(_) | Sum(_) => None,
        }
    }

    /// Brings the inputs to the device; `reference` computes on the CPU.
    pub(crate) fn prepare(self, lab: &mut Lab, reference: &mut Lab) -> Result<Program> {
        Ok(match self {
            WarmUp(n) => {
                let side = n as usize;
                // The matrix of the last product, which is the one that is checked.
                let a = normals(reference, MATRICES - 1, n)?;
                Program {
                    inputs: Vec::new(),
                    once: Box::new(move |lab| warm_up(lab, n)),
                    check: Box::new(move |c| check::product(c, &a, &a, side)),
                }
            }
            Product(n) => {
                let side = n as usize;
                let [a, b] = [normals(reference, 1, n)?, normals(reference, 2, n)?];
                let [left, right] = [lab.array(&[n, n], &a)?, lab.array(&[n, n], &b)?];
                Program {
                    inputs: vec![left, right],
                    once: Box::new(move |lab| lab.apply(ops::MATMUL, &[left, right], &[])),
                    check: Box::new(move |c| check::product(c, &a, &b, side)),
                }
            }
            Add(n, _) => {
                let values = check::numbers(n as usize, 1);
                let x = lab.array(&[n], &values)?;
                Program {
                    inputs: vec![x],
                    once: Box::new(move |lab| lab.apply(ops::ADD, &[x], &[1, ONE])),
                    check: Box::new(move |y| check::each(y, |i| f64::from(values[i] + 1.0), values.len(), 0.0)),
                }
            }
            Sum(n) => {
                // All of one sign: if numbers cancelled out, the rounding errors would be large in comparison with the sum.
                let values: Vec<f32> = check::numbers(n as usize, 1).iter().map(|x| x.abs()).collect();
                let sum: f64 = values.iter().copied().map(f64::from).sum();
                let x = lab.array(&[n], &values)?;
                Program {
                    inputs: vec![x],
                    once: Box::new(move |lab| lab.apply(ops::SUM, &[x], &[1, 0])),
                    check: Box::new(move |s| check::each(s, |_| sum, 1, SUM_TOLERANCE)),
                }
            }
        })
    }
}

/// Attributes of a matrix of standard normal numbers.
fn normal(seed: u32, n: u32) -> [u32; 6] {
    [seed, 0, 0, ONE, n, n]
}

fn warm_up(lab: &mut Lab, n: u32) -> asynclab::error::Result<ArrayId> {
    let product = |lab: &mut Lab, seed| {
        let a = lab.apply(ops::NORMAL, &[], &normal(seed, n))?;
        let product = lab.apply(ops::MATMUL, &[a, a], &[]);
        lab.dispose(a);
        product
    };
    let mut last = product(lab, 0)?;
    for seed in 1..MATRICES {
        let next = product(lab, seed)?;
        lab.dispose(std::mem::replace(&mut last, next));
    }
    Ok(last)
}

/// The numbers that the CPU draws for a seed.
fn normals(reference: &mut Lab, seed: u32, n: u32) -> Result<Vec<f32>> {
    let array = reference.apply(ops::NORMAL, &[], &normal(seed, n))?;
    let values = pollster::block_on(reference.data(array));
    reference.dispose(array);
    Ok(values?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_is_asked_for_each_workload_and_its_error_judged() {
        assert_eq!(WarmUp(1000).question(2), "warm_up 1000 20");
        assert_eq!(Add(8, None).question(3), "add 8 3");
        assert_eq!(Add(8, None).close(0.0), Ok(()));
        assert_eq!(Sum(8).close(-1e-6), Ok(()));
        for (workload, off) in [(Add(8, None), 1e-7), (Sum(8), 1e-4), (Product(8), 1.0), (WarmUp(8), -1.0)] {
            assert!(workload.close(off).is_err(), "{workload:?}");
            assert!(workload.close(f64::NAN).is_err(), "{workload:?}");
        }
    }

    #[test]
    fn what_is_for_cards_alone_is_known() {
        assert!(Product(8192).for_cards() && !Product(2048).for_cards() && !WarmUp(1000).for_cards());
    }
}
