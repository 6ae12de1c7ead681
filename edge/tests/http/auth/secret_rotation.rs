//! A new secret that signs sessions: people stay signed in while the one before is still accepted.

use docket_core::auth::session::Session;
use docket_wire::{CallerName, UnixMs};
use reqwest::Method;

use crate::harness::{ADA, Answer, Options, PASSPHRASE, World, answer, cookie_for, cookie_of, now_ms, run};

const SECRET: &str = "DOCKET_SESSION_SECRET";
const PREVIOUS: &str = "DOCKET_SESSION_SECRET_PREVIOUS";

async fn projects(world: &World, cookie: &str) -> Answer {
    answer(world.request(Method::GET, "/api/projects").header("Cookie", cookie)).await
}

#[test]
fn a_session_continues_under_a_new_secret_and_ends_with_the_old_one() {
    run(async {
        let mut world = World::start(Options::default()).await;
        let unused = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
        let before = world.worker.setting(SECRET);
        world.worker.set(SECRET, "another secret of at least 32 characters");
        world.worker.set(PREVIOUS, &before);
        let mut world = world.restarted().await;

        assert_eq!(projects(&world, &unused).await.status, 200);
        // A cookie that is old enough to be renewed is signed with the new secret from now on.
        let began_at = UnixMs(now_ms() - 10 * 60_000);
        let used = cookie_for(&Session::begin([9; 16], CallerName(ADA.into()), began_at));
        let renewed = projects(&world, &used).await;
        assert_eq!(renewed.status, 200, "{renewed:?}");
        let renewed = cookie_of(&renewed);

        world.worker.set(PREVIOUS, "");
        let world = world.restarted().await;
        projects(&world, &unused).await.is_problem(401, "unauthenticated");
        projects(&world, &used).await.is_problem(401, "unauthenticated");
        assert_eq!(projects(&world, &renewed).await.status, 200);
    });
}
