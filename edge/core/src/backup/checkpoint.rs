//! Where a backup can be continued after its stream was cut.

use std::fmt;
use std::str::FromStr;

use docket_wire::UnixMs;
use sha2::{Digest, Sha256};

use super::cursor::RowCursor;
use super::file::quoted;

/// The state of a backup after some of its lines. A line of the file has it, so that a client that has the file up to there can ask for
/// the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// The number of the object: that of the list's first object, and one more for each object before this one. After the last
    /// object, it is one more than the last object's.
    pub object: usize,
    /// The snapshot that is being read; `None` before the object.
    pub(super) snapshot: Option<UnixMs>,
    /// Where to continue in it.
    pub(super) cursor: Option<RowCursor>,
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

    #[must_use]
    pub fn line(&self) -> String {
        format!("{{\"checkpoint\":{},\"sha256\":\"{}\"}}\n", quoted(&self.to_string()), self.sha256)
    }
}

/// Object, rows, hash, snapshot and cursor, with dots between them. The last two are empty between two objects.
impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.", self.object, self.rows, self.sha256)?;
        if let Some(UnixMs(snapshot)) = self.snapshot {
            write!(f, "{snapshot}")?;
        }
        f.write_str(".")?;
        self.cursor.as_ref().map_or(Ok(()), |cursor| write!(f, "{cursor}"))
    }
}

/// A text that is not a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("resume must be the last checkpoint in the file")]
pub struct InvalidCheckpoint;

impl FromStr for Checkpoint {
    type Err = InvalidCheckpoint;

    fn from_str(text: &str) -> Result<Self, InvalidCheckpoint> {
        let mut fields = text.splitn(5, '.');
        let mut next = || fields.next().ok_or(InvalidCheckpoint);
        let (object, rows, sha256, snapshot, cursor) = (next()?, next()?, next()?, next()?, next()?);
        let object = object.parse().map_err(|_| InvalidCheckpoint)?;
        let rows = rows.parse().map_err(|_| InvalidCheckpoint)?;
        let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash {
            return Err(InvalidCheckpoint);
        }
        let snapshot = match snapshot {
            "" => None,
            at => Some(UnixMs(at.parse().map_err(|_| InvalidCheckpoint)?)),
        };
        let cursor = match cursor {
            "" => None,
            cursor => Some(cursor.parse().map_err(|()| InvalidCheckpoint)?),
        };
        Ok(Self { object, snapshot, cursor, rows, sha256: sha256.to_owned() })
    }
}
