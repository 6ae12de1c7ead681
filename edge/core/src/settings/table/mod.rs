//! The table of all settings: name, visibility, default, an invalid value, reader, and the text that describes each of
//! them.

use docket_wire::RetentionQuery;

use self::checks::{check_names, check_projects, check_retention, check_sign_in};
use super::credentials;
use super::projects::{ProjectSettings, check_admin_keys, projects};
use super::reader::{InvalidSetting, SettingsReader, number};
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
}

/// What `docs/operating.md` has of a setting beside its row of [`SETTINGS`]. It is apart, because the Worker has no use
/// for it.
#[derive(Debug, Clone, Copy)]
pub struct SettingDocs {
    /// `required`, `optional`, or `default` with the text of the row.
    pub presence: &'static str,
    /// What it sets, in Markdown.
    pub description: &'static str,
}

/// Makes [`names`], [`SETTINGS`], [`SETTING_DOCS`] and [`Settings`] of rows: constant and name, visibility, presence
/// (`required`, `optional`, or `default` with a text), an invalid text for the tests (`never` if every text is valid),
/// field, reader. The table in `docs/operating.md` has the comment of the row.
macro_rules! settings {
    (
        $(
            $(#[doc = $doc:literal])+
            $constant:ident = $name:literal, $visibility:ident, $presence:ident $($default:literal)?, invalid $invalid:tt,
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
            },
        )+];

        /// The documentation of [`SETTINGS`], in their order.
        pub const SETTING_DOCS: &[SettingDocs] = &[$(
            SettingDocs { presence: stringify!($presence), description: concat!($($doc),+) },
        )+];

        /// A text that is invalid for each setting.
        #[cfg(test)]
        pub(super) const INVALID: &[(&str, Option<&str>)] = &[$(($name, settings!(@invalid $invalid)),)+];

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
                let mut reader = SettingsReader::new(&get);
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
    (@invalid never) => { None };
    (@invalid $invalid:literal) => { Some($invalid) };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
}

settings! {
    /// JSON: `[{"id": "acme-docs", "name": "Acme docs", "siteUrl": "https://docs.acme.example", "keySecret":
    /// "DOCKET_ADMIN_KEY_EU"}]`. All but `id` are optional. `siteUrl` is where the documentation is published: paths of the visitors
    /// link to it. It begins with `https://`, and has no query. `keySecret` names the secret with the project's admin key. A release
    /// has `[]`: set it before the first deployment.
    PROJECTS = "DOCKET_PROJECTS", Variable, required, invalid r#"[{"id":"le/ak"}]"#,
    projects: Vec<ProjectSettings> = |json: &str| projects(json, is_setting);

    /// Base URL of the service. Plain `http` only for this machine.
    UPSTREAM = "DOCKET_UPSTREAM", Variable, default "https://api.mintlify.com", invalid "http://leak.example",
    upstream: BaseUrl = BaseUrl::parse;

    /// Path of the get-job operation, which the service's contract leaves open.
    GET_JOB_PATH = "DOCKET_GET_JOB_PATH", Variable, default "/v2/agent/{projectId}/job/{id}", invalid "/leak/{id}",
    get_job_path: JobPath = JobPath::parse;

    /// Milliseconds that the service has for a whole response: 100 to 50,000, because the console waits a minute for
    /// Docket.
    UPSTREAM_TIMEOUT_MS = "DOCKET_UPSTREAM_TIMEOUT_MS", Variable, default "20000", invalid "99",
    upstream_timeout_ms: u32 = number(100..=50_000);

    /// Creates and follow-ups per project and hour: 1 to 1,000,000.
    AGENT_PER_HOUR = "DOCKET_AGENT_PER_HOUR", Variable, default "100", invalid "0",
    agent_per_hour: u32 = number(1..=1_000_000);

    /// Analytics requests per admin key and hour: 1 to 1,000,000.
    ANALYTICS_PER_HOUR = "DOCKET_ANALYTICS_PER_HOUR", Variable, default "100", invalid "-1",
    analytics_per_hour: u32 = number(1..=1_000_000);

    /// Polls per project and hour: 1 to 1,000,000.
    POLLS_PER_HOUR = "DOCKET_POLLS_PER_HOUR", Variable, default "3600", invalid "1.5",
    polls_per_hour: u32 = number(1..=1_000_000);

    /// Median duration of a job in seconds, used until the project has durations of its own: 1 to 86,400.
    TYPICAL_JOB_S = "DOCKET_TYPICAL_JOB_S", Variable, default "150", invalid "0",
    typical_job_s: u32 = number(1..=86_400);

    /// Days for which the audit log is stored: 1 to 3650.
    AUDIT_DAYS = "DOCKET_AUDIT_DAYS", Variable, default "365", invalid "0",
    audit_days: u32 = number(RetentionQuery::OTHER_DAYS);

    /// Days for which ended jobs are stored: 8 to 3650. Without it, indefinitely. See [Retention](#retention).
    JOBS_DAYS = "DOCKET_JOBS_DAYS", Variable, optional, invalid "7",
    jobs_days: Option<u32> = number(RetentionQuery::JOBS_DAYS);

    /// Days for which the prompts of ended jobs are stored: 1 to 3650, and at most `DOCKET_JOBS_DAYS`. Without it, as
    /// long as their jobs.
    PROMPTS_DAYS = "DOCKET_PROMPTS_DAYS", Variable, optional, invalid "0",
    prompts_days: Option<u32> = number(RetentionQuery::OTHER_DAYS);

    /// Days for which visitor figures are stored after their days: 1 to 3650. Without it, as long as there is room.
    FIGURES_DAYS = "DOCKET_FIGURES_DAYS", Variable, optional, invalid "3651",
    figures_days: Option<u32> = number(RetentionQuery::OTHER_DAYS);

    /// Docket's public origin, if it differs from the origin that requests name.
    ORIGIN = "DOCKET_ORIGIN", Variable, optional, invalid "https://docket.example/leak",
    origin: Option<BaseUrl> = BaseUrl::parse_origin;

    /// At least 32 random characters: `openssl rand -base64 48`. A new one ends every session, unless the one before
    /// becomes the previous one.
    SESSION_SECRET = "DOCKET_SESSION_SECRET", Secret, required, invalid "leak",
    session_secret: SessionSecret = SessionSecret::parse;

    /// The previous session secret, whose sessions continue. Optional.
    SESSION_SECRET_PREVIOUS = "DOCKET_SESSION_SECRET_PREVIOUS", Secret, optional, invalid "leak",
    session_secret_previous: Option<SessionSecret> = SessionSecret::parse;

    /// JSON array of entries from `cargo xtask operator`, or `node operator.mjs` in the package. Required without
    /// Cloudflare Access. A passphrase must have 12 characters or 4 different words.
    OPERATORS = "DOCKET_OPERATORS", Secret, optional, invalid r#"{"ada":"leak"}"#,
    operators: Option<Vec<Operator>> = credentials::operators;

    /// The team domain of Cloudflare Access, like `acme.cloudflareaccess.com`. See [Single sign-on](#single-sign-on).
    ACCESS_TEAM = "DOCKET_ACCESS_TEAM", Variable, optional, invalid "http://leak.example",
    access_team: Option<BaseUrl> = sso::team;

    /// The AUD tag of Docket's application in Access, or several separated by commas. Both of these settings or
    /// neither.
    ACCESS_AUDIENCE = "DOCKET_ACCESS_AUDIENCE", Variable, optional, invalid "leak",
    access_audience: Option<Vec<AudienceTag>> = sso::audience;

    /// JSON: who has which role. See [Roles](#roles).
    ROLES = "DOCKET_ROLES", Variable, default r#"[{"role": "admin", "everyone": "passphrase"}]"#, invalid r#"[{"role":"leak","names":["ada"]}]"#,
    roles: RoleRules = RoleRules::parse;

    /// JSON array of entries from `cargo xtask token`, for programs that must work before a person signs in. They expire
    /// after 90 days unless `--expires` says otherwise. Optional: see [Tokens](#tokens). Remove an entry to revoke its
    /// token.
    TOKENS = "DOCKET_TOKENS", Secret, default "[]", invalid r#"[{"id":"a","hash":"leak","scopes":[]}]"#,
    tokens: Vec<Token> = credentials::tokens;

    then |reader| {
        let projects = projects.as_deref().unwrap_or_default();
        check_admin_keys(reader, projects);
        check_sign_in(reader, roles.as_ref());
        check_names(reader, roles.as_ref(), operators.as_ref().and_then(Option::as_deref).unwrap_or_default());
        check_retention(reader, prompts_days.flatten(), jobs_days.flatten());
        check_projects(reader, projects, roles.as_ref(), tokens.as_deref().unwrap_or_default());
    }
}

fn is_setting(name: &str) -> bool {
    SETTINGS.iter().any(|setting| setting.name == name)
}
