//! JSON bodies of requests.

use serde::de::{DeserializeOwned, IgnoredAny};

/// Why a text is not the JSON object that a route takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidJson {
    /// It is not JSON.
    Syntax,
    /// It is not an object, or the named member is absent, unknown, or of a wrong type.
    Shape(Option<String>),
    /// The named member breaks a rule of JSON or of Docket's: a sentence without its full stop.
    Rule(Option<String>, String),
}

/// Serde's own errors begin with one of these. Any other error is a rule of the type that is read.
const SHAPE_ERRORS: [&str; 7] = [
    "data did not match",
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "unknown field",
    "missing field",
];

/// Reads an object. serde would read an array as a struct as well, member by member.
///
/// # Errors
/// Says what is wrong without quoting the text.
pub fn parse_object<T: DeserializeOwned>(text: &str) -> Result<T, InvalidJson> {
    match docket_wire::json::from_str(text) {
        Ok(value) if is_object(text) => Ok(value),
        Ok(_) => Err(InvalidJson::Shape(None)),
        Err(error) => Err(explain(text, &error)),
    }
}

fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

fn explain(text: &str, error: &serde_json::Error) -> InvalidJson {
    let message = error.to_string();
    let rule = message.rsplit_once(" at line ").map_or(message.as_str(), |(rule, _)| rule);
    // Some values of a wrong type are errors of syntax to serde.
    let is_data = error.is_data();
    if !is_data && docket_wire::json::from_str::<IgnoredAny>(text).is_err() {
        return match text.strip_prefix('\u{feff}') {
            Some(_) => {
                InvalidJson::Rule(Some("body".to_owned()), "it begins with a byte order mark".to_owned())
            }
            None => InvalidJson::Syntax,
        };
    }
    let named = named(rule).or_else(|| member_at(text, error.line(), error.column()));
    // A name that is no plain word is the client's own text, and errors never repeat that.
    let is_plain = |name: &&str| name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let member = named.filter(is_plain).map(str::to_owned);
    if rule.starts_with("duplicate field") {
        return InvalidJson::Rule(member, "it is there twice".to_owned());
    }
    if !is_data && rule.ends_with("hex escape") {
        return InvalidJson::Rule(member, "an escape like \\ud83d is only half of a character".to_owned());
    }
    let is_shape = !is_data || !is_object(text) || SHAPE_ERRORS.iter().any(|start| rule.starts_with(start));
    if is_shape { InvalidJson::Shape(member) } else { InvalidJson::Rule(member, rule.to_owned()) }
}

/// The member that serde names.
fn named(error: &str) -> Option<&str> {
    let (kind, rest) = error.split_once(" field `")?;
    let (name, _) = rest.split_once('`')?;
    matches!(kind, "missing" | "unknown" | "duplicate").then_some(name)
}

/// The member of the outermost object with the value at a position. `line` and `column` are serde's, the column in bytes.
fn member_at(text: &str, line: usize, column: usize) -> Option<&str> {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let (mut depth, mut is_escaped) = (0_usize, false);
    let (mut string, mut last, mut member) = (None, None, None);
    for (at, byte) in text.bytes().enumerate().take(before.saturating_add(column)) {
        match (byte, string) {
            _ if is_escaped => is_escaped = false,
            (b'\\', Some(_)) => is_escaped = true,
            (b'"', Some(start)) => (string, last) = (None, text.get(start..at)),
            (b'"', None) => string = Some(at.saturating_add(1)),
            (_, Some(_)) => {}
            (b':', None) if depth == 1 => member = last,
            (b'{' | b'[', None) => depth = depth.saturating_add(1),
            (b'}' | b']', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    member
}

#[cfg(test)]
mod tests {
    use docket_wire::{
        BackfillBody, FollowUp, InboxPatch, JobPatch, JobRef, NewToken, NoteEdit, Prompt, SignIn,
    };

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
            ("{\"prompt\": null}", InvalidJson::Shape(Some("prompt".into()))),
            ("{\"prompt\": [\"x\"]}", InvalidJson::Shape(Some("prompt".into()))),
        ] {
            assert_eq!(parse_object::<Prompt>(text).unwrap_err(), expected, "{text}");
        }
        for (text, member) in [
            ("[null,null,[\"x\"]]", None),
            ("{\"watch\": true}", Some("watch")),
            ("{\"a secret\": true}", None),
            ("{\"unknown field `x`\": true}", None),
            ("{\"labels\": 1}", Some("labels")),
        ] {
            let expected = InvalidJson::Shape(member.map(str::to_owned));
            assert_eq!(parse_object::<JobPatch>(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn a_member_of_a_wrong_type_or_name_is_named() {
        fn member<T: DeserializeOwned>(text: &str) -> Option<String> {
            match parse_object::<T>(text).map(drop).unwrap_err() {
                InvalidJson::Shape(member) | InvalidJson::Rule(member, _) => member,
                InvalidJson::Syntax => Some("no JSON".to_owned()),
            }
        }
        type Read = fn(&str) -> Option<String>;
        let patch = member::<JobPatch> as Read;
        let (token, note) = (member::<NewToken> as Read, member::<NoteEdit> as Read);
        let (inbox, backfill) = (member::<InboxPatch> as Read, member::<BackfillBody> as Read);
        for (read, text, name) in [
            (patch, "{\"polling\":\"yes\",\"labels\":[]}", "polling"),
            (patch, "{\n  \"labels\": [\"a\"],\n  \"hidden\": 1\n}", "hidden"),
            (patch, "{\"labels\":[\"\\\"hidden\\\":\",\"a,b\"]}", "labels"),
            (token, "{\"id\":\"a\",\"rights\":[\"nope\"],\"projects\":\"all\"}", "rights"),
            (token, "{\"id\":\"a\",\"rights\":[],\"projects\":\"some\"}", "projects"),
            (
                token,
                "{\"id\":\"a\",\"rights\":[],\"projects\":\"all\",\"expiresInDays\":1.5}",
                "expiresInDays",
            ),
            (token, "{\"id\":\"a\",\"rights\":[],\"projects\":\"all\",\"expiresInDay\":1}", "expiresInDay"),
            (token, "{\"id\":\"a b\",\"rights\":[],\"projects\":\"all\"}", "id"),
            (note, "{\"text\":\"a\",\"replaces\":5}", "replaces"),
            (note, "{\"text\":\"a\",\"replace\":\"b\"}", "replace"),
            (inbox, "{\"readUpTo\":\"5\"}", "readUpTo"),
            (inbox, "{\"marks\":[{\"subject\":{},\"revision\":1,\"read\":true}]}", "marks"),
            (backfill, "{\"kind\":\"days\",\"zone\":5}", "zone"),
            (backfill, "{\"kind\":\"days\",\"until\":\"2026-01-31\"}", "until"),
            (member::<SignIn>, "{\"name\":5,\"passphrase\":\"x\"}", "name"),
            (member::<JobRef>, "{\"job\":\"x\",\"hide\":true}", "hide"),
            (member::<FollowUp>, "{\"prompt\":\"x\",\"when\":\"later\"}", "when"),
        ] {
            assert_eq!(read(text).as_deref(), Some(name), "{text}");
        }
        assert!(parse_object::<Prompt>("{\"prompt\": \"x\", \"when\": \"later\"}").is_ok());
    }

    #[test]
    fn a_broken_rule_is_named() {
        let rule = |outcome: InvalidJson| match outcome {
            InvalidJson::Rule(_, rule) => rule,
            other => panic!("{other:?}"),
        };
        let labels = parse_object::<JobPatch>("{\"labels\": [\"ok\", \"a,b\"]}").unwrap_err();
        assert_eq!(
            rule(labels),
            "a label must have 1 to 40 characters, without commas and control characters, and not only invisible ones"
        );
        let (twice, half) = ("it is there twice", "an escape like \\ud83d is only half of a character");
        for (text, member, expected) in [
            (r#"{"prompt": "x", "prompt": "y"}"#, "prompt", twice),
            (r#"{"prompt": "x", "prompt": 5}"#, "prompt", twice),
            (r#"{"prompt": "x \ud83d"}"#, "prompt", half),
            (r#"{"prompt": "x \ude00\ud83d"}"#, "prompt", half),
            (r#"{"prompt": "\ud83d\ud83d"}"#, "prompt", half),
            ("\u{feff}{\"prompt\": \"x\"}", "body", "it begins with a byte order mark"),
        ] {
            let expected = InvalidJson::Rule(Some(member.to_owned()), expected.to_owned());
            assert_eq!(parse_object::<Prompt>(text), Err(expected), "{text}");
        }
        assert!(parse_object::<Prompt>(r#"{"prompt": "\ud83d\ude00"}"#).is_ok());
        // A member's text may say what serde says of an error.
        let quoted = parse_object::<JobPatch>(r#"{"labels": "hex escape, duplicate field"}"#);
        assert_eq!(quoted, Err(InvalidJson::Shape(Some("labels".to_owned()))));
        let job = parse_object::<JobRef>("{\"job\": \"a b at line 1\"}").unwrap_err();
        assert!(rule(job).ends_with("must not contain spaces, control characters, or any of / \\ ? # %"));
    }
}
