//! The page "Access", for admins: who has access, the tokens, and the audit log of what belongs to no project.

use docket_wire::{CreatedToken, People, TokenId, Tokens};
use leptos::prelude::*;

use crate::browser::focus;
use crate::components::audit::AuditList;
use crate::components::auth::created_token::CreatedTokenNotice;
use crate::components::auth::people_table::{PeopleTable, RuleList};
use crate::components::auth::token_form::TokenForm;
use crate::components::auth::token_table::TokenTable;
use crate::components::loaded::Loaded;
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::texts::auth::{access, tokens};
use crate::texts::general;
use crate::ui::{Heading, Skeleton};

/// The people, the tokens, and the audit log.
#[component]
pub(crate) fn AccessPage() -> impl IntoView {
    let auth = use_console().auth;
    let may_manage = Memo::new(move |_| auth.may_manage_access());
    let changed = Trigger::new();
    let refusal = || {
        view! { <p class="empty">{access::ONLY_FOR_ADMINS}</p> }
    };
    view! {
        <Heading name=general::ACCESS/>
        <Show when=move || may_manage.get() fallback=refusal>
            <PeopleSection/>
            <TokensSection changed=changed/>
        </Show>
        <Show when=move || auth.may_read_audit(None)>
            <section class="access-section" aria-labelledby="audit-title">
                <h2 id="audit-title">{access::SIGN_INS_SESSIONS_AND_TOKENS}</h2>
                <AuditList changed=changed/>
            </section>
        </Show>
    }
}

#[component]
fn PeopleSection() -> impl IntoView {
    let api = use_console().api;
    let people = Fetched::once(move || async move { api.people().await });
    let list = move |People { people, rules, .. }| {
        let rules = (!rules.is_empty()).then(|| view! { <RuleList rules=rules/> });
        view! { <PeopleTable people=people/> {rules} }
    };
    view! {
        <section class="access-section" aria-labelledby="people-title">
            <h2 id="people-title">{access::PEOPLE}</h2>
            <p>{access::ABOUT_PEOPLE}</p>
            <Loaded fetched=people fallback=|| view! { <Skeleton rows=3 label=access::LOADING_PEOPLE/> } children=list/>
        </section>
    }
}

/// The tokens, and the form that creates one. `changed` is notified when one is created or revoked.
#[component]
fn TokensSection(changed: Trigger) -> impl IntoView {
    let Console { api, live_region, .. } = use_console();
    let created = RwSignal::new(None::<CreatedToken>);
    let tokens = Fetched::once(move || async move { api.tokens().await });
    let on_created = Callback::new(move |token: CreatedToken| {
        created.set(Some(token));
        tokens.refetch();
        changed.notify();
    });
    let has_revoked = StoredValue::new(false);
    Effect::new(move || {
        // The button went away with the row as it was.
        if tokens.get().is_some() && has_revoked.get_value() {
            has_revoked.set_value(false);
            let list = format!("[aria-label={}]", focus::quoted(tokens::LIST_OF_TOKENS));
            focus::move_if_on("body", vec![list, "h1".to_owned()]);
        }
    });
    let on_revoked = Callback::new(move |id: TokenId| {
        has_revoked.set_value(true);
        live_region.set(tokens::revoked(id.as_str()));
        created.update(|created| *created = created.take().filter(|created| created.info.id != id));
        tokens.refetch();
        changed.notify();
    });
    let listed = Memo::new(move |_| match tokens.get() {
        Some((_, Ok(Tokens { tokens, .. }))) => tokens,
        _ => Vec::new(),
    });
    let has_tokens = Memo::new(move |_| listed.with(|listed| !listed.is_empty()));
    // In place of the table, which stays while its tokens are loaded again.
    let otherwise = move || {
        let none = |_| view! { <p class="empty">{tokens::NO_TOKENS_YET}</p> };
        view! {
            <Loaded fetched=tokens fallback=|| view! { <Skeleton rows=3 label=tokens::LOADING_TOKENS/> } children=none/>
        }
    };
    view! {
        <section class="access-section" aria-labelledby="tokens-title">
            <h2 id="tokens-title">{tokens::TOKENS_OF_PROGRAMS}</h2>
            <TokenForm on_created=on_created/>
            {move || created.get().map(|created| view! { <CreatedTokenNotice created=created/> })}
            <Show when=move || has_tokens.get() fallback=otherwise>
                <TokenTable tokens=listed on_revoked=on_revoked/>
            </Show>
        </section>
    }
}
