//! The scripts of the package follow the rules of the Worker.

use std::{path::PathBuf, process::Output};

use docket_core::{
    auth::{
        passphrase::{self, is_weak},
        pbkdf2::Pbkdf2Hash,
    },
    settings::{SETTINGS, Settings, names},
};
use fs_err as fs;
use serde_json::{Value, json};

use crate::{node, random, workspace::Workspace};

/// The folder of the scripts.
fn scripts() -> PathBuf {
    Workspace::find().unwrap().root().join("xtask/package")
}

/// What a function of a script returns for each of these arguments.
fn call(script: &str, function: &str, arguments: &Value) -> Value {
    let program = format!(
        "import {{ {function} }} from './{script}';
         let input = ''; for await (const part of process.stdin) input += part;
         const results = JSON.parse(input).map((it) => {function}(...it) ?? null);
         console.log(JSON.stringify(results));"
    );
    node::eval(&scripts(), &program, &arguments.to_string())
}

/// What the Worker says about one setting.
fn problem(name: &str, text: &str) -> Option<String> {
    let read = Settings::read(|asked| (asked == name).then(|| text.to_owned()));
    read.err().into_iter().flatten().find(|invalid| invalid.name == name).map(|invalid| invalid.problem)
}

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

#[test]
fn operator_accepts_the_names_and_passphrases_of_the_worker() {
    let long = "x".repeat(65);
    let names_of_people = ["ada", "", " ada", "ada ", "token:ci", "a\tb", "żółć", &long, &long[1..], "ada b"];
    let arguments: Vec<Value> = names_of_people.iter().map(|name| json!([name])).collect();
    let said = call("operator.mjs", "nameFault", &arguments.into());
    let hash = passphrase::hash("correct horse", &[1; 16]).unwrap();
    for (name, said) in names_of_people.iter().zip(said.as_array().unwrap()) {
        let refused = problem(names::OPERATORS, &json!([{ "name": name, "hash": hash }]).to_string());
        assert_eq!(said.is_string(), refused.is_some(), "{name:?}: {said}");
    }
    let long = "x".repeat(1025);
    let passphrases = [
        "",
        "hunter2",
        "12345678901",
        "123456789012",
        "a b c d e f",
        "we we go we",
        "we go to it",
        "fig-elk-oak",
        "fig-elk-oak-x",
        "żółć-żółć-12",
        "          x     ",
        "correct horse",
        &long,
        &long[1..],
    ];
    let arguments: Vec<Value> = passphrases.iter().map(|phrase| json!([phrase])).collect();
    let said = call("operator.mjs", "passphraseFault", &arguments.into());
    for (phrase, said) in passphrases.iter().zip(said.as_array().unwrap()) {
        assert_eq!(said.is_string(), is_weak(phrase) || phrase.len() > 1024, "{phrase:?}: {said}");
    }
}

/// The output of operator.mjs, in a folder with what the package has beside it.
fn operator(args: &[&str], input: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(scripts().join("operator.mjs"), folder.path().join("operator.mjs")).unwrap();
    fs::write(folder.path().join("words.txt"), random::WORDS).unwrap();
    fs::write(folder.path().join("release.json"), r#"{"wrangler": "4.0.0"}"#).unwrap();
    node::run(folder.path(), &[&["operator.mjs"], args].concat(), input)
}

/// The entry in an output, and the passphrase if it was generated.
fn entry(output: &Output) -> (Value, Option<String>) {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let mut blocks = text.lines().filter_map(|line| line.strip_prefix("    "));
    let passphrase = text.starts_with("passphrase").then(|| blocks.next().unwrap().to_owned());
    let list: Vec<Value> = serde_json::from_str(blocks.next_back().unwrap()).unwrap();
    (list[0].clone(), passphrase)
}

#[test]
fn an_entry_of_operator_is_one_that_the_worker_verifies() {
    let (given, generated) = entry(&operator(&["--name", "ada"], "correct horse\n"));
    assert_eq!((given["name"].as_str(), generated), (Some("ada"), None));
    let hash = given["hash"].as_str().unwrap();
    // The parameters, and so the time of a sign-in, are those of the other operators.
    let own = passphrase::hash("correct horse", &[1; 16]).unwrap();
    assert_eq!(hash.split('$').take(4).collect::<Vec<_>>(), own.split('$').take(4).collect::<Vec<_>>());
    assert!(passphrase::verify("correct horse", hash) && !passphrase::verify("correct hors", hash));
    assert_eq!(problem(names::OPERATORS, &json!([given]).to_string()), None);

    let (made, generated) = entry(&operator(&["--name", "ada"], ""));
    let generated = generated.unwrap();
    assert_eq!(generated.split('-').count(), 8);
    assert!(passphrase::verify(&generated, made["hash"].as_str().unwrap()));
}

#[test]
fn an_entry_for_the_free_plan_is_one_that_the_worker_verifies() {
    let (made, generated) = entry(&operator(&["--name", "ada", "--free-plan"], "correct horse\n"));
    let generated = generated.expect("a generated passphrase, whatever the input");
    let hash = Pbkdf2Hash::parse(made["hash"].as_str().unwrap()).unwrap();
    let salt: [u8; 16] = hash.salt.clone().try_into().unwrap();
    assert_eq!(Pbkdf2Hash::new(&generated, &salt), hash);
}

#[test]
fn operator_says_what_it_refuses() {
    for (args, input, sentence) in [
        (&["--name", "ada"][..], "hunter2", "the passphrase is too short"),
        (&["--name", "token:ci"][..], "correct horse", "no colons"),
        (&[][..], "", "usage: node operator.mjs --name NAME"),
        (&["--nam", "ada"][..], "", "--nam"),
    ] {
        let output = operator(args, input);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(sentence), "{args:?}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "{said}");
    }
}
