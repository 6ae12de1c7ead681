//! Who sees which sessions and people.

use docket_core::auth::session::LIFETIME_MS;
use docket_wire::{People, RoleSourceKind, SessionInfo};
use reqwest::Method;

use super::{listed, listed_until, signed_in, unlisted, with};
use crate::harness::{ADA, Options, Person, World, answer, now_ms, run, shared};

#[test]
fn a_person_sees_their_own_sessions_with_browser_and_place() {
    run(async {
        let world = World::start(Options::default()).await;
        let body = serde_json::json!({ "name": "Zoë", "passphrase": crate::harness::PASSPHRASE });
        let request = world.browser(Method::POST, "/api/session").json(&body);
        let request = request.header("User-Agent", format!("Browser/1 {}", "x".repeat(400)));
        let first = answer(request.header("CF-IPCountry", "NL")).await;
        let first = crate::harness::cookie_of(&first);
        let second = signed_in(&world, "Zoë").await;
        signed_in(&world, ADA).await;

        let sessions = listed(&world, &first, "").await;
        assert_eq!(sessions.len(), 2, "those of others are not listed: {sessions:?}");
        let [newest, own] = &sessions[..] else { panic!() };
        assert_eq!((own.current, newest.current), (true, false));
        assert_eq!((own.name.0.as_str(), own.country.as_deref()), ("Zoë", Some("NL")));
        assert!(own.browser.starts_with("Browser/1 x"), "{own:?}");
        assert_eq!(own.browser.len(), SessionInfo::BROWSER_BYTES_MAX);
        assert_ne!(own.address, "");
        assert_eq!(own.expires_at, own.began_at.plus_ms(LIFETIME_MS));
        assert!((now_ms() - 60_000..=now_ms()).contains(&own.seen_at.0), "{own:?}");
        assert!(listed(&world, &second, "").await[0].current);
    });
}

#[test]
fn a_use_updates_a_session_and_lists_one_from_before_the_list() {
    run(async {
        let world = World::start(Options::default()).await;
        let (id, cookie) = unlisted(77, "Zoë");
        let own = listed_until(&world, &cookie, "", |sessions| !sessions.is_empty()).await;
        assert_eq!((&own[0].id, own[0].current), (&id, true));
        assert!(own[0].seen_at.0 > now_ms() - 60_000, "last seen at the renewal: {own:?}");
        assert!(own[0].began_at.0 < now_ms() - 500_000, "{own:?}");
    });
}

#[test]
fn only_an_admin_sees_the_sessions_of_others_and_who_gets_in() {
    run(async {
        let world = shared().await;
        let zoe = signed_in(world, "Zoë").await;
        for person in [Person::Stranger, Person::Viewer, Person::Operator, Person::LocalAdmin] {
            let cookie = person.cookie();
            with(world, &cookie, Method::GET, "/api/sessions?person=Zo%C3%AB")
                .await
                .is_problem(403, "forbidden");
            with(world, &cookie, Method::GET, "/api/people").await.is_problem(403, "forbidden");
            assert!(listed(world, &cookie, "").await.iter().all(|session| session.name.0 != "Zoë"));
        }
        let by_admin = listed(world, &Person::Admin.cookie(), "?person=Zo%C3%AB").await;
        assert!(!by_admin.is_empty() && by_admin.iter().all(|session| session.name.0 == "Zoë"));
        assert!(by_admin.iter().all(|session| !session.current), "{by_admin:?}");
        let own = listed(world, &zoe, "?person=Zo%C3%AB").await;
        assert_eq!(own.iter().filter(|session| session.current).count(), 1);

        let people = with(world, &zoe, Method::GET, "/api/people").await;
        let people: People = serde_json::from_str(&people.text).unwrap();
        let find = |name: &str| people.people.iter().find(|person| person.name.0 == name).unwrap();
        let zoe = find("Zoë");
        assert!(zoe.seen_at.is_some() && zoe.sessions > 0, "{zoe:?}");
        assert_eq!(zoe.roles[0].by.kind, RoleSourceKind::Name);
        assert_eq!(find("stranger").roles, []);
        assert_eq!(people.rules, [], "nobody comes through Access");
    });
}
