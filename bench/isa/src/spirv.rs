//! WGSL to SPIR-V as wgpu has naga do it on this driver, and what a module of anybody's declares.

use crate::error::{Error, Result};
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::BTreeMap;
use std::ffi::CString;

/// The entry point of every kernel.
const ENTRY: &str = "main";

/// The words of a kernel's module. Indices of workgroup and private arrays are clamped, buffers left to the hardware, and
/// loops bounded: wgpu-hal 30 does so where `robustBufferAccess2` is there (`vulkan/adapter.rs`).
///
/// # Errors
/// `Shader` with naga's message.
pub(crate) fn of(kernel: &str, wgsl: &str) -> Result<Vec<u32>> {
    let refused = |problem: String| Error::Shader { kernel: kernel.into(), problem };
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| refused(error.emit_to_string(wgsl)))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| refused(error.emit_to_string(wgsl)))?;
    let options = spv::Options {
        lang_version: (1, 5),
        flags: spv::WriterFlags::empty(),
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::Unchecked,
            image_load: BoundsCheckPolicy::Unchecked,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        // As `device/webgpu/kernels.rs` asks for.
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: true,
        ..spv::Options::default()
    };
    let entry = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: ENTRY.into() };
    spv::write_vec(&module, &info, &options, Some(&entry)).map_err(|error| refused(error.to_string()))
}

/// The declarations of a module to the outside.
pub(crate) struct Interface {
    /// The name of its first entry point.
    pub(crate) entry: CString,
    /// Of each set the bindings, and whether each holds parameters (or an array).
    pub(crate) sets: Vec<BTreeMap<u32, bool>>,
}

impl Interface {
    /// Reads a module: <https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html>, section 3.
    ///
    /// # Errors
    /// `Shader` where it is none.
    pub(crate) fn of(spirv: &[u32]) -> Result<Self> {
        const HEADER: usize = 5;
        const ENTRY_POINT: u32 = 15;
        const VARIABLE: u32 = 59;
        const DECORATE: u32 = 71;
        const BINDING: u32 = 33;
        const SET: u32 = 34;
        const UNIFORM: u32 = 2;
        let refused = || Error::Shader { kernel: "a module".into(), problem: "it is no SPIR-V".into() };
        let mut entry = None;
        let [mut bindings, mut sets, mut classes] = [const { BTreeMap::new() }; 3];
        let mut rest = spirv.get(HEADER..).ok_or_else(refused)?;
        while let Some(&first) = rest.first() {
            let (words, opcode) = ((first >> 16) as usize, first & 0xffff);
            let operands = rest.get(1..words.max(1)).filter(|_| words > 0).ok_or_else(refused)?;
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
        Ok(Self { entry: entry.ok_or_else(refused)?, sets: declared })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_names_its_entry_and_its_bindings() -> Result<()> {
        let wgsl = "@group(0) @binding(0) var<uniform> p: vec4u;\n@group(0) @binding(1) var<storage, read_write> r: array<u32>;\n\
                    @compute @workgroup_size(1) fn main() { r[0] = p.x; }";
        let interface = Interface::of(&of("test", wgsl)?)?;
        assert_eq!(interface.entry.to_str(), Ok("main"));
        assert_eq!(interface.sets, [BTreeMap::from([(0, true), (1, false)])]);
        assert!(Interface::of(&[1, 2, 3]).is_err());
        Ok(())
    }
}
