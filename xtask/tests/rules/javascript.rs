//! Rules about npm's lock file and about the browser tests.

use std::{collections::BTreeSet, fs, path::PathBuf};

use regex::Regex;
use serde_json::{Map, Value};
use walkdir::WalkDir;

use super::root;

const LOCK: &str = include_str!("../../../package-lock.json");

/// The locked packages, by their folders.
fn packages() -> Map<String, Value> {
    let lock: Map<String, Value> = serde_json::from_str(LOCK).unwrap();
    lock["packages"].as_object().unwrap().clone()
}

#[test]
fn every_npm_package_has_a_hash() {
    let packages = packages();
    let has_hash = |package: &Value| {
        package["integrity"].as_str().is_some_and(|hash| hash.starts_with("sha512-") && hash.len() == 95)
    };
    // The package without a name is the repository itself.
    let lacking = packages.iter().filter(|(name, package)| !name.is_empty() && !has_hash(package));
    assert_eq!(lacking.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(packages.len() > 50);
}

/// The hashes identify the packages, wherever they are downloaded from.
#[test]
fn the_lock_file_names_no_registry() {
    assert!(!LOCK.contains("\"resolved\""));
}

/// The tests run what wrangler runs.
#[test]
fn there_is_one_miniflare() {
    let packages = packages();
    let copies = packages.keys().filter(|name| name.ends_with("node_modules/miniflare"));
    assert_eq!(copies.count(), 1);
}

/// A file of `e2e/*.test.mjs` calls each suite, or a suite that it calls does.
#[test]
fn no_suite_of_the_browser_tests_is_forgotten() {
    let e2e = root().join("e2e").canonicalize().unwrap();
    let entries = WalkDir::new(&e2e).into_iter().map(|entry| entry.unwrap().into_path());
    let scripts: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "mjs")).collect();
    let import = Regex::new(r#"(?m)^(?:import|export)\b[^;]*\bfrom "(\.[^"]+)";$"#).unwrap();
    let mut imported = BTreeSet::new();
    for script in &scripts {
        let source = fs::read_to_string(script).unwrap();
        let folder = script.parent().unwrap();
        imported
            .extend(import.captures_iter(&source).filter_map(|it| folder.join(&it[1]).canonicalize().ok()));
    }
    let suites = scripts.iter().filter(|script| script.starts_with(e2e.join("suites")));
    let (called, forgotten): (Vec<_>, Vec<_>) = suites.partition(|suite| imported.contains(*suite));
    assert!(forgotten.is_empty(), "no file imports these: {forgotten:#?}");
    assert!(called.len() > 50, "{}", called.len());
}
