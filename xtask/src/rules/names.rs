//! One thing, one name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
    sync::LazyLock,
};

use regex::Regex;

use super::{root, rust_files};

/// The crates whose types a reader meets side by side.
const PRODUCT: [&str; 4] = ["app/src", "edge/src", "edge/core/src", "edge/wire/src"];

/// Types that everybody knows by these names. Another type of the name would have to be told apart each time.
const STD: [&str; 30] = [
    "Any", "Arc", "Box", "Cell", "Clone", "Copy", "Debug", "Default", "Display", "Drop", "Eq", "Err", "From",
    "Fn", "Future", "Hash", "Instant", "Into", "Iterator", "None", "Ok", "Option", "Ord", "Path", "Range",
    "Rc", "Result", "Some", "String", "Vec",
];

/// Words of a private language that the project once spoke, and what says the same in the field's.
const OLD_WORDS: [(&str, &str); 23] = [
    ("anew", "again"),
    ("at fault", "invalid, or has an error"),
    ("dice", "random"),
    ("deed", "mutation"),
    ("deeds", "mutations"),
    ("desk", "jobs"),
    ("fate", "outcome"),
    ("for ever", "indefinitely"),
    ("gathered", "loaded"),
    ("gathering", "backfill"),
    ("gathers", "loads"),
    ("given up", "cancelled, or failed"),
    ("heard", "received"),
    ("laid aside", "discarded"),
    ("lay aside", "discard"),
    ("lays aside", "discards"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("mends", "fixes"),
    ("told", "sent, or reported"),
    ("whoever", "the caller, or a person"),
    ("word for word", "verbatim"),
];

/// A type, or a component: a view names a component like a type.
static TYPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|type|union|fn) ([A-Z]\w*)").unwrap()
});

#[test]
fn a_type_has_a_name_of_its_own() {
    let root = root();
    let mut types: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for src in PRODUCT {
        for file in rust_files(&root.join(src)) {
            let text = fs::read_to_string(&file).unwrap();
            let place = file.strip_prefix(&root).unwrap().display().to_string();
            for found in TYPE.captures_iter(&text) {
                types.entry(found[1].to_owned()).or_default().insert(place.clone());
            }
        }
    }
    let twice: Vec<_> =
        types.into_iter().filter(|(name, places)| places.len() > 1 || STD.contains(&name.as_str())).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn nothing_is_said_in_the_old_words() {
    let root = root();
    let files = Command::new("git")
        .args([
            "ls-files", "*.rs", "*.md", "*.mjs", "*.js", "*.html", "*.css", "*.sh", "*.toml", "*.yml",
            "*.jsonc",
        ])
        .current_dir(&root)
        .output()
        .unwrap();
    let better = BTreeMap::from(OLD_WORDS);
    let words: Vec<&str> = better.keys().copied().collect();
    let pattern = Regex::new(&format!(r"(?i)\b(?:{})\b", words.join("|"))).unwrap();
    let mut found = Vec::new();
    for file in String::from_utf8(files.stdout).unwrap().lines() {
        // A file that was moved away is still listed until it is committed.
        let Ok(text) = fs::read_to_string(root.join(file)) else { continue };
        // This file has to name them, and so has a migration from tables that they named.
        if file.ends_with("rules/names.rs") || file.contains("/schema/v") {
            continue;
        }
        for (line, number) in text.lines().zip(1..) {
            let line = words_of(line);
            found.extend(pattern.find_iter(&line).map(|word| {
                let better = better[word.as_str().to_lowercase().as_str()];
                format!("{file}:{number}: {}: {better}", word.as_str())
            }));
        }
    }
    assert!(found.is_empty(), "{} places: {found:#?}", found.len());
}

/// A line with the words of its identifiers apart: `STORED_FOR_EVER` and `StoredForEver` are three words each.
fn words_of(line: &str) -> String {
    static JOINT: LazyLock<Regex> = LazyLock::new(|| Regex::new("([a-z0-9])([A-Z])").unwrap());
    JOINT.replace_all(line, "$1 $2").replace('_', " ")
}
