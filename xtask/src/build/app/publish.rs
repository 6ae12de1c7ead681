//! Publishing: a page and its files become the served app.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use fs_err as fs;
use walkdir::WalkDir;

use super::{assets, first_paint, shrink::shrink, split};
use crate::{build::Profile, environment::Environment};

/// The file with the headers of assets.
const HEADERS: &str = "_headers";

/// Copies the staged app to dist/, split, shrunk in a release build, and with the headers of assets.
pub(crate) fn publish(staged: &Path, profile: Profile, environment: &Environment) -> Result<()> {
    let (script, module) = (assets::find(staged, ".js")?, assets::find(staged, "_bg.wasm")?);
    split::publish_parts(staged, &script, profile, environment)?;
    if profile == Profile::Release {
        shrink(&staged.join("index.html"), &script, &module, environment)?;
        // The loader is part of the shrunk script.
        fs::remove_file(staged.join(split::LOADER))?;
    }
    first_paint::write(staged, &environment.workspace.root().join("app"))?;
    fs::write(staged.join(HEADERS), docket_core::http::headers::assets_file())?;
    sync(staged, &environment.workspace.dist())
}

/// Makes `to` equal to `from`. Old files are removed last, since the page before names them.
pub(super) fn sync(from: &Path, to: &Path) -> Result<()> {
    let (wanted, before) = (files(from)?, files(to)?);
    for path in &wanted {
        let (bytes, target) = (fs::read(from.join(path))?, to.join(path));
        // The development server reloads after each write.
        if !fs::read(&target).is_ok_and(|current| current == bytes) {
            fs::create_dir_all(target.parent().context("the file has no folder")?)?;
            fs::write(target, bytes)?;
        }
    }
    for path in before.difference(&wanted) {
        fs::remove_file(to.join(path))?;
    }
    Ok(())
}

/// The files below a folder, relative to it; none if it does not exist.
fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for entry in WalkDir::new(folder).into_iter().skip_while(|_| !folder.exists()) {
        let entry = entry?;
        if !entry.file_type().is_dir() {
            files.insert(entry.path().strip_prefix(folder)?.to_owned());
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_sync_both_folders_have_the_same_files() {
        let parent = tempfile::tempdir().unwrap();
        let (from, to) = (parent.path().join("from"), parent.path().join("to"));
        let write = |folder: &Path, name: &str, text: &str| {
            fs::create_dir_all(folder.join("fonts")).unwrap();
            fs::write(folder.join(name), text).unwrap();
        };
        write(&from, "index.html", "new");
        write(&from, "fonts/a.woff2", "a");
        sync(&from, &to).unwrap();
        assert_eq!(files(&to).unwrap(), files(&from).unwrap(), "into a new folder");
        write(&to, "index.html", "old");
        write(&to, "fonts/b.woff2", "gone");
        sync(&from, &to).unwrap();
        assert_eq!(files(&to).unwrap(), files(&from).unwrap());
        assert_eq!(fs::read_to_string(to.join("index.html")).unwrap(), "new");
    }
}
