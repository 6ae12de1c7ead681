//! Bodies of requests: what is accepted is an object, and is read the same after it was written again.

#![no_main]

use docket_core::http::json::{InvalidJson, parse_object};
use docket_wire::{JobPatch, JobRef, NewToken, Prompt, SignIn};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|body: &str| {
    for outcome in [
        parse_object::<JobPatch>(body).map(drop),
        parse_object::<JobRef>(body).map(drop),
        parse_object::<NewToken>(body).map(drop),
        parse_object::<Prompt>(body).map(drop),
        parse_object::<SignIn>(body).map(drop),
    ] {
        match outcome {
            Ok(()) => assert!(serde_json::from_str::<Value>(body).is_ok_and(|value| value.is_object())),
            Err(InvalidJson::Rule(member, rule)) => {
                assert!(!rule.is_empty() && !rule.contains(" at line "));
                check_member(member);
            }
            Err(InvalidJson::Shape(member)) => check_member(member),
            Err(InvalidJson::Syntax) => {}
        }
    }
    if let Ok(patch) = parse_object::<JobPatch>(body) {
        let written = serde_json::to_string(&patch).unwrap();
        assert_eq!(parse_object::<JobPatch>(&written), Ok(patch));
    }
});

/// No error repeats more of the body than a plain word.
fn check_member(member: Option<String>) {
    assert!(
        member.is_none_or(|name| name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    );
}
