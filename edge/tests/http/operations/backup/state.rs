//! What an empty deployment has after a restore.

use docket_sim::ServiceOperation;
use reqwest::Method;
use serde_json::{Value, json};

use super::{File, answer_of, backup, create, of_project, restore, step};
use crate::harness::{Options, PROJECT, Program, World, answer, run};

/// Path of a resource of the project.
fn path(rest: &str) -> String {
    format!("/api/projects/{PROJECT}/{rest}")
}

/// Sends a change of Ada's.
async fn change(world: &World, method: Method, rest: &str, body: Value) -> Value {
    let changed = answer(world.ada(method, &path(rest)).await.json(&body)).await;
    assert!(changed.status < 300, "{rest}: {changed:?}");
    changed.json()
}

/// A template in two versions, a note, labels, and an inbox in which everything is read.
async fn add_what_people_write(world: &World) {
    let text = json!({ "name": "Update a page", "text": "Update {{page}}" });
    let template = change(world, Method::POST, "templates", text).await;
    let edit = json!({ "name": "Update a page", "text": "Refresh {{page}}", "version": 1 });
    let id = template["id"].as_str().unwrap();
    change(world, Method::PUT, &format!("templates/{id}"), edit).await;
    change(world, Method::PUT, "notes/2026-09-02", json!({ "text": "Released the guides" })).await;
    let done = answer_of(world, &path("jobs?q=before")).await["jobs"][0]["id"].clone();
    let labels = json!({ "labels": ["guides"] });
    change(world, Method::PATCH, &format!("jobs/{}", done.as_str().unwrap()), labels).await;
    let inbox = answer_of(world, &path("inbox")).await;
    change(world, Method::PATCH, "inbox", json!({ "readUpTo": inbox["revision"] })).await;
}

/// What a deployment shows of its project.
#[derive(Debug)]
struct Shown {
    /// The parts that are the same in every deployment with the same data.
    same: Vec<Value>,
    /// The entries of the audit logs, to which a restore adds some.
    log: Vec<String>,
}

impl Shown {
    async fn of(world: &World) -> Self {
        let mut list = answer_of(world, &path("jobs")).await["jobs"].clone();
        for job in list.as_array_mut().unwrap() {
            // Polls change these, and the other deployment's service does not know the jobs.
            for member in ["checkedAt", "polling", "revision"] {
                job.as_object_mut().unwrap().remove(member);
            }
        }
        let templates = answer_of(world, &path("templates")).await;
        let id = templates["templates"][0]["id"].as_str().unwrap();
        let versions = answer_of(world, &path(&format!("templates/{id}/versions"))).await;
        let notes = answer_of(world, &path("days?from=2026-09-01&to=2026-09-30")).await;
        let inbox = answer_of(world, &path("inbox")).await;
        let ended = inbox["ended"]["items"].as_array().unwrap();
        let read = ended.iter().map(|item| json!([item["subject"], item["read"]])).collect();
        let csv = path("visitors/export?from=2026-09-01&to=2026-09-07&plain=1");
        let csv = answer(world.program(Program::VisitorsRead, Method::GET, &csv)).await;
        assert_eq!(csv.status, 200, "{csv:?}");
        let mut log = Vec::new();
        for of in ["/api/audit", &path("audit")] {
            let file = answer(world.ada(Method::GET, &format!("{of}?format=ndjson")).await).await;
            let entries = file.text.lines().filter(|line| line.contains("\"action\""));
            log.extend(entries.map(str::to_owned));
        }
        Self { same: vec![list, templates, versions, notes, read, csv.text.into()], log }
    }

    /// Checks that everything of another deployment is here, too.
    fn has_all_of(&self, other: &Self) {
        for (found, expected) in self.same.iter().zip(&other.same) {
            assert_eq!(found, expected);
        }
        let actions = ["create_template", "edit_template", "put_note", "patch_job", "create_job", "sign_in"];
        for action in actions {
            let is_there = |entry: &String| entry.contains(&format!("\"{action}\""));
            assert!(other.log.iter().any(is_there), "{action}: {:?}", other.log);
        }
        for entry in &other.log {
            assert!(self.log.contains(entry), "{entry} is not in {:?}", self.log);
        }
    }
}

#[test]
fn an_empty_deployment_gets_the_same_state_and_continues_with_it() {
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
        add_what_people_write(&old).await;
        let shown = Shown::of(&old).await;
        let file = File::read(&backup(&old).await.text);

        let new = World::start(Options::default()).await;
        for id in ["auth/auth", "analytics/DOCKET_ADMIN_KEY", &of_project()] {
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

        Shown::of(&new).await.has_all_of(&shown);
        assert_eq!(new.sim.count(ServiceOperation::GetVisitors), 0, "nothing was loaded again");
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
