//! The site's totals. The service deduplicates each of them; none is a sum of rows.

use docket_wire::{ComparedTotals, RelativeChange, Summary, VisitorTotals};
use leptos::prelude::*;

use super::bar::BarLength;
use super::period::Period;
use crate::components::error_notice::ErrorNotice;
use crate::format::number::{ai_share, count, percent};
use crate::state::analytics::selection::VisitorsRequest;
use crate::state::fetched::Fetched;
use crate::texts::analytics::{range, totals as texts, visitors};
use crate::ui::TotalsSkeleton;

/// The totals, or a placeholder or an error in their place.
#[component]
pub(crate) fn TotalsSection(summary: Fetched<VisitorsRequest, Summary>) -> impl IntoView {
    let totals = move || match summary.get() {
        None => view! { <TotalsSkeleton label=texts::LOADING_TOTALS/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| summary.refetch())/> }
                .into_any()
        }
        Some((request, Ok(summary))) => view! { <LoadedTotals request=request summary=summary/> }.into_any(),
    };
    view! {
        <section aria-label=texts::TOTALS class="data" class:data--old=move || summary.is_stale()>
            {totals}
        </section>
    }
}

#[component]
fn LoadedTotals(request: VisitorsRequest, summary: Summary) -> impl IntoView {
    let totals = summary.totals;
    let compared = summary.compared;
    let total = |class: &'static str, name: &'static str, value: u64, of: fn(&ComparedTotals) -> u64| {
        let change = compared.as_ref().map(|compared| {
            let before = of(compared);
            change(RelativeChange::of(before, value), before, compared.longer)
        });
        view! { <div class=format!("total {class}")><dt>{name}</dt><dd>{count(value)} {change}</dd></div> }
    };
    let share_before = compared.as_ref().map(|compared| {
        view! { <span class="total__change">{texts::previously(&ai_share(&compared.totals))}</span> }
    });
    let compared_period = compared.as_ref().and_then(|compared| {
        let span = request.span.compared(request.compare?).ok()?;
        let interval = compared.interval.clone();
        let warning = compared.longer.then(|| view! { <p>{range::COMPARES_WITH_LONGER}</p> });
        Some(view! {
            <div class="totals__compared"><Period span=span interval=interval before=texts::COMPARED_WITH/> {warning}</div>
        })
    });
    view! {
        <dl class="totals">
            {total("total--people", visitors::HUMAN, totals.human, |before| before.totals.human)}
            {total("total--ai", visitors::AI, totals.ai, |before| before.totals.ai)}
            {total("", texts::ALL_VISITORS, totals.total, |before| before.totals.total)}
            {total("", texts::HUMAN_AND_AI, summary.human_and_ai, |before| before.human_and_ai)}
            <div class="total"><dt>{visitors::AI_SHARE}</dt><dd>{ai_share(&totals)} {share_before}</dd></div>
        </dl>
        {compared_period}
        <Ribbon totals=totals/>
    }
}

/// `is_so_far` is whether days that are not over yet are compared with whole ones.
fn change(change: RelativeChange, before: u64, is_so_far: bool) -> impl IntoView {
    let text = match change {
        RelativeChange::New => texts::NEW.to_owned(),
        RelativeChange::StillZero => texts::NO_CHANGE.to_owned(),
        RelativeChange::By(share) => percent(share),
    };
    let before = count(before);
    let (text, title) = if is_so_far {
        (texts::so_far(&text), texts::previously_in_full(&before))
    } else {
        (text, texts::previously(&before))
    };
    view! { <span class="total__change" title=title>{text}</span> }
}

/// Human visitors from the left and AI from the right, over all visitors. They overlap where a visitor was seen as both.
#[component]
fn Ribbon(totals: VisitorTotals) -> impl IntoView {
    let people = BarLength::of(totals.human, totals.total);
    let ai = BarLength::of(totals.ai, totals.total);
    view! {
        <svg class="ribbon" width="100%" height="16" aria-hidden="true">
            <rect class="track" width="100%" height="16"></rect>
            <rect class="people" width=people.to_string() height="7"></rect>
            <rect class="ai" x=ai.rest().to_string() y="9" width=ai.to_string() height="7"></rect>
        </svg>
        <p class="ribbon__caption">{texts::BARS_OVERLAP}</p>
    }
}
