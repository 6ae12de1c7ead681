//! The routes that the Worker answers.

use docket_core::http::route::{PublicRoute, WorkerRoute};
use docket_wire::ProblemCode::{
    InvalidRequest, NewerSchema, Restoring, SignInThrottled, TokenIdTaken, TokenInSettings, TooManyTokens,
    Unauthenticated, UnknownSession, UnknownToken, WeakPassphrase, WrongPassphrase,
};
use docket_wire::{
    CallerInfo, CreatedToken, Health, NewToken, People, ProjectStatus, ProjectsPage, Sessions, SignIn, Tokens,
};
use serde_json::{Value, json};

use super::description::{Content, Description, Success};
use super::examples::durations;
use super::parameter::{session_id, token_id, whose, word};
use super::storage::{backup, retention};
use super::{audit, people};

const HEALTH: &str = "Health";
const SESSION: &str = "Session";
const PROJECTS: &str = "Projects";
const TOKENS: &str = "Tokens";
const PEOPLE: &str = "People";

pub(super) fn describe_public(route: &PublicRoute) -> Description {
    match route {
        PublicRoute::Health => Description::new(HEALTH, "Report whether Docket works")
            .text("Without `deep`, the route is public. With it, Docket also sends a read to every object of the caller's projects, to that of auth, and to one of those for sign-in.")
            .takes([
                word("deep", "`1` also checks the objects, and whether polling is late.", &["0", "1"]),
                word("ready", "`1` responds with 503 if a setting is missing or invalid.", &["0", "1"]),
            ])
            .responds(Success::json::<Health>("200", "The state of Docket.", health()))
            .fails(&[Unauthenticated]),
        PublicRoute::GetSession => Description::new(SESSION, "Describe the caller, if there is one")
            .responds(
                Success::json::<Option<CallerInfo>>("200", "The caller, or null without a valid session.", person())
                    .headers(&["Set-Cookie"]),
            )
            .fails(&[Unauthenticated]),
        PublicRoute::SignIn => Description::new(SESSION, "Sign a person in")
            .text("The response sets the cookie of the session.")
            .body::<SignIn>(json!({ "name": "ada", "passphrase": "correct horse battery staple" }))
            .responds(Success::json::<CallerInfo>("200", "The person.", person()).headers(&["Set-Cookie"]))
            .fails(&[InvalidRequest, WrongPassphrase, WeakPassphrase, SignInThrottled, NewerSchema]),
        PublicRoute::SignOut => Description::new(SESSION, "Sign a person out")
            .text("Ends the session of the cookie, and closes its WebSockets.")
            .responds(Success::empty("204", "Nobody is signed in.").headers(&["Set-Cookie"]))
            .fails(&[NewerSchema, Restoring]),
    }
}

pub(super) fn describe(route: &WorkerRoute) -> Description {
    match route {
        WorkerRoute::Metrics => Description::new(HEALTH, "Report metrics in the Prometheus text format")
            .text("Metrics of the projects in which the caller has the right. A scrape sends one request to each of their objects, and none to the documentation service.")
            .responds(
                Success::empty("200", "The metrics.")
                    .with(Content::text("text/plain", "# HELP docket_polls_total Requests for the state of a job.\n# TYPE docket_polls_total counter\ndocket_polls_total{project=\"acme-docs\"} 1204\n")),
            ),
        WorkerRoute::Backup => backup::read(),
        WorkerRoute::Restore => backup::restore(),
        WorkerRoute::GetSelf => Description::new(SESSION, "Describe the caller").responds(Success::json::<CallerInfo>(
            "200",
            "The caller. A program has no `signIn`.",
            json!({
                "name": "token:ci",
                "grants": [{ "rights": ["jobs:read", "jobs:write"], "projects": ["acme-docs"] }],
                "expiresAt": "2026-06-30T09:30:00.000Z",
            }),
        )),
        WorkerRoute::Projects => Description::new(PROJECTS, "List the projects in which the caller has a right")
            .responds(Success::json::<ProjectsPage>(
                "200",
                "The projects, each with the rights of the caller.",
                json!({
                    "projects": [{
                        "id": "acme-docs", "name": "Acme docs", "rights": ["jobs:read", "visitors:read"],
                        "siteUrl": "https://docs.acme.example",
                    }],
                    "hasMore": false,
                }),
            )),
        WorkerRoute::Tokens => Description::new(TOKENS, "List the tokens").responds(
            Success::json::<Tokens>("200", "The tokens, without their secrets.", tokens()),
        ),
        WorkerRoute::CreateToken => Description::new(TOKENS, "Make a token")
            .text("Only this response contains the token. A token cannot have `access:manage`.")
            .body::<NewToken>(json!({
                "id": "ci", "rights": ["jobs:read", "jobs:write"], "projects": ["acme-docs"], "expiresInDays": 90,
            }))
            .responds(Success::json::<CreatedToken>(
                "201",
                "The token, and what Docket stores about it.",
                json!({ "token": "docket_ci_Ew4v…_0a1b2c3d", "info": token() }),
            ))
            .fails(&[InvalidRequest, TokenIdTaken, TooManyTokens]),
        WorkerRoute::RevokeToken { .. } => Description::new(TOKENS, "Revoke a token")
            .text("Docket refuses the token within 20 seconds everywhere, and closes its WebSockets.")
            .takes([token_id()])
            .responds(Success::empty("204", "The token is revoked."))
            .fails(&[UnknownToken, TokenInSettings]),
        WorkerRoute::Sessions => Description::new(SESSION, "List the sessions of a person")
            .text("The sessions of the caller, or of the person whom an admin names. People who sign in with Cloudflare Access have no sessions of Docket.")
            .takes([whose()])
            .responds(Success::json::<Sessions>("200", "The sessions.", people::sessions())),
        WorkerRoute::EndSession { .. } => Description::new(SESSION, "End a session")
            .text("A session of the caller, or, for an admin, of any person. Docket closes its WebSockets, and refuses its requests within 30 seconds.")
            .takes([session_id()])
            .responds(Success::empty("204", "The session has ended."))
            .fails(&[UnknownSession]),
        WorkerRoute::EndSessions => Description::new(SESSION, "End the sessions of a person")
            .text("All sessions of the caller, or of the person whom an admin names, except the session that sends the request.")
            .takes([whose()])
            .responds(Success::empty("204", "The sessions have ended.")),
        WorkerRoute::People => Description::new(PEOPLE, "List who has access, and why")
            .text("According to the current settings. For people of Cloudflare Access, the groups are those of their last visit.")
            .responds(Success::json::<People>("200", "The people, and the rules for people who have not signed in yet.", people::people())),
        WorkerRoute::Audit => audit::read(
            "Read the audit log of what belongs to no project",
            "Sign-ins, sign-outs, sessions, tokens, and refusals that concern no project.",
            &audit::of_auth(),
        ),
        WorkerRoute::ProjectAudit { .. } => audit::read(
            "Read the audit log of a project",
            "Changes and refusals, with the ids and names of the callers. The log never contains a prompt.",
            &audit::of_project(),
        ),
        WorkerRoute::ProjectStatus { .. } => Description::new(PROJECTS, "Report the key, budgets, latest calls and storage of a project")
            .text("If an object does not work, its part is `unavailable`. `analytics` needs `visitors:read`.")
            .responds(Success::json::<ProjectStatus>("200", "The state of the project.", status())),
        WorkerRoute::Retention { .. } => retention::describe(),
    }
}

fn health() -> Value {
    json!({ "status": "ok", "missing": [], "signIn": ["passphrase"], "version": "0.1.0" })
}

fn person() -> Value {
    json!({
        "name": "ada",
        "grants": [{ "rights": ["jobs:read", "jobs:write", "visitors:read"], "projects": "all" }],
        "signIn": "passphrase",
        "expiresAt": "2026-02-07T09:30:00.000Z",
    })
}

fn token() -> Value {
    json!({
        "id": "ci",
        "rights": ["jobs:read", "jobs:write"],
        "projects": ["acme-docs"],
        "expiresAt": "2026-05-01T09:30:00.000Z",
        "issued": {
            "createdBy": "ada",
            "createdAt": "2026-01-31T09:30:00.000Z",
            "lastUsedAt": null,
            "revokedBy": null,
            "revokedAt": null,
        },
    })
}

fn tokens() -> Value {
    json!({ "tokens": [token()], "hasMore": false })
}

fn status() -> Value {
    let calls = json!({ "succeededAt": "2026-01-31T09:30:00.000Z", "failure": null });
    json!({
        "key": { "setting": "DOCKET_ADMIN_KEY", "kind": "admin" },
        "jobs": { "available": {
            "prompts": { "limit": 100, "remaining": 97, "resetS": 1260 },
            "polls": { "limit": 3600, "remaining": 3411, "resetS": 4 },
            "polling": {
                "jobs": { "scheduled": 3, "suspended": 0, "stopped": 1 },
                "overdueMs": 0,
                "late": false,
                "waitsFor": null,
                "endDelay": { "jobs": 41, "medianMs": 4200 },
                "rows": { "read": 21_480, "written": 6_120 },
            },
            "durations": durations(),
            "calls": calls,
            "storage": { "bytes": 184_320, "schema": 12 },
        } },
        "analytics": { "available": {
            "requests": { "limit": 100, "remaining": 88, "resetS": 340 },
            "configuredLimit": 100,
            "calls": calls,
            "storage": { "bytes": 1_253_376, "schema": 7 },
        } },
    })
}
