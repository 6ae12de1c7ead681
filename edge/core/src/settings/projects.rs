use docket_wire::{KeyKind, ProjectId};
use serde::Deserialize;

use super::reader::SettingsReader;
use crate::upstream::base_url::BaseUrl;

/// Secret: the admin key of the projects that name no other secret.
pub const ADMIN_KEY: &str = "DOCKET_ADMIN_KEY";

/// One project of the documentation service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectSettings {
    pub id: ProjectId,
    pub name: String,
    /// Name of the secret that holds the admin key.
    pub key_secret: String,
    /// Where the documentation is published.
    pub site_url: Option<BaseUrl>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ProjectEntry {
    id: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    key_secret: Option<String>,
    #[serde(default)]
    site_url: Option<String>,
}

/// Reads the projects. `is_setting` says whether a name belongs to a setting: as a `keySecret` it would make Docket
/// send the setting's value to the service as a key.
pub(super) fn projects(
    json: &str,
    is_setting: impl Fn(&str) -> bool,
) -> Result<Vec<ProjectSettings>, String> {
    let entries: Vec<ProjectEntry> = docket_wire::json::from_str(json)
        .map_err(|_| "must be JSON like [{\"id\": \"acme-docs\", \"name\": \"Acme docs\"}]".to_owned())?;
    let mut projects: Vec<ProjectSettings> = Vec::new();
    for (index, entry) in entries.into_iter().enumerate() {
        let number = index + 1;
        let id: ProjectId =
            entry.id.parse().map_err(|invalid| format!("entry {number} has an invalid id: {invalid}"))?;
        let key_secret = entry.key_secret.unwrap_or_else(|| ADMIN_KEY.to_owned());
        if !is_secret_name(&key_secret) || is_setting(&key_secret) {
            return Err(format!(
                "entry {number} must have as keySecret the name of a secret of its own, in capitals, digits and \
                 underscores, and not that of a setting of Docket"
            ));
        }
        if projects.iter().any(|project| project.id == id) {
            return Err(format!("entry {number} repeats the id of an earlier entry"));
        }
        let site_url = entry.site_url.filter(|url| !url.trim().is_empty());
        let site_url = site_url.as_deref().map(BaseUrl::parse).transpose();
        let site_url =
            site_url.map_err(|invalid| format!("entry {number} has an invalid siteUrl: it {invalid}"))?;
        let name = entry.name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| id.to_string());
        projects.push(ProjectSettings { id, name, key_secret, site_url });
    }
    if projects.is_empty() {
        return Err(
            "must name at least one project, like [{\"id\": \"acme-docs\", \"name\": \"Acme docs\"}]"
                .to_owned(),
        );
    }
    Ok(projects)
}

fn is_secret_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

/// Checks the admin keys of the projects without storing them.
pub(super) fn check_admin_keys(reader: &mut SettingsReader<'_>, projects: &[ProjectSettings]) {
    for name in projects.iter().map(|project| project.key_secret.as_str()) {
        match reader.text(name) {
            None => reader.report(name, "is not set. It holds the admin key of the documentation service"),
            Some(key) if !key.bytes().all(|b| b.is_ascii_graphic()) => {
                reader.report(name, "must be an admin key: visible ASCII characters without spaces");
            }
            Some(key) if key_kind(Some(&key)) != KeyKind::Admin => {
                reader
                    .warn(format!("{name} does not look like an admin key, which usually begins with mint_"));
            }
            Some(_) => {}
        }
    }
}

/// The kind of an admin key's text, if there is one.
#[must_use]
pub fn key_kind(key: Option<&str>) -> KeyKind {
    // Keys for other purposes have a second word after the prefix.
    const OTHER_KINDS: [&str; 2] = ["mint_dsc_", "mint_us_"];
    match key {
        None => KeyKind::Missing,
        Some(key) if OTHER_KINDS.iter().any(|kind| key.starts_with(kind)) => KeyKind::Other,
        Some(key) if key.starts_with("mint_") => KeyKind::Admin,
        Some(_) => KeyKind::Unknown,
    }
}
