//! What concerns all projects: version, health, and how people sign in.

use docket_wire::{Health, SignInMethod};
use leptos::prelude::*;

use super::backup::BackupRow;
use super::reads::Reads;
use super::row::SettingRow;
use crate::components::loaded::Loaded;
use crate::format::settings::size;
use crate::state::console::use_console;
use crate::texts::settings::deployment as texts;
use crate::ui::Skeleton;

#[component]
pub(crate) fn Deployment(reads: Reads) -> impl IntoView {
    let api = use_console().api;
    let health = reads.fetch(move || async move { api.deep_health().await });
    view! {
        <section class="access-section" aria-labelledby="deployment-title">
            <h2 id="deployment-title">{texts::THIS_DEPLOYMENT}</h2>
            <Loaded fetched=health fallback=|| view! { <Skeleton rows=6 label=texts::LOADING_STATUS/> } let:health>
                <HealthFacts health=health/>
            </Loaded>
        </section>
    }
}

#[component]
fn HealthFacts(health: Health) -> impl IntoView {
    let Health { status, sign_in, unavailable, late, service, version, memory_bytes, .. } = health;
    let broken: Vec<String> = unavailable.into_iter().chain(late).chain(service).collect();
    let broken = (!broken.is_empty()).then(|| {
        let items = broken.into_iter().map(|part| view! { <li>{part}</li> }).collect_view();
        view! { <ul class="rules" aria-label=texts::PROBLEMS>{items}</ul> }
    });
    let methods = sign_in.into_iter().map(|method| {
        let setting = match method {
            SignInMethod::Passphrase => "DOCKET_ACCOUNTS",
            SignInMethod::Access => "DOCKET_ACCESS_TEAM",
        };
        view! { <SettingRow name=texts::SIGN_IN setting=setting>{texts::sign_in(method)}</SettingRow> }
    });
    view! {
        <dl class="settings">
            <SettingRow name=texts::VERSION>{version}</SettingRow>
            <SettingRow name=texts::HEALTH>{texts::health(status)} {broken}</SettingRow>
            {methods.collect_view()}
            <SettingRow name=texts::ROLES setting="DOCKET_ROLES">{texts::RULES_SAY_WHO_MAY}</SettingRow>
            <BackupRow/>
            {memory_bytes.map(|bytes| view! { <SettingRow name=texts::MEMORY>{texts::memory(&size(bytes))}</SettingRow> })}
        </dl>
    }
}
