//! Whether a development build is still of the current sources, so that an edit of the app does not build the Worker, nor
//! the other way round.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use fs_err as fs;
use walkdir::WalkDir;

use super::Profile;
use crate::workspace::Workspace;

/// Paths that every build reads, from the top of the checkout. Some have the versions of its tools.
const SHARED: [&str; 5] =
    ["edge/wire", "Cargo.toml", "Cargo.lock", ".cargo/config.toml", "package-lock.json"];

/// A build is up to date if this file was written after all its sources.
pub(super) struct Stamp {
    file: PathBuf,
    sources: Vec<PathBuf>,
}

impl Stamp {
    /// The stamp of what is built from these files and folders, and from what every build reads.
    pub(super) fn new(name: &str, sources: &[&str], workspace: &Workspace) -> Result<Self> {
        let sources = sources.iter().chain(&SHARED).map(|source| workspace.root().join(source));
        let xtask = env::current_exe().context("cannot find the xtask binary")?;
        fs::create_dir_all(workspace.generated())?;
        Ok(Self { file: workspace.generated().join(name), sources: sources.chain([xtask]).collect() })
    }

    /// Carries out a build, unless it is one for development and its output is current.
    pub(super) fn build(
        &self,
        profile: Profile,
        output: &Path,
        build: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        if profile == Profile::Dev && output.exists() && is_newer(&self.file, &self.sources) {
            return Ok(());
        }
        // It has the time of the start, since an edit during the build is not part of it. A build that fails leaves none.
        fs::write(&self.file, "")?;
        let started = self.file.with_extension("started");
        fs::rename(&self.file, &started)?;
        build()?;
        // A release build is none for development.
        if profile == Profile::Dev { Ok(fs::rename(started, &self.file)?) } else { Ok(()) }
    }
}

/// Whether the file exists and was written after all files of the sources.
fn is_newer(file: &Path, sources: &[PathBuf]) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|metadata| metadata.modified());
    let Ok(written) = modified(file) else { return false };
    let is_older = |path: &Path| modified(path).is_ok_and(|modified| modified < written);
    let mut entries = sources.iter().flat_map(WalkDir::new);
    entries.all(|entry| entry.is_ok_and(|entry| is_older(entry.path())))
}

#[cfg(test)]
mod tests {
    use std::{fs::File, time::Duration};

    use super::*;

    #[test]
    fn an_edited_a_new_and_a_missing_source_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (stamp, sources) = (folder.path().join("stamp"), folder.path().join("src"));
        let edited = sources.join("a/edited.rs");
        assert!(!is_newer(&stamp, &[]), "nothing was built");
        fs::create_dir_all(sources.join("a")).unwrap();
        fs::write(&edited, "").unwrap();
        fs::write(&stamp, "").unwrap();
        let now = stamp.metadata().unwrap().modified().unwrap();
        let set = |path: &Path, time| File::open(path).unwrap().set_modified(time).unwrap();
        let before = now - Duration::from_secs(1);
        [&sources, &sources.join("a"), &edited].iter().for_each(|path| set(path, before));
        assert!(is_newer(&stamp, std::slice::from_ref(&sources)));
        set(&edited, now);
        assert!(!is_newer(&stamp, std::slice::from_ref(&sources)), "an edited file");
        set(&edited, before);
        fs::write(sources.join("a/new.rs"), "").unwrap();
        set(&sources.join("a"), now);
        assert!(!is_newer(&stamp, std::slice::from_ref(&sources)), "a new file");
        assert!(!is_newer(&stamp, &[folder.path().join("missing")]), "a missing folder");
    }
}
