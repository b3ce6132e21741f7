//! Short names between the wasm module and its glue. Nobody reads them, and the hashes in them do not compress: long ones
//! are 8 kB of the download. The short name of the glue itself, which every import names, is the hash of both: browsers keep files
//! for a while, and a module with the glue of another build would call functions by the names of others. So it is refused instead.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{ExportSection, ImportSection, Module};
use wasmparser::{Export, ImportSectionReader, Parser, TypeRef};

/// The module that a generated wasm file imports from: its glue.
const GLUE: &str = "./asynclab_bg.js";

type Names = BTreeMap<String, String>;
type Done<T> = Result<T, Error<&'static str>>;

/// Renames what the glue gives to the module and what it calls there, in both.
///
/// # Errors
/// The reader's, or that the module is not as wasm-bindgen writes them: all imports functions of the glue.
pub(crate) fn shorten(module: &[u8], glue: &str) -> Done<(Vec<u8>, String)> {
    let (mut renamed, mut out) = (Renamed { build: build(module, glue), ..Renamed::default() }, Module::new());
    renamed.parse_core_module(&mut out, Parser::new(0), module)?;
    Ok((out.finish(), renamed_glue(glue, &renamed)))
}

/// A name for this module with this glue: six letters, each one of 16, so of 16 million builds two have the same.
fn build(module: &[u8], glue: &str) -> String {
    let hash = Sha256::new().chain_update(module).chain_update(glue).finalize();
    hash.iter().take(6).map(|byte| char::from(b'a' + (byte & 15))).collect()
}

/// Writes a module under short names, and remembers which stands for which.
#[derive(Default)]
struct Renamed {
    /// The glue's name in the shortened module.
    build: String,
    imports: Names,
    exports: Names,
}

impl Reencode for Renamed {
    type Error = &'static str;

    fn parse_import_section(&mut self, out: &mut ImportSection, section: ImportSectionReader<'_>) -> Done<()> {
        for import in section.into_imports() {
            let import = import?;
            if import.module != GLUE || !matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)) {
                return Err(Error::UserError("it imports something else than functions of its glue"));
            }
            let kind = self.entity_type(import.ty)?;
            out.import(&self.build, short(&mut self.imports, import.name), kind);
        }
        Ok(())
    }

    fn parse_export(&mut self, out: &mut ExportSection, export: Export<'_>) -> Done<()> {
        let name = short(&mut self.exports, export.name).to_owned();
        utils::parse_export(self, out, Export { name: &name, ..export })
    }
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
fn renamed_glue(glue: &str, Renamed { build, imports, exports }: &Renamed) -> String {
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
    out.replace(GLUE, build)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{EntityType, ExportKind, TypeSection};

    /// A module with one import, a function, that it exports.
    fn module(import: [&str; 2], export: &str) -> Vec<u8> {
        let (mut types, mut imports, mut exports) = (TypeSection::new(), ImportSection::new(), ExportSection::new());
        types.ty().function([], []);
        imports.import(import[0], import[1], EntityType::Function(0));
        exports.export(export, ExportKind::Func, 0);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&exports);
        module.finish()
    }

    #[test]
    fn module_and_glue_are_renamed_alike() -> Done<()> {
        let (long, hashed) = ("a".repeat(200), "__wbg_now_0123456789abcdef");
        let glue = format!(
            "import {{x}} from '{GLUE}'; export function {long}() {{ wasm.{long}(); }} ({{ {hashed}: f, wasm.memory }})"
        );
        let build = build(&module([GLUE, hashed], &long), &glue);
        let expected =
            format!("import {{x}} from '{build}'; export function {long}() {{ wasm.a(); }} ({{ a: f, wasm.memory }})");
        assert_eq!(shorten(&module([GLUE, hashed], &long), &glue)?, (module([&build, "a"], "a"), expected));
        Ok(())
    }

    /// As when a browser kept the glue and fetched the module anew, or the other way round.
    #[test]
    fn a_module_takes_the_glue_of_its_own_build_only() -> Done<()> {
        let glue = |body: &str| format!("import {{x}} from '{GLUE}'; ({{ f: {body} }})");
        let builds = [("f", "a"), ("f", "b"), ("other", "a")]
            .map(|(import, body)| shorten(&module([GLUE, import], "g"), &glue(body)));
        let mut names = Vec::new();
        for made in builds {
            names.push(made?.1.split('\'').nth(1).unwrap_or_default().to_owned());
        }
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), 3, "{names:?}");
        assert_eq!(build(&module([GLUE, "f"], "g"), &glue("a")), names[0], "the same build has the same name");
        Ok(())
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
    fn other_modules_are_refused() {
        let whole = module([GLUE, "f"], "g");
        for foreign in [&b"\0asm"[..], &module(["env", "f"], "g"), &whole[..whole.len() - 1]] {
            assert!(shorten(foreign, "").is_err());
        }
    }
}
