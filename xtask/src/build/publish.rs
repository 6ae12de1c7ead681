//! Publishing: Trunk's output becomes the served app.

use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use fs_err as fs;
use walkdir::WalkDir;

use super::{assets, shrink::shrink, split};
use crate::{
    environment::{Environment, names},
    http,
    workspace::Workspace,
};

/// The file with the headers of assets.
const HEADERS: &str = "_headers";
/// How long old files stay until the development server has loaded the new ones.
const SERVER_WAIT_MAX: Duration = Duration::from_secs(5);
/// The page, which is published last: it names the other files by their hashes.
const PAGE: &str = "index.html";

/// Copies Trunk's output to dist/, split, shrunk in a release build, and with the headers of assets.
pub(crate) fn publish(environment: &Environment) -> Result<()> {
    let staged =
        env::var_os("TRUNK_STAGING_DIR").context("TRUNK_STAGING_DIR is not set: only Trunk calls this")?;
    let staged = PathBuf::from(staged);
    let mut html = fs::read_to_string(staged.join(PAGE)).context("Trunk has built no page")?;
    let is_release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    split::place(&staged, &assets::script(&html, &staged)?, is_release, environment)?;
    if is_release {
        html = shrink(&html, &staged, environment)?;
        // The loader is part of the shrunk script.
        fs::remove_file(staged.join(split::LOADER))?;
        fs::write(staged.join(PAGE), &html)?;
    }
    fs::write(staged.join(HEADERS), docket_core::http::headers::assets_file())?;
    let workspace = &environment.workspace;
    sync(&staged, &workspace.dist(), |new_file| serve(workspace, new_file))?;
    Ok(fs::write(workspace.published(), "")?)
}

/// Makes `to` equal to `from` so that the page never names a missing file: copies the files that it names, then the
/// page, calls `serve` with one of the new files, if there are any, and then removes the old ones. Leaves equal files
/// untouched.
fn sync(from: &Path, to: &Path, serve: impl Fn(Option<&Path>) -> Result<()>) -> Result<()> {
    let (wanted, before) = (files(from)?, files(to)?);
    let (pages, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        wanted.iter().partition(|path| path.as_path() == Path::new(PAGE));
    let mut has_changed = false;
    for path in others.into_iter().chain(pages) {
        has_changed |= copy(&from.join(path), &to.join(path))?;
    }
    if has_changed {
        serve(wanted.difference(&before).next().map(PathBuf::as_path))?;
    }
    for path in before.difference(&wanted) {
        fs::remove_file(to.join(path))?;
    }
    Ok(())
}

/// Makes the development server, if there is one, list the app's files again and waits until it serves the new one:
/// it answers an unknown path with 404. wrangler lists them only after a build of the Worker, so this touches a
/// file that wrangler watches.
fn serve(workspace: &Workspace, new_file: Option<&Path>) -> Result<()> {
    let Some(port) = env::var(names::DEV_PORT).ok().and_then(|port| port.parse().ok()) else { return Ok(()) };
    fs::write(workspace.reload(), "").context("cannot make the development server reload")?;
    let Some(path) = new_file.and_then(Path::to_str) else { return Ok(()) };
    let deadline = Instant::now() + SERVER_WAIT_MAX;
    // No answer at all means that the server has not started yet.
    while http::status(port, &format!("/{path}")) == Some(404) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Replaces a file atomically, unless it is equal. Returns whether it was not.
fn copy(from: &Path, to: &Path) -> Result<bool> {
    let bytes = fs::read(from)?;
    if fs::read(to).is_ok_and(|current| current == bytes) {
        return Ok(false);
    }
    let folder = to.parent().context("the file has no folder")?;
    let unfinished = to.with_added_extension("part");
    fs::create_dir_all(folder)?;
    fs::write(&unfinished, bytes)?;
    fs::rename(&unfinished, to)?;
    Ok(true)
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
        sync(from.path(), to.path(), |new_file| {
            assert_eq!(new_file, Some(Path::new("app-2.js")));
            assert!(to.path().join("app-1.js").exists(), "the old page still works");
            Ok(())
        })
        .unwrap();
        assert_eq!(files(to.path()).unwrap(), files(from.path()).unwrap());
        assert_eq!(fs::read_to_string(to.path().join("index.html")).unwrap(), "new");
        let after = fs::metadata(to.path().join("fonts/a.woff2")).unwrap().modified().unwrap();
        assert_eq!(after, untouched);
        sync(from.path(), to.path(), |_| panic!("nothing has changed")).unwrap();
    }

    #[test]
    fn a_missing_folder_has_no_files() {
        assert!(files(Path::new("/no/such/folder")).unwrap().is_empty());
    }
}
