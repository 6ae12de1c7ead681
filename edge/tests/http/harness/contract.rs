//! The description of the API as a judge of every response.

use std::sync::LazyLock;

use docket_openapi::{Contract, Exchange};

use super::Answer;

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::new);

/// Checks that a response is one that the description has for its request.
pub(super) fn check(method: &str, path: &str, answer: &Answer) {
    let header =
        |name: &str| answer.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into());
    let exchange = Exchange { method, path, status: answer.status, header, body: &answer.text };
    if let Err(error) = CONTRACT.check(&exchange) {
        panic!("the description of the API does not have what {method} {path} got: {error}\n{answer:?}");
    }
}

/// Checks a frame of the live route.
#[allow(dead_code, reason = "not every test program uses it")]
pub(crate) fn check_frame(text: &str) {
    let frame = serde_json::from_str(text).unwrap();
    if let Err(error) = CONTRACT.check_value("/components/schemas/LiveMessage", &frame) {
        panic!("the description of the API does not have the frame {text}: {error}");
    }
}
