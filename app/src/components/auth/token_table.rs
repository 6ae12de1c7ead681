//! The tokens, with a way to revoke each.

use docket_wire::{IssuedInfo, ProjectScope, TokenId, TokenInfo, UnixMs};
use leptos::prelude::*;

use crate::browser::focus;
use crate::components::confirmation::Confirmation;
use crate::components::error_notice::RequestError;
use crate::format::time::{DAY, duration};
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;
use crate::state::question::Question;
use crate::texts::auth::tokens as texts;
use crate::texts::general;
use crate::ui::{Age, At, Now};

/// How long before a token expires its row says so, in ms: time enough to replace it in a program.
const EXPIRES_SOON_MS: i64 = 14 * DAY;

/// A row stays while the tokens are loaded again, and with it the question that is open in it.
#[component]
pub(crate) fn TokenTable(tokens: Memo<Vec<TokenInfo>>, on_revoked: Callback<TokenId>) -> impl IntoView {
    let key = |token: &TokenInfo| {
        let revoked_at = token.issued.as_ref().and_then(|issued| issued.revoked_at);
        (token.id.clone(), revoked_at)
    };
    let row = move |token| view! { <TokenRow token=token tokens=tokens on_revoked=on_revoked/> };
    view! {
        <div class="records__frame" tabindex="0" role="group" aria-label=texts::LIST_OF_TOKENS>
            <table class="records" role="table">
                <caption class="visually-hidden">{texts::TOKENS}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th role="columnheader" scope="col">{texts::TOKEN}</th>
                        <th role="columnheader" scope="col">{texts::RIGHTS}</th>
                        <th role="columnheader" scope="col">{texts::PROJECTS}</th>
                        <th role="columnheader" scope="col">{texts::CREATED}</th>
                        <th role="columnheader" scope="col">{texts::LAST_USED}</th>
                        <th role="columnheader" scope="col">{texts::EXPIRES}</th>
                        <th role="columnheader" scope="col"><span class="visually-hidden">{texts::ACTIONS}</span></th>
                    </tr>
                </thead>
                <tbody role="rowgroup">
                    <For each=focus::preserve_over_moves(move || tokens.get()) key=key children=row/>
                </tbody>
            </table>
        </div>
    }
}

#[component]
fn TokenRow(
    /// The token as it was at first. Of what changes later, a revocation makes another row.
    token: TokenInfo,
    tokens: Memo<Vec<TokenInfo>>,
    on_revoked: Callback<TokenId>,
) -> impl IntoView {
    let rights: Vec<_> = token.grant.rights.iter().map(|right| right.as_str()).collect();
    let projects = match &token.grant.projects {
        ProjectScope::All => texts::ALL.to_owned(),
        ProjectScope::Only(ids) => ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    let revoked =
        token.issued.as_ref().and_then(|issued| Some((issued.revoked_by.clone()?, issued.revoked_at?)));
    let is_ended = revoked.is_some();
    let end = match (&token.issued, revoked) {
        (None, _) => texts::IN_THE_SETTING.into_any(),
        (Some(_), Some((by, at))) => view! { {texts::revoked_by(&by.0)} <Age at=at/> }.into_any(),
        (Some(_), None) => view! { <RevokeToken id=token.id.clone() on_revoked=on_revoked/> }.into_any(),
    };
    let made = token.issued.as_ref().map(|IssuedInfo { created_by, created_at, .. }| {
        view! { <Age at=*created_at/> {texts::created_by(&created_by.0)} }
    });
    let id = token.id.clone();
    let last_used_at = Memo::new(move |_| {
        let now = tokens.with(|tokens| tokens.iter().find(|token| token.id == id)?.issued.clone());
        now?.last_used_at
    });
    let used = move || match last_used_at.get() {
        Some(at) => view! { <Age at=at/> }.into_any(),
        None => texts::NEVER_USED.into_any(),
    };
    let used = token.issued.as_ref().map(|_| used);
    let expires = match token.expires_at {
        Some(at) if is_ended => view! { <At at=at/> }.into_any(),
        Some(at) => view! { <ExpiresAt at=at/> }.into_any(),
        None => texts::NEVER_EXPIRES.into_any(),
    };
    view! {
        <tr role="row" class="list-row" class:records__ended=is_ended>
            <th role="rowheader" scope="row">{token.id.to_string()}</th>
            <td role="cell" data-label=texts::RIGHTS>{rights.join(", ")}</td>
            <td role="cell" data-label=texts::PROJECTS>{projects}</td>
            <td role="cell" data-label=texts::CREATED>{made}</td>
            <td role="cell" data-label=texts::LAST_USED>{used}</td>
            <td role="cell" data-label=texts::EXPIRES>{expires}</td>
            <td role="cell">{end}</td>
        </tr>
    }
}

/// When a token expires, and what is left until then if that is soon.
#[component]
fn ExpiresAt(at: UnixMs) -> impl IntoView {
    let Now(now_ms) = expect_context();
    let note = Memo::new(move |_| expiry_note(at.0 - now_ms.get()));
    view! { <At at=at/> " " <strong>{note}</strong> }
}

/// What a row says beside the time at which its token expires.
fn expiry_note(left_ms: i64) -> Option<String> {
    match left_ms {
        ..=0 => Some(texts::EXPIRED.to_owned()),
        1..EXPIRES_SOON_MS => Some(texts::expires_in(&duration(left_ms))),
        _ => None,
    }
}

/// A revocation cannot be undone.
const REVOKE: Question =
    Question { text: texts::PROGRAMS_WILL_BE_REFUSED, yes: texts::REVOKE_IT, no: general::KEEP_IT };

/// Asks before it revokes.
#[component]
fn RevokeToken(id: TokenId, on_revoked: Callback<TokenId>) -> impl IntoView {
    let api = use_console().api;
    let (is_asking, request) = (RwSignal::new(false), PendingRequest::new());
    let (label, button_id) = (texts::revoke(id.as_str()), format!("revoke-{id}"));
    let button = format!("#{button_id}");
    let keep = Callback::new(move |()| {
        if !request.is_pending_untracked() {
            is_asking.set(false);
            focus::move_soon(button.clone());
        }
    });
    let revoke = Callback::new(move |()| {
        let id = id.clone();
        request.run(async move {
            api.revoke_token(&id).await?;
            on_revoked.try_run(id);
            Ok(())
        });
    });
    let button = move || {
        view! {
            <button type="button" class="button list-stop" id=button_id.clone() aria-label=label.clone() on:click=move |_| is_asking.set(true)>
                {texts::REVOKE}
            </button>
        }
    };
    view! {
        <Show when=move || is_asking.get() fallback=button>
            <Confirmation question=REVOKE on_yes=revoke on_no=keep/>
            <RequestError request=request/>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_expires_within_two_weeks_says_so() {
        let cases = [
            (-DAY, Some("Expired")),
            (0, Some("Expired")),
            (DAY / 2, Some("In 12\u{a0}h")),
            (14 * DAY - 1, Some("In 13\u{a0}d 23\u{a0}h")),
            (14 * DAY, None),
        ];
        for (left_ms, note) in cases {
            assert_eq!(expiry_note(left_ms).as_deref(), note, "{left_ms}");
        }
    }
}
