//! The routes that carry the tables of all objects to a file and back.

mod restore;
mod stream;

pub(super) use restore::restore;
pub(super) use stream::backup;

use docket_core::settings::{Settings, objects_of};
use docket_wire::{BackupObject, ObjectKind, ProjectId};
use worker::Env;
use worker::worker_sys::DurableObject;

use crate::auth::object as auth_object;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;

/// The object with an id, if the settings have it.
fn object(env: &Env, settings: &Settings, id: &BackupObject) -> Result<DurableObject, Failure> {
    if !objects_of(settings).contains(id) {
        return Err(match id.id.parse::<ProjectId>() {
            Ok(_) if id.kind == ObjectKind::Jobs => Failure::unknown_project(),
            _ => Failure::invalid("object", format!("This deployment has no object {id}.")),
        });
    }
    stub(env, id)
}

/// The object with an id of the settings.
fn stub(env: &Env, id: &BackupObject) -> Result<DurableObject, Failure> {
    match id.kind {
        ObjectKind::Auth => auth_object::object(env),
        ObjectKind::Analytics => ObjectName::analytics(&id.id).stub(env),
        ObjectKind::Jobs => ObjectName::jobs(&id.id).stub(env),
    }
}
