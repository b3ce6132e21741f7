//! Declarations of the arrays that kernels read and write, by vectors of four elements or by elements.

/// WGSL that declares a read array with `name_four(at: vec4u) -> vec4f` and `name_one(at: u32) -> f32`. By vectors, the four elements are contiguous
/// from a multiple of four on, and only the first index is used.
pub(crate) fn read(name: &str, binding: u32, vectors: bool) -> String {
    let template = if vectors { shader!("lib/read_vectors") } else { shader!("lib/read_scalars") };
    named(&named(template, "BINDING", &binding.to_string()), "NAME", name)
}

/// A template with a placeholder replaced wherever it is a word by itself. Words consist of letters and digits, and `_` separates them: `NAME` is a
/// word in `NAME_four`, but not in `NAMES`. (`str::replace` would add 2 KB to the download, for a speed that such short texts do not need.)
pub(crate) fn named(template: &str, placeholder: &str, name: &str) -> String {
    let within = |character: Option<char>| character.is_some_and(|it| it.is_ascii_alphanumeric());
    let (mut text, mut rest, mut last) = (String::with_capacity(template.len()), template.chars(), None);
    loop {
        let after = rest.as_str().strip_prefix(placeholder).map(str::chars);
        match after.filter(|after| !within(last) && !within(after.clone().next())) {
            Some(after) => {
                text.push_str(name);
                last = None;
                rest = after;
            }
            None => {
                last = rest.next();
                let Some(character) = last else { return text };
                text.push(character);
            }
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
    if vectors { shader!("lib/write_vectors") } else { shader!("lib/write_scalars") }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn words_are_replaced_and_nothing_within_words() {
        assert_eq!(named("NAME_four(NAMES, NAM, ×NAME)", "NAME", "ab"), "ab_four(NAMES, NAM, ×ab)");
        assert_eq!(named("RENAME(NAME2, x_NAME, NAMENAME, NAME)", "NAME", "ab"), "RENAME(NAME2, x_ab, NAMENAME, ab)");
        assert_eq!(named("", "NAME", "a"), "");
    }
}
