//! One file for each command.

pub(crate) mod dist;
pub(crate) mod run;
pub(crate) mod serve;
