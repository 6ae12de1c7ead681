//! The page of a development build, from app/index.html, as Trunk makes it for deployment.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use cargo_metadata::MetadataCommand;
use fs_err as fs;

use super::{
    assets::{APP, copy_hashed, swap},
    publish::sync,
};
use crate::{build::bindgen, tools::TARGET, workspace::Workspace};

/// The names of the files that the page links.
struct Names {
    style: String,
    boot: String,
    script: String,
    module: String,
}

/// Puts the compiled app and its page into a folder, and returns the folder.
pub(super) fn stage(workspace: &Workspace) -> Result<PathBuf> {
    let generated = workspace.generated();
    let bindings = generated.join("bindings");
    bindgen::generate(&module(workspace)?, &bindings, workspace)?;

    let staged = generated.join("staged");
    sync(&workspace.root().join("public"), &staged)?;
    let names = Names {
        style: copy_hashed(&generated.join("index.css"), ".css", &staged)?,
        boot: copy_hashed(&generated.join("boot.js"), ".js", &staged)?,
        script: copy_hashed(&bindings.join(format!("{APP}.js")), ".js", &staged)?,
        module: copy_hashed(&bindings.join(format!("{APP}_bg.wasm")), "_bg.wasm", &staged)?,
    };
    let page = fs::read_to_string(workspace.root().join("app/index.html"))?;
    fs::write(staged.join("index.html"), filled(&page, &names)?)?;
    Ok(staged)
}

/// The app's module, where cargo puts it.
fn module(workspace: &Workspace) -> Result<PathBuf> {
    let metadata = MetadataCommand::new().no_deps().current_dir(workspace.root()).exec()?;
    let folder = metadata.target_directory.into_std_path_buf().join(TARGET).join("debug");
    Ok(folder.join(format!("{APP}.wasm")))
}

/// The page with links to the files, where it has tags for Trunk. app/boot.js finds script and module by their links.
fn filled(page: &str, names: &Names) -> Result<String> {
    let Names { style, boot, script, module } = names;
    let tags = [
        (
            r#"<link data-trunk rel="css" href="../target/generated/index.css" />"#,
            format!(r#"<link rel="stylesheet" href="/{style}"/>"#),
        ),
        (
            r#"<script data-trunk type="module" src="../target/generated/boot.js"></script>"#,
            format!(r#"<script src="/{boot}" type="module"></script>"#),
        ),
        (
            "</head>",
            format!(
                r#"<link rel="modulepreload" href="/{script}" crossorigin="anonymous"><link rel="preload" href="/{module}" crossorigin="anonymous" as="fetch" type="application/wasm"></head>"#
            ),
        ),
        // These two have no link: the app's crate, and the folder of files that are copied as they are.
        (
            r#"<link data-trunk rel="rust" data-cargo-profile-release="app" data-wasm-opt="0" />"#,
            String::new(),
        ),
        (r#"<link data-trunk rel="copy-dir" href="../public" data-target-path="." />"#, String::new()),
    ];
    tags.iter()
        .try_fold(page.to_owned(), |page, (tag, link)| swap(&page, tag, link))
        .context("app/index.html is not as xtask/src/build/app/page.rs knows it")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Trunk makes of the same page, but for integrity and empty lines.
    const HEAD: &str = r#"<link rel="stylesheet" href="/index-1.css"/>
<script src="/boot-2.js" type="module"></script>
<link rel="modulepreload" href="/docket-app-3.js" crossorigin="anonymous"><link rel="preload" href="/docket-app-4_bg.wasm" crossorigin="anonymous" as="fetch" type="application/wasm"></head>"#;

    #[test]
    fn the_page_has_a_link_in_place_of_every_tag() {
        let page = include_str!("../../../../app/index.html");
        let [style, boot, script, module] =
            ["index-1.css", "boot-2.js", "docket-app-3.js", "docket-app-4_bg.wasm"].map(str::to_owned);
        let filled = filled(page, &Names { style, boot, script, module }).unwrap();
        let lines: Vec<&str> = filled.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert!(lines.join("\n").contains(HEAD), "{filled}");
        assert!(!filled.contains("data-trunk"), "a tag that only Trunk knows");
    }

    #[test]
    fn a_page_with_another_tag_is_an_error() {
        let names = || String::from("x");
        let names = Names { style: names(), boot: names(), script: names(), module: names() };
        assert!(filled("<head></head>", &names).is_err());
    }
}
