//! The prototypes that rows are cloned from.

use std::cell::RefCell;
use std::collections::HashMap;

use docket_wire::{JobFilter, JobId, ProjectId};
use leptos::prelude::*;
use web_sys::Element;

use crate::format::job::Shape;
use crate::paths::Page;
use crate::texts::jobs::filters::only;
use crate::texts::jobs::list as texts;
use crate::ui::{Glyph, Prototype};

/// The parts of rows.
pub(super) struct Prototypes {
    project: ProjectId,
    /// A row without what a job has.
    pub(super) row: Prototype,
    /// The mark of a job that is running for long.
    pub(super) running_long: Prototype,
    /// What labels are in.
    pub(super) labels: Prototype,
    /// How many labels are not shown.
    pub(super) label_count: Prototype,
    filter_link: Prototype,
    glyphs: RefCell<HashMap<Shape, Prototype>>,
}

impl Prototypes {
    pub(super) fn new(project: ProjectId, is_selectable: bool) -> Self {
        Self {
            project,
            row: Prototype::of(row(is_selectable)),
            filter_link: Prototype::of(view! { <a></a> }),
            running_long: Prototype::of(
                view! { <span class="jobs__running-long">{texts::RUNNING_LONG}</span> },
            ),
            labels: Prototype::of(view! { <span class="jobs__labels"></span> }),
            label_count: Prototype::of(view! { <span class="jobs__more"></span> }),
            glyphs: RefCell::default(),
        }
    }

    /// The address of a job's page.
    pub(super) fn href(&self, job: &JobId) -> String {
        Page::Job(&self.project, job).to_string()
    }

    /// A link to the jobs of a filter.
    pub(super) fn filter_link(&self, filter: &JobFilter, class: &str, name: &str) -> Option<Element> {
        let link = self.filter_link.copy()?;
        link.set_class_name(class);
        link.set_text_content(Some(name));
        // They fail only for an invalid name.
        let _ = link.set_attribute("href", &Page::FilteredJobs(&self.project, filter).to_string());
        let _ = link.set_attribute("title", &only(name));
        Some(link)
    }

    /// The shape of a status.
    pub(super) fn glyph(&self, shape: Shape) -> Option<Element> {
        let mut glyphs = self.glyphs.borrow_mut();
        glyphs.entry(shape).or_insert_with(|| Prototype::of(view! { <Glyph shape=shape/> })).copy()
    }
}

fn row(is_selectable: bool) -> impl IntoView {
    let select = is_selectable.then(|| {
        view! {
            <td role="cell" class="jobs__select">
                <label class="jobs__box"><input type="checkbox" aria-keyshortcuts="x"/></label>
            </td>
        }
    });
    view! {
        <tr role="row" class="jobs__row list-row">
            {select}
            <td role="cell" class="jobs__status">
                <span class="status"><span class="status__word"></span></span>
            </td>
            <td role="rowheader" class="jobs__title">
                <div class="jobs__name"><a class="jobs__link list-stop" dir="auto"></a></div>
            </td>
            <td role="cell" class="jobs__author"></td>
            <td role="cell" class="jobs__created"><time></time></td>
            <td role="cell" class="jobs__fresh"><span>" "<time></time></span></td>
            <td role="cell" class="jobs__pr"></td>
        </tr>
    }
}
