//! `shots`: pictures of every experiment, or of those named, in both themes and at three sizes, to be looked at.

use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use lexopt::prelude::*;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf, absolute};

pub(crate) fn main(root: &Path, mut arguments: lexopt::Parser) -> Result<()> {
    let (mut out, mut device, mut adapter) = (root.join("target/shots"), None, Adapter::AUTO);
    let mut names = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("out") => out = PathBuf::from(arguments.value()?),
            Long("adapter") => adapter = Adapter::named(&arguments.value()?)?,
            Long("device") => {
                device = Some(super::run::device_named(super::run::text(arguments.value()?)?)?);
            }
            Value(name) => names.push(super::run::text(name)?),
            other => return Err(other.unexpected().into()),
        }
    }
    let out = absolute(&out).map_err(Error::io("finding", &out))?;
    fs::create_dir_all(&out).map_err(Error::io("creating", &out))?;
    let driver = Driver::find(Browser::Chromium, adapter)?;
    site::build(root, Profile::Release)?;
    let request = json!({ "url": server::spawn(root, server::SITE)?, "out": out, "device": device, "names": names });
    say("taking pictures");
    driver.run(root, "shots.mjs", &request)
}
