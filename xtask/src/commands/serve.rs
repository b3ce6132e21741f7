//! `serve`: builds the page and serves it, or serves a site that `dist` wrote.

use crate::error::{Error, Result};
use crate::exec::{print, say};
use crate::server;
use crate::site::{self, Profile};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Options {
    /// From 0, which is any, to 65535
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Build for speed, which is the default
    #[arg(long, conflicts_with_all = ["dev", "site"])]
    release: bool,
    /// Build sooner, with checks
    #[arg(long, conflicts_with = "site")]
    dev: bool,
    /// Serve the site that `dist` wrote to this folder
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    // Before the build, which may take a while: a port that is taken should be known at once.
    let listener = server::listen(options.port)?;
    let root = match &options.site {
        Some(folder) if folder.join("index.html").is_file() => folder,
        Some(folder) => {
            let remedy = "`cargo xtask dist --out DIR` writes one";
            return Err(Error::Usage(format!("there is no site in {}; {remedy}", folder.display())));
        }
        None => {
            site::build(root, if options.dev { Profile::Dev } else { Profile::Release })?;
            root
        }
    };
    print(format_args!("asynclab is at {}", server::address(&listener)?));
    say("Ctrl-C stops it");
    server::serve(root, listener, server::SITE)
}
