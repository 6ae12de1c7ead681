//! The count of unread items, in a module of its own: the first view does not wait for it. Every page of a project loads it.

use docket_wire::ProjectId;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::unread::Unread;
use crate::browser::fields::selects;
use crate::components::lazy::{PartRole, lazy};

#[wasm_split(unread, preload(load_unread), fallible)]
fn unread(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    // The first view does not wait for this either.
    selects::wait_for_keys();
    Ok(view! { <Unread project=project/> }.into_any())
}

/// How many items of a project's inbox are unread. Without its module, the page has no count.
pub(crate) fn unread_part(project: ProjectId) -> AnyView {
    lazy(PartRole::Extra, load_unread, move || unread(project.clone()))
}
