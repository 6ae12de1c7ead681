//! The app's module in parts: one that every page needs, and more that are loaded when somebody first goes where they
//! are needed (`app/src/pages/lazy.rs`).
//!
//! A module has to be split after it was linked and before wasm-bindgen, and Trunk has no step between the two. So
//! the `wasm-bindgen` that Trunk finds is a script that calls [`bindgen`].

use std::{
    env,
    ffi::OsString,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, anyhow, bail};
use sha2::{Digest as _, Sha256};
use wasm_split_cli_support::{Options, transform};

use super::{
    run_to_end,
    shrink::{hashed_name, optimize},
};
use crate::{environment::Environment, wasm, workspace::Workspace};

/// Loads the parts. The app's script imports it by this name.
pub(super) const LOADER: &str = "__wasm_split.js";
/// What the loader imports, until the script's name with its hash is known.
const SCRIPT: &str = "./docket-app.js";
/// What an app imports that was not split.
const UNSPLIT: &str = "__wasm_split_placeholder__";

/// Writes the script that stands before wasm-bindgen, and returns its folder.
pub(crate) fn shim(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.generated().join("bin");
    let script = folder.join("wasm-bindgen");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&script, "#!/bin/sh\nexec \"$DOCKET_XTASK\" hook bindgen \"$@\"\n"))
        .and_then(|()| fs::set_permissions(&script, fs::Permissions::from_mode(0o755)))
        .with_context(|| format!("{} cannot be written", script.display()))?;
    Ok(folder)
}

/// Splits the module that is among the arguments, and calls wasm-bindgen with what remains of it.
pub(super) fn bindgen(args: &[OsString], workspace: &Workspace) -> Result<()> {
    let program = env::var_os("WASM_BINDGEN_BIN").context("WASM_BINDGEN_BIN is not set: Trunk calls this")?;
    let mut bindgen = Command::new(program);
    for arg in args {
        if Path::new(arg).extension().is_some_and(|extension| extension == "wasm") {
            // The parts share the module's table of functions, which wasm-bindgen would else leave out.
            bindgen.arg("--keep-lld-exports").arg(split(Path::new(arg), workspace)?);
        } else {
            bindgen.arg(arg);
        }
    }
    run_to_end(bindgen)
}

fn split(module: &Path, workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.parts();
    let rest = folder.join("rest");
    let rest_module = rest.join(module.file_name().context("the app's module has no name")?);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
    }
    fs::create_dir_all(&rest).with_context(|| format!("{} cannot be created", rest.display()))?;
    let input = fs::read(module).with_context(|| format!("{} cannot be read", module.display()))?;
    let mut options = Options::new(&input);
    options.output_dir = &folder;
    options.main_out_path = &rest_module;
    options.main_module = SCRIPT;
    transform(options).map_err(|error| anyhow!("the app's module cannot be split: {error:#}"))?;
    Ok(rest_module)
}

/// Puts the parts and their loader beside the app's script, named by what is in them.
pub(super) fn place(
    staged: &Path,
    script: &Path,
    shrinking: Option<&Environment>,
    workspace: &Workspace,
) -> Result<()> {
    let text = fs::read_to_string(script).context("the app's script cannot be read")?;
    if text.contains(UNSPLIT) {
        bail!("the app was built without being split: `cargo xtask build` does both");
    }
    let name = script.file_name().and_then(|name| name.to_str()).context("the app's script has no name")?;
    let folder = workspace.parts();
    let loader = fs::read_to_string(folder.join(LOADER)).context("the app was not split")?;
    let mut loader = loader.replace(SCRIPT, &format!("./{name}"));
    for part in parts(&folder)? {
        if let Some(environment) = shrinking {
            wasm::strip_names(&part)?;
            optimize(&part, environment, workspace)?;
        }
        let bytes = fs::read(&part).with_context(|| format!("{} cannot be read", part.display()))?;
        let (before, after) = names(&part, &bytes)?;
        loader = loader.replace(&before, &after);
        fs::write(staged.join(&after), bytes).with_context(|| format!("{after} cannot be written"))?;
    }
    fs::write(staged.join(LOADER), loader).context("the loader of parts cannot be written")
}

fn parts(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be listed", folder.display()))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    Ok(paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "wasm")).collect())
}

/// What the splitter calls a part (`split_job.wasm`), and what it is called when it is served
/// (`docket-app-job-0123456789abcdef.wasm`).
fn names(part: &Path, bytes: &[u8]) -> Result<(String, String)> {
    let stem = part.file_stem().and_then(|stem| stem.to_str()).context("a part has no name")?;
    let kind = format!("{}-", stem.trim_start_matches("split_"));
    Ok((format!("{stem}.wasm"), hashed_name(&kind, &Sha256::digest(bytes), ".wasm")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_served_under_names_of_their_content() {
        let (before, after) = names(Path::new("/parts/split_job.wasm"), b"abc").unwrap();
        assert_eq!(before, "split_job.wasm");
        assert_eq!(after, "docket-app-job-ba7816bf8f01cfea.wasm");
        assert_ne!(names(Path::new("/parts/split_job.wasm"), b"abd").unwrap().1, after);
        assert!(
            names(Path::new("/parts/chunk_3.wasm"), b"abc").unwrap().1.starts_with("docket-app-chunk_3-")
        );
    }
}
