//! What this machine has of what the commands need.

use std::{env, process::Command};

use super::{chromium, download, installed, npm, pinned, schemathesis, state::State, target};
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
    let mut findings = vec![
        program("rustc", "rustc", State::Missing("install Rust with rustup: https://rustup.rs".into())),
        Finding { name: "Rust for wasm", state: target::state() },
        program("node", "node", State::Missing("install Node and npm: https://nodejs.org".into())),
        program("npm", "npm", State::Missing("install Node and npm: https://nodejs.org".into())),
        Finding { name: "npm's packages", state: npm::state(workspace) },
    ];
    let has_binstall = download::binstall().is_some();
    findings.extend(
        pinned::ALL
            .iter()
            .map(|tool| Finding { name: tool.program, state: installed::state(tool, has_binstall) }),
    );
    let chromium = chromium::find().map(|path| path.display().to_string());
    let chromium = chromium.map_or_else(|error| State::Optional(error.to_string()), State::Ready);
    findings.push(Finding { name: "Chromium", state: chromium });
    findings.push(Finding { name: "Python", state: schemathesis::state() });
    findings
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
    fn every_tool_of_the_build_is_looked_for() {
        let findings = all(&Workspace::find().unwrap());
        for tool in pinned::ALL {
            assert!(findings.iter().any(|finding| finding.name == tool.program), "{}", tool.program);
        }
    }
}
