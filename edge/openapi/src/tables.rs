//! Tables of `docs/operating.md`, made of what they describe.

use std::fmt::Write as _;

use docket_core::metrics::{self, ProjectSamples};
use docket_core::settings::{SETTING_DOCS, SETTINGS, Setting, SettingDocs, Visibility, names};
use docket_wire::ProjectId;

/// More numbers than an object has.
const SAMPLE: usize = 256;

/// The settings: variables with their defaults, and secrets.
#[must_use]
pub fn settings_table() -> String {
    let mut variables = "| variable | default | |\n|---|---|---|\n".to_owned();
    let mut secrets = format!(
        "| secret | |\n|---|---|\n| `{}` | The service's admin key, for the projects without a `keySecret`. |\n",
        names::ADMIN_KEY
    );
    for (Setting { name, visibility, default }, SettingDocs { presence, description, .. }) in
        SETTINGS.iter().zip(SETTING_DOCS)
    {
        let description = description.trim();
        // Writing to a string cannot fail.
        let _ = match (visibility, default) {
            (Visibility::Secret, _) => writeln!(secrets, "| `{name}` | {description} |"),
            (_, Some(default)) => writeln!(variables, "| `{name}` | `{default}` | {description} |"),
            (_, None) if *presence == "required" => {
                writeln!(variables, "| `{name}` | required | {description} |")
            }
            (_, None) => writeln!(variables, "| `{name}` | none | {description} |"),
        };
    }
    format!("{variables}\n{secrets}")
}

/// The metrics, as their text has them.
#[must_use]
pub fn metrics_table() -> String {
    let sample = Some(vec![0; SAMPLE]);
    let project = ProjectId::try_from("project".to_owned());
    let samples = project.map(|project| ProjectSamples { project, jobs: sample.clone(), analytics: sample });
    let text = metrics::text("", &Vec::from_iter(samples));
    let mut table = "| metric | type | labels | |\n|---|---|---|---|\n".to_owned();
    for family in text.split("# HELP ").skip(1) {
        let mut lines = family.lines();
        let mut next = || lines.next().unwrap_or_default();
        let (head, kind, series) = (next(), next(), next());
        let (name, help) = head.split_once(' ').unwrap_or_default();
        let kind = kind.rsplit(' ').next().unwrap_or_default();
        let labels = series.split(['{', ',']).skip(1).filter_map(|label| label.split('=').next());
        let labels: Vec<_> = labels.map(|label| format!("`{label}`")).collect();
        let _ = writeln!(table, "| `{name}` | {kind} | {} | {help} |", labels.join(", "));
    }
    table
}
