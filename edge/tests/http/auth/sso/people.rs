//! What a person of Cloudflare Access may do, and what the browser has to prove.

use docket_wire::UnixMs;
use reqwest::Method;
use serde_json::{Value, json};

use super::shared;
use crate::harness::{ADA, Options, PROJECT, Program, World, answer, run};

#[test]
fn a_person_who_came_through_access_is_signed_in_without_a_form() {
    run(async {
        let world = shared().await;
        let who =
            answer(world.by_access(Method::GET, "/api/session", &json!({ "email": "Ada@ACME.example" })))
                .await;
        assert_eq!(who.status, 200, "{who:?}");
        assert_eq!(
            (&who.json()["name"], &who.json()["signIn"]),
            (&json!("ada@acme.example"), &json!("access"))
        );
        let expires_at: UnixMs = serde_json::from_value(who.json()["expiresAt"].clone()).unwrap();
        assert!(expires_at > UnixMs(1_700_000_000_000), "{who:?}");
        assert_eq!(who.header("Set-Cookie"), None);
        let health = answer(world.request(Method::GET, "/api/health")).await;
        assert_eq!(health.json()["signIn"], json!(["passphrase", "access"]));
    });
}

#[test]
fn roles_come_from_address_domain_and_group() {
    run(async {
        let world = shared().await;
        for (claims, project, rights) in [
            (json!({}), PROJECT, &["jobs:read", "visitors:read"][..]),
            (
                json!({ "email": "grace@acme.EXAMPLE" }),
                PROJECT,
                &["jobs:read", "jobs:write", "visitors:read"],
            ),
            (
                json!({ "email": "eve@other.example", "custom": { "groups": ["docs-admins"] } }),
                "acme-api",
                &[
                    "jobs:read",
                    "jobs:write",
                    "visitors:read",
                    "access:manage",
                    "audit:read",
                    "metrics:read",
                    "backup:read",
                ],
            ),
            (json!({ "email": "eve@sub.acme.example" }), PROJECT, &[]),
            // The account of this name has other roles, and the name is no address anyway.
            (json!({ "email": "ada@other.example" }), PROJECT, &[]),
        ] {
            let projects = answer(world.by_access(Method::GET, "/api/projects", &claims)).await;
            assert_eq!(projects.status, 200, "{projects:?}");
            let found = projects.json();
            let found = found["projects"].as_array().unwrap().iter().find(|entry| entry["id"] == project);
            let found = found.map_or(json!([]), |entry| entry["rights"].clone());
            assert_eq!(found, json!(rights), "{claims} {projects:?}");
        }
        let path = format!("/v2/agent/{PROJECT}/job");
        let prompt = json!({ "prompt": "Look around" });
        let create =
            |email: &str| world.by_access(Method::POST, &path, &json!({ "email": email })).json(&prompt);
        answer(create("ada@acme.example")).await.is_problem(403, "forbidden");
        answer(create("eve@other.example")).await.is_problem(404, "unknown_project");
        let created = answer(create("Grace@acme.example")).await;
        assert_eq!(created.status, 201, "{created:?}");
        let jobs = format!("/api/projects/{PROJECT}/jobs");
        let jobs = answer(world.by_access(Method::GET, &jobs, &json!({}))).await;
        assert_eq!(jobs.json()["jobs"][0]["author"], "grace@acme.example");
    });
}

#[test]
fn the_page_shows_the_form_for_jobs_at_once_to_who_may_start_them() {
    run(async {
        let world = shared().await;
        let path = format!("/p/{PROJECT}/jobs");
        for (claims, has_form) in [
            (json!({ "email": "grace@acme.example" }), true),
            (json!({ "email": "ada@acme.example" }), false),
            (json!({ "email": "grace@acme.example", "exp": 1 }), false),
        ] {
            let page = answer(world.by_access(Method::GET, &path, &claims)).await;
            assert!(page.status == 200 && !page.text.contains("<form"), "{claims} {page:?}");
            assert_eq!(page.text.contains("<textarea"), has_form, "{claims} {page:?}");
        }
    });
}

#[test]
fn a_token_comes_before_an_assertion_and_an_assertion_before_a_cookie() {
    run(async {
        let world = shared().await;
        let cookie = world.ada(Method::GET, "/").await.build().unwrap().headers()["Cookie"].clone();
        let by_access = || world.by_access(Method::GET, "/api/self", &json!({})).header("Cookie", &cookie);
        assert_eq!(answer(by_access()).await.json()["name"], "ada@acme.example");
        let with_token = answer(by_access().bearer_auth(Program::JobsRead.token())).await;
        assert_eq!(with_token.json()["name"], "token:jobs-read");
        answer(by_access().bearer_auth("docket_x_y")).await.is_problem(401, "unauthenticated");
        let by_cookie = world.request(Method::GET, "/api/self").header("Cookie", &cookie);
        assert_eq!(answer(by_cookie).await.json()["name"], ADA);
    });
}

#[test]
fn an_assertion_does_not_replace_the_csrf_header_and_the_origin() {
    run(async {
        let world = shared().await;
        let assertion = world.sim.assertion(&Value::Null, &json!({ "email": "grace@acme.example" }));
        for (method, path) in [
            (Method::POST, format!("/v2/agent/{PROJECT}/job")),
            (Method::PATCH, format!("/api/projects/{PROJECT}/jobs/j")),
            (Method::DELETE, "/api/session".to_owned()),
        ] {
            let request = || {
                let request =
                    world.request(method.clone(), &path).header("Cf-Access-Jwt-Assertion", &assertion);
                request.json(&json!({ "prompt": "Forged" }))
            };
            for forged in [
                request(),
                request().header("X-Docket", "1"),
                request().header("Origin", &world.worker.url),
                request().header("X-Docket", "1").header("Origin", "https://evil.example"),
            ] {
                answer(forged).await.is_problem(403, "csrf_check");
            }
        }
        let live = format!("/api/projects/{PROJECT}/live");
        let live = world.request(Method::GET, &live).header("Cf-Access-Jwt-Assertion", &assertion);
        answer(live).await.is_problem(403, "csrf_check");
    });
}

#[test]
fn without_access_in_the_settings_an_assertion_is_ignored() {
    run(async {
        let world = crate::harness::shared().await;
        answer(world.by_access(Method::GET, "/api/projects", &json!({})))
            .await
            .is_problem(401, "unauthenticated");
        let cookie = world.ada(Method::GET, "/").await.build().unwrap().headers()["Cookie"].clone();
        let who = world.by_access(Method::GET, "/api/self", &json!({})).header("Cookie", cookie);
        assert_eq!(answer(who).await.json()["name"], ADA);
        // The app asks first of all, with the cookie of an old session.
        let who =
            world.by_access(Method::GET, "/api/session", &json!({})).header("Cookie", "docket=e30.AAAA");
        let nobody = answer(who).await;
        assert_eq!((nobody.status, nobody.json()), (200, Value::Null));
    });
}

#[test]
fn without_accounts_access_is_the_only_way_in() {
    run(async {
        let vars = vec![("DOCKET_ACCOUNTS", None), ("DOCKET_ROLES", Some(super::ROLES.to_owned()))];
        let world = World::start_behind_access(Options { vars }).await;
        let health = answer(world.request(Method::GET, "/api/health")).await;
        assert_eq!((&health.json()["status"], &health.json()["signIn"]), (&json!("ok"), &json!(["access"])));
        let nobody = answer(world.request(Method::GET, "/api/session")).await;
        assert_eq!((nobody.status, nobody.json()), (200, Value::Null));
        world.sign_in(ADA, "any passphrase at all").await.is_problem(401, "wrong_passphrase");
        let who = answer(world.by_access(Method::GET, "/api/session", &json!({}))).await;
        assert_eq!(who.json()["name"], "ada@acme.example");
    });
}
