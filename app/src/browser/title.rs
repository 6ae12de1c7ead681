//! The title of the window: how many jobs ended while nobody looked, the page, and the project.

use std::cell::RefCell;

use leptos::prelude::document;

use super::page;

#[derive(Default)]
struct Title {
    ended: u32,
    page: String,
    project: String,
}

thread_local! {
    static TITLE: RefCell<Title> = RefCell::default();
}

/// Sets the name of the page.
pub(crate) fn set_page(name: String) {
    change(|title| title.page = name);
}

/// Sets the name of the project, or an empty one.
pub(crate) fn set_project(name: String) {
    change(|title| title.project = name);
}

/// Counts ended jobs until the person looks at the window.
pub(crate) fn count_ended(jobs: u32) {
    if jobs != 0 && !page::is_visible() {
        change(|title| title.ended += jobs);
    }
}

/// The person looks at the window.
pub(crate) fn forget_ended() {
    change(|title| title.ended = 0);
}

fn change(change: impl FnOnce(&mut Title)) {
    TITLE.with_borrow_mut(|title| {
        change(title);
        let mut text = String::new();
        if title.ended != 0 {
            text = format!("({} ended) ", title.ended);
        }
        for part in [title.page.as_str(), title.project.as_str()] {
            if !part.is_empty() {
                text.push_str(part);
                text.push_str(" · ");
            }
        }
        text.push_str("Docket");
        document().set_title(&text);
    });
}
