//! Generated requests: Schemathesis makes them by the description of the API, valid ones and invalid ones, and checks
//! that every response is described. `cargo xtask test schema` runs it. `DOCKET_SEED` chooses other requests.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test panics on what it does not expect"
)]

#[allow(dead_code, reason = "not every test program uses all of it")]
#[path = "../http/harness/mod.rs"]
mod harness;

use std::env;
use std::time::Duration;

use docket_openapi::{document, without_additional_members};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use harness::{OTHER_PROJECT, Options, PROJECT, Person, Program, World, run_within};

/// Seconds for each caller.
const BUDGET_S: u32 = 40;
/// Schemathesis ends the requests that it has begun, and starts twice.
const WITHIN: Duration = Duration::from_secs(600);

/// What holds for every response.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,\
                      response_schema_conformance,missing_required_header,unsupported_method,allow_header_conformance,\
                      negative_data_rejection";

/// A request that is no upgrade is refused with 426 by the route of the WebSocket, whatever else is wrong with it.
const CONFIGURATION: &str = "[checks]\nnegative_data_rejection.expected-statuses = [\"4xx\"]\n";

/// The seed of a run that names none, so that a change is judged by the requests that judged the one before.
const SEED: &str = "20261122";

#[test]
fn every_response_to_a_generated_request_is_described() {
    run_within(WITHIN, async {
        let per_hour = || Some("1000000".to_owned());
        let budgets = [
            "DOCKET_AGENT_PER_HOUR",
            "DOCKET_ANALYTICS_PER_HOUR",
            "DOCKET_POLLS_PER_HOUR",
            "DOCKET_CHANGES_PER_HOUR",
        ];
        let mut vars = budgets.map(|name| (name, per_hour())).to_vec();
        // Without the projects for which every response of the service has a fault.
        vars.push(("DOCKET_PROJECTS", Some(json!([{ "id": PROJECT }, { "id": OTHER_PROJECT }]).to_string())));
        let world = World::start_against(Options { vars }, |service| {
            service.agent_per_hour = 1_000_000;
            service.analytics_per_hour = 1_000_000;
        })
        .await;
        let bearer = format!("Authorization: Bearer {}", Program::Everything.token());
        let cookie = format!("Cookie: {}", Person::Admin.cookie());
        let origin = format!("Origin: {}", world.worker.url);
        // Schemathesis leaves out a token to see that it is needed, but cannot leave out a cookie that it was given.
        let program = generate(&world, &format!("{CHECKS},ignored_auth"), &[&bearer]).await;
        let person = generate(&world, CHECKS, &[&cookie, "X-Docket: 1", &origin]).await;
        assert!(program && person, "a response is not described: see above");
    });
}

/// Sends generated requests with these headers. Returns whether all responses were described.
async fn generate(world: &World, checks: &str, headers: &[&str]) -> bool {
    let schemathesis = env::var_os("DOCKET_SCHEMATHESIS").expect("DOCKET_SCHEMATHESIS names the program");
    let folder = TempDir::new().unwrap();
    let description = folder.path().join("openapi.json");
    std::fs::write(&description, testable(without_additional_members(document())).to_string()).unwrap();
    std::fs::write(folder.path().join("schemathesis.toml"), CONFIGURATION).unwrap();
    let mut command = Command::new(schemathesis);
    command.kill_on_drop(true);
    command.arg("run").arg(&description).current_dir(folder.path());
    command.args(["--url", &world.worker.url, "--checks", checks, "--phases", "coverage,fuzzing"]);
    command.args([
        "--max-time",
        &BUDGET_S.to_string(),
        "--continue-on-failure",
        "--generation-database",
        "none",
    ]);
    command.args(["--suppress-health-check", "all", "--warnings", "off", "--no-color"]);
    command.args(["--generation-with-security-parameters", "false"]);
    command.args(["--seed", &env::var("DOCKET_SEED").unwrap_or_else(|_| SEED.to_owned())]);
    // The session of the cookie would end.
    command.args(["--exclude-operation-id", "sign_out"]);
    command.args(headers.iter().flat_map(|header| ["--header", header]));
    command.status().await.unwrap().success()
}

/// Without the parameter that lets a request wait, and with what a description for people says in a sentence: an empty
/// text counts as absent, and an item that is repeated as one.
fn testable(mut document: Value) -> Value {
    for path in document["paths"].as_object_mut().unwrap().values_mut() {
        for operation in path.as_object_mut().unwrap().values_mut() {
            let parameters = operation["parameters"].as_array_mut().unwrap();
            parameters.retain(|parameter| parameter["name"] != "wait");
            for parameter in parameters {
                if parameter["in"] == "query" && parameter["required"] == false {
                    allow_empty(&mut parameter["schema"]);
                }
            }
        }
    }
    allow_empty(&mut document["components"]["schemas"]["BackfillRequest"]["properties"]["zone"]);
    allow_repeated(&mut document);
    document
}

/// Docket also accepts repeated items in a set. The description need not say so.
fn allow_repeated(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.remove("uniqueItems");
            members.values_mut().for_each(allow_repeated);
        }
        Value::Array(items) => items.iter_mut().for_each(allow_repeated),
        _ => {}
    }
}

fn allow_empty(schema: &mut Value) {
    if schema["type"] != "integer" {
        *schema = json!({ "anyOf": [schema, { "const": "" }] });
    }
}
