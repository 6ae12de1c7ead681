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
    let people = percent(totals.human, totals.total);
    let ai = percent(totals.ai, totals.total);
    view! {
        <svg class="ribbon" width="100%" height="16" aria-hidden="true">
            <rect class="track" width="100%" height="16"></rect>
            <rect class="people" width=format!("{people}%") height="7"></rect>
            <rect class="ai" x=format!("{:.3}%", 100.0 - ai) y="9" width=format!("{ai}%") height="7"></rect>
        </svg>
    }
}

/// `part` of `whole` in percent, never more than the whole.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    #[allow(clippy::cast_precision_loss, reason = "a bar needs no more than three digits")]
    let ratio = part.min(whole) as f64 / whole as f64;
    (ratio * 100_000.0).round() / 1000.0
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
        assert_eq!(percent(1, 3).to_string(), "33.333");
        assert_eq!(percent(5, 4).to_string(), "100");
        assert_eq!(percent(5, 0).to_string(), "0");
    }
}
