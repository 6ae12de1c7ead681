//! The site's totals over the range. Each is deduplicated by the service; none is a sum of rows.

use docket_wire::{Change, ComparedTotals, Summary, VisitorTotals};
use leptos::prelude::*;

use super::interval::exact;
use crate::format::number::{count, percent, share};

/// Five figures, how they changed, and the whole divided into those seen as people only, as both, and as AI only.
#[component]
pub(crate) fn Totals(summary: Summary) -> impl IntoView {
    let totals = summary.totals;
    let before = summary.compared.clone();
    let figure = |class: &'static str, name: &'static str, value: u64, of: fn(&ComparedTotals) -> u64| {
        let change = before.as_ref().map(|before| changed(Change::of(of(before), value), of(before)));
        view! { <div class=format!("figure {class}")><dt>{name}</dt><dd>{count(value)} {change}</dd></div> }
    };
    let compared = before.as_ref().map(|before| {
        view! { <p class="totals__compared">"Compared with " {exact(&before.interval)}</p> }
    });
    let share_before = before.as_ref().map(|before| {
        view! { <span class="figure__change">"was " {share(before.totals.ai, before.totals.total)}</span> }
    });
    view! {
        <dl class="totals">
            {figure("figure--people", "People", totals.human, |before| before.totals.human)}
            {figure("figure--ai", "AI", totals.ai, |before| before.totals.ai)}
            {figure("", "All visitors", totals.total, |before| before.totals.total)}
            {figure("", "Seen as both", summary.human_and_ai, |before| before.human_and_ai)}
            <div class="figure"><dt>"Share of AI"</dt><dd>{share(totals.ai, totals.total)} {share_before}</dd></div>
        </dl>
        {compared}
        <Ribbon totals=totals/>
    }
}

/// How a figure changed, and what it was.
fn changed(change: Change, was: u64) -> impl IntoView {
    let words = match change {
        Change::New => "new".to_owned(),
        Change::None => "as before".to_owned(),
        Change::By(share) => percent(share),
    };
    view! { <span class="figure__change" title=format!("It was {}", count(was))>{words}</span> }
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
    fn a_bar_never_exceeds_the_whole() {
        assert_eq!(Length::of(1, 3).to_string(), "33.333%");
        assert_eq!(Length::of(1, 2000).to_string(), "0.050%");
        assert_eq!(Length::of(5, 4).to_string(), "100.000%");
        assert_eq!(Length::of(5, 0).to_string(), "0.000%");
        assert_eq!(Length::of(u64::MAX, u64::MAX).rest().to_string(), "0.000%");
    }
}
