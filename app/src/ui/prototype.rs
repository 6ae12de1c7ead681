//! Elements that the browser clones.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::Element;

/// An element that is built once, and then cloned. In lists of thousands of elements, Leptos would build every part of each.
pub(crate) struct Prototype(Vec<Element>);

impl Prototype {
    /// The prototype that a view of one element describes. Signals in it are not followed.
    pub(crate) fn of(view: impl IntoView) -> Self {
        Self(view.into_any().build().elements())
    }

    /// A new element. `None` if the view has none.
    pub(crate) fn copy(&self) -> Option<Element> {
        Some(self.0.first()?.clone_node_with_deep(true).ok()?.unchecked_into())
    }
}
