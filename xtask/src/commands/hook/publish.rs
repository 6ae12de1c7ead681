//! What Trunk has built becomes what is served.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use super::{
    shrink::{script, shrink},
    split,
};
use crate::{environment::Environment, http, markup, workspace::Workspace};

/// The file by which assets get their headers.
const HEADERS: &str = "_headers";
/// The port of the development server, where there is one.
pub(crate) const DEV_PORT: &str = "DOCKET_DEV_PORT";
/// How long old files are kept for it.
const SERVER_WAIT_MAX: Duration = Duration::from_secs(5);

/// The name of the page, which is published last: it names the other files by their hashes.
const PAGE: &str = "index.html";

/// Brings Trunk's output to dist/, with the headers for assets.
pub(super) fn publish(environment: &Environment, workspace: &Workspace) -> Result<()> {
    let staged =
        env::var_os("TRUNK_STAGING_DIR").context("TRUNK_STAGING_DIR is not set: Trunk calls this")?;
    let staged = PathBuf::from(staged);
    let mut html = fs::read_to_string(staged.join(PAGE)).context("Trunk has built no page")?;
    let is_release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    split::place(&staged, &script(&html, &staged)?, is_release.then_some(environment), workspace)?;
    if is_release {
        html = shrink(&html, &staged, environment, workspace)?;
        fs::write(staged.join(PAGE), &html).context("the page cannot be written")?;
    }
    let inline = markup::inline_code(&html);
    if !inline.is_empty() {
        bail!("the content security policy would not run what is on the page: {}", inline.join(", "));
    }
    fs::write(staged.join(HEADERS), docket_core::http::headers::assets_file())
        .context("the headers of assets cannot be written")?;
    mirror(&staged, &workspace.dist(), |new_file| serve(workspace, new_file))?;
    fs::write(workspace.published(), "").context("that the app is published cannot be noted")
}

/// Makes `to` like `from`, so that at no moment the page names a file that is not there: first what it names, then
/// the page, then, after `serve` was told of it with one of the new files if there are any, away with what is left
/// over. A file that is the same already is not touched.
fn mirror(from: &Path, to: &Path, serve: impl Fn(Option<&Path>) -> Result<()>) -> Result<()> {
    let wanted = files(from)?;
    let before = files(to)?;
    let (pages, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        wanted.iter().partition(|path| path.as_path() == Path::new(PAGE));
    let mut changed = false;
    for path in others.into_iter().chain(pages) {
        changed |= copy(&from.join(path), &to.join(path))?;
    }
    if changed {
        serve(wanted.difference(&before).next().map(PathBuf::as_path))?;
    }
    for path in before.difference(&wanted) {
        fs::remove_file(to.join(path)).with_context(|| format!("{} cannot be removed", path.display()))?;
    }
    Ok(())
}

/// Has the development server, where there is one, list its files anew: until then it answers to a new file's name
/// with the page, and to questions about the page as if it were the old one. wrangler does that only together with
/// a build of the Worker, so it is made to think that the Worker has changed.
fn serve(workspace: &Workspace, new_file: Option<&Path>) -> Result<()> {
    let Some(port) = env::var(DEV_PORT).ok().and_then(|port| port.parse().ok()) else { return Ok(()) };
    fs::write(workspace.reload(), "").context("the development server cannot be told of new files")?;
    let Some(path) = new_file.and_then(Path::to_str) else { return Ok(()) };
    let deadline = Instant::now() + SERVER_WAIT_MAX;
    // No answer at all: it has not been started yet.
    while http::serves_file(port, &format!("/{path}")) == Some(false) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Replaces a file at once, unless it is the same. Says whether it was not.
fn copy(from: &Path, to: &Path) -> Result<bool> {
    let bytes = fs::read(from).with_context(|| format!("{} cannot be read", from.display()))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(false);
    }
    let folder = to.parent().context("a file lies in a folder")?;
    let unfinished = to.with_added_extension("part");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&unfinished, bytes))
        .and_then(|()| fs::rename(&unfinished, to))
        .map(|()| true)
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
        mirror(from.path(), to.path(), |new_file| {
            assert_eq!(new_file, Some(Path::new("app-2.js")));
            assert!(to.path().join("app-1.js").exists(), "the old page still works");
            Ok(())
        })
        .unwrap();
        assert_eq!(files(to.path()).unwrap(), files(from.path()).unwrap());
        assert_eq!(fs::read_to_string(to.path().join("index.html")).unwrap(), "new");
        let after = fs::metadata(to.path().join("fonts/a.woff2")).unwrap().modified().unwrap();
        assert_eq!(after, untouched);
        mirror(from.path(), to.path(), |_| panic!("nothing has changed")).unwrap();
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_files() {
        assert!(files(Path::new("/no/such/folder")).unwrap().is_empty());
    }
}
