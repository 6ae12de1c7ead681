//! Faults that change the regular response.

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{FaultContext, stream};
use crate::fault::{FaultKind, SimFault};
use crate::http::answer::RegularResponse;

/// Deep enough to overflow the stack of a parser that recurses without a limit.
const NESTED_ARRAYS: usize = 100_000;

/// More than 4 MB for a page of 250 rows.
const PATH_BYTES: usize = 20_000;

pub(super) fn answer(context: &FaultContext<'_>, fault: SimFault, mut answer: RegularResponse) -> Response {
    let kind = fault.kind();
    alter_body(kind, context.authorization, &mut answer.body);
    let text = answer.body.to_string();
    let body = match kind {
        FaultKind::SlowBytes => stream::slow(context.service, fault.duration(), Bytes::from(text)),
        FaultKind::Huge => stream::huge(&text),
        FaultKind::Deep => {
            let nested = "[".repeat(NESTED_ARRAYS) + &"]".repeat(NESTED_ARRAYS);
            Body::from(with_field(&text, nested.as_bytes()))
        }
        FaultKind::NotUtf8 => Body::from(with_field(&text, b"\"\xff\xfe\xc0\x80\"")),
        FaultKind::Truncated => return stream::truncated(answer.status, Bytes::from(text)),
        _ => Body::from(text),
    };
    let content_type = if kind == FaultKind::WrongType { "text/plain" } else { "application/json" };
    let mut response = (answer.status, [(header::CONTENT_TYPE, content_type)], body).into_response();
    if kind == FaultKind::EchoHeader {
        let echoes = [
            (HeaderName::from_static("x-echo"), context.authorization.to_owned()),
            (header::SET_COOKIE, format!("echo={}", context.authorization)),
        ];
        for (name, value) in echoes {
            if let Ok(value) = HeaderValue::try_from(value) {
                response.headers_mut().insert(name, value);
            }
        }
    }
    response
}

fn alter_body(kind: FaultKind, authorization: &str, body: &mut Value) {
    let Value::Object(fields) = body else { return };
    let is_job = fields.contains_key("status");
    let mut set = |name: &str, value: Value| {
        fields.insert(name.to_owned(), value);
    };
    match kind {
        FaultKind::UnknownFields => {
            set("priority", json!("high"));
            set("usage", json!({ "inputTokens": 18_204, "steps": [1, 2, null] }));
            let nested = if is_job { fields.get_mut("source") } else { fields.get_mut("totals") };
            if let Some(Value::Object(nested)) = nested {
                nested.insert("provider".to_owned(), json!("github"));
            }
        }
        FaultKind::LongPaths => {
            for row in fields.get_mut("visitors").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(Value::String(path)) = row.get_mut("path") {
                    path.push_str(&"x".repeat(PATH_BYTES));
                }
            }
        }
        FaultKind::UnknownStatus if is_job => set("status", json!("waiting_for_review")),
        FaultKind::HostileId if is_job => set("id", json!("../../../v1/analytics?x=")),
        FaultKind::MissingFields if is_job => fields.retain(is_needed),
        FaultKind::MissingFields => {
            fields.remove("hasMore");
        }
        FaultKind::NullFields if is_job => {
            for (name, value) in fields.iter_mut() {
                if !is_needed(name, value) {
                    *value = Value::Null;
                }
            }
        }
        FaultKind::NullFields => set("visitors", Value::Null),
        FaultKind::EchoBody => set("debug", json!({ "headers": { "authorization": authorization } })),
        _ => {}
    }
}

fn is_needed(name: &String, _: &mut Value) -> bool {
    name == "id" || name == "status"
}

/// The text of an object with one more field. It is edited as text, because no JSON library could hold or write the value.
fn with_field(object: &str, value: &[u8]) -> Vec<u8> {
    let open = object.strip_suffix('}').unwrap_or(object);
    [open.as_bytes(), b",\"extra\":", value, b"}"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn altered(kind: FaultKind, mut body: Value) -> Value {
        alter_body(kind, "Bearer canary", &mut body);
        body
    }

    fn job() -> Value {
        json!({ "id": "1", "status": "active", "source": {}, "prLink": null, "model": "sonnet" })
    }

    #[test]
    fn a_job_keeps_what_it_needs() {
        assert_eq!(altered(FaultKind::MissingFields, job()), json!({ "id": "1", "status": "active" }));
        let nulls = json!({ "id": "1", "status": "active", "source": null, "prLink": null, "model": null });
        assert_eq!(altered(FaultKind::NullFields, job()), nulls);
    }

    #[test]
    fn faults_of_jobs_leave_visitors_alone() {
        let page = json!({ "totals": {}, "visitors": [], "hasMore": false });
        for kind in [FaultKind::UnknownStatus, FaultKind::HostileId] {
            assert_eq!(altered(kind, page.clone()), page);
        }
    }

    #[test]
    fn long_paths_begin_like_the_regular_ones() {
        let page = json!({ "totals": {}, "visitors": [{ "path": "/guides", "total": 1 }], "hasMore": false });
        let altered = altered(FaultKind::LongPaths, page);
        let path = altered["visitors"][0]["path"].as_str().unwrap();
        assert!(path.starts_with("/guidesx") && path.len() > PATH_BYTES);
        assert_eq!(altered["visitors"][0]["total"], 1);
    }

    #[test]
    fn a_further_field_keeps_the_rest() {
        let text = with_field("{\"a\":1}", b"[[]]");
        assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), json!({ "a": 1, "extra": [[]] }));
    }
}
