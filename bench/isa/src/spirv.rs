//! WGSL to SPIR-V by naga, with wgpu's options for these drivers.

use crate::error::{Error, Result};
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// The entry point of every kernel.
const ENTRY: &str = "main";

/// The version of naga, by the workspace's lock.
pub(crate) fn version() -> &'static str {
    let mut lines = include_str!("../../../Cargo.lock").lines().skip_while(|line| *line != "name = \"naga\"");
    lines.nth(1).and_then(|line| line.split('"').nth(1)).unwrap_or("of no known version")
}

/// The words of a kernel's module. Indices of workgroup and private arrays are clamped, bounds of buffers are left to the hardware, and
/// loops are bounded, as in wgpu-hal 30 where the driver has `robustBufferAccess2` (`vulkan/adapter.rs`).
///
/// # Errors
/// `Shader` with naga's message.
pub(crate) fn of(kernel: &str, wgsl: &str) -> Result<Vec<u32>> {
    let rejected = |problem: String| Error::Shader { kernel: kernel.into(), problem };
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| rejected(error.emit_to_string(wgsl)))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| rejected(error.emit_to_string(wgsl)))?;
    let options = spv::Options {
        lang_version: (1, 5),
        flags: spv::WriterFlags::empty(),
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::Unchecked,
            image_load: BoundsCheckPolicy::Unchecked,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        // As in `device/webgpu/kernels.rs`.
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: true,
        ..spv::Options::default()
    };
    let entry = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: ENTRY.into() };
    spv::write_vec(&module, &info, &options, Some(&entry)).map_err(|error| rejected(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asynclab_bench_probe::Interface;
    use std::collections::BTreeMap;

    #[test]
    fn a_module_names_its_entry_and_its_bindings() -> Result<()> {
        let wgsl = "@group(0) @binding(0) var<uniform> p: vec4u;\n@group(0) @binding(1) var<storage, read_write> r: array<u32>;\n\
                    @compute @workgroup_size(1) fn main() { r[0] = p.x; }";
        let interface = Interface::of(&of("test", wgsl)?).map_err(|error| Error::Request(error.to_string()))?;
        assert!(version().starts_with("30."), "{}", version());
        assert_eq!(interface.entry.to_str(), Ok("main"));
        assert_eq!(interface.sets, [BTreeMap::from([(0, true), (1, false)])]);
        assert!(Interface::of(&[1, 2, 3]).is_err());
        Ok(())
    }
}
