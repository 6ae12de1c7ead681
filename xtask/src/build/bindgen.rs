//! wasm-bindgen as a library. Its own program would have to be built for a minute and a half, and in the same version.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};
use wasm_bindgen_cli_support as library;

use super::app::split::split;
use crate::workspace::Workspace;

/// The version of the library, which Trunk asks for.
pub(crate) const VERSION: &str = "0.2.130";

/// The arguments that Trunk and worker-build pass to wasm-bindgen. Others are an error.
#[derive(Debug, Args)]
pub(crate) struct Bindgen {
    #[arg(value_name = "MODULE")]
    module: PathBuf,
    #[arg(long, value_enum)]
    target: BindgenTarget,
    #[arg(long)]
    out_dir: PathBuf,
    #[arg(long)]
    out_name: String,
    #[arg(long)]
    debug: bool,
    #[arg(long)]
    no_demangle: bool,
    #[arg(long)]
    keep_debug: bool,
    #[arg(long)]
    no_typescript: bool,
    /// So that workers-rs can continue with a new instance after a panic.
    #[arg(long)]
    experimental_reset_state_function: bool,
    /// So that workers-rs can do that in a Worker that cannot unwind.
    #[arg(long)]
    force_enable_abort_handler: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BindgenTarget {
    /// The app.
    Web,
    /// The Worker.
    Module,
}

impl Bindgen {
    /// Generates the bindings of a module.
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<()> {
        let mut bindgen = match self.target {
            BindgenTarget::Web => of_app(&self.module, workspace)?,
            BindgenTarget::Module => {
                let mut bindgen = library::Bindgen::new();
                bindgen.module(true)?.input_path(&self.module);
                bindgen
            }
        };
        bindgen
            .out_name(&self.out_name)
            .debug(self.debug)
            .demangle(!self.no_demangle)
            .keep_debug(self.keep_debug)
            .typescript(!self.no_typescript)
            .reset_state_function(self.experimental_reset_state_function)
            .force_enable_abort_handler(self.force_enable_abort_handler);
        bindgen.generate(&self.out_dir)
    }
}

/// Generates the bindings of the app's module: `docket-app.js` and `docket-app_bg.wasm`.
pub(super) fn generate(module: &Path, out_dir: &Path, workspace: &Workspace) -> Result<()> {
    of_app(module, workspace)?.typescript(false).generate(out_dir)
}

/// Splits the app's module first. This has to happen between the linker and wasm-bindgen, and Trunk has no hook there.
fn of_app(module: &Path, workspace: &Workspace) -> Result<library::Bindgen> {
    let mut bindgen = library::Bindgen::new();
    // Otherwise wasm-bindgen would remove the module's function table, which the parts share.
    bindgen.web(true)?.keep_lld_exports(true).input_path(split(module, workspace)?);
    Ok(bindgen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_library_and_of_the_bindings() {
        let manifest = include_str!("../../../Cargo.toml");
        for package in ["wasm-bindgen", "wasm-bindgen-cli-support"] {
            assert!(manifest.contains(&format!("{package} = \"={VERSION}\"")), "{package}");
        }
    }
}
