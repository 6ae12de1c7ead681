//! The memory of workerd, as reported by Linux.

use std::fs;
use std::path::PathBuf;

/// The workerd processes that this process has started.
pub(crate) struct Workerd(Vec<PathBuf>);

impl Workerd {
    pub(crate) fn of_this_process() -> Self {
        let is_workerd = |folder: &PathBuf| {
            fs::read_to_string(folder.join("comm")).is_ok_and(|name| name.trim() == "workerd")
                && is_descendant(folder)
        };
        let folders = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
        let found: Vec<_> = folders.filter(is_workerd).collect();
        assert!(!found.is_empty(), "workerd is not running");
        Self(found)
    }

    /// The resident memory now, in bytes.
    pub(crate) fn resident(&self) -> u64 {
        self.sum("VmRSS:")
    }

    /// The peak of the resident memory since the last [`Self::reset_peak`], in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.sum("VmHWM:")
    }

    pub(crate) fn reset_peak(&self) {
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

/// Whether this process is an ancestor of another.
fn is_descendant(folder: &std::path::Path) -> bool {
    let mut folder = folder.to_owned();
    while let Some(parent) = kilobytes(&folder, "PPid:") {
        if parent == u64::from(std::process::id()) {
            return true;
        }
        folder = PathBuf::from(format!("/proc/{parent}"));
    }
    false
}
