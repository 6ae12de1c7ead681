//! Missing and suspicious settings.

use reqwest::Method;

use crate::harness::{Options, Program, World, answer, run};

#[test]
fn without_settings_only_health_works() {
    run(async {
        let vars = vec![
            ("DOCKET_ACCOUNTS", None),
            ("DOCKET_ADMIN_KEY", None),
            ("DOCKET_SESSION_SECRET", Some("too short, and secret".to_owned())),
        ];
        let world = World::start(Options { vars }).await;
        let health = answer(world.request(Method::GET, "/api/health")).await;
        assert_eq!(health.status, 200);
        assert_eq!(health.json()["status"], "not_configured");
        // A load balancer reads only the status.
        for path in ["/api/health?ready=1", "/api/health?ready=1&deep=1"] {
            answer(world.request(Method::GET, path)).await.is_problem(503, "not_configured");
        }
        let missing = health.json()["missing"].to_string();
        for name in ["DOCKET_ACCOUNTS", "DOCKET_ADMIN_KEY", "DOCKET_SESSION_SECRET"] {
            assert!(missing.contains(name), "{missing}");
        }
        for path in ["/api/session", "/api/projects", "/v1/analytics/acme-docs/visitors"] {
            let answer = answer(world.program(Program::Everything, Method::GET, path)).await;
            answer.is_problem(503, "not_configured");
            assert!(
                answer.text.contains("DOCKET_ACCOUNTS is not set, and neither is DOCKET_ACCESS_TEAM."),
                "{answer:?}"
            );
        }
        assert!(!missing.contains("too short, and") && !world.log().await.contains("too short, and"));
    });
}

#[test]
fn a_key_of_another_kind_is_a_warning() {
    run(async {
        let key = "mint_dsc_not_an_admin_key".to_owned();
        let world = World::start(Options { vars: vec![("DOCKET_ADMIN_KEY", Some(key.clone()))] }).await;
        let health = answer(world.request(Method::GET, "/api/health")).await;
        assert_eq!(health.json()["status"], "ok");
        assert_eq!(answer(world.request(Method::GET, "/api/health?ready=1")).await.status, 200);
        assert!(world.worker.has_logged("DOCKET_ADMIN_KEY does not look like an admin key").await);
        let refused =
            answer(world.program(Program::Everything, Method::GET, "/v1/analytics/acme-docs/visitors")).await;
        refused.is_problem(502, "service_rejected_key");
        assert!(!world.log().await.contains(&key));
    });
}
