//! Backups over HTTP, and what they become in an empty deployment.

use docket_core::backup::checkpoint::Checkpoint;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{
    ADA, Answer, CANARY, OTHER_PROJECT, Options, PASSPHRASE, PROJECT, Program, World, answer, run,
};

/// A file: its lines, of which those that are not checkpoints are hashed.
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
    let ended = step(world, object, &json!({ "end": rows })).await;
    assert_eq!(ended.status, 204, "{ended:?}");
}

#[test]
fn a_backup_has_every_object_and_no_secret() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "What the backup has").await;
        let answer = backup(&world).await;
        assert_eq!(answer.header("Content-Type"), Some("application/x-ndjson; charset=utf-8"));
        let file = File::read(&answer.text);
        assert!(file.is_whole());
        assert_eq!(file.0[0]["docketBackup"], 1);
        let listed: Vec<Value> = file.objects().iter().map(|(line, _)| line["object"].clone()).collect();
        assert_eq!(json!(listed), file.0[0]["objects"]);
        assert_eq!(listed[0], "access/access");
        assert!(listed.contains(&json!("analytics/DOCKET_ADMIN_KEY")));
        assert!(listed.contains(&json!(format!("jobs/{OTHER_PROJECT}"))));
        assert!(answer.text.contains("What the backup has"));
        for secret in
            [CANARY, PASSPHRASE, "docket_everything", &world.worker.setting("DOCKET_SESSION_SECRET")]
        {
            assert!(!answer.text.contains(secret));
        }
        let log = answer_of(&world, "/api/audit?action=backup").await;
        assert_eq!(log["entries"][0]["author"], "token:backup-read");
    });
}

async fn answer_of(world: &World, path: &str) -> Value {
    answer(world.ada(Method::GET, path).await).await.json()
}

/// The jobs of a backup that is interrupted, with 90 kB of prompt each.
const JOBS: usize = 160;

#[test]
fn an_interrupted_backup_goes_on_at_its_last_checkpoint() {
    run(async {
        let world = World::start(Options::default()).await;
        // More than the connection holds: what the client has not read is not all sent.
        for number in 0..JOBS {
            create(&world, &format!("{number} {}", "long ".repeat(18_000))).await;
        }
        let mut response =
            world.program(Program::BackupRead, Method::GET, "/api/backup").send().await.unwrap();
        let mut arrived = Vec::new();
        let (text, within) = loop {
            arrived.extend(response.chunk().await.unwrap().unwrap());
            let end = arrived.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let text = String::from_utf8(arrived[..end].to_vec()).unwrap();
            let last: Value =
                text.lines().next_back().map_or(Value::Null, |line| serde_json::from_str(line).unwrap());
            match last["checkpoint"].as_str() {
                Some(checkpoint) if !checkpoint.ends_with("..") => {
                    break (text.clone(), checkpoint.to_owned());
                }
                _ => {}
            }
        };
        drop(response);

        // What happens meanwhile is not in the snapshot that is being read.
        create(&world, "Too late for the snapshot").await;
        let resumed = format!("/api/backup?resume={}", encoded(&within));
        let rest = answer(world.program(Program::BackupRead, Method::GET, &resumed)).await;
        assert_eq!(rest.status, 200, "{rest:?}");
        let file = File::read(&format!("{text}{}", rest.text));
        assert!(file.is_whole());
        let (_, jobs) = file.object(&of_project());
        let submissions = jobs.iter().skip_while(|line| line["table"] != "submissions").skip(1);
        assert_eq!(submissions.take_while(|line| line.is_array()).count(), JOBS);

        let gone = answer(world.program(Program::BackupRead, Method::GET, &resumed)).await;
        gone.is_problem(410, "snapshot_expired");
        let invalid = world.program(Program::BackupRead, Method::GET, "/api/backup?resume=0.0...");
        answer(invalid).await.is_problem(400, "invalid_request");
    });
}

#[test]
fn an_empty_deployment_gets_the_same_state_and_goes_on_with_it() {
    run(async {
        let old = World::start(Options::default()).await;
        create(&old, "Done before the backup [sim: 1s]").await;
        let path = format!("/api/projects/{PROJECT}/changes?since=0&wait=20");
        while !answer(old.program(Program::JobsRead, Method::GET, &path)).await.text.contains("\"completed\"")
        {
        }
        create(&old, "Active in the backup [sim: 1h]").await;
        let trend = format!("/api/projects/{PROJECT}/visitors/trend?from=2026-09-01&to=2026-09-07");
        answer(old.program(Program::VisitorsRead, Method::GET, &trend)).await;
        let file = File::read(&backup(&old).await.text);

        let new = World::start(Options::default()).await;
        for id in ["access/access", "analytics/DOCKET_ADMIN_KEY", &of_project()] {
            let found = file.object(id);
            let check = step(&new, id, &json!({ "check": found.0["schema"] })).await;
            assert_eq!(check.status, 204, "{check:?}");
            restore(&new, &found, id).await;
        }

        // Bit by bit, except for what reading the backup itself recorded, and what polls have changed since.
        let again = File::read(&backup(&new).await.text);
        let (_, before) = file.object("analytics/DOCKET_ADMIN_KEY");
        let (_, after) = again.object("analytics/DOCKET_ADMIN_KEY");
        assert_eq!(before, after);
        let events = |file: &File| {
            let (_, lines) = file.object(&of_project());
            let events = lines.into_iter().skip_while(|line| line["table"] != "events").skip(1);
            events.take_while(|line| line.is_array()).cloned().collect::<Vec<_>>()
        };
        let (before, after) = (events(&file), events(&again));
        assert_eq!(after[..before.len()], before);
        assert!(after[before.len()].to_string().contains("restored"), "{after:?}");

        let list = answer_of(&new, &format!("/api/projects/{PROJECT}/jobs?q=before")).await;
        assert_eq!(list["jobs"][0]["status"], "completed");
        // The job that was active is polled: its new service does not know it.
        let gone = format!("/api/projects/{PROJECT}/changes?since={}&wait=50", list["revision"]);
        let change = answer(new.program(Program::JobsRead, Method::GET, &gone)).await;
        assert_eq!(change.status, 200, "{change:?}");
        let log = answer_of(&new, "/api/audit?action=restore").await;
        assert_eq!(log["entries"].as_array().unwrap().len(), 3);
        assert_eq!(log["entries"][0]["target"], json!({ "kind": "object", "id": of_project() }));
    });
}

#[test]
fn a_project_moves_to_another_id() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "To be moved [sim: 1h]").await;
        let file = File::read(&backup(&world).await.text);
        let moved = file.object(&of_project());
        restore(&world, &moved, &format!("jobs/{OTHER_PROJECT}")).await;
        let list = answer_of(&world, &format!("/api/projects/{OTHER_PROJECT}/jobs?q=moved")).await;
        assert_eq!(list["jobs"].as_array().unwrap().len(), 1, "{list}");
    });
}

#[test]
fn an_object_that_is_being_restored_responds_to_nothing_else() {
    run(async {
        let world = World::start(Options::default()).await;
        let jobs = format!("/api/projects/{OTHER_PROJECT}/jobs");
        let object = format!("jobs/{OTHER_PROJECT}");
        assert_eq!(step(&world, &object, &json!({ "begin": 10 })).await.status, 204);
        let read = async || answer(world.program(Program::JobsRead, Method::GET, &jobs)).await;
        let refused = read().await;
        refused.is_problem(503, "restoring");
        assert!(refused.header("Retry-After").is_some());
        let backed_up = until_it_breaks(&world).await;
        assert!(!File::read(whole_lines(&backed_up)).is_whole(), "half a ledger is no backup");

        let world = world.restarted().await;
        let read = async || answer(world.program(Program::JobsRead, Method::GET, &jobs)).await;
        read().await.is_problem(503, "restoring");
        let rows = json!({ "table": "owner", "columns": ["rowid"], "rows": [] });
        let invalid = step(&world, &object, &json!({ "insert": rows })).await;
        invalid.is_problem(400, "invalid_request");
        assert_eq!(invalid.problem().field.as_deref(), Some("rows"));
        step(&world, &object, &json!({ "end": 3 })).await.is_problem(409, "restore_state");
        assert_eq!(step(&world, &object, &json!({ "cancel": null })).await.status, 204);
        assert_eq!(read().await.status, 200);
        step(&world, &object, &json!({ "cancel": null })).await.is_problem(409, "restore_state");
    });
}

/// What arrives of a backup that breaks off.
async fn until_it_breaks(world: &World) -> String {
    let response = world.program(Program::BackupRead, Method::GET, "/api/backup").send().await;
    let (mut response, mut text) = (response.unwrap(), String::new());
    while let Ok(Some(chunk)) = response.chunk().await {
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    text
}

/// A text in a query.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

#[test]
fn a_restore_is_refused_where_it_would_do_harm() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "Already here [sim: 1h]").await;
        for begin in ["check", "begin"] {
            let full = step(&world, &of_project(), &json!({ begin: 10 })).await;
            full.is_problem(409, "not_empty");
            let newer = step(&world, &format!("jobs/{OTHER_PROJECT}"), &json!({ begin: 900 })).await;
            newer.is_problem(400, "invalid_request");
            assert_eq!(newer.problem().field.as_deref(), Some("schema"));
        }
        let check = json!({ "check": 1 });
        step(&world, "jobs/nobody", &check).await.is_problem(404, "unknown_project");
        step(&world, "analytics/DOCKET_OPERATORS", &check).await.is_problem(400, "invalid_request");
        step(&world, "access/other", &check).await.is_problem(400, "invalid_request");
        // A token could give itself every right by restoring tokens.
        let request = world.program(Program::Everything, Method::POST, "/api/restore?object=access/access");
        answer(request.json(&check)).await.is_problem(403, "forbidden");
        assert_eq!(world.sign_in(ADA, PASSPHRASE).await.status, 200);
    });
}
