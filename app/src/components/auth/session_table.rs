//! The sessions of a person, with a way to end each.

use docket_wire::SessionInfo;
use leptos::prelude::*;

use super::end_sessions::{EndButton, EndTarget};
use crate::format::browser::browser;
use crate::ui::Age;

/// One row for each session.
#[component]
pub(crate) fn SessionTable(sessions: Vec<SessionInfo>, on_ended: Callback<()>) -> impl IntoView {
    let rows = sessions.into_iter().map(|session| row(session, on_ended)).collect_view();
    view! {
        <div class="records__frame" tabindex="0" role="group" aria-label="List of sessions">
            <table class="records">
                <caption class="visually-hidden">"Sessions"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Browser"</th>
                        <th scope="col">"From"</th>
                        <th scope="col">"Signed in"</th>
                        <th scope="col">"Last seen"</th>
                        <th scope="col"><span class="visually-hidden">"Actions"</span></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
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
        view! { <strong>"This session"</strong> }.into_any()
    } else {
        let label = format!("End the session of {browser}");
        view! { <EndButton words="End" label=label target=EndTarget::Session(id) on_ended=on_ended/> }
            .into_any()
    };
    view! {
        <tr class="list-row">
            <th scope="row" title=user_agent>{browser}</th>
            <td>{from}</td>
            <td><Age at=began_at/></td>
            <td><Age at=seen_at/></td>
            <td>{end}</td>
        </tr>
    }
}
