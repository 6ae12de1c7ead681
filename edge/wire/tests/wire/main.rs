//! Pins the JSON of every message, and the rules of every checked text.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]

mod analytics;
mod audit;
mod auth;
mod backup;
mod blank;
mod http;
mod jobs;
mod json;
mod retention;
mod status;
mod time;
mod upstream;

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// Serializes to exactly `expected`, and deserializes to the same value.
pub(crate) fn pin<T>(value: &T, expected: Value)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_value(value).unwrap(), expected);
    assert_eq!(&serde_json::from_value::<T>(expected).unwrap(), value);
}

/// Pins an example of every variant of an enum that names the variant in the member `tag`.
pub(crate) fn pin_every_variant<T>(tag: &str, examples: &[(T, Value)])
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    for (value, expected) in examples {
        pin(value, expected.clone());
    }
    // The reader's error lists all variants: "unknown variant `?`, expected one of `submitted`, `accepted`".
    let error = serde_json::from_value::<T>(json!({ tag: "?" })).unwrap_err().to_string();
    let known: BTreeSet<&str> = error.split('`').skip(3).step_by(2).collect();
    let pinned: BTreeSet<&str> =
        examples.iter().filter_map(|(_, expected)| expected.get(tag)?.as_str()).collect();
    assert_eq!(pinned, known, "examples, and variants");
}
