//! The steps of a restore, and where they are refused.

use reqwest::Method;
use serde_json::json;
use tokio_tungstenite::connect_async;

use super::{File, HASH, answer_of, backup, create, of_project, restore, step};
use crate::auth::sign_out::close_code;
use crate::auth::tokens::{live_request, made};
use crate::harness::{
    ADA, OTHER_PROJECT, Options, PASSPHRASE, PROJECT, Program, World, answer, cookie_of, fault_project, run,
};

#[test]
fn a_project_moves_to_another_id() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "To be moved [sim: 1h]").await;
        let file = File::read(&backup(&world).await.text);
        let moved = file.object(&of_project());
        restore(&world, &moved, &format!("jobs/{OTHER_PROJECT}")).await;
        let list = answer_of(&world, &format!("/api/projects/{OTHER_PROJECT}/jobs?q=moved")).await;
        assert_eq!(list["jobs"].as_array().unwrap().len(), 1, "{list}");
    });
}

#[test]
fn visitors_and_tokens_follow_a_project_to_another_id() {
    run(async {
        let world = World::start(Options::default()).await;
        let visitors = |project: &str| {
            format!("/api/projects/{project}/visitors/summary?from=2026-09-01&to=2026-09-02&zone=UTC")
        };
        let loaded = answer_of(&world, &visitors(PROJECT)).await;
        let (socket, _) = connect_async(live_request(&world, &made(&world, "ci").await)).await.unwrap();

        let moved = json!({ "move_project": [PROJECT, OTHER_PROJECT] });
        for object in ["analytics/DOCKET_ADMIN_KEY", "auth/auth"] {
            let taken = step(&world, object, &moved).await;
            assert_eq!(taken.status, 204, "{taken:?}");
        }
        let cached = async |project: &str| {
            let request = world.ada(Method::GET, &visitors(project)).await;
            answer(request.header("Cache-Control", "only-if-cached")).await
        };
        assert_eq!(close_code(socket).await, Some(4001), "the token has no rights there any more");
        assert_eq!(cached(OTHER_PROJECT).await.json()["totals"], loaded["totals"]);
        cached(PROJECT).await.is_problem(504, "not_cached");
        let tokens = answer_of(&world, "/api/tokens").await;
        let ci = tokens["tokens"].as_array().unwrap().iter().find(|token| token["id"] == "ci").unwrap();
        assert_eq!(ci["projects"], json!([OTHER_PROJECT]), "{ci}");
        let log = answer_of(&world, "/api/audit?action=restore").await;
        let targets: Vec<_> =
            log["entries"].as_array().unwrap().iter().map(|entry| &entry["target"]["id"]).collect();
        let of = |object: &str| format!("{object} {PROJECT}={OTHER_PROJECT}");
        assert_eq!(targets, [&json!(of("auth/auth")), &json!(of("analytics/DOCKET_ADMIN_KEY"))]);

        // An object that is being restored does not have its tables yet.
        let ledger = format!("jobs/{OTHER_PROJECT}");
        assert_eq!(step(&world, &ledger, &json!({ "begin": 10 })).await.status, 204);
        step(&world, &ledger, &moved).await.is_problem(503, "restoring");
        let unknown = json!({ "move_project": [PROJECT, "nobody"] });
        step(&world, "auth/auth", &unknown).await.is_problem(404, "unknown_project");
        // A project with another key has its data in another object.
        let elsewhere = json!({ "move_project": [PROJECT, fault_project("429")] });
        let refused = step(&world, "analytics/DOCKET_ADMIN_KEY", &elsewhere).await;
        refused.is_problem(404, "unknown_project");
        assert!(refused.text.contains("are in analytics/DOCKET_KEY_"), "{refused:?}");
        step(&world, &of_project(), &moved).await.is_problem(400, "invalid_request");
        // The Worker looks for the name as it is written, so an object takes no other writing of it.
        let disguised = format!(r#"{{"move\u005fproject": ["{PROJECT}", "nobody"]}}"#);
        let request = world.ada(Method::POST, "/api/restore?object=analytics/DOCKET_ADMIN_KEY").await;
        let request = request.header("Content-Type", "application/json").body(disguised);
        answer(request).await.is_problem(400, "invalid_request");
        for object in ["analytics/DOCKET_ADMIN_KEY", "auth/auth"] {
            let again = step(&world, object, &moved).await;
            assert_eq!(again.status, 204, "{again:?}");
        }
        let log = answer_of(&world, "/api/audit?action=restore").await;
        assert_eq!(log["entries"].as_array().unwrap().len(), 2, "what changes nothing has no record: {log}");
        let wrong = json!({ "move_project": [PROJECT, "a b"] });
        step(&world, "auth/auth", &wrong).await.is_problem(400, "invalid_request");
    });
}

#[test]
fn an_object_that_is_being_restored_responds_to_nothing_else() {
    run(async {
        let world = World::start(Options::default()).await;
        let jobs = format!("/api/projects/{OTHER_PROJECT}/jobs");
        let object = format!("jobs/{OTHER_PROJECT}");
        assert_eq!(step(&world, &object, &json!({ "begin": 10 })).await.status, 204);
        let read = async || answer(world.program(Program::JobsRead, Method::GET, &jobs)).await;
        let refused = read().await;
        refused.is_problem(503, "restoring");
        assert!(refused.header("Retry-After").is_some());
        let backed_up = until_it_breaks(&world).await;
        assert!(!File::read(whole_lines(&backed_up)).is_whole(), "half a ledger is no backup");

        let world = world.restarted().await;
        let read = async || answer(world.program(Program::JobsRead, Method::GET, &jobs)).await;
        read().await.is_problem(503, "restoring");
        let rows = json!({ "table": "owner", "columns": ["rowid"], "rows": [] });
        let invalid = step(&world, &object, &json!({ "insert": rows })).await;
        invalid.is_problem(400, "invalid_request");
        assert_eq!(invalid.problem().field.as_deref(), Some("rows"));
        step(&world, &object, &json!({ "end": 3 })).await.is_problem(409, "restore_state");
        assert_eq!(step(&world, &object, &json!({ "cancel": null })).await.status, 204);
        assert_eq!(read().await.status, 200);
        step(&world, &object, &json!({ "cancel": null })).await.is_problem(409, "restore_state");
    });
}

/// What arrives of a backup that breaks off.
async fn until_it_breaks(world: &World) -> String {
    let response = world.program(Program::BackupRead, Method::GET, "/api/backup").send().await;
    let (mut response, mut text) = (response.unwrap(), String::new());
    while let Ok(Some(chunk)) = response.chunk().await {
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    text
}

fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

#[test]
fn a_restore_is_refused_where_it_would_do_harm() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "Already here [sim: 1h]").await;
        for begin in ["check", "begin"] {
            let full = step(&world, &of_project(), &json!({ begin: 10 })).await;
            full.is_problem(409, "not_empty");
            let newer = step(&world, &format!("jobs/{OTHER_PROJECT}"), &json!({ begin: 900 })).await;
            newer.is_problem(400, "invalid_request");
            assert_eq!(newer.problem().field.as_deref(), Some("schema"));
        }
        let check = json!({ "check": 1 });
        step(&world, "jobs/nobody", &check).await.is_problem(404, "unknown_project");
        step(&world, "analytics/DOCKET_ACCOUNTS", &check).await.is_problem(400, "invalid_request");
        step(&world, "auth/other", &check).await.is_problem(400, "invalid_request");
        // A token could give itself every right by restoring tokens.
        let request = world.program(Program::Everything, Method::POST, "/api/restore?object=auth/auth");
        answer(request.json(&check)).await.is_problem(403, "forbidden");
        assert_eq!(world.sign_in(ADA, PASSPHRASE).await.status, 200);
    });
}

#[test]
fn a_restored_object_is_known_by_its_backup() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "Restored once [sim: 1h]").await;
        let file = File::read(&backup(&world).await.text);
        let object = format!("jobs/{OTHER_PROJECT}");
        let of_this = format!("{object}&backup={HASH}");
        let found = file.object(&of_project());
        let check = json!({ "check": found.0["schema"] });
        assert_eq!(step(&world, &of_this, &check).await.status, 204);
        restore(&world, &found, &object).await;
        let world = world.restarted().await;
        step(&world, &of_this, &check).await.is_problem(409, "restore_state");
        for other in [&object, &format!("{object}&backup=another")] {
            step(&world, other, &check).await.is_problem(409, "not_empty");
        }
        step(&world, &of_this, &json!({ "begin": 1 })).await.is_problem(409, "not_empty");
        let jobs = answer_of(&world, &format!("/api/projects/{OTHER_PROJECT}/jobs")).await;
        assert_eq!(jobs["jobs"].as_array().unwrap().len(), 1, "{jobs}");
    });
}

#[test]
fn a_person_signs_in_while_the_object_of_auth_is_being_restored() {
    run(async {
        let world = World::start(Options::default()).await;
        let sign_ins =
            async |world: &World| answer_of(world, "/api/audit?action=sign_in").await["entries"].clone();
        let before = sign_ins(&world).await;
        assert_eq!(step(&world, "auth/auth", &json!({ "begin": 1 })).await.status, 204);
        // The session that began the restore is gone.
        let world = world.restarted().await;
        let signed_in = world.sign_in(ADA, PASSPHRASE).await;
        assert_eq!(signed_in.status, 200, "{signed_in:?}");
        let warning = format!("the sign-in of {ADA} is not in the audit log");
        assert!(world.worker.has_logged(&warning).await, "{}", world.worker.log());
        let cookie = cookie_of(&signed_in);
        let cancel = world.browser(Method::POST, "/api/restore?object=auth/auth");
        let cancelled = answer(cancel.header("Cookie", &cookie).json(&json!({ "cancel": null }))).await;
        assert_eq!(cancelled.status, 204, "{cancelled:?}");
        assert_eq!(world.sign_in(ADA, PASSPHRASE).await.status, 200);
        let after = sign_ins(&world).await;
        assert!(!before.as_array().unwrap().is_empty());
        assert!(after.as_array().unwrap().ends_with(before.as_array().unwrap()), "{before} in {after}");
        let out = answer(world.browser(Method::DELETE, "/api/session").header("Cookie", &cookie)).await;
        assert_eq!(out.status, 204, "a session that is not in the list ends as well: {out:?}");
    });
}

#[test]
fn a_sign_out_during_a_restore_of_auth_ends_the_session_and_is_recorded_when_it_is_repeated() {
    run(async {
        let world = World::start(Options::default()).await;
        let cookie = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
        let sign_out =
            async || answer(world.browser(Method::DELETE, "/api/session").header("Cookie", &cookie)).await;
        assert_eq!(step(&world, "auth/auth", &json!({ "begin": 1 })).await.status, 204);
        let refused = sign_out().await;
        refused.is_problem(503, "restoring");
        assert!(refused.header("Retry-After").is_some(), "{refused:?}");
        let own = answer(world.browser(Method::GET, "/api/self").header("Cookie", &cookie)).await;
        own.is_problem(401, "unauthenticated");
        assert_eq!(step(&world, "auth/auth", &json!({ "cancel": null })).await.status, 204);
        for _ in 0..2 {
            let repeated = sign_out().await;
            assert_eq!(repeated.status, 204, "{repeated:?}");
            let log = answer_of(&world, "/api/audit?action=sign_out").await;
            assert_eq!(log["entries"].as_array().unwrap().len(), 1, "one sign-out, one record: {log}");
        }
    });
}
