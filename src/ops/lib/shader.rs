//! The texts of shaders without the comments of their files, since they are downloaded with the engine.

/// The WGSL of files of `shaders/`, one after the other, by their paths there without the extension.
macro_rules! shader {
    ($($name:literal),+) => {{
        const FILE: &str = concat!($(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/", $name, ".wgsl"))),+);
        const LENGTH: usize = $crate::ops::lib::shader::without_comments::<0>(FILE).1;
        const BYTES: [u8; LENGTH] = $crate::ops::lib::shader::without_comments(FILE).0;
        const TEXT: &str = match core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("a line of a shader ends within a letter"),
        };
        TEXT
    }};
}

/// A text without the lines that are comments, and its length; with a `ROOM` of 0, the length alone.
pub(crate) const fn without_comments<const ROOM: usize>(text: &str) -> ([u8; ROOM], usize) {
    let text = text.as_bytes();
    let (mut kept, mut length, mut line) = ([0; ROOM], 0, 0);
    while line < text.len() {
        let mut first = line;
        while first < text.len() && text[first] == b' ' {
            first += 1;
        }
        let comment = first + 1 < text.len() && text[first] == b'/' && text[first + 1] == b'/';
        let mut at = line;
        while at < text.len() && (at == line || text[at - 1] != b'\n') {
            if !comment {
                if length < ROOM {
                    kept[length] = text[at];
                }
                length += 1;
            }
            at += 1;
        }
        line = at;
    }
    (kept, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_comments_are_left_out() {
        let text = "// of a file\nlet a = 1; // kept\n    // within\n\n    let b = a / 2;\n//";
        let expected = "let a = 1; // kept\n\n    let b = a / 2;\n";
        let (kept, length) = without_comments::<100>(text);
        assert_eq!(core::str::from_utf8(&kept[..length]), Ok(expected));
        assert_eq!(without_comments::<0>(expected).1, expected.len());
        assert!(include_str!("../../../shaders/div.wgsl").contains("//") && !shader!("div").contains("//"));
    }
}
