//! Schema versions: every database stores its version, and migrations bring it to the current one.

pub(crate) mod moved_requests;

use super::{Database, DatabaseError};

/// Migrates a database from schema `n` to `n + 1`, where `n` is the migration's index in its list. A released migration
/// is never edited: a change is a new migration.
pub type Migration<D> = fn(&D) -> Result<(), DatabaseError>;

/// Why a database cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// A newer release wrote it. Docket writes nothing, so that the newer release finds its data unchanged.
    #[error("schema {found} is newer than schema {known} of this release of Docket")]
    Newer {
        found: i64,
        /// The newest schema that this release knows.
        known: i64,
    },
    #[error(transparent)]
    Storage(#[from] DatabaseError),
}

/// Migrates a database to the newest schema of this release. Each migration is a transaction.
///
/// # Errors
/// If a migration fails, or a newer release wrote the database.
pub fn migrate<D: Database>(db: &D, migrations: &[Migration<D>]) -> Result<(), OpenError> {
    #[cfg(feature = "next-release")]
    let migrations = &[migrations, &[next_release]].concat();
    let found = version(db)?;
    let pending = usize::try_from(found).ok().and_then(|found| migrations.get(found..));
    let Some(pending) = pending else {
        return Err(OpenError::Newer { found, known: i64::try_from(migrations.len()).unwrap_or(i64::MAX) });
    };
    for migration in pending {
        db.atomically(|| {
            migration(db)?;
            db.run("UPDATE schema SET version = version + 1", &[]).map(drop)
        })?;
    }
    Ok(())
}

/// The migration of a release that does not exist: the one after this.
#[cfg(feature = "next-release")]
fn next_release<D: Database>(db: &D) -> Result<(), DatabaseError> {
    db.run("CREATE TABLE next_release (at INTEGER NOT NULL) STRICT", &[]).map(drop)
}

/// The schema to which migrations bring a database.
#[must_use]
pub fn version_of<D>(migrations: &[Migration<D>]) -> u32 {
    u32::try_from(migrations.len()).unwrap_or(u32::MAX)
}

/// Whether there is a table of this name. Every opening of an object calls this, so it avoids SQLite's list of tables: reading
/// that is billed.
pub(crate) fn has_table<D: Database>(db: &D, name: &str) -> Result<bool, DatabaseError> {
    Ok(!db.run(&format!("SELECT 1 FROM pragma_table_info('{name}') LIMIT 1"), &[])?.is_empty())
}

/// Runs statements without parameters.
///
/// # Errors
/// The error of the first statement that fails.
pub fn run_all(db: &impl Database, statements: &[&str]) -> Result<(), DatabaseError> {
    statements.iter().try_for_each(|statement| db.run(statement, &[]).map(drop))
}

/// The schema of a database: 0 for an empty one, and for one from before schemas had versions.
fn version(db: &impl Database) -> Result<i64, DatabaseError> {
    db.run("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL) STRICT", &[])?;
    match db.run("SELECT version FROM schema", &[])?.into_iter().next() {
        Some(mut row) => row.integer(),
        None => db.run("INSERT INTO schema (version) VALUES (0)", &[]).map(|_| 0),
    }
}
