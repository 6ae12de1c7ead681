//! What a filter finds.

use docket_wire::{JobFilter, UnixMs};
use leptos::prelude::*;

use crate::browser::clock;
use crate::state::console::use_console;
use crate::state::jobs::store::JobStore;
use crate::texts::jobs::filters::{self as texts, FilterBound};

/// What the filter has beyond its fields, and how many jobs match it.
#[component]
pub(super) fn Found(filter: Memo<JobFilter>, is_filtered: Memo<bool>) -> impl IntoView {
    let jobs = use_console().jobs;
    let order = jobs.order();
    // While a list is loaded again, its rows stay, and with them their count. Another list has none before it is loaded.
    let count = Memo::new(move |before: Option<&Option<(usize, bool)>>| {
        let is_followed = filter.with(|filter| jobs.with(|store| store.is_filtered_by(filter)));
        if is_followed && !jobs.with(JobStore::is_first_page_missing) {
            return Some((order.with(Vec::len), jobs.with(JobStore::has_more)));
        }
        before.copied().flatten().filter(|_| is_followed && !order.with(Vec::is_empty))
    });
    let found = move || {
        // Without thousands separators: their code takes 0.3 kB of the first view, and few people load more than a thousand jobs.
        let (count, has_more) = count.get().filter(|_| is_filtered.get())?;
        let sort = filter.with(|filter| filter.sort);
        Some(view! { <span>{texts::found(count, &count.to_string(), has_more, sort)}</span> })
    };
    let others = move || {
        let others = filter.with(conditions_without_field);
        (!others.is_empty()).then(|| view! { <span>{texts::only(&others.join(", "))}</span> })
    };
    // Jobs that come and go are no answer to what the person has just chosen.
    let mut answered = (None, false);
    let live = move || {
        let now = (Some(filter.get()), count.with(Option::is_some));
        let is_answer = answered.0 != now.0 || !answered.1;
        answered = now;
        if is_answer { "polite" } else { "off" }
    };
    view! { <p class="filters__found" role="status" aria-live=live>{others} {found}</p> }
}

/// The conditions of a filter that only a link sets.
fn conditions_without_field(filter: &JobFilter) -> Vec<String> {
    let author = filter.author.as_ref().map(|author| texts::by(&author.0));
    let label = filter.label.as_ref().map(|label| texts::labelled(label.as_str()));
    let bounds = [
        (FilterBound::StartedBefore, filter.added_until),
        (FilterBound::EndedSince, filter.ended_since),
        (FilterBound::EndedBefore, filter.ended_until),
    ];
    let bound =
        |(bound, at): (_, Option<UnixMs>)| at.map(|at| texts::bounded(bound, &clock::day_or_exact(at.0)));
    author.into_iter().chain(label).chain(bounds.into_iter().filter_map(bound)).collect()
}
