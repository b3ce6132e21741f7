//! A driver of Mesa's without a card: it can compile but not run. The environment names the card that it compiles for.

use crate::{Compiled, Error, Interface};
use ash::{khr, vk};

type Result<T> = std::result::Result<T, Error>;

/// The compiler for one card.
pub(crate) struct Compiler {
    // Declared first: dropped before the instance that it comes from.
    device: ash::Device,
    executables: khr::pipeline_executable_properties::Device,
    /// The driver, in its own words.
    pub(crate) driver: String,
    instance: ash::Instance,
    // Keeps the loader's code in memory.
    _entry: ash::Entry,
}

impl Compiler {
    /// Opens the driver.
    ///
    /// # Errors
    /// `NoVulkan`, `NoDriver`, or Vulkan's own error.
    pub(crate) fn open() -> Result<Self> {
        // SAFETY: the loader is Vulkan's own, and nothing else of this process uses it.
        #[expect(unsafe_code, reason = "Vulkan is called through its C interface")]
        unsafe {
            let entry = ash::Entry::load().map_err(|error| Error::NoVulkan(error.to_string()))?;
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
            let create = vk::InstanceCreateInfo::default().application_info(&application);
            let instance = entry.create_instance(&create, None)?;
            // The loader may find several drivers. Takes one of a card.
            let hardware = |physical: vk::PhysicalDevice| {
                let mut about = vk::PhysicalDeviceDriverProperties::default();
                let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut about);
                instance.get_physical_device_properties2(physical, &mut properties);
                let name =
                    properties.properties.device_name_as_c_str().unwrap_or_default().to_string_lossy().into_owned();
                let info = about.driver_info_as_c_str().unwrap_or_default().to_string_lossy();
                (about.driver_id != vk::DriverId::MESA_LLVMPIPE).then(|| (physical, format!("{name}, {info}")))
            };
            let all = instance.enumerate_physical_devices()?;
            let (physical, driver) = all.into_iter().find_map(hardware).ok_or(Error::NoDriver)?;

            // As wgpu and Dawn request it, where the driver offers it: the hardware checks bounds of buffers, and Dawn's modules follow Vulkan's
            // memory model.
            let mut robust = vk::PhysicalDeviceRobustness2FeaturesEXT::default();
            let mut model = vk::PhysicalDeviceVulkanMemoryModelFeatures::default();
            let mut offered = vk::PhysicalDeviceFeatures2::default().push_next(&mut robust).push_next(&mut model);
            instance.get_physical_device_features2(physical, &mut offered);
            let checks = offered.features.robust_buffer_access == vk::TRUE;
            let well = robust.robust_buffer_access2 == vk::TRUE && checks;
            let modelled = model.vulkan_memory_model == vk::TRUE;
            let across = model.vulkan_memory_model_device_scope == vk::TRUE;
            let mut names = vec![khr::pipeline_executable_properties::NAME.as_ptr()];
            if well {
                names.push(ash::ext::robustness2::NAME.as_ptr());
            }
            let mut executables =
                vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
            let mut robust = vk::PhysicalDeviceRobustness2FeaturesEXT::default().robust_buffer_access2(true);
            let mut model = vk::PhysicalDeviceVulkanMemoryModelFeatures::default()
                .vulkan_memory_model(modelled)
                .vulkan_memory_model_device_scope(across);
            let features = vk::PhysicalDeviceFeatures::default().robust_buffer_access(checks);
            let queue = [vk::DeviceQueueCreateInfo::default().queue_priorities(&[1.0])];
            let mut create = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queue)
                .enabled_extension_names(&names)
                .enabled_features(&features)
                .push_next(&mut executables)
                .push_next(&mut model);
            if well {
                create = create.push_next(&mut robust);
            }
            let device = instance.create_device(physical, &create, None)?;
            let executables = khr::pipeline_executable_properties::Device::new(&instance, &device);
            Ok(Self { device, executables, driver, instance, _entry: entry })
        }
    }

    /// Compiles a module with a single entry point.
    ///
    /// # Errors
    /// Vulkan's own error.
    pub(crate) fn compile(&self, spirv: &[u32]) -> Result<Compiled> {
        let interface = Interface::of(spirv)?;
        // SAFETY: all handles are this device's; the structures outlive the calls that read them.
        #[expect(unsafe_code, reason = "Vulkan is called through its C interface")]
        unsafe {
            let layout = layout(&self.device, &interface)?;
            let module = self.device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(spirv), None)?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(&interface.entry);
            let capture = vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR
                | vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR;
            let create = vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout).flags(capture);
            let made = self.device.create_compute_pipelines(vk::PipelineCache::null(), &[create], None);
            self.device.destroy_shader_module(module, None);
            let pipeline = *made.map_err(|(_, error)| error)?.first().ok_or(Error::NoDriver)?;
            let compiled = self.read(pipeline);
            self.device.destroy_pipeline(pipeline, None);
            self.device.destroy_pipeline_layout(layout, None);
            compiled
        }
    }

    /// Statistics and text of the only executable of a pipeline.
    fn read(&self, pipeline: vk::Pipeline) -> Result<Compiled> {
        let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(0);
        // SAFETY: as in `compile`; the second call of each pair gets as much room as the first one returned.
        #[expect(unsafe_code, reason = "Vulkan is called through its C interface")]
        unsafe {
            let statistics = self.executables.get_pipeline_executable_statistics(&info)?;
            let statistics = statistics
                .iter()
                .map(|it| {
                    let value = match it.format {
                        vk::PipelineExecutableStatisticFormatKHR::UINT64 => it.value.u64 as f64,
                        vk::PipelineExecutableStatisticFormatKHR::INT64 => it.value.i64 as f64,
                        vk::PipelineExecutableStatisticFormatKHR::FLOAT64 => it.value.f64,
                        _ => f64::from(it.value.b32),
                    };
                    (text(&it.name), value)
                })
                .collect();
            let mut representations = self.executables.get_pipeline_executable_internal_representations(&info)?;
            let mut rooms: Vec<Vec<u8>> = representations.iter().map(|it| vec![0; it.data_size]).collect();
            for (representation, room) in representations.iter_mut().zip(&mut rooms) {
                representation.p_data = room.as_mut_ptr().cast();
            }
            let mut count = representations.len() as u32;
            let get = self.executables.fp().get_pipeline_executable_internal_representations_khr;
            get(self.device.handle(), &info, &mut count, representations.as_mut_ptr()).result()?;
            // The last representation is the one for the card; a driver may have none.
            let last = rooms.last().map_or(&[][..], Vec::as_slice);
            let assembly = String::from_utf8_lossy(last).trim_end_matches('\0').to_owned();
            Ok(Compiled { statistics, assembly })
        }
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        // SAFETY: every pipeline is gone by now, and nothing uses the device later.
        #[expect(unsafe_code, reason = "Vulkan is called through its C interface")]
        unsafe {
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// The layout of a module's declarations. Parameters are in buffers with dynamic offsets, as in the engine.
#[expect(unsafe_code, reason = "Vulkan is called through its C interface")]
unsafe fn layout(device: &ash::Device, interface: &Interface) -> Result<vk::PipelineLayout> {
    // SAFETY: the device is alive; the sets' layouts may go once the pipeline's is made.
    unsafe {
        let mut sets = Vec::new();
        for bindings in &interface.sets {
            let binding = |(&binding, &uniform): (&u32, &bool)| {
                let kind = if uniform {
                    vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC
                } else {
                    vk::DescriptorType::STORAGE_BUFFER
                };
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(kind)
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            };
            let bindings: Vec<_> = bindings.iter().map(binding).collect();
            let create = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            sets.push(device.create_descriptor_set_layout(&create, None)?);
        }
        let layout = device.create_pipeline_layout(&vk::PipelineLayoutCreateInfo::default().set_layouts(&sets), None);
        for set in sets {
            device.destroy_descriptor_set_layout(set, None);
        }
        Ok(layout?)
    }
}

fn text(name: &[std::ffi::c_char]) -> String {
    name.iter().take_while(|&&c| c != 0).map(|&c| char::from(c as u8)).collect()
}
