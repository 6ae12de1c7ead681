//! Chooses the durations that a schedule learns from.

/// The critical value of the Kolmogorov-Smirnov test: two samples of one distribution are farther apart in one case of a
/// hundred.
const KS_CRITICAL_1_PERCENT: f64 = 1.628;

/// The durations of one kind of work, creates or follow-ups, if those of the other kind differ
/// significantly; otherwise of both. In milliseconds.
#[must_use]
pub fn pooled_if_similar(own: &[i64], other: &[i64]) -> Vec<i64> {
    if is_significantly_different(own, other) { own.to_vec() } else { [own, other].concat() }
}

/// Whether two samples are hardly of one distribution: the test of Kolmogorov and Smirnov. N. Smirnov, "Table for
/// Estimating the Goodness of Fit of Empirical Distributions", Annals of Mathematical Statistics 19, 1948.
fn is_significantly_different(one: &[i64], other: &[i64]) -> bool {
    let sorted = |sample: &[i64]| {
        let mut sorted = sample.to_vec();
        sorted.sort_unstable();
        sorted
    };
    let share = |sorted: &[i64], most| sorted.partition_point(|ms| *ms <= most) as f64 / sorted.len() as f64;
    let (one, other) = (sorted(one), sorted(other));
    let distances = one.iter().chain(&other).map(|ms| (share(&one, *ms) - share(&other, *ms)).abs());
    let (count, other_count) = (one.len() as f64, other.len() as f64);
    distances.fold(0.0, f64::max)
        > KS_CRITICAL_1_PERCENT * ((count + other_count) / (count * other_count)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follow_ups_that_are_much_faster_are_learned_apart_after_a_few() {
        let creates: Vec<i64> = (0..10).map(|n| 300_000 + n * 20_000).collect();
        let follow_ups: Vec<i64> = (0..6).map(|n| 60_000 + n * 10_000).collect();
        assert_eq!(pooled_if_similar(&creates, &follow_ups), creates);
        assert_eq!(pooled_if_similar(&follow_ups, &creates), follow_ups);
        assert_eq!(pooled_if_similar(&follow_ups[..2], &creates).len(), 12, "two say little");
        assert_eq!(pooled_if_similar(&[], &creates), creates);
    }

    #[test]
    fn samples_of_one_distribution_are_hardly_ever_apart() {
        // Every n-th of the same durations, in an order without a pattern.
        let mixed: Vec<i64> = (0..600).map(|n| 10_000 + (n * 7_919 % 600) * 1_000).collect();
        assert!(!is_significantly_different(&mixed[..300], &mixed[300..]));
        assert!(!is_significantly_different(&mixed[..30], &mixed[30..60]));
    }
}
