//! The order in which operations are submitted, and the progress that is reported.

use super::{Called, Encode, Station};
use asynclab::backend::policy::Policy;
use asynclab::ops;
use asynclab::wire::{Command, Encoder};

fn encoded(calls: Vec<Called>) -> Vec<&'static str> {
    calls.into_iter().filter_map(|call| if let Encode(name, ..) = call { Some(name) } else { None }).collect()
}

#[test]
fn a_wait_for_a_value_that_another_kernel_could_take_in_is_answered() {
    let mut station = Station::new(Policy { lazy: true, max_in_flight: 2, ops_per_submit: 2, ..Policy::default() });
    for output in [1, 2] {
        station.put(&Command::Write { output, dims: &[4], bits: &[0; 4] });
    }
    station.send();
    // The two writes fill the window: nothing more is handed over until they are complete.
    station.neg(3, 1).wait(5, 3).apply(ops::EXP, 4, &[3], &[]).dispose(3).wait(6, 4).send();
    assert_eq!(station.answers(), []);
    for serial in 1..=4 {
        station.complete(serial, serial as f64);
    }
    assert_eq!(station.answers(), [(5, "done"), (6, "done")]);
}

#[test]
fn a_wait_overtakes_also_after_much_has_arrived_from_another_device() {
    let policy = Policy { max_in_flight: 1, ops_per_submit: 1, memory_limit: 1 << 16, ..Policy::default() };
    let mut station = Station::new(policy);
    let mut serial = 0;
    for token in 1..=3 {
        let dims = [15_000];
        station.put(&Command::Receive { token, output: 1, device: 1, producer: 0, dims: &dims }).send();
        station.backend.deliver(token, Ok(vec![0.0; 15_000]));
        serial += 1;
        station.complete(serial, f64::from(token));
        station.dispose(1).put(&Command::Trim).send();
        serial += 1;
        station.complete(serial, f64::from(token));
    }
    station.calls();
    station.full(1, 4).neg(2, 1).neg(3, 2).apply(ops::EXP, 4, &[1], &[]).wait(9, 4).send();
    serial += 1;
    station.complete(serial, 10.0);
    assert_eq!(encoded(station.calls()), ["full", "exp"]);
}

#[test]
fn operations_of_a_kernel_count_as_gone_only_with_it() {
    let mut station = Station::new(Policy { max_in_flight: 2, ops_per_submit: 2, ..Policy::default() });
    let mut commands = Encoder::default();
    for (op, output, input) in [(ops::NEG, 1, 0), (ops::EXP, 3, 0), (ops::SQRT, 5, 1)] {
        commands.push(&Command::Apply { op, output, inputs: &[input], attrs: &[] });
    }
    station.full(1, 4).full(2, 4);
    let define = Command::Define { program: 0, inputs: &[1], outputs: &[1, 2], free: &[], commands: commands.words() };
    station.put(&define);
    station.put(&Command::Replay { program: 0, inputs: &[1], disposed: &[], outputs: &[3, 4], words: &[] });
    station.send();
    let progress = station.backend.progress();
    assert_eq!(
        (progress.decoded, progress.handed_over_before),
        (5, 2),
        "the first of the program waits for its kernel"
    );
    station.complete(1, 1.0);
    let progress = station.backend.progress();
    assert_eq!((progress.completed, progress.handed_over_before), (2, 2));
    assert_eq!(encoded(station.calls())[2..], ["exp"], "the other kernel has two operations");
    station.complete(2, 2.0);
    station.complete(3, 3.0);
    assert_eq!((station.backend.progress().completed, station.backend.progress().complete_before), (5, 5));
}
