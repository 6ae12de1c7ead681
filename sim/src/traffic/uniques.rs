//! From visits to distinct visitors.
//!
//! `distinct(v) = ⌈ (κ/β) · ((1 + v/κ)^β − 1) ⌉`, with 0 < β < 1 and κ near the visits of a day or two.
//!
//! The first visits are nearly all by different visitors (slope 1 at 0); the more there are, the more of
//! them are by returning visitors, but new ones keep coming (Heaps' law, `v^β`). It starts at
//! 0, rises and is concave; rounding up keeps both. So these hold exactly:
//! - a longer range never has fewer visitors, and
//! - a range never has more visitors than its parts together.
//!
//! `union(h, a) = h + a − ⌊s · min(h, a)⌋`, with 0 ≤ s < 1 the share of the smaller audience seen in both.
//! It lies between the larger audience and their sum, and keeps both of the above.

/// How often visitors of a page return.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Returning {
    /// κ: visits after which returns begin to matter.
    pub(super) scale: f64,
    /// β: at 1 no visitor returns.
    pub(super) exponent: f64,
}

impl Returning {
    /// Distinct visitors among `visits`.
    pub(super) fn distinct(self, visits: u64) -> u64 {
        let scale = self.scale.max(1.0);
        let grown = scale / self.exponent * ((count_to_f64(visits) / scale).ln_1p() * self.exponent).exp_m1();
        // A visit has at most one visitor. The bound corrects rounding errors.
        f64_to_count(grown.ceil()).min(visits)
    }
}

/// Distinct visitors over people and AI, when `shared` of the smaller audience is in both.
pub(super) fn union(human: u64, ai: u64, shared: f64) -> u64 {
    let both = f64_to_count((count_to_f64(human.min(ai)) * shared).floor());
    human.saturating_add(ai).saturating_sub(both.min(human.min(ai)))
}

#[expect(clippy::cast_precision_loss, reason = "counts of visits stay far below 2^53")]
pub(super) fn count_to_f64(count: u64) -> f64 {
    count as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion holds at the ends of the range, which is what is wanted"
)]
pub(super) fn f64_to_count(number: f64) -> u64 {
    number as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn returning() -> impl Strategy<Value = Returning> {
        (0.1_f64..5_000.0, 0.3_f64..0.95).prop_map(|(scale, exponent)| Returning { scale, exponent })
    }

    proptest! {
        #[test]
        fn more_visits_never_mean_fewer_visitors(r in returning(), a in 0_u64..1_000_000, b in 0_u64..1_000_000) {
            prop_assert!(r.distinct(a) <= r.distinct(a + b));
            prop_assert!(r.distinct(a) <= a);
            prop_assert_eq!(r.distinct(a) == 0, a == 0);
        }

        #[test]
        fn the_whole_never_exceeds_its_parts(r in returning(), a in 0_u64..1_000_000, b in 0_u64..1_000_000) {
            prop_assert!(r.distinct(a + b) <= r.distinct(a) + r.distinct(b));
        }

        #[test]
        fn a_union_lies_between_the_larger_and_the_sum(h in 0_u64..1_000_000, a in 0_u64..1_000_000, s in 0.0_f64..1.0) {
            let total = union(h, a, s);
            prop_assert!(h.max(a) <= total && total <= h + a);
        }

        #[test]
        fn a_union_never_falls_when_an_audience_grows(
            h in 0_u64..10_000, a in 0_u64..10_000, more_h in 0_u64..100, more_a in 0_u64..100, s in 0.0_f64..1.0
        ) {
            prop_assert!(union(h, a, s) <= union(h + more_h, a + more_a, s));
        }
    }
}
