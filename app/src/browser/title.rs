//! The title of the window: how many items of the inbox are unread, the page, and the project. The icon has a dot while some
//! are.

use std::cell::RefCell;

use leptos::prelude::document;

use crate::texts::general;

/// The icons, in `public/`.
const ICON: &str = "/favicon.svg";
const UNREAD_ICON: &str = "/favicon-unread.svg";

#[derive(Default)]
struct Title {
    unread: String,
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

/// Sets what the title begins with while items of the inbox are unread, and the icon. Empty is none.
pub(crate) fn set_unread(unread: String) {
    let href = if unread.is_empty() { ICON } else { UNREAD_ICON };
    change(|title| title.unread = unread);
    if let Ok(Some(icon)) = document().query_selector("link[rel=icon]") {
        // Fails only for an invalid attribute name.
        let _ = icon.set_attribute("href", href);
    }
}

fn change(change: impl FnOnce(&mut Title)) {
    TITLE.with_borrow_mut(|title| {
        change(title);
        let mut text = title.unread.clone();
        for part in [title.page.as_str(), title.project.as_str()] {
            if !part.is_empty() {
                text.push_str(part);
                text.push_str(" · ");
            }
        }
        text.push_str(general::DOCKET);
        document().set_title(&text);
    });
}
