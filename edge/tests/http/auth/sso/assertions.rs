//! Assertions that prove nothing.

use base64ct::{Base64UrlUnpadded, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;

use super::shared;
use crate::harness::{World, answer, run};

fn encode(part: impl AsRef<[u8]>) -> String {
    Base64UrlUnpadded::encode_string(part.as_ref())
}

/// The parts of an assertion.
fn parts(assertion: &str) -> [String; 3] {
    let parts: Vec<String> = assertion.split('.').map(str::to_owned).collect();
    parts.try_into().unwrap()
}

/// An assertion whose header names a symmetric algorithm, with the public key as its secret.
async fn signed_with_the_public_key(world: &World) -> String {
    let keys =
        answer(reqwest::Client::new().get(format!("{}/cdn-cgi/access/certs", world.sim.base_url()))).await;
    let modulus = keys.json()["keys"][0]["n"].as_str().unwrap().to_owned();
    let [header, payload, _] = parts(&world.sim.assertion(&json!({ "alg": "HS256" }), &Value::Null));
    let secret = Base64UrlUnpadded::decode_vec(&modulus).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
    mac.update(format!("{header}.{payload}").as_bytes());
    format!("{header}.{payload}.{}", encode(mac.finalize().into_bytes()))
}

#[test]
fn an_invalid_assertion_is_refused_even_with_a_valid_session() {
    run(async {
        let world = shared().await;
        let cookie = world.ada(Method::GET, "/").await.build().unwrap().headers()["Cookie"].clone();
        let now_s = world.sim.now().0 / 1000;
        let of_claims = |claims: Value| world.sim.assertion(&Value::Null, &claims);
        let [header, payload, signature] = parts(&of_claims(Value::Null));
        let [_, other_payload, _] = parts(&of_claims(json!({ "email": "grace@acme.example" })));
        let unsigned = encode(json!({ "alg": "none", "kid": "key-1" }).to_string());
        for (case, assertion, reason) in [
            (
                "audience",
                of_claims(json!({ "aud": ["b".repeat(64)] })),
                "for an application that is not in DOCKET_ACCESS_AUDIENCE",
            ),
            ("issuer", of_claims(json!({ "iss": "https://acme.cloudflareaccess.com" })), "its issuer"),
            ("session of the team", of_claims(json!({ "type": "org" })), "its issuer"),
            ("expired", of_claims(json!({ "exp": now_s - 61 })), "has expired"),
            ("early", of_claims(json!({ "nbf": now_s + 120 })), "not valid yet"),
            (
                "service token",
                of_claims(json!({ "email": null, "common_name": "e367.access", "sub": "" })),
                "service token",
            ),
            ("nobody", of_claims(json!({ "email": null })), "no e-mail address"),
            ("unsigned", format!("{unsigned}.{payload}."), "not signed with RS256"),
            ("symmetric", signed_with_the_public_key(world).await, "not signed with RS256"),
            (
                "unknown key",
                world.sim.assertion(&json!({ "kid": "other" }), &Value::Null),
                "its key is unknown",
            ),
            ("tampered", format!("{header}.{other_payload}.{signature}"), "its signature is wrong"),
            ("no signature", format!("{header}.{payload}."), "its signature is wrong"),
            ("no token", "x".to_owned(), "cannot be read"),
            (
                "oversized",
                of_claims(json!({ "custom": { "groups": ["x".repeat(13_000)] } })),
                "cannot be read",
            ),
        ] {
            for path in ["/api/projects", "/api/session", "/api/health?deep=1"] {
                let request = world.request(Method::GET, path).header("Cookie", &cookie);
                let refused = answer(request.header("Cf-Access-Jwt-Assertion", &assertion)).await;
                refused.is_problem_of(case, 401, "unauthenticated");
                assert!(refused.problem().error.contains(reason), "{case}: {refused:?}");
            }
        }
    });
}

#[test]
fn a_cookie_of_access_without_the_header_is_nobody() {
    run(async {
        let world = shared().await;
        let cookie = format!("CF_Authorization={}", world.sim.assertion(&Value::Null, &Value::Null));
        let with_cookie = |path| world.request(Method::GET, path).header("Cookie", &cookie);
        answer(with_cookie("/api/projects")).await.is_problem(401, "unauthenticated");
        let nobody = answer(with_cookie("/api/session")).await;
        assert_eq!((nobody.status, nobody.json()), (200, Value::Null));
    });
}
