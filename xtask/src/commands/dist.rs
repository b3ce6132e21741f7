//! `dist`: the static site, and how much of it a reader downloads.

use crate::bundle::bundle;
use crate::error::{Error, Result};
use crate::exec::{print, say};
use crate::licences;
use crate::site::{self, Profile};
use flate2::Compression;
use flate2::write::GzEncoder;
use lexopt::prelude::*;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf, absolute};

/// Most gzipped bytes of the files that every reader downloads.
const CORE_BUDGET: usize = 200_000;

pub(crate) fn main(root: &Path, mut arguments: lexopt::Parser) -> Result<()> {
    let mut out = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("out") => out = Some(PathBuf::from(arguments.value()?)),
            other => return Err(other.unexpected().into()),
        }
    }
    let out = match out {
        Some(out) => empty_folder(&out)?,
        // Ours alone, so it may go.
        None => cleared(root.join("dist"))?,
    };
    site::build(root, Profile::Release)?;
    let on_demand = bundle(root, &out)?;
    for file in site::files(root)?.iter().filter(|file| !is_source(file)) {
        copy(&root.join(file), &out.join(file))?;
    }
    let (mut sizes, mut opened) = (BTreeMap::<&str, (usize, usize)>::new(), (0, 0));
    for file in site::files(&out)? {
        let size = gzipped(&out.join(&file))?;
        let apart = on_demand.contains(&file) || is_apart(&file);
        let (files, bytes) = if apart { &mut opened } else { sizes.entry(kind(&file)).or_default() };
        *files += 1;
        *bytes += size;
    }
    // Apart from the core: licences ask that their texts go with the engine, but no page loads them.
    let notices = out.join("licences.txt");
    fs::write(&notices, licences::notices(root)?).map_err(Error::io("writing", &notices))?;
    say(format_args!("wrote {}", out.display()));
    let outcome = report(&sizes);
    let apart = |(files, bytes): (usize, usize), what| {
        print(format_args!("apart {files:>6} {:>6.1} kB: {what}", bytes as f64 / 1e3));
    };
    apart(opened, "what is loaded when it is opened, other languages, and the schema");
    apart((1, gzipped(&notices)?), "licences.txt, which no page loads");
    outcome
}

/// Whether no page needs a file before something is opened: schema, sandbox, messages but those that the page itself says
/// in the first language, in place of which other readers load theirs.
fn is_apart(file: &Path) -> bool {
    let first = ["www/page/words/en.ftl", "www/experiments/words/en.ftl"];
    let is_messages = file.extension().is_some_and(|extension| extension == "ftl");
    ["www/schema", "www/sandbox"].iter().any(|folder| file.starts_with(folder))
        || file.ends_with("recording.json")
        || is_messages && !first.iter().any(|name| file == Path::new(name))
}

/// Whether a file has done its part when the site is bundled.
fn is_source(file: &Path) -> bool {
    matches!(file.extension().and_then(OsStr::to_str), Some("js" | "mjs" | "ts" | "css"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
    }
    fs::copy(from, to).map_err(Error::io("writing", to))?;
    Ok(())
}

/// A file's size in bytes once compressed, at the level that servers use.
fn gzipped(path: &Path) -> Result<usize> {
    let content = fs::read(path).map_err(Error::io("reading", path))?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&content).map_err(Error::io("compressing", path))?;
    Ok(gzip.finish().map_err(Error::io("compressing", path))?.len())
}

fn report(sizes: &BTreeMap<&str, (usize, usize)>) -> Result<()> {
    let (mut all_files, mut total) = (0, 0);
    print(format_args!("kind   files   gzipped"));
    for (kind, (files, bytes)) in sizes {
        print(format_args!("{kind:<5} {files:>6} {:>6.1} kB", *bytes as f64 / 1e3));
        all_files += files;
        total += bytes;
    }
    let [used, budget] = [total, CORE_BUDGET].map(|bytes| bytes as f64 / 1e3);
    print(format_args!("total {all_files:>6} {used:>6.1} kB of {budget:.0} kB"));
    if total <= CORE_BUDGET {
        return Ok(());
    }
    Err(Error::Refused(format!(
        "the site is {} bytes over its budget of {CORE_BUDGET} bytes gzipped: find what grew",
        total - CORE_BUDGET
    )))
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(OsStr::to_str) {
        Some("html") => "html",
        Some("css") => "css",
        Some("js" | "mjs") => "js",
        Some("wasm") => "wasm",
        _ => "other",
    }
}

fn cleared(out: PathBuf) -> Result<PathBuf> {
    if out.exists() {
        fs::remove_dir_all(&out).map_err(Error::io("clearing", &out))?;
    }
    Ok(out)
}

/// A folder named by the user: whatever lies in it is not ours to delete.
fn empty_folder(out: &Path) -> Result<PathBuf> {
    let out = absolute(out).map_err(Error::io("finding", out))?;
    let is_empty = fs::read_dir(&out).map(|mut entries| entries.next().is_none());
    match is_empty {
        Ok(true) => Ok(out),
        Ok(false) => Err(Error::Refused(format!("{} is not empty: empty it or name another folder", out.display()))),
        Err(_) if out.exists() => Err(Error::Refused(format!("{} is not a folder", out.display()))),
        Err(_) => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_something_in_it_is_left_alone() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(matches!(empty_folder(source), Err(Error::Refused(_))));
        assert!(matches!(empty_folder(&source.join("Cargo.toml")), Err(Error::Refused(_))));
        assert!(empty_folder(&source.join("no-such-folder")).is_ok());
    }

    #[test]
    fn the_budget_is_enforced() {
        assert!(report(&BTreeMap::from([("js", (1, CORE_BUDGET))])).is_ok());
        assert!(report(&BTreeMap::from([("js", (1, CORE_BUDGET)), ("css", (1, 1))])).is_err());
    }
}
