//! The choices on the screen.

use leptos::prelude::*;

use crate::state::commands::palette::PaletteChoice;

/// The id of an option, by its place among all.
pub(super) fn option_id(index: usize) -> String {
    format!("palette-{index}")
}

/// The choices by group, in their order, with one numbering for all groups.
pub(super) fn groups(shown: &[PaletteChoice], active: Memo<usize>, run: Callback<usize>) -> AnyView {
    let option = |index: usize, choice: &PaletteChoice| {
        let is_active = move || (active.get() == index).to_string();
        let aside = (!choice.aside.is_empty()).then(|| view! { <span>{choice.aside.clone()}</span> });
        view! {
            <div
                id=option_id(index)
                class="menu__item"
                role="option"
                aria-selected=is_active
                on:click=move |_| run.run(index)
            >
                <span dir="auto">{choice.title.clone()}</span>
                {aside}
            </div>
        }
    };
    let mut first = 0;
    let mut groups = Vec::new();
    // Choices of a group follow one another, and the best group is the first.
    for of_group in shown.chunk_by(|one, next| one.group == next.group) {
        let heading = of_group.first().map(|choice| choice.group.heading());
        let options: Vec<_> =
            of_group.iter().enumerate().map(|(index, choice)| option(first + index, choice)).collect();
        first += of_group.len();
        groups.push(view! {
            <div role="group" aria-label=heading>
                <div class="palette__group" aria-hidden="true">{heading}</div>
                {options}
            </div>
        });
    }
    groups.into_any()
}
