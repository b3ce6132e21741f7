//! Calls that are recorded, calls that are not, and sums of gradients.

use super::{Program, lab};
use asynclab::ops;

#[test]
fn nothing_is_recorded_outside_record() {
    let mut lab = lab();
    let x = lab.parameter(&[1.0, 2.0]);
    let outside = lab.mul(x, x);
    let (code, message) = lab.rejected(outside);
    assert_eq!(code, "NO_GRADIENT");
    assert!(message.starts_with("backward: nothing was recorded for this array; "), "{message}");
    assert!(message.contains("autograd.record") && message.contains("attachGrad()"), "{message}");
    let later = lab.record(|lab| lab.times(outside, 2.0));
    assert_eq!(lab.rejected(later).0, "NO_GRADIENT", "what it was computed from was not recorded");
    assert_eq!(lab.grad(x), None);
}

#[test]
fn only_what_leads_to_a_gradient_is_recorded() {
    let mut lab = lab();
    let (x, constant) = (lab.parameter(&[1.0, 2.0]), lab.vector(&[3.0, 4.0]));
    let (plain, led) = lab.record(|lab| (lab.mul(constant, constant), lab.mul(x, constant)));
    assert_eq!(lab.rejected(plain).0, "NO_GRADIENT");
    lab.backward(led);
    assert_eq!(lab.grad(x).unwrap(), [3.0, 4.0]);
    assert_eq!(lab.grad(constant), None);
}

#[test]
fn an_array_says_whether_it_was_recorded() {
    let mut lab = lab();
    let (x, constant) = (lab.parameter(&[1.0, 2.0]), lab.vector(&[3.0, 4.0]));
    let (plain, led) = lab.record(|lab| (lab.mul(constant, constant), lab.mul(x, constant)));
    let outside = lab.mul(x, x);
    for (array, recorded) in [(x, false), (plain, false), (outside, false), (led, true)] {
        assert_eq!(lab.frontend().is_recorded(array).unwrap(), recorded, "{array}");
    }
    lab.backward(led);
    assert!(lab.frontend().is_recorded(led).unwrap(), "after the pass that used it up");
}

#[test]
fn an_array_says_whether_a_call_that_something_needs_has_read_it() {
    let mut lab = lab();
    let (x, constant) = (lab.parameter(&[1.0, 2.0]), lab.vector(&[3.0, 4.0]));
    assert!(!lab.frontend().is_linked(x).unwrap(), "nothing has read it");
    let first = lab.record(|lab| lab.mul(x, constant));
    let second = lab.record(|lab| lab.times(first, 2.0));
    lab.frontend().release(first);
    assert!(lab.frontend().is_linked(x).unwrap(), "through another array");
    assert!(!lab.frontend().is_linked(constant).unwrap(), "it leads to no gradient");
    lab.frontend().release(second);
    assert!(!lab.frontend().is_linked(x).unwrap(), "nothing needs the calls any more");
}

#[test]
fn several_uses_add_up_in_one_graph() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0, -3.0]);
    // x³ + 5x: x is used four times, twice of them for the intermediate x².
    let loss = lab.record(|lab| {
        let square = lab.mul(x, x);
        let cube = lab.mul(square, x);
        let linear = lab.times(x, 5.0);
        lab.apply(ops::ADD, &[cube, linear], &[]).unwrap()
    });
    lab.backward(loss);
    assert_eq!(lab.grad(x).unwrap(), [17.0, 32.0]);
}

#[test]
fn a_backward_pass_replaces_a_gradient_or_adds_to_it() {
    let mut lab = lab();
    let (written, added) = (lab.parameter(&[1.0]), lab.vector(&[1.0]));
    lab.frontend().attach_grad(added, true).unwrap();
    for _ in 0..3 {
        let loss = lab.record(|lab| lab.mul(written, added));
        lab.backward(loss);
        lab.dispose(loss);
    }
    assert_eq!(lab.grad(written).unwrap(), [1.0]);
    assert_eq!(lab.grad(added).unwrap(), [3.0]);
    lab.frontend().zero_grad(added).unwrap();
    assert_eq!(lab.grad(added), None);
    let loss = lab.record(|lab| lab.mul(written, added));
    lab.backward(loss);
    assert_eq!(lab.grad(added).unwrap(), [1.0]);
}

#[test]
fn a_head_weighs_the_loss_and_must_have_its_shape() {
    let mut lab = lab();
    let x = lab.parameter(&[1.0, 2.0]);
    let loss = lab.record(|lab| lab.times(x, 3.0));
    let wrong = lab.vector(&[1.0, 2.0, 3.0]);
    let error = lab.frontend().backward(loss, Some(wrong), false).unwrap_err();
    assert_eq!(error.code(), "SHAPE_MISMATCH");
    assert!(error.to_string().contains("[3] and [2]"), "{error}");
    let head = lab.vector(&[10.0, -1.0]);
    lab.frontend().backward(loss, Some(head), false).unwrap();
    assert_eq!(lab.grad(x).unwrap(), [30.0, -3.0]);
}

#[test]
fn a_head_may_be_the_loss_itself() {
    let mut lab = lab();
    let before = lab.frontend().live();
    let x = lab.parameter(&[3.0]);
    let loss = lab.record(|lab| lab.apply(ops::ADD, &[x], &[1, 1.0_f32.to_bits()]).unwrap());
    lab.frontend().attach_grad(loss, false).unwrap();
    lab.frontend().backward(loss, Some(loss), false).unwrap();
    assert_eq!((lab.grad(x).unwrap(), lab.grad(loss).unwrap()), (vec![4.0], vec![4.0]));
    lab.dispose(x);
    lab.dispose(loss);
    assert_eq!(lab.frontend().live(), before, "a gradient that held itself would stay");
}

#[test]
fn operands_that_are_equal_share_the_gradient_of_the_one_that_is_chosen() {
    for op in [ops::MAXIMUM, ops::MINIMUM] {
        let mut lab = lab();
        let (a, b) = (lab.parameter(&[1.0, 2.0, 5.0]), lab.parameter(&[1.0, 4.0, 3.0]));
        let chosen = lab.record(|lab| lab.apply(op, &[a, b], &[]).unwrap());
        lab.backward(chosen);
        let (a, b) = (lab.grad(a).unwrap(), lab.grad(b).unwrap());
        assert_eq!((a[0], b[0]), (0.5, 0.5), "half each, as PyTorch has it");
        assert_eq!([a[1] + b[1], a[2] + b[2]], [1.0, 1.0]);
        assert!(a[1] * b[1] == 0.0 && a[2] * b[2] == 0.0 && a[1] != a[2], "all to the one that is chosen");
    }
}

#[test]
fn recording_can_be_paused() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0]);
    let (scale, loss) = lab.record(|lab| {
        assert!(lab.frontend().start_recording(), "nested: it was recording");
        assert!(lab.frontend().stop_recording());
        let scale = lab.times(x, 10.0);
        assert!(!lab.frontend().start_recording());
        (scale, lab.mul(x, scale))
    });
    lab.backward(loss);
    assert_eq!(lab.grad(x).unwrap(), [20.0], "the factor counts as a constant");
    assert_eq!(lab.rejected(scale).0, "NO_GRADIENT");
}

#[test]
fn a_retained_graph_is_walked_again() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0, 3.0]);
    let loss = lab.record(|lab| lab.mul(x, x));
    for _ in 0..2 {
        lab.frontend().backward(loss, None, true).unwrap();
        assert_eq!(lab.grad(x).unwrap(), [4.0, 6.0]);
    }
    lab.backward(loss);
    let (code, message) = lab.rejected(loss);
    assert_eq!(code, "NO_GRADIENT");
    assert!(message.contains("freed") && message.contains("retainGraph"), "{message}");
    assert_eq!(lab.grad(x).unwrap(), [4.0, 6.0]);
}

#[test]
fn a_freed_graph_is_not_taken_for_a_constant() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0]);
    let (first, second) = lab.record(|lab| {
        let shared = lab.mul(x, x);
        (lab.times(shared, 2.0), lab.times(shared, 3.0))
    });
    lab.backward(first);
    assert_eq!(lab.rejected(second).0, "NO_GRADIENT", "half of its graph is gone");
    assert_eq!(lab.grad(x).unwrap(), [8.0]);
}

#[test]
fn intermediate_arrays_have_gradients_too() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0, 5.0]);
    let (middle, loss) = lab.record(|lab| {
        let middle = lab.mul(x, x);
        (middle, lab.times(middle, 3.0))
    });
    let gradients = lab.frontend().gradients(loss, None, &[middle, x, x], true).unwrap();
    let values: Vec<Vec<f32>> = gradients.iter().map(|&gradient| lab.values(gradient)).collect();
    assert_eq!(values, [[3.0, 3.0], [12.0, 30.0], [12.0, 30.0]]);
    assert_eq!(lab.grad(x), None, "gradients() leaves what is attached alone");

    lab.frontend().attach_grad(middle, false).unwrap();
    lab.backward(loss);
    assert_eq!((lab.grad(middle).unwrap(), lab.grad(x).unwrap()), (vec![3.0, 3.0], vec![12.0, 30.0]));
}

#[test]
fn gradients_by_what_the_loss_does_not_use_are_rejected() {
    let mut lab = lab();
    let (x, other) = (lab.parameter(&[2.0]), lab.parameter(&[2.0]));
    let loss = lab.record(|lab| lab.mul(x, x));
    let error = lab.frontend().gradients(loss, None, &[x, other], false).unwrap_err();
    assert_eq!(error.code(), "NO_GRADIENT");
    lab.backward(loss);
    assert_eq!(lab.grad(x).unwrap(), [4.0], "nothing was freed by the rejection");
}

#[test]
fn a_backward_pass_records_nothing() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0]);
    let gradient = lab.record(|lab| {
        let loss = lab.mul(x, x);
        lab.backward(loss);
        let gradient = lab.frontend().grad(x).unwrap().unwrap();
        lab.times(gradient, 2.0)
    });
    assert_eq!(lab.rejected(gradient).0, "NO_GRADIENT");
}

#[test]
fn assigning_moves_the_gradient_and_changes_no_array() {
    let mut lab = lab();
    let w = lab.parameter(&[1.0, 2.0]);
    let loss = lab.record(|lab| lab.mul(w, w));
    lab.backward(loss);
    let value = lab.times(w, 10.0);
    let assigned = lab.frontend().assign(w, value).unwrap();
    lab.dispose(value);
    assert_eq!(lab.values(assigned), [10.0, 20.0]);
    assert_eq!(lab.grad(assigned).unwrap(), [2.0, 4.0]);
    assert_eq!(lab.values(loss), [1.0, 4.0]);

    let recorded = lab.record(|lab| lab.times(assigned, 2.0));
    lab.frontend().attach_grad(recorded, false).unwrap();
    let again = lab.frontend().assign(assigned, recorded).unwrap();
    assert_ne!(again, recorded, "they have gradients of their own");
    assert_eq!(lab.values(again), [20.0, 40.0]);
    assert_eq!(lab.rejected_assign(again).0, "SHAPE_MISMATCH");
}

#[test]
fn assigning_is_not_recorded() {
    let mut lab = lab();
    let (w, x) = (lab.parameter(&[1.0]), lab.parameter(&[3.0]));
    let (assigned, loss) = lab.record(|lab| {
        let value = lab.times(x, 2.0);
        let assigned = lab.frontend().assign(w, value).unwrap();
        (assigned, lab.mul(assigned, assigned))
    });
    lab.backward(loss);
    assert_eq!(lab.grad(assigned).unwrap(), [12.0]);
    assert_eq!(lab.grad(x), None, "the value comes without its history");
}

trait Reject {
    fn rejected_assign(&mut self, array: u32) -> (&'static str, String);
}

impl Reject for asynclab::local::Lab {
    fn rejected_assign(&mut self, array: u32) -> (&'static str, String) {
        let other = self.vector(&[1.0, 2.0, 3.0]);
        let error = self.frontend().assign(array, other).unwrap_err();
        (error.code(), error.to_string())
    }
}

#[test]
fn a_gradient_says_that_it_has_none() {
    let mut lab = lab();
    let x = lab.parameter(&[3.0]);
    let penalty = lab.record(|lab| {
        let y = lab.mul(x, x);
        let gradient = lab.frontend().gradients(y, None, &[x], false).unwrap()[0];
        lab.mul(gradient, gradient)
    });
    let (code, message) = lab.rejected(penalty);
    assert_eq!(code, "NO_GRADIENT");
    assert!(message.contains("whose pass was not recorded"), "{message}");
    assert_eq!(lab.values(penalty), [36.0]);
}

#[test]
fn gradients_of_a_recorded_pass_have_gradients() {
    let mut lab = lab();
    let x = lab.parameter(&[2.0, 3.0]);
    let cube = lab.record(|lab| {
        let square = lab.mul(x, x);
        let cube = lab.mul(square, x);
        lab.dispose(square);
        cube
    });
    let slope = lab.frontend().recorded_gradients(cube, None, &[x]).unwrap()[0];
    assert_eq!(lab.values(slope), [12.0, 27.0]);
    assert!(lab.frontend().is_recorded(slope).unwrap());
    let bend = lab.frontend().recorded_gradients(slope, None, &[x]).unwrap()[0];
    assert_eq!(lab.values(bend), [12.0, 18.0]);
    let third = lab.frontend().gradients(bend, None, &[x], false).unwrap()[0];
    assert_eq!(lab.values(third), [6.0, 6.0]);
    assert!(!lab.frontend().is_recorded(third).unwrap());
    assert!(!lab.frontend().is_recording(), "as before the passes");
    for array in [cube, slope, bend, third, x] {
        lab.dispose(array);
    }
    assert_eq!((lab.frontend().live(), lab.used()), (0, 0));
}

#[test]
fn a_recorded_pass_leads_to_its_head_too() {
    let mut lab = lab();
    let (x, head) = (lab.parameter(&[2.0, 3.0]), lab.parameter(&[1.0, 10.0]));
    let y = lab.record(|lab| lab.mul(x, x));
    let product = lab.frontend().recorded_gradients(y, Some(head), &[x]).unwrap()[0];
    assert_eq!(lab.values(product), [4.0, 60.0]);
    let found = lab.frontend().gradients(product, None, &[head, x], false).unwrap();
    assert_eq!(lab.values(found[0]), [4.0, 6.0]);
    assert_eq!(lab.values(found[1]), [2.0, 20.0]);
}
