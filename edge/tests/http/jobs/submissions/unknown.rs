//! Submissions of unknown outcome: the service may have acted, and no answer came.

use docket_sim::ServiceOperation;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Options, PROJECT, Program, World, answer, run};

async fn send(world: &World, method: Method, path: &str, body: Value) -> Answer {
    let request = world.ada(method.clone(), &format!("/api/projects/{PROJECT}/{path}")).await;
    answer(if method == Method::GET { request } else { request.json(&body) }).await
}

/// Creates a job whose answer is lost, and returns the id of the submission.
async fn lose(world: &World, prompt: &str) -> String {
    let request = world.ada(Method::POST, &format!("/v2/agent/{PROJECT}/job")).await;
    let lost = answer(request.json(&json!({ "prompt": format!("{prompt} [sim: drop-after]") }))).await;
    lost.is_problem(502, "outcome_unknown");
    lost.json()["submissionId"].as_str().unwrap().to_owned()
}

fn job_created_by(world: &World, prompt: &str) -> String {
    let jobs = world.sim.jobs();
    jobs.iter().find(|job| job.prompts.iter().any(|text| text.starts_with(prompt))).unwrap().id.to_string()
}

async fn kinds(world: &World, job: &str) -> Vec<String> {
    let detail = send(world, Method::GET, &format!("jobs/{job}"), Value::Null).await;
    let events = detail.json()["events"].clone();
    events
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["what"]["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn an_unknown_outcome_is_listed_until_a_person_resolves_it() {
    run(async {
        let world = World::start(Options::default()).await;
        let matched = lose(&world, "First").await;
        let resent = lose(&world, "Second").await;
        let discarded = lose(&world, "Third").await;
        assert_eq!(world.sim.count(ServiceOperation::CreateJob), 3);
        let open = send(&world, Method::GET, "submissions", Value::Null).await.json();
        let states: Vec<_> =
            open["submissions"].as_array().unwrap().iter().map(|open| open["state"].clone()).collect();
        assert_eq!(states, ["unknown", "unknown", "unknown"]);

        let job = job_created_by(&world, "First");
        let done =
            send(&world, Method::POST, &format!("submissions/{matched}/match"), json!({ "job": job })).await;
        assert_eq!((done.status, done.json()["job"].as_str()), (200, Some(job.as_str())), "{done:?}");
        assert!(kinds(&world, &job).await.contains(&"matched".to_owned()));
        assert_eq!(world.sim.count(ServiceOperation::CreateJob), 3, "nothing was sent");

        // The same prompt has the same fault, so the outcome is unknown again, but the prompt was sent.
        let done = send(&world, Method::POST, &format!("submissions/{resent}/resend"), Value::Null).await;
        done.is_problem(502, "outcome_unknown");
        assert_eq!(world.sim.count(ServiceOperation::CreateJob), 4);

        let done = send(&world, Method::DELETE, &format!("submissions/{discarded}"), Value::Null).await;
        assert_eq!(done.json()["state"], "discarded", "{done:?}");
        assert!(done.json()["prompt"].as_str().unwrap().starts_with("Third"), "the prompt is kept");
        let open = send(&world, Method::GET, "submissions", Value::Null).await.json();
        assert_eq!(open["submissions"].as_array().unwrap().len(), 1);
        assert_eq!(world.sim.count(ServiceOperation::CreateJob), 4);
    });
}

#[test]
fn matching_a_prompt_is_within_the_budget_of_polls() {
    run(async {
        let vars = vec![("DOCKET_POLLS_PER_HOUR", Some("1".to_owned()))];
        let world = World::start(Options { vars }).await;
        let submission = lose(&world, "Lost").await;
        let path = format!("submissions/{submission}/match");
        let body = json!({ "job": "no-such-job" });
        // What cannot be matched takes no poll of the budget.
        let none = send(&world, Method::POST, "submissions/none/match", body.clone()).await;
        none.is_problem(404, "unknown_submission");
        send(&world, Method::POST, &path, body.clone()).await.is_problem(404, "unknown_job");
        let refused = send(&world, Method::POST, &path, body).await;
        refused.is_problem(429, "budget_exhausted");
        assert!(refused.header("Retry-After").is_some(), "{refused:?}");
        assert_eq!(world.sim.count(ServiceOperation::GetJob), 1);
    });
}

#[test]
fn an_impossible_action_is_a_problem() {
    run(async {
        let world = World::start(Options::default()).await;
        let submission = lose(&world, "Lost").await;
        let path = format!("submissions/{submission}/match");
        send(&world, Method::POST, &path, json!({ "job": "no-such-job" }))
            .await
            .is_problem(404, "unknown_job");
        send(&world, Method::POST, &path, json!({ "job": "a/b" })).await.is_problem(400, "invalid_request");
        let edit = format!("submissions/{submission}");
        send(&world, Method::PATCH, &edit, json!({ "prompt": "x" }))
            .await
            .is_problem(409, "submission_state");
        for (method, path) in [
            (Method::PATCH, "submissions/none"),
            (Method::DELETE, "submissions/none"),
            (Method::POST, "submissions/none/resend"),
        ] {
            let body = json!({ "prompt": "x" });
            send(&world, method, path, body).await.is_problem(404, "unknown_submission");
        }
    });
}

#[test]
fn the_key_of_a_prompt_says_what_became_of_it() {
    run(async {
        let world = World::start(Options::default()).await;
        let prompt = json!({ "prompt": "Lost [sim: drop-after]" });
        let create = async || {
            let path = format!("/v2/agent/{PROJECT}/job");
            let request =
                world.program(Program::JobsWrite, Method::POST, &path).header("Idempotency-Key", "k");
            answer(request.json(&prompt)).await
        };
        let lost = create().await;
        lost.is_problem(502, "outcome_unknown");
        assert_eq!(lost.header("Idempotency-Replayed"), None, "{lost:?}");
        let again = create().await;
        again.is_problem(502, "outcome_unknown");
        assert_eq!(again.header("Idempotency-Replayed"), Some("true"), "{again:?}");

        // Another prompt that was lost cannot have created the same job.
        let other = lose(&world, "Lost too").await;
        let job = job_created_by(&world, "Lost [");
        let submission = lost.json()["submissionId"].as_str().unwrap().to_owned();
        let matched = json!({ "job": job });
        let done =
            send(&world, Method::POST, &format!("submissions/{submission}/match"), matched.clone()).await;
        assert_eq!(done.status, 200, "{done:?}");
        send(&world, Method::POST, &format!("submissions/{other}/match"), matched)
            .await
            .is_problem(409, "submission_state");

        // The service confirmed the job with 200, when Docket read it.
        let found = create().await;
        assert_eq!((found.status, found.json()["id"].as_str()), (200, Some(job.as_str())), "{found:?}");
        assert_eq!(found.header("Idempotency-Replayed"), Some("true"));
    });
}
