//! `dist`: the static site, and how much of it a reader downloads.

use super::libraries;
use crate::arguments::Out;
use crate::budget::{Budget, CORE, START, Sizes};
use crate::bundle::{Bundle, bundle};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::licences;
use crate::offline;
use crate::site::{self, Profile};
use crate::versions;
use clap::Args;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf, absolute};

/// The parts of the site that are cached later, when the page is at rest: a page without a network does not need them at once.
const LATER: [&str; 6] = ["editor", "embed", "icons", "pictures", "python", "recordings"];

/// The parts that are cached only on request: they are large, and most readers do not use them.
const ASKED: [&str; 1] = ["python"];

/// The words of the first experiment, in the first language.
const FIRST_WORDS: [&str; 3] =
    ["www/charts/words/en.ftl", "www/experiments/lib/words/en.ftl", "www/experiments/warmup/words/en.ftl"];

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    out: Out,
    /// The limits of each part's size, in place of budget.json
    #[arg(long, value_name = "FILE")]
    budget: Option<PathBuf>,
    /// Also the libraries of others whose loops the page shows, so that it can run them
    #[arg(long, value_parser = ["libraries"])]
    with: Option<String>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    let budget = Budget::read(options.budget.as_deref().unwrap_or(&root.join("budget.json")))?;
    let out = match &options.out.folder {
        Some(out) => empty_folder(out)?,
        // Only this command writes there, so it may be cleared.
        None => cleared(root.join("dist"))?,
    };
    let sizes = write_with(root, &out, &budget, options.with.is_some())?;
    say(format_args!("wrote {}", out.display()));
    budget.report(&sizes)
}

/// The site as readers get it, written to the folder of builds.
pub(super) fn built(root: &Path) -> Result<PathBuf> {
    let out = cleared(site::bundles(root)?.with_file_name("site"))?;
    write(root, &out, &Budget::read(&root.join("budget.json"))?)?;
    Ok(out)
}

/// Builds the site and writes it to `out`, an empty folder or none.
pub(super) fn write(root: &Path, out: &Path, budget: &Budget) -> Result<Sizes> {
    write_with(root, out, budget, false)
}

/// Writes the site, with other libraries if the page is to run them. Those count in no part of the budget.
fn write_with(root: &Path, out: &Path, budget: &Budget, with_libraries: bool) -> Result<Sizes> {
    site::build(root, Profile::Release)?;
    let bundle = bundle(root, out)?;
    for file in site::files(root)?.iter().filter(|file| !is_source(file)) {
        copy(&root.join(file), &out.join(file))?;
        if kind(file) == Some("ftl") {
            without_comments(&out.join(file))?;
        }
    }
    offline::head(out, &bundle.page_imports)?;
    let sizes = weigh(out, &bundle, budget)?;
    let listed = |parts: &[&str]| -> BTreeSet<PathBuf> {
        parts.iter().flat_map(|part| sizes.of(part)).map(|(file, _)| file.clone()).collect()
    };
    let folder = versions::move_files(out)?;
    if with_libraries {
        libraries::offer(out)?;
    }
    offline::service_worker(root, out, &folder, &listed(&LATER), &asked(&listed(&ASKED)))?;
    // Licences require that their texts come with the engine, but no page loads them.
    let notices = out.join("licences.txt");
    fs::write(&notices, licences::notices(root)?).map_err(Error::io("writing", &notices))?;
    // After the list of cached files: the libraries are not cached.
    if with_libraries {
        libraries::write(root, out)?;
    }
    Ok(sizes)
}

/// The large ones of these files: Python itself, which changes seldom. The others are cached with the page, so that a notebook that is
/// open while the site changes finds the files of its own version.
fn asked(files: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let is_python = |file: &&PathBuf| file.starts_with("www/pkg/python") && !file.ends_with("asynclab.zip");
    files.iter().filter(is_python).cloned().collect()
}

/// The size of each file, in the part of the site that it belongs to.
fn weigh(out: &Path, bundle: &Bundle, budget: &Budget) -> Result<Sizes> {
    let mut sizes = Sizes::default();
    for file in site::files(out)? {
        let part = match bundle.on_demand.get(&file) {
            Some(source) => budget.part_of(source)?,
            None if is_core(&file) => CORE,
            // Not bundled: it is its own source.
            None => budget.part_of(&file)?,
        };
        let path = out.join(&file);
        if part == CORE || bundle.first.contains(&file) || FIRST_WORDS.iter().any(|name| file == Path::new(name)) {
            sizes.add(START, file.clone(), &path)?;
        }
        sizes.add(part, file, &path)?;
    }
    Ok(sizes)
}

fn kind(file: &Path) -> Option<&str> {
    file.extension().and_then(OsStr::to_str)
}

/// Whether every reader needs a file, if it is not loaded on demand. Of the messages, only the page's own in the first language count:
/// readers of other languages load theirs instead.
fn is_core(file: &Path) -> bool {
    let first = ["index.html", "www/page/words/en.ftl", "www/experiments/words/en.ftl"];
    let engine = "www/pkg/asynclab_bg.wasm";
    is_source(file) || file == Path::new(engine) || first.iter().any(|name| file == Path::new(name))
}

/// Whether a file is an input of the bundles only.
fn is_source(file: &Path) -> bool {
    matches!(kind(file), Some("js" | "mjs" | "ts" | "css"))
}

/// Removes the comments from messages: they are for translators. In Fluent, a line that starts with `#` is a comment.
fn without_comments(messages: &Path) -> Result<()> {
    let text = fs::read_to_string(messages).map_err(Error::io("reading", messages))?;
    let said = text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect::<String>();
    fs::write(messages, said).map_err(Error::io("writing", messages))
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
    }
    fs::copy(from, to).map_err(Error::io("writing", to))?;
    Ok(())
}

pub(super) fn cleared(out: PathBuf) -> Result<PathBuf> {
    if out.exists() {
        fs::remove_dir_all(&out).map_err(Error::io("clearing", &out))?;
    }
    Ok(out)
}

/// The folder named by the user, which is empty, or the folder `ours` below `target/`, which is cleared.
pub(super) fn out_folder(root: &Path, named: Option<&Path>, ours: &str) -> Result<PathBuf> {
    match named {
        Some(out) => empty_folder(out),
        None => cleared(site::target_directory(root)?.join(ours)),
    }
}

/// A folder named by the user. It must be empty: its files are never deleted.
fn empty_folder(out: &Path) -> Result<PathBuf> {
    let out = absolute(out).map_err(Error::io("finding", out))?;
    let is_empty = fs::read_dir(&out).map(|mut entries| entries.next().is_none());
    match is_empty {
        Ok(true) => Ok(out),
        Ok(false) => Err(Error::Rejected(format!("{} is not empty: empty it or name another folder", out.display()))),
        Err(_) if out.exists() => Err(Error::Rejected(format!("{} is not a folder", out.display()))),
        Err(_) => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_something_in_it_is_left_alone() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(matches!(empty_folder(source), Err(Error::Rejected(_))));
        assert!(matches!(empty_folder(&source.join("Cargo.toml")), Err(Error::Rejected(_))));
        assert!(empty_folder(&source.join("no-such-folder")).is_ok());
    }

    #[test]
    fn python_is_kept_once_asked_for_and_its_package_with_the_page() {
        let files = ["www/pkg/python/pyodide.asm.wasm", "www/pkg/python/asynclab.zip", "www/python/worker.js"];
        let all = files.map(PathBuf::from).into();
        assert_eq!(asked(&all), [PathBuf::from(files[0])].into());
    }
}
