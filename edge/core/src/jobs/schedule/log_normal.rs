/// One part of a mixture of log-normal distributions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LogNormal {
    /// Logarithm of the median in milliseconds.
    pub(super) mu: f64,
    /// Standard deviation of the logarithm. Above 0.
    pub(super) sigma: f64,
    /// Share of the whole. All shares add up to 1.
    pub(super) weight: f64,
}
