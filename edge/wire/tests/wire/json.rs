//! Reading JSON: as serde_json does, but for structs from arrays.

use docket_wire::json::from_str;
use docket_wire::{JobEntry, LiveMessage, Problem};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Plain,
    Named(String),
    Pair(u8, i64),
    Fields { text: Option<String>, inner: Inner },
}

#[derive(Debug, PartialEq, Deserialize)]
struct Inner {
    number: f64,
    #[serde(default)]
    list: Vec<(bool, Kind)>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct New(Inner);

#[test]
fn everything_but_structs_is_read_as_serde_json_does() {
    for text in [
        r#"{"number": 1.5}"#,
        r#"{"number": 1, "list": [[true, "plain"], [false, {"named": "a\u00e9\n"}], [true, {"pair": [7, -9]}]]}"#,
        r#"{"number": -2e3, "list": [[true, {"fields": {"text": null, "inner": {"number": 0}}}]], "other": {"deep": []}}"#,
        r#"{"number": 1} x"#,
        r#"{"number": 1"#,
        r#"{"list": []}"#,
        r#"{"number": "1"}"#,
        r#"{"number": 1, "list": [["true", "plain"]]}"#,
        r#"{"number": 1, "number": 2}"#,
        "null",
        "",
    ] {
        let (ours, theirs) = (from_str::<New>(text), serde_json::from_str::<New>(text));
        assert_eq!(
            ours.map_err(|error| error.to_string()),
            theirs.map_err(|error| error.to_string()),
            "{text}"
        );
    }
    assert_eq!(
        from_str::<JobEntry>(JobEntry::EXAMPLE).unwrap(),
        serde_json::from_str(JobEntry::EXAMPLE).unwrap()
    );
}

#[test]
fn a_struct_is_not_read_from_an_array() {
    for (text, place) in [
        ("[1.5, []]", "line 1 column 0"),
        (r#"{"number": 1, "list": [[true, {"fields": [null, {"number": 0}]}]]}"#, "line 1 column 42"),
    ] {
        assert!(serde_json::from_str::<Inner>(text).is_ok(), "{text}");
        let error = from_str::<Inner>(text).unwrap_err().to_string();
        assert!(
            error.starts_with("invalid type: sequence, expected struct") && error.ends_with(place),
            "{error}"
        );
    }
    assert!(from_str::<Problem>(r#"["a", "b"]"#).is_err());
    assert!(from_str::<LiveMessage>("[]").is_err());
}

proptest! {
    #[test]
    fn every_value_is_read(text in any_json().prop_map(|value| value.to_string())) {
        prop_assert_eq!(from_str::<Value>(&text).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..8).prop_map(|map| json!(map)),
        ]
    })
}
