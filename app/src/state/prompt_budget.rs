//! The budget for prompts, as a page shows it before prompts are sent.

use std::future::Future;

use leptos::prelude::*;

use super::console::use_console;
use super::fetched::Fetched;
use crate::api::{ApiError, Submitted};
use crate::browser::clock;
use crate::format::budget::{BUDGET_FRESH_MS, PromptBudget};

/// What a response depends on.
#[derive(Debug, Clone, PartialEq)]
struct BudgetKey {
    /// What was sent last.
    sent: Option<Submitted>,
    /// The number of the period in which a response is fresh.
    period: i64,
    is_paused: bool,
}

/// The budget, and when its response came, in Unix ms. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct FetchedBudget {
    response: Fetched<BudgetKey, Option<(PromptBudget, i64)>>,
    is_paused: Memo<bool>,
}

impl FetchedBudget {
    /// Requests the budget, and requests it again when a prompt was sent, when a pause begins or ends, and at a change after it has
    /// become old. `sent` follows what a person changes, and reads what was sent last.
    pub(crate) fn new<F>(
        sent: impl Fn() -> Option<Submitted> + Send + Sync + 'static,
        request: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Option<PromptBudget>, ApiError>> + 'static,
    {
        let console = use_console();
        let is_paused = Memo::new(move |_| console.are_prompts_paused());
        let key = Memo::new(move |before: Option<&Option<BudgetKey>>| {
            let before = before.and_then(Option::as_ref).and_then(|before| before.sent.clone());
            let period = console.now_ms.get_untracked() / BUDGET_FRESH_MS;
            Some(BudgetKey { sent: sent().or(before), period, is_paused: is_paused.get() })
        });
        let response = Fetched::new(key, move |_| {
            let request = request();
            async move { Ok(request.await?.map(|budget| (budget, clock::now_ms()))) }
        });
        Self { response, is_paused }
    }

    /// Requests the budget again once an exhausted one has a prompt free.
    pub(crate) fn refetch_when_free(self) {
        self.response.refetch_at(use_console().now_ms, move || {
            let (budget, responded_ms) = self.current()?;
            budget.free_at_ms(responded_ms)
        });
    }

    /// The response for the current state.
    pub(crate) fn current(self) -> Option<(PromptBudget, i64)> {
        self.response.current()?.1
    }

    /// The latest response. It stays while the budget is requested again.
    pub(crate) fn latest(self) -> Option<(PromptBudget, i64)> {
        self.response.get()?.1.ok()?
    }

    /// What is left. A pause leaves no prompts either, whatever the hour has, and a notice says so.
    pub(crate) fn left(self) -> Option<PromptBudget> {
        let (BudgetKey { is_paused: was_paused, .. }, response) = self.response.get()?;
        let (budget, _) = response.ok()??;
        (!was_paused && !self.is_paused.get()).then_some(budget)
    }
}
