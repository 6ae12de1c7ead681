//! The one context that pages and components take things from.

use docket_wire::Project;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::access::Access;
use super::drafts::Drafts;
use super::ledger::Ledger;
use crate::api::{Api, ApiError};
use crate::browser::{clock, page};

/// Everything that lives as long as the app. Copies are handles to the same.
#[derive(Clone, Copy)]
pub(crate) struct Console {
    /// The edge.
    pub api: Api,
    /// Who is signed in.
    pub access: Access,
    /// The jobs of the project in view.
    pub ledger: Ledger,
    /// Prompts being written.
    pub drafts: Drafts,
    /// Now, in Unix ms; moves once a second while somebody can see the page.
    pub now_ms: ReadSignal<i64>,
    /// What a screen reader says next.
    pub voice: RwSignal<String>,
    /// The projects there are, once they have been asked for.
    pub projects: RwSignal<Option<Result<Vec<Project>, ApiError>>>,
}

impl Console {
    /// Makes everything, and lets pages and components below find it.
    pub(crate) fn provide() -> Self {
        let (api, access) = Access::new();
        let voice = RwSignal::new(String::new());
        let console = Self {
            api,
            access,
            ledger: Ledger::new(api, voice),
            drafts: Drafts::default(),
            now_ms: tick(),
            voice,
            projects: RwSignal::new(None),
        };
        provide_context(console);
        console
    }

    /// Asks for the projects there are.
    pub(crate) fn load_projects(self) {
        spawn_local(async move {
            let found = self.api.projects().await;
            self.projects.set(Some(found));
        });
    }

    /// The context of the component that asks.
    pub(crate) fn here() -> Self {
        expect_context()
    }
}

/// One tick for every age on the page, so that rows need no timers of their own.
fn tick() -> ReadSignal<i64> {
    let (now_ms, set_now_ms) = signal(clock::now_ms());
    let advance = move || {
        if page::is_visible() {
            set_now_ms.set(clock::now_ms());
        }
    };
    // Both live as long as the app does.
    let _ = set_interval_with_handle(advance, std::time::Duration::from_secs(1));
    page::on_document("visibilitychange", advance);
    now_ms
}
