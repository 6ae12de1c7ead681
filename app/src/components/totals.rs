//! The site's totals over the range. Each is deduplicated by the service; none is a sum of rows.

use docket_wire::VisitorTotals;
use leptos::prelude::*;

use crate::format::number::{count, share};

/// How many visitors were seen as people and as AI. The counts are approximate, so it is held at 0.
pub(crate) fn seen_as_both(totals: VisitorTotals) -> u64 {
    totals.human.saturating_add(totals.ai).saturating_sub(totals.total)
}

/// Five figures, and the whole divided into those seen as people only, as both, and as AI only.
#[component]
pub(crate) fn Totals(totals: VisitorTotals) -> impl IntoView {
    let both = seen_as_both(totals);
    let figure = |class: &'static str, name: &'static str, value: String| {
        view! { <div class=format!("figure {class}")><dt>{name}</dt><dd>{value}</dd></div> }
    };
    view! {
        <dl class="totals">
            {figure("figure--people", "People", count(totals.human))}
            {figure("figure--ai", "AI", count(totals.ai))}
            {figure("", "All visitors", count(totals.total))}
            {figure("", "Seen as both", count(both))}
            {figure("", "Share of AI", share(totals.ai, totals.total))}
        </dl>
        <Ribbon totals=totals/>
    }
}

/// People from the left and AI from the right over the whole; where they overlap are those seen as both.
#[component]
fn Ribbon(totals: VisitorTotals) -> impl IntoView {
    let people = Length::of(totals.human, totals.total);
    let ai = Length::of(totals.ai, totals.total);
    view! {
        <svg class="ribbon" width="100%" height="16" aria-hidden="true">
            <rect class="track" width="100%" height="16"></rect>
            <rect class="people" width=people.to_string() height="7"></rect>
            <rect class="ai" x=ai.rest().to_string() y="9" width=ai.to_string() height="7"></rect>
        </svg>
    }
}

/// A length in thousandths of a percent of the whole, never more than the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Length(u64);

/// All of the whole.
const WHOLE: u64 = 100_000;

impl Length {
    /// `part` of `whole`.
    pub(crate) fn of(part: u64, whole: u64) -> Self {
        let thousandths = u128::from(part.min(whole)) * u128::from(WHOLE);
        Self(thousandths.checked_div(u128::from(whole)).and_then(|it| u64::try_from(it).ok()).unwrap_or(0))
    }

    /// What is left of the whole beside it.
    fn rest(self) -> Self {
        Self(WHOLE - self.0)
    }
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:03}%", self.0 / 1000, self.0 % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_is_never_negative() {
        assert_eq!(seen_as_both(VisitorTotals { human: 8, ai: 5, total: 10 }), 3);
        assert_eq!(seen_as_both(VisitorTotals { human: 5, ai: 4, total: 10 }), 0);
        assert_eq!(seen_as_both(VisitorTotals { human: u64::MAX, ai: 1, total: 0 }), u64::MAX);
    }

    #[test]
    fn a_bar_never_exceeds_the_whole() {
        assert_eq!(Length::of(1, 3).to_string(), "33.333%");
        assert_eq!(Length::of(1, 2000).to_string(), "0.050%");
        assert_eq!(Length::of(5, 4).to_string(), "100.000%");
        assert_eq!(Length::of(5, 0).to_string(), "0.000%");
        assert_eq!(Length::of(u64::MAX, u64::MAX).rest().to_string(), "0.000%");
    }
}
