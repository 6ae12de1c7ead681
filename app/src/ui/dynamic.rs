//! Parts of views that follow signals.
//!
//! A closure in a view is a type of its own, and the code to build, rebuild and drop it is compiled anew for each:
//! together a tenth of what the browser has to load. Behind these three types it is compiled once.

use leptos::prelude::*;

/// Elements that follow signals.
pub(crate) type Part = Box<dyn Fn() -> AnyView + Send + Sync>;

/// A text or an attribute that follows signals; absent where there is none.
pub(crate) type Text = Box<dyn Fn() -> Option<String> + Send + Sync>;

/// A class or a property that is on or off.
pub(crate) type Flag = Box<dyn Fn() -> bool + Send + Sync>;

/// Elements that follow signals.
pub(crate) fn part<V: IntoAny>(view: impl Fn() -> V + Send + Sync + 'static) -> Part {
    Box::new(move || view().into_any())
}

/// A text or an attribute that follows signals.
pub(crate) fn text<T: Into<String>>(text: impl Fn() -> T + Send + Sync + 'static) -> Text {
    Box::new(move || Some(text().into()))
}

/// An attribute that is there with one value, or is not there.
pub(crate) fn given(value: &'static str, is_there: impl Fn() -> bool + Send + Sync + 'static) -> Text {
    Box::new(move || is_there().then(|| value.to_owned()))
}

/// A class or a property that follows signals.
pub(crate) fn flag(is_on: impl Fn() -> bool + Send + Sync + 'static) -> Flag {
    Box::new(is_on)
}
