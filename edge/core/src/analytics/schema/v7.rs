use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError};

/// Figures are deleted by the end of their days.
pub(super) fn migrate<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(db, STATEMENTS)?;
    for mut row in db.run("SELECT id, table_key FROM tables", &[])? {
        let (id, key) = (row.integer()?, row.text()?);
        // A table whose end cannot be read counts as one of its day.
        let to_at = key.rsplit(' ').next().and_then(moment_ms).unwrap_or(id);
        db.run("UPDATE tables SET to_at = ? WHERE id = ?", &[to_at.into(), id.into()])?;
    }
    for mut row in db.run("SELECT request, fetched_at FROM cache_entries", &[])? {
        let (key, fetched_at) = (row.text()?, row.integer()?);
        let to_at = end_of_request(&key).unwrap_or(fetched_at);
        db.run("UPDATE cache_entries SET to_at = ? WHERE request = ?", &[to_at.into(), key.into()])?;
    }
    Ok(())
}

/// The end of the range that a request names by its key. A midnight is written as its day, any other moment in milliseconds.
fn end_of_request(key: &str) -> Option<i64> {
    let (_, rest) = key.split_once("dateTo=")?;
    let to = rest.split('&').next()?;
    to.parse().ok().or_else(|| moment_ms(to))
}

/// The moment that `2026-09-01` or `2026-09-01T22:00:00Z` names in UTC. Only the oldest keys of the cache have other forms, and they
/// count as of the moment at which they were fetched.
fn moment_ms(text: &str) -> Option<i64> {
    let (day, time) = match text.split_once('T') {
        Some((day, time)) => (day, time.strip_suffix('Z')?),
        None => (text, "00:00:00"),
    };
    let mut numbers = day.split('-').chain(time.split(':')).map(|digits| digits.parse::<u16>().ok());
    let mut next = || numbers.next().flatten().map(i64::from);
    let (year, month, day) = (next()?, next()?, next()?);
    let (hour, minute, second) = (next()?, next()?, next()?);
    // The year begins in March here, so that a leap day is its last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // 719,469 days are from there to 1970-01-01.
    let days = 365 * year + leap_days + (153 * month + 2) / 5 + day - 719_469;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
}

const STATEMENTS: &[&str] = &[
    "ALTER TABLE tables ADD COLUMN to_at INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX tables_ended ON tables (to_at)",
    "ALTER TABLE cache_entries ADD COLUMN to_at INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX cache_entries_ended ON cache_entries (to_at)",
    "CREATE INDEX totals_ended ON totals (project, to_at)",
    "CREATE INDEX day_rows_ended ON day_rows (project, to_at)",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_keys_are_read() {
        for (text, ms) in [
            ("1970-01-01", Some(0)),
            ("2000-03-01", Some(951_868_800_000)),
            ("2026-09-01", Some(1_788_220_800_000)),
            ("2026-08-31T22:00:00Z", Some(1_788_213_600_000)),
            ("2028-02-29T23:59:59Z", Some(1_835_481_599_000)),
            ("2101-01-01", Some(4_133_980_800_000)),
            ("acme-docs", None),
            ("2026-09-01T22:00", None),
        ] {
            assert_eq!(moment_ms(text), ms, "{text}");
        }
    }

    #[test]
    fn a_key_of_a_request_names_the_end_of_its_range() {
        for (key, ms) in [
            ("acme-docs?dateFrom=2026-08-01&dateTo=2026-09-01&limit=250&offset=250", Some(1_788_220_800_000)),
            ("acme-docs?dateFrom=5&dateTo=1788220800001", Some(1_788_220_800_001)),
            ("acme-docs?dateFrom=2026-08-01", None),
        ] {
            assert_eq!(end_of_request(key), ms, "{key}");
        }
    }
}
