//! `serve`: builds the page and serves it, or serves a site that `dist` wrote.

use crate::error::{Error, Result};
use crate::exec::{print, say};
use crate::server;
use crate::site::{self, Profile};
use lexopt::prelude::*;
use std::path::{Path, PathBuf};

pub(crate) fn main(root: &Path, mut arguments: lexopt::Parser) -> Result<()> {
    let (mut port, mut profile, mut written) = (None, Profile::Release, None);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("port") => {
                let value = arguments.value()?;
                let number = value.to_str().and_then(|text| text.parse::<u16>().ok());
                port = Some(number.ok_or_else(|| {
                    Error::Usage(format!("--port takes a number from 0 (any) to 65535, not {}", value.display()))
                })?);
            }
            Long("release") => profile = Profile::Release,
            Long("dev") => profile = Profile::Dev,
            Long("site") => written = Some(PathBuf::from(arguments.value()?)),
            other => return Err(other.unexpected().into()),
        }
    }
    // Before the build, which may take a while: a port that is taken should be known at once.
    let listener = server::listen(port)?;
    let root = match &written {
        Some(folder) if folder.join("index.html").is_file() => folder,
        Some(folder) => {
            let remedy = "`cargo xtask dist --out DIR` writes one";
            return Err(Error::Usage(format!("there is no site in {}; {remedy}", folder.display())));
        }
        None => {
            site::build(root, profile)?;
            root
        }
    };
    print(format_args!("asynclab is at {}", server::address(&listener)?));
    say("Ctrl-C stops it");
    server::serve(root, listener, server::SITE)
}
