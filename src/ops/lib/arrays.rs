//! How kernels declare the arrays they read and write, by vectors of four elements or by elements.

/// WGSL that declares a read array with `name_four(at: vec4u) -> vec4f` and `name_one(at: u32) -> f32`. By vectors,
/// the four lie side by side from a multiple of four on, and only the first index counts.
pub(crate) fn read(name: &str, binding: u32, vectors: bool) -> String {
    let template = if vectors {
        wgsl!("../../../shaders/lib/read_vectors.wgsl")
    } else {
        wgsl!("../../../shaders/lib/read_scalars.wgsl")
    };
    named(&named(template, "BINDING", &binding.to_string()), "NAME", name)
}

/// A template with every occurrence of a placeholder replaced. (`str::replace` searches faster than such short texts
/// need, for 2 KB of the download.)
pub(crate) fn named(template: &str, placeholder: &str, name: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(template.len()), template.chars());
    loop {
        if let Some(after) = rest.as_str().strip_prefix(placeholder) {
            text.push_str(name);
            rest = after.chars();
        } else if let Some(character) = rest.next() {
            text.push(character);
        } else {
            return text;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn every_occurrence_is_replaced_and_nothing_else() {
        assert_eq!(named("NAME_four(NAMES, NAM, ×NAME)", "NAME", "ab"), "ab_four(abS, NAM, ×ab)");
        assert_eq!(named("", "NAME", "a"), "");
    }
}
