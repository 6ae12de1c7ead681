//! How polling of a project's jobs is doing.

use docket_wire::PollingStatus;
use leptos::prelude::*;

use super::row::SettingRow;
use crate::format::number::count;
use crate::format::settings::polling::{end_delay_words, lag_words, open_jobs_words};
use crate::format::time::duration_of;
use crate::texts::settings::polling as texts;

/// Open jobs, the most overdue poll, the delay of noticing an end, and the rows that this costs.
#[component]
pub(super) fn PollingFacts(polling: PollingStatus) -> impl IntoView {
    let late = polling.late.then(|| {
        let overdue = duration_of(polling.overdue_ms);
        view! {
            <div class="notice notice--error" role="alert">
                <p class="notice__text">{texts::polling_is_late(&overdue)}</p>
            </div>
        }
    });
    let rows = texts::rows(&count(polling.rows.read), &count(polling.rows.written));
    view! {
        {late}
        <dl class="settings">
            <SettingRow name=texts::OPEN_JOBS>{open_jobs_words(&polling.jobs)}</SettingRow>
            <SettingRow name=texts::MOST_OVERDUE_POLL>{lag_words(&polling)}</SettingRow>
            <SettingRow name=texts::END_DELAY>{end_delay_words(&polling.end_delay)}</SettingRow>
            <SettingRow name=texts::DATABASE_ROWS>{rows}</SettingRow>
        </dl>
    }
}
