//! What a release build serves becomes as small as it can be, before it is published.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest as _, Sha384};

use super::{run_to_end, split::LOADER};
use crate::{
    environment::Environment,
    markup::{self, Tag},
    wasm,
    workspace::Workspace,
};

/// Flattening gives the passes after it more to find: a hundredth less than -Oz alone, as compressed.
const PASSES: [&str; 5] = ["-O4", "--flatten", "--rereloop", "-Oz", "-Oz"];

/// Shrinks the app's module and its script in `folder`, and returns the page with their new names and hashes.
pub(super) fn shrink(
    html: &str,
    folder: &Path,
    environment: &Environment,
    workspace: &Workspace,
) -> Result<String> {
    let tags = markup::tags(html);
    let find = |is_it: fn(&Tag) -> bool| tags.iter().find(|tag| is_it(tag)).context("the page loads no app");
    let script = Asset::read(find(is_script)?, folder)?;
    let module = Asset::read(find(|tag| tag.attribute("as") == Some("fetch"))?, folder)?;

    let script_text = bundle(&script.path, environment, workspace)?;
    fs::write(&module.path, wasm::keep_exports(&module.bytes, &script_text)?)
        .context("the app's module cannot be written")?;
    optimize(&module.path, environment, workspace)?;
    let optimized = fs::read(&module.path).context("wasm-opt has written nothing")?;
    let (module_bytes, script_text) = wasm::rename(&optimized, &script_text)?;

    let html = script.replace(script_text.as_bytes(), ".js", html)?;
    module.replace(&module_bytes, "_bg.wasm", &html)
}

/// The path in `folder` of the app's script, which the page preloads.
pub(super) fn script(html: &str, folder: &Path) -> Result<PathBuf> {
    let tags = markup::tags(html);
    let href = tags.iter().find(|tag| is_script(tag)).and_then(|tag| tag.attribute("href"));
    Ok(folder.join(href.context("the page loads no app")?.trim_start_matches('/')))
}

fn is_script(tag: &Tag) -> bool {
    tag.has_rel("modulepreload")
}

/// The script in few bytes, together with the loader of parts, without what nothing calls.
fn bundle(script: &Path, environment: &Environment, workspace: &Workspace) -> Result<String> {
    let text = fs::read_to_string(script).context("the app's script cannot be read")?;
    // Classes for streams, which nothing makes: this line alone would keep them, and what they call in the module.
    let used: Vec<&str> = text.lines().filter(|line| !line.starts_with("if (Symbol.dispose) ")).collect();
    let (entry, bundled) = (script.with_extension("entry.js"), script.with_extension("bundled.js"));
    let name = script.file_name().and_then(|name| name.to_str()).context("the app's script has no name")?;
    fs::write(script, used.join("\n")).context("the app's script cannot be written")?;
    fs::write(&entry, format!("export {{ default }} from './{name}';"))
        .context("the app's script cannot be written")?;
    let mut esbuild = environment.command("esbuild", workspace);
    esbuild
        .arg(&entry)
        .args(["--bundle", "--minify", "--format=esm", "--target=esnext", "--log-level=error"])
        .args(["--pure:FinalizationRegistry"])
        .arg(format!("--outfile={}", bundled.display()));
    run_to_end(esbuild)?;
    let text = fs::read_to_string(&bundled).context("esbuild has written nothing")?;
    for file in [entry, bundled, script.with_file_name(LOADER)] {
        fs::remove_file(&file).with_context(|| format!("{} cannot be removed", file.display()))?;
    }
    Ok(text)
}

/// Makes a module as small as it gets.
pub(super) fn optimize(module: &Path, environment: &Environment, workspace: &Workspace) -> Result<()> {
    let mut wasm_opt = environment.command("wasm-opt", workspace);
    wasm_opt.arg(module).args(PASSES).arg("-o").arg(module);
    run_to_end(wasm_opt)
}

/// The name of a file of the app's that says what is in it: browsers keep such files for good.
pub(super) fn hashed_name(kind: &str, hash: &[u8], ending: &str) -> Result<String> {
    let mut name = format!("docket-app-{kind}");
    for byte in hash.iter().take(8) {
        write!(name, "{byte:02x}")?;
    }
    name.push_str(ending);
    Ok(name)
}

/// A file that the page loads, as Trunk left it.
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
        let bytes = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        Ok(Self { href, integrity, path, bytes })
    }

    /// Replaces the file by another, of which it gets its name and the page its hash.
    fn replace(&self, bytes: &[u8], ending: &str, html: &str) -> Result<String> {
        let hash = Sha384::digest(bytes);
        let name = hashed_name("", &hash, ending)?;
        fs::remove_file(&self.path)
            .and_then(|()| fs::write(self.path.with_file_name(&name), bytes))
            .with_context(|| format!("{name} cannot be written"))?;
        let integrity = format!("sha384-{}", BASE64_STANDARD.encode(hash));
        Ok(html.replace(self.href, &format!("/{name}")).replace(self.integrity, &integrity))
    }
}
