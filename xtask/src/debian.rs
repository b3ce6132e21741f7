//! Packages of Debian's newest release, unpacked into a folder of their own: the machine's packages and sources stay as they are.

use crate::error::{Error, Result};
use crate::exec::{output, say};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Debian's unstable distribution, which has the newest packages.
const RELEASE: &str = "sid";

const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// The folder into which the packages and all that they depend on are unpacked, `architectures` beside each other where there are several. They are
/// fetched once; remove the folder by hand to get newer ones.
///
/// # Errors
/// There is no apt, no source of Debian's, or no network.
pub(crate) fn unpacked(folder: &Path, architectures: &[&str], packages: &[&str]) -> Result<PathBuf> {
    let (root, complete) = (folder.join("root"), folder.join("complete"));
    let wanted = packages.join(" ");
    if fs::read_to_string(&complete).is_ok_and(|had| had == wanted) {
        return Ok(root);
    }
    say(format_args!("fetching {wanted} of Debian {RELEASE}"));
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Error::io("removing", folder))?;
    }
    for path in ["sources", "preferences", "lists/partial", "cache/archives/partial", "root/usr/lib", "root/usr/lib64"]
    {
        let path = folder.join(path);
        fs::create_dir_all(&path).map_err(Error::io("creating", &path))?;
    }
    let sources = folder.join("sources/debian.sources");
    let text = source(&mirror()?, architectures);
    fs::write(&sources, text).map_err(Error::io("writing", &sources))?;
    // Nothing counts as installed, so that all of the dependencies are fetched.
    let status = folder.join("status");
    fs::write(&status, "").map_err(Error::io("writing", &status))?;
    output(apt(folder, architectures).arg("update"))?;
    let mut install = apt(folder, architectures);
    install.args(["install", "--yes", "--download-only", "--no-install-recommends"]).args(packages);
    output(&mut install)?;
    for link in ["lib", "lib64"] {
        // Libraries name each other by paths through these links, too.
        let path = root.join(link);
        symlink(Path::new("usr").join(link), &path).map_err(Error::io("linking", &path))?;
    }
    let archives = folder.join("cache/archives");
    for entry in fs::read_dir(&archives).map_err(Error::io("reading", &archives))? {
        let archive = entry.map_err(Error::io("reading", &archives))?.path();
        if archive.extension().is_some_and(|extension| extension == "deb") {
            output(Command::new("dpkg-deb").arg("--extract").arg(&archive).arg(&root))?;
        }
    }
    fs::remove_dir_all(&archives).map_err(Error::io("removing", &archives))?;
    fs::write(&complete, wanted).map_err(Error::io("writing", &complete))?;
    Ok(root)
}

/// The mirror that the machine itself uses.
fn mirror() -> Result<String> {
    let targets = output(Command::new("apt-get").args(["indextargets", "--format", "$(REPO_URI)"]))?;
    debian_of(&targets).ok_or_else(|| Error::Rejected("no source of apt's is Debian's own archive".into()))
}

/// Debian's archive among addresses of sources, one a line.
fn debian_of(targets: &str) -> Option<String> {
    let address = |line: &&str| line.trim_end_matches('/').ends_with("/debian");
    targets.lines().map(str::trim).find(address).map(str::to_owned)
}

fn source(mirror: &str, architectures: &[&str]) -> String {
    format!(
        "Types: deb\nURIs: {mirror}\nSuites: {RELEASE}\nComponents: main\nArchitectures: {}\nSigned-By: {KEYS}\n",
        architectures.join(" ")
    )
}

fn apt(folder: &Path, architectures: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.arg("--quiet");
    let paths = [
        ("Dir::Etc::SourceParts", "sources"),
        ("Dir::Etc::PreferencesParts", "preferences"),
        ("Dir::State::Lists", "lists"),
        ("Dir::State::status", "status"),
        ("Dir::Cache", "cache"),
    ];
    for (name, path) in paths {
        let mut option = OsString::from(format!("{name}="));
        option.push(folder.join(path));
        command.arg("-o").arg(option);
    }
    let architectures = format!("APT::Architectures={}", architectures.join(","));
    let others = [
        "Dir::Etc::SourceList=/dev/null",
        &architectures,
        "Acquire::Languages=none",
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false",
        // Nobody else uses these folders, and locks of the machine's would need its administrator.
        "Debug::NoLocking=1",
    ];
    for option in others {
        command.args(["-o", option]);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_debians_own_archive() {
        let targets = "http://one.example/apt/\nhttp://deb.example/debian-security/\nhttp://deb.example/debian/\n";
        assert_eq!(debian_of(targets).as_deref(), Some("http://deb.example/debian/"));
        assert_eq!(debian_of("http://one.example/apt/\n"), None);
    }

    #[test]
    fn a_source_names_its_keys_and_architectures() {
        let text = source("http://deb.example/debian", &["amd64", "arm64"]);
        assert!(text.contains("Architectures: amd64 arm64\n") && text.contains("Signed-By: /"), "{text}");
    }
}
