//! The description of the API: it is served, and its examples work.

use docket_core::http::headers::for_responses;
use docket_core::http::route::{ROUTES, RouteRow};
use docket_openapi::document;
use docket_sim::{ServiceOperation, SimFault};
use reqwest::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use reqwest::{Method, RequestBuilder, Url};
use serde_json::{Value, json};

use crate::harness::{
    ADA, Answer, OTHER_PROJECT, Options, PASSPHRASE, PROJECT, World, answer, cookie_of, run, shared,
};

const PATH: &str = "/api/openapi.json";

#[test]
fn every_client_can_read_the_description() {
    run(async {
        let world = shared().await;
        let served = answer(world.request(Method::GET, PATH)).await;
        assert_eq!((served.status, served.json()), (200, document()));
        assert_eq!(served.headers[CONTENT_TYPE], "application/json");
        assert_eq!(served.header("Cache-Control"), Some("no-cache"));
        for (name, value) in for_responses() {
            assert_eq!(served.header(name), Some(*value), "{name}");
        }
        let known = served.headers[ETAG].to_str().unwrap();
        let again = answer(world.request(Method::GET, PATH).header(IF_NONE_MATCH, known)).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        let head = answer(world.request(Method::HEAD, PATH)).await;
        assert_eq!((head.status, head.text.as_str()), (200, ""));
        for path in ["/api/openapi.json/", "/api/openapi.yaml", "/api/openapi"] {
            answer(world.request(Method::GET, path)).await.is_problem_of(path, 404, "unknown_route");
        }
    });
}

/// The identifiers in this world that replace those of the examples.
struct Story {
    job: String,
    queued: String,
    rejected: String,
    unknown: String,
    created_by_unknown: String,
    session: String,
    template: String,
}

impl Story {
    fn id(&self, name: &str) -> &str {
        match name {
            "revoke_token" => "ci",
            "end_session" => &self.session,
            "resend_submission" => &self.rejected,
            "match_submission" => &self.unknown,
            "template" | "template_versions" | "edit_template" | "delete_template" => &self.template,
            "submission" | "edit_submission" | "discard_submission" => &self.queued,
            _ => &self.job,
        }
    }
}

fn method(row: &RouteRow) -> Method {
    row.method.as_str().parse().unwrap()
}

/// The request of a route's examples.
async fn example(world: &World, row: &RouteRow, operation: &Value, id: &str, job: &str) -> RequestBuilder {
    let (mut path, mut query, mut headers) = (row.pattern.to_owned(), Vec::new(), Vec::new());
    for parameter in operation["parameters"].as_array().unwrap() {
        let Some(example) = parameter.get("example") else { continue };
        let name = parameter["name"].as_str().unwrap();
        let value = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
        // Only an object without data can be restored.
        let value = if name == "object" { format!("jobs/{OTHER_PROJECT}") } else { value };
        match parameter["in"].as_str().unwrap() {
            "path" => path = path.replace(&format!("{{{name}}}"), if name == "id" { id } else { &value }),
            "query" => query.push((name, value)),
            _ => headers.push((name, value)),
        }
    }
    let url = Url::parse_with_params("http://docket.example", &query).unwrap();
    path.extend(url.query().map(|query| format!("?{query}")));
    let request = world.ada(method(row), &path).await;
    let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    let Some(body) = operation.pointer("/requestBody/content/application~1json/example") else {
        return request;
    };
    let mut body = body.clone();
    if body.get("job").is_some() {
        body["job"] = json!(job);
    }
    request.json(&body)
}

/// Sends the examples of a route.
async fn send(world: &World, row: &RouteRow, story: &Story) -> Answer {
    let document = document();
    let operation = &document["paths"][row.pattern][row.method.as_str().to_lowercase()];
    let job = if row.name == "match_submission" { &story.created_by_unknown } else { &story.job };
    let answer = answer(example(world, row, operation, story.id(row.name), job).await).await;
    assert!((200..300).contains(&answer.status), "{}: {answer:?}", row.name);
    answer
}

async fn submit(world: &World, prompt: &str) -> Answer {
    let request = world.ada(Method::POST, &format!("/v2/agent/{PROJECT}/job")).await;
    answer(request.json(&json!({ "prompt": prompt }))).await
}

/// The harness checks every response against the description.
#[test]
fn the_examples_of_all_operations_work() {
    run(async {
        let world = World::start(Options::default()).await;
        let text = |answer: &Answer, member: &str| answer.json()[member].as_str().unwrap().to_owned();
        world.sim.inject(ServiceOperation::CreateJob, SimFault::status(422), 1);
        let rejected = text(&submit(&world, "Refused").await, "submissionId");
        let unknown = text(&submit(&world, "Lost [sim: drop-after]").await, "submissionId");
        let created_by_unknown = world.sim.jobs()[0].id.to_string();
        let nobody = String::new();
        let other = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
        let own = answer(world.browser(Method::GET, "/api/sessions").header("Cookie", other)).await.json();
        let session = own["sessions"][0]["id"].as_str().unwrap().to_owned();
        let (job, template) = (nobody.clone(), nobody.clone());
        let mut story =
            Story { template, job, queued: nobody, rejected, unknown, created_by_unknown, session };
        let mut sent = 0;
        for row in ROUTES {
            // The examples of the others are the requests of a browser that has a WebSocket, or ends its session.
            if row.name == "live" || row.name == "sign_out" {
                continue;
            }
            let answer = send(&world, row, &story).await;
            match row.name {
                "create_job" => story.job = text(&answer, "id"),
                "create_template" => story.template = text(&answer, "id"),
                "queue_follow_up" => story.queued = text(&answer, "id"),
                _ => {}
            }
            sent += 1;
        }
        assert_eq!(sent, ROUTES.len() - 2);
        let row = ROUTES.iter().find(|row| row.name == "sign_out").unwrap();
        let cookie = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
        let signed_out = answer(world.browser(method(row), row.pattern).header("Cookie", cookie)).await;
        assert_eq!(signed_out.status, 204, "{signed_out:?}");
    });
}
