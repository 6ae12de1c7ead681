//! Schema versions: every database says which one it has, and migrations bring it to today's.

use super::{Database, DatabaseError};

/// Brings a database from schema `n` to `n + 1`, where `n` is the migration's index in its list.
/// Never edited once released: a change is a new migration.
pub type Migration<D> = fn(&D) -> Result<(), DatabaseError>;

/// Why a database cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// A later release wrote it. Nothing is written, so that the later release finds it as it left it.
    #[error("its schema {found} is newer than this release of Docket, which knows schema {known}")]
    Newer {
        /// The database's schema.
        found: i64,
        /// The newest schema that this release knows.
        known: i64,
    },
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] DatabaseError),
}

/// Brings a database to the newest schema that is known. Each migration is applied whole or not at all.
///
/// # Errors
/// If a migration fails, or a later release wrote the database.
pub fn migrate<D: Database>(db: &D, migrations: &[Migration<D>]) -> Result<(), OpenError> {
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

/// Runs statements without parameters.
///
/// # Errors
/// What the first that fails failed with.
pub fn run_all(db: &impl Database, statements: &[&str]) -> Result<(), DatabaseError> {
    statements.iter().try_for_each(|statement| db.run(statement, &[]).map(drop))
}

/// The schema that a database has; 0 for an empty one, and for one from before schemas had versions.
fn version(db: &impl Database) -> Result<i64, DatabaseError> {
    db.run("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL) STRICT", &[])?;
    match db.run("SELECT version FROM schema", &[])?.into_iter().next() {
        Some(mut row) => row.integer(),
        None => db.run("INSERT INTO schema (version) VALUES (0)", &[]).map(|_| 0),
    }
}
