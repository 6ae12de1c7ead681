//! The table of jobs.

use docket_wire::{ProjectId, Right};
use leptos::prelude::*;
use web_sys::Element;

use super::rows::LiveRows;
use crate::state::console::{Console, use_console};
use crate::state::jobs::store::JobStore;
use crate::texts::general;
use crate::texts::jobs::{bulk, list as texts};

/// The loaded jobs of the current list. People who may change jobs can select them: `BulkBar` follows the boxes.
#[component]
pub(crate) fn JobTable(project: ProjectId) -> impl IntoView {
    let is_selectable = may_select(&project);
    let jobs = use_console().jobs;
    let select = is_selectable.then(|| {
        view! {
            <th role="columnheader" scope="col" class="jobs__select">
                <label class="jobs__box">
                    <input type="checkbox" aria-keyshortcuts="s" title=general::shortcut("s")/>
                    <span class="visually-hidden">{bulk::SELECT_ALL_SHOWN}</span>
                </label>
            </th>
        }
    });
    view! {
        <table class="jobs" role="table">
            <caption class="visually-hidden">{move || texts::sorted(jobs.with(JobStore::sort))}</caption>
            <thead role="rowgroup">
                <tr role="row">
                    {select}
                    <th role="columnheader" scope="col" class="jobs__status">{texts::STATUS}</th>
                    <th role="columnheader" scope="col">{texts::JOB}</th>
                    <th role="columnheader" scope="col" class="jobs__author">{texts::BY}</th>
                    <th role="columnheader" scope="col" class="jobs__created">{texts::STARTED}</th>
                    <th role="columnheader" scope="col" class="jobs__fresh">{texts::FRESHNESS}</th>
                    <th role="columnheader" scope="col" class="jobs__pr">{texts::PULL_REQUEST}</th>
                </tr>
            </thead>
            <tbody role="rowgroup" use:fill=project></tbody>
        </table>
    }
}

/// Keeps the rows in the table's body in step with the list.
fn fill(body: Element, project: ProjectId) {
    let Console { jobs, now_ms, .. } = use_console();
    let is_selectable = may_select(&project);
    let mut rows = LiveRows::new(body, project, is_selectable);
    let effect = RenderEffect::new(move |_| {
        let now_ms = now_ms.get();
        jobs.with(|store| {
            let list = store.jobs();
            // Without rows, the whole table is removed: that is one change of the page instead of one for each row.
            if !list.is_empty() {
                rows.show(list, now_ms);
            }
        });
    });
    // It ends with the table.
    StoredValue::new_local(effect);
}

fn may_select(project: &ProjectId) -> bool {
    use_console().auth.may_untracked(Right::JobsWrite, project)
}
