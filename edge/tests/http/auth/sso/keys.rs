//! The keys of the team: rotation, made-up key ids, and a team that does not respond.

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_sim::ServiceOperation;
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

use super::world;
use crate::harness::{World, answer, run};

async fn status(world: &World, assertion: &str) -> u16 {
    let request = world.request(Method::GET, "/api/projects").header("Cf-Access-Jwt-Assertion", assertion);
    answer(request).await.status
}

#[test]
fn after_a_rotation_the_old_and_the_new_key_are_valid() {
    run(async {
        let world = world().await;
        let assertion = || world.sim.assertion(&Value::Null, &Value::Null);
        let withdrawn = assertion();
        world.sim.rotate_access_key();
        let old = assertion();
        world.sim.rotate_access_key();
        let new = assertion();
        assert_eq!((status(&world, &old).await, status(&world, &new).await), (200, 200));
        assert_eq!(status(&world, &withdrawn).await, 401);
        assert_eq!(world.sim.count(ServiceOperation::AccessKeys), 1);
        let keys = world
            .sim
            .requests()
            .into_iter()
            .find(|request| request.operation == Some(ServiceOperation::AccessKeys));
        assert!(!keys.unwrap().headers.contains(&"authorization".to_owned()), "the keys are public");
    });
}

#[test]
fn a_thousand_unknown_key_ids_cause_at_most_a_few_fetches() {
    run(async {
        let world = world().await;
        let known = world.sim.assertion(&Value::Null, &Value::Null);
        assert_eq!(status(&world, &known).await, 200);
        let (_, rest) = known.split_once('.').unwrap();
        let made_up = (0..1000).map(|number| {
            let header = json!({ "alg": "RS256", "kid": format!("made-up-{number}") }).to_string();
            format!("{}.{rest}", Base64UrlUnpadded::encode_string(header.as_bytes()))
        });
        let statuses = futures_util::stream::iter(made_up)
            .map(async |assertion| status(&world, &assertion).await)
            .buffer_unordered(20);
        assert!(statuses.all(async |status| status == 401).await);
        assert!(
            world.sim.count(ServiceOperation::AccessKeys) <= 3,
            "{}",
            world.sim.count(ServiceOperation::AccessKeys)
        );
        assert_eq!(status(&world, &known).await, 200);
    });
}

#[test]
fn many_people_at_once_share_one_fetch() {
    run(async {
        let world = world().await;
        world.sim.inject(ServiceOperation::AccessKeys, "timeout 300ms".parse().unwrap(), 1);
        let assertion = world.sim.assertion(&Value::Null, &Value::Null);
        let statuses = futures_util::future::join_all((0..20).map(|_| status(&world, &assertion))).await;
        assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
        assert_eq!(world.sim.count(ServiceOperation::AccessKeys), 1);
    });
}

#[test]
fn known_keys_stay_valid_when_the_team_does_not_respond() {
    run(async {
        let world = world().await;
        let known = world.sim.assertion(&Value::Null, &Value::Null);
        assert_eq!(status(&world, &known).await, 200);
        world.sim.inject(ServiceOperation::AccessKeys, "503".parse().unwrap(), 1000);
        let unknown = world.sim.assertion(&json!({ "kid": "other" }), &Value::Null);
        assert_eq!((status(&world, &unknown).await, status(&world, &known).await), (401, 200));
    });
}

#[test]
fn without_keys_docket_is_unavailable_rather_than_the_person_signed_out() {
    run(async {
        for fault in ["503", "200", "redirect", "huge"] {
            let world = world().await;
            world.sim.inject(ServiceOperation::AccessKeys, fault.parse().unwrap(), 1000);
            for path in ["/api/session", "/api/projects"] {
                let refused = answer(world.by_access(Method::GET, path, &Value::Null)).await;
                refused.is_problem_of(fault, 503, "access_unavailable");
                assert!(refused.header("Retry-After").is_some(), "{fault}");
            }
            assert_eq!(world.sim.count(ServiceOperation::Elsewhere), 0, "the redirect was followed");
            assert!(world.sim.count(ServiceOperation::AccessKeys) <= 2, "{fault}");
            assert!(
                world.worker.has_logged("the keys of Cloudflare Access cannot be loaded").await,
                "{fault}"
            );
            // A session needs no keys.
            assert_eq!(answer(world.ada(Method::GET, "/api/projects").await).await.status, 200);
        }
    });
}
