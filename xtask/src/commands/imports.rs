//! The modules of JavaScript that a file imports, directly or through others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether a file of tests with these modules starts browsers.
pub(super) fn starts_browser(modules: &BTreeSet<PathBuf>) -> bool {
    modules.iter().any(|module| module.ends_with("xtask/browser/launch.mjs"))
}

/// A module, and all that it names by relative addresses, directly or through others.
pub(super) fn modules(file: &Path) -> BTreeSet<PathBuf> {
    followed(file, |_| true)
}

/// A module and the modules that it names. Names are followed through modules for which `goes_on` is true, but not from the list of experiments
/// to an experiment, which is loaded when it is opened.
pub(super) fn followed(file: &Path, goes_on: impl Fn(&Path) -> bool) -> BTreeSet<PathBuf> {
    let (mut queue, mut seen) = (vec![file.canonicalize().unwrap_or_default()], BTreeSet::new());
    while let Some(file) = queue.pop() {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        if !seen.insert(file.clone()) || !goes_on(&file) {
            continue;
        }
        let folder = file.parent().unwrap_or(Path::new("."));
        let opened = |name: &&str| file.ends_with("experiments/list.js") && name.ends_with("/experiment.js");
        let code = without_types(&text);
        let named =
            code.split(['\'', '"']).filter(|name| name.starts_with('.') && name.ends_with("js") && !opened(name));
        queue.extend(named.filter_map(|name| folder.join(name).canonicalize().ok()));
    }
    seen
}

/// A program without its JSDoc comments, which import only types.
fn without_types(text: &str) -> String {
    let mut parts = text.split("/** ").flat_map(|part| part.split("/**\n"));
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| code + part.split_once("*/").map_or(part, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_import_nothing() {
        let text = "a('./a.js');\n/** @type {import('./b.js').B} */ const b = 1;\n/**\n * @import {C} from './c.js'\n */\nd('./d.js');";
        assert_eq!(without_types(text), "a('./a.js');\n const b = 1;\n\nd('./d.js');");
    }
}
