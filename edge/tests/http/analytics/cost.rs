//! Rows that answers from the cache read, which the platform bills, as its own counters say.
//!
//! `cargo test -p docket-edge --test http cost -- --nocapture` prints them.

use reqwest::Method;

use super::{analytics, world};
use crate::harness::{answer, run};

#[test]
fn a_cached_totals_answer_and_the_check_of_a_session_read_at_most_five_rows() {
    run(async {
        let world = world(100).await;
        // The budget decides that today's data are fresh for a minute. So this is the most expensive answer from the cache.
        let day = docket_wire::Day::at(world.sim.now(), &docket_wire::Utc).unwrap();
        let today = format!("summary?from={day}&to={day}");
        assert_eq!(analytics(&world, &today).await.status, 200);
        let cached = analytics(&world, &today).await;
        let totals = world.rows_of("AnalyticsObject", &cached).await;

        let world = world.restarted().await;
        let logged = world.log().await.len();
        let session = answer(world.ada(Method::GET, "/api/session").await).await;
        assert_eq!(session.json()["name"], crate::harness::ADA, "{session:?}");
        let session = world.rows_after("SignInObject", logged).await;
        for (what, rows) in [("cached totals", totals), ("check of a session", session)] {
            println!("{what:<32} {:>5} read {:>5} written", rows.read, rows.written);
            assert!(rows.read <= 5 && rows.written == 0, "{what}: {rows:?}");
        }
    });
}
