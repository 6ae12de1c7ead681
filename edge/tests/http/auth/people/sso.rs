//! People of Cloudflare Access, who have no session of Docket's.

use docket_wire::{AuditCredential, People, PersonInfo, RoleSourceKind, SignInMethod};
use reqwest::Method;
use serde_json::json;

use super::{listed, signed_in};
use crate::harness::{ADA, Options, World, answer, run, until};

const ROLES: &str = r#"[
    {"role": "admin", "everyone": "passphrase"},
    {"role": "viewer", "domains": ["acme.example"], "projects": ["acme-docs"]},
    {"role": "operator", "emails": ["grace@acme.example"]},
    {"role": "admin", "groups": ["docs-admins"], "projects": ["acme-docs"]}
]"#;

async fn people(world: &World) -> People {
    let people = answer(world.ada(Method::GET, "/api/people").await).await;
    assert_eq!(people.status, 200, "{people:?}");
    serde_json::from_str(&people.text).unwrap()
}

fn find<'a>(people: &'a People, name: &str) -> Option<&'a PersonInfo> {
    people.people.iter().find(|person| person.name.0 == name)
}

#[test]
fn a_person_of_access_is_listed_with_the_reason_once_they_were_here() {
    run(async {
        let world =
            World::start_behind_access(Options { vars: vec![("DOCKET_ROLES", Some(ROLES.to_owned()))] })
                .await;
        let before = people(&world).await;
        assert_eq!(find(&before, "grace@acme.example").unwrap().seen_at, None, "a rule names her");
        assert_eq!(find(&before, "lin@acme.example"), None);
        let rules: Vec<_> = before.rules.iter().map(|rule| (rule.by.kind, rule.by.id.as_str())).collect();
        assert_eq!(rules, [(RoleSourceKind::Domain, "acme.example"), (RoleSourceKind::Group, "docs-admins")]);

        let lin = json!({ "email": "Lin@acme.example", "custom": { "groups": ["docs-admins", "everyone"] } });
        for method in [Method::GET, Method::GET] {
            let own = answer(world.by_access(method, "/api/sessions", &lin)).await;
            assert_eq!((own.status, own.json()), (200, json!({ "sessions": [], "hasMore": false })));
        }
        assert_eq!(answer(world.by_access(Method::DELETE, "/api/sessions", &lin)).await.status, 204);
        let lin = "lin@acme.example";
        let people_now = until(async || people(&world).await, |people| find(people, lin).is_some()).await;
        let found = find(&people_now, lin).unwrap();
        assert_eq!((found.sign_in, found.sessions), (SignInMethod::Access, 0));
        assert!(found.seen_at.is_some());
        let by: Vec<_> = found.roles.iter().map(|role| role.by.id.as_str()).collect();
        assert_eq!(by, ["acme.example", "docs-admins"]);
        assert!(find(&people(&world).await, ADA).unwrap().sessions > 0);
    });
}

#[test]
fn the_address_of_a_person_of_access_gives_no_hold_on_an_account_of_that_name() {
    run(async {
        let accounts = json!([{ "name": "ada@acme.example", "hash": crate::harness::hash() }]).to_string();
        let vars = vec![("DOCKET_ROLES", Some(ROLES.to_owned())), ("DOCKET_ACCOUNTS", Some(accounts))];
        let world = World::start_behind_access(Options { vars }).await;
        let account = signed_in(&world, "ada@acme.example").await;
        let claims = json!({ "email": "ada@acme.example" });
        let own = answer(world.by_access(Method::GET, "/api/sessions", &claims)).await;
        assert_eq!(own.json()["sessions"], json!([]));
        let all = "/api/sessions?person=ada%40acme.example";
        answer(world.by_access(Method::DELETE, all, &claims)).await.is_problem(403, "forbidden");
        assert_eq!(answer(world.by_access(Method::DELETE, "/api/sessions", &claims)).await.status, 204);
        assert_eq!(listed(&world, &account, "").await.len(), 1);
    });
}

#[test]
fn a_sign_out_of_a_person_of_access_is_recorded() {
    run(async {
        let world =
            World::start_behind_access(Options { vars: vec![("DOCKET_ROLES", Some(ROLES.to_owned()))] })
                .await;
        let out =
            answer(world.by_access(Method::DELETE, "/api/session", &json!({ "email": "lin@acme.example" })))
                .await;
        assert_eq!(out.status, 204, "{out:?}");
        let entries = crate::audit::entries_of(&world, &out).await;
        let [entry] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((entry.action.as_str(), entry.credential), ("sign_out", AuditCredential::Access));
        assert_eq!(entry.author.as_ref().unwrap().0, "lin@acme.example");
        // Each of them succeeds, but they do not fill the log. The minute may end once meanwhile, and another begins.
        let mut recorded = entries.len();
        for _ in 0..24 {
            let request =
                world.by_access(Method::DELETE, "/api/session", &json!({ "email": "lin@acme.example" }));
            let again = answer(request).await;
            assert_eq!(again.status, 204, "{again:?}");
            recorded += crate::audit::entries_of(&world, &again).await.len();
        }
        assert!((10..=20).contains(&recorded), "{recorded} of 25 sign-outs are recorded, and 10 in a minute");
    });
}
