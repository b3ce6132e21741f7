//! Gradients and steps of descent inside a program.

use super::*;

/// A step of gradient descent on `sum((w x)²)`. Returns the loss and the new `w`.
fn step(lab: &mut Lab, w: ArrayId, x: ArrayId) -> (ArrayId, ArrayId) {
    lab.frontend().start_recording();
    let y = lab.apply(ops::MUL, &[w, x], &[]).unwrap();
    let y = then(lab, ops::SQUARE, &[y], &[]);
    let loss = then(lab, ops::SUM, &[y], &[1, 0]);
    lab.frontend().stop_recording();
    lab.frontend().backward(loss, None, false).unwrap();
    let gradient = lab.frontend().grad(w).unwrap().unwrap();
    let by = number(lab, ops::MUL, gradient, 0.01);
    let next = lab.apply(ops::SUB, &[w, by], &[]).unwrap();
    lab.dispose(by);
    let now = lab.frontend().assign(w, next).unwrap();
    lab.dispose(next);
    (loss, now)
}

#[test]
fn a_training_step_has_the_bits_of_eager_ones() {
    let [mut eager, mut compiled] = [(); 2].map(|()| lab(DeviceKind::Cpu, Policy::default()));
    let prepare = |lab: &mut Lab| {
        let [w, x] = [[1.0, 2.0, 3.0], [0.3, 0.2, 0.7]].map(|values| lab.array(&[3], &values).unwrap());
        lab.frontend().attach_grad(w, false).unwrap();
        (w, x)
    };
    let (mut w, x) = prepare(&mut eager);
    let mut losses = Vec::new();
    for _ in 0..5 {
        let (loss, now) = step(&mut eager, w, x);
        losses.push(block_on(eager.data(loss)).unwrap());
        w = now;
    }
    let expected = block_on(eager.data(w)).unwrap();

    let (mut w, x) = prepare(&mut compiled);
    // The caller of a capture must keep a reference to the inputs, so that a replay can pass them again.
    compiled.frontend().retain(w);
    let before = w;
    let mut loss = 0;
    let program = capture(&mut compiled, &[w, x], |lab| (loss, w) = step(lab, w, x));
    compiled.dispose(before);
    let position = |id| program.outputs.iter().position(|&output| output == id).unwrap();
    let gradient = compiled.frontend().grad(w).unwrap().unwrap();
    let [of_loss, of_w, of_gradient] = [loss, w, gradient].map(position);
    compiled.dispose(gradient);
    assert_eq!((program.outputs.len(), &program.inputs[..]), (3, &[0, 1][..]));
    assert_eq!(block_on(compiled.data(loss)).unwrap(), losses[0]);
    for expected in &losses[1..] {
        let outputs = replay(&mut compiled, &program, &[w, x]);
        w = compiled.frontend().assign(w, outputs[of_w]).unwrap();
        compiled.frontend().set_grad(w, outputs[of_gradient]).unwrap();
        assert_eq!(block_on(compiled.data(outputs[of_loss])).unwrap(), *expected);
        outputs.iter().for_each(|&output| compiled.dispose(output));
    }
    assert_eq!(block_on(compiled.data(w)).unwrap(), expected);
    compiled.dispose(loss);
    for array in [w, x] {
        compiled.dispose(array);
    }
    block_on(compiled.wait_all()).unwrap();
    assert_eq!((compiled.frontend().live(), compiled.backend().memory().used), (0, 0));
}

#[test]
fn a_gradient_that_adds_up_has_to_begin_inside() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let w = lab.array(&[1], &[1.0]).unwrap();
    lab.frontend().attach_grad(w, true).unwrap();
    let backward = |lab: &mut Lab| {
        lab.frontend().start_recording();
        let loss = lab.apply(ops::SQUARE, &[w], &[]).unwrap();
        lab.frontend().stop_recording();
        let outcome = lab.frontend().backward(loss, None, false);
        lab.dispose(loss);
        outcome
    };
    lab.frontend().begin_capture(OWN).unwrap();
    let error = backward(&mut lab).unwrap_err();
    assert!(matches!(error, Error::NotCapturable { op: "backward", .. }), "{error}");
    lab.frontend().end_capture(&[w], &[]).unwrap();
    lab.frontend().begin_capture(OWN).unwrap();
    lab.frontend().zero_grad(w).unwrap();
    backward(&mut lab).unwrap();
    assert!(lab.frontend().end_capture(&[w], &[]).unwrap().program.is_ok());
    let gradient = lab.frontend().grad(w).unwrap().unwrap();
    assert_eq!(block_on(lab.data(gradient)).unwrap(), [2.0]);
}

#[test]
fn what_still_leads_to_a_gradient_is_computed_and_cannot_be_replayed() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let w = lab.array(&[1], &[3.0]).unwrap();
    lab.frontend().attach_grad(w, false).unwrap();
    lab.frontend().start_recording();
    let mut loss = 0;
    let program = capture(&mut lab, &[w], |lab| loss = lab.apply(ops::SQUARE, &[w], &[]).unwrap());
    lab.frontend().stop_recording();
    assert_eq!(program.program.unwrap_err().code(), "NOT_CAPTURABLE");
    lab.frontend().backward(loss, None, false).unwrap();
    let gradient = lab.frontend().grad(w).unwrap().unwrap();
    assert_eq!(block_on(lab.data(gradient)).unwrap(), [6.0]);
}

#[test]
fn a_backward_pass_is_a_program_of_its_own_behind_that_of_the_forward_pass() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let [w, head] = [3.0, 1.0].map(|value| lab.array(&[1], &[value]).unwrap());
    lab.frontend().attach_grad(w, false).unwrap();
    lab.frontend().start_recording();
    lab.frontend().begin_capture(OWN).unwrap();
    let doubled = lab.apply(ops::MUL, &[w], &[1, 2.0_f32.to_bits()]).unwrap();
    let y = lab.apply(ops::SQUARE, &[doubled], &[]).unwrap();
    // From here on only the tape has a reference to it.
    lab.dispose(doubled);
    let forward = lab.frontend().end_forward(&[w], &[]).unwrap();
    lab.frontend().stop_recording();
    assert_eq!(forward.outputs.len(), 2, "what the gradient needs is among the outputs");
    let seen = [&[w, head], &forward.outputs[..]].concat();
    lab.frontend().begin_capture(OWN).unwrap();
    let found = lab.frontend().gradients(y, Some(head), &[w], true).unwrap();
    let backward = lab.frontend().end_capture(&seen, &[]).unwrap();
    assert_eq!(block_on(lab.data(found[0])).unwrap(), [24.0]);
    let listing = lab.frontend().operations_of(forward.program.clone().unwrap()).unwrap();
    assert_eq!(listing[..4], [ops::MUL.into(), 1, 2, 1]);

    let other = lab.array(&[1], &[5.0]).unwrap();
    let made = replay(&mut lab, &forward, &[other]);
    let position = |array| forward.outputs.iter().position(|&output| output == array);
    assert_eq!(block_on(lab.data(made[position(y).unwrap()])).unwrap(), [100.0]);
    let again = [&[other, head], &made[..]].concat();
    let inputs: Vec<_> = backward.inputs.iter().map(|&position| again[position]).collect();
    let gradient = replay(&mut lab, &backward, &inputs);
    assert_eq!(block_on(lab.data(*gradient.last().unwrap())).unwrap(), [40.0]);
}

#[test]
fn a_gradient_is_set_only_where_one_belongs() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let [w, g, other] = [2, 2, 3].map(|length| lab.apply(ops::FULL, &[], &[0, length]).unwrap());
    assert!(matches!(lab.frontend().set_grad(w, g), Err(Error::NoGradient { .. })));
    lab.frontend().attach_grad(w, false).unwrap();
    assert!(matches!(lab.frontend().set_grad(w, other), Err(Error::ShapeMismatch { .. })));
    lab.frontend().set_grad(w, g).unwrap();
    assert_eq!(lab.frontend().grad(w).unwrap(), Some(g));
}
