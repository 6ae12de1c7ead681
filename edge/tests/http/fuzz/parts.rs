use std::fmt;

use docket_core::http::route::ROUTES;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::harness::PROJECT;

/// A request of random parts.
pub(super) struct Parts {
    pub(super) method: String,
    pub(super) target: String,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
    /// Whether an admin sends it from the app, and not a program.
    pub(super) is_from_app: bool,
}

/// Shortened for a failed assertion.
impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body: String = String::from_utf8_lossy(&self.body).chars().take(300).collect();
        write!(f, "{} {} {:?} {body:?} ({} bytes)", self.method, self.target, self.headers, self.body.len())
    }
}

const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// Segments and values, in the form in which they stand in a URL.
const TEXTS: [&str; 44] = [
    "",
    ".",
    "..",
    "%2e%2e",
    "%2E%2E%2f",
    "%2F",
    "%5c",
    "\\",
    "%00",
    "%0d%0aSet-Cookie:%20x=y",
    "%0A",
    "%ff",
    "%c0%af",
    "%",
    "%2",
    "%zz",
    "%25%32%66",
    "%F0%9F%92%A9",
    "%ED%A0%80",
    "%E2%80%AE",
    "%EF%BB%BF",
    "*",
    "{id}",
    "'",
    "%22",
    "%3Cscript%3E",
    ";",
    "a%20b",
    "+",
    "0",
    "-1",
    "1e9",
    "1.5",
    "NaN",
    "99999999999999999999999",
    "2026-02-30",
    "2026-01-31",
    "2026-01-31T09:30:00Z",
    "Europe/Berlin",
    "null",
    "true",
    "[]",
    "__proto__",
    "job_1",
];

/// What JSON has had trouble with.
const VALUES: [&str; 22] = [
    "null",
    "true",
    "0",
    "-0",
    "1e400",
    "-1e-400",
    "123456789012345678901234567890",
    "\"\"",
    "\" \"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\r\\nX: y\"",
    "[]",
    "{}",
    "[null]",
    "\"all\"",
    "\"2026-01-31\"",
    "\"stopped\"",
    "[\"jobs:read\"]",
    "{\"a\":{\"a\":{}}}",
    "\"Update the quickstart\"",
    "\"\\u202eabc\"",
];

const KEYS: [&str; 16] = [
    "prompt",
    "messages",
    "labels",
    "isHidden",
    "polling",
    "job",
    "kind",
    "from",
    "to",
    "zone",
    "id",
    "rights",
    "projects",
    "expiresInDays",
    "name",
    "passphrase",
];

impl Parts {
    pub(super) fn random(rng: &mut StdRng) -> Self {
        // The admin stays signed in.
        let row = ROUTES.iter().filter(|row| row.pattern != "/api/session").collect::<Vec<_>>();
        let row = *row.choose(rng).unwrap();
        let method = if rng.random_ratio(9, 10) { row.method.as_str() } else { METHODS.choose(rng).unwrap() };
        let mut target = String::new();
        for segment in row.pattern.split('/').skip(1) {
            target.push('/');
            let is_placeholder = segment.starts_with('{');
            match segment {
                "{project}" | "{projectId}" if rng.random_ratio(4, 5) => target.push_str(PROJECT),
                _ if is_placeholder || rng.random_ratio(1, 60) => target.push_str(&text(rng)),
                _ => target.push_str(segment),
            }
        }
        let parameters = if rng.random_ratio(1, 2) { rng.random_range(1..4) } else { 0 };
        for nth in 0..parameters {
            let known = row.parameters.choose(rng).copied().unwrap_or("limit");
            let name = if rng.random_ratio(5, 6) { known.to_owned() } else { text(rng) };
            // Nobody should have to wait for a fuzzed minute.
            if name != "wait" {
                target += &format!("{}{name}={}", if nth == 0 { '?' } else { '&' }, text(rng));
            }
        }
        let is_body = ["POST", "PATCH", "PUT"].contains(&method) || rng.random_ratio(1, 20);
        let body = if is_body { body(rng) } else { Vec::new() };
        let is_from_app = rng.random_ratio(1, 2);
        Self { method: method.to_owned(), target, headers: headers(rng, is_body), body, is_from_app }
    }

    pub(super) fn is_head(&self) -> bool {
        self.method == "HEAD"
    }
}

fn text(rng: &mut StdRng) -> String {
    match rng.random_range(0..12) {
        0 => "a".repeat(rng.random_range(1..3000)),
        1 => "%5C".repeat(rng.random_range(1..1500)),
        2 => "%C3%A9".repeat(rng.random_range(1..300)),
        _ => (*TEXTS.choose(rng).unwrap()).to_owned(),
    }
}

fn headers(rng: &mut StdRng, has_body: bool) -> Vec<(&'static str, String)> {
    let mut headers = Vec::new();
    if has_body {
        let types = [
            "application/json",
            "application/json; charset=utf-8",
            "text/plain",
            "",
            "application/json;;;=",
            "*/*",
        ];
        let weight = if rng.random_ratio(4, 5) { 2 } else { types.len() };
        headers.push(("Content-Type", types[rng.random_range(0..weight)].to_owned()));
    }
    let junk = [
        "",
        "\"",
        "\"\\",
        "W/\"x\"",
        "*",
        ",,,",
        "a, b",
        "\u{e9}",
        "0",
        "-1",
        "max-age=x",
        "1;q=NaN",
        "\"key\"",
        "key",
    ];
    let names = [
        "Idempotency-Key",
        "If-None-Match",
        "Cache-Control",
        "Accept",
        "Cookie",
        "Origin",
        "Upgrade",
        "Accept-Encoding",
        "Range",
        "Content-Encoding",
        "Docket-Request-Id",
        "X-Docket",
    ];
    let count = if rng.random_ratio(1, 2) { rng.random_range(1..4) } else { 0 };
    for _ in 0..count {
        let value = match rng.random_range(0..8) {
            0 => "x".repeat(rng.random_range(1..5000)),
            1 => "\\".repeat(rng.random_range(1..3000)),
            _ => (*junk.choose(rng).unwrap()).to_owned(),
        };
        headers.push((*names.choose(rng).unwrap(), value));
    }
    headers
}

fn body(rng: &mut StdRng) -> Vec<u8> {
    match rng.random_range(0..22) {
        0..6 => br#"{"prompt":"Update the quickstart\n[sim: 1s]"}"#.to_vec(),
        6 => Vec::new(),
        7 => "[".repeat(rng.random_range(1..20_000)).into_bytes(),
        8 => format!("{{\"prompt\":{}", "{\"a\":".repeat(rng.random_range(1..5000))).into_bytes(),
        9 => format!("{{\"prompt\":\"{}\"}}", "\\\\".repeat(rng.random_range(1..60_000))).into_bytes(),
        10 => [b"{\"prompt\":\"".as_slice(), &[0xff, 0xfe, 0xc0], b"\"}"].concat(),
        11 => [b"\xef\xbb\xbf".as_slice(), b"{\"prompt\":\"x\"}"].concat(),
        12 => b"{\"prompt\":\"x\",\"prompt\":\"y\"}".to_vec(),
        13 => (0..rng.random_range(1..500)).map(|_| rng.random::<u8>()).collect(),
        14 => format!("{{\"prompt\":\"{}\"}}", "p".repeat(rng.random_range(90_000..800_000))).into_bytes(),
        _ => {
            let members = (0..rng.random_range(0..5))
                .map(|_| format!("\"{}\":{}", KEYS.choose(rng).unwrap(), VALUES.choose(rng).unwrap()));
            format!("{{{}}}", members.collect::<Vec<_>>().join(",")).into_bytes()
        }
    }
}
