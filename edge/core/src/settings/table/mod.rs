//! The table of all settings: name, visibility, default, an invalid value, reader or range, and the text that describes each of
//! them; and the checks of several settings together.

mod define;

use docket_wire::RetentionQuery;

use self::define::settings;
pub use self::define::{Setting, SettingDocs, Visibility};
use super::credentials;
use super::projects::{ProjectSettings, check_admin_keys, projects};
use super::reader::{InvalidSetting, SettingsReader, number};
use crate::auth::account::Account;
use crate::auth::roles::RoleRules;
use crate::auth::session::SessionSecret;
use crate::auth::sso::{self, AudienceTag};
use crate::auth::token::Token;
use crate::upstream::base_url::BaseUrl;
use crate::upstream::endpoints::JobPath;

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
    upstream_timeout_ms: u32, in 100..=50_000;

    /// Creates and follow-ups per project and hour: 1 to 1,000,000.
    AGENT_PER_HOUR = "DOCKET_AGENT_PER_HOUR", Variable, default "100", invalid "0",
    agent_per_hour: u32, in 1..=1_000_000;

    /// Analytics requests per admin key and hour: 1 to 1,000,000.
    ANALYTICS_PER_HOUR = "DOCKET_ANALYTICS_PER_HOUR", Variable, default "100", invalid "-1",
    analytics_per_hour: u32, in 1..=1_000_000;

    /// Polls per project and hour: 1 to 1,000,000.
    POLLS_PER_HOUR = "DOCKET_POLLS_PER_HOUR", Variable, default "3600", invalid "1.5",
    polls_per_hour: u32, in 1..=1_000_000;

    /// Changes of one person or token per project and hour that the service does not see, such as labels, notes and templates: 1 to
    /// 1,000,000.
    CHANGES_PER_HOUR = "DOCKET_CHANGES_PER_HOUR", Variable, default "2000", invalid "many",
    changes_per_hour: u32, in 1..=1_000_000;

    /// Median duration of a job in seconds, used until the project has durations of its own: 1 to 86,400.
    TYPICAL_JOB_S = "DOCKET_TYPICAL_JOB_S", Variable, default "150", invalid "0",
    typical_job_s: u32, in 1..=86_400;

    /// Days for which the audit log is stored: 1 to 3650.
    AUDIT_DAYS = "DOCKET_AUDIT_DAYS", Variable, default "365", invalid "0",
    audit_days: u32, in RetentionQuery::OTHER_DAYS;

    /// Days for which ended jobs are stored: 8 to 3650. Without it, indefinitely. See [Retention](#retention).
    JOBS_DAYS = "DOCKET_JOBS_DAYS", Variable, optional, invalid "7",
    jobs_days: Option<u32>, in RetentionQuery::JOBS_DAYS;

    /// Days for which the prompts of ended jobs are stored: 1 to 3650, and at most `DOCKET_JOBS_DAYS`. Without it, as
    /// long as their jobs.
    PROMPTS_DAYS = "DOCKET_PROMPTS_DAYS", Variable, optional, invalid "0",
    prompts_days: Option<u32>, in RetentionQuery::OTHER_DAYS;

    /// Days for which visitors are stored after their days: 1 to 3650. Without it, as long as there is room.
    VISITORS_DAYS = "DOCKET_VISITORS_DAYS", Variable, optional, invalid "3651",
    visitors_days: Option<u32>, in RetentionQuery::OTHER_DAYS;

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

    /// JSON array of entries from `cargo xtask account`, or `node account.mjs` in the package. Required without
    /// Cloudflare Access. A passphrase must have 12 characters or 4 different words.
    ACCOUNTS = "DOCKET_ACCOUNTS", Secret, optional, invalid r#"{"ada":"leak"}"#,
    accounts: Option<Vec<Account>> = credentials::accounts;

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
    TOKENS = "DOCKET_TOKENS", Secret, default "[]", invalid r#"[{"id":"a","hash":"leak","rights":[]}]"#,
    tokens: Vec<Token> = credentials::tokens;

    then |reader| {
        let projects = projects.as_deref().unwrap_or_default();
        check_admin_keys(reader, projects);
        check_sign_in(reader, roles.as_ref());
        check_names(reader, roles.as_ref(), accounts.as_ref().and_then(Option::as_deref).unwrap_or_default());
        check_retention(reader, prompts_days.flatten(), jobs_days.flatten());
        check_projects(reader, projects, roles.as_ref(), tokens.as_deref().unwrap_or_default());
    }
}

fn is_setting(name: &str) -> bool {
    SETTINGS.iter().any(|setting| setting.name == name)
}

/// Checks that people can sign in in some way.
fn check_sign_in(reader: &mut SettingsReader<'_>, roles: Option<&RoleRules>) {
    let [has_accounts, has_team, has_audience] =
        [names::ACCOUNTS, names::ACCESS_TEAM, names::ACCESS_AUDIENCE].map(|name| reader.text(name).is_some());
    if has_team && !has_audience {
        reader.report(names::ACCESS_AUDIENCE, format!("is not set, and {} is", names::ACCESS_TEAM));
    }
    if has_audience && !has_team {
        reader.report(names::ACCESS_TEAM, format!("is not set, and {} is", names::ACCESS_AUDIENCE));
    }
    if !has_accounts && !has_team && !has_audience {
        reader.report(names::ACCOUNTS, format!("is not set, and neither is {}", names::ACCESS_TEAM));
    }
    if has_team && roles.is_some_and(|roles| !roles.have_access_people()) {
        reader.warn(format!("{} gives no role to the people of Cloudflare Access", names::ROLES));
    }
}

/// Warns of roles for names that nobody signs in with: most likely a name is misspelt.
fn check_names(reader: &mut SettingsReader<'_>, roles: Option<&RoleRules>, accounts: &[Account]) {
    let is_unknown = |name: &String| !accounts.iter().any(|account| account.name.0 == *name);
    if roles.is_some_and(|roles| roles.names().any(is_unknown)) {
        reader.warn(format!("{} names somebody who is not in {}", names::ROLES, names::ACCOUNTS));
    }
}

/// Checks that prompts are not stored longer than their jobs, with which they are deleted.
fn check_retention(reader: &mut SettingsReader<'_>, prompts_days: Option<u32>, jobs_days: Option<u32>) {
    if let (Some(prompts), Some(jobs)) = (prompts_days, jobs_days)
        && prompts > jobs
    {
        let problem = format!("must be at most {}: a job is deleted with its prompts", names::JOBS_DAYS);
        reader.report(names::PROMPTS_DAYS, problem);
    }
}

/// Warns of roles and tokens for projects that are not configured: most likely an id is misspelt.
fn check_projects(
    reader: &mut SettingsReader<'_>,
    projects: &[ProjectSettings],
    roles: Option<&RoleRules>,
    tokens: &[Token],
) {
    let of_roles = roles.into_iter().flat_map(RoleRules::projects).map(|project| (names::ROLES, project));
    let of_tokens =
        tokens.iter().flat_map(|token| token.grant.projects.ids()).map(|project| (names::TOKENS, project));
    for (name, id) in of_roles.chain(of_tokens) {
        if !projects.iter().any(|project| project.id == *id) {
            reader.warn(format!("{name} names a project that {} does not have", names::PROJECTS));
        }
    }
    if roles.is_some_and(|roles| !roles.have_admin()) {
        reader.warn(format!("{} makes nobody an admin of all projects", names::ROLES));
    }
}
