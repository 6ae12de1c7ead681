//! Responses of the documentation service, and what they mean.
//!
//! The contract does not specify status codes and error bodies, so reading is lenient: any 2xx with a job is a success,
//! and everything else is one of a few kinds of failure, each with a sentence for a person.

use serde::de::IgnoredAny;

use docket_wire::{DateOrTime, Job, JobId, ServiceError, UnixMs, VisitorsResponse};

use super::failure::{CallFailure, Unreadable};
use super::lenient_json;

/// A job in a response of the service: parsed, and as its original text. Programs get the text, so that fields that the
/// contract does not name are preserved.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceJob {
    /// HTTP status, 200 to 299.
    pub status: u16,
    pub job: Job,
    /// The body as the service sent it.
    pub body: String,
}

impl ServiceJob {
    /// The response, if it is about the job with this id.
    ///
    /// # Errors
    /// [`CallFailure::Unreadable`] if it is about another job.
    pub fn check_id(&self, id: &JobId) -> Result<&Self, CallFailure> {
        if self.job.id == *id { Ok(self) } else { Err(CallFailure::Unreadable(Unreadable::WrongShape)) }
    }
}

/// Characters of the service's error text that Docket shows: enough for a sentence.
const ERROR_CHARS_MAX: usize = 300;
/// Bytes of the service's error details that Docket shows: enough for a list of invalid fields.
const DETAILS_BYTES_MAX: usize = 2048;

/// Reads a response other than 2xx, with its headers `Retry-After` and `Date`.
#[must_use]
pub fn read_failure(status: u16, (retry_after, date): (&str, &str), body: &str) -> CallFailure {
    let retry_after_s = retry_after_seconds(retry_after, date);
    match status {
        401 | 403 => CallFailure::RejectedKey { status, error: sentence(body) },
        404 => CallFailure::NotFound { error: error_text(body) },
        429 => CallFailure::Throttled { retry_after_s, error: sentence(body) },
        300..=399 => CallFailure::Redirected { status },
        400..=499 => CallFailure::Rejected { status, error: error_text(body) + &details(body) },
        _ => CallFailure::Failed { status, error: error_text(body), retry_after_s },
    }
}

/// The longest wait that Docket accepts from the service: a wrong `Retry-After` must not stop requests indefinitely.
const RETRY_AFTER_S_MAX: u32 = 3600;

/// The seconds of `Retry-After`, also of a date: its distance to the `Date` of the same response needs no clock in step
/// with the service's. Without one of them the default wait applies; so it does for no seconds, because a request that the
/// service refused must not be repeated at once.
fn retry_after_seconds(text: &str, date: &str) -> Option<u32> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let seconds = if is_number {
        text.parse().unwrap_or(RETRY_AFTER_S_MAX)
    } else {
        let wait_ms = http_date(text)?.since_ms(http_date(date)?);
        u32::try_from(wait_ms.max(0) / 1000).unwrap_or(RETRY_AFTER_S_MAX)
    };
    Some(seconds.min(RETRY_AFTER_S_MAX)).filter(|seconds| *seconds > 0)
}

/// The moment of a date of HTTP, in the only form that senders may use: `Sun, 06 Nov 1994 08:49:37 GMT`. The crate
/// `httpdate` also reads the two obsolete forms, and would make the Worker larger.
fn http_date(text: &str) -> Option<UnixMs> {
    let rest = text.trim().strip_suffix(" GMT")?.split_once(", ")?.1;
    let mut parts = rest.splitn(4, ' ');
    let (day, month, year, time) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let at =
        "JanFebMarAprMayJunJulAugSepOctNovDec".find(month).filter(|at| month.len() == 3 && at % 3 == 0)?;
    let date: DateOrTime = format!("{year}-{:02}-{day}T{time}Z", at / 3 + 1).parse().ok()?;
    Some(date.instant())
}

/// Reads a 2xx that should have a job.
///
/// # Errors
/// [`CallFailure::Unreadable`] if it has none, or is nested more deeply than the parsers of clients may accept.
pub fn read_job(status: u16, body: String) -> Result<ServiceJob, CallFailure> {
    let job = read(&body, docket_wire::json::from_str(&body))?;
    Ok(ServiceJob { status, job, body })
}

/// Reads a 2xx that should have a page of visitors, and returns the page and its original text.
///
/// # Errors
/// [`CallFailure::Unreadable`] if it has none, or is nested more deeply than the parsers of clients may accept.
pub fn read_visitors(body: String) -> Result<(VisitorsResponse, String), CallFailure> {
    Ok((read(&body, lenient_json::from_str(&body))?, body))
}

fn read<T>(body: &str, value: serde_json::Result<T>) -> Result<T, CallFailure> {
    let unreadable = match value {
        Ok(value) if nesting(body) <= NESTING_MAX => return Ok(value),
        Ok(_) => Unreadable::WrongShape,
        Err(error) => Unreadable::of(&error, body),
    };
    Err(CallFailure::Unreadable(unreadable))
}

/// Maximum depth of arrays and objects. The parser has the same limit for values that it builds, but none for values
/// that it skips.
const NESTING_MAX: usize = 128;

/// The depth of a text of valid JSON.
fn nesting(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The sentence in an error body. Only the documented shape is quoted, because an HTML page does not help a person.
fn sentence(body: &str) -> Option<String> {
    let error = lenient_json::from_str::<ServiceError>(body).ok()?.error;
    let mut text: String = single_line(&error).take(ERROR_CHARS_MAX).collect();
    text.truncate(text.trim_end().len());
    Some(text).filter(|text| !text.is_empty())
}

fn error_text(body: &str) -> String {
    sentence(body).unwrap_or_else(|| "it gave no reason".to_owned())
}

/// The details in an error body, in JSON, to follow its sentence: they say what is wrong with a request.
fn details(body: &str) -> String {
    let Some(json) = member(body, "\"details\"").filter(|json| *json != "null") else { return String::new() };
    let mut text: String = single_line(json).collect();
    if text.len() > DETAILS_BYTES_MAX {
        text.truncate(text.floor_char_boundary(DETAILS_BYTES_MAX));
        text.push('…');
    }
    format!(" (details: {text})")
}

/// The value of the first member with a name, as it is written. serde's type for that makes the Worker 3 kB larger.
fn member<'a>(json: &'a str, quoted_name: &str) -> Option<&'a str> {
    let (_, after) = json.split_once(quoted_name)?;
    let value = after.trim_start().strip_prefix(':')?.trim_start();
    let mut values = serde_json::Deserializer::from_str(value).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    value.get(..values.byte_offset())
}

fn single_line(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|c| if c.is_control() { ' ' } else { c })
}

#[cfg(test)]
mod tests {
    use docket_wire::ProblemCode;

    use super::*;

    #[test]
    fn every_status_has_its_code() {
        let body = r#"{"error":"prompt is required","details":{"x":1}}"#;
        let cases = [
            (400, ProblemCode::ServiceRejected, 400, false),
            (401, ProblemCode::ServiceRejectedKey, 502, false),
            (403, ProblemCode::ServiceRejectedKey, 502, false),
            (404, ProblemCode::UnknownJob, 404, false),
            (422, ProblemCode::ServiceRejected, 422, false),
            (429, ProblemCode::ServiceThrottled, 429, false),
            (303, ProblemCode::ServiceBadAnswer, 502, true),
            (307, ProblemCode::ServiceBadAnswer, 502, false),
            (500, ProblemCode::ServiceFailed, 502, true),
            (503, ProblemCode::ServiceFailed, 502, true),
        ];
        for (status, code, status_out, acted) in cases {
            let failure = read_failure(status, ("", ""), body);
            assert_eq!(
                (failure.code(), failure.http_status(), failure.may_have_acted()),
                (code, status_out, acted),
                "{status}"
            );
        }
    }

    #[test]
    fn a_failure_has_the_reason_that_the_service_gives() {
        let body =
            r#"{"error":"Not enabled on your plan","details":{"plan":\n["free"]}}"#.replace("\\n", "\n");
        let replaces = "admin must replace it: the page Settings names the secret that holds it.";
        let not_accepted =
            format!("The documentation service does not accept Docket's admin key (401). An {replaces}");
        let not_allowed = format!(
            "The documentation service does not allow this with Docket's admin key (403). If the key is the wrong one, an {replaces}"
        );
        let throttled = "The documentation service received too many requests. Try again later.";
        let says = "The service says: Not enabled on your plan.";
        for (status, body, expected) in [
            (401, &*body, format!("{not_accepted} {says}")),
            (401, "", not_accepted),
            (403, &body, format!("{not_allowed} {says}")),
            (403, "<html>", not_allowed),
            (429, &body, format!("{throttled} {says}")),
            (429, "", throttled.to_owned()),
            (
                400,
                &body,
                "The documentation service rejected the request (400): Not enabled on your plan (details: {\"plan\": [\"free\"]})."
                    .to_owned(),
            ),
            (
                422,
                r#"{"details":"x"}"#,
                "The documentation service rejected the request (422): it gave no reason (details: \"x\").".to_owned(),
            ),
            (
                400,
                r#"{"error":"No.","details":null}"#,
                "The documentation service rejected the request (400): No.".to_owned(),
            ),
            (404, &body, "The service has no job with this id (404): Not enabled on your plan.".to_owned()),
        ] {
            assert_eq!(read_failure(status, ("", ""), body).reason().error, expected, "{status} {body}");
        }
        let long = format!(r#"{{"error":"No","details":"{}"}}"#, "é".repeat(3000));
        let text = read_failure(400, ("", ""), &long).to_string();
        assert!(text.len() < 2300 && text.ends_with("é…)"), "{text}");
    }

    #[test]
    fn no_error_body_panics() {
        let huge = format!(r#"{{"error":"{}"}}"#, "x".repeat(100_000));
        for body in ["", "<html>502</html>", "{\"error\":", "{\"error\":5}", "[]", "null", "\u{0}", &huge] {
            let text = read_failure(500, ("", ""), body).reason().error;
            assert!(text.len() < 400 && !text.contains('<'), "{text}");
        }
        let cut = read_failure(500, ("", ""), r#"{"error":"no room for \ud83d"}"#);
        assert!(cut.reason().error.ends_with("no room for \u{fffd}."), "{cut}");
        assert_eq!(
            read_failure(400, ("", ""), "{\"error\":\"a\\r\\nb \"}")
                .reason()
                .error
                .matches(char::is_control)
                .count(),
            0
        );
    }

    #[test]
    fn retry_after_is_at_most_an_hour_or_ignored() {
        for (text, seconds) in [
            ("7", Some(7)),
            (" 30 ", Some(30)),
            ("3600", Some(3600)),
            ("1763740000", Some(3600)),
            ("99999999999999999999", Some(3600)),
            ("0", None),
            ("-1", None),
            ("", None),
            ("soon", None),
        ] {
            for status in [429, 503] {
                assert_eq!(read_failure(status, (text, ""), "").retry_after_s(), seconds, "{status} {text}");
            }
            assert_eq!(read_failure(400, (text, ""), "").retry_after_s(), None, "{text}");
        }
    }

    #[test]
    fn a_date_in_retry_after_counts_from_the_date_of_the_response() {
        let now = "Fri, 20 Nov 2026 10:00:00 GMT";
        for (text, date, seconds) in [
            ("Fri, 20 Nov 2026 10:00:30 GMT", now, Some(30)),
            (" Fri, 20 Nov 2026 10:02:00 GMT ", now, Some(120)),
            ("Tue, 01 Dec 2026 00:00:00 GMT", "Mon, 30 Nov 2026 23:59:20 GMT", Some(40)),
            ("Sat, 21 Nov 2026 10:00:00 GMT", now, Some(3600)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", now, Some(3600)),
            (now, now, None),
            ("Fri, 20 Nov 2026 09:00:00 GMT", now, None),
            ("Fri, 20 Nov 2026 10:00:30 GMT", "", None),
            ("Fri, 20 Nov 2026 10:00:30 GMT", "yesterday", None),
            ("Fri, 20 Nov 2026 10:00:30 GMT", "Fri, 20 Foo 2026 10:00:00 GMT", None),
            ("Fri, 20 ovD 2026 10:00:30 GMT", now, None),
            ("Fri, 31 Feb 2026 10:00:30 GMT", now, None),
            ("Fri, 20 Nov 2026 10:00:30 CET", now, None),
            ("Friday, 20-Nov-26 10:00:30 GMT", now, None),
            ("soon", now, None),
        ] {
            assert_eq!(read_failure(429, (text, date), "").retry_after_s(), seconds, "{text}, {date}");
        }
    }

    #[test]
    fn a_body_without_a_job_has_a_reason() {
        assert!(read_job(201, r#"{"id":"j","status":"active"}"#.into()).is_ok());
        let cases = [
            ("<html>", Unreadable::NotJson),
            ("", Unreadable::NotJson),
            (r#"{"id":"j","stat"#, Unreadable::CutShort),
            (r#"{"id":"j"}"#, Unreadable::WrongShape),
            (r#"{"id":"../x","status":"active"}"#, Unreadable::WrongShape),
        ];
        for (body, reason) in cases {
            assert_eq!(read_job(200, body.into()), Err(CallFailure::Unreadable(reason)), "{body}");
        }
        let deep =
            format!("{{\"id\":\"j\",\"status\":\"active\",\"x\":{}{}}}", "[".repeat(500), "]".repeat(500));
        assert!(read_job(200, deep).is_err());
    }

    #[test]
    fn a_response_about_another_job_is_unreadable() {
        let about = |id: &str| read_job(200, format!(r#"{{"id":"{id}","status":"active"}}"#)).unwrap();
        let id: JobId = "j".parse().unwrap();
        assert!(about("j").check_id(&id).is_ok());
        let unreadable = CallFailure::Unreadable(Unreadable::WrongShape);
        assert_eq!(about("k").check_id(&id), Err(unreadable));
    }

    #[test]
    fn visitors_are_returned_as_the_service_sent_them() {
        let page = |extra: &str| {
            format!(
                r#"{{"totals":{{"human":1,"ai":2,"total":3}},"visitors":[],"hasMore":false,"extra":{extra}}}"#
            )
        };
        let brackets = format!("\"\\\"{}\"", "[".repeat(500));
        for extra in ["1", "[[{\"a\":[]}]]", &brackets] {
            assert_eq!(read_visitors(page(extra)).unwrap().1, page(extra));
        }
        let row = r#"{"path":"/a\ud83d","human":1,"ai":2,"total":3}"#;
        let half = page("1").replace("[]", &format!("[{row}]"));
        let (read, body) = read_visitors(half.clone()).unwrap();
        assert_eq!((read.visitors[0].path.as_str(), body), ("/a\u{fffd}", half));
        let nested = |depth: usize| page(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        assert!(read_visitors(nested(127)).is_ok());
        for (body, reason) in [
            (nested(128), Unreadable::WrongShape),
            (nested(100_000), Unreadable::WrongShape),
            (page("1").replace("hasMore", "more"), Unreadable::WrongShape),
            (page("1").replace("[]", "null"), Unreadable::WrongShape),
            (page("1").replace(":1,", ":-1,"), Unreadable::WrongShape),
            (page("1").split_at(40).0.to_owned(), Unreadable::CutShort),
            ("<html>".to_owned(), Unreadable::NotJson),
        ] {
            assert_eq!(
                read_visitors(body.clone()).unwrap_err(),
                CallFailure::Unreadable(reason),
                "{body:.200}"
            );
        }
    }
}
