//! `cargo xtask deploy`: deploys a release build within the size limits, and leads to a deployment that works.

mod health;
mod secrets;
mod variables;
mod wrangler;

use anyhow::{Result, bail};
use clap::Args;
use docket_core::settings::{InvalidSetting, SETTINGS, Settings, Visibility, names};
use serde_json::Value;

use self::{variables::Variables, wrangler::Wrangler};
use super::build;
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
        // Between arguments for wrangler, clap does not see it, and wrangler would after the build alone.
        if self.has("--help") || self.has("-h") {
            return Ok(Self::augment_args(clap::Command::new("cargo xtask deploy")).print_long_help()?);
        }
        let environment = tools::ensure(workspace, tools::RELEASE)?;
        let wrangler = Wrangler::new(&environment, &self.wrangler)?;
        if self.has("--dry-run") {
            build::release(&environment)?;
            return wrangler.deploy().map(drop);
        }
        let variables = Variables::of(&environment.workspace, &wrangler);
        // Variables can also come from arguments, or stay as they are.
        let needs = if self.has("--var") || self.has("--keep-vars") {
            Needs::of(&variables.read()?)
        } else {
            complete_variables(&variables, &mut variables::ask_projects)?
        };
        build::release(&environment)?;
        finish(&wrangler, needs, &environment, &mut secrets::ask)
    }

    fn has(&self, option: &str) -> bool {
        self.wrangler.iter().any(|argument| argument.split('=').next() == Some(option))
    }
}

/// Asks for the projects if there are none, and writes them. Fails if a variable is invalid.
fn complete_variables(
    stored: &Variables<'_>,
    ask: &mut dyn FnMut() -> Result<Option<String>>,
) -> Result<Needs> {
    let mut variables = stored.read()?;
    let answer = if variables::lack_projects(&variables) { ask()? } else { None };
    if let (Some(projects), Some(variables)) = (&answer, variables.as_object_mut()) {
        variables.insert(names::PROJECTS.to_owned(), projects.as_str().into());
    }
    let needs = Needs::of(&variables);
    needs.check_variables()?;
    answer.map_or(Ok(()), |projects| stored.write_projects(&projects))?;
    Ok(needs)
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
    misplaced: Vec<String>,
    variables: Vec<InvalidSetting>,
    secrets: Vec<InvalidSetting>,
}

impl Needs {
    fn of(variables: &Value) -> Self {
        let text = |name: &str| variables.get(name)?.as_str().map(str::to_owned);
        let is_variable = |invalid: &InvalidSetting| {
            SETTINGS.iter().any(|it| it.name == invalid.name && it.visibility == Visibility::Variable)
        };
        let mut invalid = Settings::read(text).err().unwrap_or_default();
        // What is there, but is no text, is among the misplaced.
        invalid.retain(|it| variables.get(&it.name).is_none_or(Value::is_string));
        let misplaced = variables::misplaced(variables);
        let (variables, secrets) = invalid.into_iter().partition(is_variable);
        Self { misplaced, variables, secrets }
    }

    fn check_variables(&self) -> Result<()> {
        let invalid = self.variables.iter().map(|it| format!("{it}. {}", it.remedy()));
        let lines: Vec<String> = self.misplaced.iter().cloned().chain(invalid).collect();
        if lines.is_empty() { Ok(()) } else { bail!("nothing was deployed:\n  {}", lines.join("\n  ")) }
    }
}

#[cfg(test)]
mod tests;
