//! Refusals are recorded, as far as they are not a flood.

use docket_wire::{AuditAction, AuditCredential, AuditTargetKind, ProblemCode};
use reqwest::Method;
use serde_json::json;

use super::{OF_NO_PROJECT, entries_of, of_project, page};
use crate::harness::{ADA, OTHER_PROJECT, Options, PROJECT, Person, Program, World, answer, run};

#[test]
fn a_caller_who_lacks_a_right_or_the_origin_is_recorded() {
    run(async {
        let world = World::start(Options::default()).await;
        let create = format!("/v2/agent/{PROJECT}/job");
        let viewer = || world.browser(Method::POST, &create).header("Cookie", Person::Viewer.cookie());
        let program = world.program(Program::JobsRead, Method::POST, &create);
        let forged = world.request(Method::POST, &create).header("Cookie", Person::Admin.cookie());
        for (request, author, credential, code) in [
            (viewer(), "viewer", AuditCredential::Passphrase, ProblemCode::Forbidden),
            (program, "token:jobs-read", AuditCredential::Token, ProblemCode::Forbidden),
            (forged, "admin", AuditCredential::Passphrase, ProblemCode::CsrfCheck),
        ] {
            let refused = answer(request.json(&json!({ "prompt": "Do it" }))).await;
            assert_eq!(refused.status, 403, "{refused:?}");
            let [entry] = &entries_of(&world, &refused).await[..] else { panic!("{author}") };
            assert_eq!(entry.author.as_ref().unwrap().0, author);
            assert_eq!((entry.credential, entry.action), (credential, AuditAction::CreateJob));
            assert_eq!(entry.refused, Some(code));
        }

        let tokens = world.request(Method::GET, "/api/tokens").header("Cookie", Person::Viewer.cookie());
        let refused = answer(tokens).await;
        let [read] = &entries_of(&world, &refused).await[..] else { panic!() };
        let target = read.target.as_ref().unwrap();
        assert_eq!(
            (read.action, target.kind, target.id.as_str()),
            (AuditAction::Read, AuditTargetKind::Route, "tokens")
        );

        // Somebody without any right in a project is in that project's log.
        let elsewhere = format!("/api/projects/{OTHER_PROJECT}/jobs");
        answer(world.request(Method::GET, &elsewhere).header("Cookie", Person::Viewer.cookie())).await;
        let log = page(&world, &format!("/api/projects/{OTHER_PROJECT}/audit")).await;
        assert_eq!(log.entries[0].refused, Some(ProblemCode::UnknownProject));

        let anonymous = answer(world.browser(Method::POST, &create).json(&json!({ "prompt": "x" }))).await;
        assert_eq!(anonymous.status, 401);
        assert_eq!(entries_of(&world, &anonymous).await, []);
    });
}

#[test]
fn a_failed_sign_in_is_recorded_without_what_was_typed() {
    run(async {
        let world = World::start(Options::default()).await;
        let wrong = world.sign_in(ADA, "wrong horse battery staple").await;
        let [entry] = &entries_of(&world, &wrong).await[..] else { panic!() };
        assert_eq!(entry.author.as_ref().unwrap().0, ADA);
        assert_eq!((entry.action, entry.refused), (AuditAction::SignIn, Some(ProblemCode::WrongPassphrase)));
        let swapped = world.sign_in("my secret passphrase", ADA).await;
        let [entry] = &entries_of(&world, &swapped).await[..] else { panic!() };
        assert_eq!(entry.author, None, "it is nobody's name");
        let file = answer(world.ada(Method::GET, "/api/audit?format=ndjson").await).await.text;
        assert!(!file.contains("secret") && !file.contains("horse"), "{file}");
    });
}

#[test]
fn a_flood_of_refusals_leaves_few_entries_and_every_change() {
    run(async {
        let world = World::start(Options::default()).await;
        let hidden = json!({ "id": "kept", "rights": ["jobs:read"], "projects": "all" });
        answer(world.ada(Method::POST, "/api/tokens").await.json(&hidden)).await;
        for _ in 0..60 {
            let request = world.request(Method::GET, "/api/tokens").header("Cookie", Person::Viewer.cookie());
            answer(request).await.is_problem(403, "forbidden");
        }
        let refused = page(&world, &format!("{OF_NO_PROJECT}?refused=true&author=viewer")).await.entries;
        // The flood may take two minutes of the clock.
        assert!((10..=20).contains(&refused.len()), "{}", refused.len());
        let made = page(&world, &format!("{OF_NO_PROJECT}?action=create_token")).await.entries;
        assert_eq!(made.len(), 1);
        assert_eq!(page(&world, &of_project()).await.entries, []);
    });
}
