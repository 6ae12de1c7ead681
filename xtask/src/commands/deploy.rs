//! `cargo xtask deploy`: deploys a release build within the size limits, and leads to a deployment that works.

mod health;
mod secrets;
mod wrangler;

use anyhow::{Result, bail};
use clap::Args;
use docket_core::settings::{InvalidSetting, SETTINGS, Settings, Visibility};
use fs_err as fs;
use serde_json::Value;

use self::wrangler::Wrangler;
use super::{build, package::config};
use crate::{environment::Environment, tools, workspace::Workspace};

/// Build for release, check the sizes, deploy, set the secrets that are missing, and check the health.
#[derive(Debug, Args)]
pub(crate) struct Deploy {
    /// Arguments for `wrangler deploy`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) wrangler: Vec<String>,
}

impl Deploy {
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        let environment = tools::ensure(workspace, tools::RELEASE)?;
        let wrangler = Wrangler::new(&environment, &self.wrangler)?;
        if self.has("--dry-run") {
            build::release(&environment)?;
            return wrangler.deploy().map(drop);
        }
        let needs = Needs::of(&self.variables(&environment, &wrangler)?);
        // Variables can also come from arguments, or stay as they are.
        if !self.has("--var") && !self.has("--keep-vars") {
            needs.check_variables()?;
        }
        build::release(&environment)?;
        finish(&wrangler, needs, &environment, &mut secrets::ask)
    }

    fn has(&self, option: &str) -> bool {
        self.wrangler.iter().any(|argument| argument.split('=').next() == Some(option))
    }

    /// The variables that wrangler would deploy.
    fn variables(&self, environment: &Environment, wrangler: &Wrangler<'_>) -> Result<Value> {
        let path = wrangler.option(&["-c", "--config"]).unwrap_or("wrangler.jsonc");
        let mut config = config::read(&fs::read_to_string(environment.workspace.edge().join(path))?)?;
        let pointer = match wrangler.option(&["-e", "--env"]) {
            Some(name) => format!("/env/{name}/vars"),
            None => "/vars".to_owned(),
        };
        Ok(config.pointer_mut(&pointer).map(Value::take).unwrap_or_default())
    }
}

/// Deploys what was built, and what only a deployment shows.
fn finish(
    wrangler: &Wrangler<'_>,
    needs: Needs,
    environment: &Environment,
    ask: secrets::Ask<'_>,
) -> Result<()> {
    let addresses = wrangler.deploy()?;
    secrets::complete(wrangler, &needs.secrets, ask)?;
    health::check(&addresses, health::WITHIN, environment)
}

/// What is invalid or missing, by the Worker's own rules, before any secret is set.
struct Needs {
    variables: Vec<InvalidSetting>,
    secrets: Vec<InvalidSetting>,
}

impl Needs {
    fn of(variables: &Value) -> Self {
        let text = |name: &str| variables.get(name)?.as_str().map(str::to_owned);
        let is_variable = |invalid: &InvalidSetting| {
            SETTINGS.iter().any(|it| it.name == invalid.name && it.visibility == Visibility::Variable)
        };
        let invalid = Settings::read(text).err().unwrap_or_default();
        let (variables, secrets) = invalid.into_iter().partition(is_variable);
        Self { variables, secrets }
    }

    fn check_variables(&self) -> Result<()> {
        let lines: Vec<String> = self.variables.iter().map(|it| format!("{it}. {}", it.place())).collect();
        if lines.is_empty() { Ok(()) } else { bail!("nothing was deployed:\n  {}", lines.join("\n  ")) }
    }
}

#[cfg(test)]
mod tests;
