use super::{Array, array, cases, coordinates, dims, elements, evaluate, rejected, shapes};
use asynclab::op::{Call, Limits, MAX_DISPATCHES};
use asynclab::ops::{SORT, by_opcode};
use proptest::prelude::*;

/// Numbers with few distinct values, so that many are equal. NaN of either sign, infinities and both zeros are among them.
fn mixed(dims: &[u32]) -> Array {
    const VALUES: [f32; 11] =
        [0.0, -0.0, 1.0, -1.0, 2.5, f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e-45, -3e38];
    let data: Vec<f32> = (0..elements(dims)).map(|i| VALUES[(i * i + 7919 * i) % 1009 % VALUES.len()]).collect();
    array(dims, &data)
}

/// The sorted order as places on the axis, by Rust's stable sort.
fn places(x: &Array, axis: usize, descending: bool) -> Vec<f32> {
    let along = x.dims[axis] as usize;
    let order = |a: f32, b: f32| a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()));
    let mut found = vec![0.0; x.data.len()];
    for i in (0..x.data.len()).filter(|&i| coordinates(&x.dims, i)[axis] == 0) {
        let step: usize = x.dims[axis + 1..].iter().map(|&dim| dim as usize).product();
        let mut line: Vec<usize> = (0..along).collect();
        line.sort_by(|&a, &b| {
            let order = order(x.data[i + a * step], x.data[i + b * step]);
            if descending { order.reverse() } else { order }
        });
        for (place, from) in line.into_iter().enumerate() {
            found[i + place * step] = from as f32;
        }
    }
    found
}

/// Elements at places along an axis.
fn at(y: &Array, axis: usize, places: &[f32]) -> Vec<u32> {
    let step: usize = y.dims[axis + 1..].iter().map(|&dim| dim as usize).product();
    let from = |(i, &place): (usize, &f32)| i - coordinates(&y.dims, i)[axis] * step + place as usize * step;
    places.iter().enumerate().map(|one| y.data[from(one)].to_bits()).collect()
}

fn check(x: &Array, axis: u32) {
    for descending in [0, 1] {
        let expected = places(x, axis as usize, descending == 1);
        assert_eq!(evaluate(SORT, &[x], &[axis, descending]).data, expected, "{:?} along {axis}", x.dims);
        let y = array(&x.dims, &(0..x.data.len()).map(|i| i as f32 / 2.0).collect::<Vec<_>>());
        for carried in [x, &y] {
            let got = evaluate(SORT, &[x, carried], &[axis, descending]);
            let bits: Vec<u32> = got.data.iter().map(|x| x.to_bits()).collect();
            assert_eq!(bits, at(carried, axis as usize, &expected), "{:?} along {axis}", x.dims);
        }
    }
}

#[test]
fn orders_elements_along_an_axis() {
    let x = array(&[2, 3], &[3.0, 1.0, 2.0, 0.5, 4.0, -1.0]);
    assert_eq!(evaluate(SORT, &[&x], &[1, 0]).data, [1.0, 2.0, 0.0, 2.0, 0.0, 1.0]);
    assert_eq!(evaluate(SORT, &[&x, &x], &[1, 0]).data, [1.0, 2.0, 3.0, -1.0, 0.5, 4.0]);
    assert_eq!(evaluate(SORT, &[&x, &x], &[0, 1]).data, [3.0, 4.0, 2.0, 0.5, 1.0, -1.0]);
    assert_eq!(evaluate(SORT, &[&array(&[0, 3], &[])], &[0, 0]).dims, [0, 3]);
    assert_eq!(evaluate(SORT, &[&array(&[3, 0], &[])], &[0, 0]).dims, [3, 0]);
}

#[test]
fn nan_is_the_largest_and_equal_elements_stay_as_they_were() {
    for dims in [&[1][..], &[11], &[1025], &[5000], &[3, 257, 2], &[70, 9]] {
        (0..dims.len() as u32).for_each(|axis| check(&mixed(dims), axis));
    }
}

#[test]
fn rejects_what_does_not_fit() {
    assert_eq!(rejected(SORT, &[&[2]], &[1, 0]).0, "INVALID_NUMBER");
    assert_eq!(rejected(SORT, &[&[]], &[0, 0]).0, "INVALID_NUMBER");
    assert_eq!(rejected(SORT, &[&[2]], &[0]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SORT, &[], &[0, 0]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SORT, &[&[2], &[3]], &[0, 0]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SORT, &[&[2], &[2], &[2]], &[0, 0]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SORT, &[&[3, (1 << 24) + 1]], &[1, 0]).0, "SHAPE_MISMATCH");
    // A shape without elements is accepted, although the product of its other axes is 2^32.
    let empty = shapes(&[&array(&[0, 1 << 16, 1 << 16], &[])]);
    assert!(by_opcode(SORT).unwrap().infer(&empty, &[0, 0]).is_ok());
}

#[test]
fn the_longest_axis_fits_into_a_plan() {
    let dispatches = |n: u32| {
        let x = shapes(&[&Array { dims: vec![n], data: Vec::new() }]);
        let call = Call { inputs: &x, attrs: &[0, 0], output: x[0] };
        let limits = Limits { array_bytes: 1 << 30, workgroups: 65_535, temporaries: 0 };
        let plan = by_opcode(SORT).unwrap().plan(&call, &limits);
        // The shader's workgroup size is a separate constant.
        let module = naga::front::wgsl::parse_str(&by_opcode(SORT).unwrap().wgsl(0)).unwrap();
        let invocations = |grid: [u32; 3]| module.entry_points[0].workgroup_size[0] * grid.iter().product::<u32>();
        assert!(
            plan.dispatches.iter().all(|dispatch| (n..n + 64 * 65_535).contains(&invocations(dispatch.workgroups)))
        );
        plan.dispatches.len()
    };
    assert_eq!([1, 16, 17, 64, 65, 1000, 1 << 24].map(dispatches), [1, 1, 2, 2, 3, 4, MAX_DISPATCHES]);
}

proptest! {
    #![proptest_config(cases(60))]
    #[test]
    fn is_a_stable_sort(dims in dims(40), axis in 0..3_usize, seed in any::<u32>()) {
        prop_assume!(axis < dims.len());
        let value = |i: usize| f32::from_bits(seed.wrapping_mul(i as u32 | 1).rotate_left(7) ^ seed);
        let data: Vec<f32> = (0..elements(&dims)).map(value).collect();
        check(&array(&dims, &data), axis as u32);
    }
}
