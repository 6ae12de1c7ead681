//! Where a mixture's fit starts: observations in order, cut into runs that are likely to be of one kind each.

use super::maximum_likelihood::{Observation, variance};

/// Sums over the observations before a cut.
#[derive(Clone, Copy, Default)]
struct Cut {
    count: f64,
    sum: f64,
    square: f64,
}

impl Cut {
    fn after(self, seen: &Observation) -> Self {
        Self {
            count: self.count + seen.count,
            sum: self.sum + seen.count * seen.log,
            square: self.square + seen.count * seen.log * seen.log,
        }
    }

    /// The log-likelihood of a normal distribution for the run from this cut to another one, among `whole` observations.
    fn likelihood(self, to: Self, whole: f64) -> f64 {
        let (count, sum) = (to.count - self.count, to.sum - self.sum);
        let square = (to.square - self.square - sum * sum / count).max(0.0);
        count * ((count / whole).ln() - variance(square, count).ln() / 2.0)
    }
}

/// For each number of runs from 1 to `segments_max`, the ends of the runs that are most likely together.
///
/// It is the dynamic programming of W. D. Fisher, "On Grouping for Maximum Homogeneity", Journal of the American
/// Statistical Association 53, 1958, with the likelihood of runs in place of their variance.
pub(super) fn likeliest_segments(sorted: &[Observation], segments_max: usize) -> Vec<Vec<usize>> {
    let mut cuts = vec![Cut::default()];
    let mut last = Cut::default();
    for seen in sorted {
        last = last.after(seen);
        cuts.push(last);
    }
    // For each cut: how likely the best runs before it are, and where they end.
    let mut best: Vec<(f64, Vec<usize>)> = vec![(f64::NEG_INFINITY, Vec::new()); cuts.len()];
    if let Some(first) = best.first_mut() {
        first.0 = 0.0;
    }
    let mut all = Vec::new();
    for _ in 0..segments_max {
        best = cuts
            .iter()
            .enumerate()
            .map(|(end, to)| {
                let with_one_more = cuts.iter().zip(&best).take(end).filter_map(|(from, (before, ends))| {
                    // One observation alone is no kind.
                    let is_run = to.count - from.count >= 2.0 || last.count < 2.0;
                    is_run.then(|| (before + from.likelihood(*to, last.count), ends))
                });
                let likeliest = with_one_more.max_by(|one, other| one.0.total_cmp(&other.0));
                likeliest.map_or((f64::NEG_INFINITY, Vec::new()), |(likelihood, ends)| {
                    (likelihood, ends.iter().copied().chain([end]).collect())
                })
            })
            .collect();
        match best.last() {
            Some((likelihood, ends)) if likelihood.is_finite() => all.push(ends.clone()),
            _ => break,
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_the_widest_gaps() {
        let logs = [1.0, 1.1, 1.2, 5.0, 5.1, 9.0, 9.1, 9.2];
        let seen = logs.map(|log| Observation { log, count: 1.0 });
        assert_eq!(likeliest_segments(&seen, 3), [vec![8], vec![5, 8], vec![3, 5, 8]]);
        assert_eq!(likeliest_segments(&seen[..1], 3), [vec![1]]);
    }
}
