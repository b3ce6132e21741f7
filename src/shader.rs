//! Shaders as the module carries them: what is there for readers of their files alone is left out when they are compiled in.

/// Text of a shader file, named relative to the file that includes it, without comments and layout.
macro_rules! wgsl {
    ($path:literal) => {{
        const TEXT: &str = include_str!($path);
        const SIZE: usize = crate::shader::packed::<0>(TEXT).1;
        const BYTES: [u8; SIZE] = crate::shader::packed::<SIZE>(TEXT).0;
        // Only whole lines' ends, spaces and comments are gone.
        const PACKED: &str = match std::str::from_utf8(&BYTES) {
            Ok(packed) => packed,
            Err(_) => TEXT,
        };
        PACKED
    }};
}

/// The first `N` bytes of a text without comments, indentation, empty lines and spaces that say nothing, and how many there
/// are in all. Lines stay, since compilers' messages name them.
pub(crate) const fn packed<const N: usize>(text: &str) -> ([u8; N], usize) {
    let text = text.as_bytes();
    let (mut out, mut count, mut at) = ([0; N], 0, 0);
    // The byte kept last; a line that is still empty follows a line's end.
    let mut last = b'\n';
    while at < text.len() {
        let byte = text[at];
        if byte == b'/' && at + 1 < text.len() && text[at + 1] == b'/' {
            while at < text.len() && text[at] != b'\n' {
                at += 1;
            }
            continue;
        }
        at += 1;
        let needless = byte == b' ' && (separates(last) || at < text.len() && separates(text[at]) && last != b'>');
        if needless || last == b'\n' && (byte == b' ' || byte == b'\n') {
            continue;
        }
        last = byte;
        if count < N {
            out[count] = byte;
        }
        count += 1;
    }
    (out, count)
}

/// Whether words need no space beside this. Between the end of a type's list and `=` there has to be one.
const fn separates(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'(' | b')' | b',' | b';' | b':' | b'=' | b'*' | b'+')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_layout_are_left_out() {
        let text = "// What it is: ünïcode.\n\nfn f(x: f32) -> f32 {\n    // Why.\n    let y: vec2<f32> = x - -x;\n\
                    \x20   return x / 2.0; // half\n}\n";
        let expected = b"fn f(x:f32)-> f32{\nlet y:vec2<f32> =x - -x;\nreturn x / 2.0;\n}\n";
        assert_eq!(packed(text), (*expected, expected.len()));
    }
}
