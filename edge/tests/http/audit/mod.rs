//! The audit log.

mod changes;
mod interruptions;
mod refusals;
mod shown;

use docket_wire::{AuditEntry, AuditPage};
use reqwest::Method;

use crate::harness::{Answer, PROJECT, World, answer};

/// The log of a project.
fn of_project() -> String {
    format!("/api/projects/{PROJECT}/audit")
}

/// What belongs to no project.
const OF_NO_PROJECT: &str = "/api/audit";

/// Reads a page of a log as an admin.
async fn page(world: &World, path: &str) -> AuditPage {
    let page = answer(world.ada(Method::GET, path).await).await;
    assert_eq!(page.status, 200, "{page:?}");
    serde_json::from_str(&page.text).unwrap()
}

/// All entries of both logs about the request that this was the answer to.
pub(crate) async fn entries_of(world: &World, answer: &Answer) -> Vec<AuditEntry> {
    let id = answer.header("Docket-Request-Id").unwrap();
    let mut entries = page(world, &format!("{}?limit=200", of_project())).await.entries;
    entries.extend(page(world, &format!("{OF_NO_PROJECT}?limit=200")).await.entries);
    entries.retain(|entry| entry.request_id == id);
    entries
}
