//! A row of the page of settings.

use leptos::prelude::*;

/// A row of a list: a name, its value, and the setting that changes it; empty if none does.
#[component]
pub(super) fn SettingRow(
    name: &'static str,
    #[prop(optional, into)] setting: String,
    children: Children,
) -> impl IntoView {
    let setting =
        (!setting.is_empty()).then(|| view! { <dd class="setting__name"><code>{setting}</code></dd> });
    view! {
        <div class="setting">
            <dt>{name}</dt>
            <dd>{children()}</dd>
            {setting}
        </div>
    }
}
