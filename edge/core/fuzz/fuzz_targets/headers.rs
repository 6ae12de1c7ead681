//! Headers of requests: nobody gets in by one that Docket did not make, and what is sent on stays one header.

#![no_main]

use docket_core::auth::cookie::CookieKind;
use docket_core::auth::session::{Session, SessionSecret};
use docket_core::auth::sso::{AccessApplication, Assertion, team};
use docket_core::auth::{caller, token};
use docket_core::http::{accepts, attachment, etag, idempotency_key};
use docket_wire::UnixMs;
use libfuzzer_sys::fuzz_target;

const NOW: UnixMs = UnixMs(1_790_000_000_000);

fuzz_target!(|value: &str| {
    // Two secrets, as while one replaces the other.
    let secrets = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"]
        .map(|text| SessionSecret::parse(text).unwrap());
    for kind in [CookieKind::Host, CookieKind::Local] {
        let cookie = kind.find(value).unwrap_or(value);
        let opened = Session::open(cookie, &[&secrets[0], &secrets[1]], |_| Some("hash"), NOW);
        assert!(opened.is_err(), "a session that nobody began: {cookie}");
    }
    if token::hash_presented(value).is_some() {
        assert!(value.starts_with("docket_") && value.is_char_boundary(7));
    }
    let team = team("team.cloudflareaccess.com").unwrap();
    if let Ok(assertion) = Assertion::read(value, AccessApplication { team: &team, audience: &[] }, NOW) {
        panic!("an assertion for nobody: {assertion:?}");
    }
    if let Some(key) = idempotency_key::parse(value) {
        assert!((1..=idempotency_key::BYTES_MAX).contains(&key.len()));
        assert!(key.bytes().all(|b| b.is_ascii_graphic() || b == b' '));
    }
    let name = caller::from_header(value);
    assert_one_line(&caller::to_header(&name));
    assert_one_line(&attachment(value));
    let _ = accepts(value, "text/event-stream");
    let _ = etag::matches(value, &etag::of_body(value));
});

fn assert_one_line(header: &str) {
    assert!(header.bytes().all(|b| b.is_ascii_graphic() || b == b' '), "{header:?}");
}
