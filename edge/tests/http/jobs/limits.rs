//! What one caller may change, and keep open, in a project.

use docket_wire::JobId;
use futures_util::future::{join, join_all};
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;

use super::polling::{create, quick};
use crate::auth::tokens::live_request;
use crate::harness::{Answer, Options, PROJECT, Program, World, answer, run, until};

#[test]
fn changes_that_the_service_does_not_see_have_a_budget_of_their_caller() {
    run(async {
        let vars = vec![("DOCKET_CHANGES_PER_HOUR", Some("3".to_owned()))];
        let world = World::start(Options { vars }).await;
        let job = create(&world, "Update the quickstart [sim: 1h]").await;
        let project = format!("/api/projects/{PROJECT}");
        let request =
            |program, method, path: &str| world.program(program, method, &format!("{project}{path}"));
        let patch = |labels: &str| {
            let patch = request(Program::JobsWrite, Method::PATCH, &format!("/jobs/{job}"));
            answer(patch.json(&json!({ "labels": [labels] })))
        };
        let spent: [(RequestBuilder, u64); 2] = [
            (
                request(Program::JobsWrite, Method::POST, "/templates")
                    .json(&json!({ "name": "A", "text": "Update it" })),
                2,
            ),
            // Finding out that there is no such note costs rows as well.
            (request(Program::JobsWrite, Method::DELETE, "/notes/2026-01-31"), 1),
        ];
        for (request, left) in spent {
            let changed = answer(request).await;
            assert!(changed.status < 300, "{changed:?}");
            assert_eq!(changed.budget("changes")[..2], [3, left], "{changed:?}");
        }
        let changed = patch("one").await;
        assert_eq!((changed.status, changed.budget("changes")[1]), (204, 0));
        let refused = patch("two").await;
        refused.is_problem(429, "budget_exhausted");
        assert!(refused.problem().error.contains("DOCKET_CHANGES_PER_HOUR"), "{refused:?}");
        let [limit, left, reset_s] = refused.budget("changes");
        assert_eq!((limit, left, refused.header("Retry-After")), (3, 0, Some(&*reset_s.to_string())));
        let read = answer(request(Program::JobsRead, Method::GET, &format!("/jobs/{job}"))).await;
        assert_eq!(read.json()["job"]["labels"], json!(["one"]), "nothing was changed");

        let other = request(Program::Everything, Method::PATCH, &format!("/jobs/{job}"));
        assert_eq!(answer(other.json(&json!({ "hidden": true }))).await.status, 200, "others go on");
        assert!(
            !create(&world, "Update the guide [sim: 1h]").await.is_empty(),
            "prompts have another budget"
        );
    });
}

/// Follows a job that does not change.
fn waiting(world: &World, program: Program, job: &JobId, wait_s: u32) -> impl Future<Output = Answer> {
    answer(world.program(program, Method::GET, &format!("/v2/agent/{PROJECT}/job/{job}?wait={wait_s}")))
}

#[test]
fn a_caller_has_at_most_a_thousand_waiting_requests() {
    run(async {
        let world = World::start(quick()).await;
        let job: JobId = create(&world, "Update the quickstart [sim: never]").await.parse().unwrap();
        let others = join_all((0..1_000).map(|_| waiting(&world, Program::JobsRead, &job, 50)));
        let meanwhile = async {
            let scrape =
                async || answer(world.program(Program::MetricsRead, Method::GET, "/api/metrics")).await.text;
            let all_wait = format!("docket_waiting_requests{{project=\"{PROJECT}\"}} 1000\n");
            until(scrape, |metrics| metrics.contains(&all_wait)).await;
            let refused = waiting(&world, Program::JobsRead, &job, 1).await;
            refused.is_problem(429, "too_many_connections");
            assert_eq!(refused.problem().field.as_deref(), Some("wait"));
            let wait_s: u32 = refused.header("Retry-After").unwrap().parse().unwrap();
            assert!((1..=50).contains(&wait_s), "{refused:?}");
            let changes = format!("/api/projects/{PROJECT}/changes?since=");
            let changes = async |rest: &str| {
                answer(world.program(Program::JobsRead, Method::GET, &format!("{changes}{rest}"))).await
            };
            let now = changes("0&wait=1").await;
            assert_eq!(now.status, 200, "what does not wait is answered");
            let revision = now.json()["revision"].clone();
            changes(&format!("{revision}&wait=1")).await.is_problem(429, "too_many_connections");
            assert_eq!(waiting(&world, Program::Everything, &job, 1).await.status, 200, "others wait");
            assert!(world.sim.end_job(job.as_str(), None));
        };
        let (others, ()) = join(others, meanwhile).await;
        assert!(others.iter().all(|answer| answer.status == 200));
        let job: JobId = create(&world, "Update the guide [sim: never]").await.parse().unwrap();
        assert_eq!(waiting(&world, Program::JobsRead, &job, 1).await.status, 200, "they are over");
    });
}

#[test]
fn a_caller_has_at_most_a_thousand_web_sockets() {
    run(async {
        let world = World::start(quick()).await;
        let own = Program::JobsRead.token();
        let mut open = Vec::new();
        for _ in 0..1_000 {
            open.push(connect_async(live_request(&world, &own)).await.unwrap().0);
        }
        let Err(Error::Http(refused)) = connect_async(live_request(&world, &own)).await else {
            panic!("one too many")
        };
        assert_eq!(
            (refused.status().as_u16(), refused.headers()["Retry-After"].to_str().unwrap()),
            (429, "60")
        );
        assert!(refused.headers().contains_key("Docket-Request-Id"));
        assert!(
            connect_async(live_request(&world, &Program::Everything.token())).await.is_ok(),
            "others connect"
        );
        // Closing one makes room.
        open.pop().unwrap().close(None).await.unwrap();
        let again = async || connect_async(live_request(&world, &own)).await.is_ok();
        assert!(until(again, |is_open| *is_open).await);
    });
}
