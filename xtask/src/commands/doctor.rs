//! Says what this machine lacks.

use std::process::ExitCode;

use anyhow::Result;
use console::style;

use crate::{
    tools::{check, state::ToolState},
    workspace::Workspace,
};

/// Prints what the commands need, and whether it is there. Fails if no command can install what is not.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let mut is_usable = true;
    for check in check::all(workspace) {
        let (word, text) = match &check.state {
            ToolState::Ready(text) => (style("ok").green(), text),
            ToolState::Installed(text) => (style("to install").yellow(), text),
            ToolState::Optional(text) => (style("optional").yellow(), text),
            ToolState::Missing(text) => {
                is_usable = false;
                (style("missing").red(), text)
            }
        };
        println!("{:<15} {word:<10} {text}", check.name);
    }
    Ok(if is_usable { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
