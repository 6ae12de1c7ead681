//! The sessions of a person, with a way to end each.

use docket_wire::SessionInfo;
use leptos::prelude::*;

use super::end_sessions::{EndButton, EndTarget};
use crate::format::browser::browser;
use crate::texts::auth::sessions as texts;
use crate::ui::Age;

/// A session keeps its row, so that no other one takes the place of a button that has the focus.
#[component]
pub(crate) fn SessionTable(sessions: Memo<Vec<SessionInfo>>, on_ended: Callback<()>) -> impl IntoView {
    view! {
        <div class="records__frame" tabindex="0" role="group" aria-label=texts::LIST_OF_SESSIONS>
            <table class="records" role="table">
                <caption class="visually-hidden">{texts::SESSIONS}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th role="columnheader" scope="col">{texts::BROWSER}</th>
                        <th role="columnheader" scope="col">{texts::FROM}</th>
                        <th role="columnheader" scope="col">{texts::SIGNED_IN}</th>
                        <th role="columnheader" scope="col">{texts::LAST_SEEN}</th>
                        <th role="columnheader" scope="col"><span class="visually-hidden">{texts::ACTIONS}</span></th>
                    </tr>
                </thead>
                <tbody role="rowgroup">
                    <For each=move || sessions.get() key=|session| session.id.clone() children=move |session| row(session, on_ended)/>
                </tbody>
            </table>
        </div>
    }
}

fn row(session: SessionInfo, on_ended: Callback<()>) -> impl IntoView {
    let SessionInfo { id, began_at, seen_at, address, country, browser: user_agent, current, .. } = session;
    let browser = browser(&user_agent);
    let from = match country {
        Some(country) => format!("{address} {country}"),
        None => address,
    };
    let end = if current {
        view! { <strong>{texts::THIS_SESSION}</strong> }.into_any()
    } else {
        let label = texts::end_session_of(&browser);
        view! { <EndButton text=texts::END label=label target=EndTarget::Session(id) on_ended=on_ended/> }
            .into_any()
    };
    view! {
        <tr role="row" class="list-row">
            <th role="rowheader" scope="row" title=user_agent>{browser}</th>
            <td role="cell" data-label=texts::FROM>{from}</td>
            <td role="cell" data-label=texts::SIGNED_IN><Age at=began_at/></td>
            <td role="cell" data-label=texts::LAST_SEEN><Age at=seen_at/></td>
            <td role="cell">{end}</td>
        </tr>
    }
}
