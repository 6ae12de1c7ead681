//! Checks which of the tools that the commands need are on this machine.

use std::{env, process::Command};

use super::{
    chromium, nightly, npm,
    pinned::{self, download, installed},
    platform::{Platform, numbers},
    schemathesis,
    state::ToolState,
    target,
};
use crate::workspace::Workspace;

/// One thing that some command needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToolCheck {
    /// The name that `cargo xtask doctor` prints.
    pub(crate) name: &'static str,
    /// Whether it is there.
    pub(crate) state: ToolState,
}

/// Everything, in the order in which commands need it.
pub(crate) fn all(workspace: &Workspace) -> Vec<ToolCheck> {
    let platform = Platform::current();
    let mut checks = vec![
        rustc(program(
            "rustc",
            "rustc",
            ToolState::Missing("install Rust with rustup: https://rustup.rs".into()),
        )),
        component("rustfmt", "rustfmt"),
        component("clippy", "cargo-clippy"),
        ToolCheck { name: "Rust for wasm", state: target::state() },
        node(program("node", "node", ToolState::Missing(platform.node().into())), platform),
        program("npm", "npm", ToolState::Missing(platform.node().into())),
        ToolCheck { name: "npm's packages", state: npm::state(workspace) },
    ];
    let has_binstall = download::binstall().is_some();
    checks.extend(
        pinned::RELEASE
            .iter()
            .map(|tool| ToolCheck { name: tool.name, state: installed::state(tool, has_binstall) }),
    );
    let chromium = chromium::find().map(|path| path.display().to_string());
    let chromium = chromium.map_or_else(|error| ToolState::Optional(error.to_string()), ToolState::Ready);
    checks.push(ToolCheck { name: "Chromium", state: chromium });
    checks.push(ToolCheck { name: "Python", state: schemathesis::state() });
    checks.push(ToolCheck { name: "nightly Rust", state: nightly::state() });
    let how = "`cargo xtask bench` needs it for page, table and lighthouse: install OpenSSL";
    checks.push(ToolCheck {
        name: "openssl",
        state: version("openssl", "version", ToolState::Optional(how.into())),
    });
    checks
}

fn rustc(found: ToolCheck) -> ToolCheck {
    let oldest = numbers(env!("CARGO_PKG_RUST_VERSION")).unwrap_or_default();
    found.at_least(oldest, "rustup update", ToolState::Missing)
}

/// A part of Rust that only the tests need.
fn component(name: &'static str, in_path: &str) -> ToolCheck {
    let how = format!("`cargo xtask test` needs it: rustup component add {name}");
    program(name, in_path, ToolState::Optional(how))
}

/// The system's Node.
fn node(found: ToolCheck, platform: Platform) -> ToolCheck {
    let how = platform.node();
    let of_tests = |text| ToolState::Optional(format!("{text}, for `cargo xtask test`"));
    found.at_least(platform.oldest_node(), how, ToolState::Missing).at_least(
        platform.oldest_node_of_tests(),
        how,
        of_tests,
    )
}

impl ToolCheck {
    /// The check, which has the state of `otherwise` if the version is older.
    fn at_least(self, oldest: (u32, u32), how: &str, otherwise: impl Fn(String) -> ToolState) -> Self {
        match &self.state {
            ToolState::Ready(version) if numbers(version) < Some(oldest) => {
                let (major, minor) = oldest;
                let state = otherwise(format!("{version} is older than {major}.{minor}: {how}"));
                Self { state, ..self }
            }
            _ => self,
        }
    }
}

/// A program on PATH, with its version.
fn program(name: &'static str, program: &str, otherwise: ToolState) -> ToolCheck {
    ToolCheck { name, state: version(program, "--version", otherwise) }
}

/// What a program says about its version.
fn version(program: &str, argument: &str, otherwise: ToolState) -> ToolState {
    let output = Command::new(program).arg(argument).current_dir(env::temp_dir()).output();
    output.ok().filter(|output| output.status.success()).map_or(otherwise, |output| {
        ToolState::Ready(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_there_if_it_says_its_version() {
        let absent = ToolState::Missing("install it".into());
        let cargo = program("cargo", "cargo", absent.clone());
        assert!(matches!(cargo.state, ToolState::Ready(version) if version.starts_with("cargo 1.")));
        assert_eq!(program("x", "docket-no-such-program", absent.clone()).state, absent);
    }

    #[test]
    fn what_is_too_old_is_not_there() {
        let ready = |name, version: &str| ToolCheck { name, state: ToolState::Ready(version.into()) };
        let linux = Platform { os: "linux", arch: "x86_64" };
        let macos = Platform { os: "macos", arch: "aarch64" };
        for (platform, version, expected) in [
            (linux, "v18.20.8", "Missing"),
            (linux, "v20.19.2", "Ready"),
            (macos, "v20.19.2", "Missing"),
            (macos, "v22.0.0", "Optional"),
            (macos, "v24.6.0", "Optional"),
            (macos, "v24.7.0", "Ready"),
            (macos, "unknown", "Missing"),
        ] {
            let found = format!("{:?}", node(ready("node", version), platform).state);
            assert!(found.starts_with(expected), "{platform:?} {version}: {found}");
        }
        assert!(matches!(rustc(ready("rustc", "rustc 1.94.1 (a 2026-03-01)")).state, ToolState::Missing(_)));
        let this = concat!("rustc ", env!("CARGO_PKG_RUST_VERSION"), ".0");
        assert!(matches!(rustc(ready("rustc", this)).state, ToolState::Ready(_)));
    }

    #[test]
    fn every_tool_of_the_build_is_looked_for() {
        let checks = all(&Workspace::find().unwrap());
        for tool in pinned::RELEASE {
            assert!(checks.iter().any(|check| check.name == tool.name), "{}", tool.name);
        }
    }

    #[test]
    fn tools_of_single_commands_are_optional() {
        let checks = all(&Workspace::find().unwrap());
        for name in ["Chromium", "Python", "nightly Rust", "openssl"] {
            let check = checks.iter().find(|check| check.name == name).unwrap();
            assert!(!matches!(check.state, ToolState::Missing(_)), "{check:?}");
        }
    }
}
