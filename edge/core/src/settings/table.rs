//! The table of all settings: name, visibility, default, reader, and the sentence that describes each of them.

use docket_wire::RetentionQuery;

use self::checks::{check_projects, check_retention, check_sign_in};
use super::people;
use super::projects::{ProjectSettings, check_admin_keys, projects};
use super::reader::{InvalidSetting, Reader, number};
use crate::auth::operator::Operator;
use crate::auth::roles::RoleRules;
use crate::auth::session::SessionSecret;
use crate::auth::sso::{self, AudienceTag};
use crate::auth::token::Token;
use crate::upstream::base_url::BaseUrl;
use crate::upstream::endpoints::JobPath;

mod checks;

/// Whether everyone may see a setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// It may be in a public configuration file.
    Variable,
    /// It must be stored as a secret.
    Secret,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Name of the variable or secret.
    pub name: &'static str,
    /// Whether everyone may see its value.
    pub visibility: Visibility,
    /// The text in place of an absent or empty setting.
    pub default: Option<&'static str>,
    /// What it sets.
    pub description: &'static str,
}

/// Makes [`names`], [`SETTINGS`] and [`Settings`] of rows: constant and name, visibility, presence (`required`,
/// `optional`, or `default` with a text), field, reader.
macro_rules! settings {
    (
        $(
            $(#[doc = $doc:literal])+
            $constant:ident = $name:literal, $visibility:ident, $presence:ident $($default:literal)?,
            $field:ident: $type:ty = $read:expr;
        )+
        then |$reader:ident| $check:expr
    ) => {
        /// Names of the settings. They do not change between releases.
        pub mod names {
            $(
                $(#[doc = $doc])+
                pub const $constant: &str = $name;
            )+
            pub use super::super::projects::ADMIN_KEY;
        }

        /// All settings, apart from the secrets that hold admin keys.
        pub const SETTINGS: &[Setting] = &[$(
            Setting {
                name: $name,
                visibility: Visibility::$visibility,
                default: settings!(@default $($default)?),
                description: concat!($($doc),+),
            },
        )+];

        #[derive(Debug)]
        pub struct Settings {
            $(
                $(#[doc = $doc])+
                pub $field: $type,
            )+
            /// Settings that are allowed but look wrong: a sentence for each, with its name and without its value.
            pub warnings: Vec<String>,
        }

        impl Settings {
            /// Reads all settings by name. An empty text counts as absent.
            ///
            /// # Errors
            /// Every setting that is missing or invalid.
            pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, Vec<InvalidSetting>> {
                let mut reader = Reader::new(&get);
                let $reader = &mut reader;
                $(let $field = $reader.$presence($name, $($default,)? $read);)+
                $check;
                let (invalid, warnings) = reader.finish();
                match ($($field,)+) {
                    ($(Some($field),)+) if invalid.is_empty() => Ok(Self { $($field,)+ warnings }),
                    _ => Err(invalid),
                }
            }
        }
    };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
}

settings! {
    /// Projects as JSON: `[{"id", "name"?, "keySecret"?}]`. At least one; ids are unique.
    PROJECTS = "DOCKET_PROJECTS", Variable, required,
    projects: Vec<ProjectSettings> = |json: &str| projects(json, is_setting);

    /// Base URL of the documentation service.
    UPSTREAM = "DOCKET_UPSTREAM", Variable, default "https://api.mintlify.com",
    upstream: BaseUrl = BaseUrl::parse;

    /// Path of the service's get-job operation.
    GET_JOB_PATH = "DOCKET_GET_JOB_PATH", Variable, default "/v2/agent/{projectId}/job/{id}",
    get_job_path: JobPath = JobPath::parse;

    /// Milliseconds that the service has for a whole response.
    UPSTREAM_TIMEOUT_MS = "DOCKET_UPSTREAM_TIMEOUT_MS", Variable, default "20000",
    upstream_timeout_ms: u32 = number(100..=120_000);

    /// Jobs and follow-ups that a project may send to the service in an hour.
    AGENT_PER_HOUR = "DOCKET_AGENT_PER_HOUR", Variable, default "100",
    agent_per_hour: u32 = number(1..=1_000_000);

    /// Analytics requests that an admin key may make in an hour.
    ANALYTICS_PER_HOUR = "DOCKET_ANALYTICS_PER_HOUR", Variable, default "100",
    analytics_per_hour: u32 = number(1..=1_000_000);

    /// Polls of jobs that a project may make in an hour.
    POLLS_PER_HOUR = "DOCKET_POLLS_PER_HOUR", Variable, default "3600",
    polls_per_hour: u32 = number(1..=1_000_000);

    /// Median duration of a job in seconds, used until the project has durations of its own.
    TYPICAL_JOB_S = "DOCKET_TYPICAL_JOB_S", Variable, default "150",
    typical_job_s: u32 = number(1..=86_400);

    /// Days for which the audit log is stored.
    AUDIT_DAYS = "DOCKET_AUDIT_DAYS", Variable, default "365",
    audit_days: u32 = number(RetentionQuery::OTHER_DAYS);

    /// Days for which ended jobs are stored. Indefinitely if it is not set.
    JOBS_DAYS = "DOCKET_JOBS_DAYS", Variable, optional,
    jobs_days: Option<u32> = number(RetentionQuery::JOBS_DAYS);

    /// Days for which the prompts of ended jobs are stored. As long as the jobs if it is not set.
    PROMPTS_DAYS = "DOCKET_PROMPTS_DAYS", Variable, optional,
    prompts_days: Option<u32> = number(RetentionQuery::OTHER_DAYS);

    /// Days for which visitor figures are stored. As long as there is room for them if it is not set.
    FIGURES_DAYS = "DOCKET_FIGURES_DAYS", Variable, optional,
    figures_days: Option<u32> = number(RetentionQuery::OTHER_DAYS);

    /// Public origin, if it differs from the origin that requests name.
    ORIGIN = "DOCKET_ORIGIN", Variable, optional,
    origin: Option<BaseUrl> = BaseUrl::parse_origin;

    /// Signs sessions. At least 32 characters.
    SESSION_SECRET = "DOCKET_SESSION_SECRET", Secret, required,
    session_secret: SessionSecret = SessionSecret::parse;

    /// The previous session secret, whose sessions continue. Optional.
    SESSION_SECRET_PREVIOUS = "DOCKET_SESSION_SECRET_PREVIOUS", Secret, optional,
    session_secret_previous: Option<SessionSecret> = SessionSecret::parse;

    /// People who sign in with a passphrase, as JSON: `[{"name", "hash"}]`. Names are unique. Optional with Cloudflare
    /// Access.
    OPERATORS = "DOCKET_OPERATORS", Secret, optional,
    operators: Option<Vec<Operator>> = people::operators;

    /// The team domain of Cloudflare Access, whose people need no passphrase.
    ACCESS_TEAM = "DOCKET_ACCESS_TEAM", Variable, optional,
    access_team: Option<BaseUrl> = sso::team;

    /// The AUD tags of Docket's applications in Cloudflare Access, separated by commas.
    ACCESS_AUDIENCE = "DOCKET_ACCESS_AUDIENCE", Variable, optional,
    access_audience: Option<Vec<AudienceTag>> = sso::audience;

    /// Roles of people, as JSON: `[{"role", "projects"?, "names"?, "emails"?, "domains"?, "groups"?, "everyone"?}]`. Without a
    /// rule, a person may do nothing.
    ROLES = "DOCKET_ROLES", Variable, default r#"[{"role": "admin", "everyone": "passphrase"}]"#,
    roles: RoleRules = RoleRules::parse;

    /// Tokens of programs as JSON: `[{"id", "hash", "scopes", "projects"?, "expires"?}]`. Ids are unique.
    TOKENS = "DOCKET_TOKENS", Secret, default "[]",
    tokens: Vec<Token> = people::tokens;

    then |reader| {
        let projects = projects.as_deref().unwrap_or_default();
        check_admin_keys(reader, projects);
        check_sign_in(reader, roles.as_ref());
        check_retention(reader, prompts_days.flatten(), jobs_days.flatten());
        check_projects(reader, projects, roles.as_ref(), tokens.as_deref().unwrap_or_default());
    }
}

fn is_setting(name: &str) -> bool {
    SETTINGS.iter().any(|setting| setting.name == name)
}
