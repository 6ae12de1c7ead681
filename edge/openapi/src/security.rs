//! How callers authenticate, and what they need.

use docket_core::auth::sso::ASSERTION_HEADER;
use docket_core::http::route::{AuthorizationRule, RequestInput, RequestMethod, RouteRow};
use docket_wire::CSRF_HEADER;
use serde_json::{Map, Value, json};

const TOKEN: &str = "token";
const SESSION: &str = "session";
const ACCESS: &str = "access";
const CSRF: &str = "csrf";

pub(crate) fn schemes() -> Value {
    json!({
        TOKEN: {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "docket_…",
            "description": "A program's token. An admin creates it in the console, with rights in some projects or all. An invalid \
                            one is refused, whatever else the request has.",
        },
        SESSION: {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-docket",
            "description": "A person's session, which starts with a passphrase.",
        },
        ACCESS: {
            "type": "apiKey",
            "in": "header",
            "name": ASSERTION_HEADER,
            "description": "A person's assertion of Cloudflare Access, which adds it to every request.",
        },
        CSRF: {
            "type": "apiKey",
            "in": "header",
            "name": CSRF_HEADER,
            "description": "`1`. A person's request that changes something needs this header and Docket's own `Origin`.",
        },
    })
}

/// The alternatives of a route, each with the right that the caller needs.
pub(crate) fn requirements(row: &RouteRow) -> Value {
    let is_change = row.method != RequestMethod::Get && row.input != RequestInput::WebSocket;
    let (schemes, rights): (&[&str], Vec<&str>) = match row.authorization {
        AuthorizationRule::Public if is_change => return json!([{ CSRF: [] }]),
        AuthorizationRule::Public if row.name == "get_session" || row.name == "health" => {
            return json!([{}, { TOKEN: [] }, { SESSION: [] }, { ACCESS: [] }]);
        }
        AuthorizationRule::Public => return json!([]),
        AuthorizationRule::SignedIn => (&[TOKEN, SESSION, ACCESS], Vec::new()),
        AuthorizationRule::AnyPerson => (&[SESSION, ACCESS], Vec::new()),
        AuthorizationRule::Needs(right) | AuthorizationRule::NeedsSomewhere(right) => {
            (&[TOKEN, SESSION, ACCESS], vec![right.as_str()])
        }
        AuthorizationRule::NeedsPerson(right) => (&[SESSION, ACCESS], vec![right.as_str()]),
    };
    let alternative = |scheme: &&str| {
        let mut all = Map::from_iter([((*scheme).to_owned(), json!(rights))]);
        if is_change && *scheme != TOKEN {
            all.insert(CSRF.to_owned(), json!([]));
        }
        Value::from(all)
    };
    schemes.iter().map(alternative).collect()
}
