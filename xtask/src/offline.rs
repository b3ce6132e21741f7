//! Parts of the built site that let it start fast and work without a network: hints in its document, and its service worker.

use crate::bundle;
use crate::error::{Error, Result};
use crate::site;
use crate::versions;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = "index.html";
/// The document is cached under the site's own address: hosts may redirect from the file's address.
const ROOT: &str = "";
const WORKER: &str = "service-worker.js";
/// The list of this version's files, which the service worker caches.
const LIST: &str = "files.json";

/// Adds a script and hints to the documents of the built site: each works without a network, and the imports of the page of experiments
/// are fetched in parallel, not one after another.
pub(crate) fn head(out: &Path, imports: &[PathBuf]) -> Result<()> {
    for page in site::PAGES {
        let path = out.join(page);
        let html = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
        let preload = |file: &PathBuf| format!("    <link rel=\"modulepreload\" href=\"{}\" />\n", file.display());
        let preloads = if page == PAGE { imports.iter().map(preload).collect() } else { String::new() };
        let script = "    <script type=\"module\" src=\"www/page/offline.js\"></script>\n";
        let Some((before, after)) = html.split_once("  </head>") else {
            return Err(Error::Rejected(format!("{page} has no </head> in a line of its own")));
        };
        let html = format!("{before}{preloads}{script}  </head>{after}");
        // Layout and comments are left out. None of the text is preformatted.
        let lines = html.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("<!--"));
        fs::write(&path, lines.collect::<Vec<_>>().join("\n")).map_err(Error::io("writing", &path))?;
    }
    Ok(())
}

/// Writes the service worker and its list of the files of `out`, which are in `folder` there. Files in `later` are cached when the page is at
/// rest, and files in `asked` only on request.
pub(crate) fn service_worker(
    root: &Path,
    out: &Path,
    folder: &str,
    later: &BTreeSet<PathBuf>,
    asked: &BTreeSet<PathBuf>,
) -> Result<()> {
    let (mut first, mut rest, mut others) = (Map::new(), Map::new(), Map::new());
    for file in site::files(out)? {
        let path = out.join(&file);
        let hash = base64(&Sha256::digest(fs::read(&path).map_err(Error::io("reading", &path))?));
        let source = versions::source(&file);
        let list = match (later.contains(&source), asked.contains(&source)) {
            (_, true) => &mut others,
            (true, _) => &mut rest,
            _ => &mut first,
        };
        let address = file.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        list.insert(if address == PAGE { ROOT.to_owned() } else { address }, Value::from(hash));
    }
    let site = json!({ "folder": folder, "first": first, "later": rest, "asked": others });
    let list = out.join(LIST);
    fs::write(&list, site.to_string()).map_err(Error::io("writing", &list))?;
    bundle::alone(root, WORKER, &out.join(WORKER), &["--iife"])
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = bytes.chunks(3).flat_map(|three| {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        (0..4).map(
            move |i| {
                if i > three.len() { '=' } else { char::from(DIGITS[(bits >> (18 - 6 * i)) as usize & 63]) }
            },
        )
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_in_its_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }
}
