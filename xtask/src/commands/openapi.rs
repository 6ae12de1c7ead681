//! `cargo xtask openapi`: writes the description of the API.

use anyhow::Result;

use crate::{environment::Environment, process, workspace::Workspace};

/// Runs the generator. It is a program of its own, so that building xtask does not build JSON Schemas.
pub(crate) fn run(workspace: Workspace) -> Result<()> {
    let mut generator = Environment::inherited(workspace).command("cargo");
    generator.args(["run", "--quiet", "--locked", "--package", "docket-openapi"]);
    process::run(generator)
}
