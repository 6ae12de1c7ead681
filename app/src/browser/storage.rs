//! The browser's local storage. It can be full or disabled: then nothing is stored, and the app works without it.

use std::cell::RefCell;

use leptos::prelude::{WindowListenerHandle, on_cleanup, window, window_event_listener};
use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

use super::clock;

/// The key of the tab's name in its session storage.
const TAB: &str = "docket.tab";

thread_local! {
    static TAB_NAME: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// How the keys begin of what people have in projects.
pub(crate) fn keys_of(kind: &str) -> String {
    format!("docket.{kind}.")
}

/// The key of what a person has in a project.
pub(crate) fn key_of(kind: &str, person: &str, project: &str) -> String {
    // Lengths prevent collisions of names that contain the separator.
    format!("{}{}:{person}.{}:{project}", keys_of(kind), person.len(), project.len())
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

pub(crate) fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

pub(crate) fn set(key: &str, value: &str) {
    try_set(key, value);
}

/// Stores a value. Returns whether it is stored.
pub(crate) fn try_set(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

pub(crate) fn remove(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// The value that is stored as JSON; `None` if there is none, or another one.
///
/// What is stored outlives releases. A new member of a stored type needs `#[serde(default)]`, because without it what a person typed
/// before would be gone; and a test of each type pins its form with `assert_stored_as`.
pub(crate) fn get_json<T: DeserializeOwned>(key: &str) -> Option<T> {
    docket_wire::json::from_str(&get(key)?).ok()
}

/// Stores a value as JSON, or removes it. Returns whether the browser has it now.
pub(crate) fn set_json(key: &str, value: Option<&impl Serialize>) -> bool {
    let Some(value) = value else {
        remove(key);
        return true;
    };
    serde_json::to_string(value).is_ok_and(|text| try_set(key, &text))
}

/// Calls `callback` with the key of each value that another tab changes or removes, as long as the app lives.
pub(crate) fn on_change_elsewhere(callback: impl Fn(String) + 'static) {
    let _ = listen_elsewhere(callback);
}

/// Calls `callback` like [`on_change_elsewhere`], as long as the part of the page lives that calls this.
pub(crate) fn on_change_elsewhere_here(callback: impl Fn(String) + 'static) {
    let listener = listen_elsewhere(callback);
    on_cleanup(move || listener.remove());
}

fn listen_elsewhere(callback: impl Fn(String) + 'static) -> WindowListenerHandle {
    window_event_listener(leptos::ev::storage, move |event| {
        // A tab that clears the storage names no key.
        if let Some(key) = event.key() {
            callback(key);
        }
    })
}

/// The last of the keys that begin with `prefix`, in the order of their text.
pub(crate) fn last_key(prefix: &str) -> Option<String> {
    keys(prefix).into_iter().max()
}

/// The keys that begin with `prefix`.
pub(crate) fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys =
        (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok().flatten());
    keys.filter(|key| key.starts_with(prefix)).collect()
}

/// The name of this tab, which a reload keeps. Later tabs have larger names.
pub(crate) fn tab() -> String {
    TAB_NAME.with_borrow_mut(|name| name.get_or_insert_with(|| stored_tab().unwrap_or_else(new_tab)).clone())
}

/// Gives this tab another name, because a duplicate of the tab has the same.
pub(crate) fn rename_tab() {
    TAB_NAME.set(Some(new_tab()));
}

/// What this tab alone stores, until it is closed.
pub(crate) fn get_of_tab(key: &str) -> Option<String> {
    window().session_storage().ok().flatten()?.get_item(key).ok().flatten()
}

/// Stores what belongs to this tab alone; an empty value removes it.
pub(crate) fn set_of_tab(key: &str, value: &str) {
    if let Ok(Some(session)) = window().session_storage() {
        let _ = if value.is_empty() { session.remove_item(key) } else { session.set_item(key, value) };
    }
}

fn stored_tab() -> Option<String> {
    get_of_tab(TAB)
}

fn new_tab() -> String {
    let name = clock::now_ms().to_string();
    set_of_tab(TAB, &name);
    name
}

/// Checks that a value is stored as this text, and read from it again.
#[cfg(test)]
#[track_caller]
pub(crate) fn assert_stored_as<T>(value: &T, json: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_string(value).ok().as_deref(), Some(json));
    assert_read_from(value, json);
}

/// Checks that a value is read from a text, which an earlier release may have stored.
#[cfg(test)]
#[track_caller]
pub(crate) fn assert_read_from<T: DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, json: &str) {
    assert_eq!(docket_wire::json::from_str::<T>(json).ok().as_ref(), Some(value), "{json}");
}
