//! The licences of the crates in the app and the Worker. They demand to be distributed with the crates.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use cargo_metadata::Package;
use fs_err as fs;

use super::crates::Crates;

/// The beginnings of the names of files with a licence or a notice.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// The list of crates, then each text once, with the crates that have it.
pub(super) fn of(crates: &Crates) -> Result<String> {
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in crates.of_others() {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().with_context(|| format!("{name} has no licence"))?;
        let found = texts_of(package)?;
        let source = package.repository.as_deref().filter(|_| found.is_empty());
        let source = source.map(|url| format!(", by {url}, without a text in the crate")).unwrap_or_default();
        list += &format!("{name}: {licence}{source}\n");
        for text in found {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let texts: String = texts
        .into_iter()
        .map(|(text, names)| format!("\n{}\n{}\n\n{text}\n", "-".repeat(80), names.join(", ")))
        .collect();
    Ok(format!(
        "Docket's app and Worker contain these crates of other authors:\n\n{list}\nThe texts of their licences:\n{texts}"
    ))
}

/// The texts at the top of a crate.
fn texts_of(package: &Package) -> Result<Vec<String>> {
    let folder = package.manifest_path.parent().context("a crate has no folder")?;
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_ascii_uppercase();
        if NAMES.iter().any(|start| name.starts_with(start)) && entry.file_type()?.is_file() {
            let text = String::from_utf8_lossy(&fs::read(entry.path())?).replace("\r\n", "\n");
            texts.push(text.trim_end().to_owned());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{environment::Environment, workspace::Workspace};

    #[test]
    fn the_notices_have_each_crate_and_each_text_once() {
        let crates = Crates::read(&Environment::inherited(Workspace::find().unwrap())).unwrap();
        let notices = of(&crates).unwrap();
        let line = crates.of_others().find(|package| *package.name == "leptos").unwrap();
        let repository = line.repository.as_deref().unwrap();
        assert!(notices.contains(&format!("\nleptos {}: MIT, by {repository}, without", line.version)));
        assert!(!notices.contains("docket-"), "Docket's own licence is a file of its own");
        // One copyright line, of several crates.
        assert_eq!(notices.matches("Copyright (c) 2014 Alex Crichton\n").count(), 1);
    }
}
