use std::collections::BTreeMap;

use super::table::INVALID;
use super::*;
use crate::auth::roles::Person;
use docket_wire::{Grant, KeyKind, ProjectScope, Right, SignInMethod};
use serde_json::{Value, json};

const ADA_HASH: &str =
    "$argon2id$v=19$m=65536,t=3,p=4$AQEBAQEBAQEBAQEBAQEBAQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG5cLVpIFnZ8o";

fn texts() -> BTreeMap<&'static str, String> {
    BTreeMap::from([
        (
            names::PROJECTS,
            r#"[{"id":"acme-docs","name":"Acme docs","siteUrl":"https://docs.acme.example/en/"},{"id":"eu","keySecret":"DOCKET_ADMIN_KEY_EU","siteUrl":" "}]"#.into(),
        ),
        (names::ADMIN_KEY, "mint_one".into()),
        ("DOCKET_ADMIN_KEY_EU", "mint_two".into()),
        (names::SESSION_SECRET, "0123456789abcdef0123456789abcdef".into()),
        (names::ACCOUNTS, format!(r#"[{{"name":"ada","hash":"{ADA_HASH}"}}]"#)),
        (
            names::TOKENS,
            format!(
                r#"[{{"id":"ci","hash":"{}","rights":["jobs:read","jobs:read"],"expires":"2027-01-01"}}]"#,
                "0".repeat(64)
            ),
        ),
    ])
}

fn read(texts: &BTreeMap<&'static str, String>) -> Result<Settings, Vec<InvalidSetting>> {
    Settings::read(|name| texts.get(name).cloned())
}

fn settings() -> Settings {
    read(&texts()).unwrap()
}

#[test]
fn defaults_apply_and_secrets_are_not_shown() {
    let settings = settings();
    assert_eq!(settings.upstream.to_string(), "https://api.mintlify.com");
    assert_eq!((settings.upstream_timeout_ms, settings.agent_per_hour), (20_000, 100));
    assert_eq!((settings.analytics_per_hour, settings.polls_per_hour), (100, 3600));
    let eu = settings.project(&"eu".parse().unwrap()).unwrap();
    assert_eq!((eu.name.as_str(), eu.key_secret.as_str()), ("eu", "DOCKET_ADMIN_KEY_EU"));
    let acme = settings.project(&"acme-docs".parse().unwrap()).unwrap();
    assert_eq!(acme.key_secret, names::ADMIN_KEY);
    let sites = [acme, eu].map(|project| project.site_url.as_ref().map(ToString::to_string));
    assert_eq!(sites, [Some("https://docs.acme.example/en".to_owned()), None]);
    let token = &settings.tokens[0];
    assert_eq!(token.grant, Grant::new([Right::JobsRead], ProjectScope::All));
    assert_eq!(token.expires_at, Some(docket_wire::UnixMs(1_798_761_600_000)));
    assert_eq!(settings.warnings, Vec::<String>::new());
    let shown = format!("{settings:?}");
    assert!(!shown.contains("mint_") && !shown.contains("0123456789abcdef"), "{shown}");
}

#[test]
fn without_settings_every_required_one_is_named() {
    let invalid = Settings::read(|_| None).unwrap_err();
    let names: Vec<_> = invalid.iter().map(|invalid| invalid.name.as_str()).collect();
    assert_eq!(names, [names::PROJECTS, names::SESSION_SECRET, names::ACCOUNTS]);
    assert_eq!(invalid[0].to_string(), "DOCKET_PROJECTS is not set");
}

#[test]
fn an_error_says_which_rule_an_entry_breaks() {
    let hash = "0".repeat(64);
    for (name, value, rule) in [
        (
            names::PROJECTS,
            json!([{ "id": "a", "keySecret": names::SESSION_SECRET }]),
            "not that of a setting",
        ),
        (
            names::TOKENS,
            json!([{ "id": "ci", "hash": hash, "rights": ["jobs:read"], "expires": "never" }]),
            "without expires, it never does",
        ),
    ] {
        let mut texts = texts();
        texts.insert(name, value.to_string());
        let invalid = read(&texts).unwrap_err();
        assert!(invalid[0].problem.contains(rule), "{invalid:?}");
    }
}

#[test]
fn each_wrong_setting_is_named_and_not_quoted() {
    let more_cases = [
        (names::UPSTREAM, "https://a/leak?x"),
        (names::UPSTREAM_TIMEOUT_MS, "leak"),
        (names::JOBS_DAYS, "forever"),
        (names::PROJECTS, "leak"),
        (names::PROJECTS, "[]"),
        (names::PROJECTS, r#"[{"id":"a"},{"id":"a","name":"leak"}]"#),
        (names::PROJECTS, r#"[{"id":"a","keySecret":"leak"}]"#),
        (names::PROJECTS, r#"[{"id":"a","keySecret":"DOCKET_SESSION_SECRET"}]"#),
        (names::PROJECTS, r#"[{"id":"a","siteUrl":"javascript:leak"}]"#),
        (names::PROJECTS, r#"[{"id":"a","leak":1}]"#),
        (names::ADMIN_KEY, "leak\nleak"),
        (names::ADMIN_KEY, "  "),
        (names::ACCOUNTS, "[]"),
        (names::ACCOUNTS, r#"[{"name":"ada","hash":"leak"}]"#),
        (names::TOKENS, r#"[{"id":"a_leak","hash":"","rights":[]}]"#),
        (names::TOKENS, r#"[{"id":"a","hash":"","rights":["leak"]}]"#),
        (names::TOKENS, r#"[{"id":"a","hash":"","rights":[],"projects":"leak"}]"#),
        (names::TOKENS, r#"[{"id":"leak","hash":"","rights":["access:manage"]}]"#),
        (names::ROLES, r#"[{"role":"admin","emails":["leak"]}]"#),
        (names::ROLES, r#"[{"role":"admin","projects":["leak"]}]"#),
    ];
    let of_table = INVALID.iter().filter_map(|(name, text)| Some((*name, (*text)?)));
    for (name, text) in of_table.chain(more_cases) {
        let mut texts = with_access(texts());
        texts.insert(name, text.into());
        let invalid = read(&texts).unwrap_err();
        assert_eq!(invalid.len(), 1, "{name} {text}: {invalid:?}");
        assert_eq!(invalid[0].name, name, "{text}");
        assert!(!invalid[0].to_string().contains("leak"), "{}", invalid[0]);
    }
}

#[test]
fn nothing_is_deleted_unless_a_setting_says_so_and_prompts_go_no_later_than_their_jobs() {
    let settings = settings();
    assert_eq!((settings.jobs_days, settings.prompts_days, settings.visitors_days), (None, None, None));
    let mut texts = texts();
    texts.insert(names::JOBS_DAYS, "30".into());
    texts.insert(names::PROMPTS_DAYS, "30".into());
    assert_eq!(read(&texts).unwrap().prompts_days, Some(30));
    texts.insert(names::PROMPTS_DAYS, "31".into());
    let invalid = read(&texts).unwrap_err();
    assert_eq!((invalid.len(), invalid[0].name.as_str()), (1, names::PROMPTS_DAYS));
    texts.remove(names::JOBS_DAYS);
    assert_eq!(read(&texts).unwrap().prompts_days, Some(31));
}

fn with_access(mut texts: BTreeMap<&'static str, String>) -> BTreeMap<&'static str, String> {
    texts.insert(names::ACCESS_TEAM, "acme.cloudflareaccess.com".into());
    texts.insert(names::ACCESS_AUDIENCE, "a".repeat(64));
    texts.insert(names::ROLES, r#"[{"role":"admin","everyone":"access"}]"#.into());
    texts
}

#[test]
fn people_sign_in_with_a_passphrase_or_with_access() {
    let methods = |texts: &BTreeMap<&'static str, String>| {
        read(texts).unwrap().sign_in_methods().into_iter().collect::<Vec<_>>()
    };
    assert_eq!(methods(&texts()), [SignInMethod::Passphrase]);
    let mut texts = with_access(texts());
    assert_eq!(methods(&texts), [SignInMethod::Passphrase, SignInMethod::Access]);
    texts.remove(names::ACCOUNTS);
    let settings = read(&texts).unwrap();
    assert_eq!(methods(&texts), [SignInMethod::Access]);
    assert_eq!(
        settings.access_application().unwrap().keys_url(),
        "https://acme.cloudflareaccess.com/cdn-cgi/access/certs"
    );
    for missing in [names::ACCESS_TEAM, names::ACCESS_AUDIENCE] {
        let mut texts = texts.clone();
        texts.remove(missing);
        let invalid = read(&texts).unwrap_err();
        assert_eq!((invalid.len(), invalid[0].name.as_str()), (1, missing), "{invalid:?}");
    }
}

#[test]
fn access_without_a_rule_for_its_people_is_a_warning() {
    let mut texts = with_access(texts());
    assert_eq!(read(&texts).unwrap().warnings, Vec::<String>::new());
    texts.remove(names::ROLES);
    let warnings = read(&texts).unwrap().warnings;
    assert_eq!(warnings, ["DOCKET_ROLES gives no role to the people of Cloudflare Access"]);
}

#[test]
fn accounts_and_tokens_have_unique_plain_names() {
    for (name, text) in [
        (
            names::ACCOUNTS,
            format!(r#"[{{"name":"a","hash":"{ADA_HASH}"}},{{"name":"a","hash":"{ADA_HASH}"}}]"#),
        ),
        (names::ACCOUNTS, format!(r#"[{{"name":"token:ci","hash":"{ADA_HASH}"}}]"#)),
        (names::ACCOUNTS, format!(r#"[{{"name":" a","hash":"{ADA_HASH}"}}]"#)),
        (names::ACCOUNTS, format!(r#"[{{"name":"","hash":"{ADA_HASH}"}}]"#)),
        (
            names::TOKENS,
            format!(
                r#"[{{"id":"a","hash":"{0}","rights":[]}},{{"id":"a","hash":"{0}","rights":[]}}]"#,
                "0".repeat(64)
            ),
        ),
        (
            names::TOKENS,
            format!(r#"[{{"id":"a","hash":"{}","rights":[],"expires":"soon"}}]"#, "0".repeat(64)),
        ),
    ] {
        let mut texts = texts();
        texts.insert(name, text.clone());
        assert_eq!(read(&texts).unwrap_err()[0].name, name, "{text}");
    }
}

#[test]
fn an_invalid_setting_says_where_it_is_set() {
    for (name, text, remedy) in [
        (
            names::PROJECTS,
            "[]",
            "Set this variable in wrangler.jsonc, and deploy. On a machine of your own, set it in the environment.",
        ),
        (
            names::SESSION_SECRET,
            "",
            "Set this secret with `npx wrangler secret put DOCKET_SESSION_SECRET`, in the folder of wrangler.jsonc. On a machine of your own, set it in the environment.",
        ),
        (
            names::ADMIN_KEY,
            "",
            "Set this secret with `npx wrangler secret put DOCKET_ADMIN_KEY`, in the folder of wrangler.jsonc. On a machine of your own, set it in the environment.",
        ),
        (
            "DOCKET_ADMIN_KEY_EU",
            "",
            "Set this secret with `npx wrangler secret put DOCKET_ADMIN_KEY_EU`, in the folder of wrangler.jsonc. On a machine of your own, add it to workerd.capnp and set it in the environment.",
        ),
    ] {
        let mut texts = texts();
        texts.insert(name, text.into());
        let invalid = read(&texts).unwrap_err();
        assert_eq!((invalid.len(), invalid[0].name.as_str()), (1, name), "{invalid:?}");
        assert_eq!(invalid[0].remedy(), remedy);
    }
}

#[test]
fn a_key_of_another_kind_is_a_warning() {
    for (key, warned) in
        [("mint_abc", 0), ("mint_dsc_abc", 1), ("mint_us_abc", 1), ("sk_abc", 1), ("mint_dscabc", 0)]
    {
        let mut texts = texts();
        texts.insert(names::ADMIN_KEY, key.into());
        let warnings = read(&texts).unwrap().warnings;
        assert_eq!(warnings.len(), warned, "{key}");
        assert!(warnings.iter().all(|w| w.starts_with(names::ADMIN_KEY) && !w.contains("abc")));
    }
}

#[test]
fn the_kind_of_a_key_is_how_it_begins() {
    for (key, kind) in [
        (None, KeyKind::Missing),
        (Some("mint_3Zc"), KeyKind::Admin),
        (Some("mint_dsc_3Zc"), KeyKind::Other),
        (Some("mint_us_3Zc"), KeyKind::Other),
        (Some("3Zc"), KeyKind::Unknown),
    ] {
        assert_eq!(key_kind(key), kind, "{key:?}");
    }
}

#[test]
fn no_setting_can_be_named_as_a_key_secret() {
    for setting in SETTINGS {
        let mut texts = texts();
        texts.insert(names::PROJECTS, json!([{ "id": "a", "keySecret": setting.name }]).to_string());
        let invalid = read(&texts).unwrap_err();
        assert_eq!((invalid.len(), invalid[0].name.as_str()), (1, names::PROJECTS), "{}", setting.name);
    }
}

#[test]
fn every_default_is_valid() {
    for setting in SETTINGS {
        let mut texts = texts();
        texts.extend(setting.default.map(|default| (setting.name, default.to_owned())));
        assert!(read(&texts).is_ok(), "{}", setting.name);
    }
}

#[test]
fn the_description_of_a_number_has_its_range() {
    for (setting, docs) in SETTINGS.iter().zip(SETTING_DOCS) {
        if let Some([least, greatest]) = docs.range {
            let description = docs.description.replace(',', "");
            assert!(description.contains(&format!(": {least} to {greatest}")), "{}", setting.name);
        }
    }
}

fn repository_file(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::fs::read_to_string(format!("{root}/{path}")).unwrap()
}

fn deployment() -> Value {
    let file = repository_file("edge/wrangler.jsonc");
    let lines: Vec<&str> = file.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    serde_json::from_str(&lines.join("\n")).unwrap()
}

#[test]
fn the_platform_logs_no_queries() {
    let observability = &deployment()["observability"];
    assert_eq!(observability["logs"]["invocation_logs"], Value::Bool(false));
    assert_eq!(observability["redact_query_string"], Value::Bool(true));
}

#[test]
fn the_deployed_variables_are_the_defaults_of_the_table() {
    let config = deployment();
    let variables = config["vars"].as_object().unwrap();
    assert!(!variables.is_empty());
    for (name, value) in variables {
        let setting = SETTINGS.iter().find(|setting| setting.name == name).unwrap();
        assert_eq!(setting.visibility, Visibility::Variable, "{name}");
        // Deployments replace it: it has no default, and no project makes Docket report that it is not configured.
        let expected = if name == names::PROJECTS { Some("[]") } else { setting.default };
        assert_eq!(value.as_str(), expected, "{name}");
    }
}

#[test]
fn everybody_with_a_passphrase_is_an_admin_without_rules() {
    let grants = settings().roles.grants(Person::Account { name: "ada" });
    assert_eq!(grants, [Grant::new(Right::ALL, ProjectScope::All)]);
}

#[test]
fn a_token_can_be_for_some_projects() {
    let mut texts = texts();
    let entry = json!([{"id": "ci", "hash": "0".repeat(64), "rights": ["jobs:read"], "projects": ["eu"]}]);
    texts.insert(names::TOKENS, entry.to_string());
    let scope = ProjectScope::Only(["eu".parse().unwrap()].into());
    assert_eq!(read(&texts).unwrap().tokens[0].grant, Grant::new([Right::JobsRead], scope));
}

#[test]
fn a_rule_for_a_name_that_nobody_has_is_a_warning() {
    let mut texts = texts();
    let rules = r#"[{"role":"admin","everyone":"passphrase"},{"role":"viewer","names":["adda"]}]"#;
    texts.insert(names::ROLES, rules.into());
    let warnings = read(&texts).unwrap().warnings;
    assert_eq!(warnings, ["DOCKET_ROLES names somebody who is not in DOCKET_ACCOUNTS"]);
}

#[test]
fn rules_for_unknown_projects_and_without_an_admin_cause_warnings() {
    let mut texts = texts();
    texts.insert(names::ROLES, r#"[{"role":"admin","names":["ada"],"projects":["misspelt"]}]"#.into());
    assert_eq!(
        read(&texts).unwrap().warnings,
        [
            "DOCKET_ROLES names a project that DOCKET_PROJECTS does not have",
            "DOCKET_ROLES makes nobody an admin of all projects",
        ]
    );
}
