use serde_json::json;

use super::bench::bench;

#[test]
fn the_log_is_read_and_cleared() {
    let bench = bench();
    bench.visitors("limit=1").unwrap();
    bench.get("/nowhere").unwrap();
    let log = bench.get_as("/_sim/requests", None).json();
    assert_eq!(log.as_array().unwrap().len(), 2);
    assert_eq!(log[0]["path"], "/v1/analytics/acme-docs/visitors");
    assert_eq!(log[0]["query"], "limit=1");
    assert_eq!((&log[0]["operation"], &log[0]["status"]), (&json!("get-visitors"), &json!(200)));
    assert_eq!((&log[1]["operation"], &log[1]["status"]), (&json!(null), &json!(404)));
    assert_eq!(bench.delete("/_sim/requests").unwrap().status, 204);
    assert_eq!(bench.get_as("/_sim/requests", None).json(), json!([]));
}

#[test]
fn the_control_routes_change_time_jobs_and_faults() {
    let bench = bench();
    let id = bench.created("Fix it [sim: 1h, pr]");
    let status = || bench.get_as("/_sim/jobs", None).json()[0]["status"].clone();
    assert_eq!(status(), "active");
    assert_eq!(bench.post("/_sim/advance", &json!({ "ms": 3_600_000 })).unwrap().status, 200);
    assert_eq!(status(), "completed");
    bench.message(&id, "Again [sim: never]").unwrap();
    let end = format!("/_sim/jobs/{id}/end");
    assert_eq!(bench.post(&end, &json!({ "outcome": "failed" })).unwrap().status, 204);
    assert_eq!(status(), "failed");
    let prompts = &bench.get_as("/_sim/jobs", None).json()[0]["prompts"];
    assert_eq!(prompts, &json!(["Fix it [sim: 1h, pr]", "Again [sim: never]"]));
    assert_eq!(bench.post("/_sim/jobs/other/end", &json!({})).unwrap().status, 404);

    let done = bench.created("Archive it [sim: 1s, pr]");
    bench.post("/_sim/advance", &json!({ "ms": 1_000 })).unwrap();
    let polled = |id: &str| bench.poll(id).unwrap().json();
    assert_eq!(bench.post(&format!("/_sim/jobs/{done}/archive"), &json!({})).unwrap().status, 204);
    assert_eq!(polled(&done)["status"], "archived");
    assert!(polled(&done)["archivedAt"].is_string());
    let resume = format!("/_sim/jobs/{done}/resume");
    assert_eq!(bench.post(&resume, &json!({ "ms": 60_000 })).unwrap().status, 204);
    assert_eq!(polled(&done)["status"], "active");
    assert_eq!(bench.post("/_sim/jobs/other/resume", &json!({ "ms": 1 })).unwrap().status, 404);

    let inject = |operation: &str, fault: &str| {
        let body = json!({ "operation": operation, "fault": fault, "times": 2 });
        bench.post("/_sim/faults", &body).unwrap().status
    };
    assert_eq!(inject("get-job", "503-html"), 204);
    assert_eq!(inject("get-job", "nonsense"), 400);
    assert_eq!(inject("get-nothing", "503"), 422);
    assert_eq!(bench.poll(&id).unwrap().status, 503);
    assert_eq!(bench.delete("/_sim/faults").unwrap().status, 204);
    assert_eq!(bench.poll(&id).unwrap().status, 200);
}
