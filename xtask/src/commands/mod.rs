//! One file for each command.

pub(crate) mod bench;
mod changed;
pub(crate) mod dist;
pub(crate) mod docs;
pub(crate) mod fuzz;
mod imports;
mod isa;
mod libraries;
mod lint;
pub(crate) mod mutants;
pub(crate) mod notebook;
pub(crate) mod pack;
pub(crate) mod record;
mod released;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod shots;
pub(crate) mod soak;
mod suites;
pub(crate) mod test;
pub(crate) mod watch;
pub(crate) mod wheel;
