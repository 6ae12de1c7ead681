//! Memory of workerd, as Linux has it.

use std::fs;
use std::path::PathBuf;

/// The processes of workerd that this one has started.
pub(crate) struct Workerd(Vec<PathBuf>);

impl Workerd {
    pub(crate) fn of_this_process() -> Self {
        let is_workerd = |folder: &PathBuf| {
            fs::read_to_string(folder.join("comm")).is_ok_and(|name| name.trim() == "workerd")
                && is_ours(folder)
        };
        let folders = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
        let found: Vec<_> = folders.filter(is_workerd).collect();
        assert!(!found.is_empty(), "workerd does not run");
        Self(found)
    }

    /// Bytes that are in memory now.
    pub(crate) fn resident(&self) -> u64 {
        self.sum("VmRSS:")
    }

    /// Bytes that were in memory at most since the last [`Self::forget_peak`].
    pub(crate) fn peak(&self) -> u64 {
        self.sum("VmHWM:")
    }

    pub(crate) fn forget_peak(&self) {
        for folder in &self.0 {
            fs::write(folder.join("clear_refs"), "5").unwrap();
        }
    }

    fn sum(&self, name: &str) -> u64 {
        self.0.iter().map(|folder| kilobytes(folder, name).unwrap_or(0) * 1024).sum()
    }
}

fn kilobytes(folder: &std::path::Path, name: &str) -> Option<u64> {
    let status = fs::read_to_string(folder.join("status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Whether this process is among the parents of another.
fn is_ours(folder: &std::path::Path) -> bool {
    let mut folder = folder.to_owned();
    while let Some(parent) = kilobytes(&folder, "PPid:") {
        if parent == u64::from(std::process::id()) {
            return true;
        }
        folder = PathBuf::from(format!("/proc/{parent}"));
    }
    false
}
