//! How far a backfill is, as a screen reader announces it: once each when it begins, waits and ends. The number of its requests
//! changes every few seconds. And how often it is polled. Pure.

use std::time::Duration;

use docket_wire::{BackfillProgress, Span, Trend};

/// Time between two polls. The edge answers them without a request to the service.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The same while a poll is unlikely to say anything new.
const WAITING_INTERVAL: Duration = Duration::from_secs(30);

/// What is known of the backfill of a span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpanBackfill {
    pub span: Span,
    /// Whether everything is loaded.
    pub is_complete: bool,
    /// Its progress, while it is under way.
    pub progress: Option<BackfillProgress>,
}

impl SpanBackfill {
    /// The one that loads the days of a trend.
    pub(crate) fn of_trend((span, trend): (Span, Trend)) -> Self {
        Self { span, is_complete: trend.missing == 0, progress: trend.backfill }
    }
}

/// The latest stage of a backfill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum BackfillStage {
    /// None was under way.
    #[default]
    Idle,
    Loading,
    /// It has waited for the request budget, and may do so again before each of the next requests.
    Waiting,
    Done,
    /// Cancelled or failed.
    Stopped,
}

impl BackfillStage {
    fn next(self, backfill: &SpanBackfill) -> Self {
        match &backfill.progress {
            Some(progress) if self == Self::Waiting || progress.resumes_at.is_some() => Self::Waiting,
            Some(_) => Self::Loading,
            None if !matches!(self, Self::Loading | Self::Waiting) => self,
            None if backfill.is_complete => Self::Done,
            None => Self::Stopped,
        }
    }
}

/// What is known after `before`. A poll that failed says nothing of a backfill: that of the span in view is assumed to continue.
pub(super) fn last_known(
    before: Option<SpanBackfill>,
    backfill: Option<SpanBackfill>,
    span: Option<&Span>,
) -> Option<SpanBackfill> {
    backfill.or_else(|| before.filter(|before| Some(&before.span) == span))
}

/// The time until the next poll. A backfill that waits for the request budget may do so for most of an hour, and after a poll that
/// failed, the error of the next one would be announced again.
pub(super) fn poll_interval(progress: &BackfillProgress, has_answered: bool, now_ms: i64) -> Duration {
    let waits = progress.resumes_at.is_some_and(|at| at.0 > now_ms);
    if waits || !has_answered { WAITING_INTERVAL } else { POLL_INTERVAL }
}

/// The span in view and its stage, after `before`. While nothing is known of the span, it is as before.
pub(super) fn next_stage(
    before: Option<(Span, BackfillStage)>,
    backfill: Option<&SpanBackfill>,
) -> Option<(Span, BackfillStage)> {
    let Some(backfill) = backfill else { return before };
    let before = before.filter(|(span, _)| *span == backfill.span);
    let stage = before.map_or_else(BackfillStage::default, |(_, stage)| stage);
    Some((backfill.span.clone(), stage.next(backfill)))
}

#[cfg(test)]
mod tests {
    use docket_wire::{UnixMs, ZoneName};

    use super::*;

    fn span(day: &str) -> Span {
        let day = day.parse().unwrap();
        Span::new(day, day, ZoneName::utc()).unwrap()
    }

    fn of(done: u32, resumes_at: Option<i64>) -> SpanBackfill {
        let progress = BackfillProgress { done, total: 9, resumes_at: resumes_at.map(UnixMs) };
        SpanBackfill { span: span("2026-10-23"), is_complete: false, progress: Some(progress) }
    }

    /// The stages after each of these, without repetitions.
    fn stages(known: &[Option<SpanBackfill>]) -> Vec<BackfillStage> {
        let mut at = None;
        let mut stages: Vec<_> = known
            .iter()
            .map(|known| {
                at = next_stage(at.take(), known.as_ref());
                at.as_ref().map(|(_, stage)| *stage).unwrap_or_default()
            })
            .collect();
        stages.dedup();
        stages
    }

    #[test]
    fn each_stage_comes_once_however_often_the_progress_changes() {
        let done = SpanBackfill { is_complete: true, progress: None, ..of(9, None) };
        let known =
            [of(0, None), of(1, None), of(2, Some(1)), of(3, None), of(4, Some(2)), done.clone(), done];
        let expected = [BackfillStage::Loading, BackfillStage::Waiting, BackfillStage::Done];
        assert_eq!(stages(&known.map(Some)), expected);
    }

    #[test]
    fn a_poll_that_failed_does_not_end_the_polling_of_the_span_in_view() {
        let here = Some(span("2026-10-23"));
        let known = last_known(None, Some(of(1, None)), here.as_ref());
        assert_eq!(last_known(known.clone(), None, here.as_ref()), known);
        assert_eq!(last_known(known.clone(), Some(of(2, None)), here.as_ref()), Some(of(2, None)));
        assert_eq!(last_known(known, None, Some(&span("2026-10-24"))), None);
    }

    #[test]
    fn polls_are_rare_while_a_backfill_waits_and_after_one_that_failed() {
        let interval = |resumes_at, has_answered| {
            let progress = of(1, resumes_at).progress.unwrap();
            poll_interval(&progress, has_answered, 1_000)
        };
        assert_eq!(interval(None, true), POLL_INTERVAL);
        assert_eq!(interval(None, false), WAITING_INTERVAL);
        assert_eq!(interval(Some(1_001), true), WAITING_INTERVAL);
        assert_eq!(interval(Some(1_000), true), POLL_INTERVAL);
    }

    #[test]
    fn what_ends_too_early_was_stopped_and_can_begin_again() {
        let stopped = SpanBackfill { progress: None, ..of(2, None) };
        let known = [stopped.clone(), of(1, None), stopped, of(2, None)];
        let expected =
            [BackfillStage::Idle, BackfillStage::Loading, BackfillStage::Stopped, BackfillStage::Loading];
        assert_eq!(stages(&known.map(Some)), expected);
    }

    #[test]
    fn another_span_does_not_end_the_backfill_of_this_one() {
        let other = SpanBackfill { span: span("2026-10-24"), is_complete: true, progress: None };
        let known = [Some(of(1, None)), None, Some(other)];
        assert_eq!(stages(&known), [BackfillStage::Loading, BackfillStage::Idle]);
    }
}
