//! The app's page and files. A file that is missing must not be answered with the page: see `edge/src/router/app.rs`.

use docket_wire::{PageMatch, Right};
use reqwest::header::{ACCEPT, ETAG, IF_NONE_MATCH};
use reqwest::{Method, RequestBuilder};

use crate::harness::{ASSET, OTHER_PROJECT, Options, Person, World, answer, run, shared};

const NAVIGATION: &str = "text/html,application/xhtml+xml,*/*;q=0.8";

#[test]
fn the_paths_of_pages_have_the_page() {
    run(async {
        let world = shared().await;
        for path in PageMatch::PATHS.iter().chain(&["/p/acme-docs/jobs/job%3A1?x=y"]) {
            let page = answer(world.request(Method::GET, path).header(ACCEPT, NAVIGATION)).await;
            assert_eq!(page.status, 200, "{path}: {page:?}");
            assert!(page.text.contains("<title>Docket</title>"), "{path}: {page:?}");
            assert_eq!(page.header("Cache-Control"), Some("no-cache"), "{path}");
            assert!(
                page.header("Content-Security-Policy").unwrap().starts_with("default-src 'none'"),
                "{path}"
            );
            let head = answer(world.request(Method::HEAD, path)).await;
            assert_eq!((head.status, head.text.as_str()), (200, ""), "{path}");
            let etag = page.headers.get(ETAG).unwrap();
            let again = answer(world.request(Method::GET, path).header(IF_NONE_MATCH, etag)).await;
            assert_eq!((again.status, again.text.as_str()), (304, ""), "{path}");
        }
    });
}

#[test]
fn who_has_no_session_gets_the_page_with_the_form() {
    run(async {
        let world = shared().await;
        let has_form = async |request: RequestBuilder| {
            let page = answer(request.header(ACCEPT, NAVIGATION)).await;
            assert_eq!(page.status, 200, "{page:?}");
            page.text.contains("<form")
        };
        for path in ["/", "/sign-in", "/p/acme-docs/jobs"] {
            let page = || world.request(Method::GET, path);
            assert!(has_form(page()).await, "{path} for nobody");
            assert!(
                has_form(page().header("Cookie", "docket=e30.AAAA")).await,
                "{path} with a forged session"
            );
            assert!(!has_form(world.ada(Method::GET, path).await).await, "{path} for a person");
            // The person may be signed in: the browser sends no cookie with such a request.
            let linked = page().header("Sec-Fetch-Site", "cross-site");
            assert!(!has_form(linked).await, "{path} for who follows a link of another site");
            assert!(has_form(page().header("Sec-Fetch-Site", "none")).await, "{path} for who types it");
        }
        // A browser that has the one page gets the other when it matters.
        let etag = answer(world.request(Method::GET, "/")).await.headers.remove(ETAG).unwrap();
        let signed_in = answer(world.ada(Method::GET, "/").await.header(IF_NONE_MATCH, etag)).await;
        assert_eq!(signed_in.status, 200);
    });
}

#[test]
fn who_may_start_jobs_gets_the_page_with_their_form() {
    run(async {
        let world = shared().await;
        let has_form = async |person: Person, path: &str| {
            let request = world.request(Method::GET, path).header("Cookie", person.cookie());
            let page = answer(request.header(ACCEPT, NAVIGATION)).await;
            assert_eq!(page.status, 200, "{page:?}");
            page.text.contains("<textarea")
        };
        for person in Person::ALL {
            let may_start = person.role().is_some_and(|role| role.rights().contains(&Right::JobsWrite));
            assert_eq!(has_form(person, "/p/acme-docs/jobs").await, may_start, "{person:?}");
            let elsewhere = has_form(person, &format!("/p/{OTHER_PROJECT}/jobs")).await;
            assert_eq!(elsewhere, person == Person::Admin, "{person:?} in another project");
            for path in ["/", "/p/acme-docs/jobs/job%3A1", "/p/acme-docs/visitors"] {
                assert!(!has_form(person, path).await, "{person:?} {path}");
            }
        }
    });
}

#[test]
fn who_cannot_have_a_passphrase_gets_no_form() {
    run(async {
        let roles = r#"[{"role": "viewer", "domains": ["acme.example"]}]"#.to_owned();
        let vars = vec![("DOCKET_ACCOUNTS", None), ("DOCKET_ROLES", Some(roles))];
        let world = World::start_behind_access(Options { vars }).await;
        let page = answer(world.request(Method::GET, "/p/acme-docs/jobs").header(ACCEPT, NAVIGATION)).await;
        assert!(page.status == 200 && !page.text.contains("<form"), "{page:?}");
    });
}

#[test]
fn a_file_is_cached_indefinitely_and_a_missing_file_never() {
    run(async {
        let world = shared().await;
        let file = answer(world.request(Method::GET, &format!("/{ASSET}"))).await;
        assert_eq!(file.status, 200, "{file:?}");
        assert_eq!(file.header("Cache-Control"), Some("public, max-age=31536000, immutable"));
        for path in [
            "/docket-app-fedcba9876543210.js",
            "/docket-app-fedcba9876543210_bg.wasm",
            "/docket-app-visitors-fedcba9876543210.wasm",
            "/boot-fedcba9876543210.js",
            "/index-fedcba9876543210.css",
            "/pages-fedcba9876543210.css",
            "/nothing",
            "/p/acme-docs/nothing",
        ] {
            let missing = answer(world.request(Method::GET, path).header(ACCEPT, "*/*")).await;
            missing.is_problem_of(path, 404, "unknown_route");
            assert_eq!(missing.header("Cache-Control"), Some("no-store"), "{path}");
            assert_eq!(answer(world.request(Method::HEAD, path)).await.status, 404, "{path}");
        }
    });
}

#[test]
fn a_person_who_follows_a_dead_link_sees_the_app_say_so() {
    run(async {
        let world = shared().await;
        let etag = answer(world.request(Method::GET, "/")).await.headers.remove(ETAG).unwrap();
        let dead = world.request(Method::GET, "/p/acme-docs/nothing").header(ACCEPT, NAVIGATION);
        let dead = answer(dead.header(IF_NONE_MATCH, etag)).await;
        assert_eq!(dead.status, 404, "{dead:?}");
        assert!(dead.text.contains("<title>Docket</title>"), "{dead:?}");
        assert_eq!(dead.header("Cache-Control"), Some("no-store"));
        assert_eq!(dead.header("X-Frame-Options"), Some("DENY"));
    });
}

#[test]
fn a_page_takes_no_other_method() {
    run(async {
        let world = shared().await;
        // For "/", which is a file, the platform itself refuses the method.
        for path in ["/p/acme-docs/jobs", "/nothing"] {
            let refused = answer(world.request(Method::POST, path)).await;
            refused.is_problem_of(path, 405, "method_not_allowed");
            assert_eq!(refused.header("Allow"), Some("GET, HEAD"), "{path}");
        }
    });
}
