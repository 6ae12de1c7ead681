//! The `wasm-bindgen` that Trunk and worker-build call.

use std::path::PathBuf;

use anyhow::Result;
use fs_err as fs;

use super::script;
use crate::workspace::Workspace;

const SCRIPT: &str = "#!/bin/sh\nexec \"$DOCKET_XTASK\" hook bindgen \"$@\"\n";

/// Writes the script, which calls xtask, and returns its path.
pub(super) fn program(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.generated().join("bin");
    let program = folder.join("wasm-bindgen");
    // Another command may be running it now.
    if fs::read_to_string(&program).ok().as_deref() != Some(SCRIPT) {
        fs::create_dir_all(&folder)?;
        script::write(&program, SCRIPT)?;
    }
    Ok(program)
}
