//! Opening a browser, where there is somebody to look at it.

use std::{
    env,
    io::{IsTerminal as _, stderr},
    os::unix::process::CommandExt as _,
    process::{Command, Stdio},
};

/// Opens the address. Does nothing in CI, without a terminal, or without a display.
pub(super) fn open(address: &str) {
    if env::var_os("CI").is_some() || !stderr().is_terminal() {
        return;
    }
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some()) {
        "xdg-open"
    } else {
        return;
    };
    // The browser may outlive this command, and may be missing: the address has been printed.
    let _ = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
}
