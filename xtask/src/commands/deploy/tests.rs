//! Deployments with a wrangler that records what it is asked to do.

use std::{
    collections::BTreeMap,
    io::{Read as _, Write as _},
    net::TcpListener,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use fs_err as fs;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::tools::script;

/// Keeps the secrets that are set first in a file, and says that it deployed to the address in the file `target`.
const WRANGLER: &str = r#"#!/bin/sh
cd "$(dirname "$0")" || exit 1
echo "$@" >> calls
case "$1 $2" in
    "secret list") [ -e bulk ] && sed 's/"\([A-Z_]*\)":"[^"]*"/{"name":"\1"}/g; s/^{/[/; s/}$/]/' bulk || echo '[]' ;;
    "secret bulk") cat > bulk ;;
    "deploy "*) printf '{"type":"deploy","targets":["%s"]}\n' "$(cat target)" >> "$WRANGLER_OUTPUT_FILE_PATH" ;;
esac
"#;

fn environment(bindgen: PathBuf) -> Environment {
    Environment::new(Workspace::find().unwrap(), &[bindgen]).unwrap()
}

struct Cloudflare(TempDir);

impl Cloudflare {
    /// With this answer of the deployment's health.
    fn new(health: &Value) -> Self {
        let cloudflare = Self(tempfile::tempdir().unwrap());
        script::write(&cloudflare.path("wrangler"), WRANGLER).unwrap();
        fs::write(cloudflare.path("target"), serve(&health.to_string())).unwrap();
        cloudflare
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What wrangler was called with, since the last time.
    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        fs::write(self.path("calls"), "").unwrap();
        calls.lines().map(str::to_owned).collect()
    }

    /// The secrets that were set.
    fn secrets(&self) -> BTreeMap<String, String> {
        serde_json::from_str(&text(&self.path("bulk"))).unwrap()
    }

    /// Deploys with these variables; `answers` are those of the person at the terminal.
    fn deploy(&self, variables: &Value, arguments: &[&str], answers: &[(&str, &str)]) -> Result<()> {
        // The folder of a tool comes before npm's on PATH.
        let environment = environment(self.path("wasm-bindgen"));
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let mut wrangler = Wrangler::new(&environment, &arguments).unwrap();
        wrangler.report = self.path("report");
        let mut ask = |missing: &InvalidSetting| {
            let answer = answers.iter().find(|(name, _)| *name == missing.name);
            Ok(answer.map(|(_, value)| (*value).to_owned()))
        };
        finish(&wrangler, Needs::of(variables), &environment, &mut ask)
    }
}

/// Serves one body to every request, and returns its address.
fn serve(body: &str) -> String {
    answer(format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
}

/// Serves one answer to every request, and returns its address.
fn answer(text: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(text.as_bytes());
        }
    });
    address
}

fn healthy() -> Value {
    json!({ "status": "ok", "missing": [], "signIn": ["passphrase"], "version": health::VERSION })
}

fn variables() -> Value {
    json!({ "DOCKET_PROJECTS": r#"[{"id": "acme-docs"}, {"id": "acme-eu", "keySecret": "KEY_EU"}]"# })
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_first_deployment_gets_the_secrets_that_it_lacks_and_a_second_one_none() {
    let cloudflare = Cloudflare::new(&healthy());
    let answers = [(names::ADMIN_KEY, "mint_a"), ("KEY_EU", "mint_b"), (names::ACCOUNTS, "[{}]")];
    cloudflare.deploy(&variables(), &[], &answers).unwrap();
    let calls = cloudflare.calls();
    assert_eq!(calls, ["deploy", "secret list --format json", "secret bulk"], "no value is an argument");
    let mut set = cloudflare.secrets();
    let made = set.remove(names::SESSION_SECRET).unwrap();
    assert_eq!(made.len(), 64);
    assert_eq!(set, answers.map(|(name, value)| (name.to_owned(), value.to_owned())).into());

    cloudflare.deploy(&variables(), &[], &[]).unwrap();
    assert_eq!(cloudflare.calls(), ["deploy", "secret list --format json"]);
}

#[test]
fn without_an_answer_each_missing_secret_is_named_with_its_place() {
    let cloudflare = Cloudflare::new(&healthy());
    let error =
        cloudflare.deploy(&variables(), &[], &[(names::ADMIN_KEY, "mint_a")]).unwrap_err().to_string();
    assert!(error.starts_with("deployed, but not configured"), "{error}");
    assert!(error.contains("npx wrangler secret put KEY_EU") && error.contains(names::ACCOUNTS), "{error}");
    assert!(!error.contains("mint_a") && !error.contains(names::ADMIN_KEY), "{error}");
}

#[test]
fn with_cloudflare_access_nobody_is_asked_for_accounts() {
    let mut variables = variables();
    variables["DOCKET_ACCESS_TEAM"] = "acme.cloudflareaccess.com".into();
    variables["DOCKET_ACCESS_AUDIENCE"] =
        "32eafc7626e974616deaf0dc3ce63d7bcbed58a2731e84d06bc3cdf1b53c4228".into();
    let needs = Needs::of(&variables);
    assert!(needs.variables.is_empty() && needs.secrets.iter().all(|it| it.name != names::ACCOUNTS));
}

#[test]
fn secrets_belong_to_the_deployment_that_the_arguments_name() {
    let cloudflare = Cloudflare::new(&healthy());
    let answers = [(names::ADMIN_KEY, "a"), ("KEY_EU", "b"), (names::ACCOUNTS, "[{}]")];
    cloudflare.deploy(&variables(), &["--env=staging", "--minify", "--name", "docs"], &answers).unwrap();
    let calls = cloudflare.calls();
    assert_eq!(calls[0], "deploy --env=staging --minify --name docs");
    assert_eq!(calls[1], "secret list --format json --env staging --name docs");
    assert!(calls[2..].iter().all(|call| call.ends_with(" --env staging --name docs")), "{calls:?}");
}

#[test]
fn projects_that_the_worker_would_refuse_are_named_before_the_build() {
    let error = Needs::of(&json!({ "DOCKET_PROJECTS": "[]" })).check_variables().unwrap_err().to_string();
    assert!(
        error.starts_with("nothing was deployed:\n  DOCKET_PROJECTS must name at least one project"),
        "{error}"
    );
    assert!(Needs::of(&variables()).check_variables().is_ok());
}

#[test]
fn variables_that_no_release_reads_are_named_before_the_build() {
    let projects = &variables()["DOCKET_PROJECTS"];
    for (variables, expected) in [
        (json!({ "DOCKET_PROJECTS": [{ "id": "acme-docs" }] }), "DOCKET_PROJECTS must be a text"),
        (
            json!({ "DOCKET_PROJECTS": projects, "DOCKET_AUDIT_DAY": "9" }),
            "DOCKET_AUDIT_DAY is not a setting",
        ),
        (json!({ "DOCKET_PROJECTS": projects, "KEY_EU": "mint_x" }), "KEY_EU is a secret"),
        (json!({ "DOCKET_PROJECTS": projects, names::TOKENS: "mint_x" }), "DOCKET_TOKENS is a secret"),
    ] {
        assert!(!variables::lack_projects(&variables), "nobody is asked for what is there");
        let error = Needs::of(&variables).check_variables().unwrap_err().to_string();
        assert!(error.starts_with(&format!("nothing was deployed:\n  {expected}")), "{error}");
        assert_eq!(error.lines().count(), 2, "{error}");
        assert!(!error.contains("mint_x"), "{error}");
    }
}

#[test]
fn without_projects_a_person_is_asked_and_the_answer_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrangler.jsonc");
    fs::write(&path, r#"{ "vars": { "DOCKET_PROJECTS": "[]" } }"#).unwrap();
    let environment = environment("wasm-bindgen".into());
    let arguments = [format!("--config={}", path.display())];
    let wrangler = Wrangler::new(&environment, &arguments).unwrap();
    let place = Variables::of(&environment.workspace, &wrangler);
    let complete = |answer: Option<&str>| complete_variables(&place, &mut || Ok(answer.map(str::to_owned)));

    assert!(complete(None).is_err(), "nobody answers");
    assert!(complete(Some(r#"[{"id":"a/b"}]"#)).is_err());
    assert!(text(&path).contains(r#""DOCKET_PROJECTS": "[]""#), "what is invalid is not written");
    let projects = r#"[{"id":"acme-docs","name":"Acme docs"}]"#;
    assert!(complete(Some(projects)).is_ok());
    assert_eq!(place.read().unwrap()[names::PROJECTS], projects);
    assert!(complete_variables(&place, &mut || panic!("nobody is asked again")).is_ok());
}

#[test]
fn only_this_release_in_good_health_is_a_success() {
    let environment = environment("wasm-bindgen".into());
    let check = |address| health::check(&[address], Duration::ZERO, &environment);
    let error = |health: &Value| check(serve(&health.to_string())).unwrap_err().to_string();
    assert!(check(serve(&healthy().to_string())).is_ok());

    let mut health = healthy();
    health["status"] = "not_configured".into();
    health["missing"] = json!(["DOCKET_TOKENS must be JSON"]);
    assert!(error(&health).contains("is not healthy:\n  DOCKET_TOKENS must be JSON"));
    let mut earlier = healthy();
    earlier["version"] = "0.0.1".into();
    assert!(error(&earlier).contains("is still Docket 0.0.1, and not "));
    assert!(error(&json!({ "page": "of something else" })).contains("does not show Docket's health"));
}

#[test]
fn cloudflare_access_answers_in_place_of_a_deployment() {
    let environment = environment("wasm-bindgen".into());
    let to = |place: &str| {
        let head = format!(
            "HTTP/1.1 302 Found\r\nLocation: {place}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        );
        health::check(&[answer(head)], Duration::ZERO, &environment)
    };
    assert!(to("https://acme.cloudflareaccess.com/cdn-cgi/access/login/docket.example.com?kid=32ea").is_ok());
    assert!(to("https://example.com/").is_err());
}
