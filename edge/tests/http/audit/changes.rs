//! Every route that changes something leaves one record, and nothing secret in it.

use std::time::Duration;

use docket_core::http::route::{ROUTES, RequestMethod, RouteRow};
use docket_sim::{FaultKind, RetryAfter, ServiceOperation, SimFault};
use docket_wire::{AuditCredential, AuditTargetKind};
use futures_util::future::join;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::{OF_NO_PROJECT, entries_of, of_project};
use crate::harness::{
    ADA, Answer, OTHER_PROJECT, Options, PASSPHRASE, PROJECT, Program, World, answer, cookie_of, run,
};

const PROMPT: &str = "Say nothing of the unannounced product";

/// A request of Ada that changes something, and the target that its record must name.
struct Case {
    request: RequestBuilder,
    target: Option<(AuditTargetKind, Option<String>)>,
}

async fn ada(world: &World, method: Method, path: &str, body: Value) -> RequestBuilder {
    let request = world.ada(method, path).await;
    if body.is_null() { request } else { request.json(&body) }
}

async fn done(request: RequestBuilder) -> Answer {
    let answer = answer(request).await;
    assert!(answer.status < 300, "{answer:?}");
    answer
}

/// A new job that stays active.
async fn job(world: &World) -> String {
    let body = json!({ "prompt": format!("{PROMPT} [sim: 1h]") });
    let path = format!("/v2/agent/{PROJECT}/job");
    let created = done(world.program(Program::JobsWrite, Method::POST, &path).json(&body)).await;
    created.json()["id"].as_str().unwrap().to_owned()
}

/// A new submission whose outcome is unknown.
async fn lost(world: &World) -> String {
    let path = format!("/v2/agent/{PROJECT}/job");
    let body = json!({ "prompt": format!("{PROMPT} [sim: drop-after]") });
    let lost = answer(ada(world, Method::POST, &path, body).await.header("Docket-Confirm", "1")).await;
    lost.json()["submissionId"].as_str().unwrap().to_owned()
}

/// A new queued follow-up.
async fn queued(world: &World) -> String {
    let path = format!("/api/projects/{PROJECT}/jobs/{}/follow-ups", job(world).await);
    let queued = done(ada(world, Method::POST, &path, json!({ "prompt": PROMPT })).await).await;
    queued.json()["id"].as_str().unwrap().to_owned()
}

/// The body of a new template.
fn template(number: u32) -> Value {
    json!({ "name": format!("unannounced {number}"), "text": PROMPT })
}

/// Makes a template, and returns its id.
async fn stored_template(world: &World, body: &Value) -> String {
    let path = format!("/api/projects/{PROJECT}/templates");
    let made = done(ada(world, Method::POST, &path, body.clone()).await).await;
    made.json()["id"].as_str().unwrap().to_owned()
}

/// A request for a route, after what it needs.
async fn case(world: &World, row: &RouteRow) -> Case {
    use AuditTargetKind::{Backfill, Job, Note, Person, Session, Submission, Template, Token};
    let prompt = || json!({ "prompt": PROMPT });
    let september = "kind=days&from=2026-09-01&to=2026-09-03";
    let backfill = || json!({ "kind": "days", "from": "2026-09-01", "to": "2026-09-03" });
    let of_backfill = Some((Backfill, Some("days 2026-09-01 2026-09-03 UTC".to_owned())));
    let (id, body, target) = match row.name {
        "create_job" => (None, json!({ "prompt": format!("{PROMPT}!") }), Some((Submission, None))),
        "send_message" | "queue_follow_up" => (Some((Job, job(world).await)), prompt(), None),
        "patch_job" => (Some((Job, job(world).await)), json!({ "labels": ["secret-label"] }), None),
        "import_job" => {
            lost(world).await;
            let known = world.sim.jobs().last().unwrap().id.to_string();
            (None, json!({ "job": known }), Some((Job, Some(known))))
        }
        "edit_submission" => {
            let other = json!({ "prompt": format!("{PROMPT}, ever") });
            (Some((Submission, queued(world).await)), other, None)
        }
        "discard_submission" => (Some((Submission, queued(world).await)), Value::Null, None),
        "resend_submission" => (Some((Submission, lost(world).await)), Value::Null, None),
        "match_submission" => {
            let submission = lost(world).await;
            let made = world.sim.jobs().last().unwrap().id.to_string();
            (Some((Submission, submission)), json!({ "job": made }), None)
        }
        "resume_jobs" => {
            world.sim.inject(ServiceOperation::CreateJob, "429".parse().unwrap(), 1);
            let path = format!("/v2/agent/{PROJECT}/job");
            answer(ada(world, Method::POST, &path, prompt()).await)
                .await
                .is_problem(429, "service_throttled");
            (None, Value::Null, None)
        }
        // The test begins with its pause.
        "resume_visitors" => (None, Value::Null, None),
        "create_template" => (None, template(0), Some((Template, None))),
        "edit_template" => {
            let mut made = template(1);
            let id = stored_template(world, &made).await;
            made["version"] = json!(1);
            made["text"] = json!(format!("{PROMPT}, {{{{page}}}}"));
            (Some((Template, id)), made, None)
        }
        "delete_template" => {
            let made = template(2);
            (Some((Template, stored_template(world, &made).await)), Value::Null, None)
        }
        "put_note" => (Some((Note, "2026-09-01".to_owned())), json!({ "text": PROMPT }), None),
        "delete_note" => {
            let path = format!("/api/projects/{PROJECT}/notes/2026-09-02");
            done(ada(world, Method::PUT, &path, json!({ "text": PROMPT })).await).await;
            (Some((Note, "2026-09-02".to_owned())), Value::Null, None)
        }
        "start_backfill" => (None, backfill(), of_backfill),
        "cancel_backfill" => (None, Value::Null, of_backfill),
        "create_token" => {
            let body = json!({ "id": "made", "rights": ["jobs:read"], "projects": "all" });
            (None, body, Some((Token, Some("made".to_owned()))))
        }
        "revoke_token" => (Some((Token, "made".to_owned())), Value::Null, None),
        "end_session" => {
            let cookie = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
            let own =
                answer(world.browser(Method::GET, "/api/sessions").header("Cookie", cookie)).await.json();
            let own = own["sessions"].as_array().unwrap().iter().find(|session| session["current"] == true);
            (Some((Session, own.unwrap()["id"].as_str().unwrap().to_owned())), Value::Null, None)
        }
        "end_sessions" => {
            for _ in 0..2 {
                world.sign_in(ADA, PASSPHRASE).await;
            }
            (None, Value::Null, Some((Person, Some(ADA.to_owned()))))
        }
        "restore" => {
            let path = format!("{}?object=jobs/{OTHER_PROJECT}", row.pattern);
            done(ada(world, Method::POST, &path, json!({ "begin": 1 })).await).await;
            let target = (AuditTargetKind::Object, Some(format!("jobs/{OTHER_PROJECT}")));
            (None, json!({ "cancel": null }), Some(target))
        }
        "sign_in" => (None, json!({ "name": ADA, "passphrase": PASSPHRASE }), None),
        "sign_out" => {
            let cookie = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
            let request = world.browser(Method::DELETE, row.pattern).header("Cookie", cookie);
            return Case { request, target: None };
        }
        other => panic!("the test has no request for the route {other}, whose record it must check"),
    };
    let path = row.pattern.replace("{projectId}", PROJECT).replace("{project}", PROJECT);
    let of = id.as_ref().map_or("", |(_, id)| id);
    let path = path.replace("{id}", of).replace("{day}", of);
    let path = match row.name {
        "cancel_backfill" => format!("{path}?{september}"),
        "restore" => format!("{path}?object=jobs/{OTHER_PROJECT}"),
        _ => path,
    };
    let request = ada(world, row.method.as_str().parse().unwrap(), &path, body).await;
    let request = request.header("Docket-Confirm", "1").header("CF-IPCountry", "NL");
    // A client cannot say where it comes from.
    let request = request.header("Docket-Address", "198.51.100.7").header("Docket-Caller", "eve");
    Case { request, target: id.map(|(kind, id)| (kind, Some(id))).or(target) }
}

#[test]
fn every_route_that_changes_something_leaves_one_record_without_secrets() {
    run(async {
        let world = World::start(Options::default()).await;
        // While analytics requests are paused, a backfill stays in the queue.
        let throttled =
            SimFault::new(FaultKind::Throttled(RetryAfter::Seconds)).lasting(Duration::from_secs(1_800));
        world.sim.inject(ServiceOperation::GetVisitors, throttled, 1);
        let path = format!("/v1/analytics/{PROJECT}/visitors?dateFrom=2026-08-01&dateTo=2026-08-02");
        answer(world.ada(Method::GET, &path).await).await.is_problem(429, "service_throttled");
        // What a person has read is their own, and no change of the project.
        let changes = |row: &&RouteRow| row.method != RequestMethod::Get && row.name != "mark_inbox";
        for row in ROUTES.iter().filter(changes) {
            let Case { request, target } = case(&world, row).await;
            let answer = answer(request).await;
            let is_lost = row.name == "resend_submission" && answer.status == 502;
            assert!(answer.status < 300 || is_lost, "{}: {answer:?}", row.name);
            let entries = entries_of(&world, &answer).await;
            let [entry] = &entries[..] else { panic!("{}: {entries:?}", row.name) };
            assert_eq!(entry.action.as_str(), row.name);
            assert_eq!(entry.author.as_ref().unwrap().0, ADA, "{}", row.name);
            assert_eq!((entry.credential, entry.refused), (AuditCredential::Passphrase, None));
            assert!(!["198.51.100.7", ""].contains(&entry.address.as_str()), "{entry:?}");
            match (target, &entry.target) {
                (None, None) => {}
                (Some((kind, id)), Some(found)) => {
                    assert_eq!(found.kind, kind, "{}", row.name);
                    assert!(id.is_none_or(|id| id == found.id), "{}: {found:?}", row.name);
                }
                (expected, found) => panic!("{}: {expected:?} {found:?}", row.name),
            }
        }
        for log in [of_project(), OF_NO_PROJECT.to_owned()] {
            let file = answer(world.ada(Method::GET, &format!("{log}?format=ndjson")).await).await.text;
            for secret in ["unannounced", PASSPHRASE, "docket_", "secret-label", "mint_"] {
                assert!(!file.contains(secret), "{log} has {secret}: {file}");
            }
        }
    });
}

#[test]
fn every_import_has_a_record_of_its_own() {
    run(async {
        let world = World::start(Options::default()).await;
        lost(&world).await;
        let body = json!({ "job": world.sim.jobs().last().unwrap().id.to_string() });
        let slow = SimFault::new(FaultKind::SlowBytes).lasting(Duration::from_secs(3));
        world.sim.inject(ServiceOperation::GetJob, slow, 1);
        let path = format!("/api/projects/{PROJECT}/jobs");
        let import = async || done(ada(&world, Method::POST, &path, body.clone()).await).await;
        let (first, second) = join(import(), import()).await;
        assert_eq!(world.sim.count(ServiceOperation::GetJob), 1, "one joined the request of the other");
        for imported in [first, second] {
            let [entry] = &entries_of(&world, &imported).await[..] else { panic!("{imported:?}") };
            assert_eq!(entry.action.as_str(), "import_job");
        }
    });
}

#[test]
fn what_changes_nothing_leaves_no_record_and_a_program_is_named() {
    run(async {
        let world = World::start(Options::default()).await;
        let path = format!("/v2/agent/{PROJECT}/job");
        let create = || {
            let request = world.program(Program::JobsWrite, Method::POST, &path);
            request.header("Idempotency-Key", "key").json(&json!({ "prompt": PROMPT }))
        };
        let created = done(create()).await;
        let [entry] = &entries_of(&world, &created).await[..] else { panic!() };
        assert_eq!(entry.author.as_ref().unwrap().0, "token:jobs-write");
        assert_eq!(entry.credential, AuditCredential::Token);
        let replayed = done(create()).await;
        assert_eq!(replayed.header("Idempotency-Replayed"), Some("true"));
        assert_eq!(entries_of(&world, &replayed).await, []);

        let job = format!("/api/projects/{PROJECT}/jobs/{}", created.json()["id"].as_str().unwrap());
        for hidden in [true, true] {
            done(ada(&world, Method::PATCH, &job, json!({ "hidden": hidden })).await).await;
        }
        let patched = super::page(&world, &format!("{}?action=patch_job", of_project())).await;
        assert_eq!(patched.entries.len(), 1);
        let inbox = format!("/api/projects/{PROJECT}/inbox");
        let marked = done(ada(&world, Method::PATCH, &inbox, json!({ "readUpTo": 99 })).await).await;
        assert_eq!(entries_of(&world, &marked).await, []);
        for what in ["resume", "visitors/resume"] {
            let path = format!("/api/projects/{PROJECT}/{what}");
            let resumed = done(world.ada(Method::POST, &path).await).await;
            assert_eq!(entries_of(&world, &resumed).await, [], "{what}: nothing was paused");
        }
        let read = done(world.ada(Method::GET, &job).await).await;
        assert_eq!(entries_of(&world, &read).await, []);
    });
}
