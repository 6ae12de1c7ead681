//! Random faults.

use std::time::Duration;

use rand::RngExt;

use super::{FAULTS, FaultKind, SimFault};
use crate::seeded;

/// A random delay is shorter than the default of its kind, because no test expects it.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Random faults of one operation, in place of those of the configuration.
#[derive(Debug, Clone)]
pub(crate) struct Chaos {
    pub(crate) probability: f64,
    pub(crate) faults: Vec<SimFault>,
}

impl Chaos {
    /// The random fault of the request with this number, if any.
    pub(crate) fn draw(&self, seed: u64, request: u64) -> Option<SimFault> {
        let mut rng = seeded::rng(seed, "chaos", "", request);
        if self.faults.is_empty() || !rng.random_bool(self.probability) {
            return None;
        }
        self.faults.get(rng.random_range(0..self.faults.len())).copied()
    }
}

/// The random fault of the request with this number, if any.
pub(crate) fn draw(seed: u64, probability: f64, request: u64) -> Option<SimFault> {
    let mut rng = seeded::rng(seed, "chaos", "", request);
    if !rng.random_bool(probability) {
        return None;
    }
    let kind = FAULTS.get(rng.random_range(0..FAULTS.len()))?.kind;
    let fault = if rng.random() { SimFault::new(kind).after_the_work() } else { SimFault::new(kind) };
    Some(if kind == FaultKind::Timeout { fault.lasting(TIMEOUT) } else { fault })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(probability: f64) -> Vec<Option<SimFault>> {
        (0..1_000).map(|request| draw(1, probability, request)).collect()
    }

    #[test]
    fn about_as_many_faults_come_as_were_asked_for_and_the_same_again() {
        let count = |faults: Vec<Option<SimFault>>| faults.into_iter().flatten().count();
        assert_eq!((count(met(0.0)), count(met(1.0))), (0, 1_000));
        assert!((250..350).contains(&count(met(0.3))));
        assert_eq!(met(0.3), met(0.3));
    }

    #[test]
    fn an_operation_has_only_the_faults_that_were_chosen_for_it() {
        let faults = vec![SimFault::status(500), SimFault::new(FaultKind::Drop)];
        let met = |probability, faults: &[SimFault]| -> Vec<SimFault> {
            let chaos = Chaos { probability, faults: faults.to_vec() };
            (0..1_000).filter_map(|request| chaos.draw(1, request)).collect()
        };
        assert!((150..250).contains(&met(0.2, &faults).len()));
        assert!(met(1.0, &faults).iter().all(|fault| faults.contains(fault)));
        assert!(met(0.0, &faults).is_empty() && met(1.0, &[]).is_empty());
    }

    #[test]
    fn every_fault_comes_sooner_or_later() {
        let faults = met(1.0);
        assert!(FAULTS.iter().all(|row| faults.iter().flatten().any(|fault| fault.kind() == row.kind)));
    }
}
