//! The order of a wasm module's functions. What compresses a download finds repetitions only within the last 32 kB, so functions
//! that are alike are put near each other.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// So many bytes in a row are a piece by which functions are compared.
const PIECE: usize = 8;
/// Pieces in more functions than this say nothing of likeness.
const COMMON: usize = 200;
/// So many bytes back a repetition counts: found by trying, and less than the compressor reaches.
const REACH: usize = 24_000;

type Done<T> = Result<T, Error<Infallible>>;

/// The same module with its functions in another order.
///
/// # Errors
/// The reader's, where it is no module as wasm-bindgen writes them.
pub(crate) fn arrange(module: &[u8]) -> Done<Vec<u8>> {
    let (imported, bodies) = functions(module)?;
    let order = order(&bodies);
    let mut places = vec![0; order.len()];
    for (place, function) in (0..).zip(&order) {
        places[*function] = place;
    }
    let mut out = Module::new();
    Arranged { imported, order, places }.parse_core_module(&mut out, Parser::new(0), module)?;
    Ok(out.finish())
}

/// The number of imported functions, and the bytes of the others.
fn functions(module: &[u8]) -> Done<(u32, Vec<&[u8]>)> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// The functions by their numbers: the largest, then always the one with the largest share of pieces just seen.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let mut holders = HashMap::<&[u8], Vec<usize>>::new();
    for (function, body) in bodies.iter().enumerate() {
        for piece in body.windows(PIECE) {
            let holders = holders.entry(piece).or_default();
            if holders.last() != Some(&function) {
                holders.push(function);
            }
        }
    }
    let mut pieces = vec![Vec::new(); bodies.len()];
    let mut telling = holders.values().filter(|holders| (2..=COMMON).contains(&holders.len())).collect::<Vec<_>>();
    telling.sort_unstable();
    for (piece, holders) in telling.iter().enumerate() {
        for holder in *holders {
            pieces[*holder].push(piece);
        }
    }

    let (mut seen, mut score) = (vec![0_u32; telling.len()], vec![0_usize; bodies.len()]);
    let (mut near, mut bytes) = (VecDeque::new(), 0);
    let mut left = (0..bodies.len()).collect::<Vec<_>>();
    let mut order = Vec::with_capacity(bodies.len());
    // Short functions would win by a handful of pieces, hence the constant.
    let rank = |function: usize, score: &[usize]| {
        let size = bodies[function].len();
        (1_000_000 * score[function] / (size + 40), size, Reverse(function))
    };
    while let Some(at) = (0..left.len()).max_by_key(|at| rank(left[*at], &score)) {
        let next = left.swap_remove(at);
        order.push(next);
        near.push_back(next);
        bytes += bodies[next].len();
        for piece in &pieces[next] {
            seen[*piece] += 1;
            if seen[*piece] == 1 {
                telling[*piece].iter().for_each(|holder| score[*holder] += 1);
            }
        }
        while bytes > REACH && near.len() > 1 {
            let Some(gone) = near.pop_front() else { break };
            bytes -= bodies[gone].len();
            for piece in &pieces[gone] {
                seen[*piece] -= 1;
                if seen[*piece] == 0 {
                    telling[*piece].iter().for_each(|holder| score[*holder] -= 1);
                }
            }
        }
    }
    order
}

/// Writes functions in their new order, and their numbers wherever they are named.
struct Arranged {
    imported: u32,
    order: Vec<usize>,
    places: Vec<u32>,
}

impl Reencode for Arranged {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Done<u32> {
        let own = function.checked_sub(self.imported).and_then(|own| self.places.get(own as usize));
        Ok(own.map_or(function, |place| self.imported + place))
    }

    fn parse_function_section(&mut self, out: &mut FunctionSection, section: FunctionSectionReader<'_>) -> Done<()> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in &self.order {
            out.function(types[*function]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, out: &mut CodeSection, section: CodeSectionReader<'_>) -> Done<()> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            self.parse_function_body(out, bodies[function].clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{ExportKind, ExportSection, Function, TypeSection, ValType};

    /// Functions without arguments that each return a number or the result of the one named, all exported.
    fn module(results: &[Result<i64, u32>]) -> Vec<u8> {
        let (mut types, mut functions) = (TypeSection::new(), FunctionSection::new());
        let (mut exports, mut code) = (ExportSection::new(), CodeSection::new());
        types.ty().function([], [ValType::I64]);
        for (i, result) in (0..).zip(results) {
            functions.function(0);
            exports.export(&format!("f{i}"), ExportKind::Func, i);
            let mut body = Function::new([]);
            match result {
                Ok(number) => body.instructions().i64_const(*number),
                Err(callee) => body.instructions().call(*callee),
            };
            body.instructions().end();
            code.function(&body);
        }
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code);
        module.finish()
    }

    #[test]
    fn alike_functions_are_neighbours() {
        let bodies: [&[u8]; 5] = [b"abcdefghijkl-1", b"0123456789+2", b"abcdefghijkl-3", b"0123456789+4", b"x"];
        assert_eq!(order(&bodies), [0, 2, 1, 3, 4]);
    }

    #[test]
    fn names_keep_their_functions() -> Done<()> {
        let arranged = arrange(&module(&[Ok(1), Err(2), Ok(1 << 60)]))?;
        let (_, bodies) = functions(&arranged)?;
        let mut of = HashMap::new();
        for payload in Parser::new(0).parse_all(&arranged) {
            if let Payload::ExportSection(exports) = payload? {
                for export in exports {
                    let export = export?;
                    of.insert(export.name.to_owned(), export.index);
                }
            }
        }
        // 0x42 is `i64.const`, 0x10 `call`, 0x0b the end.
        assert_eq!(of["f2"], 0);
        assert_eq!(bodies[of["f0"] as usize], [0, 0x42, 1, 0x0b]);
        assert_eq!(bodies[of["f1"] as usize], [0, 0x10, of["f2"] as u8, 0x0b]);
        Ok(())
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(arrange(b"wasm").is_err());
    }
}
