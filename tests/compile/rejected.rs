//! Calls that cannot be captured, and captures and replays that fail: existing arrays stay valid.

use super::*;
use asynclab::frontend::Frontend;

#[test]
fn reads_waits_and_other_devices_are_rejected_inside() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let cpu = block_on(lab.add_device(DeviceKind::Cpu, Policy::default())).unwrap();
    let x = lab.array(&[1], &[2.0]).unwrap();
    lab.frontend().begin_capture(OWN).unwrap();
    let calls: [fn(&mut Frontend, ArrayId) -> Option<Error>; 5] = [
        |frontend, x| frontend.wait(x).err(),
        |frontend, x| frontend.read(x).err(),
        |frontend, x| frontend.item(x).err(),
        |frontend, _| frontend.begin_capture(OWN).err(),
        |frontend, _| frontend.replay(0, &[], &[]).err(),
    ];
    for call in calls {
        assert_eq!(call(lab.frontend(), x).map(|error| error.code()), Some("NOT_CAPTURABLE"));
    }
    assert_eq!(lab.frontend().transfer(x, cpu).unwrap_err().code(), "NOT_CAPTURABLE");
    let y = lab.apply(ops::NEG, &[x], &[]).unwrap();
    let program = lab.frontend().end_capture(&[x], &[]).unwrap();
    assert!(program.program.is_ok());
    assert_eq!(block_on(lab.data(y)).unwrap(), [-2.0]);

    lab.frontend().begin_capture(OWN).unwrap();
    lab.frontend().apply_on(cpu, ops::FULL, &[], &[0, 1]).unwrap();
    let y = lab.apply(ops::NEG, &[x], &[]).unwrap();
    let program = lab.frontend().end_capture(&[x], &[]).unwrap();
    assert_eq!(program.program.unwrap_err().code(), "NOT_CAPTURABLE");
    assert_eq!(block_on(lab.data(y)).unwrap(), [-2.0], "it was computed all the same");
}

#[test]
fn inputs_that_do_not_fit_are_rejected_and_nothing_is_enqueued() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let cpu = block_on(lab.add_device(DeviceKind::Cpu, Policy::default())).unwrap();
    let [x, wide, gone] = [2, 3, 2].map(|length| lab.apply(ops::FULL, &[], &[0, length]).unwrap());
    let far = lab.frontend().apply_on(cpu, ops::FULL, &[], &[0, 2]).unwrap();
    lab.dispose(gone);
    let program = capture(&mut lab, &[x], |lab| {
        chain(lab, x);
    });
    let id = program.program.clone().unwrap();
    let enqueued = lab.frontend().enqueued(OWN);
    for (inputs, code) in [
        (&[][..], "NOT_CAPTURABLE"),
        (&[x, x, x], "NOT_CAPTURABLE"),
        (&[wide], "SHAPE_MISMATCH"),
        (&[gone], "DISPOSED"),
        (&[far], "DEVICE_MISMATCH"),
    ] {
        assert_eq!(lab.frontend().replay(id, inputs, &[]).unwrap_err().code(), code);
    }
    assert_eq!(lab.frontend().replay(id, &[x], &[7]).unwrap_err().code(), "NOT_CAPTURABLE", "no attribute is free");
    assert_eq!(lab.frontend().replay(id + 1, &[x], &[]).unwrap_err().code(), "DISPOSED");
    assert_eq!(lab.frontend().enqueued(OWN), enqueued);
    let output = replay(&mut lab, &program, &[x])[0];
    assert_eq!(block_on(lab.data(output)).unwrap(), [1.0; 2]);
}

#[test]
fn a_program_may_be_forgotten_while_another_is_captured() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = lab.array(&[1], &[2.0]).unwrap();
    let first = capture(&mut lab, &[x], |lab| {
        chain(lab, x);
    });
    let id = first.program.unwrap();
    let second = capture(&mut lab, &[x], |lab| {
        lab.frontend().forget_program(id);
        lab.apply(ops::NEG, &[x], &[]).unwrap();
    });
    assert_eq!(second.program, Ok(id), "its number is free");
    let output = replay(&mut lab, &second, &[x])[0];
    assert_eq!(block_on(lab.data(output)).unwrap(), [-2.0]);
}

#[test]
fn a_lost_device_ends_captures_and_replays() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = lab.array(&[1], &[2.0]).unwrap();
    let program = capture(&mut lab, &[x], |lab| {
        chain(lab, x);
    });
    lab.frontend().begin_capture(OWN).unwrap();
    lab.apply(ops::NEG, &[x], &[]).unwrap();
    lab.frontend().lose(Error::DeviceLost { reason: "test".into() });
    assert_eq!(lab.frontend().end_capture(&[x], &[]).unwrap_err().code(), "DEVICE_LOST");
    assert_eq!(lab.frontend().begin_capture(OWN).unwrap_err().code(), "DEVICE_LOST");
    assert_eq!(lab.frontend().replay(program.program.unwrap(), &[x], &[]).unwrap_err().code(), "DEVICE_LOST");
    assert_eq!(lab.frontend().chunk(OWN).len(), 0);
}

#[test]
fn little_memory_gives_the_results_and_errors_of_eager_operations() {
    let mut lab = lab(DeviceKind::Cpu, policy(false, 4 * 16_384 + 1024));
    let sum = |lab: &mut Lab| {
        // One by one, the terms need not exist all at once. In one kernel they do.
        let mut sum = lab.apply(ops::FULL, &[], &[0, 4096]).unwrap();
        for term in 0..12_u8 {
            let term = lab.apply(ops::FULL, &[], &[f32::from(term).to_bits(), 4096]).unwrap();
            sum = then(lab, ops::ADD, &[sum, term], &[]);
        }
    };
    let program = capture(&mut lab, &[], sum);
    assert_eq!(block_on(lab.data(program.outputs[0])).unwrap(), [66.0; 4096]);
    lab.dispose(program.outputs[0]);
    let outputs = replay(&mut lab, &program, &[]);
    assert_eq!(block_on(lab.data(outputs[0])).unwrap(), [66.0; 4096]);
    lab.dispose(outputs[0]);

    let much = |lab: &mut Lab| {
        let y = lab.apply(ops::FULL, &[], &[0, 32_768]).unwrap();
        then(lab, ops::SUM, &[y], &[1, 0]);
    };
    let program = capture(&mut lab, &[], much);
    for turn in 0..2 {
        let output = if turn == 0 { program.outputs[0] } else { replay(&mut lab, &program, &[])[0] };
        assert_eq!(block_on(lab.data(output)).unwrap_err().code(), "OUT_OF_MEMORY");
        lab.dispose(output);
        block_on(lab.wait_all()).unwrap();
    }
    let memory = lab.backend().memory();
    assert_eq!((memory.used, memory.pending), (0, 0));
}

#[test]
fn a_full_queue_rejects_a_capture_and_a_replay() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = lab.array(&[1], &[2.0]).unwrap();
    let program = capture(&mut lab, &[x], |lab| {
        chain(lab, x);
    });
    lab.frontend().bound_operations(4);
    assert_eq!(lab.frontend().replay(program.program.clone().unwrap(), &[x], &[]).unwrap_err().code(), "QUEUE_FULL");
    assert_eq!(lab.frontend().begin_capture(OWN).unwrap_err().code(), "QUEUE_FULL");
    block_on(lab.wait_all()).unwrap();
    assert_eq!(replay(&mut lab, &program, &[x]).len(), 1);
}
