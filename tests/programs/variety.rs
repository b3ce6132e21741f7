//! The programs are varied, and the same seed always gives the same program.

use super::generate;
use super::program::Statement;
use asynclab::ops;

const PROGRAMS: u64 = 2000;

#[test]
fn every_operation_is_in_many_programs() {
    let mut uses = vec![0; ops::ALL.len()];
    for seed in 0..PROGRAMS {
        for statement in generate::program(seed).statements {
            if let Statement::Apply { op, .. } = statement {
                uses[op as usize] += 1;
            }
        }
    }
    for (op, uses) in ops::ALL.iter().zip(uses) {
        println!("{:<14}{uses}", op.name());
        assert!(uses >= 100, "{} is used {uses} times in {PROGRAMS} programs: add it to generate.rs", op.name());
    }
}

#[test]
fn a_seed_says_it_all() {
    for seed in 0..50 {
        let [first, second] = [0, 1].map(|_| generate::program(seed));
        assert_eq!(first.report(None), second.report(None));
    }
    assert_ne!(generate::program(1).report(None), generate::program(2).report(None));
}

#[test]
fn programs_cover_what_is_easily_forgotten() {
    let mut seen = std::collections::BTreeMap::new();
    let mut exact = [0_usize; 2];
    for program in (0..PROGRAMS).map(generate::program) {
        let mut note = |what: &'static str, is: bool| *seen.entry(what).or_insert(0) += usize::from(is);
        for array in &program.arrays {
            exact[usize::from(array.bound.error == 0.0)] += 1;
            note("no elements", array.shape.elements() == 0);
            note("one element", array.shape.elements() == 1);
            note("a scalar", array.shape.rank() == 0);
            note("six dimensions", array.shape.rank() == 6);
            note("more than a workgroup's worth of workgroups", array.shape.elements() > 64 * 64);
        }
        for statement in &program.statements {
            note("a wait for one", matches!(statement, Statement::Wait(_)));
            note("a wait for all", matches!(statement, Statement::WaitAll));
            note("a read", matches!(statement, Statement::Read(_)));
            let Statement::Apply { op, inputs, attrs, .. } = statement else { continue };
            let shapes: Vec<_> = inputs.iter().map(|&input| program.arrays[input].shape).collect();
            note("broadcasting", *op <= ops::DIV && shapes.len() == 2 && shapes[0] != shapes[1]);
            note("a number on the left", *op <= ops::DIV && attrs.first() == Some(&0));
            note("twice the same operand", inputs.len() == 2 && inputs[0] == inputs[1]);
            let product = *op == ops::MATMUL;
            note("a transposed operand", product && attrs.contains(&1));
            note("a vector in a product", product && shapes.iter().any(|shape| shape.rank() == 1));
            note("batches", product && shapes.iter().any(|shape| shape.rank() > 2));
            note("a product over nothing", product && shapes.iter().any(|shape| shape.elements() == 0));
            let reduction = [ops::SUM, ops::MEAN, ops::MAX, ops::NORM].contains(op);
            note("axes in the middle", reduction && shapes[0].rank() > 2 && attrs[0] == 2);
            note("no axes", reduction && attrs[0] == 0);
        }
    }
    println!("{seen:#?} rounded and exact: {exact:?}");
    assert!(seen.values().all(|&times| times >= 20), "{seen:#?}");
    assert!(exact.iter().all(|&arrays| arrays > 4 * PROGRAMS as usize), "rounded and exact arrays: {exact:?}");
}
