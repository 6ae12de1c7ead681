//! Shapes of states. Each has its own outline, so that no state depends on colour alone.

use leptos::prelude::*;

use crate::format::job::Shape;

/// An element without dynamic parts: the browser clones it, where it would build others in every row.
macro_rules! drawing {
    ($class:tt, $path:tt) => {
        view! {
            <svg class=$class viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d=$path fill-rule="evenodd" fill="currentColor"></path>
            </svg>
        }
        .into_any()
    };
}

/// The shape alone, for use beside a word.
#[component]
pub(crate) fn Glyph(shape: Shape) -> impl IntoView {
    match shape {
        // A ring half filled.
        Shape::Active => {
            drawing!(
                "glyph glyph--active",
                "M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 0 1 0-12.5Zm0 1.5a4.75 4.75 0 0 0 0 9.5Z"
            )
        }
        // A disc with a tick cut out.
        Shape::Completed => {
            drawing!(
                "glyph glyph--completed",
                "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13Zm3.6 4.4l-1.1-1.1l-3.4 3.5l-1.6-1.6l-1.1 1.1l2.7 2.7Z"
            )
        }
        // A box with a lid.
        Shape::Archived => {
            drawing!(
                "glyph glyph--archived",
                "M1.5 2.5h13v4h-1v7h-11v-7h-1Zm1.5 1.5v1h10v-1Zm1 2.5v5.5h8v-5.5Zm2 1.25h4v1.5h-4Z"
            )
        }
        // A square with a cross cut out.
        Shape::Failed => {
            drawing!(
                "glyph glyph--failed",
                "M2 2h12v12h-12Zm3.9 2.8l-1.1 1.1l2.1 2.1l-2.1 2.1l1.1 1.1l2.1-2.1l2.1 2.1l1.1-1.1l-2.1-2.1l2.1-2.1l-1.1-1.1l-2.1 2.1Z"
            )
        }
        // A lying hexagon with a point.
        Shape::Other => {
            drawing!(
                "glyph glyph--other",
                "M4.5 2h7l3.5 6l-3.5 6h-7l-3.5-6Zm.9 1.5l-2.6 4.5l2.6 4.5h5.2l2.6-4.5l-2.6-4.5Zm2.6 3a1.5 1.5 0 1 1 0 3a1.5 1.5 0 0 1 0-3Z"
            )
        }
        // An arrow going up from a line.
        Shape::Sending => {
            drawing!(
                "glyph glyph--sending",
                "M8 1.5l5 5l-1.1 1.1l-3.15-3.15v6.8h-1.5v-6.8l-3.15 3.15l-1.1-1.1Zm-5 11.5h10v1.5h-10Z"
            )
        }
        // A ring with a bar: no entry.
        Shape::Rejected => {
            drawing!(
                "glyph glyph--rejected",
                "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13Zm0 1.5a5 5 0 1 0 0 10a5 5 0 0 0 0-10Zm-3 4.25h6v1.5h-6Z"
            )
        }
        // A diamond with an exclamation mark.
        Shape::Unknown => {
            drawing!(
                "glyph glyph--unknown",
                "M8 .8l7.2 7.2l-7.2 7.2l-7.2-7.2Zm0 2.1l-5.1 5.1l5.1 5.1l5.1-5.1Zm-.75 2.1h1.5v3.75h-1.5Zm0 4.75h1.5v1.5h-1.5Z"
            )
        }
    }
}

/// A state: shape and word.
#[component]
pub(crate) fn Status(shape: Shape, #[prop(into)] word: String) -> impl IntoView {
    view! {
        <span class="status">
            <Glyph shape=shape/>
            <span class="status__word">{word}</span>
        </span>
    }
}
