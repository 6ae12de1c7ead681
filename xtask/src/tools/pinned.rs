//! Which tools are built from source, in which version.

/// A program that is installed with `cargo install`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pinned {
    /// The name of the crate.
    pub(crate) package: &'static str,
    /// The name of the program.
    pub(crate) program: &'static str,
    /// The only version that will do.
    pub(crate) version: &'static str,
    /// How it is built: as fast as it may be run.
    pub(crate) flags: &'static [&'static str],
}

/// Must be the version of the wasm-bindgen library, and is run at each rebuild, so built for speed. Its own lock
/// file does not build.
const WASM_BINDGEN: Pinned =
    Pinned { package: "wasm-bindgen-cli", program: "wasm-bindgen", version: "0.2.130", flags: &[] };

const WORKER_BUILD: Pinned = Pinned {
    package: "worker-build",
    program: "worker-build",
    version: "0.8.7",
    flags: &["--locked", "--debug"],
};

const TRUNK: Pinned = Pinned {
    package: "trunk",
    program: "trunk",
    version: "0.21.14",
    flags: &["--locked", "--debug", "--no-default-features", "--features", "rustls"],
};

/// All of them, in the order in which they are installed.
pub(crate) const ALL: [Pinned; 3] = [WASM_BINDGEN, WORKER_BUILD, TRUNK];

impl Pinned {
    /// Whether this is what the program says to `--version`: with or without its name, then the version.
    pub(crate) fn is_version(&self, said: &str) -> bool {
        let mut words = said.lines().next().unwrap_or_default().split_whitespace();
        words.any(|word| word == self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_recognised_as_the_tools_say_them() {
        assert!(WASM_BINDGEN.is_version("wasm-bindgen 0.2.130\n"));
        assert!(WASM_BINDGEN.is_version("wasm-bindgen 0.2.130 (c5b6d2a3d 2026-08-01)"));
        assert!(WORKER_BUILD.is_version("0.8.7"));
        assert!(!TRUNK.is_version("trunk 0.21.1"));
        assert!(!TRUNK.is_version(""));
    }

    #[test]
    fn bindgen_is_the_version_of_the_library() {
        let manifest = include_str!("../../../Cargo.toml");
        let line = format!("wasm-bindgen = \"={}\"", WASM_BINDGEN.version);
        assert!(manifest.contains(&line), "Cargo.toml pins another version than the tool's");
    }
}
