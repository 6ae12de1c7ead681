//! Every limit of callers is in the manual.

use std::{collections::BTreeSet, fs, sync::LazyLock};

use regex::Regex;

use super::{root, rust_files};

/// Constants that limit no request of a caller: they limit what Docket stores.
const OWN: [&str; 8] = [
    "JobEntry::TEXT_BYTES_MAX",
    "KNOWN_ADDRESSES_MAX",
    "PARTS_MAX",
    "PATH_BYTES_MAX",
    "REFUSALS_MAX",
    "RetentionRule::COUNTED_MAX",
    "SHARD_KEYS_MAX",
    "SessionInfo::BROWSER_BYTES_MAX",
];

/// The names of all limits in a source file: constants, by their type if they have one.
fn limits(text: &str) -> Vec<String> {
    static PATTERN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?m)^(?:impl (\w+)|( *)pub const (\w+_MAX):)").unwrap());
    let (mut names, mut of_type) = (Vec::new(), "");
    for found in PATTERN.captures_iter(text) {
        match found.get(1) {
            Some(name) => of_type = name.as_str(),
            None if found[2].is_empty() => names.push(found[3].to_owned()),
            None => names.push(format!("{of_type}::{}", &found[3])),
        }
    }
    names
}

/// The test in `limits.rs` compares the manual with what it names.
#[test]
fn every_limit_is_in_the_test_of_the_manual() {
    let root = root();
    let tested = fs::read_to_string(root.join("edge/core/src/http/limits.rs")).unwrap();
    let is_tested = |name: &str| Regex::new(&format!(r"\b{name}\b")).unwrap().is_match(&tested);
    let files = ["edge/core/src", "edge/wire/src"].map(|src| rust_files(&root.join(src)));
    let names = files.iter().flatten().flat_map(|file| limits(&fs::read_to_string(file).unwrap()));
    let untested: BTreeSet<String> = names.filter(|name| !is_tested(name)).collect();
    assert_eq!(untested, OWN.map(str::to_owned).into(), "a limit needs its row in limits.rs and docs/api.md");
}
