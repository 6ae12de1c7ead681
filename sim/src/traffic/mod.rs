//! Visitors of each page, as a closed form, so that all ranges of a project are consistent.
//!
//! A path has visits in proportion to its rank (Zipf and Mandelbrot), along one of a few rhythms of growth,
//! weekdays and chance ([`curve`]). Whole visits of a range are the difference of two running totals, so they
//! add up over adjacent ranges; distinct visitors follow from the visits ([`uniques`]) and do not.

mod curve;
mod paths;
mod uniques;

use docket_wire::{UnixMs, VisitorRow, VisitorTotals};
use rand::RngExt;
use rand_distr::{Distribution, LogNormal};

use crate::seeded;
use curve::{Curve, Fashion, VisitorKind};
use uniques::{Returning, f64_to_count, union};

/// Visits of people on a mean day of the first year, over all pages of a site.
const VISITS_A_DAY: f64 = 24_000.0;
/// Pages per visitor, on average.
const PAGES_A_VISIT: f64 = 2.5;
/// Rhythms that the paths of a site share.
const RHYTHMS: usize = 24;
/// Further rhythms, of pages that go out of fashion and come back. One follows another every twelve days, so that each month has a page that fell.
const FASHIONS: usize = 7;
/// One of this many pages follows a fashion, as far as [`FASHION_RANK_MAX`].
const FASHION_EVERY: usize = 20;
/// Pages that are read less might have no visitors at all in a month out of fashion.
const FASHION_RANK_MAX: usize = 200;
const ZIPF_EXPONENT: f64 = 1.05;
/// Mandelbrot's shift: flattens the head of the list.
const ZIPF_SHIFT: f64 = 2.7;
/// Standard deviation of the logarithm of the ratio between AI and people on a page.
const AI_TASTE_SIGMA: f64 = 0.7;
/// Few people read the pages for machines.
const PEOPLE_AT_LLMS_TXT: f64 = 0.08;
const HUMAN_RETURN_EXPONENT: f64 = 0.74;
const AI_RETURN_EXPONENT: f64 = 0.62;
/// Minimum share of the smaller audience that is in both. It is the site's own share, so that no page has more visitors than the site.
const SHARED_MIN: f64 = 0.04;
const SHARED_MAX: f64 = 0.22;

/// Unique visitors of a page or a site over a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Unique people.
    pub human: u64,
    /// Unique AI visitors.
    pub ai: u64,
    /// Unique visitors over both: from the larger of the two up to their sum.
    pub total: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitorReport {
    /// Of the site. Not the sum of the rows.
    pub totals: VisitorTotals,
    /// Of each page that had any: most visited first, then by path.
    pub rows: Vec<VisitorRow>,
}

/// The traffic of one project's documentation.
#[derive(Debug)]
pub struct Traffic {
    pages: Vec<TrafficPage>,
    site: Audiences,
    rhythms: Vec<[Curve; 2]>,
}

#[derive(Debug)]
struct TrafficPage {
    path: String,
    audiences: Audiences,
}

/// Both audiences of a page or a site.
#[derive(Debug)]
struct Audiences {
    rhythm: usize,
    human: TrafficAudience,
    ai: TrafficAudience,
    shared: f64,
}

#[derive(Debug)]
struct TrafficAudience {
    /// Visits on a day at which the curve rises by 1.
    rate: f64,
    /// Fraction of a visit before the first day. Without it, all rare pages would be visited on the same day.
    begun: f64,
    returning: Returning,
}

impl Traffic {
    /// The traffic of `project` with `seed`, on this number of paths.
    #[must_use]
    pub fn new(seed: u64, project: &str, paths: usize) -> Self {
        let paths = paths::paths(seed, project, paths);
        let weight = |rank: u32| (f64::from(rank) + ZIPF_SHIFT).powf(-ZIPF_EXPONENT);
        let visits = VISITS_A_DAY / (0_u32..).take(paths.len()).map(weight).sum::<f64>();
        let taste = LogNormal::new(0.0, AI_TASTE_SIGMA).ok();
        let pages: Vec<_> = paths
            .into_iter()
            .zip(0_u32..)
            .map(|(path, rank)| {
                let mut rng = seeded::rng(seed, "page", project, u64::from(rank));
                let human = visits * weight(rank);
                let ai = human * taste.map_or(1.0, |taste| taste.sample(&mut rng));
                let human = if path.starts_with("/llms") { human * PEOPLE_AT_LLMS_TXT } else { human };
                let mut audiences = Audiences::new(&mut rng, human, ai, SHARED_MIN..SHARED_MAX);
                audiences.rhythm = fashion(rank).unwrap_or(audiences.rhythm);
                TrafficPage { path, audiences }
            })
            .collect();
        let sum = |rate: fn(&TrafficPage) -> f64| pages.iter().map(rate).sum::<f64>() / PAGES_A_VISIT;
        let (human, ai) = (sum(|page| page.audiences.human.rate), sum(|page| page.audiences.ai.rate));
        let mut rng = seeded::rng(seed, "site", project, 0);
        let site = Audiences::new(&mut rng, human, ai, 0.0..SHARED_MIN);
        let rhythms = (0..RHYTHMS + FASHIONS)
            .zip(0_u64..)
            .map(|(rhythm, n)| {
                let fashion = rhythm.checked_sub(RHYTHMS).map(|place| Fashion { place, of: FASHIONS });
                [VisitorKind::People, VisitorKind::Ai].map(|kind| Curve::new(seed, project, n, kind, fashion))
            })
            .collect();
        Self { pages, site, rhythms }
    }

    /// Unique visitors from `from` to `to`, which is exclusive.
    #[must_use]
    pub fn report(&self, from: UnixMs, to: UnixMs) -> VisitorReport {
        let spans: Vec<_> = self
            .rhythms
            .iter()
            .map(|curves| curves.each_ref().map(|curve| (curve.until(from), curve.until(to.max(from)))))
            .collect();
        let mut site = self.site.over(&spans);
        let mut rows = Vec::with_capacity(self.pages.len());
        for page in &self.pages {
            let Counts { human, ai, total } = page.audiences.over(&spans);
            site.human = site.human.max(human);
            site.ai = site.ai.max(ai);
            if total > 0 {
                rows.push((total, human, ai, page.path.as_str()));
            }
        }
        rows.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.3.cmp(b.3)));
        let total = union(site.human, site.ai, self.site.shared);
        VisitorReport {
            totals: VisitorTotals { human: site.human, ai: site.ai, total },
            rows: rows
                .into_iter()
                .map(|(total, human, ai, path)| VisitorRow { path: path.to_owned(), human, ai, total })
                .collect(),
        }
    }
}

/// The rhythm of a page that follows a fashion.
fn fashion(rank: u32) -> Option<usize> {
    let rank = usize::try_from(rank).ok().filter(|rank| *rank < FASHION_RANK_MAX)?;
    (rank % FASHION_EVERY == FASHION_EVERY / 2).then_some(RHYTHMS + rank / FASHION_EVERY % FASHIONS)
}

/// Both ends of a range on the curves of people and AI.
type CurveSpan = [(f64, f64); 2];

impl Audiences {
    fn new(rng: &mut impl rand::Rng, human: f64, ai: f64, shared: std::ops::Range<f64>) -> Self {
        Self {
            rhythm: rng.random_range(0..RHYTHMS),
            human: TrafficAudience::new(rng, human, HUMAN_RETURN_EXPONENT),
            ai: TrafficAudience::new(rng, ai, AI_RETURN_EXPONENT),
            shared: rng.random_range(shared),
        }
    }

    fn over(&self, spans: &[CurveSpan]) -> Counts {
        let [people, machines] = spans.get(self.rhythm).copied().unwrap_or_default();
        let (human, ai) = (self.human.over(people), self.ai.over(machines));
        Counts { human, ai, total: union(human, ai, self.shared) }
    }
}

impl TrafficAudience {
    fn new(rng: &mut impl rand::Rng, rate: f64, exponent: f64) -> Self {
        Self { rate, begun: rng.random(), returning: Returning { scale: rate, exponent } }
    }

    fn over(&self, (from, to): (f64, f64)) -> u64 {
        let visits = |until: f64| f64_to_count(until.mul_add(self.rate, self.begun));
        self.returning.distinct(visits(to).saturating_sub(visits(from)))
    }
}

#[cfg(test)]
mod tests;
