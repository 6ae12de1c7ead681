//! A row: the elements of it that change, and what they show.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobId};
use leptos::prelude::*;
use web_sys::{Element, Node};

use super::age::RowAge;
use super::labels::labels;
use super::prototypes::Prototypes;
use crate::browser::focus;
use crate::components::jobs::freshness;
use crate::components::jobs::pull_request::PullRequest;
use crate::format;
use crate::format::job::Freshness;
use crate::texts::jobs::list as texts;

/// The row of one job.
pub(super) struct LiveRow {
    pub(super) element: Element,
    select: Option<Element>,
    status: Element,
    status_word: Element,
    name: Element,
    link: Element,
    author: Element,
    freshness: Element,
    freshness_word: Node,
    pull_request: Element,
    started: RowAge,
    checked: RowAge,
    shown: Option<Arc<JobEntry>>,
    shown_freshness: Option<Freshness>,
}

impl LiveRow {
    /// Creates the row of a job, still without its content. `None` if the prototype lacks a part.
    pub(super) fn new(job: &JobId, prototypes: &Prototypes) -> Option<Self> {
        let element = prototypes.row.copy()?;
        let first = element.first_element_child()?;
        let label = first.first_element_child().filter(|child| child.local_name() == "label");
        let select = label.and_then(|label| label.first_element_child());
        let status_cell = if select.is_some() { first.next_element_sibling()? } else { first };
        let status = status_cell.first_element_child()?;
        let title = status_cell.next_element_sibling()?;
        let name = title.first_element_child()?;
        let link = name.first_element_child()?;
        let author = title.next_element_sibling()?;
        let created = author.next_element_sibling()?;
        let checked = created.next_element_sibling()?;
        let freshness = checked.first_element_child()?;
        // They fail only for an invalid name.
        let _ = link.set_attribute("href", &prototypes.href(job));
        if let Some(select) = &select {
            let _ = select.set_attribute("value", job.as_str());
        }
        Some(Self {
            status_word: status.first_element_child()?,
            freshness_word: freshness.first_child()?,
            pull_request: checked.next_element_sibling()?,
            started: RowAge::new(created.first_element_child()?),
            checked: RowAge::new(freshness.first_element_child()?),
            element,
            select,
            status,
            name,
            link,
            author,
            freshness,
            shown: None,
            shown_freshness: None,
        })
    }

    /// Removes the row. The focus in it moves to the next job, or else to the one before.
    pub(super) fn remove(self) {
        let Self { element, .. } = self;
        if element.matches(":focus-within").unwrap_or(false)
            && let Some(near) = element.next_element_sibling().or_else(|| element.previous_element_sibling())
            && let Ok(Some(link)) = near.query_selector("a")
        {
            focus::move_on(link);
        }
        element.remove();
    }

    /// Shows the job as of `now_ms`.
    pub(super) fn show(&mut self, job: &Arc<JobEntry>, now_ms: i64, prototypes: &Prototypes) {
        if !self.shown.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, job)) {
            self.patch(self.shown.as_deref(), job, prototypes);
            self.shown = Some(Arc::clone(job));
        }
        let freshness = format::job::freshness(job, now_ms);
        if self.shown_freshness.replace(freshness) != Some(freshness) {
            self.freshness.set_class_name(freshness::class(freshness));
            self.freshness_word.set_text_content(Some(freshness::word(freshness)));
        }
        self.started.show(job.added_at, now_ms);
        self.checked.show(freshness::at(job), now_ms);
    }

    /// Patches what differs between two states of the job.
    fn patch(&self, before: Option<&JobEntry>, job: &JobEntry, prototypes: &Prototypes) {
        if let Some(has_ended) = changed(before, job, |job| job.status.has_ended()) {
            let class = if has_ended { "jobs__row list-row jobs__row--ended" } else { "jobs__row list-row" };
            self.element.set_class_name(class);
        }
        if let Some((shape, word)) = changed(before, job, format::job::entry_status) {
            self.status_word.set_text_content(Some(&word));
            // It may be cut, as may the title. It fails only for an invalid name.
            let _ = self.status_word.set_attribute("title", &word);
            if let Some(old) = self.status_word.previous_element_sibling() {
                old.remove();
            }
            if let Some(glyph) = prototypes.glyph(shape) {
                // It fails only if the word is elsewhere.
                let _ = self.status.insert_before(&glyph, Some(&self.status_word));
            }
        }
        if let Some(title) = changed(before, job, format::job::entry_title) {
            self.link.set_text_content(Some(&title));
            let _ = self.link.set_attribute("title", &title);
            if let Some(select) = &self.select {
                let _ = select.set_attribute("aria-label", &texts::select(&title));
            }
        }
        if changed(before, job, |job| (job.running_long, job.labels.clone(), job.hidden)).is_some() {
            focus::preserve_on_links(&self.name, || {
                while let Some(tag) = self.link.next_element_sibling() {
                    tag.remove();
                }
                let running_long = job.running_long.then(|| prototypes.running_long.copy()).flatten();
                append(&self.name, running_long.into_iter().chain(labels(job, prototypes)));
            });
        }
        if let Some((author, hidden)) = changed(before, job, |job| (job.author.clone(), job.hidden)) {
            self.author.set_text_content(None);
            let link = author.and_then(|author| {
                let name = author.to_string();
                let filter = JobFilter { author: Some(author), hidden, ..JobFilter::default() };
                prototypes.filter_link(&filter, "jobs__filter", &name)
            });
            append(&self.author, link);
        }
        if let Some(url) = changed(before, job, |job| job.pr_link.clone()) {
            self.pull_request.set_text_content(None);
            let links = url.map(|url| view! { <PullRequest url=url/> }.into_any().build().elements());
            append(&self.pull_request, links.into_iter().flatten());
        }
    }
}

/// The value of `of` for the job, if it differs from the value before.
fn changed<T: PartialEq>(
    before: Option<&JobEntry>,
    job: &JobEntry,
    of: impl Fn(&JobEntry) -> T,
) -> Option<T> {
    let now = of(job);
    before.is_none_or(|before| of(before) != now).then_some(now)
}

fn append(parent: &Element, children: impl IntoIterator<Item = Element>) {
    for child in children {
        // It fails only for a parent inside its child.
        let _ = parent.append_child(&child);
    }
}
