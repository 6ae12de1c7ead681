//! Backups over HTTP, and what they become in an empty deployment.

mod read;
mod restore;
mod state;

use docket_core::backup::checkpoint::Checkpoint;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, PROJECT, Program, World, answer};

/// The lines of a file. All except checkpoints are hashed.
struct File(Vec<Value>);

impl File {
    /// Reads a file, and checks its hashes.
    fn read(text: &str) -> Self {
        let mut state = Checkpoint::start();
        let mut since = String::new();
        let mut lines = Vec::new();
        for line in text.split_inclusive('\n') {
            let value: Value = serde_json::from_str(line).unwrap();
            if let Some(found) = value.get("checkpoint") {
                state = state.after(&std::mem::take(&mut since));
                assert_eq!(value["sha256"], state.sha256, "{found}");
            } else if value.get("end").is_some() {
                assert_eq!((&value["sha256"], since.as_str()), (&json!(state.sha256), ""));
            } else {
                since.push_str(line);
            }
            lines.push(value);
        }
        Self(lines)
    }

    fn is_whole(&self) -> bool {
        self.0.last().is_some_and(|last| last.get("end").is_some())
    }

    /// The objects with their schemas, tables and rows.
    fn objects(&self) -> Vec<(&Value, Vec<&Value>)> {
        let mut objects: Vec<(&Value, Vec<&Value>)> = Vec::new();
        for line in &self.0[1..] {
            if line.get("object").is_some() {
                objects.push((line, Vec::new()));
            } else if line.is_array() || line.get("table").is_some() {
                objects.last_mut().unwrap().1.push(line);
            }
        }
        objects
    }

    /// The lines of an object.
    fn object(&self, id: &str) -> (&Value, Vec<&Value>) {
        self.objects().into_iter().find(|(line, _)| line["object"] == id).unwrap()
    }
}

/// The ledger of the project.
fn of_project() -> String {
    format!("jobs/{PROJECT}")
}

async fn backup(world: &World) -> Answer {
    let answer = answer(world.program(Program::BackupRead, Method::GET, "/api/backup")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer
}

async fn create(world: &World, prompt: &str) {
    let path = format!("/v2/agent/{PROJECT}/job");
    let request = world.program(Program::JobsWrite, Method::POST, &path);
    let created = answer(request.json(&json!({ "prompt": prompt }))).await;
    assert_eq!(created.status, 201, "{created:?}");
}

async fn step(world: &World, object: &str, step: &Value) -> Answer {
    let request = world.ada(Method::POST, &format!("/api/restore?object={object}")).await;
    answer(request.json(step)).await
}

/// The identifier of the backups that tests restore.
const HASH: &str = "636722a4aa753c8f4e774e5eacf6ea9cca3053d9b4e4b7e078725d2f14a90fe8";

/// Restores an object, as another one.
async fn restore(world: &World, (line, lines): &(&Value, Vec<&Value>), object: &str) {
    let begun = step(world, object, &json!({ "begin": line["schema"] })).await;
    assert_eq!(begun.status, 204, "{begun:?}");
    let mut table = &Value::Null;
    for part in lines.chunk_by(|a, b| a.is_array() == b.is_array()) {
        if part[0].is_object() {
            table = part.last().unwrap();
            continue;
        }
        let rows = json!({ "table": table["table"], "columns": table["columns"], "rows": part });
        let stored = step(world, object, &json!({ "insert": rows })).await;
        assert_eq!(stored.status, 204, "{stored:?}");
    }
    let rows = lines.iter().filter(|line| line.is_array()).count();
    let ended = step(world, &format!("{object}&backup={HASH}"), &json!({ "end": rows })).await;
    assert_eq!(ended.status, 204, "{ended:?}");
}

async fn answer_of(world: &World, path: &str) -> Value {
    answer(world.ada(Method::GET, path).await).await.json()
}
