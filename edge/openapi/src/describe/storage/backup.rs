//! Backups and restores.

use docket_wire::ProblemCode::{InvalidRequest, NotEmpty, RestoreState, SnapshotExpired, UnknownProject};
use docket_wire::RestoreStep;
use serde_json::json;

use crate::describe::description::{Content, Description, Success};
use crate::describe::parameter::query;

const BACKUP: &str = "Backup";

const FILE: &str = r#"{"docketBackup":1,"version":"0.1.0","at":"2026-01-31T09:30:00.000Z","objects":["auth/auth"]}
{"object":"auth/auth","schema":3,"at":"2026-01-31T09:30:00.000Z"}
{"table":"token_list","columns":["rowid","revision"]}
[1,1]
{"checkpoint":"163052912.1.…..","sha256":"…"}
{"end":true,"rows":1,"sha256":"…"}
"#;

/// `GET /api/backup`.
pub(crate) fn read() -> Description {
    Description::new(BACKUP, "Download a backup of everything that Docket stores")
        .text("The file has the data of all projects, each object as it was at one moment. It contains every prompt, but no secrets. An interrupted download can be resumed after the last checkpoint.")
        .takes([query("resume", "The last `checkpoint` of the file.", json!({ "type": "string" }))])
        .responds(
            Success::empty("200", "The backup.")
                .with(Content::text("application/x-ndjson", FILE))
                .headers(&["Content-Disposition"]),
        )
        .fails(&[InvalidRequest, SnapshotExpired])
}

/// `POST /api/restore`.
pub(crate) fn restore() -> Description {
    Description::new(BACKUP, "Take a step of a restore")
        .text("`check`, `begin`, `insert` for the rows of each table, and `end`; or `cancel`. Each can be repeated, except for `end` and `cancel`. A restore never changes an object with data. `move_project` gives the visitors of a project, or the rights of tokens in it, to another id, in an object that is not being restored; the data, only where the admin key of the other one has its data.")
        .takes([
            query("object", "The object in the file, or another object of the same kind.", json!({ "type": "string" }))
                .example("jobs/new-docs"),
            query("backup", "For `begin`, `insert`, `end` and `check`: a text that only this backup of the object has, like the `sha256` of the checkpoint after it. If the object's restore has ended with it, `check` gets `restore_state`.", json!({ "type": "string" })),
        ])
        .body::<RestoreStep>(json!({ "check": 1 }))
        .responds(Success::empty("204", "The step is taken."))
        .fails(&[InvalidRequest, NotEmpty, RestoreState, UnknownProject])
}
