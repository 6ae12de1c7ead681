//! The page "Access", for admins: who can get in, the tokens of programs, and the audit log of what belongs to no project.

use docket_wire::{CreatedToken, People, TokenId};
use leptos::prelude::*;

use crate::browser::page;
use crate::components::audit::AuditLog;
use crate::components::auth::created_token::CreatedTokenNotice;
use crate::components::auth::people_table::{PeopleTable, RuleList};
use crate::components::auth::token_form::TokenForm;
use crate::components::auth::token_table::TokenTable;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::ui::{Heading, Skeleton};

/// The people, the tokens, and the audit log.
#[component]
pub(crate) fn AccessPage() -> impl IntoView {
    let auth = Console::here().auth;
    let may_manage = Memo::new(move |_| auth.may_manage_access());
    let refusal = || {
        view! { <p class="empty">"Only an admin of all projects can see this page. Ask one, or ask for the role."</p> }
    };
    view! {
        <Heading name="Access"/>
        <Show when=move || may_manage.get() fallback=refusal>
            <PeopleSection/>
            <TokensSection/>
        </Show>
        <Show when=move || auth.may_read_audit(None)>
            <section class="access-section" aria-labelledby="audit-title">
                <h2 id="audit-title">"Sign-ins, sessions and tokens"</h2>
                <AuditLog/>
            </section>
        </Show>
    }
}

#[component]
fn PeopleSection() -> impl IntoView {
    let api = Console::here().api;
    let people = Fetched::new(Memo::new(|_| Some(())), move |()| async move { api.people().await });
    let list = move || match people.get() {
        None => view! { <Skeleton rows=3 label="Loading people"/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| people.refetch())/> }.into_any()
        }
        Some((_, Ok(People { people, rules, .. }))) => {
            let rules = (!rules.is_empty()).then(|| view! { <RuleList rules=rules/> });
            view! { <PeopleTable people=people/> {rules} }.into_any()
        }
    };
    view! {
        <section class="access-section" aria-labelledby="people-title">
            <h2 id="people-title">"People"</h2>
            <p>"Who can get in, by the settings DOCKET_OPERATORS and DOCKET_ROLES. An admin changes them there."</p>
            {list}
        </section>
    }
}

/// The tokens, and the form that makes one.
#[component]
fn TokensSection() -> impl IntoView {
    let api = Console::here().api;
    let created = RwSignal::new(None::<CreatedToken>);
    let tokens = Fetched::new(Memo::new(|_| Some(())), move |()| async move { api.tokens().await });
    let on_created = Callback::new(move |token: CreatedToken| {
        created.set(Some(token));
        tokens.refetch();
    });
    let has_revoked = StoredValue::new(false);
    Effect::new(move || {
        // The button went away with the row as it was.
        if tokens.get().is_some() && has_revoked.get_value() {
            page::focus_if_on("body", vec!["[aria-label='List of tokens']".to_owned(), "h1".to_owned()]);
        }
    });
    let on_revoked = Callback::new(move |id: TokenId| {
        has_revoked.set_value(true);
        created.update(|created| *created = created.take().filter(|created| created.info.id != id));
        tokens.refetch();
    });
    let list = move || {
        match tokens.get() {
        None => view! { <Skeleton rows=3 label="Loading tokens"/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| tokens.refetch())/> }.into_any()
        }
        Some((_, Ok(tokens))) if tokens.tokens.is_empty() => view! {
            <p class="empty">"No tokens yet. A program that has one can use Docket in place of the service: make one above."</p>
        }
        .into_any(),
        Some((_, Ok(tokens))) => view! { <TokenTable tokens=tokens.tokens on_revoked=on_revoked/> }.into_any(),
    }
    };
    view! {
        <section class="access-section" aria-labelledby="tokens-title">
            <h2 id="tokens-title">"Tokens of programs"</h2>
            <TokenForm on_created=on_created/>
            {move || created.get().map(|created| view! { <CreatedTokenNotice created=created/> })}
            {list}
        </section>
    }
}
