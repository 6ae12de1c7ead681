//! The variables of a deployment, which are in wrangler's configuration.

use std::path::PathBuf;

use anyhow::Result;
use docket_core::settings::{SETTINGS, Visibility, names};
use fs_err as fs;
use serde_json::{Value, json};

use super::{super::package::config, wrangler::Wrangler};
use crate::{terminal, workspace::Workspace};

/// Where the variables are that wrangler would deploy.
pub(super) struct Variables<'a> {
    path: PathBuf,
    environment: Option<&'a str>,
}

impl<'a> Variables<'a> {
    pub(super) fn of(workspace: &Workspace, wrangler: &Wrangler<'a>) -> Self {
        let path = wrangler.option(&["-c", "--config"]).unwrap_or("wrangler.jsonc");
        Self { path: workspace.edge().join(path), environment: wrangler.option(&["-e", "--env"]) }
    }

    pub(super) fn read(&self) -> Result<Value> {
        let mut config = config::read(&fs::read_to_string(&self.path)?)?;
        let folder = self.environment.map(|name| format!("/env/{name}")).unwrap_or_default();
        Ok(config.pointer_mut(&format!("{folder}/vars")).map_or_else(|| json!({}), Value::take))
    }

    /// Writes the projects where a person would, so that the next deployment has them as well.
    pub(super) fn write_projects(&self, projects: &str) -> Result<()> {
        let text = fs::read_to_string(&self.path)?;
        let text = config::with_variable(&text, self.environment, names::PROJECTS, projects)?;
        fs::write(&self.path, text)?;
        println!("{} is in {} now", names::PROJECTS, self.path.display());
        Ok(())
    }
}

/// What no release would read as it stands in the configuration: the Worker's rules do not see it.
pub(super) fn misplaced(variables: &Value) -> Vec<String> {
    let projects = variables.get(names::PROJECTS).and_then(Value::as_str).unwrap_or_default();
    let projects: Vec<Value> = serde_json::from_str(projects).unwrap_or_default();
    let key_secrets = projects.iter().filter_map(|project| project.get("keySecret")?.as_str());
    let key_secrets: Vec<&str> = key_secrets.chain([names::ADMIN_KEY]).collect();
    let fault = |(name, value): (&String, &Value)| {
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        let is_variable = setting.is_some_and(|setting| setting.visibility == Visibility::Variable);
        if is_variable {
            let advice = "write its value in quotes, and \\\" for each quote in it";
            (!value.is_string()).then(|| format!("{name} must be a text: {advice}"))
        } else if setting.is_some() || key_secrets.contains(&name.as_str()) {
            Some(format!(
                "{name} is a secret: remove it from wrangler.jsonc, replace what it held, and set it with \
                 `npx wrangler secret put {name}`"
            ))
        } else {
            Some(format!("{name} is not a setting of this release: correct its name, or remove it"))
        }
    };
    variables.as_object().into_iter().flatten().filter_map(fault).collect()
}

/// Whether no project was ever named. What is invalid is for a person to correct.
pub(super) fn lack_projects(variables: &Value) -> bool {
    let projects = variables.get(names::PROJECTS).map_or(Some("[]"), Value::as_str).unwrap_or_default();
    serde_json::from_str::<Vec<Value>>(projects).is_ok_and(|projects| projects.is_empty())
}

/// Asks at the terminal for the first project, if there is one. `None` if nobody answers.
pub(super) fn ask_projects() -> Result<Option<String>> {
    if !terminal::has_person() {
        return Ok(None);
    }
    terminal::heading(&format!("{} names no project.", names::PROJECTS));
    let id =
        terminal::prompt("Id of the first project at the documentation service (empty: leave it out): ")?;
    if id.is_empty() {
        return Ok(None);
    }
    let name = terminal::prompt("Its name in Docket (empty: the id): ")?;
    Ok(Some(json!([{ "id": id, "name": name }]).to_string()))
}
