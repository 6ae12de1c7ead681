//! A jobs object without requests is evicted with its consoles connected, and delivers changes afterwards.

use docket_sim::ServiceOperation;
use docket_wire::LiveMessage;

use super::live::{connect, follow_to_the_end, next};
use super::polling::create;
use crate::harness::{Options, World, run};

/// The runtime evicts an object that has been idle for ten seconds, unless something keeps it awake: a timer, a
/// request in flight, a socket that does not hibernate. At this setting the first poll comes later than that,
/// so its alarm rebuilds the object.
const TYPICAL_JOB_S: &str = "50";

#[test]
fn an_object_is_evicted_with_sockets_open_and_still_delivers() {
    run(async {
        let vars = vec![("DOCKET_TYPICAL_JOB_S", Some(TYPICAL_JOB_S.to_owned()))];
        let world = World::start(Options { vars }).await;
        let mut console = connect(&world, None).await;
        let LiveMessage::Snapshot(snapshot) = next(&mut console).await else { panic!("no snapshot") };
        let job = create(&world, "Update the quickstart [sim: 5s]").await;
        assert!(world.worker.has_logged("the jobs object opened at revision 0").await);

        let (revision, seen) = follow_to_the_end(&mut console, snapshot.revision, &job).await;
        assert_eq!(seen, (1..=revision).collect(), "every revision, before and after the eviction");
        assert_eq!(world.sim.count(ServiceOperation::GetJob), 1, "the alarm's first poll found the end");
        // The object was evicted after the events `submitted` and `accepted`.
        assert!(
            world.worker.has_logged("the jobs object opened at revision 2").await,
            "{}",
            world.worker.log()
        );
        assert_eq!(world.log().await.matches("the jobs object opened").count(), 2);
    });
}
