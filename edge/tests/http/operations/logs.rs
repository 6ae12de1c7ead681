//! The lines of the log have exactly the fields that `docs/operating.md` documents.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A documented field.
#[derive(Debug)]
struct Field {
    is_number: bool,
    is_optional: bool,
}

/// The documented fields by line and name.
fn documented() -> BTreeMap<(String, String), Field> {
    let manual = include_str!("../../../../docs/operating.md");
    let rows = manual.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, line, field, of_type, ..] = cells.as_slice() else { return None };
        let is_row = ["request", "rows", "deletion", "message"].contains(line) && field.starts_with('`');
        let (base, optional) = of_type.split_once(", ").unwrap_or((of_type, ""));
        is_row.then(|| {
            assert!(["text", "number"].contains(&base) && ["", "optional"].contains(&optional), "{of_type}");
            let field_of = Field { is_number: base == "number", is_optional: !optional.is_empty() };
            (((*line).to_owned(), field.trim_matches('`').to_owned()), field_of)
        })
    });
    rows.collect()
}

/// Checks a log with requests of every route, and that each documented field is in it, apart from those that are rare.
pub(crate) fn check(log: &str) {
    let documented = documented();
    let mut seen = BTreeSet::new();
    for text in log.lines().filter(|line| line.starts_with('{')) {
        let Ok(Value::Object(fields)) = serde_json::from_str(text) else { panic!("{text} is not JSON") };
        let kinds = [("route", "request"), ("object", "rows"), ("deleted", "deletion"), ("level", "message")];
        let mut of_line = kinds.iter().filter(|(field, _)| fields.contains_key(*field));
        let (Some((_, line)), None) = (of_line.next(), of_line.next()) else { panic!("{text}: which line?") };
        for (name, value) in &fields {
            let key = ((*line).to_owned(), name.clone());
            let field = documented.get(&key).unwrap_or_else(|| panic!("{name} is not documented: {text}"));
            assert_eq!((value.is_number(), value.is_string()), (field.is_number, !field.is_number), "{text}");
            seen.insert(key);
        }
        let missing = documented
            .iter()
            .filter(|((of, name), field)| of == line && !field.is_optional && !fields.contains_key(name));
        assert_eq!(missing.count(), 0, "{text}");
        let one_of = |field: &str, words: &[&str]| {
            let word = fields.get(field).and_then(Value::as_str);
            assert!(word.is_none_or(|word| words.contains(&word)), "{text}");
        };
        one_of("object", &["JobsObject", "AnalyticsObject", "AuthObject", "SignInObject"]);
        one_of("deleted", &["jobs", "prompts", "visitors"]);
        one_of("work", &["opening", "request", "alarm"]);
        one_of("level", &["error", "warning", "info"]);
    }
    // Nothing fails, is late, or is old enough to be deleted in a test of every route.
    let is_rare = |key: &(String, String)| {
        key.0 == "deletion" || key.0 == "message" && ["requestId", "project"].contains(&key.1.as_str())
    };
    let is_expected = |key: &&(String, String)| !is_rare(key);
    let unseen: Vec<_> = documented.keys().filter(|key| !seen.contains(*key)).filter(is_expected).collect();
    assert!(unseen.is_empty(), "documented and not logged: {unseen:?}");
}
