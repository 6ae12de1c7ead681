//! Pins the JSON of every message, and the rules of every checked text.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]

mod analytics;
mod auth;
mod http;
mod jobs;
mod live;
mod time;
mod upstream;

use serde_json::Value;

/// Serializes to exactly `expected`, and deserializes to the same value.
pub(crate) fn pin<T>(value: &T, expected: Value)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_value(value).unwrap(), expected);
    assert_eq!(&serde_json::from_value::<T>(expected).unwrap(), value);
}
