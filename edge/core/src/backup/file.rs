//! The lines of a file that are not rows.

use docket_wire::UnixMs;
use serde::{Deserialize, Serialize};

/// The version of the file's format. The versions of what the objects store are in the lines of the objects.
pub const FORMAT: u32 = 1;

/// The kinds of objects in a backup, in their order in the file: who may get in comes first, so that what follows can be
/// recorded in the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObjectKind {
    /// Tokens, people and their audit log.
    Access,
    /// The figures of an admin key.
    Analytics,
    /// The ledger of a project.
    Jobs,
}

/// An object of a deployment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectId {
    /// What it stores.
    pub kind: ObjectKind,
    /// The project of a ledger, the name of the secret of an admin key, or `access`.
    pub id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Header<'a> {
    docket_backup: u32,
    version: &'a str,
    at: UnixMs,
    objects: &'a [ObjectId],
}

#[derive(Serialize)]
struct Object<'a> {
    object: &'a ObjectId,
    schema: u32,
    at: UnixMs,
}

#[derive(Serialize)]
struct Last<'a> {
    end: End<'a>,
}

#[derive(Serialize)]
struct End<'a> {
    rows: u64,
    sha256: &'a str,
}

/// The first line.
///
/// # Errors
/// None in practice, as of the other lines: everything in it has a JSON form.
pub fn header_line(version: &str, at: UnixMs, objects: &[ObjectId]) -> Result<String, serde_json::Error> {
    line(&Header { docket_backup: FORMAT, version, at, objects })
}

/// The line before the tables of an object, as they were at a moment.
///
/// # Errors
/// See [`header_line`].
pub fn object_line(object: &ObjectId, schema: u32, at: UnixMs) -> Result<String, serde_json::Error> {
    line(&Object { object, schema, at })
}

/// The last line: the rows of all objects, and the hash of all lines before that are not checkpoints.
///
/// # Errors
/// See [`header_line`].
pub fn end_line(rows: u64, sha256: &str) -> Result<String, serde_json::Error> {
    line(&Last { end: End { rows, sha256 } })
}

/// A value in a line of its own.
pub(super) fn line(value: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(value).map(|json| format!("{json}\n"))
}
