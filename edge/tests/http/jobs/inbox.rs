//! The inbox: per person, the same in every session, and nothing lost.

use docket_sim::ServiceOperation;
use docket_wire::{Inbox, InboxReason, InboxSubject, LiveMessage};
use reqwest::Method;
use serde_json::{Value, json};

use super::live::{Socket, next};
use super::polling::{create, quick, wait};
use crate::auth::sign_out::connect;
use crate::harness::{
    ADA, Answer, PASSPHRASE, PROJECT, Program, World, answer, cookie_of, run, shared, until,
};

const ZOE: &str = "Zo\u{eb}";

fn path() -> String {
    format!("/api/projects/{PROJECT}/inbox")
}

async fn session(world: &World, name: &str) -> String {
    cookie_of(&world.sign_in(name, PASSPHRASE).await)
}

fn read_inbox(answer: &Answer) -> Inbox {
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.text).unwrap()
}

async fn inbox(world: &World, cookie: &str) -> Inbox {
    read_inbox(&answer(world.browser(Method::GET, &path()).header("Cookie", cookie)).await)
}

async fn mark(world: &World, cookie: &str, body: Value) -> Inbox {
    read_inbox(&answer(world.browser(Method::PATCH, &path()).header("Cookie", cookie).json(&body)).await)
}

fn mark_of(job: &str, revision: u64, read: bool) -> Value {
    json!({ "marks": [{ "subject": { "job": job }, "revision": revision, "read": read }] })
}

/// Sends a follow-up, and waits until the job has ended again.
async fn follow_up(world: &World, job: &str) {
    let path = format!("/v2/agent/{PROJECT}/job/{job}/message");
    let body = json!({ "prompt": "Once more [sim: never]" });
    let sent = answer(world.program(Program::JobsWrite, Method::POST, &path).json(&body)).await;
    assert!(sent.status < 300, "{sent:?}");
    let current = format!("/v2/agent/{PROJECT}/job/{job}");
    let read = || world.program(Program::JobsRead, Method::GET, &current).header("Cache-Control", "no-cache");
    until(async || answer(read()).await, |answer| answer.json()["status"] == "active").await;
    assert!(world.sim.end_job(job, None));
    wait(world, job).await;
}

#[test]
fn what_a_person_has_read_is_theirs_in_every_session_and_survives_a_kill() {
    run(async {
        let world = World::start(quick()).await;
        let (ada, again, zoe) =
            (session(&world, ADA).await, session(&world, ADA).await, session(&world, ZOE).await);
        let job = create(&world, "Update the quickstart [sim: never, pr]").await;
        let running = inbox(&world, &ada).await;
        assert_eq!((running.running.items.len(), running.unread), (1, 0), "{running:?}");
        assert!(world.sim.end_job(&job, None));
        wait(&world, &job).await;

        let ended = inbox(&world, &ada).await;
        let [item] = &ended.ended.items[..] else { panic!("{ended:?}") };
        assert_eq!((&item.reason, item.read, ended.unread), (&InboxReason::Ended, false, 1));
        assert_eq!(item.subject, InboxSubject::Job(job.parse().unwrap()));
        assert!(
            item.pr_link.is_some() && item.title.as_deref().is_some_and(|title| title.starts_with("Update"))
        );

        let marked = mark(&world, &ada, mark_of(&job, ended.revision, true)).await;
        assert_eq!((marked.unread, marked.ended.items.len()), (0, 0), "{marked:?}");
        let world = world.restarted().await;
        assert_eq!(inbox(&world, &again).await.unread, 0, "in another session");
        assert_eq!(inbox(&world, &zoe).await.unread, 1, "another person reads for herself");
        assert_eq!(mark(&world, &again, mark_of(&job, ended.revision, false)).await.unread, 1);
        assert_eq!(inbox(&world, &ada).await.unread, 1);
        mark(&world, &ada, mark_of(&job, ended.revision, true)).await;

        follow_up(&world, &job).await;
        assert_eq!(inbox(&world, &ada).await.unread, 1, "it ended again");
        let seen = inbox(&world, &ada).await.revision;
        follow_up(&world, &job).await;
        assert_eq!(mark(&world, &ada, json!({ "readUpTo": seen })).await.unread, 1, "it changed meanwhile");
        let latest = inbox(&world, &ada).await.revision;
        assert_eq!(mark(&world, &ada, json!({ "readUpTo": latest })).await.unread, 0);
    });
}

/// What the next mark of the person leaves unread.
async fn next_mark(socket: &mut Socket) -> u32 {
    loop {
        if let LiveMessage::Inbox { unread } = next(socket).await {
            return unread;
        }
    }
}

#[test]
fn a_mark_reaches_the_consoles_of_the_person_alone() {
    run(async {
        let world = World::start(quick()).await;
        let (ada, again, zoe) =
            (session(&world, ADA).await, session(&world, ADA).await, session(&world, ZOE).await);
        let mut of_ada = connect(&world, PROJECT, &again).await.unwrap();
        let mut of_zoe = connect(&world, PROJECT, &zoe).await.unwrap();
        let job = create(&world, "Update the quickstart [sim: never]").await;
        assert!(world.sim.end_job(&job, None));
        wait(&world, &job).await;
        let revision = inbox(&world, &ada).await.revision;
        for (read, unread) in [(true, 0), (false, 1)] {
            mark(&world, &ada, mark_of(&job, revision, read)).await;
            assert_eq!(next_mark(&mut of_ada).await, unread);
        }
        // With another job, the counts of Zoe are none of those that Ada's marks have left.
        for prompt in ["Update the reference [sim: never]", "Update the changelog [sim: never]"] {
            let other = create(&world, prompt).await;
            assert!(world.sim.end_job(&other, None));
            wait(&world, &other).await;
        }
        for (read, unread) in [(true, 2), (false, 3)] {
            mark(&world, &zoe, mark_of(&job, revision, read)).await;
            assert_eq!(next_mark(&mut of_zoe).await, unread);
        }
    });
}

#[test]
fn what_needs_a_decision_says_why_and_leaves_with_its_cause() {
    run(async {
        let world = World::start(quick()).await;
        let ada = session(&world, ADA).await;
        let create = |prompt: &str| {
            let request =
                world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
            request.json(&json!({ "prompt": prompt }))
        };
        let lost = answer(create("Lost [sim: drop-after]")).await.json();
        let lost = lost["submissionId"].as_str().unwrap().to_owned();
        let needed = inbox(&world, &ada).await.needs_you.items;
        let [item] = &needed[..] else { panic!("{needed:?}") };
        assert!(matches!(item.reason, InboxReason::OutcomeUnknown { .. }), "{item:?}");
        assert_eq!(item.subject, InboxSubject::Submission(lost.parse().unwrap()));
        let made = world.sim.jobs().last().unwrap().id.to_string();
        let matched = format!("/api/projects/{PROJECT}/submissions/{lost}/match");
        answer(world.ada(Method::POST, &matched).await.json(&json!({ "job": made }))).await;
        assert_eq!(inbox(&world, &ada).await.needs_you.items, []);

        let failed = answer(create("Fail [sim: 1s, fail]")).await.json()["id"].as_str().unwrap().to_owned();
        wait(&world, &failed).await;
        let needed = inbox(&world, &ada).await.needs_you.items;
        assert!(needed.iter().any(|item| item.reason == InboxReason::Failed), "{needed:?}");
        let calls = world.sim.count(ServiceOperation::GetJob);
        inbox(&world, &ada).await;
        assert_eq!(world.sim.count(ServiceOperation::GetJob), calls, "an inbox calls no service");
    });
}

#[test]
fn a_program_has_no_inbox_and_invalid_requests_are_named() {
    run(async {
        let world = shared().await;
        for (method, body) in [(Method::GET, json!(null)), (Method::PATCH, json!({ "readUpTo": 1 }))] {
            let request = world.program(Program::Everything, method, &path()).json(&body);
            answer(request).await.is_problem(403, "forbidden");
        }
        let ada = session(world, ADA).await;
        let many: Vec<Value> = (0..51)
            .map(|n| json!({ "subject": { "job": format!("j{n}") }, "revision": 1, "read": true }))
            .collect();
        for (body, field) in [
            (json!({ "marks": many }), "marks"),
            (json!({ "marks": [{ "subject": { "page": "x" }, "revision": 1, "read": true }] }), "marks"),
            (json!({ "read": 1 }), "read"),
            (json!({ "readUpTo": -1 }), "readUpTo"),
        ] {
            let refused =
                answer(world.browser(Method::PATCH, &path()).header("Cookie", &ada).json(&body)).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field), "{refused:?}");
        }
        for limit in ["101", "x", "-1"] {
            let query = format!("{}?limit={limit}", path());
            let refused = answer(world.browser(Method::GET, &query).header("Cookie", &ada)).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some("limit"));
        }
    });
}
