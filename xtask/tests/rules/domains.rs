//! One domain, one name: how the crates of the Worker are divided.

use std::{collections::BTreeSet, fs};

use super::{root, rust_files};

/// The crate that decides, whose folders are the domains.
const CORE: &str = "edge/core/src";

/// The other crates, each with the folders that only it has: where requests arrive and what is about the platform, and what
/// all messages are made of.
const OTHERS: [(&str, &[&str]); 2] = [("edge/src", &["platform", "router"]), ("edge/wire/src", &["time"])];

fn folders(src: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(src)).unwrap().map(Result::unwrap);
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// The files of the Worker that contain a text, relative to its folder.
fn files_with(text: &str) -> Vec<String> {
    let src = root().join("edge/src");
    let files = rust_files(&src).into_iter().filter(|file| fs::read_to_string(file).unwrap().contains(text));
    files.map(|file| file.strip_prefix(&src).unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn a_domain_has_the_same_name_in_every_crate() {
    let domains = folders(CORE);
    for (src, own) in OTHERS {
        let unknown: Vec<_> = folders(src)
            .into_iter()
            .filter(|folder| !own.contains(&folder.as_str()) && !domains.contains(folder))
            .collect();
        assert!(unknown.is_empty(), "{src} has {unknown:?}, and {CORE} has {domains:?}");
    }
}

#[test]
fn a_durable_object_is_the_object_of_its_domain_and_says_what_it_guarantees() {
    let objects = files_with("#[durable_object");
    assert_eq!(objects.len(), 4, "{objects:?}");
    for object in objects {
        assert!(object.ends_with("/object.rs"), "{object}");
        let text = fs::read_to_string(root().join("edge/src").join(&object)).unwrap();
        for part in ["//! Invariant", "//! Protocol"] {
            assert!(text.contains(part), "{object} opens without `{part}`");
        }
    }
}

/// Two places would overwrite each other's alarm.
#[test]
fn alarms_are_set_in_one_place() {
    assert_eq!(files_with(".set_alarm("), ["platform/alarm.rs"]);
}
