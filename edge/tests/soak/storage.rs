//! The databases that workerd left behind.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Row, params_from_iter};

use crate::harness::PROJECT;

/// The storage of an object.
pub(crate) struct Stored {
    database: Connection,
    /// When its alarm fires, in milliseconds since 1970.
    pub(crate) alarm_at: Option<i64>,
}

impl Stored {
    /// The rows of a query.
    pub(crate) fn rows<T>(&self, sql: &str, read: impl Fn(&Row<'_>) -> rusqlite::Result<T>) -> Vec<T> {
        let mut statement = self.database.prepare(sql).unwrap();
        let rows = statement.query_map(params_from_iter([0; 0]), |row| read(row)).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// The number in the first column of the only row.
    pub(crate) fn number(&self, sql: &str) -> Option<i64> {
        self.rows(sql, |row| row.get(0)).pop().unwrap()
    }
}

/// The jobs object of the project.
pub(crate) fn jobs(state: &Path) -> Stored {
    let is_it = |stored: &Stored| {
        stored.rows("SELECT project FROM owner", |row| row.get::<_, String>(0)).contains(&PROJECT.to_owned())
    };
    objects(state, "JobsObject").into_iter().find(is_it).unwrap()
}

/// The analytics object of the key in use, which has by far the most data. The health check has made those of the
/// others.
pub(crate) fn analytics(state: &Path) -> Stored {
    let bytes = |stored: &Stored| stored.number("SELECT page_count FROM pragma_page_count()");
    objects(state, "AnalyticsObject").into_iter().max_by_key(bytes).unwrap()
}

fn objects(state: &Path, class: &str) -> Vec<Stored> {
    let paths = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let folder = paths(&state.join("v3/do")).into_iter().find(|path| path.to_string_lossy().ends_with(class));
    let folder = folder.unwrap();
    let alarms = Connection::open(folder.join("metadata.sqlite")).unwrap();
    let databases = paths(&folder).into_iter().filter(|path| {
        path.extension().is_some_and(|extension| extension == "sqlite") && !path.ends_with("metadata.sqlite")
    });
    databases
        .map(|path| {
            let id = path.file_stem().unwrap().to_string_lossy().into_owned();
            let sql = "SELECT scheduled_time FROM _cf_ALARM WHERE actor_id = ?";
            // workerd counts in nanoseconds.
            let alarm_at: Option<i64> = alarms.query_row(sql, [&id], |row| row.get(0)).ok();
            Stored { database: Connection::open(path).unwrap(), alarm_at: alarm_at.map(|at| at / 1_000_000) }
        })
        .collect()
}
