//! The nightly toolchain, which only the fuzz targets need.

use std::process::Command;

use super::state::ToolState;

/// The installed nightly toolchain. Cargo is not asked for it, since rustup would download it.
pub(crate) fn toolchain() -> Option<String> {
    let output = Command::new("rustup").args(["toolchain", "list"]).output().ok()?;
    named_nightly(&String::from_utf8_lossy(&output.stdout))
}

/// Whether this machine has it.
pub(super) fn state() -> ToolState {
    let how = "`cargo xtask test fuzz` needs it: rustup toolchain install nightly";
    toolchain().map_or_else(|| ToolState::Optional(how.into()), ToolState::Ready)
}

fn named_nightly(list: &str) -> Option<String> {
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| name.starts_with("nightly")).map(str::to_owned).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_nightly_toolchain_is_taken() {
        let list = "stable-x86_64-unknown-linux-gnu (active, default)\nnightly-2026-05-19-x86_64 \n";
        assert_eq!(named_nightly(list).as_deref(), Some("nightly-2026-05-19-x86_64"));
        assert_eq!(named_nightly("stable (default)\n1.95.0\n"), None);
    }
}
