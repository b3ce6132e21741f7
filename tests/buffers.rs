//! Buffers that were released to a GPU, and new buffers under the same numbers.

use asynclab::backend::policy::Policy;
use asynclab::frontend::OWN;
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::wire::ArrayId;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

/// Arrays alive at once: the kernels that write this many are bound to more buffers than a generation of bindings has.
const MANY: u16 = 1500;

async fn new_buffers_under_old_numbers() {
    let mut lab = Lab::connect(DeviceKind::WebGpu, Policy::default()).await.unwrap();
    let x = lab.apply(ops::FULL, &[], &[0.5_f32.to_bits(), 64]).unwrap();
    for round in 0..2 {
        let numbers = (0..MANY).map(|k| f32::from(k + round));
        let add = |number: f32| lab.apply(ops::ADD, &[x], &[1, number.to_bits()]).unwrap();
        let sums: Vec<(f32, ArrayId)> = numbers.clone().zip(numbers.map(add).collect::<Vec<_>>()).collect();
        for &(number, sum) in sums.iter().step_by(61) {
            assert_eq!(lab.data(sum).await.unwrap(), [number + 0.5; 64], "in round {round}");
        }
        sums.into_iter().for_each(|(_, sum)| lab.dispose(sum));
        lab.wait_all().await.unwrap();
        lab.frontend().trim(OWN);
        lab.flush();
    }
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen_test]
async fn a_buffer_under_the_number_of_one_that_is_gone_is_computed_into() {
    new_buffers_under_old_numbers().await;
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn a_buffer_under_the_number_of_one_that_is_gone_is_computed_into() {
    if crate::adapter::is_there() {
        pollster::block_on(new_buffers_under_old_numbers());
    }
}
