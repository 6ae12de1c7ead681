//! The app's module and script in a release build, as small as possible.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use fs_err as fs;
use sha2::{Digest as _, Sha384};

use super::{
    assets::{hashed_name, is_script, optimize},
    markup::{self, Tag},
    wasm,
};
use crate::{environment::Environment, process::run_inside};

/// Shrinks the app's module and its script in `folder`, and returns the page with their new names and hashes.
pub(super) fn shrink(html: &str, folder: &Path, environment: &Environment) -> Result<String> {
    let tags = markup::tags(html);
    let find =
        |matches: fn(&Tag) -> bool| tags.iter().find(|tag| matches(tag)).context("the page loads no app");
    let script = Asset::read(find(is_script)?, folder)?;
    let module = Asset::read(find(|tag| tag.attribute("as") == Some("fetch"))?, folder)?;

    let script_text = bundle(&script.path, environment)?;
    fs::write(&module.path, wasm::keep_exports(&module.bytes, &script_text)?)?;
    optimize(&module.path, environment)?;
    let optimized = fs::read(&module.path)?;
    let (module_bytes, script_text) = wasm::shorten_names(&optimized, &script_text)?;

    let html = script.replace(script_text.as_bytes(), ".js", html)?;
    module.replace(&module_bytes, "_bg.wasm", &html)
}

/// The script and the loader of parts in one, minified, without unused code.
fn bundle(script: &Path, environment: &Environment) -> Result<String> {
    let text = fs::read_to_string(script)?;
    // This line alone would keep classes for streams that nothing creates, and what they call in the module.
    let used: Vec<&str> = text.lines().filter(|line| !line.starts_with("if (Symbol.dispose) ")).collect();
    let (entry, bundled) = (script.with_extension("entry.js"), script.with_extension("bundled.js"));
    let name = script.file_name().and_then(|name| name.to_str()).context("the app's script has no name")?;
    fs::write(script, used.join("\n"))?;
    fs::write(&entry, format!("export {{ default }} from './{name}';"))?;
    let mut esbuild = environment.command("esbuild");
    esbuild
        .arg(&entry)
        .args(["--bundle", "--minify", "--format=esm", "--target=esnext", "--log-level=error"])
        .args(["--pure:FinalizationRegistry"])
        .arg(format!("--outfile={}", bundled.display()));
    run_inside(esbuild)?;
    let text = fs::read_to_string(&bundled)?;
    for file in [entry, bundled] {
        fs::remove_file(&file)?;
    }
    Ok(text)
}

/// A file that the page loads, as Trunk wrote it.
struct Asset<'a> {
    href: &'a str,
    integrity: &'a str,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl<'a> Asset<'a> {
    fn read(tag: &'a Tag, folder: &Path) -> Result<Self> {
        let href = tag.attribute("href").context("a preloaded file has no address")?;
        let integrity = tag.attribute("integrity").context("a preloaded file has no hash")?;
        let path = folder.join(href.trim_start_matches('/'));
        let bytes = fs::read(&path)?;
        Ok(Self { href, integrity, path, bytes })
    }

    /// Replaces the file's content, and so its name and, in the page, its hash.
    fn replace(&self, bytes: &[u8], ending: &str, html: &str) -> Result<String> {
        let hash = Sha384::digest(bytes);
        let name = hashed_name("", &hash, ending)?;
        fs::remove_file(&self.path)?;
        fs::write(self.path.with_file_name(&name), bytes)?;
        let integrity = format!("sha384-{}", BASE64_STANDARD.encode(hash));
        Ok(html.replace(self.href, &format!("/{name}")).replace(self.integrity, &integrity))
    }
}
