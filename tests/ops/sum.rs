use super::lib::reduce;
use super::{array, evaluate};
use asynclab::op::{Call, Limits};
use asynclab::ops::{SUM, by_opcode};
use asynclab::shape::Shape;

#[test]
fn agrees_with_the_formula() {
    reduce::check(SUM, 0.0, true, |x| x.iter().sum());
}

#[test]
fn rejects_what_does_not_fit() {
    reduce::check_errors(SUM);
}

#[test]
fn of_nothing_is_zero() {
    assert_eq!(evaluate(SUM, &[&array(&[0], &[])], &[1, 0]), array(&[], &[0.0]));
    assert_eq!(evaluate(SUM, &[&array(&[2, 0], &[])], &[2, 0]), array(&[2], &[0.0; 2]));
    assert_eq!(evaluate(SUM, &[&array(&[2, 0], &[])], &[1, 0]), array(&[0], &[]));
}

#[test]
fn keeps_its_precision_over_a_million_elements() {
    let x = array(&[1_000_000], &[0.1; 1_000_000]);
    let expected = 1e6 * f64::from(0.1f32);
    let got = f64::from(evaluate(SUM, &[&x], &[1, 0]).data[0]);
    assert!((got - expected).abs() <= expected * 6e-8, "{got}, expected {expected}");
}

#[test]
fn of_everything_takes_few_dispatches() {
    let limits = Limits { array_bytes: u64::MAX, workgroups: 65_535, temporaries: 0 };
    let dispatches = |n: u32| {
        let inputs = [Shape::new("test", &[n]).unwrap()];
        let call = Call { inputs: &inputs, attrs: &[1, 0], output: Shape::new("test", &[]).unwrap() };
        by_opcode(SUM).unwrap().plan(&call, &limits).dispatches.len()
    };
    assert_eq!([1, 511, 512, 8192].map(dispatches), [1; 4]);
    assert_eq!([8193, 1 << 20, 1 << 21].map(dispatches), [2; 3]);
    assert_eq!([1 << 22, 1 << 30].map(dispatches), [3; 2]);
}
