//! Programs whose outputs are bound to arrays: values equal those of single calls, and an array keeps its name unless its old value is needed.

use super::*;
use asynclab::frontend::RETURNED;

/// `w` becomes `w + x`, the first output, and `w + x` squared is returned.
fn program(lab: &mut Lab, w: ArrayId, x: ArrayId) -> ProgramId {
    let mut sum = 0;
    let captured = capture(lab, &[w, x], |lab| {
        sum = lab.apply(ops::ADD, &[w, x], &[]).unwrap();
        lab.apply(ops::SQUARE, &[sum], &[]).unwrap();
    });
    assert_eq!(captured.outputs[0], sum);
    let id = captured.program.unwrap();
    lab.frontend().bind(id, &[w, x], &[0, 2], &[0, RETURNED]).unwrap();
    captured.outputs.iter().for_each(|&output| lab.dispose(output));
    id
}

fn start() -> (Lab, ArrayId, ArrayId, ProgramId) {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let [w, x] = [[1.0, 2.0], [10.0, 20.0]].map(|values| lab.array(&[2], &values).unwrap());
    let id = program(&mut lab, w, x);
    (lab, w, x, id)
}

#[test]
fn an_array_keeps_its_name_where_nothing_else_refers_to_it() {
    let (mut lab, w, x, id) = start();
    let (live, used) = (lab.frontend().live(), lab.frontend().used(OWN));
    for turn in 1..4 {
        let names = lab.frontend().replay(id, &[w, x], &[]).unwrap();
        assert_eq!((names[0], names.len()), (w, 2));
        let sums = [1.0 + 10.0 * turn as f32, 2.0 + 20.0 * turn as f32];
        assert_eq!(block_on(lab.data(w)).unwrap(), sums);
        assert_eq!(block_on(lab.data(names[1])).unwrap(), sums.map(|sum| sum * sum));
        lab.dispose(names[1]);
        assert_eq!((lab.frontend().live(), lab.frontend().used(OWN)), (live, used));
    }
}

#[test]
fn a_replay_reads_its_lists_and_writes_the_names_of_its_outputs_behind() {
    let (mut lab, w, x, id) = start();
    assert!(lab.frontend().lists(id + 1).is_empty(), "there is no such program");
    let at = lab.frontend().lists(id).as_ptr();
    lab.frontend().lists(id)[..2].copy_from_slice(&[w, x]);
    for sums in [[11.0, 22.0], [21.0, 42.0]] {
        assert_eq!(lab.frontend().replay_listed(id, 2, 0), Ok(2));
        let lists = lab.frontend().lists(id);
        assert_eq!((lists.len(), lists.as_ptr(), &lists[..3]), (4, at, &[w, x, w][..]));
        let square = lists[3];
        assert_eq!(block_on(lab.data(square)).unwrap(), sums.map(|sum| sum * sum));
        lab.dispose(square);
    }
    assert_eq!(lab.frontend().replay_listed(id, 1, 0).unwrap_err().code(), "NOT_CAPTURABLE");
    assert_eq!(block_on(lab.data(w)).unwrap(), [21.0, 42.0], "nothing was enqueued");
}

#[test]
fn what_somebody_else_holds_stays_as_it_was() {
    let (mut lab, w, x, id) = start();
    lab.frontend().retain(w);
    let view = lab.apply(ops::RESHAPE, &[x], &[2, 1]).unwrap();
    let first = lab.frontend().replay(id, &[w, x], &[]).unwrap()[0];
    assert_ne!(first, w, "another handle has the old values");
    assert_eq!(block_on(lab.data(w)).unwrap(), [1.0, 2.0]);
    assert_eq!(block_on(lab.data(first)).unwrap(), [11.0, 22.0]);
    // The same array as both inputs, then an array that has a view.
    let second = lab.frontend().replay(id, &[first, first], &[]).unwrap()[0];
    assert_eq!(block_on(lab.data(second)).unwrap(), [22.0, 44.0]);
    let third = lab.frontend().replay(id, &[x, second], &[]).unwrap()[0];
    assert_ne!(third, x, "a view shares its memory");
    assert_eq!(block_on(lab.data(view)).unwrap(), [10.0, 20.0]);
    assert_eq!(block_on(lab.data(third)).unwrap(), [32.0, 64.0]);
}

#[test]
fn values_that_a_gradient_needs_stay_as_they_were() {
    let (mut lab, w, x, id) = start();
    lab.frontend().attach_grad(w, false).unwrap();
    lab.frontend().start_recording();
    let y = lab.apply(ops::SQUARE, &[w], &[]).unwrap();
    lab.frontend().stop_recording();
    let now = lab.frontend().replay(id, &[w, x], &[]).unwrap()[0];
    assert_ne!(now, w);
    assert_eq!(block_on(lab.data(now)).unwrap(), [11.0, 22.0]);
    assert_eq!(block_on(lab.data(y)).unwrap(), [1.0, 4.0], "it was computed of the old values");
}

/// The program's output `g · w` becomes the gradient of `w`, which the next replay reads.
#[test]
fn gradients_are_found_replaced_and_missed() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let [w, g] = [[1.0, 2.0], [3.0, 4.0]].map(|values| lab.array(&[2], &values).unwrap());
    lab.frontend().attach_grad(w, false).unwrap();
    lab.frontend().set_grad(w, g).unwrap();
    let captured = capture(&mut lab, &[w, g], |lab| {
        lab.apply(ops::MUL, &[g, w], &[]).unwrap();
    });
    let id = captured.program.unwrap();
    // The inputs, by their positions in `seen`, are the array and its gradient.
    let reads: Vec<u32> = captured.inputs.iter().map(|&position| position as u32).collect();
    lab.frontend().bind(id, &[w], &reads, &[1]).unwrap();
    lab.dispose(captured.outputs[0]);
    for expected in [[3.0, 8.0], [3.0, 16.0], [3.0, 32.0]] {
        lab.frontend().replay(id, &[w], &[]).unwrap();
        let gradient = lab.frontend().grad(w).unwrap().unwrap();
        assert_eq!(block_on(lab.data(gradient)).unwrap(), expected);
        lab.dispose(gradient);
    }
    assert_eq!(block_on(lab.data(g)).unwrap(), [3.0, 4.0], "somebody holds it");
    lab.frontend().zero_grad(w).unwrap();
    let enqueued = lab.frontend().enqueued(OWN);
    assert_eq!(lab.frontend().replay(id, &[w], &[]).unwrap_err().code(), "NO_GRADIENT");
    assert_eq!(lab.frontend().enqueued(OWN), enqueued);
}

#[test]
fn a_failed_value_gives_its_memory_back_once() {
    let (mut lab, w, x, id) = start();
    let used = lab.frontend().used(OWN);
    let producer = lab.frontend().producer(w);
    lab.frontend().fail(OWN, &[producer]);
    assert!(lab.frontend().used(OWN) < used);
    let names = lab.frontend().replay(id, &[w, x], &[]).unwrap();
    lab.dispose(names[1]);
    assert_eq!(lab.frontend().used(OWN), used);
}

#[test]
fn bindings_that_do_not_fit_are_rejected() {
    let (mut lab, w, x, id) = start();
    let wide = lab.array(&[3], &[0.0; 3]).unwrap();
    for (arrays, reads, targets) in [
        (&[w, x][..], &[][..], &[0, 2][..]),
        (&[w, x], &[0, 2], &[0]),
        (&[w, x], &[0, 4], &[0, RETURNED]),
        (&[w, x], &[0, 2], &[4, RETURNED]),
        (&[w, x, wide], &[0, 2], &[4, RETURNED]),
        (&[w, x, wide], &[0, 2], &[RETURNED, 5]),
    ] {
        let outcome = lab.frontend().bind(id, arrays, reads, targets);
        assert_eq!(outcome.unwrap_err().code(), "NOT_CAPTURABLE", "{arrays:?} {reads:?} {targets:?}");
    }
    assert_eq!(lab.frontend().bind(id + 1, &[w, x], &[0, 2], &[0, RETURNED]).unwrap_err().code(), "DISPOSED");
    // The earlier binding is still valid.
    assert_eq!(lab.frontend().replay(id, &[w, x], &[]).unwrap()[0], w);
}
