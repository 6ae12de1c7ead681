//! What Trunk has built becomes what is served.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use crate::{markup, workspace::Workspace};

/// The name of the page, which is published last: it names the other files by their hashes.
const PAGE: &str = "index.html";

/// Brings Trunk's output to dist/.
pub(super) fn publish(workspace: &Workspace) -> Result<()> {
    let staged =
        env::var_os("TRUNK_STAGING_DIR").context("TRUNK_STAGING_DIR is not set: Trunk calls this")?;
    let staged = PathBuf::from(staged);
    let html = fs::read_to_string(staged.join(PAGE)).context("Trunk has built no page")?;
    let inline = markup::inline_code(&html);
    if !inline.is_empty() {
        bail!("the content security policy would not run what is on the page: {}", inline.join(", "));
    }
    mirror(&staged, &workspace.dist())?;
    fs::write(workspace.published(), "").context("that the app is published cannot be noted")
}

/// Makes `to` like `from`, so that at no moment the page names a file that is not there: first what it names, then
/// the page, then away with what is left over. A file that is the same already is not touched.
fn mirror(from: &Path, to: &Path) -> Result<()> {
    let wanted = files(from)?;
    let (pages, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        wanted.iter().partition(|path| path.as_path() == Path::new(PAGE));
    for path in others.into_iter().chain(pages) {
        copy(&from.join(path), &to.join(path))?;
    }
    for path in files(to)?.difference(&wanted) {
        fs::remove_file(to.join(path)).with_context(|| format!("{} cannot be removed", path.display()))?;
    }
    Ok(())
}

/// Replaces a file at once, unless it is the same.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| format!("{} cannot be read", from.display()))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let folder = to.parent().context("a file lies in a folder")?;
    let unfinished = to.with_added_extension("part");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&unfinished, bytes))
        .and_then(|()| fs::rename(&unfinished, to))
        .with_context(|| format!("{} cannot be written", to.display()))
}

/// The files below a folder, relative to it.
fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        let path = folder.join(&relative);
        if !path.exists() {
            continue;
        }
        for entry in fs::read_dir(&path).with_context(|| format!("{} cannot be listed", path.display()))? {
            let entry = entry.with_context(|| format!("{} cannot be listed", path.display()))?;
            let name = relative.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(name);
            } else {
                found.insert(name);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_has_the_same_files_and_no_others() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (folder, name, text) in [
            (&from, "index.html", "new"),
            (&from, "app-2.js", "2"),
            (&from, "fonts/a.woff2", "same"),
            (&to, "index.html", "old"),
            (&to, "app-1.js", "1"),
            (&to, "fonts/a.woff2", "same"),
            (&to, "fonts/b.woff2", "gone"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let untouched = fs::metadata(to.path().join("fonts/a.woff2")).unwrap().modified().unwrap();
        mirror(from.path(), to.path()).unwrap();
        assert_eq!(files(to.path()).unwrap(), files(from.path()).unwrap());
        assert_eq!(fs::read_to_string(to.path().join("index.html")).unwrap(), "new");
        let after = fs::metadata(to.path().join("fonts/a.woff2")).unwrap().modified().unwrap();
        assert_eq!(after, untouched);
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_files() {
        assert!(files(Path::new("/no/such/folder")).unwrap().is_empty());
    }
}
