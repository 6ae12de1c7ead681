//! Paths of requests: whatever a path says, its identifiers stay in their segments of the service's addresses.

#![no_main]

use docket_core::http::route::{FoundRoute, JobsRoute, NoRoute, Route, is_api};
use docket_core::upstream::base_url::BaseUrl;
use docket_core::upstream::endpoints::JobPath;
use docket_wire::JobId;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|path: &str| {
    for method in ["GET", "POST", "PATCH", "DELETE"] {
        match FoundRoute::find(method, path) {
            Ok(FoundRoute { route, .. }) => {
                assert!(is_api(path), "a route outside the API: {path}");
                check_addresses(&route);
            }
            Err(NoRoute::Segment { reason, .. }) => assert!(!reason.is_empty()),
            Err(NoRoute::Method { allow }) => {
                assert!(!allow.contains(method), "{method} is refused and allowed")
            }
            Err(NoRoute::Unknown) => {}
        }
    }
});

fn check_addresses(route: &Route) {
    let Some(project) = route.project() else { return };
    let base = BaseUrl::parse("https://service.example").unwrap();
    check_address(&base.create_job(project), "https://service.example/v2/agent/", "/job");
    let job: &JobId = match route {
        Route::Jobs(_, JobsRoute::GetJob { job } | JobsRoute::SendMessage { job }) => job,
        _ => return,
    };
    check_address(&base.send_message(project, job), "https://service.example/v2/agent/", "/message");
    let path = JobPath::parse("/v2/agent/{projectId}/job/{id}").unwrap();
    check_address(&base.get_job(&path, project, job), "https://service.example/v2/agent/", "");
    assert_eq!(base.send_message(project, job).matches('/').count(), 8);
}

fn check_address(address: &str, start: &str, end: &str) {
    assert!(address.starts_with(start) && address.ends_with(end), "{address}");
    assert!(address.bytes().all(|b| b.is_ascii_graphic() && !b"?#\\".contains(&b)), "{address}");
    assert!(address.split('/').skip(3).all(|segment| !matches!(segment, "" | "." | "..")), "{address}");
}
