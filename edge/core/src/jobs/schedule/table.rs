//! How long jobs take, as a table over ages.

use std::rc::Rc;

/// The share of jobs that is still active at each age, and what follows from it for polls. A poll asks it more often
/// than a distribution itself could answer in time.
#[derive(Debug, Clone)]
pub(super) struct AgeTable {
    spans: Rc<[AgeSpan]>,
    demand: Demand,
}

/// An age, and the jobs that reach it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SurvivalPoint {
    /// In milliseconds.
    pub(super) ms: f64,
    /// Probability of taking longer.
    pub(super) survival: f64,
    /// ∫ S dt from here on, in milliseconds: the time that a job is still active.
    pub(super) left_ms: f64,
}

impl SurvivalPoint {
    /// The mean delay, in milliseconds, of noticing at another age the jobs that end in between. Those that end at
    /// other times count as 0.
    pub(super) fn delay_ms(&self, to: &Self) -> f64 {
        self.survival * (to.ms - self.ms) - (self.left_ms - to.left_ms)
    }
}

/// A span of ages over which the hazard is taken as constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AgeSpan {
    pub(super) start: SurvivalPoint,
    pub(super) end: SurvivalPoint,
    /// Probability per millisecond of ending, for a job that has got that far.
    pub(super) hazard: f64,
}

impl AgeSpan {
    /// An age within the span.
    pub(super) fn at(&self, ms: f64) -> SurvivalPoint {
        let ended = self.hazard * (ms - self.start.ms);
        let survival = self.start.survival * (-ended).exp();
        SurvivalPoint { ms, survival, left_ms: self.start.left_ms - self.active_ms(ms) }
    }

    /// ∫ S dt from its start to another age within the span, in milliseconds.
    pub(super) fn active_ms(&self, ms: f64) -> f64 {
        let ended = self.hazard * (ms - self.start.ms);
        if ended < 1e-6 {
            return self.start.survival * (ms - self.start.ms);
        }
        self.start.survival * -(-ended).exp_m1() / self.hazard
    }
}

/// The polls of one job, up to the age that one in a thousand jobs reaches.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Demand {
    /// ∫ √(h/2)·S dt: the number of polls if one costs as much as a millisecond of delay.
    pub(super) polls_at_unit_cost: f64,
    /// ∫ S dt, in milliseconds.
    pub(super) life_ms: f64,
}

/// The end of the first span.
const FIRST_MS: f64 = 1_000.0;
/// Spans for each factor of e in age.
const SPANS: f64 = 32.0;
/// The end of the last span: 49 days.
const LAST_MS: f64 = u32::MAX as f64;
/// The upper limit of the hazard of a span, summed over the span. Where all jobs that reach a span end in it, the sum would be
/// infinite.
const SPAN_MAX: f64 = 4.0;
/// The demand for polls leaves out the ages that fewer jobs than this share reach: these few jobs say little about the others.
const DEMAND_SURVIVAL: f64 = 1e-3;

impl AgeTable {
    /// The table of a distribution: the probability of taking longer than an age in milliseconds.
    pub(super) fn of(survival: impl Fn(f64) -> f64) -> Self {
        let mut spans: Vec<AgeSpan> = Vec::new();
        let mut start = SurvivalPoint { ms: 0.0, survival: 1.0, left_ms: 0.0 };
        let mut end_ms = FIRST_MS;
        let growth = (1.0 / SPANS).exp();
        while start.ms < LAST_MS {
            let end = SurvivalPoint {
                ms: end_ms,
                // Not `clamp`, whose panic message formats floats: 1 kB of the Worker.
                survival: survival(end_ms).max(0.0).min(start.survival),
                left_ms: 0.0,
            };
            let ended = if end.survival > 0.0 {
                (start.survival / end.survival).ln().min(SPAN_MAX)
            } else {
                SPAN_MAX
            };
            let hazard = if start.survival > 0.0 { ended / (end.ms - start.ms) } else { 1.0 / end.ms };
            spans.push(AgeSpan { start, end, hazard });
            start = end;
            end_ms = (end_ms * growth).min(LAST_MS);
        }
        let (mut demand, mut left_ms) = (Demand::default(), 0.0);
        for span in spans.iter_mut().rev() {
            let active_ms = span.active_ms(span.end.ms);
            span.end.left_ms = left_ms;
            left_ms += active_ms;
            span.start.left_ms = left_ms;
            if span.start.survival > DEMAND_SURVIVAL {
                demand.polls_at_unit_cost += (span.hazard / 2.0).sqrt() * active_ms;
                demand.life_ms += active_ms;
            }
        }
        Self { spans: spans.into(), demand }
    }

    pub(super) fn demand(&self) -> Demand {
        self.demand
    }

    /// The spans in the order of ages.
    pub(super) fn spans(&self) -> &[AgeSpan] {
        &self.spans
    }

    /// The index of an age's span: the last one for all later ages.
    pub(super) fn index(&self, ms: f64) -> usize {
        self.spans.partition_point(|span| span.start.ms <= ms).saturating_sub(1)
    }

    /// Whether both are one table.
    pub(super) fn is_same_table(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.spans, &other.spans)
    }

    /// Probability that a job takes longer than `ms`.
    pub(super) fn survival(&self, ms: f64) -> f64 {
        self.spans.get(self.index(ms)).map_or(0.0, |span| span.at(ms.max(0.0)).survival)
    }

    /// Probability density, per millisecond, of ending at `ms` for a job that has got that far.
    pub(super) fn hazard(&self, ms: f64) -> f64 {
        self.spans.get(self.index(ms)).map_or(0.0, |span| span.hazard)
    }
}
