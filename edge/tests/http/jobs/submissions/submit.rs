//! Prompts reach the service once, and the caller gets the service's own answer.

use docket_sim::ServiceOperation;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Options, PROJECT, Program, World, answer, run, shared, until};

async fn create(world: &World, prompt: &str, key: Option<&str>) -> Answer {
    let request = world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
    let request = key.into_iter().fold(request, |request, key| request.header("Idempotency-Key", key));
    answer(request.json(&json!({ "prompt": prompt }))).await
}

async fn service_response(world: &World, id: &str) -> Value {
    let url = format!("{}/v2/agent/{PROJECT}/job/{id}", world.sim.base_url());
    let client = reqwest::Client::new();
    client.get(url).bearer_auth(crate::harness::CANARY).send().await.unwrap().json().await.unwrap()
}

#[test]
fn a_program_written_for_the_service_sees_no_difference() {
    run(async {
        let world = shared().await;
        let created = create(world, "Update the quickstart [sim: 1h]", None).await;
        assert_eq!(created.status, 201, "{created:?}");
        let id = created.json()["id"].as_str().unwrap().to_owned();
        let response = service_response(world, &id).await;
        assert_eq!(created.json(), response, "every field is as the service has it");
        let polled =
            answer(world.program(Program::JobsRead, Method::GET, &format!("/v2/agent/{PROJECT}/job/{id}")))
                .await;
        assert_eq!((polled.status, &polled.json()), (200, &response), "{polled:?}");
        assert!(polled.header("Age").unwrap().parse::<u32>().unwrap() < 60);

        let created = create(world, "Update the quickstart [sim: unknown-fields]", None).await.json();
        let known = ["id", "status", "source", "model", "prLink", "createdAt", "archivedAt"];
        let unknown = created.as_object().unwrap().keys().any(|field| !known.contains(&field.as_str()));
        assert!(unknown, "fields that the contract does not name survive: {created}");

        let message =
            world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job/{id}/message"));
        let followed = answer(message.json(&json!({ "prompt": "Shorter, please" }))).await;
        assert_eq!(
            (followed.status, followed.json()["id"].as_str()),
            (200, Some(id.as_str())),
            "{followed:?}"
        );
    });
}

#[test]
fn a_job_gets_the_labels_that_its_prompt_comes_with() {
    run(async {
        let world = shared().await;
        let path = format!("/v2/agent/{PROJECT}/job");
        let create = |labels: &str| {
            let request =
                world.program(Program::JobsWrite, Method::POST, &path).header("Docket-Labels", labels);
            answer(request.json(&json!({ "prompt": "Label this one [sim: 1h]" })))
        };
        let created = create("sdk, %C3%BCbersetzt").await;
        assert_eq!(created.status, 201, "{created:?}");
        let id = created.json()["id"].as_str().unwrap().to_owned();
        let read =
            world.program(Program::JobsRead, Method::GET, &format!("/api/projects/{PROJECT}/jobs/{id}"));
        assert_eq!(answer(read).await.json()["job"]["labels"], json!(["sdk", "übersetzt"]));
        let refused = create("sdk,,").await;
        assert_eq!(
            (refused.status, refused.json()["field"].as_str()),
            (400, Some("Docket-Labels")),
            "{refused:?}"
        );
    });
}

#[test]
fn twenty_requests_with_one_key_are_one_call_with_equal_answers() {
    run(async {
        let world = World::start(Options::default()).await;
        let prompt = "Rewrite the webhooks page [sim: timeout 300ms]";
        let creates = (0..20).map(|_| create(&world, prompt, Some("one key")));
        let answers = futures_util::future::join_all(creates).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.text), (201, &answers[0].text), "{answer:?}");
        }
        let replayed =
            answers.iter().filter(|answer| answer.header("Idempotency-Replayed") == Some("true")).count();
        assert_eq!((replayed, world.sim.count(ServiceOperation::CreateJob)), (19, 1));

        let other = create(&world, "Something else", Some("one key")).await;
        other.is_problem(409, "idempotency_conflict");
        assert_eq!(other.json()["field"], "Idempotency-Key");
        for same in ["one key", "\"one key\""] {
            let again = create(&world, prompt, Some(same)).await;
            assert_eq!(again.text, answers[0].text, "{same}");
        }
        assert_eq!(world.sim.count(ServiceOperation::CreateJob), 1);
    });
}

#[test]
fn a_rejected_prompt_can_be_sent_again_with_its_key() {
    run(async {
        // One of its own: the pause that the service asks for would be that of other tests, too.
        let world = World::start(Options::default()).await;
        world.sim.inject(ServiceOperation::CreateJob, "429 1s".parse().unwrap(), 1);
        let send = || create(&world, "Try me", Some("refused once"));
        let rejected = send().await;
        rejected.is_problem(429, "service_throttled");
        assert_eq!(rejected.header("Retry-After"), Some("1"));
        assert!(rejected.json()["submissionId"].is_string(), "{rejected:?}");
        let accepted = until(send, |again| again.status != 429).await;
        assert_eq!(accepted.status, 201, "{accepted:?}");
        assert_eq!(world.sim.count(ServiceOperation::CreateJob), 2, "nothing is sent during the pause");
    });
}

#[test]
fn a_person_confirms_a_duplicate_and_a_program_does_not() {
    run(async {
        let world = World::start(Options::default()).await;
        let path = format!("/v2/agent/{PROJECT}/job");
        let body = json!({ "prompt": "Fix the broken link" });
        let first = answer(world.ada(Method::POST, &path).await.json(&body)).await;
        assert_eq!(first.status, 201, "{first:?}");
        let second = answer(world.ada(Method::POST, &path).await.json(&body)).await;
        second.is_problem(409, "possible_duplicate");
        let confirm = async |value: &str| {
            answer(world.ada(Method::POST, &path).await.header("Docket-Confirm", value).json(&body)).await
        };
        for other in ["0", "true", ""] {
            let refused = confirm(other).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some("Docket-Confirm"));
        }
        let confirmed = confirm("1").await;
        assert_eq!(confirmed.status, 201, "{confirmed:?}");
        for _ in 0..2 {
            assert_eq!(create(&world, "Fix the broken link", None).await.status, 201);
        }
    });
}

#[test]
fn the_budget_of_prompts_shows_before_it_is_spent() {
    run(async {
        let vars = vec![("DOCKET_AGENT_PER_HOUR", Some("2".to_owned()))];
        let world = World::start(Options { vars }).await;
        let list = world.program(Program::JobsRead, Method::GET, &format!("/api/projects/{PROJECT}/jobs"));
        assert_eq!(answer(list).await.budget("prompts"), [2, 2, 0]);
        for left in [1, 0] {
            let created = create(&world, "Update the quickstart [sim: 1h]", None).await;
            let [limit, remaining, reset_s] = created.budget("prompts");
            assert_eq!((created.status, limit, remaining), (201, 2, left), "{created:?}");
            assert!((3590..=3600).contains(&reset_s), "{reset_s}");
        }
        let refused = create(&world, "One too many", None).await;
        refused.is_problem(429, "budget_exhausted");
        let [limit, remaining, reset_s] = refused.budget("prompts");
        assert_eq!((limit, remaining), (2, 0));
        assert_eq!(refused.header("Retry-After"), Some(reset_s.to_string().as_str()));
        let request = world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
        let request =
            request.header("Accept", "application/problem+json").json(&json!({ "prompt": "Again" }));
        let details = answer(request).await;
        let wait_s = details.header("Retry-After").unwrap().parse::<u64>().unwrap();
        assert_eq!((&details.json()["status"], &details.json()["retryAfter"]), (&json!(429), &json!(wait_s)));

        // Programs leave half of the polls to others.
        let id = &world.sim.jobs()[0].id;
        let read = world.program(Program::JobsRead, Method::GET, &format!("/v2/agent/{PROJECT}/job/{id}"));
        assert_eq!(answer(read).await.budget("polls")[..2], [1800, 1800]);
    });
}
