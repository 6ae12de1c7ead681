//! Shell scripts that xtask writes and others run.

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};

/// Writes a shell script that can be run at once.
///
/// A process of its own writes it. Nothing runs a file that is open for writing, and what another thread of this process
/// starts meanwhile would hold a copy of the descriptor.
pub(crate) fn write(path: &Path, script: &str) -> Result<()> {
    let mut writer = Command::new("sh");
    writer.args(["-c", r#"cat > "$0" && chmod 755 "$0""#]).arg(path).stdin(Stdio::piped());
    let mut writer = writer.spawn().context("cannot start `sh`")?;
    // Dropped at once, so that the script ends here.
    writer.stdin.take().context("`sh` reads nothing")?.write_all(script.as_bytes())?;
    ensure!(writer.wait()?.success(), "cannot write {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    use super::*;

    #[test]
    fn a_script_runs_while_other_threads_start_programs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("script");
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !ended.load(Ordering::Relaxed) {
                        // With a folder of its own, std forks instead of spawning. That takes longer.
                        Command::new("true").current_dir("/").status().unwrap();
                    }
                });
            }
            let runs = (0..200).map(|_| {
                write(&path, "#!/bin/sh\nexit 0\n").unwrap();
                Command::new(&path).status()
            });
            let failed = runs.filter(Result::is_err).count();
            ended.store(true, Ordering::Relaxed);
            assert_eq!(failed, 0);
        });
    }
}
