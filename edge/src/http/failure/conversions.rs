//! Conversions of other errors into a [`Failure`].

use docket_core::auth::sso::InvalidAssertion;
use docket_core::http::checks::InvalidRequest;
use docket_core::http::route::NoRoute;
use docket_core::rate_limit::Exhausted;
use docket_core::settings::InvalidSetting;
use docket_core::storage::DatabaseError;
use docket_core::upstream::failure::CallFailure;
use docket_wire::{InvalidParameter, InvalidTemplate, ProblemCode};
use wasm_bindgen::JsValue;

use super::Failure;
use crate::platform::clock;
use crate::platform::storage::not_open::NotOpen;
use crate::platform::time_zone::UnknownZone;

/// When to try again while a backup is being restored.
const RESTORING_RETRY_S: u32 = 30;

impl From<CallFailure> for Failure {
    fn from(failure: CallFailure) -> Self {
        let reason = failure.reason();
        let mut base = Self::new(reason.code, reason.error);
        base.0.status = failure.http_status();
        match failure.retry_after_s() {
            Some(seconds) => base.retry_after_s(seconds),
            None => base,
        }
    }
}

impl From<Exhausted> for Failure {
    fn from(Exhausted { reason, retry_at }: Exhausted) -> Self {
        let failure = Self::new(reason.code, reason.error);
        match retry_at {
            Some(at) => failure.retry_after_s(at.wait_s(clock::now())),
            None => failure,
        }
    }
}

impl From<NoRoute> for Failure {
    fn from(no_route: NoRoute) -> Self {
        let error = no_route.to_string();
        match no_route {
            NoRoute::Unknown => Self::new(ProblemCode::UnknownRoute, error),
            NoRoute::Method { allow } => {
                Self::new(ProblemCode::MethodNotAllowed, error).header("Allow", allow)
            }
            NoRoute::Segment { field, .. } => Self::invalid(field, error),
        }
    }
}

impl From<InvalidRequest> for Failure {
    fn from(InvalidRequest { field, error }: InvalidRequest) -> Self {
        Self::invalid(&field, error)
    }
}

impl From<InvalidAssertion> for Failure {
    fn from(invalid: InvalidAssertion) -> Self {
        Self::unauthenticated(&format!(
            "Docket does not accept the assertion of Cloudflare Access: {invalid}."
        ))
    }
}

impl From<&[InvalidSetting]> for Failure {
    fn from(invalid: &[InvalidSetting]) -> Self {
        let sentences: Vec<_> = invalid.iter().map(|invalid| format!("{invalid}.")).collect();
        Self::new(ProblemCode::NotConfigured, format!("Docket is not configured. {}", sentences.join(" ")))
    }
}

impl From<InvalidTemplate> for Failure {
    fn from(invalid: InvalidTemplate) -> Self {
        InvalidRequest::from(invalid).into()
    }
}

impl From<InvalidParameter> for Failure {
    fn from(invalid: InvalidParameter) -> Self {
        InvalidRequest::from(invalid).into()
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        Self::internal(error)
    }
}

impl From<UnknownZone> for Failure {
    fn from(UnknownZone: UnknownZone) -> Self {
        Self::invalid("zone", "zone must be the name of a time zone like Europe/Berlin.")
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        // The error's own text may quote the JSON.
        Self::internal(format!("JSON of the wrong shape ({:?})", error.classify()))
    }
}

impl From<worker::Error> for Failure {
    fn from(error: worker::Error) -> Self {
        Self::internal(error)
    }
}

impl From<JsValue> for Failure {
    fn from(error: JsValue) -> Self {
        Self::from(worker::Error::from(error))
    }
}

impl From<Failure> for NotOpen {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure.to_string())
    }
}

impl From<&NotOpen> for Failure {
    fn from(error: &NotOpen) -> Self {
        match error {
            NotOpen::NewerSchema(reason) => Self::newer_schema(reason),
            NotOpen::Restoring => {
                let error = "A backup is being restored here. Try again when it is done.";
                Self::new(ProblemCode::Restoring, error).retry_after_s(RESTORING_RETRY_S)
            }
            NotOpen::Failed(reason) => Self::internal(reason),
        }
    }
}
