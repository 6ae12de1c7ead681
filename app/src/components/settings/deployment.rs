//! What concerns all projects: version, health, and how people sign in.

use docket_wire::{Health, HealthState, SignInMethod};
use leptos::prelude::*;

use super::backup::BackupRow;
use super::reads::Reads;
use super::row::Row;
use crate::components::error_notice::ErrorNotice;
use crate::format::settings::size;
use crate::state::console::Console;
use crate::ui::Skeleton;

/// The state of the deployment.
#[component]
pub(crate) fn Deployment(reads: Reads) -> impl IntoView {
    let api = Console::here().api;
    let health = reads.fetch(move || async move { api.deep_health().await });
    let facts = move || match health.get() {
        None => view! { <Skeleton rows=4 label="Loading the health"/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| health.refetch())/> }.into_any()
        }
        Some((_, Ok(health))) => view! { <HealthFacts health=health/> }.into_any(),
    };
    view! {
        <section class="access-section" aria-labelledby="deployment-title">
            <h2 id="deployment-title">"This deployment"</h2>
            {facts}
        </section>
    }
}

#[component]
fn HealthFacts(health: Health) -> impl IntoView {
    let Health { status, sign_in, unavailable, late, version, memory_bytes, .. } = health;
    let state = match status {
        HealthState::Ok => "Everything that you can see works.",
        HealthState::Degraded => "Not everything works:",
        HealthState::NotConfigured => "Settings are missing.",
    };
    let broken: Vec<String> = unavailable.into_iter().chain(late).collect();
    let broken = (!broken.is_empty()).then(|| {
        let items = broken.into_iter().map(|part| view! { <li>{part}</li> }).collect_view();
        view! { <ul class="rules" aria-label="What does not work">{items}</ul> }
    });
    let methods = sign_in.into_iter().map(|method| {
        let (words, setting) = match method {
            SignInMethod::Passphrase => ("People sign in with a passphrase.", "DOCKET_OPERATORS"),
            SignInMethod::Access => ("People sign in with Cloudflare Access.", "DOCKET_ACCESS_TEAM"),
        };
        view! { <Row name="Sign-in" setting=setting>{words}</Row> }
    });
    view! {
        <dl class="settings">
            <Row name="Version">{version}</Row>
            <Row name="Health">{state} {broken}</Row>
            {methods.collect_view()}
            <Row name="Roles" setting="DOCKET_ROLES">"Rules say who may do what."</Row>
            <BackupRow/>
            {memory_bytes.map(|bytes| view! { <Row name="Memory">{size(bytes)} " of the instance that answered"</Row> })}
        </dl>
    }
}
