//! Answers of the service that are too large to be read. Repeating such a request would cost another one of the hour
//! and fail again, so it is not made for a day.

use docket_wire::{DAY_MS, ProjectId, UnixMs};

use crate::analytics::Analytics;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// Remembers for a day that the answer to a request is too large.
    pub(crate) fn remember_too_large(&self, key: &str, now: UnixMs) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM too_large WHERE until <= ?", &[now.0.into()])?;
        self.db
            .run(
                "INSERT OR REPLACE INTO too_large (request, until) VALUES (?, ?)",
                &[key.into(), now.plus_ms(DAY_MS).0.into()],
            )
            .map(drop)
    }

    /// Whether an answer about a project was too large within a day.
    pub(crate) fn had_too_large(&self, project: &ProjectId, now: UnixMs) -> Result<bool, DatabaseError> {
        // Keys begin with the project and `?`, after which `@` is the next character.
        let sql = "SELECT 1 FROM too_large WHERE request >= ? AND request < ? AND until > ? LIMIT 1";
        let params = [format!("{project}?").into(), format!("{project}@").into(), now.0.into()];
        Ok(!self.db.run(sql, &params)?.is_empty())
    }

    /// Whether the answer to a request was too large within a day.
    pub(crate) fn is_too_large(&self, key: &str, now: UnixMs) -> Result<bool, DatabaseError> {
        let params = [key.into(), now.0.into()];
        let found = self.db.run("SELECT 1 FROM too_large WHERE request = ? AND until > ?", &params)?;
        Ok(!found.is_empty())
    }
}
