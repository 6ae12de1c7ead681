//! The app's module and script in a release build, as small as possible.

use std::path::Path;

use anyhow::Result;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use fs_err as fs;
use sha2::{Digest as _, Sha384};

use super::assets::{APP, PASSES_OF_MAIN, hashed_name, name, optimize, swap};
use crate::{build::wasm, environment::Environment, process::run};

/// Shrinks the app's module and its script, and rewrites the page with their new names and hashes.
pub(super) fn shrink(page: &Path, script: &Path, module: &Path, environment: &Environment) -> Result<()> {
    let (script_before, module_before) = (fs::read(script)?, fs::read(module)?);

    let text = bundle(script, environment)?;
    fs::write(module, wasm::keep_exports(&module_before, &text)?)?;
    optimize(module, &PASSES_OF_MAIN, environment)?;
    let (bytes, text) = wasm::shorten_names(&fs::read(module)?, &text)?;

    let html = fs::read_to_string(page)?;
    let html = replace(script, &script_before, text.as_bytes(), ".js", &html)?;
    let html = replace(module, &module_before, &bytes, "_bg.wasm", &html)?;
    Ok(fs::write(page, html)?)
}

/// The script and the loader of parts in one, minified, without unused code.
fn bundle(script: &Path, environment: &Environment) -> Result<String> {
    let text = fs::read_to_string(script)?;
    // This line alone would keep classes for streams that nothing creates, and what they call in the module.
    let used: Vec<&str> = text.lines().filter(|line| !line.starts_with("if (Symbol.dispose) ")).collect();
    let (entry, bundled) = (script.with_extension("entry.js"), script.with_extension("bundled.js"));
    fs::write(script, used.join("\n"))?;
    fs::write(&entry, format!("export {{ default }} from './{}';", name(script)?))?;
    let mut esbuild = environment.command("esbuild");
    esbuild
        .arg(&entry)
        .args(["--bundle", "--minify", "--format=esm", "--target=esnext", "--log-level=error"])
        .args(["--pure:FinalizationRegistry"])
        .arg(format!("--outfile={}", bundled.display()));
    run(esbuild)?;
    let text = fs::read_to_string(&bundled)?;
    for file in [entry, bundled] {
        fs::remove_file(&file)?;
    }
    Ok(text)
}

/// Gives the file its new content under the name of that content, and returns the page with its name and hash.
fn replace(file: &Path, before: &[u8], after: &[u8], ending: &str, page: &str) -> Result<String> {
    let new_name = hashed_name(APP, after, ending);
    fs::remove_file(file)?;
    fs::write(file.with_file_name(&new_name), after)?;
    let page = swap(page, name(file)?, &new_name)?;
    swap(&page, &integrity(before), &integrity(after))
}

/// A file's hash, as the page names it.
fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", BASE64_STANDARD.encode(Sha384::digest(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_name_and_the_hash_of_the_new_content() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("docket-app-1.js");
        fs::write(&file, "old").unwrap();
        let page = |name: &str, bytes| format!("<link href=\"/{name}\" integrity=\"{}\">", integrity(bytes));
        let before = page("docket-app-1.js", b"old");
        let after = replace(&file, b"old", b"new", ".js", &before).unwrap();
        let name = hashed_name(APP, b"new", ".js");
        assert_eq!(after, page(&name, b"new"));
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "new");

        fs::write(&file, "old").unwrap();
        let unhashed = "<link href=\"/docket-app-1.js\">";
        assert!(replace(&file, b"old", b"new", ".js", unhashed).is_err(), "no hash is lost");
    }
}
