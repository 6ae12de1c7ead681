//! The lines of a file that are not rows.

use docket_wire::{BackupObject, UnixMs};

/// The version of the file's format. The versions of what the objects store are in the lines of the objects.
pub const FORMAT: u32 = 1;

#[must_use]
pub fn header_line(version: &str, at: UnixMs, objects: &[BackupObject]) -> String {
    let objects: Vec<String> = objects.iter().map(|object| quoted(&object.to_string())).collect();
    let objects = objects.join(",");
    format!(
        "{{\"docketBackup\":{FORMAT},\"version\":\"{version}\",\"at\":\"{at}\",\"objects\":[{objects}]}}\n"
    )
}

/// The number of the first object in checkpoints. It depends on the whole list, so that a checkpoint of another list names no object
/// of this one.
#[must_use]
pub fn first_object(objects: &[BackupObject]) -> usize {
    // With room for the numbers of the other objects.
    let number = crc32fast::hash(header_line("", UnixMs(0), objects).as_bytes()) >> 4;
    usize::try_from(number).unwrap_or_default()
}

/// The line before the tables of an object, as they were at a moment.
#[must_use]
pub fn object_line(object: &BackupObject, schema: u32, at: UnixMs) -> String {
    format!("{{\"object\":{},\"schema\":{schema},\"at\":\"{at}\"}}\n", quoted(&object.to_string()))
}

/// The last line: the rows of all objects, and the hash of all lines before that are not checkpoints.
#[must_use]
pub fn end_line(rows: u64, sha256: &str) -> String {
    format!("{{\"end\":true,\"rows\":{rows},\"sha256\":\"{sha256}\"}}\n")
}

pub(super) fn quoted(text: &str) -> String {
    // A text always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}
