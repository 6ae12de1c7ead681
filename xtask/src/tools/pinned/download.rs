//! Tools as their authors built them, downloaded where cargo-binstall is installed: a minute instead of six.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use which::which;

use super::Pinned;
use crate::process::run;

/// The program that downloads, if it is installed.
pub(in crate::tools) fn binstall() -> Option<PathBuf> {
    which("cargo-binstall").ok()
}

/// Downloads a tool into a folder. Whether it is there in the pinned version: for some platforms, nobody has built it.
pub(super) fn download(binstall: &Path, tool: &Pinned, folder: &Path) -> bool {
    let mut command = Command::new(binstall);
    command
        .args(["--no-confirm", "--no-symlinks"])
        // Only from the tool's own releases: not built by others, nor built here with other flags.
        .args(["--strategies", "crate-meta-data"])
        .arg("--install-path")
        .arg(folder)
        .arg(format!("{}@{}", tool.name, tool.version));
    run(command).is_ok() && tool.is_at(&folder.join(tool.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::script;

    /// A script in place of cargo-binstall, which writes a program of this version.
    fn fake(folder: &Path, version: &str) -> PathBuf {
        let path = folder.join("cargo-binstall");
        let text = format!(
            "#!/bin/sh\nwhile [ \"$1\" != --install-path ]; do shift; done\n\
             [ \"$3\" = 'trunk@0.21.14' ] || exit 1\nmkdir -p \"$2\"\n\
             printf '#!/bin/sh\\necho trunk {version}\\n' > \"$2/trunk\"\nchmod +x \"$2/trunk\"\n"
        );
        script::write(&path, &text).unwrap();
        path
    }

    #[test]
    fn a_download_counts_only_in_the_pinned_version() {
        let trunk = Pinned { name: "trunk", version: "0.21.14", flags: &[] };
        for (version, is_taken) in [("0.21.14", true), ("0.21.13", false)] {
            let folder = tempfile::tempdir().unwrap();
            let binstall = fake(folder.path(), version);
            assert_eq!(download(&binstall, &trunk, &folder.path().join("bin")), is_taken, "{version}");
        }
        let folder = tempfile::tempdir().unwrap();
        let binstall = fake(folder.path(), "0.21.14");
        let other = Pinned { name: "no-such-tool", ..trunk };
        assert!(!download(&binstall, &other, &folder.path().join("bin")));
    }
}
