//! Totals of a range, and of the one that it is compared with.

use std::rc::Rc;

use docket_core::analytics::Lookup;
use docket_wire::{ComparedTotals, Comparison, Interval, ProjectId, Span, Summary, VisitorsQuery};
use futures_util::future::join;

use super::{OpenAnalytics, with_age};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::time_zone::Zone;

/// Totals come with the first page of rows, which is what people look at next.
pub(super) const ROWS: u32 = VisitorsQuery::LIMIT_MAX;

impl OpenAnalytics {
    pub(super) async fn summary(
        self: &Rc<Self>,
        project: &ProjectId,
        pairs: &[(&str, &str)],
        wish: Lookup,
    ) -> Result<Reply, Failure> {
        let span = Span::from_pairs(pairs.iter().copied())?;
        let zone = Zone::named(span.zone())?;
        let interval = interval(&span, &zone)?;
        let earlier = match Comparison::from_pairs(pairs.iter().copied())? {
            Some(comparison) => Interval::of(&span.compared(comparison)?, &zone),
            None => None,
        };
        // The comparison can be left out; what was asked for cannot.
        let compared = async {
            let interval = earlier?;
            let figures =
                self.figures(project, &interval, ROWS, Lookup { force_refresh: false, ..wish }).await.ok()?;
            let totals = figures.kept.totals;
            Some(ComparedTotals { interval, human_and_ai: totals.human_and_ai(), totals })
        };
        let (figures, compared) = join(self.figures(project, &interval, ROWS, wish), compared).await;
        let figures = figures?;
        let (totals, checked_at) = (figures.kept.totals, figures.kept.checked_at);
        let summary = Summary {
            partial: !interval.is_over(checked_at),
            interval,
            human_and_ai: totals.human_and_ai(),
            totals,
            checked_at,
            stale: figures.is_stale,
            compared,
            budget: self.core.budget_view(clock::now())?,
        };
        Ok(with_age(Reply::json(200, &summary), checked_at, figures.is_stale))
    }
}

/// What to ask the service for.
pub(super) fn interval(span: &Span, zone: &Zone) -> Result<Interval, Failure> {
    Interval::of(span, zone)
        .ok_or_else(|| Failure::invalid("from", "from and to name days that this zone's clocks skipped."))
}
