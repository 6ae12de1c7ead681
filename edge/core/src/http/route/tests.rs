use super::*;
use docket_wire::ProjectId;
use proptest::prelude::*;

/// An id of anything.
const ID: &str = "0123456789abcdef0123456789abcdef";
const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

#[test]
fn every_route_is_found_by_its_pattern_and_takes_only_its_methods() {
    for pattern in ROUTES.iter().map(|row| row.pattern) {
        let path = pattern
            .replace("{projectId}", "acme")
            .replace("{project}", "acme")
            .replace("{id}", ID)
            .replace("{day}", "2026-01-31");
        let rows = || ROUTES.iter().filter(|row| row.pattern == pattern);
        let mut taken: Vec<RequestMethod> = rows().map(|row| row.method).collect();
        taken.sort_unstable();
        let allow = taken.iter().map(|method| method.allow()).collect::<Vec<_>>().join(", ");
        for method in METHODS {
            let found = FoundRoute::find(method, &path);
            match rows().find(|row| Some(row.method) == RequestMethod::parse(method)) {
                Some(row) => {
                    let FoundRoute { row: found, route } = found.unwrap();
                    assert_eq!(found.name, row.name, "{method} {path}");
                    let project = route.project().map(ProjectId::as_str);
                    assert_eq!(project, path.contains("acme").then_some("acme"), "{method} {path}");
                    assert_eq!(format!("{route:?}").contains(ID), path.contains(ID), "{method} {path}");
                }
                None => {
                    assert_eq!(
                        found.unwrap_err(),
                        NoRoute::Method { allow: allow.clone() },
                        "{method} {path}"
                    );
                }
            }
        }
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
            assert_eq!(FoundRoute::find(method, path).unwrap_err(), NoRoute::Unknown, "{method} {path}");
        }
    }
}

#[test]
fn segments_are_decoded_once() {
    let found = FoundRoute::find("GET", "/v2/agent/acm%C3%A9/job/j%40%31").unwrap();
    let job = "j@1".parse().unwrap();
    assert_eq!(found.route, Route::Jobs("acmé".parse().unwrap(), JobsRoute::GetJob { job }));
    for (path, field) in [
        ("/v2/agent/a%2Fb/job", "projectId"),
        ("/v2/agent/a/job/x%252e", "id"),
        ("/v2/agent/a/job/x%00", "id"),
        ("/v2/agent/a/job/x%20y", "id"),
        ("/v2/agent/a/job/x%3Fy", "id"),
        ("/api/projects/a%5Cb/live", "project"),
    ] {
        let method = if field == "projectId" { "POST" } else { "GET" };
        match FoundRoute::find(method, path) {
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
        let found = FoundRoute::find("GET", &path).map(|found| found.route);
        if let Ok(Route::Jobs(project, JobsRoute::GetJob { job })) = found {
            for id in [project.as_str(), job.as_str()] {
                prop_assert!(!id.contains(['/', '\\', '%']) && id != "." && id != ".." && !id.is_empty());
            }
        }
    }

    #[test]
    fn no_path_panics(method in "[A-Z]{0,8}", path in "\\PC{0,80}") {
        let _ = FoundRoute::find(&method, &path);
    }
}

#[test]
fn what_gives_access_or_everything_refuses_an_ended_session_at_once() {
    let at_once: Vec<_> =
        ROUTES.iter().filter(|row| row.authorization.refuses_at_once()).map(|row| row.name).collect();
    assert_eq!(at_once, ["read_backup", "restore", "tokens", "create_token", "revoke_token", "people"]);
}
