//! A text that is shown in part if it is long.

use leptos::prelude::*;

use crate::format::prompt::code::{PromptPart, parts};
use crate::texts::general;
use crate::texts::jobs::timeline as texts;

/// A text with more lines than this is long.
const LINES_MAX: usize = 24;
/// A text with more bytes than this is long.
const BYTES_MAX: usize = 2_400;

/// The text, or its start and a button that shows the rest. Its code is monospaced.
#[component]
pub(super) fn LongText(text: Signal<String>) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let is_long = Memo::new(move |_| text.with(|text| is_long(text)));
    let is_cut = move || is_long.get() && !is_open.get();
    let label = move || {
        if is_open.get() {
            texts::SHOW_LESS.to_owned()
        } else {
            whole(text.with(|text| text.lines().count()))
        }
    };
    let content = move || text.with(|text| parts(text).into_iter().map(part).collect_view());
    view! {
        <p class="prompt" class:prompt--cut=is_cut dir="auto">{content}</p>
        <Show when=move || is_long.get()>
            <button
                type="button"
                class="button prompt__more"
                aria-keyshortcuts="o"
                title=general::shortcut("o")
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >
                {label}
            </button>
        </Show>
    }
}

/// What the button says that shows the rest of a text with this many lines.
fn whole(lines: usize) -> String {
    if lines > LINES_MAX { texts::show_all_lines(lines) } else { texts::SHOW_THE_WHOLE_TEXT.to_owned() }
}

/// Code is written from left to right in every language.
fn part(part: PromptPart<'_>) -> AnyView {
    let text = part.text.to_owned();
    if part.is_code { view! { <code dir="ltr">{text}</code> }.into_any() } else { text.into_any() }
}

fn is_long(text: &str) -> bool {
    text.len() > BYTES_MAX || text.lines().count() > LINES_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_or_bytes_are_long() {
        assert!(!is_long(&"a\n".repeat(24)));
        assert!(is_long(&"a\n".repeat(25)));
        assert!(is_long(&"a".repeat(2_401)));
    }

    #[test]
    fn one_long_line_is_not_counted() {
        assert_eq!(whole(2), "Show the whole text");
        assert_eq!(whole(402), "Show all 402 lines");
    }
}
