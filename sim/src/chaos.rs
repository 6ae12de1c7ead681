//! Random faults.

use std::time::Duration;

use rand::RngExt;

use crate::fault::{FAULTS, Fault, FaultKind};
use crate::seeded;

/// A random delay is shorter than the default of its kind, because no test expects it.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The random fault of the request with this number, if any.
pub(crate) fn draw(seed: u64, probability: f64, request: u64) -> Option<Fault> {
    let mut rng = seeded::rng(seed, "chaos", "", request);
    if !rng.random_bool(probability) {
        return None;
    }
    let kind = FAULTS.get(rng.random_range(0..FAULTS.len()))?.kind;
    let fault = if rng.random() { Fault::new(kind).after_the_work() } else { Fault::new(kind) };
    Some(if kind == FaultKind::Timeout { fault.lasting(TIMEOUT) } else { fault })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(probability: f64) -> Vec<Option<Fault>> {
        (0..1_000).map(|request| draw(1, probability, request)).collect()
    }

    #[test]
    fn about_as_many_faults_come_as_were_asked_for_and_the_same_again() {
        let count = |faults: Vec<Option<Fault>>| faults.into_iter().flatten().count();
        assert_eq!((count(met(0.0)), count(met(1.0))), (0, 1_000));
        assert!((250..350).contains(&count(met(0.3))));
        assert_eq!(met(0.3), met(0.3));
    }

    #[test]
    fn every_fault_comes_sooner_or_later() {
        let faults = met(1.0);
        assert!(FAULTS.iter().all(|row| faults.iter().flatten().any(|fault| fault.kind() == row.kind)));
    }
}
