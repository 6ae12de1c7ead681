//! Where an admin saves a backup.

use leptos::prelude::*;

use super::row::SettingRow;
use crate::paths::Endpoint;
use crate::state::console::use_console;
use crate::texts::general;
use crate::texts::settings::deployment as texts;

/// The row of backups, for those who may read one.
#[component]
pub(super) fn BackupRow() -> impl IntoView {
    let auth = use_console().auth;
    let [link, what] = texts::SAVE_A_BACKUP;
    let row = move || {
        auth.may_read_backup().then(|| {
            view! {
                <SettingRow name=texts::BACKUP>
                    <a
                        href=Endpoint::Backup.to_string()
                        download=""
                        rel="external"
                        aria-keyshortcuts="b"
                        title=general::shortcut("b")
                    >
                        {link}
                    </a>
                    {what}
                </SettingRow>
            }
        })
    };
    view! { {row} }
}
