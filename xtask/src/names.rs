//! Short names between the wasm module and its glue. Nobody reads them, and the hashes in them do not compress: long ones
//! are 8 kB of the download.

use std::collections::BTreeMap;

/// The module that a generated wasm file imports from: its glue.
const GLUE: &str = "./asynclab_bg.js";
/// The sections of a wasm module that hold names, by their numbers in its binary format.
const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;
const FUNCTION: u8 = 0;

type Names = BTreeMap<String, String>;

/// Renames what the glue gives to the module and what it calls there, in both.
///
/// Returns `None` for what is no module as wasm-bindgen writes them: all imports functions, from one place.
pub(crate) fn shorten(module: &[u8], glue: &str) -> Option<(Vec<u8>, String)> {
    let (mut imports, mut exports) = (Names::new(), Names::new());
    let mut reader = Reader { bytes: module };
    let mut out = reader.take(8)?.to_vec(); // the magic number and the version
    while !reader.bytes.is_empty() {
        let kind = reader.byte()?;
        let size = reader.number()?;
        let body = reader.take(size)?;
        let body = match kind {
            IMPORTS => renamed_imports(body, &mut imports)?,
            EXPORTS => renamed_exports(body, &mut exports)?,
            _ => body.to_vec(),
        };
        out.push(kind);
        write_number(&mut out, body.len());
        out.extend(body);
    }
    Some((out, renamed_glue(glue, &imports, &exports)))
}

fn renamed_imports(body: &[u8], names: &mut Names) -> Option<Vec<u8>> {
    let (mut reader, mut out) = (Reader { bytes: body }, Vec::new());
    let count = reader.number()?;
    write_number(&mut out, count);
    for _ in 0..count {
        let module = reader.name()?;
        let name = reader.name()?;
        if module != GLUE || reader.byte()? != FUNCTION {
            return None;
        }
        write_name(&mut out, "w");
        write_name(&mut out, short(names, name));
        out.push(FUNCTION);
        write_number(&mut out, reader.number()?);
    }
    Some(out)
}

fn renamed_exports(body: &[u8], names: &mut Names) -> Option<Vec<u8>> {
    let (mut reader, mut out) = (Reader { bytes: body }, Vec::new());
    let count = reader.number()?;
    write_number(&mut out, count);
    for _ in 0..count {
        let name = reader.name()?;
        write_name(&mut out, short(names, name));
        out.push(reader.byte()?);
        write_number(&mut out, reader.number()?);
    }
    Some(out)
}

/// The short name of `name`, a new one where it has none: `a`, `b`, … `z`, `aa`, `ba`, ….
fn short<'a>(names: &'a mut Names, name: &str) -> &'a str {
    let mut rest = names.len();
    names.entry(name.to_owned()).or_insert_with(|| {
        let mut short = String::new();
        loop {
            short.push(char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
            if rest == 0 {
                return short;
            }
            rest -= 1;
        }
    })
}

/// The glue calls exports as `wasm.name`; any other mention of an import's name is the key under which it is given.
fn renamed_glue(glue: &str, imports: &Names, exports: &Names) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let (mut out, mut rest) = (String::new(), glue);
    while let Some(start) = rest.find(is_part) {
        let (between, word) = rest.split_at(start);
        out.push_str(between);
        let (word, after) = word.split_at(word.find(|c| !is_part(c)).unwrap_or(word.len()));
        let called = out.ends_with("wasm.");
        out.push_str(if called { exports } else { imports }.get(word).map_or(word, String::as_str));
        rest = after;
    }
    out.push_str(rest);
    out.replace(GLUE, "w")
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// A number in LEB128, seven bits a byte, the lowest first.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn name(&mut self) -> Option<&'a str> {
        let size = self.number()?;
        std::str::from_utf8(self.take(size)?).ok()
    }
}

fn write_number(out: &mut Vec<u8>, mut number: usize) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn write_name(out: &mut Vec<u8>, name: &str) {
    write_number(out, name.len());
    out.extend(name.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with one import and one export, both functions.
    fn module(import: [&str; 2], export: &str) -> Vec<u8> {
        let mut out = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |kind: u8, names: &[&str], index: u8| {
            let mut body = vec![1];
            for name in names {
                write_name(&mut body, name);
            }
            body.extend([FUNCTION, index]);
            out.push(kind);
            write_number(&mut out, body.len());
            out.extend(body);
        };
        section(IMPORTS, &import, 3);
        section(EXPORTS, &[export], 4);
        out.extend([10, 2, 8, 9]);
        out
    }

    #[test]
    fn module_and_glue_are_renamed_alike() {
        let (long, hashed) = ("a".repeat(200), "__wbg_now_0123456789abcdef");
        let glue = format!(
            "import {{x}} from '{GLUE}'; export function {long}() {{ wasm.{long}(); }} ({{ {hashed}: f, wasm.memory }})"
        );
        let expected =
            format!("import {{x}} from 'w'; export function {long}() {{ wasm.a(); }} ({{ a: f, wasm.memory }})");
        assert_eq!(shorten(&module([GLUE, hashed], &long), &glue), Some((module(["w", "a"], "a"), expected)));
    }

    #[test]
    fn short_names_differ() {
        let mut names = Names::new();
        for i in 0..2000 {
            short(&mut names, &i.to_string());
        }
        let shorts = names.values().collect::<std::collections::BTreeSet<_>>();
        assert_eq!((shorts.len(), short(&mut names, "26")), (2000, "aa"));
    }

    #[test]
    fn what_is_no_such_module_is_refused() {
        assert_eq!(shorten(b"\0asm", ""), None);
        assert_eq!(shorten(&module(["env", "f"], "g"), ""), None);
        let whole = module([GLUE, "f"], "g");
        assert_eq!(shorten(&whole[..whole.len() - 1], ""), None);
    }
}
