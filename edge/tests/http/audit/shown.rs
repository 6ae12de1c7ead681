//! Pages, files and retention.

use docket_wire::AuditEntry;
use reqwest::Method;
use serde_json::json;

use super::{OF_NO_PROJECT, of_project, page};
use crate::harness::stored::change;
use crate::harness::{Options, PROJECT, Person, World, answer, run};

/// Makes a job and many changes of it and of a backfill, alternately.
async fn fill(world: &World) {
    let create = world.ada(Method::POST, &format!("/v2/agent/{PROJECT}/job")).await;
    let created = answer(create.json(&json!({ "prompt": "Do it [sim: 1h]" }))).await.json();
    let job = format!("/api/projects/{PROJECT}/jobs/{}", created["id"].as_str().unwrap());
    let backfill = format!("/api/projects/{PROJECT}/visitors/backfill");
    for n in 0..6 {
        let hidden = json!({ "hidden": n % 2 == 0 });
        assert_eq!(answer(world.ada(Method::PATCH, &job).await.json(&hidden)).await.status, 200);
        let days = json!({ "kind": "days", "from": "2026-09-01", "to": format!("2026-09-1{n}") });
        assert_eq!(answer(world.ada(Method::POST, &backfill).await.json(&days)).await.status, 202);
    }
}

async fn world() -> World {
    let vars = vec![
        ("DOCKET_ANALYTICS_PER_HOUR", Some("1".to_owned())),
        ("DOCKET_AUDIT_DAYS", Some("2".to_owned())),
    ];
    World::start(Options { vars }).await
}

#[test]
fn pages_and_files_have_the_jobs_and_the_backfills_of_a_project_in_order() {
    run(async {
        let world = world().await;
        fill(&world).await;
        let (mut ids, mut before) = (Vec::new(), String::new());
        loop {
            let found = page(&world, &format!("{}?limit=5{before}", of_project())).await;
            ids.extend(found.entries.iter().map(|entry| entry.id));
            if !found.has_more {
                break;
            }
            before = format!("&before={}", ids.last().unwrap());
        }
        assert_eq!(ids.len(), 13);
        assert!(ids.is_sorted_by(|newer, older| newer > older), "{ids:?}");

        let export = format!("{}?format=ndjson&action=start_backfill", of_project());
        let file = answer(world.ada(Method::GET, &export).await).await;
        assert_eq!(file.header("Content-Type"), Some("application/x-ndjson; charset=utf-8"));
        let name = file.header("Content-Disposition").unwrap();
        assert!(name.starts_with("attachment; filename=\"audit-acme-docs.ndjson\""), "{name}");
        let entries: Vec<AuditEntry> =
            file.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(entries.len(), 6);

        for (query, field) in [
            ("format=csv", "format"),
            ("action=jobs", "action"),
            ("refused=maybe", "refused"),
            ("limit=201", "limit"),
            ("before=x", "before"),
            ("atSince=soon", "atSince"),
            ("who=ada", "who"),
        ] {
            let invalid = answer(world.ada(Method::GET, &format!("{}?{query}", of_project())).await).await;
            invalid.is_problem(400, "invalid_request");
            assert_eq!(invalid.problem().field.as_deref(), Some(field));
        }
        let local = world.request(Method::GET, OF_NO_PROJECT).header("Cookie", Person::LocalAdmin.cookie());
        answer(local).await.is_problem(403, "forbidden");
    });
}

#[test]
fn entries_are_gone_after_the_days_of_the_setting() {
    run(async {
        let world = world().await;
        fill(&world).await;
        assert_eq!(page(&world, &of_project()).await.entries.len(), 13);
        let three_days = 3 * 86_400_000_i64 * 1024;
        let world = world
            .restarted_after(|state| {
                for class in ["JobsObject", "AnalyticsObject"] {
                    change(state, class, &format!("UPDATE audit SET id = id - {three_days}"));
                }
            })
            .await;
        assert_eq!(page(&world, &of_project()).await.entries, []);
        let file = answer(world.ada(Method::GET, &format!("{}?format=ndjson", of_project())).await).await;
        assert_eq!(file.text, "");
    });
}
