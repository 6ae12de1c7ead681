//! Changes to what workerd has stored, while it does not run.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

/// The database with the alarms of a class.
const ALARMS: &str = "metadata.sqlite";
const NS_PER_MS: i64 = 1_000_000;

fn files(state: &Path, class: &str) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(state.join("v3/do")).unwrap().map(|entry| entry.unwrap().path());
    let folder = folders.into_iter().find(|folder| folder.to_string_lossy().ends_with(class)).unwrap();
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == "sqlite")).collect()
}

fn databases(state: &Path, class: &str) -> impl Iterator<Item = PathBuf> {
    files(state, class).into_iter().filter(|file| !file.ends_with(ALARMS))
}

/// The database of the only object of a class.
#[allow(dead_code, reason = "not every test program uses it")]
pub(crate) fn only_database(state: &Path, class: &str) -> PathBuf {
    let [file] = databases(state, class).collect::<Vec<_>>().try_into().unwrap();
    file
}

/// Runs a statement in the database of every object of a class.
pub(crate) fn change(state: &Path, class: &str, sql: &str) {
    let changed: usize =
        databases(state, class).map(|file| Connection::open(file).unwrap().execute(sql, []).unwrap()).sum();
    assert!(changed > 0, "{sql} changed no object of {class}");
}

/// Adds to the schema version of every object of a class.
pub(crate) fn change_schema(state: &Path, class: &str, by: i64) {
    change(state, class, &format!("UPDATE schema SET version = version + {by}"));
}

/// When the only alarm of a class fires, in milliseconds since 1970.
pub(crate) fn alarm(state: &Path, class: &str) -> i64 {
    alarm_if_set(state, class).expect("an alarm is set")
}

/// When the only alarm of a class fires, if one is set. It can be read while workerd runs.
pub(crate) fn alarm_if_set(state: &Path, class: &str) -> Option<i64> {
    let file = files(state, class).into_iter().find(|file| file.ends_with(ALARMS))?;
    let found =
        Connection::open(file).ok()?.query_one("SELECT scheduled_time FROM _cf_ALARM", [], |row| row.get(0));
    found.ok().map(|scheduled_ns: i64| scheduled_ns / NS_PER_MS)
}

/// Makes the alarm of a class due. There has to be one.
pub(crate) fn make_alarm_due(state: &Path, class: &str) {
    // The alarm may have been made due before, without its handler having ended. Then it fires again.
    set_alarm(
        state,
        class,
        "UPDATE _cf_ALARM SET scheduled_time = 1",
        "UPDATE _cf_METADATA SET value = 1 WHERE key = 1",
    );
}

/// Makes the next poll of every job due, and the alarm. There has to be one.
pub(crate) fn make_polls_due(state: &Path) {
    change(state, "JobsObject", "UPDATE jobs SET next_poll_at = 1 WHERE next_poll_at IS NOT NULL");
    make_alarm_due(state, "JobsObject");
}

/// Loses the alarm of a class.
pub(crate) fn lose_alarm(state: &Path, class: &str) {
    set_alarm(state, class, "DELETE FROM _cf_ALARM", "DELETE FROM _cf_METADATA WHERE key = 1");
}

/// workerd has an alarm in two places.
fn set_alarm(state: &Path, class: &str, in_alarms: &str, in_object: &str) {
    let file = files(state, class).into_iter().find(|file| file.ends_with(ALARMS)).unwrap();
    assert_eq!(Connection::open(file).unwrap().execute(in_alarms, []).unwrap(), 1, "one alarm is set");
    change(state, class, in_object);
}
