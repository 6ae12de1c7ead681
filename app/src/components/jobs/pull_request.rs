//! Pull requests.

use leptos::prelude::*;

use crate::format::link;
use crate::texts::general;

/// A pull request: a link if its URL can be followed, text otherwise.
#[component]
pub(crate) fn PullRequest(url: String) -> impl IntoView {
    let short = link::pull_request(&url);
    match link::followable(&url) {
        Some(href) => {
            view! { <a class="pr" href=href.to_owned() target="_blank" rel="noopener noreferrer" aria-keyshortcuts="q" title=general::shortcut("q")>{short}</a> }
                .into_any()
        }
        None => view! { <span class="pr">{short}</span> }.into_any(),
    }
}
