//! The interface that a module of SPIR-V declares.

use crate::Error;
use std::collections::BTreeMap;
use std::ffi::CString;

/// The declarations of a module to the outside.
pub struct Interface {
    /// The name of its first entry point.
    pub entry: CString,
    /// The bindings of each set, each with whether it holds parameters, not an array.
    pub sets: Vec<BTreeMap<u32, bool>>,
}

impl Interface {
    /// Reads a module: <https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html>, section 3.
    ///
    /// # Errors
    /// `Module` where the words are no module.
    pub fn of(spirv: &[u32]) -> Result<Self, Error> {
        const HEADER: usize = 5;
        const ENTRY_POINT: u32 = 15;
        const VARIABLE: u32 = 59;
        const DECORATE: u32 = 71;
        const BINDING: u32 = 33;
        const SET: u32 = 34;
        const UNIFORM: u32 = 2;
        let rejected = || Error::Module;
        let mut entry = None;
        let [mut bindings, mut sets, mut classes] = [const { BTreeMap::new() }; 3];
        let mut rest = spirv.get(HEADER..).ok_or_else(rejected)?;
        while let Some(&first) = rest.first() {
            let (words, opcode) = ((first >> 16) as usize, first & 0xffff);
            let operands = rest.get(1..words.max(1)).filter(|_| words > 0).ok_or_else(rejected)?;
            match (opcode, operands) {
                (ENTRY_POINT, [_, _, name @ ..]) if entry.is_none() => {
                    let bytes = name.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0);
                    entry = CString::new(bytes.collect::<Vec<_>>()).ok();
                }
                (VARIABLE, &[_, id, class, ..]) => _ = classes.insert(id, class),
                (DECORATE, &[id, BINDING, binding]) => _ = bindings.insert(id, binding),
                (DECORATE, &[id, SET, set]) => _ = sets.insert(id, set),
                _ => {}
            }
            rest = &rest[words..];
        }
        let mut declared: Vec<BTreeMap<u32, bool>> = Vec::new();
        for (id, &set) in &sets {
            let (Some(&binding), Some(&class)) = (bindings.get(id), classes.get(id)) else { continue };
            declared.resize_with(declared.len().max(set as usize + 1), BTreeMap::new);
            declared[set as usize].insert(binding, class == UNIFORM);
        }
        Ok(Self { entry: entry.ok_or_else(rejected)?, sets: declared })
    }
}
