//! Sessions of people: sign-in, sign-out, CSRF checks and throttling.

use std::time::{Duration, Instant};

use docket_core::auth::pbkdf2::Pbkdf2Hash;
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::harness::{ADA, Options, PASSPHRASE, PROJECT, World, answer, cookie_of, run, shared};

async fn own() -> World {
    World::start(Options::default()).await
}

#[test]
fn a_session_starts_with_sign_in_and_ends_with_sign_out() {
    run(async {
        let world = own().await;
        let signed_in = world.sign_in(ADA, PASSPHRASE).await;
        assert_eq!(signed_in.status, 200, "{signed_in:?}");
        assert_eq!(signed_in.json()["name"], "ada");
        let rights = json!([
            "jobs:read",
            "jobs:write",
            "visitors:read",
            "access:manage",
            "audit:read",
            "metrics:read",
            "backup:read"
        ]);
        assert_eq!(signed_in.json()["grants"], json!([{"rights": rights, "projects": "all"}]));
        // A browser refuses a __Host- cookie on http://localhost, so Docket uses a plain name there.
        let cookie = signed_in.header("Set-Cookie").unwrap();
        assert!(cookie.starts_with("docket=") && !cookie.contains("Secure"), "{cookie}");
        assert!(cookie.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict"), "{cookie}");

        let cookie = cookie_of(&signed_in);
        let who = || world.request(Method::GET, "/api/session").header("Cookie", &cookie);
        let described = answer(who()).await;
        assert_eq!((described.status, described.json()), (200, signed_in.json()));
        assert_eq!(described.header("Set-Cookie"), None, "renewed too early");

        let out = answer(world.browser(Method::DELETE, "/api/session").header("Cookie", &cookie)).await;
        assert_eq!(out.status, 204, "{out:?}");
        assert_eq!(out.header("Set-Cookie"), Some("docket=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"));
        let nobody = answer(who()).await;
        // The app asks first of all, and a browser would print a 401 as an error.
        assert_eq!((nobody.status, nobody.json()), (200, Value::Null));
        assert_eq!(
            nobody.header("Set-Cookie"),
            Some("docket=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
        );
        let projects = || world.request(Method::GET, "/api/projects").header("Cookie", &cookie);
        answer(projects()).await.is_problem(401, "unauthenticated");
        let again = answer(world.browser(Method::DELETE, "/api/session").header("Cookie", &cookie)).await;
        assert_eq!(again.status, 204, "signing out twice is not an error");

        // The object stores that the session has ended.
        let world = world.restarted().await;
        let projects = world.request(Method::GET, "/api/projects").header("Cookie", &cookie);
        answer(projects).await.is_problem(401, "unauthenticated");
    });
}

#[test]
fn nobody_and_an_invalid_session_are_null_but_an_invalid_token_is_refused() {
    run(async {
        let world = shared().await;
        let who = || world.request(Method::GET, "/api/session");
        for (cookie, cleared) in [("theme=dark", false), ("docket=e30.AAAA", true)] {
            let nobody = answer(who().header("Cookie", cookie)).await;
            assert_eq!((nobody.status, nobody.json()), (200, Value::Null), "{cookie}");
            assert_eq!(nobody.header("Set-Cookie").is_some(), cleared, "{cookie}");
        }
        let token = who().bearer_auth("docket_x_y").header("Cookie", "docket=e30.AAAA");
        answer(token).await.is_problem(401, "unauthenticated");
    });
}

#[test]
fn an_account_may_have_a_name_beyond_ascii() {
    run(async {
        let world = own().await;
        let signed_in = world.sign_in("Zoë", PASSPHRASE).await;
        assert_eq!(signed_in.json()["name"], "Zoë", "{signed_in:?}");
        let path = format!("/v2/agent/{PROJECT}/job");
        let created = world.browser(Method::POST, &path).header("Cookie", cookie_of(&signed_in));
        let created = answer(created.json(&json!({ "prompt": "Say hello" }))).await;
        assert!((200..300).contains(&created.status), "{created:?}");
        let jobs = format!("/api/projects/{PROJECT}/jobs");
        let jobs = answer(world.request(Method::GET, &jobs).header("Cookie", cookie_of(&signed_in))).await;
        assert_eq!(jobs.json()["jobs"][0]["author"], "Zoë", "{jobs:?}");
    });
}

#[test]
fn on_another_origin_the_cookie_is_a_host_cookie() {
    run(async {
        let vars = vec![("DOCKET_ORIGIN", Some("https://docket.example".to_owned()))];
        let world = World::start(Options { vars }).await;
        let body = json!({ "name": ADA, "passphrase": PASSPHRASE });
        answer(world.browser(Method::POST, "/api/session").json(&body)).await.is_problem(403, "csrf_check");
        let request = world.request(Method::POST, "/api/session").header("X-Docket", "1");
        let signed_in = answer(request.header("Origin", "https://docket.example").json(&body)).await;
        let cookie = signed_in.header("Set-Cookie").unwrap();
        assert!(
            cookie.starts_with("__Host-docket=") && cookie.ends_with("; SameSite=Strict; Secure"),
            "{cookie}"
        );
        // The plain name is ignored on this origin.
        let cookie = cookie_of(&signed_in);
        let plain = cookie.replace("__Host-docket", "docket");
        for (cookie, status) in [(cookie, 200), (plain, 401)] {
            let who = answer(world.request(Method::GET, "/api/projects").header("Cookie", cookie)).await;
            assert_eq!(who.status, status, "{who:?}");
        }
    });
}

#[test]
fn a_request_that_changes_something_needs_the_csrf_header_and_the_own_origin() {
    run(async {
        let world = shared().await;
        let cookie = world.ada(Method::GET, "/").await.build().unwrap().headers()["Cookie"].clone();
        let own = world.worker.url.as_str();
        let port = own.rsplit(':').next().unwrap();
        let elsewhere =
            ["https://evil.example".to_owned(), "null".to_owned(), format!("http://localhost:{port}")];
        for (method, path) in [
            (Method::POST, "/api/session".to_owned()),
            (Method::DELETE, "/api/session".to_owned()),
            (Method::POST, format!("/v2/agent/{PROJECT}/job")),
            (Method::POST, format!("/v2/agent/{PROJECT}/job/j/message")),
        ] {
            let request = || world.request(method.clone(), &path).header("Cookie", &cookie).json(&json!({}));
            for forged in [
                request(),
                request().header("X-Docket", "1"),
                request().header("Origin", own),
                request().header("X-Docket", "0").header("Origin", own),
            ] {
                answer(forged).await.is_problem(403, "csrf_check");
            }
            for origin in &elsewhere {
                let forged = request().header("X-Docket", "1").header("Origin", origin);
                answer(forged).await.is_problem(403, "csrf_check");
            }
        }
        let live = format!("/api/projects/{PROJECT}/live");
        for origin in &elsewhere {
            let forged = world.request(Method::GET, &live).header("Cookie", &cookie).header("Origin", origin);
            answer(forged).await.is_problem(403, "csrf_check");
        }
        answer(world.request(Method::GET, &live).header("Cookie", &cookie))
            .await
            .is_problem(403, "csrf_check");
    });
}

#[test]
fn the_live_route_opens_from_dockets_own_pages() {
    run(async {
        let world = shared().await;
        let headers = world.ada(Method::GET, "/").await.build().unwrap().headers().clone();
        let url = format!("{}/api/projects/{PROJECT}/live", world.worker.url.replace("http://", "ws://"));
        let mut request = url.into_client_request().unwrap();
        for name in ["Cookie", "Origin"] {
            request.headers_mut().insert(name, headers[name].clone());
        }
        let (mut socket, response) = connect_async(request).await.unwrap();
        assert_eq!(response.status(), 101);
        let first: Value =
            serde_json::from_str(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
        assert_eq!(first["type"], "snapshot");
        socket.close(None).await.unwrap();
    });
}

#[test]
fn bad_attempts_to_sign_in() {
    run(async {
        let world = own().await;
        for (body, status, code) in [
            (json!({ "name": ADA }), 400, "invalid_request"),
            (json!({ "name": ADA, "passphrase": 5 }), 400, "invalid_request"),
            (json!({ "name": "x".repeat(65), "passphrase": "x" }), 400, "invalid_request"),
            (json!({ "name": ADA, "passphrase": "x".repeat(5000) }), 413, "body_too_large"),
            (json!({ "name": ADA, "passphrase": "wrong" }), 401, "wrong_passphrase"),
            (json!({ "name": "nobody", "passphrase": PASSPHRASE }), 401, "wrong_passphrase"),
            (json!({ "name": "Ada", "passphrase": PASSPHRASE }), 401, "wrong_passphrase"),
        ] {
            let answer = answer(world.browser(Method::POST, "/api/session").json(&body)).await;
            answer.is_problem(status, code);
            assert_eq!(answer.header("Set-Cookie"), None);
        }
        let untyped = world.browser(Method::POST, "/api/session").body("name=ada");
        answer(untyped).await.is_problem(415, "unsupported_media_type");
    });
}

#[test]
fn a_weak_passphrase_is_refused_even_if_it_is_right() {
    run(async {
        // Another program made this hash of hunter2: `cargo xtask account` refuses to.
        let hash = "$argon2id$v=19$m=19456,t=2,p=1$Q9p/HPTCf1D1SBNyJXd2Ww$GKAtYRntz48U/PewyTr2QCTyK3a/4taLlQPcU9ZmuKE";
        let accounts = json!([{ "name": "weak", "hash": hash }]).to_string();
        let world = World::start(Options { vars: vec![("DOCKET_ACCOUNTS", Some(accounts))] }).await;
        let refused = world.sign_in("weak", "hunter2").await;
        refused.is_problem(403, "weak_passphrase");
        assert_eq!(refused.header("Set-Cookie"), None);
        world.sign_in("weak", "hunter3").await.is_problem(401, "wrong_passphrase");
    });
}

#[test]
fn a_hash_for_the_free_plan_is_accepted() {
    run(async {
        let hash = Pbkdf2Hash::new(PASSPHRASE, &[5; 16]).to_string();
        let accounts = json!([{ "name": "free", "hash": hash }]).to_string();
        let world = World::start(Options { vars: vec![("DOCKET_ACCOUNTS", Some(accounts))] }).await;
        let signed_in = world.sign_in("free", PASSPHRASE).await;
        assert_eq!(signed_in.json()["name"], "free", "{signed_in:?}");
        world.sign_in("free", "correct horse battery stapler").await.is_problem(401, "wrong_passphrase");
        world.sign_in("nobody", PASSPHRASE).await.is_problem(401, "wrong_passphrase");
    });
}

/// The wrong attempts from an address that are allowed within some time: five, and one more after each wait, which doubles from 2 s on.
fn allowed_within(elapsed: Duration) -> usize {
    let (mut allowed, mut wait) = (5, Duration::from_secs(2));
    let mut next_after = wait;
    while next_after <= elapsed {
        allowed += 1;
        wait *= 2;
        next_after += wait;
    }
    allowed
}

#[test]
fn guessing_is_throttled() {
    run(async {
        let world = own().await;
        let began = Instant::now();
        let mut wrong = 0;
        let throttled = loop {
            let answer = world.sign_in(ADA, "wrong").await;
            if answer.status != 401 {
                break answer;
            }
            wrong += 1;
            assert!(wrong <= allowed_within(began.elapsed()), "{wrong} attempts were allowed");
        };
        throttled.is_problem(429, "sign_in_throttled");
        assert!(wrong >= 5, "{wrong} attempts were allowed");
        let wait_s: u64 = throttled.header("Retry-After").unwrap().parse().unwrap();
        assert!(wait_s >= 1, "{wait_s}");
        // The limit outlives a restart, and is the same for the right passphrase.
        let world = world.restarted().await;
        tokio::time::sleep(Duration::from_secs(wait_s)).await;
        let next = Instant::now();
        world.sign_in(ADA, "wrong").await.is_problem(401, "wrong_passphrase");
        let right = world.sign_in(ADA, PASSPHRASE).await;
        // The wait is twice the one before, which began earlier than its refusal.
        if next.elapsed() < Duration::from_secs(2 * wait_s) {
            right.is_problem(429, "sign_in_throttled");
        }
    });
}

#[test]
fn parallel_attempts_are_limited_like_sequential_ones() {
    run(async {
        let world = own().await;
        let began = Instant::now();
        let attempts = (0..30).map(|_| world.sign_in(ADA, "wrong"));
        let answers = futures_util::future::join_all(attempts).await;
        let tried = answers.iter().filter(|answer| answer.status == 401).count();
        // On a slow machine, some come so late that the wait after the fifth failure is over.
        let allowed = allowed_within(began.elapsed());
        let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        assert!((5..=allowed).contains(&tried), "{allowed} are allowed: {statuses:?}");
    });
}
