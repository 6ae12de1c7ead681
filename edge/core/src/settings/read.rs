use std::ops::RangeInclusive;

use docket_wire::ProjectId;
use serde::Deserialize;

use super::{Missing, ProjectSettings, SessionSecret, Settings, names, people};
use crate::upstream::endpoints::{BaseUrl, JobPath};

const SESSION_SECRET_CHARS_MIN: usize = 32;
const TIMEOUT_MS: RangeInclusive<u32> = 100..=120_000;
const TYPICAL_JOB_S: RangeInclusive<u32> = 1..=86_400;
const PER_HOUR: RangeInclusive<u32> = 1..=1_000_000;

pub(super) fn all(get: &impl Fn(&str) -> Option<String>) -> Result<Settings, Vec<Missing>> {
    let mut reader = Reader { get, missing: Vec::new(), warnings: Vec::new() };
    let upstream = reader.with_default(names::UPSTREAM, "https://api.mintlify.com", BaseUrl::parse);
    let get_job_path =
        reader.with_default(names::GET_JOB_PATH, "/v2/agent/{projectId}/job/{id}", JobPath::parse);
    let upstream_timeout_ms = reader.number(names::UPSTREAM_TIMEOUT_MS, 20_000, TIMEOUT_MS);
    let agent_per_hour = reader.number(names::AGENT_PER_HOUR, 100, PER_HOUR);
    let analytics_per_hour = reader.number(names::ANALYTICS_PER_HOUR, 100, PER_HOUR);
    let polls_per_hour = reader.number(names::POLLS_PER_HOUR, 3600, PER_HOUR);
    let typical_job_s = reader.number(names::TYPICAL_JOB_S, 150, TYPICAL_JOB_S);
    let projects = reader.needed(names::PROJECTS, projects);
    for project in projects.iter().flatten() {
        reader.admin_key(&project.key_secret);
    }
    let origin = reader.optional(names::ORIGIN, origin);
    let session_secret = reader.needed(names::SESSION_SECRET, session_secret);
    let operators = reader.needed(names::OPERATORS, people::operators);
    let tokens = reader.optional(names::TOKENS, people::tokens);

    let numbers = (upstream_timeout_ms, agent_per_hour, analytics_per_hour, polls_per_hour, typical_job_s);
    match (upstream, get_job_path, numbers) {
        (
            Some(upstream),
            Some(get_job_path),
            (Some(timeout), Some(agent), Some(analytics), Some(polls), Some(typical)),
        ) if reader.missing.is_empty() => {
            if let (Some(projects), Some(session_secret), Some(operators)) =
                (projects, session_secret, operators)
            {
                return Ok(Settings {
                    upstream,
                    get_job_path,
                    upstream_timeout_ms: timeout,
                    projects,
                    agent_per_hour: agent,
                    analytics_per_hour: analytics,
                    polls_per_hour: polls,
                    typical_job_s: typical,
                    origin,
                    session_secret,
                    operators,
                    tokens: tokens.unwrap_or_default(),
                    warnings: reader.warnings,
                });
            }
        }
        _ => {}
    }
    Err(reader.missing)
}

/// Reads one setting after the other and keeps what is wrong.
struct Reader<'a, G> {
    get: &'a G,
    missing: Vec<Missing>,
    warnings: Vec<String>,
}

impl<G: Fn(&str) -> Option<String>> Reader<'_, G> {
    fn text(&self, name: &str) -> Option<String> {
        (self.get)(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    fn report(&mut self, name: &str, problem: impl ToString) {
        let missing = Missing { name: name.to_owned(), problem: problem.to_string() };
        if !self.missing.contains(&missing) {
            self.missing.push(missing);
        }
    }

    fn optional<T, E: ToString>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        let text = self.text(name)?;
        read(&text).map_err(|problem| self.report(name, problem)).ok()
    }

    fn needed<T, E: ToString>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        if self.text(name).is_none() {
            self.report(name, "is not set");
        }
        self.optional(name, read)
    }

    fn with_default<T, E: ToString>(
        &mut self,
        name: &str,
        default: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.text(name).unwrap_or_else(|| default.to_owned());
        read(&text).map_err(|problem| self.report(name, problem)).ok()
    }

    fn number(&mut self, name: &str, default: u32, range: RangeInclusive<u32>) -> Option<u32> {
        let Some(text) = self.text(name) else { return Some(default) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        if number.is_none() {
            self.report(name, format!("must be a whole number from {} to {}", range.start(), range.end()));
        }
        number
    }

    /// Checks a key without keeping it.
    fn admin_key(&mut self, name: &str) {
        match self.text(name) {
            None => self.report(name, "is not set. It holds the admin key of the documentation service"),
            Some(key) if !key.bytes().all(|b| b.is_ascii_graphic()) => {
                self.report(name, "must be an admin key: visible ASCII characters without blanks");
            }
            Some(key) if !looks_like_admin_key(&key) => {
                let warning =
                    format!("{name} does not look like an admin key, which usually begins with mint_");
                if !self.warnings.contains(&warning) {
                    self.warnings.push(warning);
                }
            }
            Some(_) => {}
        }
    }
}

/// Keys for other purposes have a second word behind the prefix, like `mint_dsc_`.
fn looks_like_admin_key(key: &str) -> bool {
    const OTHER_KINDS: [&str; 2] = ["dsc_", "us_"];
    key.strip_prefix("mint_").is_some_and(|rest| !OTHER_KINDS.iter().any(|kind| rest.starts_with(kind)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ProjectEntry {
    id: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    key_secret: Option<String>,
}

fn projects(json: &str) -> Result<Vec<ProjectSettings>, String> {
    let entries: Vec<ProjectEntry> = serde_json::from_str(json)
        .map_err(|_| "must be JSON like [{\"id\": \"acme-docs\", \"name\": \"Acme docs\"}]".to_owned())?;
    let mut projects: Vec<ProjectSettings> = Vec::new();
    for (index, entry) in entries.into_iter().enumerate() {
        let number = index + 1;
        let id: ProjectId =
            entry.id.parse().map_err(|invalid| format!("entry {number} has a bad id: {invalid}"))?;
        let key_secret = entry.key_secret.unwrap_or_else(|| names::ADMIN_KEY.to_owned());
        if !is_key_secret(&key_secret) {
            return Err(format!(
                "entry {number} must name as keySecret a secret of its own, in capitals, digits and underscores"
            ));
        }
        if projects.iter().any(|project| project.id == id) {
            return Err(format!("entry {number} has the id of an earlier one"));
        }
        let name = entry.name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| id.to_string());
        projects.push(ProjectSettings { id, name, key_secret });
    }
    if projects.is_empty() {
        return Err("must name at least one project".to_owned());
    }
    Ok(projects)
}

/// Any other setting of Docket's would be sent to the service as if it were a key.
fn is_key_secret(name: &str) -> bool {
    const OTHERS: [&str; 12] = [
        names::UPSTREAM,
        names::PROJECTS,
        names::GET_JOB_PATH,
        names::UPSTREAM_TIMEOUT_MS,
        names::AGENT_PER_HOUR,
        names::ANALYTICS_PER_HOUR,
        names::POLLS_PER_HOUR,
        names::TYPICAL_JOB_S,
        names::ORIGIN,
        names::SESSION_SECRET,
        names::OPERATORS,
        names::TOKENS,
    ];
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        && !OTHERS.contains(&name)
}

fn origin(text: &str) -> Result<BaseUrl, String> {
    let url = BaseUrl::parse(text).map_err(|invalid| invalid.to_string())?;
    if url.has_path() {
        Err("must be an origin: scheme, host and port without a path".to_owned())
    } else {
        Ok(url)
    }
}

fn session_secret(text: &str) -> Result<SessionSecret, String> {
    if text.chars().count() < SESSION_SECRET_CHARS_MIN {
        return Err(format!("must have at least {SESSION_SECRET_CHARS_MIN} characters"));
    }
    Ok(SessionSecret(text.to_owned()))
}
