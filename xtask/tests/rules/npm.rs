//! Rules of the repository about npm's lock file, as tests.

use serde_json::{Map, Value};

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
