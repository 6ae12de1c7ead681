//! Traffic up to a moment: running totals of a daily rhythm.

use jiff::civil::{Date, date};
use rand::RngExt;
use rand_distr::{Distribution, Normal};

use docket_wire::UnixMs;

use crate::seeded;

const DAY_MS: i64 = 86_400_000;
/// First day with traffic.
const FIRST_DAY: Date = date(2024, 1, 1);
/// [`FIRST_DAY`] in days since 1970-01-01.
const FIRST_DAY_UNIX: i64 = 19_723;
/// Days with traffic: the curve is flat after them. Sixteen years and a little.
const DAYS: u32 = 6_000;

/// Traffic of each weekday relative to the mean day, Monday first: documentation is read at work.
const PEOPLE_BY_WEEKDAY: [f64; 7] = [1.20, 1.28, 1.27, 1.22, 1.05, 0.46, 0.52];
/// Agents work when people work, crawlers work on all days.
const AI_BY_WEEKDAY: [f64; 7] = [1.06, 1.09, 1.09, 1.07, 1.02, 0.83, 0.84];
/// Days from one turn of a fashion to the same one.
const FASHION_DAYS: u32 = 84;
/// Traffic of a page that is out of fashion, beside its usual one.
const OUT_OF_FASHION: f64 = 0.05;
/// Standard deviation of the logarithm of a day's random factor.
const NOISE_SIGMA: f64 = 0.11;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VisitorKind {
    People,
    Ai,
}

/// The fashion of some pages: they are read for six weeks, and hardly for the next six.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fashion {
    /// Its place among the fashions. Their turns are spread evenly.
    pub(super) place: usize,
    /// The number of fashions.
    pub(super) of: usize,
}

impl Fashion {
    /// The traffic of a day beside that of a page without a fashion.
    fn factor(self, day: u32) -> f64 {
        let days = usize::try_from(FASHION_DAYS).unwrap_or(1);
        let turn = (self.place * days).checked_div(self.of).and_then(|turn| u32::try_from(turn).ok());
        let is_in = (day + turn.unwrap_or(0)) % FASHION_DAYS < FASHION_DAYS / 2;
        if is_in { 1.0 } else { OUT_OF_FASHION }
    }
}

/// A rhythm that several paths share: traffic from [`FIRST_DAY`] up to any moment, where the mean day of
/// people's first year counts 1.
#[derive(Debug)]
pub(super) struct Curve {
    /// Running totals at the first moment of each day, and after the last.
    totals: Vec<f64>,
}

impl Curve {
    /// The curve of rhythm `number` of a project.
    pub(super) fn new(
        seed: u64,
        project: &str,
        number: u64,
        kind: VisitorKind,
        fashion: Option<Fashion>,
    ) -> Self {
        let name = match kind {
            VisitorKind::People => "people",
            VisitorKind::Ai => "ai",
        };
        let mut rng = seeded::rng(seed, name, project, number);
        let bent = rng.random_range(0.85..1.2);
        let noise = Normal::new(0.0, NOISE_SIGMA).ok();
        let mut total = 0.0;
        let days = (0..DAYS).map(|day| {
            let chance = noise.map_or(0.0, |noise| noise.sample(&mut rng)).exp();
            total += level(kind, f64::from(day) / 365.25 * bent)
                * weekday(kind, day)
                * chance
                * fashion.map_or(1.0, |fashion| fashion.factor(day));
            total
        });
        Self { totals: std::iter::once(0.0).chain(days).collect() }
    }

    /// Traffic up to `moment`, within a day in proportion to the time gone. Never falls.
    pub(super) fn until(&self, moment: UnixMs) -> f64 {
        let since_ms = moment.0.saturating_sub(FIRST_DAY_UNIX * DAY_MS).max(0);
        let day = usize::try_from(since_ms / DAY_MS).unwrap_or(usize::MAX);
        match (self.totals.get(day), day.checked_add(1).and_then(|next| self.totals.get(next))) {
            (Some(before), Some(after)) => {
                let gone_ms = u32::try_from(since_ms % DAY_MS).unwrap_or(0);
                before + (after - before) * (f64::from(gone_ms) / 86_400_000.0)
            }
            _ => self.totals.last().copied().unwrap_or(0.0),
        }
    }
}

/// The mean day after `years`: people slowly more, AI from a twentieth to a third of that along an S-curve.
fn level(kind: VisitorKind, years: f64) -> f64 {
    match kind {
        VisitorKind::People => 0.9 + 0.8 * (1.0 - (-years / 3.0).exp()),
        VisitorKind::Ai => 0.04 + 0.5 / (1.0 + (-(years - 2.3) * 1.9).exp()),
    }
}

fn weekday(kind: VisitorKind, day: u32) -> f64 {
    let factors = match kind {
        VisitorKind::People => PEOPLE_BY_WEEKDAY,
        VisitorKind::Ai => AI_BY_WEEKDAY,
    };
    let monday_offset = FIRST_DAY.weekday().to_monday_zero_offset().unsigned_abs();
    let index = usize::try_from((u32::from(monday_offset) + day) % 7).unwrap_or(0);
    factors.get(index).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use jiff::tz::Offset;

    use super::*;

    #[test]
    fn the_first_day_is_the_day_it_says() {
        let midnight = Offset::UTC.to_timestamp(FIRST_DAY.at(0, 0, 0, 0)).unwrap();
        assert_eq!(midnight.as_millisecond(), FIRST_DAY_UNIX * DAY_MS);
    }

    #[test]
    fn it_is_flat_outside_its_days_and_never_falls() {
        let curve = Curve::new(1, "p", 0, VisitorKind::Ai, None);
        assert_eq!(curve.until(UnixMs(0)), 0.0);
        assert_eq!(curve.until(UnixMs(i64::MIN)), 0.0);
        assert_eq!(curve.until(UnixMs(i64::MAX)), *curve.totals.last().unwrap());
        assert!(curve.totals.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn the_share_of_ai_grows() {
        let (people, ai) =
            (Curve::new(1, "p", 0, VisitorKind::People, None), Curve::new(1, "p", 0, VisitorKind::Ai, None));
        let share = |day: usize| {
            let year = |curve: &Curve| curve.totals[day + 90] - curve.totals[day];
            year(&ai) / (year(&ai) + year(&people))
        };
        assert!(share(0) < 0.2 && share(365) > share(0) && share(950) > 1.7 * share(365));
    }
}
