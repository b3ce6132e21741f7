//! The bytes of the site that a reader downloads, in parts, each beside the limit that `budget.json` gives it.

use crate::error::{Error, Result};
use crate::exec::print;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The part that every reader downloads: whatever is not loaded on demand.
pub(crate) const CORE: &str = "core";

/// The name of the part with everything that is loaded until the first experiment can run. Its files count in their own parts as well.
pub(crate) const START: &str = "start";

/// A part of the site.
#[derive(Clone, Debug, Deserialize)]
struct Part {
    name: String,
    /// A description, for readers of the table.
    what: String,
    /// The most gzipped bytes of all its files together.
    limit: usize,
    /// A file belongs to the first part with one of these texts in the address of the file's source.
    from: Vec<String>,
}

/// The parts of the site and their limits, in the order of `budget.json`.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    parts: Vec<Part>,
}

/// Files and gzipped bytes.
type Size = (usize, usize);

/// The files of each part with their sizes.
#[derive(Debug, Default)]
pub(crate) struct Sizes {
    files: BTreeMap<String, Vec<(PathBuf, usize)>>,
}

impl Budget {
    /// Reads the limits of `file`.
    ///
    /// # Errors
    /// `Rejected` where the file is no list of parts, or a part lacks a field.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).map_err(Error::io("reading", file))?;
        Self::parse(&text).ok_or_else(|| {
            Error::Rejected(format!("{}: give each part name, what, limit (bytes, gzipped) and from", file.display()))
        })
    }

    fn parse(text: &str) -> Option<Self> {
        Some(Self { parts: serde_json::from_str(text).ok()? })
    }

    /// The part of a file that is loaded on demand, by the address of its source below the checkout.
    ///
    /// # Errors
    /// `Rejected` where the file belongs to no part.
    pub(crate) fn part_of(&self, source: &Path) -> Result<&str> {
        let source = source.to_string_lossy();
        let part = self.parts.iter().find(|part| part.from.iter().any(|from| source.contains(from)));
        part.map(|part| part.name.as_str())
            .ok_or_else(|| Error::Rejected(format!("budget.json has no part for {source}: name one")))
    }

    /// Prints each part, and the core by kind.
    ///
    /// # Errors
    /// `Rejected`, naming every part that is over its limit and its largest files.
    pub(crate) fn report(&self, sizes: &Sizes) -> Result<()> {
        print(format_args!("{CORE:<12} files   gzipped"));
        for (kind, size) in by_kind(sizes.of(CORE)) {
            print(format_args!("  {}", row(kind, size)));
        }
        let mut over = Vec::new();
        for Part { name, what, limit, .. } in &self.parts {
            let files = sizes.of(name);
            let bytes = files.iter().map(|(_, bytes)| bytes).sum();
            print(format_args!("{} of {:>5} kB: {what}", row(name, (files.len(), bytes)), thousands(*limit)));
            if bytes > *limit {
                over.push(format!("{name} is {} bytes over its {limit}:{}", bytes - limit, largest(files)));
            }
        }
        if over.is_empty() {
            return Ok(());
        }
        Err(Error::Rejected(format!("the site is over its budget (budget.json): find what grew\n{}", over.join("\n"))))
    }
}

impl Sizes {
    /// Adds a file, with its size when compressed as servers do.
    pub(crate) fn add(&mut self, part: &str, name: PathBuf, path: &Path) -> Result<()> {
        let size = gzipped(path)?;
        self.files.entry(part.to_owned()).or_default().push((name, size));
        Ok(())
    }

    /// The files of a part.
    pub(crate) fn of(&self, part: &str) -> &[(PathBuf, usize)] {
        self.files.get(part).map_or(&[], Vec::as_slice)
    }
}

fn row(name: &str, (files, bytes): Size) -> String {
    format!("{name:<12} {files:>5} {:>6} kB", thousands(bytes))
}

fn thousands(bytes: usize) -> String {
    format!("{:.1}", bytes as f64 / 1e3)
}

fn by_kind(files: &[(PathBuf, usize)]) -> BTreeMap<&str, Size> {
    let mut kinds = BTreeMap::<&str, Size>::new();
    for (file, bytes) in files {
        let kind = file.extension().and_then(OsStr::to_str).unwrap_or("other");
        let (count, sum) = kinds.entry(kind).or_default();
        *count += 1;
        *sum += bytes;
    }
    kinds
}

fn largest(files: &[(PathBuf, usize)]) -> String {
    let mut files = files.to_vec();
    files.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    files.iter().take(5).map(|(file, bytes)| format!("\n  {bytes:>7} {}", file.display())).collect()
}

/// A file's size in bytes once compressed, at the level that servers use.
fn gzipped(path: &Path) -> Result<usize> {
    let content = fs::read(path).map_err(Error::io("reading", path))?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&content).map_err(Error::io("compressing", path))?;
    Ok(gzip.finish().map_err(Error::io("compressing", path))?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Option<Budget> {
        Budget::parse(
            r#"[{"name":"core","what":"all","limit":10,"from":[]},
                {"name":"charts","what":"later","limit":20,"from":["www/charts/"]}]"#,
        )
    }

    fn sizes(core: usize, charts: usize) -> Sizes {
        let file = |name: &str, bytes| vec![(PathBuf::from(name), bytes)];
        let files = [(CORE.to_owned(), file("index.html", core)), ("charts".to_owned(), file("plot.js", charts))];
        Sizes { files: BTreeMap::from(files) }
    }

    #[test]
    fn each_part_has_its_limit() -> std::result::Result<(), &'static str> {
        let budget = budget().ok_or("not read")?;
        assert!(budget.report(&sizes(10, 20)).is_ok());
        assert!(budget.report(&sizes(11, 0)).is_err());
        let Err(Error::Rejected(message)) = budget.report(&sizes(0, 23)) else {
            return Err("no clear error");
        };
        assert!(message.contains("charts is 3 bytes over its 20") && message.contains("23 plot.js"), "{message}");
        Ok(())
    }

    #[test]
    fn a_file_belongs_to_the_part_of_its_source() -> std::result::Result<(), &'static str> {
        let budget = budget().ok_or("not read")?;
        assert!(budget.part_of(Path::new("www/charts/plot.js")).is_ok_and(|part| part == "charts"));
        assert!(budget.part_of(Path::new("www/elsewhere.js")).is_err());
        Ok(())
    }

    #[test]
    fn what_is_no_budget_is_rejected() {
        for text in ["", "{}", r#"[{"name":"core"}]"#, r#"[{"name":"a","what":"","limit":-1,"from":[]}]"#] {
            assert!(Budget::parse(text).is_none(), "{text}");
        }
    }
}
