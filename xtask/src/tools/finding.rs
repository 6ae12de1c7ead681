//! What this machine has of what the commands need.

use std::{env, process::Command};

use super::{
    chromium, download, installed, npm, pinned,
    platform::{NODE_MIN, Platform},
    schemathesis,
    state::State,
    target,
};
use crate::workspace::Workspace;

/// One thing that some command needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether it is there.
    pub(crate) state: State,
}

/// Everything, in the order in which commands need it.
pub(crate) fn all(workspace: &Workspace) -> Vec<Finding> {
    let platform = Platform::current();
    let mut findings = vec![
        program("rustc", "rustc", State::Missing("install Rust with rustup: https://rustup.rs".into())),
        Finding { name: "Rust for wasm", state: target::state() },
        node(program("node", "node", State::Missing(platform.node().into())), platform),
        program("npm", "npm", State::Missing(platform.node().into())),
        Finding { name: "npm's packages", state: npm::state(workspace) },
    ];
    let has_binstall = download::binstall().is_some();
    findings.extend(
        pinned::RELEASE
            .iter()
            .map(|tool| Finding { name: tool.program, state: installed::state(tool, has_binstall) }),
    );
    let chromium = chromium::find().map(|path| path.display().to_string());
    let chromium = chromium.map_or_else(|error| State::Optional(error.to_string()), State::Ready);
    findings.push(Finding { name: "Chromium", state: chromium });
    findings.push(Finding { name: "Python", state: schemathesis::state() });
    findings
}

/// The system's Node, which has to be recent enough for wrangler if npm's packages bring no other.
fn node(found: Finding, platform: Platform) -> Finding {
    let major = |version: &str| version.strip_prefix('v')?.split('.').next()?.parse().ok();
    match &found.state {
        State::Ready(version)
            if platform.node_package().is_none()
                && major(version).is_none_or(|major: u32| major < NODE_MIN) =>
        {
            let how = platform.node();
            let state = State::Missing(format!("{version} is too old, {NODE_MIN} is needed: {how}"));
            Finding { state, ..found }
        }
        _ => found,
    }
}

/// A program on PATH, with its version.
fn program(name: &'static str, program: &str, otherwise: State) -> Finding {
    let output = Command::new(program).arg("--version").current_dir(env::temp_dir()).output();
    let version = output.ok().filter(|output| output.status.success());
    let state = version
        .map_or(otherwise, |output| State::Ready(String::from_utf8_lossy(&output.stdout).trim().to_owned()));
    Finding { name, state }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_there_if_it_says_its_version() {
        let absent = State::Missing("install it".into());
        let cargo = program("cargo", "cargo", absent.clone());
        assert!(matches!(cargo.state, State::Ready(version) if version.starts_with("cargo 1.")));
        assert_eq!(program("x", "docket-no-such-program", absent.clone()).state, absent);
    }

    #[test]
    fn an_old_node_is_missing_only_where_npm_brings_none() {
        let finding = |version: &str| Finding { name: "node", state: State::Ready(version.into()) };
        let macos = Platform { os: "macos", arch: "aarch64" };
        for (platform, version, is_ready) in [
            (Platform { os: "linux", arch: "x86_64" }, "v20.19.2", true),
            (macos, "v20.19.2", false),
            (macos, "v22.0.0", true),
            (macos, "v26.10.0", true),
        ] {
            let state = node(finding(version), platform).state;
            assert_eq!(matches!(state, State::Ready(_)), is_ready, "{platform:?} {version}");
        }
    }

    #[test]
    fn every_tool_of_the_build_is_looked_for() {
        let findings = all(&Workspace::find().unwrap());
        for tool in pinned::RELEASE {
            assert!(findings.iter().any(|finding| finding.name == tool.program), "{}", tool.program);
        }
    }
}
