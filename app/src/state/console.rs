//! The one context of pages and components.

use docket_wire::{JobId, ProjectId, TemplateId};
use leptos::prelude::*;

use super::auth::Auth;
use super::inbox::UnreadCount;
use super::jobs::Jobs;
use super::jobs::connection::ConnectionState;
use super::jobs::drafts::{Composer, DraftKey, Drafts};
use super::positions::Positions;
use super::projects::Projects;
use super::templates::page_context::PageContext;
use super::theme::ShownTheme;
use crate::api::{Api, record_connection_change};
use crate::browser::{clock, listen, page};

/// Everything that lives as long as the app. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct Console {
    pub api: Api,
    pub auth: Auth,
    pub projects: Projects,
    /// The jobs of the project in view.
    pub jobs: Jobs,
    /// How much of the inbox is unread.
    pub inbox: UnreadCount,
    /// Prompts that are being written.
    pub drafts: Drafts,
    /// The page for which a prompt is written, if it was begun at its visitors.
    pub for_page: StoredValue<Option<PageContext>>,
    /// The last prompt that was suggested for a page. As long as nobody has changed it, the next one takes its place.
    pub suggestion: StoredValue<String>,
    /// The template that the menu of new jobs is to use.
    pub wanted_template: RwSignal<Option<TemplateId>>,
    /// Where the person left pages.
    pub positions: Positions,
    pub theme: ShownTheme,
    /// The current time in Unix ms; updated every second while the page is visible.
    pub now_ms: ReadSignal<i64>,
    /// Whether the browser is online.
    pub is_online: ReadSignal<bool>,
    /// The text of the page's polite live region.
    pub live_region: RwSignal<String>,
}

/// The context of all components.
pub(crate) fn use_console() -> Console {
    expect_context()
}

impl Console {
    /// Creates the state, and provides it as a context.
    pub(crate) fn provide() -> Self {
        let (api, auth) = Auth::new();
        let live_region = RwSignal::new(String::new());
        let inbox = UnreadCount::new();
        let console = Self {
            api,
            auth,
            projects: Projects::new(api),
            jobs: Jobs::new(api, live_region, inbox),
            inbox,
            drafts: Drafts::new(),
            for_page: StoredValue::new(None),
            suggestion: StoredValue::new(String::new()),
            wanted_template: RwSignal::new(None),
            positions: Positions::new(),
            theme: ShownTheme::new(),
            now_ms: tick(),
            is_online: follow_online(),
            live_region,
        };
        provide_context(console);
        console
    }

    /// Whether the service asked Docket to send no prompts for now.
    pub(crate) fn are_prompts_paused(self) -> bool {
        self.jobs.pauses().get().prompts_until.is_some_and(|until| until.0 > self.now_ms.get())
    }

    /// Calls `then` each time Docket can be reached again: when the browser is online after it was not, or the live stream is
    /// open after it was lost. `was_reachable` is whether it could be reached until now.
    pub(crate) fn on_reachable_again(self, was_reachable: bool, then: Callback<()>) {
        let connection = self.jobs.connection();
        Effect::new(move |before: Option<bool>| {
            let is_lost =
                matches!(connection.get(), ConnectionState::Reconnecting | ConnectionState::Offline);
            let is_reachable = self.is_online.get() && !is_lost;
            if is_reachable && !before.unwrap_or(was_reachable) {
                then.run(());
            }
            is_reachable
        });
    }

    /// The composer of new jobs for a project, or of follow-ups for one of its jobs.
    pub(crate) fn composer(self, project: &ProjectId, follow_up: Option<JobId>) -> Composer {
        let person = self.auth.person_untracked();
        self.drafts.at(DraftKey { person, project: project.clone(), follow_up })
    }
}

/// One clock for every age on the page, so that rows need no timers of their own.
fn tick() -> ReadSignal<i64> {
    let (now_ms, set_now_ms) = signal(clock::now_ms());
    let advance = move || {
        if page::is_visible() {
            set_now_ms.set(clock::now_ms());
        }
    };
    // The interval and the listener live as long as the app.
    let _ = set_interval_with_handle(advance, std::time::Duration::from_secs(1));
    listen::on_visible(advance);
    clock::on_correction(move || set_now_ms.set(clock::now_ms()));
    now_ms
}

fn follow_online() -> ReadSignal<bool> {
    let (is_online, set_online) = signal(page::is_online());
    for event in ["online", "offline"] {
        listen::on_window(event, move || {
            // First, so that what a page repeats then is sent after the change.
            record_connection_change();
            set_online.set(page::is_online());
        });
    }
    is_online
}
