//! Migrates the database of `AuthObject` from every earlier schema.

use docket_core::auth::store::AuthStore;
use docket_core::auth::token::TokenHash;
use docket_wire::{AuditQuery, UnixMs};

use crate::open_sample;
use crate::samples::AUTH;

const NOW: UnixMs = UnixMs(1_790_000_300_500);

fn keeps_its_tokens(sample: &str, entries: usize) {
    let store = open_sample(sample, |db| AuthStore::open(db).unwrap());
    let valid = store.tokens().valid(None, Some(&TokenHash::of("ci")), NOW).unwrap();
    let ids: Vec<_> = valid.tokens.unwrap().into_iter().map(|token| token.id.to_string()).collect();
    assert_eq!((valid.revision, ids), (4, vec!["ci".to_owned()]));
    let listed = store.tokens().list().unwrap();
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0].issued.as_ref().unwrap().revoked_by.as_ref().unwrap().0, "eve");
    assert_eq!(store.audit(365).page(&AuditQuery::default(), None, NOW).unwrap().entries.len(), entries);
    assert_eq!(store.people().all(NOW).unwrap(), []);
}

#[test]
fn schema_1_migrates_to_the_newest() {
    keeps_its_tokens(AUTH[0].1, 0);
}

#[test]
fn schema_2_migrates_to_the_newest() {
    keeps_its_tokens(AUTH[1].1, 1);
}
