//! Examples of people and sessions.

use serde_json::{Value, json};

pub(super) fn sessions() -> Value {
    json!({
        "sessions": [{
            "id": "8f14e45fceea167a5a36dedd4bea2543",
            "name": "ada",
            "beganAt": "2026-01-31T09:30:00.000Z",
            "seenAt": "2026-01-31T11:05:00.000Z",
            "expiresAt": "2026-02-07T09:30:00.000Z",
            "address": "203.0.113.9",
            "country": "DE",
            "browser": "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
            "current": true,
        }],
        "hasMore": false,
    })
}

pub(super) fn people() -> Value {
    let domain = json!({
        "role": "viewer",
        "projects": ["acme-docs"],
        "by": { "kind": "domain", "id": "acme.example" },
    });
    json!({
        "people": [
            {
                "name": "ada",
                "signIn": "passphrase",
                "roles": [{ "role": "admin", "projects": "all", "by": { "kind": "name", "id": "ada" } }],
                "seenAt": "2026-01-31T11:05:00.000Z",
                "sessions": 1,
            },
            {
                "name": "grace@acme.example",
                "signIn": "access",
                "roles": [domain],
                "seenAt": null,
                "sessions": 0,
            },
        ],
        "rules": [domain],
        "hasMore": false,
    })
}
