//! Versions of the built site. All files of a version are in a folder that is named by their content, beside the documents: a page never
//! loads a file of another version, with or without a service worker.

use crate::commands::dist::copy;
use crate::error::{Error, Result};
use crate::module::hex;
use crate::site;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the checkout's files, and of the built site's files whose addresses are the same in every version.
pub(crate) const FILES: &str = "www";

/// Modules that other pages import by fixed addresses. There they re-export the version's modules.
const MODULES: [&str; 2] = ["asynclab.js", "embed.js"];

/// Files with fixed addresses, which other pages and documents name. They need no other file, so they are copied there.
const COPIED: [&str; 5] = ["embed/anywidget.js", "embed/fit.js", "pkg/notebooks", "pkg/watch.js", "schema"];

/// Documents without an origin, which no service worker serves: old pages find them at the same address.
const MOVED: [&str; 2] = ["python/frame.html", "sandbox/frame.html"];

/// Characters of a version: 48 bits.
const DIGITS: usize = 12;

/// Whether a folder of a site has files of a version.
pub(crate) fn is_folder(name: &str) -> bool {
    let version = name.strip_prefix(FILES).and_then(|rest| rest.strip_prefix('-'));
    version.is_some_and(|digits| digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Moves the files of the site in `out` into the folder of their version, which its documents name from then on, and returns the folder's name.
pub(crate) fn move_files(out: &Path) -> Result<String> {
    let folder = format!("{FILES}-{}", version(out)?);
    let (from, to) = (out.join(FILES), out.join(&folder));
    fs::rename(&from, &to).map_err(Error::io("moving", &from))?;
    for page in site::PAGES {
        let page = out.join(page);
        let html = fs::read_to_string(&page).map_err(Error::io("reading", &page))?;
        let html = html.replace(&format!("\"{FILES}/"), &format!("\"{folder}/"));
        fs::write(&page, html).map_err(Error::io("writing", &page))?;
    }
    for name in COPIED {
        for file in site::below(&to, Path::new(name))? {
            copy(&to.join(&file), &from.join(&file))?;
        }
    }
    for name in MOVED {
        copy(&to.join(name), &from.join(name))?;
        fs::remove_file(to.join(name)).map_err(Error::io("removing", &to.join(name)))?;
    }
    for name in MODULES {
        let module = from.join(name);
        let target = format!("../{folder}/{name}");
        let others = if name == "embed.js" { format!("export{{default}}from'{target}';") } else { String::new() };
        fs::write(&module, format!("export*from'{target}';{others}\n")).map_err(Error::io("writing", &module))?;
    }
    Ok(folder)
}

/// A hash of the site's content.
fn version(out: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    for file in site::files(out)? {
        let path = out.join(&file);
        hash.update(file.to_string_lossy().as_bytes());
        hash.update(Sha256::digest(fs::read(&path).map_err(Error::io("reading", &path))?));
    }
    Ok(hex(hash)[..DIGITS].to_owned())
}

/// The path in a checkout of a file of the built site.
pub(crate) fn source(file: &Path) -> PathBuf {
    let mut parts = file.components();
    match parts.next() {
        Some(first) if is_folder(&first.as_os_str().to_string_lossy()) => Path::new(FILES).join(parts),
        _ => file.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_versions() {
        assert!(is_folder("www-0123456789ab"));
        for name in ["www", "www-old", "www-0123456789ag", "www-0123456789a", "www-0123456789abc", "www0123456789ab"] {
            assert!(!is_folder(name), "{name}");
        }
        assert_eq!(source(Path::new("www-0123456789ab/lib/a.js")), Path::new("www/lib/a.js"));
        assert_eq!(source(Path::new("www/embed.js")), Path::new("www/embed.js"));
    }
}
