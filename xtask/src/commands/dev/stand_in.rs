//! The stand-in service of one start.

use std::{env, process::Command};

use anyhow::{Context as _, Result};
use docket_core::settings::names;
use serde_json::{Value, json};

use crate::{dotenv::Values, environment, environment::Environment, random};

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

    /// The command that runs it. The key is not an argument, since every user of a machine can list arguments.
    pub(super) fn command(&self, environment: &Environment) -> Result<Command> {
        let xtask = env::current_exe().context("cannot find the xtask binary")?;
        // Cargo builds both into the same folder.
        let program = xtask.with_file_name("docket-sim");
        let program = program.to_str().context("the name of the build folder is not UTF-8")?;
        let mut command = environment.command(program);
        command.args(["--speed", SPEED, "--port", &self.port.to_string()]);
        command.args(PROJECTS.iter().flat_map(|(id, _)| ["--project", id]));
        command.env(environment::names::SIM_KEY, &self.key);
        Ok(command)
    }

    /// The Worker's settings for it. Tokens come from `.dev.vars`; the admin key there is not used.
    pub(super) fn settings(&self, mut dev_vars: Values) -> Values {
        let projects: Vec<Value> =
            PROJECTS.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        // A stand-in with other jobs needs another duration.
        let typical_job_s = env::var(names::TYPICAL_JOB_S).unwrap_or_else(|_| TYPICAL_JOB_S.to_owned());
        let mut values = Values::from([
            (names::UPSTREAM.to_owned(), format!("http://127.0.0.1:{}", self.port)),
            (names::PROJECTS.to_owned(), Value::from(projects).to_string()),
            (names::ADMIN_KEY.to_owned(), self.key.clone()),
            (names::TYPICAL_JOB_S.to_owned(), typical_job_s),
        ]);
        values.extend(dev_vars.remove_entry(names::TOKENS));
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn the_key_is_not_an_argument() {
        let environment = Environment::inherited(Workspace::find().unwrap());
        let command = StandIn::new(1).command(&environment).unwrap();
        assert!(command.get_args().all(|argument| !argument.to_string_lossy().contains("mint_")));
    }
}
