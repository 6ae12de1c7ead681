//! An object refuses to work with a database that a newer release wrote, and continues when that release is back.

use reqwest::Method;
use serde_json::json;

use crate::harness::stored::change_schema;
use crate::harness::{ADA, Options, PASSPHRASE, Program, World, answer, run};

async fn deep_health(world: &World) -> serde_json::Value {
    let health = answer(world.program(Program::JobsRead, Method::GET, "/api/health?deep=1")).await;
    assert_eq!(health.status, 200, "{health:?}");
    health.json()
}

#[test]
fn sign_in_responds_with_503_until_the_schema_is_back() {
    run(async {
        let world = World::start(Options::default()).await;
        assert_eq!(world.sign_in(ADA, PASSPHRASE).await.status, 200);
        assert_eq!(deep_health(&world).await["status"], "ok");

        let world = world.restarted_after(|state| change_schema(state, "SignInObject", 900)).await;
        world.sign_in(ADA, PASSPHRASE).await.is_problem(503, "newer_schema");
        assert!(world.worker.has_logged("is newer than schema").await);
        let health = deep_health(&world).await;
        assert_eq!(health["status"], "degraded");
        let unavailable = health["unavailable"].as_array().unwrap();
        assert!(
            unavailable.len() == 1
                && unavailable[0].as_str().unwrap().starts_with("Sign-in: A newer release"),
            "{health}"
        );

        let world = world.restarted_after(|state| change_schema(state, "SignInObject", -900)).await;
        assert_eq!(world.sign_in(ADA, PASSPHRASE).await.status, 200);
        assert_eq!(deep_health(&world).await["status"], "ok");
    });
}

#[test]
fn jobs_and_analytics_respond_with_503_until_the_schema_is_back() {
    run(async {
        let world = World::start(Options::default()).await;
        let paths = [
            "/api/projects/acme-docs/jobs",
            "/api/projects/acme-docs/visitors/summary?from=2026-10-01&to=2026-10-31",
        ];
        let read = async |world: &World, path: &str| {
            answer(world.program(Program::Everything, Method::GET, path)).await
        };
        for path in paths {
            assert_eq!(read(&world, path).await.status, 200);
        }
        let classes = ["JobsObject", "AnalyticsObject"];
        let world = world
            .restarted_after(|state| classes.iter().for_each(|class| change_schema(state, class, 900)))
            .await;
        for path in paths {
            read(&world, path).await.is_problem(503, "newer_schema");
        }
        assert_eq!(deep_health(&world).await["unavailable"].as_array().unwrap().len(), 2);

        let world = world
            .restarted_after(|state| classes.iter().for_each(|class| change_schema(state, class, -900)))
            .await;
        for path in paths {
            assert_eq!(read(&world, path).await.status, 200);
        }
    });
}

#[test]
fn only_an_authenticated_caller_can_check_the_objects() {
    run(async {
        let world = crate::harness::shared().await;
        answer(world.request(Method::GET, "/api/health?deep=1")).await.is_problem(401, "unauthenticated");
        let shallow = answer(world.request(Method::GET, "/api/health")).await.json();
        assert_eq!((&shallow["status"], shallow.get("unavailable")), (&json!("ok"), None));
    });
}
