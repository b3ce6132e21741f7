use super::{array, cases, coordinates, dims, elements, evaluate, rejected};
use asynclab::ops::TRANSPOSE;
use proptest::prelude::*;

#[test]
fn a_matrix_by_hand() {
    let x = array(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(evaluate(TRANSPOSE, &[&x], &[1, 0]), array(&[3, 2], &[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]));
    assert_eq!(evaluate(TRANSPOSE, &[&x], &[0, 1]), x);
    assert_eq!(evaluate(TRANSPOSE, &[&array(&[], &[2.0])], &[]), array(&[], &[2.0]));
}

#[test]
fn moves_each_element_to_its_place() {
    let order = Just(vec![0u32, 1, 2, 3]).prop_shuffle();
    proptest!(cases(300), |(dims in dims(9), extra in 1..9u32, order in order)| {
        let dims: Vec<u32> = dims.into_iter().chain([extra]).collect();
        let axes: Vec<u32> = order.into_iter().filter(|&axis| (axis as usize) < dims.len()).collect();
        let x = array(&dims, &(0..elements(&dims)).map(|i| i as f32).collect::<Vec<_>>());
        let got = evaluate(TRANSPOSE, &[&x], &axes);
        for (i, &value) in got.data.iter().enumerate() {
            let to = coordinates(&got.dims, i);
            let mut from = vec![0; dims.len()];
            for (&axis, &c) in axes.iter().zip(&to) {
                from[axis as usize] = c;
            }
            prop_assert_eq!(value, x.at(&from));
        }
        let mut back = vec![0; axes.len()];
        for (i, &axis) in axes.iter().enumerate() {
            back[axis as usize] = i as u32;
        }
        prop_assert_eq!(evaluate(TRANSPOSE, &[&got], &back), x);
    });
}

#[test]
fn rejects_what_is_no_order_of_the_axes() {
    let wrong: [(&[u32], &[u32]); 6] =
        [(&[2, 3], &[0]), (&[2, 3], &[0, 0]), (&[2, 3], &[0, 2]), (&[2, 3], &[0, 1, 2]), (&[], &[0]), (&[2], &[])];
    for (dims, axes) in wrong {
        let (code, message) = rejected(TRANSPOSE, &[dims], axes);
        assert_eq!(code, "SHAPE_MISMATCH");
        assert!(message.contains(&format!("{axes:?}")) && message.contains("every axis"), "{message}");
    }
    assert_eq!(rejected(TRANSPOSE, &[], &[]).0, "SHAPE_MISMATCH");
}
