//! JSON bodies of requests.

use serde::de::DeserializeOwned;

/// Why a text is not the JSON object that a route takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidJson {
    /// It is not JSON.
    Syntax,
    /// It is not an object, lacks a member, or has one of the wrong type or an unknown one. The name is that of a member
    /// that is absent, unknown or there twice.
    Shape(Option<String>),
    /// A member breaks a rule of Docket's: a sentence without its full stop.
    Rule(String),
}

/// What serde's own errors begin with. All others are rules of the types that are read.
const SHAPE_ERRORS: [&str; 7] = [
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "unknown field",
    "missing field",
    "duplicate field",
];

/// Reads an object. serde would read an array as a struct as well, member by member.
///
/// # Errors
/// Says what is wrong without quoting the text.
pub fn parse_object<T: DeserializeOwned>(text: &str) -> Result<T, InvalidJson> {
    let is_object = text.trim_start().starts_with('{');
    match serde_json::from_str(text) {
        Ok(value) if is_object => Ok(value),
        Ok(_) => Err(InvalidJson::Shape(None)),
        Err(error) if !error.is_data() => Err(InvalidJson::Syntax),
        Err(error) => {
            let message = error.to_string();
            let rule = message.rsplit_once(" at line ").map_or(message.as_str(), |(rule, _)| rule);
            let is_shape = !is_object || SHAPE_ERRORS.iter().any(|start| rule.starts_with(start));
            Err(if is_shape { InvalidJson::Shape(member(rule)) } else { InvalidJson::Rule(rule.to_owned()) })
        }
    }
}

/// The member that serde names. What is no plain word is the client's own text, which no error repeats.
fn member(error: &str) -> Option<String> {
    let (kind, rest) = error.split_once(" field `")?;
    let (name, _) = rest.split_once('`')?;
    let is_plain = name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (matches!(kind, "missing" | "unknown" | "duplicate") && is_plain).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use docket_wire::{JobPatch, JobRef, Prompt};

    use super::*;

    #[test]
    fn only_an_object_of_the_right_shape_is_read() {
        assert!(parse_object::<Prompt>(" {\"prompt\": \"x\"}").is_ok());
        for (text, expected) in [
            ("", InvalidJson::Syntax),
            ("{", InvalidJson::Syntax),
            ("x", InvalidJson::Syntax),
            ("[\"text\"]", InvalidJson::Shape(None)),
            ("[]", InvalidJson::Shape(None)),
            ("\"x\"", InvalidJson::Shape(None)),
            ("{}", InvalidJson::Shape(Some("prompt".into()))),
            ("{\"prompt\": null}", InvalidJson::Shape(None)),
            ("{\"prompt\": [\"x\"]}", InvalidJson::Shape(None)),
            ("{\"prompt\": \"x\", \"prompt\": \"y\"}", InvalidJson::Shape(Some("prompt".into()))),
        ] {
            assert_eq!(parse_object::<Prompt>(text).unwrap_err(), expected, "{text}");
        }
        for (text, member) in [
            ("[null,null,[\"x\"]]", None),
            ("{\"watch\": true}", Some("watch")),
            ("{\"a secret\": true}", None),
            ("{\"unknown field `x`\": true}", None),
            ("{\"labels\": 1}", None),
        ] {
            let expected = InvalidJson::Shape(member.map(str::to_owned));
            assert_eq!(parse_object::<JobPatch>(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn a_broken_rule_is_named() {
        let rule = |outcome: InvalidJson| match outcome {
            InvalidJson::Rule(rule) => rule,
            other => panic!("{other:?}"),
        };
        let labels = parse_object::<JobPatch>("{\"labels\": [\"ok\", \"a,b\"]}").unwrap_err();
        assert_eq!(
            rule(labels),
            "a label must have 1 to 40 characters, without commas and control characters"
        );
        let job = parse_object::<JobRef>("{\"job\": \"a b at line 1\"}").unwrap_err();
        assert!(rule(job).ends_with("must not contain spaces, control characters, or any of / \\ ? # %"));
    }
}
