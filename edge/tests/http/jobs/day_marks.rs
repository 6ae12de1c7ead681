//! Notes on days and counts of jobs, over HTTP.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, OTHER_PROJECT, PROJECT, Program, World, answer, run, shared};

async fn send(world: &World, method: Method, day: &str, body: Value) -> Answer {
    let path = format!("/api/projects/{PROJECT}/notes/{day}");
    let request = world.program(Program::Everything, method, &path);
    answer(if body.is_null() { request } else { request.json(&body) }).await
}

async fn marks(world: &World, project: &str, query: &str) -> Answer {
    let path = format!("/api/projects/{project}/days?{query}");
    answer(world.program(Program::JobsRead, Method::GET, &path)).await
}

#[test]
fn a_note_is_written_read_and_deleted() {
    run(async {
        let world = shared().await;
        let written = send(world, Method::PUT, "2024-02-29", json!({ "text": " Launch " })).await;
        assert_eq!((written.status, &written.json()["text"]), (200, &json!("Launch")), "{written:?}");
        let conflict = send(world, Method::PUT, "2024-02-29", json!({ "text": "Sale" })).await;
        conflict.is_problem(409, "note_conflict");
        assert!(conflict.problem().error.contains("Launch"), "{conflict:?}");
        let replaced =
            send(world, Method::PUT, "2024-02-29", json!({ "text": "Sale", "replaces": " Launch " })).await;
        assert_eq!(replaced.status, 200, "{replaced:?}");

        let read = marks(world, PROJECT, "from=2024-02-01&to=2024-03-31&zone=Europe/Berlin").await.json();
        let day = &read["days"][0];
        assert_eq!((&day["day"], &day["note"]["text"]), (&json!("2024-02-29"), &json!("Sale")), "{read}");
        assert_eq!((&day["jobsEnded"], &day["note"]["author"]), (&json!(0), &json!("token:everything")));
        let other = marks(world, OTHER_PROJECT, "from=2024-02-01&to=2024-03-31").await;
        assert_eq!(other.json()["days"], json!([]), "another project has its own notes");

        let unseen = send(world, Method::DELETE, "2024-02-29?text=Launch", Value::Null).await;
        unseen.is_problem(409, "note_conflict");
        assert!(unseen.problem().error.contains("Sale"), "{unseen:?}");
        let empty = send(world, Method::DELETE, "2024-02-29?text=", Value::Null).await;
        empty.is_problem(400, "invalid_request");
        let read = marks(world, PROJECT, "from=2024-02-01&to=2024-03-31").await.json();
        assert_eq!(read["days"][0]["note"]["text"], json!("Sale"), "a note that was not seen stays");
        for query in ["?text=%20Sale", "?text=Sale", ""] {
            let deleted = send(world, Method::DELETE, &format!("2024-02-29{query}"), Value::Null).await;
            assert_eq!(deleted.status, 204, "{query}: {deleted:?}");
        }
        let read = marks(world, PROJECT, "from=2024-02-01&to=2024-03-31").await.json();
        assert_eq!(read["days"], json!([]));
    });
}

#[test]
fn a_day_has_a_line_for_each_thing_that_happened() {
    run(async {
        let world = shared().await;
        let note = json!({ "text": "Launch\r\n\n Blog post " });
        let put = send(world, Method::PUT, "2024-04-01", note).await.json();
        assert_eq!(put["text"], json!("Launch\nBlog post"));
        let more = json!({ "text": "Launch\nBlog post\nOutage", "replaces": "Launch\nBlog post" });
        assert_eq!(send(world, Method::PUT, "2024-04-01", more).await.status, 200);
        let unseen = send(world, Method::DELETE, "2024-04-01?text=Launch%0ABlog%20post", Value::Null).await;
        unseen.is_problem(409, "note_conflict");
        assert!(unseen.problem().error.contains("“Launch · Blog post · Outage”"), "{unseen:?}");
        let seen = "2024-04-01?text=Launch%0ABlog%20post%0AOutage";
        assert_eq!(send(world, Method::DELETE, seen, Value::Null).await.status, 204);
    });
}

#[test]
fn what_is_no_note_and_no_day_is_refused() {
    run(async {
        let world = shared().await;
        for text in ["", " \n", "a\tb", &"x".repeat(201)] {
            let refused = send(world, Method::PUT, "2024-03-01", json!({ "text": text })).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some("text"));
        }
        send(world, Method::PUT, "2024-02-30", json!({ "text": "a" }))
            .await
            .is_problem(400, "invalid_request");
        marks(world, PROJECT, "from=2024-03-02&to=2024-03-01").await.is_problem(400, "invalid_request");
        marks(world, PROJECT, "from=2024-03-01&to=2024-03-01&zone=Mars/Base")
            .await
            .is_problem(400, "invalid_request");
    });
}
