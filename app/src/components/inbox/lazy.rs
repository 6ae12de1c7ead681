//! What follows the inbox on every page, in a module of its own: the first view does not wait for it.

use docket_wire::ProjectId;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::notifier::notify;
use crate::components::lazy::silent_part;
use crate::state::inbox::follow::follow;

#[wasm_split(follower, preload(load_follower), fallible)]
fn follower(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    follow(project.clone());
    notify(project);
    Ok(().into_any())
}

/// Follows the inbox of a project. It shows nothing: without its module, the page has no count.
pub(crate) fn follower_part(project: ProjectId) -> AnyView {
    silent_part(load_follower, move || follower(project.clone()))
}
