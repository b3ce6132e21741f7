//! Building what is served: the wasm module with its glue, bundles of npm packages, and the list of the experiments.

use crate::bundle;
use crate::error::{Error, Result};
use crate::exec::{output, run, say};
use crate::module;
use crate::tools;
use crate::versions;
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The compilation of the wasm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Small and fast.
    Release,
    /// Quick to build, with names in stack traces.
    Dev,
}

/// Set for the commands that tests start: the run of tests has built the site that they need.
pub(crate) const BUILT: &str = "ASYNCLAB_BUILT";

/// Builds `www/pkg` and lists the experiments, and installs the tools for that. A command builds once, however many threads call this.
/// Files that come out the same are left untouched.
pub(crate) fn build(root: &Path, profile: Profile) -> Result<()> {
    static DONE: Mutex<Option<Profile>> = Mutex::new(None);
    if profile == Profile::Release && env::var_os(BUILT).is_some() {
        return Ok(());
    }
    // A build that panicked has built nothing.
    let mut built = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if *built != Some(profile) {
        make(root, profile)?;
        *built = Some(profile);
    }
    Ok(())
}

fn make(root: &Path, profile: Profile) -> Result<()> {
    experiments(root)?;
    tools::npm_packages(root)?;
    tools::wasm_target(root)?;
    let bindgen = tools::wasm_bindgen(root)?;
    say("building the site");
    module::write(root, profile, &bindgen)?;
    validators(root)?;
    packages(root)?;
    run(Command::new("node").arg("xtask/python.mjs").current_dir(root))?;
    run(Command::new("node").arg("xtask/embed-posters.mjs").current_dir(root))
}

/// Compiles the schemas of documents into the programs that check files and links against them.
fn validators(root: &Path) -> Result<()> {
    for name in ["result", "recording"] {
        let code = output(Command::new("node").args(["xtask/validator.mjs", name]).current_dir(root))?;
        write_if_changed(&root.join(format!("www/pkg/{name}-validator.js")), code.as_bytes())?;
    }
    Ok(())
}

/// Writes [`bundle::ALONE`] to `www/pkg/`.
fn packages(root: &Path) -> Result<()> {
    let made = bundles(root)?;
    for (entry, name, options) in bundle::ALONE {
        let file = made.join(name);
        bundle::alone(root, entry, &file, options)?;
        let mut code = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
        if name.ends_with("-source.js") {
            code = format!("export const source = {};\n", serde_json::Value::from(code));
        }
        write_if_changed(&root.join("www/pkg").join(name), code.as_bytes())?;
    }
    Ok(())
}

/// The folder where the bundles of npm packages are made, each with the list of its sources.
pub(crate) fn bundles(root: &Path) -> Result<PathBuf> {
    Ok(target_directory(root)?.join("xtask").join("bundles"))
}

/// The documents of the site. The checkout has all other files in `www/`.
pub(crate) const PAGES: [&str; 5] = ["index.html", "embed.html", "gallery.html", "notebook.html", "selftest.html"];

/// The folders in `root` that have the site's files. A built site also has the folder of its version.
pub(crate) fn folders(root: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(root).map_err(Error::io("reading", root))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Ok(names.filter(|name| name == versions::FILES || versions::is_folder(name)).collect())
}

/// Every file of the site in `root`, relative to it: its pages and all in its folders, sorted.
pub(crate) fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = PAGES.map(PathBuf::from).to_vec();
    for folder in folders(root)? {
        files.extend(below(root, Path::new(&folder))?);
    }
    files.sort();
    Ok(files)
}

/// A file in `root`, or all files in a folder there, relative to `root`.
pub(crate) fn below(root: &Path, name: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut names) = (Vec::new(), vec![name.to_path_buf()]);
    while let Some(name) = names.pop() {
        let path = root.join(&name);
        if !path.is_dir() {
            files.push(name);
            continue;
        }
        for entry in fs::read_dir(&path).map_err(Error::io("reading", &path))? {
            names.push(name.join(entry.map_err(Error::io("reading", &path))?.file_name()));
        }
    }
    Ok(files)
}

/// An entry of the list: the experiment's folder, and whether it has a recorded run.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Listed {
    name: String,
    recorded: bool,
}

/// Writes `www/experiments/list.js` from the folders beside it, so that a new experiment needs only a new folder.
/// The part that the page shows before an experiment is opened is imported with the page, the rest on demand.
pub(crate) fn experiments(root: &Path) -> Result<()> {
    let folder = root.join("www/experiments");
    let mut all = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Error::io("reading", &folder))? {
        let path = entry.map_err(Error::io("reading", &folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match ["about.js", "experiment.js"].map(|file| path.join(file).is_file()) {
            [true, true] => all.push(Listed { recorded: path.join("recording.json").is_file(), name }),
            [false, false] => {}
            [about, _] => {
                let missing = if about { "experiment.js" } else { "about.js" };
                return Err(Error::Rejected(format!("the experiment {name} has no {missing}: see CONTRIBUTING.md")));
            }
        }
    }
    all.sort();
    write_if_changed(&folder.join("list.js"), list(&all).as_bytes())?;
    titles(&folder, &all)
}

/// Writes `www/experiments/words/<language>.ftl`: the titles and questions out of each experiment's own messages, because the
/// page shows them before it opens any.
fn titles(folder: &Path, all: &[Listed]) -> Result<()> {
    let mut languages = BTreeMap::<OsString, String>::new();
    for Listed { name, .. } in all {
        let words = folder.join(name).join("words");
        for entry in fs::read_dir(&words).map_err(Error::io("reading", &words))? {
            let path = entry.map_err(Error::io("reading", &words))?.path();
            let text = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
            let file = path.file_name().unwrap_or_default().to_owned();
            languages.entry(file).or_default().push_str(&shown_before(name, &text));
        }
    }
    for (file, text) in languages {
        let text = format!("### Written by `cargo xtask` from the folders beside this one.\n\n{text}");
        write_if_changed(&folder.join("words").join(file), text.as_bytes())?;
    }
    Ok(())
}

/// An experiment's title and question, each a line of its messages, under names of their own.
fn shown_before(name: &str, messages: &str) -> String {
    let line = |line: &str| {
        let (key, text) = line.split_once(" = ")?;
        ["title", "question"].contains(&key).then(|| format!("{name}-{key} = {text}\n"))
    };
    messages.lines().filter_map(line).collect()
}

fn list(all: &[Listed]) -> String {
    let imports =
        all.iter().enumerate().map(|(i, Listed { name, .. })| format!("import about{i} from './{name}/about.js';\n"));
    let entries = all.iter().enumerate().map(|(i, Listed { name, recorded })| {
        format!(
            "  {{ ...about{i}, name: '{name}', recorded: {recorded}, load: () => import('./{name}/experiment.js') }},\n"
        )
    });
    let (imports, entries) = (imports.collect::<String>(), entries.collect::<String>());
    format!(
        "// Written by `cargo xtask` from the folders beside this file.\n{imports}\nexport const list = [\n{entries}];\n"
    )
}

/// Writes a file only if its content differs, so that caches and time stamps stay valid.
pub(crate) fn write_if_changed(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
    }
    fs::write(path, content).map_err(Error::io("writing", path))
}

pub(crate) fn target_directory(root: &Path) -> Result<PathBuf> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let metadata = output(Command::new("cargo").args(arguments).current_dir(root))?;
    let metadata = serde_json::from_str::<serde_json::Value>(&metadata).ok();
    let directory = metadata.as_ref().and_then(|m| m["target_directory"].as_str());
    directory.map(PathBuf::from).ok_or_else(|| Error::Rejected("`cargo metadata` names no target directory".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_questions_are_named_by_their_experiment() {
        let messages = "# title = no\ntitle = A title = B\nquestion = Why?\nprediction = none\n";
        assert_eq!(shown_before("a-b", messages), "a-b-title = A title = B\na-b-question = Why?\n");
    }
}
