//! The ledger's part of a backup, and the changes after its restore.

use docket_wire::UnixMs;

use super::ledger::Ledger;
use super::ledger_settings::LedgerSettings;
use super::schema;
use crate::backup::Domain;
use crate::storage::{Database, DatabaseError};

/// The ledger in a backup. The index of the search is built again from the prompts.
#[must_use]
pub fn backup_domain<D: Database + Clone>() -> Domain<D> {
    Domain {
        migrations: schema::migrations().into(),
        left_out: &["search"],
        long_rows: &["jobs", "submissions", "templates", "template_versions"],
        empty_before: &["jobs", "submissions", "events", "templates", "notes"],
        after_restore,
        move_project: None,
    }
}

/// Makes the restored ledger that of `project`. The old deployment may have used more revisions since the backup, so an event
/// raises the revision. It may also have sent queued follow-ups, so their outcome becomes unknown.
fn after_restore<D: Database + Clone>(db: &D, project: &str, now: UnixMs) -> Result<(), DatabaseError> {
    // Nothing here spends a budget.
    let ledger = Ledger::new(db.clone(), LedgerSettings::NOTHING);
    ledger.owner_row().replace(project)?;
    ledger.search_index().rebuild()?;
    ledger.events().append_restored(now)?;
    ledger.abandon_queued(now)
}
