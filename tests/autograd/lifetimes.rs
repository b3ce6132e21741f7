//! The values that the tape keeps, and when it releases them.

use super::{Program, lab};
use asynclab::backend::policy::Policy;
use asynclab::device::sim::Costs;
use asynclab::frontend::{Bounds, Capacity, Frontend, OWN};
use asynclab::local::{DeviceKind, Lab};
use asynclab::op::Limits;
use asynclab::ops;
use asynclab::trace::clock::NativeClock;
use pollster::block_on;
use std::rc::Rc;

#[test]
fn a_backward_pass_frees_the_graph() {
    let mut lab = lab();
    let x = lab.parameter(&[1.0; 64]);
    let loss = lab.record(|lab| {
        let exp = lab.apply(ops::EXP, &[x], &[]).unwrap();
        let product = lab.mul(exp, x);
        lab.dispose(exp);
        let loss = lab.apply(ops::SUM, &[product], &[1, 0]).unwrap();
        lab.dispose(product);
        loss
    });
    // The device allocates multiples of 256 bytes.
    assert_eq!(lab.used(), 3 * 256, "x, its exponential and the sum; the product's values are not needed");
    lab.backward(loss);
    assert_eq!(lab.frontend().live(), 3, "x, its gradient and the loss");
    assert_eq!(lab.used(), 3 * 256);
    lab.dispose(loss);
    lab.dispose(x);
    assert_eq!((lab.frontend().live(), lab.used()), (0, 0), "the gradient goes with its array");
}

#[test]
fn a_loss_that_is_disposed_frees_its_graph() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0]);
    for _ in 0..3 {
        let loss = lab.record(|lab| {
            let square = lab.mul(x, x);
            let loss = lab.mul(square, square);
            lab.dispose(square);
            loss
        });
        assert_eq!(lab.frontend().live(), 3);
        lab.dispose(loss);
        assert_eq!(lab.frontend().live(), 1);
    }
    lab.dispose(x);
    assert_eq!((lab.frontend().live(), lab.used()), (0, 0));
}

#[test]
fn parameters_may_be_disposed_before_the_loss() {
    let mut lab = lab();
    let (x, w) = (lab.parameter(&[2.0]), lab.parameter(&[3.0]));
    let loss = lab.record(|lab| lab.mul(x, w));
    lab.dispose(x);
    assert_eq!(lab.frontend().shape("data", x).unwrap_err().code(), "DISPOSED");
    lab.backward(loss);
    assert_eq!(lab.grad(w).unwrap(), [2.0], "the value was kept for this");
    lab.dispose(loss);
    lab.dispose(w);
    assert_eq!((lab.frontend().live(), lab.used()), (0, 0));
}

#[test]
fn disposing_twice_does_not_take_the_tapes_share() {
    let mut lab = lab();
    let x = lab.parameter(&[3.0]);
    let (square, loss) = lab.record(|lab| {
        let square = lab.mul(x, x);
        (square, lab.mul(square, square))
    });
    for _ in 0..5 {
        lab.dispose(square);
    }
    lab.backward(loss);
    assert_eq!(lab.grad(x).unwrap(), [108.0]);
}

/// A chain of calls and its gradient, longer than a stack is deep. Only the frontend is tested.
#[test]
fn a_long_chain_overflows_no_stack() {
    const CALLS: usize = 100_000;
    let limits = Limits { array_bytes: 1 << 20, workgroups: 65_535, temporaries: 0 };
    let bounds = Bounds { operations: 20 * CALLS as u64, ..Bounds::default() };
    let mut frontend = Frontend::new(Rc::new(NativeClock::default()), bounds);
    frontend.add_device("none", Capacity::unbounded(limits));
    let x = frontend.write(OWN, &[1], &[0.5]).unwrap();
    frontend.attach_grad(x, false).unwrap();
    for backward in [true, false] {
        frontend.start_recording();
        let mut y = x;
        for _ in 0..CALLS {
            let next = frontend.apply(ops::EXP, &[y], &[]).unwrap();
            if y != x {
                frontend.release(y);
            }
            y = next;
        }
        frontend.stop_recording();
        if backward {
            assert!(frontend.live() >= CALLS);
            frontend.backward(y, None, false).unwrap();
            assert_eq!(frontend.live(), 3, "x, its gradient and the loss");
        }
        frontend.release(y);
        frontend.clear(OWN);
    }
    assert_eq!(frontend.live(), 2);
    frontend.release(x);
    assert_eq!(frontend.live(), 0);
}

/// If all products of a batch share a factor, the factor's gradient has the size of the batch until it is summed.
#[test]
fn a_failed_pass_leaves_old_gradients_and_no_rubbish() {
    let limits = Limits { array_bytes: 64, workgroups: 65_535, temporaries: 0 };
    let mut frontend = Frontend::new(Rc::new(NativeClock::default()), Bounds::default());
    frontend.add_device("none", Capacity::unbounded(limits));
    let [batch, single] =
        [[2, 1, 8], [1, 1, 8]].map(|dims| frontend.write(OWN, &dims, &vec![1.0; 8 * dims[0] as usize]));
    let (batch, single, shared) = (batch.unwrap(), single.unwrap(), frontend.write(OWN, &[8, 2], &[1.0; 16]).unwrap());
    for array in [batch, shared] {
        frontend.attach_grad(array, false).unwrap();
    }
    frontend.start_recording();
    let [fits, fails] = [single, batch].map(|rows| frontend.apply(ops::MATMUL, &[rows, shared], &[]).unwrap());
    frontend.stop_recording();

    frontend.backward(fits, None, false).unwrap();
    let old = frontend.grad(shared).unwrap();
    assert!(old.is_some());
    let before = frontend.live();
    let error = frontend.backward(fails, None, false).unwrap_err();
    assert_eq!(error.code(), "TOO_LARGE");
    assert!(error.to_string().contains("[2, 8, 2]"), "{error}");
    assert_eq!(frontend.grad(shared).unwrap(), old);
    assert_eq!(frontend.grad(batch).unwrap(), None, "which was found before the failure");
    assert_eq!(frontend.live(), before);

    let held = old.into_iter().chain([batch, single, shared, fits, fails]);
    held.for_each(|array| assert!(frontend.release(array)));
    // Each call of grad() gave the caller a reference. This releases the second one.
    old.into_iter().for_each(|array| assert!(frontend.release(array)));
    assert_eq!(frontend.live(), 0);
}

#[test]
fn training_forever_takes_the_memory_of_one_step() {
    let costs = Costs { t1: 0.001, t2: 0.01, t3: 0.1 };
    let mut lab = block_on(Lab::connect(DeviceKind::Sim(costs), Policy::default())).unwrap();
    let mut w = lab.array(&[8, 8], &[0.1; 64]).unwrap();
    lab.frontend().attach_grad(w, false).unwrap();
    let mut held = Vec::new();
    for _ in 0..20 {
        let loss = lab.record(|lab| {
            let square = lab.mul(w, w);
            let loss = lab.apply(ops::MEAN, &[square], &[3, 0]).unwrap();
            lab.dispose(square);
            loss
        });
        lab.backward(loss);
        lab.dispose(loss);
        let gradient = lab.frontend().grad(w).unwrap().unwrap();
        let step = lab.times(gradient, 0.1);
        let next = lab.apply(ops::SUB, &[w, step], &[]).unwrap();
        w = lab.frontend().assign(w, next).unwrap();
        for array in [gradient, step, next] {
            lab.dispose(array);
        }
        held.push((lab.frontend().live(), lab.used()));
    }
    assert_eq!(held, [(2, 512); 20], "the weights and their gradient");
}
