//! Where a backup can be continued after its stream was cut.

use docket_wire::UnixMs;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::cursor::Cursor;
use super::file::line;

/// The state of a backup after some of its lines. A line of the file has it, so that whoever has the file up to there can ask for the
/// rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Checkpoint {
    /// The position of the object in the header's list. After the last object, it is the length of the list.
    pub object: usize,
    /// The snapshot that is being read; none before the object.
    pub snapshot: Option<UnixMs>,
    /// Where to go on in it.
    pub cursor: Option<Cursor>,
    /// The rows so far.
    pub rows: u64,
    /// The hash of all lines so far, other than checkpoints: SHA-256 of the hash before and of the lines since, in hexadecimal digits. Before
    /// the first line it is empty.
    pub sha256: String,
}

impl Checkpoint {
    /// The state before the first line.
    #[must_use]
    pub fn start() -> Self {
        Self { object: 0, snapshot: None, cursor: None, rows: 0, sha256: String::new() }
    }

    /// Adds lines to the hash.
    #[must_use]
    pub fn after(mut self, lines: &str) -> Self {
        let digest = Sha256::new().chain_update(&self.sha256).chain_update(lines).finalize();
        self.sha256 = base16ct::lower::encode_string(&digest);
        self
    }

    /// Its line.
    ///
    /// # Errors
    /// None in practice: everything in it has a JSON form.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        line(&CheckpointLine { checkpoint: self })
    }
}

#[derive(Serialize)]
struct CheckpointLine<'a> {
    checkpoint: &'a Checkpoint,
}
