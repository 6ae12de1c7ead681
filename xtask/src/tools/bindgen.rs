//! The `wasm-bindgen` that Trunk and worker-build call.

use std::{fs::Permissions, os::unix::fs::PermissionsExt as _, path::PathBuf};

use anyhow::Result;
use fs_err as fs;

use crate::workspace::Workspace;

const SCRIPT: &str = "#!/bin/sh\nexec \"$DOCKET_XTASK\" hook bindgen \"$@\"\n";

/// Writes the script, which calls xtask, and returns its path.
pub(super) fn script(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.generated().join("bin");
    let script = folder.join("wasm-bindgen");
    // A program that is being written cannot be run, and another command may run it now.
    if fs::read_to_string(&script).ok().as_deref() != Some(SCRIPT) {
        fs::create_dir_all(&folder)?;
        fs::write(&script, SCRIPT)?;
        fs::set_permissions(&script, Permissions::from_mode(0o755))?;
    }
    Ok(script)
}
