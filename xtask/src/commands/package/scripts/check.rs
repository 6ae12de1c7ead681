use docket_core::settings::{SETTINGS, names};
use serde_json::{Value, json};

use super::{call, problem};

#[test]
fn check_says_of_projects_what_the_worker_says() {
    let long = "x".repeat(201);
    let texts = [
        "",
        "  ",
        "[]",
        "{}",
        "null",
        "[null]",
        "[1]",
        "[",
        "acme",
        r#"["acme"]"#,
        r#"[{"name": "Acme"}]"#,
        r#"[{"id": 1}]"#,
        r#"[{"id": "a", "key": "b"}]"#,
        r#"[{"id": "a", "name": 1}]"#,
        r#"[{"id": ""}]"#,
        r#"[{"id": "."}]"#,
        r#"[{"id": ".."}]"#,
        r#"[{"id": "a/b"}]"#,
        r#"[{"id": "a b"}]"#,
        "[{\"id\": \"a\u{a0}b\"}]",
        "[{\"id\": \"a\u{200b}b\"}]",
        "[{\"id\": \"a\u{85}b\"}]",
        r#"[{"id": "a"}, {"id": "b?"}]"#,
        r#"[{"id": "a"}, {"id": "a"}]"#,
        r#"[{"id": "a"}]"#,
        r#"[{"id": "a", "name": null, "keySecret": null}]"#,
        r#"[{"id": "a", "keySecret": ""}]"#,
        r#"[{"id": "a", "keySecret": "key"}]"#,
        r#"[{"id": "a", "keySecret": "9KEY"}]"#,
        r#"[{"id": "a", "keySecret": "KEY_9"}]"#,
        r#"[{"id": "a", "keySecret": "DOCKET_ADMIN_KEY"}]"#,
        r#"[{"id": "a", "keySecret": "DOCKET_OPERATORS"}]"#,
        " [{\"id\": \"a\", \"name\": \"\"}] ",
    ];
    let long_ids = [format!(r#"[{{"id": "{long}"}}]"#), format!(r#"[{{"id": "{}"}}]"#, "ż".repeat(100))];
    let texts: Vec<&str> = texts.into_iter().chain(long_ids.iter().map(String::as_str)).collect();
    let settings: Value = SETTINGS.iter().map(|setting| (setting.name, "a setting")).collect();
    let arguments: Vec<Value> = texts.iter().map(|text| json!([text, settings])).collect();
    let said = call("check.mjs", "readProjects", &arguments.into());
    for (text, said) in texts.iter().zip(said.as_array().unwrap()) {
        assert_eq!(said["fault"].as_str().map(str::to_owned), problem(names::PROJECTS, text), "{text}");
    }
}

#[test]
fn the_secrets_of_projects_are_known() {
    let text = r#"[{"id": "a"}, {"id": "b", "keySecret": "KEY_B"}]"#;
    let said = call("check.mjs", "readProjects", &json!([[text, {}]]));
    assert_eq!(said[0]["keySecrets"], json!(["DOCKET_ADMIN_KEY", "KEY_B"]));
}

#[test]
fn check_reads_json_with_comments() {
    let text = r#"{ // one "comment"
        "a": "http://b//c", /* , ] */ "d": [1, 2, /* last */ ],
        "e": "\"// ,]", }"#;
    let read = call("check.mjs", "readJsonc", &json!([[text]]));
    assert_eq!(read, json!([{ "a": "http://b//c", "d": [1, 2], "e": "\"// ,]" }]));
}

#[test]
fn a_configuration_that_would_not_work_is_named() {
    let release = json!({
        "wrangler": "4.0.0",
        "config": { "main": "worker/index.js", "migrations": [{ "tag": "v1" }] },
        "settings": { "DOCKET_PROJECTS": "variable", "DOCKET_OPERATORS": "secret", "DOCKET_ACCESS_TEAM": "variable" },
    });
    let projects = r#"[{"id": "a", "keySecret": "KEY_A"}]"#;
    let config =
        |vars: Value| json!({ "main": "worker/index.js", "migrations": [{ "tag": "v1" }], "vars": vars });
    let mut older = config(json!({ "DOCKET_PROJECTS": projects }));
    older["migrations"] = json!([]);
    let cases = [
        (config(json!({ "DOCKET_PROJECTS": projects })), None),
        (config(json!({ "DOCKET_PROJECTS": "[]" })), Some("DOCKET_PROJECTS must name at least one project")),
        (older, Some("wrangler.jsonc: \"migrations\" is not that of this release")),
        (config(json!({})), Some("DOCKET_PROJECTS is not set")),
        (config(json!({ "DOCKET_PROJECTS": [{ "id": "a" }] })), Some("DOCKET_PROJECTS must be a text")),
        (
            config(json!({ "DOCKET_PROJECTS": projects, "DOCKET_OPERATORS": "[]" })),
            Some("DOCKET_OPERATORS is a secret"),
        ),
        (config(json!({ "DOCKET_PROJECTS": projects, "KEY_A": "mint_x" })), Some("KEY_A is a secret")),
        (
            config(json!({ "DOCKET_PROJECTS": projects, "DOCKET_PROJECT": "x" })),
            Some("DOCKET_PROJECT is not a setting"),
        ),
        (
            config(json!({ "DOCKET_PROJECTS": projects, "DOCKET_ACCESS_TEAM": "acme.cloudflareaccess.com" })),
            Some("DOCKET_ACCESS_AUDIENCE is not set, and DOCKET_ACCESS_TEAM is"),
        ),
    ];
    let arguments: Vec<Value> = cases.iter().map(|(config, _)| json!([config, release])).collect();
    let said = call("check.mjs", "configFaults", &arguments.into());
    for ((config, expected), said) in cases.iter().zip(said.as_array().unwrap()) {
        let said: Vec<&str> = said.as_array().unwrap().iter().map(|fault| fault.as_str().unwrap()).collect();
        assert_eq!(said.len(), usize::from(expected.is_some()), "{config}: {said:?}");
        assert!(
            said.first().copied().unwrap_or_default().starts_with(expected.unwrap_or_default()),
            "{said:?}"
        );
        assert!(said.iter().all(|fault| !fault.contains("mint_x")), "a secret is in {said:?}");
    }
}
