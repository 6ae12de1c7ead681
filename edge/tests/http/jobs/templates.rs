//! Prompt templates over HTTP: versions, conflicts, and what a kill leaves.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, OTHER_PROJECT, Options, PROJECT, Program, World, answer, run, shared};

fn path(rest: &str) -> String {
    format!("/api/projects/{PROJECT}/templates{rest}")
}

async fn send(world: &World, method: Method, path: &str, body: Value) -> Answer {
    let request = world.program(Program::JobsWrite, method, path);
    answer(if body.is_null() { request } else { request.json(&body) }).await
}

async fn read(world: &World, path: &str) -> Answer {
    answer(world.program(Program::JobsRead, Method::GET, path)).await
}

/// Makes a template, and returns its path.
async fn create(world: &World, name: &str, text: &str) -> String {
    let made = send(world, Method::POST, &path(""), json!({ "name": name, "text": text })).await;
    assert_eq!(made.status, 201, "{made:?}");
    path(&format!("/{}", made.json()["id"].as_str().unwrap()))
}

#[test]
fn an_edit_makes_a_version_and_one_of_an_older_version_is_refused() {
    run(async {
        let world = shared().await;
        let template = create(world, "Update a page", "Update {{page}}").await;
        let edit =
            |text: &str, version: u32| json!({ "name": "Update a page", "text": text, "version": version });
        let edited = send(world, Method::PUT, &template, edit("Refresh {{page}} {{tone}}", 1)).await;
        assert_eq!((edited.status, edited.json()["version"].as_u64()), (200, Some(2)));
        let conflict = send(world, Method::PUT, &template, edit("Rewrite", 1)).await;
        conflict.is_problem(409, "template_conflict");
        assert_eq!(conflict.problem().field.as_deref(), Some("version"));
        assert!(conflict.problem().error.contains("token:jobs-write") && conflict.text.contains("version 2"));

        assert_eq!(read(world, &template).await.json()["text"], "Refresh {{page}} {{tone}}");
        assert_eq!(read(world, &format!("{template}?version=1")).await.json()["text"], "Update {{page}}");
        read(world, &format!("{template}?version=3")).await.is_problem(404, "unknown_template");
        read(world, &format!("{template}?version=x")).await.is_problem(400, "invalid_request");
        let versions = read(world, &format!("{template}/versions")).await.json();
        let numbers: Vec<_> =
            versions["versions"].as_array().unwrap().iter().map(|each| &each["version"]).collect();
        assert_eq!(numbers, [2, 1]);
        let list = read(world, &path("")).await.json();
        let listed =
            list["templates"].as_array().unwrap().iter().find(|each| each["name"] == "Update a page");
        assert_eq!(listed.unwrap()["variables"], json!(["page", "tone"]));

        assert_eq!(send(world, Method::DELETE, &template, Value::Null).await.status, 204);
        send(world, Method::DELETE, &template, Value::Null).await.is_problem(404, "unknown_template");
        read(world, &template).await.is_problem(404, "unknown_template");
    });
}

#[test]
fn an_invalid_template_names_the_field_and_its_rule() {
    run(async {
        let world = shared().await;
        let many: String = (0..21).map(|n| format!("{{{{v{n}}}}}")).collect();
        for (name, text, field, rule) in [
            ("", "text", "name", "must have 1 to 80 characters"),
            (&*"x".repeat(81), "text", "name", "must have 1 to 80 characters"),
            ("a\nb", "text", "name", "must have 1 to 80 characters, without line breaks"),
            ("a", " ", "text", "must have at least 1 character"),
            ("a", &*"x".repeat(100_001), "text", "must not be longer than 100000 bytes"),
            ("a", &*many, "text", "must not have more than 20 different variables"),
        ] {
            let new = json!({ "name": name, "text": text });
            let edit = json!({ "name": name, "text": text, "version": 1 });
            for (method, path, body) in
                [(Method::POST, path(""), new), (Method::PUT, path("/tpl_none"), edit)]
            {
                let refused = send(world, method, &path, body).await;
                refused.is_problem(400, "invalid_request");
                let problem = refused.problem();
                assert_eq!(problem.field.as_deref(), Some(field), "{problem:?}");
                assert!(problem.error.starts_with(&format!("{field} {rule}")), "{problem:?}");
            }
        }
        let shape = send(world, Method::POST, &path(""), json!({ "name": "a" })).await;
        shape.is_problem(400, "invalid_request");
        assert!(shape.problem().error.starts_with("The body must be {\"name\""), "{shape:?}");
    });
}

#[test]
fn a_template_belongs_to_its_project_and_a_name_to_one_template() {
    run(async {
        let world = shared().await;
        let template = create(world, "Ours alone", "text").await;
        let taken =
            send(world, Method::POST, &path(""), json!({ "name": "Ours alone", "text": "other" })).await;
        taken.is_problem(409, "template_name_taken");
        assert_eq!(taken.problem().field.as_deref(), Some("name"));
        assert_eq!(create(world, "Ours alone", "text").await, template, "a repeated request");
        let elsewhere = template.replace(PROJECT, OTHER_PROJECT);
        let request = world.program(Program::Elsewhere, Method::GET, &elsewhere);
        answer(request).await.is_problem(404, "unknown_template");
    });
}

#[test]
fn a_kill_keeps_what_was_acknowledged() {
    run(async {
        let mut world = World::start(Options::default()).await;
        let mut expected = Vec::new();
        for round in 0..3 {
            let template = create(&world, &format!("Round {round}"), "first").await;
            let body = json!({ "name": format!("Round {round}"), "text": "second", "version": 1 });
            assert_eq!(send(&world, Method::PUT, &template, body).await.status, 200);
            expected.push(template);
            world.worker.kill();
            world = world.restarted().await;
            for template in &expected {
                assert_eq!(read(&world, template).await.json()["text"], "second");
                assert_eq!(read(&world, &format!("{template}?version=1")).await.json()["text"], "first");
            }
        }
    });
}
