//! Whether the page is up to date.

use leptos::prelude::*;

use crate::api::has_slow_request;
use crate::state::console::{Console, use_console};
use crate::state::jobs::connection::ConnectionState;
use crate::texts::shell as texts;

/// What the top bar says of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Indicator {
    Stream(ConnectionState),
    /// A response is slow to come. The live stream, if there is one, is not lost.
    Slow(Option<ConnectionState>),
}

impl Indicator {
    fn word(self) -> &'static str {
        match self {
            Self::Stream(state) => state_word(state),
            Self::Slow(_) => texts::SLOW,
        }
    }

    /// The state for screen readers, in full, because space does not matter there.
    fn label(self) -> String {
        match self {
            Self::Slow(Some(state)) => texts::slow_connection(state_word(state)),
            other => texts::connection(other.word()),
        }
    }

    fn drawing(self) -> &'static str {
        match self {
            Self::Stream(ConnectionState::Live) => "M6 2a4 4 0 1 1 0 8a4 4 0 0 1 0-8Z",
            Self::Stream(ConnectionState::Offline) => {
                "M1 1l10 10l-1 1l-10-10Zm5 0a5 5 0 0 1 4.3 7.5l-1.1-1.1a3.5 3.5 0 0 0-4.6-4.6l-1.1-1.1a5 5 0 0 1 2.5-.7Z"
            }
            Self::Stream(ConnectionState::Connecting | ConnectionState::Reconnecting) | Self::Slow(_) => {
                "M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9Zm0 1.5a3 3 0 1 0 0 6Z"
            }
        }
    }
}

fn state_word(state: ConnectionState) -> &'static str {
    match state {
        ConnectionState::Connecting => texts::CONNECTING,
        ConnectionState::Live => texts::LIVE,
        ConnectionState::Reconnecting => texts::RECONNECTING,
        ConnectionState::Offline => texts::OFFLINE,
    }
}

/// The state of the connection: shape and word. On a page without a live stream it says only what is wrong.
#[component]
pub(crate) fn Connection(
    /// Whether the page has a live stream.
    has_stream: Memo<bool>,
) -> impl IntoView {
    let Console { jobs, is_online, .. } = use_console();
    let connection = jobs.connection();
    let shown = Memo::new(move |_| {
        let stream = has_stream.get().then(|| connection.get());
        let stream = stream.or_else(|| (!is_online.get()).then_some(ConnectionState::Offline));
        match stream {
            Some(lost @ (ConnectionState::Reconnecting | ConnectionState::Offline)) => {
                Some(Indicator::Stream(lost))
            }
            stream if has_slow_request() => Some(Indicator::Slow(stream)),
            stream => stream.map(Indicator::Stream),
        }
    });
    let word = move || shown.get().map(Indicator::word);
    view! {
        <p
            class="connection"
            class:connection--live=move || shown.get() == Some(Indicator::Stream(ConnectionState::Live))
            role="status"
            aria-label=move || shown.get().map(Indicator::label)
            title=move || matches!(shown.get(), Some(Indicator::Slow(_))).then_some(texts::SLOW_MEANS)
        >
            <Show when=move || shown.get().is_some()>
                <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                    <path d=move || shown.get().map(Indicator::drawing) fill-rule="evenodd" fill="currentColor"></path>
                </svg>
                <span class="connection__word">{word}</span>
            </Show>
        </p>
    }
}
