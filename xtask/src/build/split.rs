//! The app's module in parts: the main one for every page, and one for each page that loads on demand
//! (`app/src/pages/lazy.rs`).

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, anyhow, bail};
use fs_err as fs;
use wasm_split_cli_support::{Options, transform};

use super::{
    assets::{hashed_name, name, optimize},
    wasm,
};
use crate::{environment::Environment, process::run, workspace::Workspace};

/// The script that loads the parts. The app's script imports it by this name.
pub(super) const LOADER: &str = "__wasm_split.js";
/// The parts of the pages that people open most. `app/boot.js` loads them beside the app.
const PAGES: [&str; 2] = ["job", "visitors"];
/// Which modules each part needs, by the splitter's names.
const NEEDED: &str = "needed.json";
/// The name by which the loader imports the app's script before its hashed name is known.
const SCRIPT: &str = "./docket-app.js";
/// An import in the script of an app that was not split.
const UNSPLIT: &str = "__wasm_split_placeholder__";

/// Splits the module among wasm-bindgen's arguments, and calls wasm-bindgen with the main part.
pub(crate) fn bindgen(args: &[OsString], workspace: &Workspace) -> Result<()> {
    let program =
        env::var_os("WASM_BINDGEN_BIN").context("WASM_BINDGEN_BIN is not set: only Trunk calls this")?;
    let mut bindgen = Command::new(program);
    for arg in args {
        if is_module(Path::new(arg)) {
            // The parts share the module's function table, which wasm-bindgen would remove otherwise.
            bindgen.arg("--keep-lld-exports").arg(split(Path::new(arg), workspace)?);
        } else {
            bindgen.arg(arg);
        }
    }
    run(bindgen)
}

fn split(module: &Path, workspace: &Workspace) -> Result<PathBuf> {
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
pub(super) fn place(staged: &Path, script: &Path, is_release: bool, environment: &Environment) -> Result<()> {
    let text = fs::read_to_string(script)?;
    if text.contains(UNSPLIT) {
        bail!("the app's module is not split; `cargo xtask build` splits it");
    }
    let folder = environment.workspace.parts();
    let loader = fs::read_to_string(folder.join(LOADER)).context("the app's module is not split")?;
    let mut needed: BTreeMap<String, Vec<String>> = serde_json::from_slice(&fs::read(folder.join(NEEDED))?)?;
    let mut loader = loader.replace(SCRIPT, &format!("./{}", name(script)?));
    for entry in fs::read_dir(&folder)? {
        let part = entry?.path();
        if !is_module(&part) {
            continue;
        }
        if is_release {
            // wasm-opt warns about the splitter's names.
            wasm::strip_names(&part)?;
            optimize(&part, environment)?;
        }
        let bytes = fs::read(&part)?;
        let (split_name, served_name) = names(&part, &bytes)?;
        loader = loader.replace(&split_name, &served_name);
        let stem = split_name.trim_end_matches(".wasm");
        needed
            .values_mut()
            .flatten()
            .filter(|name| *name == stem)
            .for_each(|name| name.clone_from(&served_name));
        fs::write(staged.join(&served_name), bytes)?;
    }
    needed.retain(|part, _| PAGES.contains(&part.as_str()));
    // In the loader, which has the names anyway, they cost less than in the page.
    loader.push_str(&format!("globalThis.docketParts = {};\n", serde_json::to_string(&needed)?));
    Ok(fs::write(staged.join(LOADER), loader)?)
}

fn is_module(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "wasm")
}

/// The splitter's name of a part (`split_job.wasm`), and its name in dist/ (`docket-app-job-0123456789abcdef.wasm`).
fn names(part: &Path, bytes: &[u8]) -> Result<(String, String)> {
    let stem = part.file_stem().and_then(|stem| stem.to_str()).context("a part has no name")?;
    let kind = format!("-{}", stem.trim_start_matches("split_"));
    Ok((format!("{stem}.wasm"), hashed_name(&kind, bytes, ".wasm")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_served_under_names_of_their_content() {
        let (before, after) = names(Path::new("/parts/split_job.wasm"), b"abc").unwrap();
        assert_eq!(before, "split_job.wasm");
        assert_eq!(after, "docket-app-job-cb00753f45a35e8b.wasm");
        assert_ne!(names(Path::new("/parts/split_job.wasm"), b"abd").unwrap().1, after);
        assert!(
            names(Path::new("/parts/chunk_3.wasm"), b"abc").unwrap().1.starts_with("docket-app-chunk_3-")
        );
    }
}
