//! How kernels declare the arrays they read and write, by vectors of four elements or by elements.

/// WGSL that declares a read array with `name_four(at: vec4u) -> vec4f` and `name_one(at: u32) -> f32`. By vectors,
/// the four lie side by side from a multiple of four on, and only the first index counts.
pub(crate) fn read(name: &str, binding: u32, vectors: bool) -> String {
    let template = if vectors {
        wgsl!("../../../shaders/lib/read_vectors.wgsl")
    } else {
        wgsl!("../../../shaders/lib/read_scalars.wgsl")
    };
    template.replace("NAME", name).replace("BINDING", &binding.to_string())
}

/// WGSL that declares a read array of vectors by its name alone.
pub(crate) fn vectors(name: &str, binding: u32) -> String {
    format!("@group(0) @binding({binding}) var<storage, read> {name}: array<vec4f>;\n")
}

/// WGSL that declares the result with `put(at: u32, values: vec4f, count: u32)`. By vectors, `at` is a multiple of
/// four and all four are written.
pub(crate) fn write(vectors: bool) -> &'static str {
    if vectors {
        wgsl!("../../../shaders/lib/write_vectors.wgsl")
    } else {
        wgsl!("../../../shaders/lib/write_scalars.wgsl")
    }
}
