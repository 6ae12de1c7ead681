//! The controls on the screen that have a key, which `aria-keyshortcuts` names. A key does what its control does. An action that
//! a person may not take has no control, and so no key.

pub(crate) mod boxes;

use leptos::prelude::{document, request_animation_frame, window};
use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, KeyboardEventInit, Node};

use super::focus;

/// A row of a list. The key of a control within it counts while the focus is in the row.
const ROW: &str = ".list-row";

/// The table of paths, which steps through its rows itself.
const TABLE: &str = ".paths__frame";

/// The elements that the keys for stepping through rows focus, unless they are in closed details: the main link or button of
/// each row, or the row itself. The table of paths is a single stop.
const STOPS: &str = ".list-stop:not(details:not([open]) > :not(summary) *)";

/// The box of a header while it is ticked. The key that ticked it must not untick it when it is pressed again.
const DONE: &str = "th :checked";

/// Fields and the names of columns. A key focuses these, and clicks any other control.
const FIELDS: &str = "input:not([type=checkbox]), textarea, select, .paths__sort";

/// Buttons that spend requests of everybody. A key alone may be a slip, so it focuses these: Enter presses them, beside what they cost.
const SPENDING: &str = "[data-spends]";

/// On a row of the list of jobs, the key that it was selected for.
const ROW_KEY: &str = "data-key";

/// A control that has a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Control {
    pub key: String,
    /// What a button or link says; empty for anything else.
    pub text: String,
}

/// Presses the control that has a key, or focuses it if it spends requests. Looks for it in the focused row first, then in the section
/// with the focus, then in the page. Returns whether it found one.
pub(crate) fn press(key: &str) -> bool {
    let in_row = format!("[aria-keyshortcuts~='{key}']");
    let in_page = format!("main {in_row}:not(:is({ROW}) *, {DONE})");
    let near = |scope: &str, selector: &str| active(scope)?.query_selector(selector).ok().flatten();
    near(ROW, &in_row).or_else(|| near("section", &in_page)).or_else(|| near("html", &in_page)).is_some_and(
        |control| {
            if control.matches(SPENDING).unwrap_or(false) { give_focus(control) } else { click(control) }
        },
    )
}

fn give_focus(control: Element) -> bool {
    control.dyn_into::<HtmlElement>().is_ok_and(|control| control.focus().is_ok())
}

/// Clicks a control, or focuses a field.
fn click(control: Element) -> bool {
    let Ok(control) = control.dyn_into::<HtmlElement>() else { return false };
    let is_field = control.matches(FIELDS).unwrap_or(false);
    // What a summary opens follows it, so Tab leads there.
    if is_field || control.matches("summary").unwrap_or(false) {
        // Fails for no element of the page.
        let _ = control.focus();
    }
    if !is_field {
        control.click();
    }
    // What is typed next is an id, and must not be keys of the page.
    if control.matches(".import-job > summary").unwrap_or(false)
        && let Ok(path) = window().location().pathname()
    {
        focus::move_when_there("#import-job", path);
    }
    true
}

/// Presses the control that has a key. If there is none, goes to the jobs for a key of their page, where only who may start jobs has
/// a composer, or selects the focused row for an action on it.
pub(crate) fn press_anywhere(key: &str, may_start_jobs: bool) -> bool {
    press(key)
        || (may_start_jobs || key != "c") && press_in_jobs(key)
        || matches!(key, "h" | "l" | "p") && select_row_for(key)
}

/// Goes to the jobs, unless they are in view, and focuses the field that has a key there as soon as it is there.
fn press_in_jobs(key: &str) -> bool {
    let field = match key {
        "c" => "main [aria-keyshortcuts~=c]",
        "/" => "main [aria-keyshortcuts='/']",
        _ => return false,
    };
    let Some(tab) = tab("j") else { return false };
    let path = tab.get_attribute("href").unwrap_or_default();
    // There, the link would clear the filter of the list.
    if window().location().pathname().is_ok_and(|shown| shown != path) {
        go_to(&tab);
    }
    // Neither the heading nor the job that the person comes from gets the focus.
    focus::move_soon(field);
    focus::move_after_press(tab.into(), field, path);
    true
}

/// Presses the control that [`on_screen`] lists for a key, or goes to the jobs. Controls of rows are left out: the same key may do
/// something else there.
pub(crate) fn press_on_screen(key: &str) {
    let found = document().query_selector(&of_page(&format!("[aria-keyshortcuts~='{key}']")));
    if !found.ok().flatten().is_some_and(click) {
        press_in_jobs(key);
    }
}

/// The selector of the controls that match, are enabled, and are not in a row.
fn of_page(control: &str) -> String {
    format!("main {control}:not([aria-disabled=true], {DONE}):not(:is({ROW}) *)")
}

/// Selects the job of the focused row, unless some jobs are selected. The actions for selected jobs then load, and press the
/// key.
fn select_row_for(key: &str) -> bool {
    active(".jobs:not(:has(td :checked)) .jobs__row")
        .is_some_and(|row| press("x") && row.set_attribute(ROW_KEY, key).is_ok())
}

/// Passes on, in the next frame and once, the key that a job was selected for, if the focus is still in its row.
pub(crate) fn take_row_key_soon(callback: impl FnOnce(&str) + 'static) {
    request_animation_frame(move || {
        if let Some(key) = take_row_key() {
            callback(&key);
        }
    });
}

fn take_row_key() -> Option<String> {
    let row = document().query_selector(&format!("[{ROW_KEY}]")).ok()??;
    let key = row.get_attribute(ROW_KEY)?;
    // Fails only for an invalid attribute name.
    let _ = row.remove_attribute(ROW_KEY);
    active(".jobs__row").filter(|active| *active == row).map(|_| key)
}

/// Goes to the control of the top bar that has a key after `g`: follows a link, opens a menu. Returns whether there is one.
pub(crate) fn press_tab(key: &str) -> bool {
    tab(key).is_some_and(|tab| {
        go_to(&tab);
        true
    })
}

fn go_to(tab: &HtmlElement) {
    // A menu gives the focus back to its button, and a select opens by keys only with the focus.
    let _ = tab.focus();
    tab.click();
}

/// The control of the top bar that has a key after `g`.
fn tab(key: &str) -> Option<HtmlElement> {
    let control = match key {
        "j" => "[href$='/jobs']",
        "i" => "[href$='/inbox']",
        "v" => "[href$='/visitors']",
        "t" => "[href$='/templates']",
        "a" => "[href$='/audit']",
        "p" => "select",
        "m" => ".person",
        _ => return None,
    };
    document().query_selector(&format!(".top-bar {control}")).ok()??.dyn_into().ok()
}

/// Moves the focus by `step` rows, or to the first row from elsewhere. Returns whether it did: false without such a row, and
/// while the focus is in the table of paths.
pub(crate) fn step_row(step: i32) -> bool {
    if active(TABLE).is_some() {
        return false;
    }
    let Ok(all) = document().query_selector_all(STOPS) else { return false };
    let row = active(ROW);
    let stops = || (0..all.length()).filter_map(|index| all.get(index)?.dyn_into::<HtmlElement>().ok());
    let is_in_row = |stop: HtmlElement| row.as_ref().is_some_and(|row| row.contains(Some::<&Node>(&stop)));
    let current = stops().position(is_in_row);
    let next = current.map_or(Some(0), |current| current.checked_add_signed(step.try_into().ok()?));
    next.and_then(|next| stops().nth(next)).is_some_and(|stop| {
        if stop.matches(TABLE).unwrap_or(false) { step_table(&stop, step) } else { stop.focus().is_ok() }
    })
}

/// Passes the key on to the table of paths, which knows rows that are not on the page. Returns whether it took the key.
fn step_table(table: &HtmlElement, step: i32) -> bool {
    let init = KeyboardEventInit::new();
    init.set_key(if step < 0 { "k" } else { "j" });
    init.set_cancelable(true);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init);
    // A key that is used is cancelled.
    event.and_then(|event| table.dispatch_event(&event)).is_ok_and(|is_unused| !is_unused)
}

pub(crate) fn has_dialog() -> bool {
    document().query_selector("dialog[open]").is_ok_and(|found| found.is_some())
}

/// The controls of the page that have a key and can be used now.
pub(crate) fn on_screen() -> Vec<Control> {
    let Ok(all) = document().query_selector_all(&of_page("[aria-keyshortcuts]")) else { return Vec::new() };
    let elements = (0..all.length()).filter_map(|index| all.get(index)?.dyn_into::<Element>().ok());
    let mut controls: Vec<Control> = Vec::new();
    for control in elements.filter_map(|element| control(&element)) {
        // The key presses the first one.
        if controls.iter().all(|known| known.key != control.key) {
            controls.push(control);
        }
    }
    controls
}

/// Scrolls a list until an element can be seen.
pub(crate) fn reveal(id: &str) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    if let Some(element) = document().get_element_by_id(id) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

fn control(element: &Element) -> Option<Control> {
    let keys = element.get_attribute("aria-keyshortcuts")?;
    let key = keys.split(' ').find(|key| key.chars().count() == 1)?.to_owned();
    let speaks = element.matches("button, a:not(.paths__sort)").unwrap_or(false);
    let label = element.get_attribute("aria-label").or_else(|| element.text_content());
    let text = label.filter(|_| speaks).map(|text| text.trim().to_owned()).unwrap_or_default();
    Some(Control { key, text })
}

/// What matches around the element with the focus.
fn active(selector: &str) -> Option<Element> {
    document().active_element()?.closest(selector).ok().flatten()
}
