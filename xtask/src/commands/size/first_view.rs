//! The files that a browser loads to show the first page.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use walkdir::{DirEntry, WalkDir};

use crate::build::markup;

/// The page, the files that it names, the files that its style sheets name, and the snippets that the app's script
/// imports.
pub(super) fn first_view(dist: &Path) -> Result<BTreeSet<PathBuf>> {
    let read = |path: &Path| {
        fs::read_to_string(path)
            .with_context(|| format!("cannot read {}; run `cargo xtask build --release`", path.display()))
    };
    let page = dist.join("index.html");
    let mut files: BTreeSet<PathBuf> = page_files(&read(&page)?).map(|path| dist.join(path)).collect();
    files.insert(page);
    let sheets: Vec<PathBuf> = files.iter().filter(|path| has_extension(path, "css")).cloned().collect();
    for sheet in sheets {
        files.extend(sheet_files(&read(&sheet)?).map(|path| dist.join(path)));
    }
    files.extend(all_files(&dist.join("snippets")));
    Ok(files)
}

/// All modules of the app, whether the first page loads them or not.
pub(super) fn modules(dist: &Path) -> BTreeSet<PathBuf> {
    all_files(dist).filter(|path| has_extension(path, "wasm")).collect()
}

/// Paths, relative to the top, of the files that a page loads from its own origin.
fn page_files(html: &str) -> impl Iterator<Item = String> {
    const LOADED: [&str; 5] = ["stylesheet", "modulepreload", "preload", "icon", "manifest"];
    markup::tags(html).into_iter().filter_map(|tag| match tag.name() {
        "link" if LOADED.iter().any(|rel| tag.has_rel(rel)) => local(tag.attribute("href")?),
        "script" | "img" => local(tag.attribute("src")?),
        _ => None,
    })
}

/// Paths, relative to the top, of the fonts and pictures that a style sheet names.
fn sheet_files(css: &str) -> impl Iterator<Item = String> {
    let urls = css.split("url(").skip(1).filter_map(|rest| rest.split_once(')'));
    urls.filter_map(|(url, _)| local(url.trim().trim_matches(['"', '\''])))
}

/// The path of a URL on the page's own origin, without its query.
fn local(url: &str) -> Option<String> {
    let path = url.strip_prefix('/').filter(|path| !path.starts_with('/'))?;
    path.split(['?', '#']).next().map(str::to_owned)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

fn all_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    WalkDir::new(folder).into_iter().flatten().filter(|e| e.file_type().is_file()).map(DirEntry::into_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_view_is_what_the_page_and_its_sheets_name() {
        let folder = tempfile::tempdir().unwrap();
        let dist = folder.path();
        let page = "<link rel=icon href=/favicon.svg><link rel=stylesheet href=/index-1.css><script \
                    src=/boot.js?v=1 type=module></script><link rel=modulepreload href=/app.js><link rel=preload \
                    as=fetch href=\"/app_bg.wasm\"><link rel=canonical href=/elsewhere><a href=/page>";
        fs::write(dist.join("index.html"), page).unwrap();
        fs::write(dist.join("index-1.css"), "@font-face{src:url('/text.woff2')}a{b:url(data:x)}").unwrap();
        fs::create_dir_all(dist.join("snippets/x")).unwrap();
        fs::write(dist.join("snippets/x/inline.js"), "").unwrap();
        let found: Vec<PathBuf> = first_view(dist).unwrap().into_iter().collect();
        let expected = [
            "app.js",
            "app_bg.wasm",
            "boot.js",
            "favicon.svg",
            "index-1.css",
            "index.html",
            "snippets/x/inline.js",
            "text.woff2",
        ];
        assert_eq!(found, expected.map(|name| dist.join(name)));
    }
}
