//! Short runs of the fuzz targets, where the nightly toolchain is.

use anyhow::{Context as _, Result};
use fs_err as fs;

use super::count::Count;
use crate::{environment::Environment, process::run, tools};

/// The crate of the targets.
const FOLDER: &str = "edge/core/fuzz";
/// Inputs per target: a few seconds.
const RUNS: &str = "-runs=20000";
/// The same inputs in every run of the suite, so that only a change of the code can make it fail.
const SEED: &str = "-seed=1";

/// Runs every target. Without the nightly toolchain there is none.
pub(super) fn run_targets(environment: &Environment, count: &mut Count) -> Result<()> {
    let Some(toolchain) = tools::nightly::toolchain() else {
        println!(
            "skipped: no nightly toolchain, so no fuzz target is built or run (`rustup toolchain install nightly`)"
        );
        count.skip();
        return Ok(());
    };
    let cargo_fuzz = tools::fuzz()?;
    let bin = cargo_fuzz.parent().context("cargo-fuzz is in no folder")?;
    let folder = environment.workspace.root().join(FOLDER);
    for target in targets(&fs::read_to_string(folder.join("Cargo.toml"))?) {
        // Inputs of an earlier run would make this one begin elsewhere.
        let found = folder.join("corpus").join(&target);
        tools::remove(&found)?;
        fs::create_dir_all(&found)?;
        let mut command = environment.command("cargo");
        command
            .arg(format!("+{toolchain}"))
            .args(["fuzz", "run", "--fuzz-dir", FOLDER])
            .args([target.as_ref(), found.as_os_str(), folder.join("seeds").join(&target).as_os_str()])
            .args(["--", RUNS, SEED, "-max_len=2048", "-verbosity=0", "-print_final_stats=1"])
            .env("PATH", environment.path_with(bin)?);
        run(command).with_context(|| format!("fuzz target {target}"))?;
        count.add_passed();
    }
    Ok(())
}

/// The names of the manifest's targets.
fn targets(manifest: &str) -> Vec<String> {
    let paths = manifest.lines().filter_map(|line| line.strip_prefix("path = \"fuzz_targets/"));
    paths.filter_map(|path| path.strip_suffix(".rs\"")).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn every_target_has_a_file_and_seeds() {
        let folder = Workspace::find().unwrap().root().join(FOLDER);
        let mut named = targets(&fs::read_to_string(folder.join("Cargo.toml")).unwrap());
        named.sort_unstable();
        let names = |folder: std::path::PathBuf| {
            let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
            let mut names: Vec<_> =
                files.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
            names.sort_unstable();
            names
        };
        assert!(!named.is_empty());
        assert_eq!(names(folder.join("fuzz_targets")), named);
        assert_eq!(names(folder.join("seeds")), named);
    }
}
