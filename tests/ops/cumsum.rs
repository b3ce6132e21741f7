use super::{array, evaluate, rejected, whole};
use asynclab::ops::CUMSUM;

#[test]
fn adds_up_along_an_axis() {
    let x = array(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(evaluate(CUMSUM, &[&x], &[1, 0]).data, [1.0, 3.0, 6.0, 4.0, 9.0, 15.0]);
    assert_eq!(evaluate(CUMSUM, &[&x], &[0, 0]).data, [1.0, 2.0, 3.0, 5.0, 7.0, 9.0]);
    assert_eq!(evaluate(CUMSUM, &[&x], &[1, 1]).data, [6.0, 5.0, 3.0, 15.0, 11.0, 6.0]);
    assert_eq!(evaluate(CUMSUM, &[&array(&[0, 3], &[])], &[0, 0]).dims, [0, 3]);
    let zeros = evaluate(CUMSUM, &[&array(&[3], &[-0.0, -0.0, 0.0])], &[0, 0]).data;
    assert_eq!(zeros.iter().map(|sum| sum.is_sign_negative()).collect::<Vec<_>>(), [true, true, false]);
    // Lines that are so long that they are computed in parts.
    for dims in [&[513][..], &[2, 100_003], &[1000, 3]] {
        evaluate(CUMSUM, &[&whole(dims)], &[dims.len() as u32 - 1, 0]);
    }
}

#[test]
fn rejects_what_does_not_fit() {
    assert_eq!(rejected(CUMSUM, &[&[2]], &[1, 0]).0, "INVALID_NUMBER");
    assert_eq!(rejected(CUMSUM, &[&[]], &[0, 0]).0, "INVALID_NUMBER");
    assert_eq!(rejected(CUMSUM, &[&[2]], &[0]).0, "SHAPE_MISMATCH");
}
