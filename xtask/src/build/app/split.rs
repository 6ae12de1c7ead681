//! The app's module in parts: the main one for every page, and one for each page that loads on demand
//! (`app/src/pages/lazy.rs`).

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, anyhow, bail};
use fs_err as fs;
use rayon::prelude::*;
use wasm_split_cli_support::{Options, transform};

use super::{
    assets::{APP, PASSES, copy_hashed, hashed_name, name, optimize},
    merge::merge,
};
use crate::{
    build::{Profile, wasm},
    environment::Environment,
    workspace::Workspace,
};

/// The script that loads the parts. The app's script imports it by this name.
pub(super) const LOADER: &str = "__wasm_split.js";
/// The parts of pages. `app/boot.js` has their paths, and loads them in parallel with the app.
const PAGES: [&str; 5] = ["access", "inbox", "job", "templates", "visitors"];
/// The part of the visitors that is loaded once the app is there, after the first one. `app/boot.js` names it.
const LATER: (&str, &str) = ("visitors", "days");
/// Which modules each part needs, by the splitter's names.
const NEEDED: &str = "needed.json";
/// The name by which the loader imports the app's script before its hashed name is known.
const SCRIPT: &str = "./docket-app.js";
/// An import in the script of an app that was not split.
const UNSPLIT: &str = "__wasm_split_placeholder__";

/// Splits the module of the app, and returns its main part.
pub(in crate::build) fn split(module: &Path, workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.parts();
    let main_folder = folder.join("main");
    let main_module = main_folder.join(module.file_name().context("the app's module has no name")?);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&main_folder)?;
    let input = fs::read(module)?;
    let mut options = Options::new(&input);
    options.output_dir = &folder;
    options.main_out_path = &main_module;
    options.main_module = SCRIPT;
    let parts = transform(options).map_err(|error| anyhow!("cannot split the app's module: {error:#}"))?;
    fs::write(folder.join(NEEDED), serde_json::to_vec(&parts.prefetch_map)?)?;
    Ok(main_module)
}

/// Copies the parts under the names of their content, and their loader, to the app's script in `staged`.
pub(super) fn publish_parts(
    staged: &Path,
    script: &Path,
    profile: Profile,
    environment: &Environment,
) -> Result<()> {
    let text = fs::read_to_string(script)?;
    if text.contains(UNSPLIT) {
        bail!("the app's module is not split; `cargo xtask build` splits it");
    }
    let folder = environment.workspace.parts();
    let loader = fs::read_to_string(folder.join(LOADER)).context("the app's module is not split")?;
    let mut loader = loader.replace(SCRIPT, &format!("./{}", name(script)?));
    // The app says that a page is not there, and the browser which request failed.
    loader = loader.replace("console.error(e);", "console.warn(e);");
    let mut needed: BTreeMap<String, Vec<String>> = serde_json::from_slice(&fs::read(folder.join(NEEDED))?)?;
    if profile == Profile::Release {
        // wasm-opt warns about the splitter's names.
        modules(&folder)?
            .par_iter()
            .try_for_each(|part| anyhow::Ok(fs::write(part, wasm::strip_names(&fs::read(part)?)?)?))?;
        loader = merge(&folder, &loader, &mut needed, environment)?;
        // wasm-opt uses one core.
        modules(&folder)?.par_iter().try_for_each(|part| optimize(part, &PASSES, environment))?;
    }
    let mut served = BTreeMap::new();
    for file in modules(&folder)? {
        let part = file.file_stem().and_then(|stem| stem.to_str()).context("a part has no name")?;
        let bytes = fs::read(&file)?;
        let name = served_name(part, &bytes);
        loader = loader.replace(&format!("./{part}.wasm"), &format!("./{name}"));
        fs::write(staged.join(&name), bytes)?;
        served.insert(part.to_owned(), name);
    }
    let (first, later) = LATER;
    let mut needed: BTreeMap<&str, BTreeSet<&String>> = PAGES
        .into_iter()
        .chain([later])
        .filter_map(|page| {
            Some((page, needed.get(page)?.iter().filter_map(|part| served.get(part)).collect()))
        })
        .collect();
    let known = needed.get(first).cloned().unwrap_or_default();
    if let Some(later) = needed.get_mut(later) {
        later.retain(|part| !known.contains(part));
    }
    let style = copy_hashed(&environment.workspace.generated().join("pages.css"), ".css", staged)?;
    // The names cost less in the loader than in the page, because the loader has most of them anyway.
    loader.push_str(&format!(
        "globalThis.docketParts = {};\nglobalThis.docketStyle = \"{style}\";\n",
        serde_json::to_string(&needed)?
    ));
    Ok(fs::write(staged.join(LOADER), loader)?)
}

/// The modules in a folder.
fn modules(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wasm"));
    Ok(files)
}

/// The name in dist/ of a part (`docket-app-job-0123456789.wasm`), by the splitter's (`split_job`).
fn served_name(part: &str, bytes: &[u8]) -> String {
    hashed_name(&format!("{APP}-{}", part.trim_start_matches("split_")), bytes, ".wasm")
}

#[cfg(test)]
mod tests {
    use docket_wire::PageMatch;
    use regex::Regex;

    use super::*;

    #[test]
    fn parts_are_served_under_names_of_their_content() {
        let name = served_name("split_job", b"abc");
        assert_eq!(name, "docket-app-job-cb00753f45.wasm");
        assert_ne!(served_name("split_job", b"abd"), name);
        assert!(served_name("chunk_3", b"abc").starts_with("docket-app-chunk_3-"));
    }

    #[test]
    fn the_page_knows_when_to_load_each_part() {
        let boot = include_str!("../../../../app/boot.js");
        let parts = boot.split("const PARTS = [").nth(1).unwrap().split("];").next().unwrap();
        let parts: Vec<(&str, Regex)> = parts
            .lines()
            .filter_map(|line| line.trim().strip_prefix("[\"")?.strip_suffix("/],")?.split_once("\", /"))
            .map(|(part, pattern)| (part, Regex::new(pattern).unwrap()))
            .collect();
        assert_eq!(parts.iter().map(|(part, _)| *part).collect::<Vec<_>>(), PAGES);
        assert!(boot.contains(&format!("if (part === \"{}\") load(\"{}\");", LATER.0, LATER.1)));
        for path in PageMatch::PATHS {
            let path = if *path == "/" { path } else { path.trim_end_matches('/') };
            // The others belong to the first view, or are a form of the page itself.
            let has_part = !matches!(
                PageMatch::from_path(path),
                PageMatch::Home | PageMatch::SignIn | PageMatch::Jobs(_)
            );
            let matching = parts.iter().filter(|(_, pattern)| pattern.is_match(path)).count();
            assert_eq!(matching, usize::from(has_part), "PARTS of app/boot.js with the path {path}");
        }
    }
}
