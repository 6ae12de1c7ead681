use serde_json::{Value, json};

use super::call;

#[test]
fn check_reads_json_with_comments() {
    let text = r#"{ // one "comment"
        "a": "http://b//c", /* , ] */ "d": [1, 2, /* last */ ],
        "e": "\"// ,]", }"#;
    let read = call("check.mjs", "readJsonc", [json!([text])]);
    assert_eq!(read, [json!({ "a": "http://b//c", "d": [1, 2], "e": "\"// ,]" })]);
}

#[test]
fn a_configuration_that_would_not_work_is_named() {
    let release = json!({
        "wrangler": "4.0.0",
        "config": { "main": "worker/index.js", "migrations": [{ "tag": "v1" }] },
        "settings": { "DOCKET_PROJECTS": "variable", "DOCKET_ACCOUNTS": "secret" },
        "ranges": {},
    });
    let projects = r#"[{"id": "a", "keySecret": "KEY_A"}]"#;
    let config =
        |vars: Value| json!({ "main": "worker/index.js", "migrations": [{ "tag": "v1" }], "vars": vars });
    let mut older = config(json!({ "DOCKET_PROJECTS": projects }));
    older["migrations"] = json!([]);
    let cases = [
        (json!({ "DOCKET_PROJECTS": projects }), None),
        (json!({ "DOCKET_PROJECTS": "[]" }), Some("DOCKET_PROJECTS must name at least one project")),
        (json!({}), Some("DOCKET_PROJECTS is not set")),
        (json!({ "DOCKET_PROJECTS": " " }), Some("DOCKET_PROJECTS is not set")),
        (json!({ "DOCKET_PROJECTS": "[{'id': 'a'}]" }), Some("DOCKET_PROJECTS must be JSON like")),
        (json!({ "DOCKET_PROJECTS": r#"["a"]"# }), Some("DOCKET_PROJECTS must be JSON like")),
        (json!({ "DOCKET_PROJECTS": [{ "id": "a" }] }), Some("DOCKET_PROJECTS must be a text")),
        (
            json!({ "DOCKET_PROJECTS": projects, "DOCKET_ACCOUNTS": "[]" }),
            Some("DOCKET_ACCOUNTS is a secret"),
        ),
        (json!({ "DOCKET_PROJECTS": projects, "KEY_A": "mint_x" }), Some("KEY_A is a secret")),
        (
            json!({ "DOCKET_PROJECTS": projects, "DOCKET_PROJECT": "x" }),
            Some("DOCKET_PROJECT is not a setting"),
        ),
    ];
    let mut cases: Vec<_> = cases.into_iter().map(|(vars, expected)| (config(vars), expected)).collect();
    let good = || config(json!({ "DOCKET_PROJECTS": projects }));
    let with = |part: &str, value: Value| {
        let mut config = good();
        config[part] = value;
        config
    };
    let staging = |vars: Value| with("env", json!({ "staging": { "vars": vars } }));
    cases.push((staging(json!({ "DOCKET_PROJECTS": projects })), None));
    cases.push((staging(json!({})), Some("env.staging: DOCKET_PROJECTS is not set")));
    let in_staging = staging(json!({ "DOCKET_PROJECTS": projects, "KEY_A": "mint_x" }));
    cases.push((in_staging, Some("env.staging: KEY_A is a secret")));
    cases.push((with("DOCKET_ACCOUNTS", json!("mint_x")), Some("DOCKET_ACCOUNTS is a secret")));
    cases.push((with("DOCKET_PROJECTS", json!("[]")), Some("DOCKET_PROJECTS is not among the variables")));
    cases.push((older, Some("wrangler.jsonc: \"migrations\" is not that of this release")));
    let said = call("check.mjs", "configFaults", cases.iter().map(|(config, _)| json!([config, release])));
    for ((config, expected), said) in cases.iter().zip(said) {
        let said: Vec<&str> = said.as_array().unwrap().iter().map(|fault| fault.as_str().unwrap()).collect();
        assert_eq!(said.len(), usize::from(expected.is_some()), "{config}: {said:?}");
        assert!(
            said.first().copied().unwrap_or_default().starts_with(expected.unwrap_or_default()),
            "{said:?}"
        );
        assert!(said.iter().all(|fault| !fault.contains("mint_x")), "a secret is in {said:?}");
    }
}
