//! The end of sessions by those who may end them.

use docket_core::auth::people::SESSIONS_MAX;
use reqwest::Method;

use super::{id_of, listed, listed_until, signed_in, unlisted, with};
use crate::auth::sign_out::{close_code, connect, is_open};
use crate::harness::{ADA, OTHER_PROJECT, Options, PROJECT, Person, World, run, shared};

async fn end(world: &World, cookie: &str, path: &str) -> u16 {
    with(world, cookie, Method::DELETE, &format!("/api/sessions{path}")).await.status
}

async fn is_accepted(world: &World, cookie: &str) -> bool {
    match with(world, cookie, Method::GET, "/api/self").await.status {
        200 => true,
        401 => false,
        other => panic!("{other}"),
    }
}

#[test]
fn an_ended_session_is_refused_and_its_sockets_close_in_all_projects() {
    run(async {
        let world = World::start(Options::default()).await;
        let (stays, ends) = (signed_in(&world, ADA).await, signed_in(&world, ADA).await);
        let id = id_of(&world, &ends).await;
        let mut sockets = Vec::new();
        for project in [PROJECT, OTHER_PROJECT] {
            sockets.push(connect(&world, project, &ends).await.unwrap());
        }
        let mut other = connect(&world, PROJECT, &stays).await.unwrap();

        assert_eq!(end(&world, &stays, &format!("/{id}")).await, 204);
        assert!(!is_accepted(&world, &ends).await);
        with(&world, &ends, Method::GET, "/api/projects").await.is_problem(401, "unauthenticated");
        assert!(connect(&world, PROJECT, &ends).await.is_err());
        for socket in sockets {
            assert_eq!(close_code(socket).await, Some(4001));
        }
        assert!(is_open(&mut other).await);
        assert!(listed(&world, &stays, "").await.iter().all(|session| session.id != id));
        with(&world, &stays, Method::DELETE, &format!("/api/sessions/{id}"))
            .await
            .is_problem(404, "unknown_session");

        let world = world.restarted().await;
        assert!(!is_accepted(&world, &ends).await, "it has ended permanently");
        let own = id_of(&world, &stays).await;
        let ended = with(&world, &stays, Method::DELETE, &format!("/api/sessions/{own}")).await;
        assert_eq!(ended.status, 204, "also the session of the request");
        let cookie = ended.header("Set-Cookie").unwrap();
        assert!(cookie.contains("Max-Age=0"), "{cookie}");
        assert!(!is_accepted(&world, &stays).await);
    });
}

#[test]
fn ending_all_keeps_the_session_of_the_request() {
    run(async {
        let world = World::start(Options::default()).await;
        let (own, first) = (signed_in(&world, ADA).await, signed_in(&world, ADA).await);
        let (second, zoe) = (signed_in(&world, ADA).await, signed_in(&world, "Zoë").await);
        assert_eq!(end(&world, &own, "").await, 204);
        for ended in [&first, &second] {
            assert!(!is_accepted(&world, ended).await);
        }
        assert!(is_accepted(&world, &own).await && is_accepted(&world, &zoe).await);
        let left = listed(&world, &own, "").await;
        assert_eq!((left.len(), left[0].current), (1, true));
        assert_eq!(end(&world, &own, "").await, 204, "without others, nothing ends");
        assert!(is_accepted(&world, &own).await);

        // An admin ends those of somebody else.
        assert_eq!(end(&world, &zoe, "?person=ada").await, 204);
        assert!(!is_accepted(&world, &own).await && is_accepted(&world, &zoe).await);
    });
}

#[test]
fn only_an_admin_ends_the_session_of_another_person() {
    run(async {
        let world = shared().await;
        let zoe = signed_in(world, "Zoë").await;
        let id = id_of(world, &zoe).await;
        for person in [Person::Stranger, Person::Viewer, Person::Operator, Person::LocalAdmin] {
            let cookie = person.cookie();
            let path = format!("/api/sessions/{id}");
            with(world, &cookie, Method::DELETE, &path).await.is_problem(404, "unknown_session");
            let all = "/api/sessions?person=Zo%C3%AB";
            let refused = with(world, &cookie, Method::DELETE, all).await;
            refused.is_problem(403, "forbidden");
            if person == Person::Viewer {
                let entries = crate::audit::entries_of(world, &refused).await;
                let [entry] = &entries[..] else { panic!("{entries:?}") };
                assert_eq!((entry.action.as_str(), entry.refused.is_some()), ("end_sessions", true));
            }
        }
        assert!(is_accepted(world, &zoe).await);
        assert_eq!(end(world, &Person::Admin.cookie(), &format!("/{id}")).await, 204);
        assert!(!is_accepted(world, &zoe).await);
        for bad in ["/x", "/00000000-0000-0000-0000-000000000000"] {
            assert_eq!(end(world, &Person::Admin.cookie(), bad).await, 400);
        }
    });
}

#[test]
fn a_sign_out_removes_the_session_from_the_list() {
    run(async {
        let world = World::start(Options::default()).await;
        let (own, other) = (signed_in(&world, ADA).await, signed_in(&world, ADA).await);
        assert_eq!(with(&world, &other, Method::DELETE, "/api/session").await.status, 204);
        assert_eq!(listed(&world, &own, "").await.len(), 1);
    });
}

#[test]
fn a_sign_in_too_many_ends_the_session_that_was_not_used_for_longest() {
    run(async {
        let world = World::start(Options::default()).await;
        let max = u8::try_from(SESSIONS_MAX).unwrap();
        for number in 0..max {
            assert!(is_accepted(&world, &unlisted(number, "Zoë").1).await);
        }
        let admin = signed_in(&world, ADA).await;
        listed_until(&world, &admin, "?person=Zo%C3%AB", |sessions| sessions.len() == SESSIONS_MAX).await;
        let newest = signed_in(&world, "Zoë").await;
        let left = listed(&world, &newest, "").await;
        assert_eq!(left.len(), SESSIONS_MAX);
        assert!(left.iter().any(|session| session.current));
        let mut ended = 0;
        for number in 0..max {
            ended += usize::from(!is_accepted(&world, &unlisted(number, "Zoë").1).await);
        }
        assert_eq!(ended, 1);
    });
}
