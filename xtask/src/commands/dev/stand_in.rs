//! The stand-in service of one start.

use std::process::Command;

use docket_core::settings::names;
use serde_json::{Value, json};

use crate::{dotenv::Values, environment, environment::Environment, random};

const PACKAGE: &str = "docket-sim";
/// How many times faster than real ones its jobs run: half of them end within 40 s.
const SPEED: &str = "4";
/// That duration, for the Worker's first poll schedule.
const TYPICAL_JOB_S: &str = "40";
/// Its projects, with the names that the console shows.
const PROJECTS: [(&str, &str); 2] = [("acme-docs", "Acme docs"), ("acme-sdk", "Acme SDK reference")];

/// A stand-in service with a generated key.
#[derive(Debug)]
pub(super) struct StandIn {
    pub(super) port: u16,
    key: String,
}

impl StandIn {
    /// One that will listen on this port.
    pub(super) fn new(port: u16) -> Self {
        Self { port, key: format!("mint_local_{}", random::secret()) }
    }

    /// The command that builds and runs it. The key is not an argument, since every user of a machine can list
    /// arguments.
    pub(super) fn command(&self, environment: &Environment) -> Command {
        let mut cargo = environment.command("cargo");
        cargo.args(["run", "--quiet", "--package", PACKAGE, "--", "--speed", SPEED]);
        cargo.args(["--port", &self.port.to_string()]);
        cargo.args(PROJECTS.iter().flat_map(|(id, _)| ["--project", id]));
        cargo.env(environment::names::SIM_KEY, &self.key);
        cargo
    }

    /// The Worker's settings for it.
    pub(super) fn settings(&self) -> Values {
        let projects: Vec<Value> =
            PROJECTS.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        Values::from([
            (names::UPSTREAM.to_owned(), format!("http://127.0.0.1:{}", self.port)),
            (names::PROJECTS.to_owned(), Value::from(projects).to_string()),
            (names::ADMIN_KEY.to_owned(), self.key.clone()),
            (names::TYPICAL_JOB_S.to_owned(), TYPICAL_JOB_S.to_owned()),
        ])
    }
}

/// The command that only compiles it.
pub(super) fn compile(environment: &Environment) -> Command {
    let mut cargo = environment.command("cargo");
    cargo.args(["build", "--quiet", "--package", PACKAGE]);
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn the_key_is_not_an_argument() {
        let environment = Environment::inherited(Workspace::find().unwrap());
        let command = StandIn::new(1).command(&environment);
        assert!(command.get_args().all(|argument| !argument.to_string_lossy().contains("mint_")));
    }
}
