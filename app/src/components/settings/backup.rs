//! Where an admin saves a backup.

use leptos::prelude::*;

use super::row::Row;
use crate::paths::Endpoint;
use crate::state::console::Console;

/// The row of backups, for those who may read one.
#[component]
pub(super) fn BackupRow() -> impl IntoView {
    let auth = Console::here().auth;
    let row = move || {
        auth.may_read_backup().then(|| {
            view! {
                <Row name="Backup">
                    <a href=Endpoint::Backup.to_string() download="" rel="external">"Save a backup"</a>
                    " of everything that Docket stores, in all projects: every prompt, and no secret. It is restored with restore.mjs of the \
                     release, or cargo xtask restore."
                </Row>
            }
        })
    };
    view! { {row} }
}
