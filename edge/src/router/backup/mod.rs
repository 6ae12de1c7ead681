//! The routes that carry the tables of all objects to a file and back.

mod restore;
mod stream;

pub(super) use restore::restore;
pub(super) use stream::backup;

use docket_core::settings::{Settings, objects_of};
use docket_wire::{BackupObject, ObjectKind, ProjectId};

use crate::http::failure::Failure;
use crate::http::objects::ObjectName;

/// The object with an id, if the settings have it.
fn object<'a>(settings: &Settings, id: &'a BackupObject) -> Result<ObjectName<'a>, Failure> {
    if !objects_of(settings).contains(id) {
        return Err(match id.id.parse::<ProjectId>() {
            Ok(_) if id.kind == ObjectKind::Jobs => Failure::unknown_project(),
            _ => Failure::invalid("object", format!("This deployment has no object {id}.")),
        });
    }
    Ok(name_of(id))
}

/// The name of an object of the settings.
fn name_of(id: &BackupObject) -> ObjectName<'_> {
    match id.kind {
        ObjectKind::Auth => ObjectName::auth(),
        ObjectKind::Analytics => ObjectName::analytics(&id.id),
        ObjectKind::Jobs => ObjectName::jobs(&id.id),
    }
}
