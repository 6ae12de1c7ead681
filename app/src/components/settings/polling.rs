//! How polling of a project's jobs is doing.

use docket_wire::PollingStatus;
use leptos::prelude::*;

use super::row::Row;
use crate::format::polling::{end_delay_words, lag_words, open_jobs_words, row_words};
use crate::format::time::duration_of;

/// Open jobs, the most overdue poll, the delay of noticing an end, and the rows that this costs.
#[component]
pub(super) fn Polling(polling: PollingStatus) -> impl IntoView {
    let late = polling.late.then(|| {
        let overdue = duration_of(polling.overdue_ms);
        view! {
            <div class="notice notice--error" role="alert">
                <p class="notice__text">
                    "Polling is late: a poll is due for " {overdue}
                    ", and neither the budget nor a pause is the reason. The log of the Worker has errors, if there are some."
                </p>
            </div>
        }
    });
    view! {
        {late}
        <dl class="settings">
            <Row name="Open jobs">{open_jobs_words(&polling.jobs)}</Row>
            <Row name="Most overdue poll">{lag_words(&polling)}</Row>
            <Row name="End noticed">{end_delay_words(&polling.end_delay)}</Row>
            <Row name="Database rows">{row_words(&polling.rows)}</Row>
        </dl>
    }
}
