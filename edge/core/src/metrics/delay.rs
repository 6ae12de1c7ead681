//! The delay with which Docket detects the end of a job, in buckets.

/// The upper bounds of the buckets, in seconds. A last bucket has all that are longer.
pub const END_DELAYS_S: [i64; 10] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
pub(super) const BUCKETS: usize = END_DELAYS_S.len() + 1;

/// The bucket of a delay in milliseconds. A bound belongs to its bucket.
pub(super) fn bucket(ms: i64) -> usize {
    END_DELAYS_S.partition_point(|bound| *bound * 1000 < ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_belongs_to_its_bucket() {
        for (ms, expected) in
            [(-5, 0), (0, 0), (1000, 0), (1001, 1), (2000, 1), (600_000, 9), (600_001, 10), (i64::MAX, 10)]
        {
            assert_eq!(bucket(ms), expected, "{ms}");
        }
    }
}
