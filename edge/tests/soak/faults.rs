//! What the service does wrong during a soak.

use docket_sim::{ServiceOperation, Sim, SimFault};

/// The share of the service's calls with a fault.
const PROBABILITY: f64 = 0.2;

/// Longer than Docket waits for a response of the service in the tests.
const ANY: [&str; 14] = [
    "500",
    "500-after",
    "502-html",
    "503-empty",
    "200-html-after",
    "200-empty-after",
    "drop",
    "drop-after",
    "timeout 2s",
    "timeout-after 2s",
    "slow-bytes 3s",
    "truncated",
    "not-utf8",
    "missing-fields",
];
const JOBS: [&str; 5] = ["429 1s", "unknown-fields", "hostile-id", "null-fields", "huge"];
/// Without 429: Docket would learn from it that the hour allows no more requests.
const VISITORS: [&str; 2] = ["shifted-rows", "echo-error"];

pub(crate) fn begin(sim: &Sim) {
    for (operation, more) in [
        (ServiceOperation::CreateJob, &JOBS[..]),
        (ServiceOperation::SendMessage, &JOBS[..]),
        (ServiceOperation::GetJob, &JOBS[..]),
        (ServiceOperation::GetVisitors, &VISITORS[..]),
    ] {
        let faults: Vec<SimFault> = ANY.iter().chain(more).map(|name| name.parse().unwrap()).collect();
        sim.set_chaos(operation, PROBABILITY, faults);
    }
}

pub(crate) fn end(sim: &Sim) {
    sim.clear_faults();
}
