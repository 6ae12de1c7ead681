use super::*;
use docket_wire::{ProjectId, Right};
use proptest::prelude::*;

/// Every path, and for each method that it takes, the route's name and what a caller needs.
type PathRow = (&'static str, &'static [(&'static str, &'static str, AccessRule)]);

const READ: AccessRule = AccessRule::Needs(Right::JobsRead);
const WRITE: AccessRule = AccessRule::Needs(Right::JobsWrite);
const VISITORS: AccessRule = AccessRule::Needs(Right::VisitorsRead);

const EXPECTED: &[PathRow] = &[
    ("/v2/agent/acme/job", &[("POST", "create_job", WRITE)]),
    ("/v2/agent/acme/job/j1", &[("GET", "get_job", READ), ("HEAD", "get_job", READ)]),
    ("/v2/agent/acme/job/j1/message", &[("POST", "send_message", WRITE)]),
    ("/v1/analytics/acme/visitors", &[("GET", "visitors", VISITORS), ("HEAD", "visitors", VISITORS)]),
    (
        "/api/projects/acme/visitors/summary",
        &[("GET", "visitors_summary", VISITORS), ("HEAD", "visitors_summary", VISITORS)],
    ),
    (
        "/api/projects/acme/visitors/trend",
        &[("GET", "visitors_trend", VISITORS), ("HEAD", "visitors_trend", VISITORS)],
    ),
    (
        "/api/projects/acme/visitors/rows",
        &[("GET", "visitors_rows", VISITORS), ("HEAD", "visitors_rows", VISITORS)],
    ),
    (
        "/api/projects/acme/visitors/export",
        &[("GET", "visitors_export", VISITORS), ("HEAD", "visitors_export", VISITORS)],
    ),
    (
        "/api/projects/acme/visitors/backfill",
        &[("POST", "start_backfill", VISITORS), ("DELETE", "cancel_backfill", VISITORS)],
    ),
    (
        "/api/projects/acme/visitors/budget",
        &[("GET", "visitors_budget", VISITORS), ("HEAD", "visitors_budget", VISITORS)],
    ),
    (
        "/api/session",
        &[
            ("GET", "get_session", AccessRule::SignedIn),
            ("HEAD", "get_session", AccessRule::SignedIn),
            ("POST", "sign_in", AccessRule::Public),
            ("DELETE", "sign_out", AccessRule::Public),
        ],
    ),
    (
        "/api/projects",
        &[("GET", "projects", AccessRule::SignedIn), ("HEAD", "projects", AccessRule::SignedIn)],
    ),
    (
        "/api/projects/acme/jobs",
        &[("GET", "jobs", READ), ("HEAD", "jobs", READ), ("POST", "import_job", WRITE)],
    ),
    (
        "/api/projects/acme/jobs/j1",
        &[("GET", "job_detail", READ), ("HEAD", "job_detail", READ), ("PATCH", "patch_job", WRITE)],
    ),
    ("/api/projects/acme/jobs/j1/follow-ups", &[("POST", "queue_follow_up", WRITE)]),
    ("/api/projects/acme/submissions", &[("GET", "submissions", READ), ("HEAD", "submissions", READ)]),
    (
        "/api/projects/acme/submissions/s1",
        &[("PATCH", "edit_submission", WRITE), ("DELETE", "discard_submission", WRITE)],
    ),
    ("/api/projects/acme/submissions/s1/resend", &[("POST", "resend_submission", WRITE)]),
    ("/api/projects/acme/submissions/s1/match", &[("POST", "match_submission", WRITE)]),
    ("/api/projects/acme/live", &[("GET", "live", READ), ("HEAD", "live", READ)]),
    ("/api/health", &[("GET", "health", AccessRule::Public), ("HEAD", "health", AccessRule::Public)]),
];

const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

#[test]
fn every_route_takes_only_its_methods() {
    for (path, taken) in EXPECTED {
        let allow = taken.iter().map(|(method, ..)| *method).collect::<Vec<_>>().join(", ");
        for method in METHODS {
            let found = Route::find(method, path);
            match taken.iter().find(|(taken, ..)| *taken == method) {
                Some((_, name, access)) => {
                    let route = found.unwrap();
                    assert_eq!((route.name(), route.access()), (*name, *access), "{method} {path}");
                    assert_eq!(
                        route.project().map(ProjectId::as_str),
                        path.contains("acme").then_some("acme"),
                        "{path}"
                    );
                }
                None => assert_eq!(found, Err(NoRoute::Method { allow: allow.clone() }), "{method} {path}"),
            }
        }
    }
}

#[test]
fn every_row_of_the_table_is_expected_above_and_found_by_its_own_pattern() {
    let expected: Vec<&str> = EXPECTED
        .iter()
        .flat_map(|(_, taken)| *taken)
        .filter(|(method, ..)| *method != "HEAD")
        .map(|(_, name, _)| *name)
        .collect();
    assert_eq!(expected.len(), ROUTES.len());
    for row in ROUTES {
        assert!(expected.contains(&row.name), "{}", row.name);
        let method = format!("{:?}", row.method).to_uppercase();
        let path = row.pattern.replace(['{', '}'], "");
        let route = Route::find(&method, &path).unwrap();
        assert_eq!((route.name(), route.access()), (row.name, row.access), "{path}");
        assert_eq!(route.handler(), row.handler, "{path}");
        assert_eq!(route.project().is_some(), row.handler != Handler::Worker, "{path}");
    }
}

#[test]
fn other_paths_are_unknown() {
    let unknown = [
        "",
        "/",
        "v2/agent/a/job",
        "/v2",
        "/v2/",
        "/v2/agent/a",
        "/v2/agent/a/job/",
        "/v2/agent//job",
        "/v2/agent/./job",
        "/v2/agent/%2e%2e/job",
        "/v2/agent/a/job/j/message/",
        "/v2/agent/a/job/j/messages",
        "/V2/agent/a/job",
        "/v1/agent/a/job",
        "/v2/analytics/a/visitors",
        "/v2/agent/%/job",
        "/v2/agent/%4/job",
        "/v2/agent/%zz/job",
        "/v2/agent/%ff/job",
        "/api",
        "/api/session/x",
        "/api/project",
        "/api/projects/a",
        "/api/healthz",
        "//api/health",
        "/api//health",
        "/api/projects/a/live/x",
    ];
    for path in unknown {
        for method in METHODS {
            assert_eq!(Route::find(method, path), Err(NoRoute::Unknown), "{method} {path}");
        }
    }
}

#[test]
fn segments_are_decoded_once() {
    let route = Route::find("GET", "/v2/agent/acm%C3%A9/job/j%40%31").unwrap();
    assert_eq!(route, Route::GetJob { project: "acmé".parse().unwrap(), job: "j@1".parse().unwrap() });
    for (path, field) in [
        ("/v2/agent/a%2Fb/job", "projectId"),
        ("/v2/agent/a/job/x%252e", "id"),
        ("/v2/agent/a/job/x%00", "id"),
        ("/v2/agent/a/job/x%20y", "id"),
        ("/v2/agent/a/job/x%3Fy", "id"),
        ("/api/projects/a%5Cb/live", "project"),
    ] {
        let method = if field == "projectId" { "POST" } else { "GET" };
        match Route::find(method, path) {
            Err(NoRoute::Segment { field: found, .. }) => assert_eq!(found, field, "{path}"),
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn api_paths_begin_with_api_v1_or_v2() {
    for (path, api) in [
        ("/api", true),
        ("/api/x", true),
        ("/v1/", true),
        ("/v2/agent", true),
        ("/", false),
        ("/apis", false),
        ("/v3/x", false),
        ("/jobs/v2/x", false),
    ] {
        assert_eq!(is_api(path), api, "{path}");
    }
}

proptest! {
    #[test]
    fn identifiers_are_always_clean(path in "/v2/agent/[a%0-9/.\\\\]{0,12}/job/[a%0-9/.]{0,12}") {
        if let Ok(Route::GetJob { project, job }) = Route::find("GET", &path) {
            for id in [project.as_str(), job.as_str()] {
                prop_assert!(!id.contains(['/', '\\', '%']) && id != "." && id != ".." && !id.is_empty());
            }
        }
    }

    #[test]
    fn no_path_panics(method in "[A-Z]{0,8}", path in "\\PC{0,80}") {
        let _ = Route::find(&method, &path);
    }
}
