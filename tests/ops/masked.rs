use super::lib::binary;
use super::{array, evaluate};
use asynclab::ops::MASKED;

#[test]
fn agrees_with_the_formula() {
    binary::check(MASKED, 0.0, |a, b| if b == 0.0 { 0.0 } else { a });
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(MASKED);
}

#[test]
fn what_is_masked_leaves_every_sum_as_it_is() {
    let [a, mask] = [[1.0, f32::NAN, 2.0], [0.0, -0.0, f32::NAN]].map(|data| array(&[3], &data));
    let masked = evaluate(MASKED, &[&a, &mask], &[]).data;
    assert_eq!(masked.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), [0x8000_0000, 0x8000_0000, 2.0_f32.to_bits()]);
}
