//! What one caller may change in a project.

use reqwest::{Method, RequestBuilder};
use serde_json::json;

use super::polling::create;
use crate::harness::{Options, PROJECT, Program, World, answer, run};

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
