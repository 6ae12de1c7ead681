//! Every route × every caller: who may not use it.
//!
//! The matrix is written by hand and not derived from the route table, so that a wrong rule in the table fails here. A
//! route without a row fails too.

use docket_core::http::route::{AuthorizationRule, ROUTES, RequestInput, RouteRow};
use docket_wire::Role;
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::harness::{Answer, OTHER_PROJECT, PROJECT, Person, Program, World, answer, run, shared};

/// Who may use a route.
#[derive(Debug, Clone, Copy)]
enum Allowed {
    /// Everybody, also without a session or token.
    Anybody,
    /// Every session and token.
    AnyCaller,
    /// Every session; no program.
    AnyPerson,
    /// People with this role or a higher one, and programs with a right.
    RoleOrRight(Role, Program),
    /// People and programs as in `RoleOrRight`, in some project: the answer has only the projects of the caller.
    RoleOrRightSomewhere(Role, Program),
    /// People with this role or a higher one; no program.
    RoleOnly(Role),
}
use Allowed::{AnyCaller, AnyPerson, Anybody, RoleOnly, RoleOrRight, RoleOrRightSomewhere};
use Role::{Admin, Operator, Viewer};

const MATRIX: &[(&str, Allowed)] = &[
    ("health", Anybody),
    ("metrics", RoleOrRightSomewhere(Admin, Program::MetricsRead)),
    ("read_backup", RoleOrRight(Admin, Program::BackupRead)),
    ("restore", RoleOnly(Admin)),
    ("get_session", Anybody),
    ("sign_in", Anybody),
    ("sign_out", Anybody),
    ("self", AnyCaller),
    ("projects", AnyCaller),
    ("tokens", RoleOnly(Admin)),
    ("create_token", RoleOnly(Admin)),
    ("revoke_token", RoleOnly(Admin)),
    ("sessions", AnyPerson),
    ("end_session", AnyPerson),
    ("end_sessions", AnyPerson),
    ("people", RoleOnly(Admin)),
    ("audit", RoleOrRight(Admin, Program::AuditRead)),
    ("project_audit", RoleOrRight(Admin, Program::AuditRead)),
    ("project_status", RoleOrRight(Viewer, Program::JobsRead)),
    ("retention", RoleOrRight(Viewer, Program::JobsRead)),
    ("create_job", RoleOrRight(Operator, Program::JobsWrite)),
    ("get_job", RoleOrRight(Viewer, Program::JobsRead)),
    ("send_message", RoleOrRight(Operator, Program::JobsWrite)),
    ("jobs", RoleOrRight(Viewer, Program::JobsRead)),
    ("import_job", RoleOrRight(Operator, Program::JobsWrite)),
    ("job_detail", RoleOrRight(Viewer, Program::JobsRead)),
    ("patch_job", RoleOrRight(Operator, Program::JobsWrite)),
    ("inbox", RoleOnly(Viewer)),
    ("mark_inbox", RoleOnly(Viewer)),
    ("queue_follow_up", RoleOrRight(Operator, Program::JobsWrite)),
    ("submissions", RoleOrRight(Viewer, Program::JobsRead)),
    ("submission", RoleOrRight(Viewer, Program::JobsRead)),
    ("edit_submission", RoleOrRight(Operator, Program::JobsWrite)),
    ("discard_submission", RoleOrRight(Operator, Program::JobsWrite)),
    ("resend_submission", RoleOrRight(Operator, Program::JobsWrite)),
    ("match_submission", RoleOrRight(Operator, Program::JobsWrite)),
    ("templates", RoleOrRight(Viewer, Program::JobsRead)),
    ("create_template", RoleOrRight(Operator, Program::JobsWrite)),
    ("template", RoleOrRight(Viewer, Program::JobsRead)),
    ("template_versions", RoleOrRight(Viewer, Program::JobsRead)),
    ("edit_template", RoleOrRight(Operator, Program::JobsWrite)),
    ("day_marks", RoleOrRight(Viewer, Program::JobsRead)),
    ("put_note", RoleOrRight(Operator, Program::JobsWrite)),
    ("delete_note", RoleOrRight(Operator, Program::JobsWrite)),
    ("delete_template", RoleOrRight(Operator, Program::JobsWrite)),
    ("changes", RoleOrRight(Viewer, Program::JobsRead)),
    ("live", RoleOrRight(Viewer, Program::JobsRead)),
    ("resume_jobs", RoleOnly(Operator)),
    ("visitors", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("visitors_summary", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("visitors_trend", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("visitors_page_trend", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("visitors_rows", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("visitors_export", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("visitors_budget", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("start_backfill", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("cancel_backfill", RoleOrRight(Viewer, Program::VisitorsRead)),
    ("resume_visitors", RoleOnly(Viewer)),
];

/// The routes with who may use them.
fn rows() -> Vec<(&'static RouteRow, Allowed)> {
    let allowed = |row: &RouteRow| {
        let found = MATRIX.iter().find(|(name, _)| *name == row.name);
        found.unwrap_or_else(|| panic!("the matrix lacks the route {}", row.name)).1
    };
    let rows: Vec<_> = ROUTES.iter().map(|row| (row, allowed(row))).collect();
    assert_eq!(rows.len(), MATRIX.len(), "the matrix has a route that does not exist");
    rows
}

fn protected() -> impl Iterator<Item = (&'static RouteRow, Allowed)> {
    rows().into_iter().filter(|(_, allowed)| !matches!(allowed, Anybody))
}

/// An id of nothing, as sessions have it.
const NO_SUCH: &str = "00000000000000000000000000000000";

fn has_project(row: &RouteRow) -> bool {
    row.pattern.contains("{project")
}

/// A request that passes every check but those of the caller.
fn request(world: &World, row: &RouteRow, project: &str) -> RequestBuilder {
    let path = row.pattern.replace("{projectId}", project).replace("{project}", project);
    let method = row.method.as_str();
    let request =
        world.request(method.parse().unwrap(), &path.replace("{id}", NO_SUCH).replace("{day}", "2026-01-31"));
    if ["POST", "PUT", "PATCH"].contains(&method) {
        request.json(&json!({ "prompt": "Look around" }))
    } else {
        request
    }
}

fn as_person(world: &World, row: &RouteRow, project: &str, person: Person) -> RequestBuilder {
    let request = request(world, row, project).header("Cookie", person.cookie());
    request.header("X-Docket", "1").header("Origin", &world.worker.url)
}

fn is_allowed(answer: &Answer) -> bool {
    let is_denied = [401, 403, 405, 500].contains(&answer.status);
    let is_unknown = answer.status == 404 && answer.text.contains("unknown_project");
    !(is_denied || is_unknown)
}

#[test]
fn the_matrix_agrees_with_the_route_table() {
    for (row, allowed) in rows() {
        let agrees = match allowed {
            Anybody => row.authorization == AuthorizationRule::Public,
            AnyCaller => row.authorization == AuthorizationRule::SignedIn,
            AnyPerson => row.authorization == AuthorizationRule::AnyPerson,
            RoleOrRight(role, program) => {
                let [right] = program.rights() else { panic!("{program:?} must have one right") };
                row.authorization == AuthorizationRule::Needs(*right) && least(*right) == role
            }
            RoleOrRightSomewhere(role, program) => {
                let [right] = program.rights() else { panic!("{program:?} must have one right") };
                row.authorization == AuthorizationRule::NeedsSomewhere(*right) && least(*right) == role
            }
            RoleOnly(role) => {
                matches!(row.authorization, AuthorizationRule::NeedsPerson(right) if least(right) <= role)
            }
        };
        assert!(agrees, "{}: {:?} and {allowed:?}", row.name, row.authorization);
    }
}

/// The lowest role with a right.
fn least(right: docket_wire::Right) -> Role {
    [Viewer, Operator, Admin].into_iter().find(|role| role.rights().contains(&right)).unwrap()
}

#[test]
fn nobody_without_valid_credentials() {
    run(async {
        let world = shared().await;
        let tampered = format!("{}A", Person::Admin.cookie());
        for (row, _) in protected() {
            for (name, value) in [
                ("X-Nothing", String::new()),
                ("Authorization", "Bearer docket_everything_AAAA".to_owned()),
                ("Authorization", format!("Basic {}", Program::Everything.token())),
                ("Authorization", format!("Bearer {}", Program::Expired.token())),
                ("Cookie", "docket=e30.AAAA; __Host-docket=e30.AAAA".to_owned()),
                ("Cookie", Person::expired_cookie()),
                ("Cookie", tampered.clone()),
            ] {
                let request = request(world, row, PROJECT).header(name, &value);
                let answer =
                    answer(request.header("X-Docket", "1").header("Origin", &world.worker.url)).await;
                answer.is_problem(401, "unauthenticated");
                let challenge = answer.header("WWW-Authenticate");
                assert_eq!(challenge, Some("Bearer realm=\"docket\""), "{} {name}", row.name);
            }
        }
    });
}

#[test]
fn a_program_needs_the_right_of_the_route_in_the_project() {
    run(async {
        let world = shared().await;
        for (row, allowed) in protected() {
            for program in [
                Program::Everything,
                Program::JobsRead,
                Program::JobsWrite,
                Program::VisitorsRead,
                Program::AuditRead,
                Program::MetricsRead,
                Program::BackupRead,
            ] {
                let may = match allowed {
                    Anybody | AnyCaller => true,
                    RoleOrRight(_, needed) | RoleOrRightSomewhere(_, needed) => {
                        program == Program::Everything || program == needed
                    }
                    AnyPerson | RoleOnly(_) => false,
                };
                let answer = answer(request(world, row, PROJECT).bearer_auth(program.token())).await;
                if may {
                    assert!(is_allowed(&answer), "{program:?} {}: {answer:?}", row.name);
                } else {
                    answer.is_problem(403, "forbidden");
                }
            }
            if has_project(row) {
                let elsewhere = request(world, row, PROJECT).bearer_auth(Program::Elsewhere.token());
                answer(elsewhere).await.is_problem(404, "unknown_project");
                let not_configured = request(world, row, "not-configured");
                let expected = if matches!(allowed, RoleOnly(_)) {
                    (403, "forbidden")
                } else {
                    (404, "unknown_project")
                };
                let refused = answer(not_configured.bearer_auth(Program::Everything.token())).await;
                refused.is_problem(expected.0, expected.1);
            }
        }
    });
}

#[test]
fn a_person_needs_the_role_of_the_route_in_the_project() {
    run(async {
        let world = shared().await;
        for (row, allowed) in protected() {
            for person in [Person::Viewer, Person::Operator, Person::LocalAdmin, Person::Admin] {
                // A route without a project is for those who have the role in all of them.
                let has_scope = has_project(row) || person == Person::Admin;
                let may = match allowed {
                    Anybody | AnyCaller | AnyPerson => true,
                    RoleOrRight(needed, _) | RoleOnly(needed) => has_scope && person.role() >= Some(needed),
                    RoleOrRightSomewhere(needed, _) => person.role() >= Some(needed),
                };
                let own = answer(as_person(world, row, PROJECT, person)).await;
                if may {
                    assert!(is_allowed(&own), "{person:?} {}: {own:?}", row.name);
                } else {
                    own.is_problem(403, "forbidden");
                }
                if has_project(row) && person != Person::Admin {
                    answer(as_person(world, row, OTHER_PROJECT, person))
                        .await
                        .is_problem(404, "unknown_project");
                }
            }
            if has_project(row) {
                answer(as_person(world, row, PROJECT, Person::Stranger))
                    .await
                    .is_problem(404, "unknown_project");
            }
        }
    });
}

#[test]
fn a_person_needs_the_csrf_header_and_the_own_origin_for_every_change() {
    run(async {
        let world = shared().await;
        for (row, _) in rows() {
            let is_socket = row.input == RequestInput::WebSocket;
            let changes = row.method.as_str() != "GET";
            if !changes && !is_socket {
                continue;
            }
            let own = world.worker.url.as_str();
            let as_admin = || request(world, row, PROJECT).header("Cookie", Person::Admin.cookie());
            let mut forged = vec![
                as_admin(),
                as_admin().header("X-Docket", "1"),
                as_admin().header("X-Docket", "1").header("Origin", "https://docket.example"),
                as_admin().header("X-Docket", "1").header("Origin", "null"),
                as_admin().header("X-Docket", "1").header("Origin", format!("{own}.example")),
            ];
            if changes {
                forged.push(as_admin().header("Origin", own));
                forged.push(as_admin().header("Origin", own).header("X-Docket", "0"));
            }
            for forged in forged {
                answer(forged).await.is_problem(403, "csrf_check");
            }
        }
    });
}

#[test]
fn another_site_reads_nothing_as_a_person() {
    run(async {
        let world = shared().await;
        for (row, _) in protected() {
            if row.method.as_str() == "GET" && row.input != RequestInput::WebSocket {
                for site in ["cross-site", "same-site"] {
                    // A script can also have the browser go there, and a file that it gets leaves its page open.
                    for dest in ["empty", "document"] {
                        let as_admin = request(world, row, PROJECT).header("Cookie", Person::Admin.cookie());
                        let by_script =
                            as_admin.header("Sec-Fetch-Site", site).header("Sec-Fetch-Dest", dest);
                        answer(by_script).await.is_problem(403, "csrf_check");
                    }
                }
            }
        }
    });
}

#[test]
fn a_caller_sees_only_the_projects_in_which_they_have_a_right() {
    run(async {
        let world = shared().await;
        let projects = async |request: RequestBuilder| {
            let answer = answer(request).await.json();
            let projects = answer["projects"].as_array().unwrap().iter();
            projects.map(|project| (project["id"].clone(), project["rights"].clone())).collect::<Vec<_>>()
        };
        let as_person = |person: Person| {
            projects(world.request(Method::GET, "/api/projects").header("Cookie", person.cookie()))
        };
        assert_eq!(as_person(Person::Stranger).await, []);
        let viewer = as_person(Person::Viewer).await;
        assert_eq!(viewer, [(json!(PROJECT), json!(["jobs:read", "visitors:read"]))]);
        assert!(as_person(Person::Admin).await.len() > 2);
        let elsewhere = projects(world.program(Program::Elsewhere, Method::GET, "/api/projects")).await;
        let rights =
            json!(["jobs:read", "jobs:write", "visitors:read", "audit:read", "metrics:read", "backup:read"]);
        assert_eq!(elsewhere, [(json!(OTHER_PROJECT), rights)]);
    });
}
