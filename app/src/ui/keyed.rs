//! Lists that are patched row by row. One type for all of them, for the reason given in `dynamic`.

use leptos::prelude::*;

/// A row: what it is known by, and how it is built when that is new.
pub(crate) type Row = (String, Box<dyn FnOnce() -> AnyView + Send>);

/// A row of a list.
pub(crate) fn row<V: IntoAny>(key: impl Into<String>, view: impl FnOnce() -> V + Send + 'static) -> Row {
    (key.into(), Box::new(move || view().into_any()))
}

/// Rows that follow signals. A row whose key stays is left alone, with what is being written in it.
pub(crate) fn keyed(rows: impl Fn() -> Vec<Row> + Send + Sync + 'static) -> AnyView {
    let rows: Box<dyn Fn() -> Vec<Row> + Send + Sync> = Box::new(rows);
    let key: fn(&Row) -> String = |(key, _)| key.clone();
    let view: fn(Row) -> AnyView = |(_, view)| view();
    view! { <For each=rows key=key children=view/> }.into_any()
}
