//! A desk that nobody asks anything leaves memory with its consoles connected, and comes back to tell them.

use docket_sim::Operation;
use docket_wire::LiveMessage;

use super::live::{follow_to_the_end, join, next};
use super::watching::create;
use crate::harness::{Options, World, run};

/// The runtime evicts an object that has been idle for ten seconds, unless something keeps it awake: a timer, a request
/// under way, a socket that does not hibernate. The first look comes later than that at this setting, so the alarm for it
/// finds nobody there.
const TYPICAL_JOB_S: &str = "50";

#[test]
fn it_is_evicted_with_sockets_open_and_still_delivers() {
    run(async {
        let vars = vec![("DOCKET_TYPICAL_JOB_S", Some(TYPICAL_JOB_S.to_owned()))];
        let world = World::start(Options { vars }).await;
        let mut console = join(&world, None).await;
        let LiveMessage::Snapshot(snapshot) = next(&mut console).await else { panic!("no snapshot") };
        let job = create(&world, "Update the quickstart [sim: 5s]").await;
        assert!(world.worker.has_logged("the desk opened at revision 0").await);

        let (revision, seen) = follow_to_the_end(&mut console, snapshot.revision, &job).await;
        assert_eq!(seen, (1..=revision).collect(), "told of everything, before and after");
        assert_eq!(world.sim.count(Operation::GetJob), 1, "the alarm's first look found the end");
        // Submitted and accepted: that is where the desk was left, and where another began.
        assert!(world.worker.has_logged("the desk opened at revision 2").await, "{}", world.worker.log());
        assert_eq!(world.worker.log().matches("the desk opened").count(), 2);
    });
}
