//! Prompt templates: versions, conflicts, limits, and the record of each change.

use docket_core::audit::{AuditedChange, RequestSource};
use docket_core::jobs::{Ledger, TEMPLATE_VERSIONS_MAX, TEMPLATES_MAX, TemplateConflict};
use docket_core::storage::Database;
use docket_wire::*;

use crate::faulty::Faulty;
use crate::world::{SETTINGS, World};

const NOW: UnixMs = UnixMs(1_790_000_000_000);

fn by(name: &str, action: AuditAction) -> AuditedChange {
    let source = RequestSource::new(None, None, "req_1".into());
    AuditedChange::new(CallerName(name.into()), AuditCredential::Passphrase, source, action.into())
}

fn create<D: Database>(
    ledger: &Ledger<D>,
    id: &str,
    name: &str,
    text: &str,
) -> Result<Template, TemplateConflict> {
    let new = NewTemplate { name: name.into(), text: text.into() };
    ledger.templates().create(id.parse().unwrap(), new, by("ada", AuditAction::CreateTemplate), NOW).unwrap()
}

fn edit<D: Database>(
    ledger: &Ledger<D>,
    who: &str,
    id: &str,
    (name, text, version): (&str, &str, u32),
) -> Result<Template, TemplateConflict> {
    let edit = TemplateEdit { name: name.into(), text: text.into(), version };
    ledger.templates().edit(&id.parse().unwrap(), edit, by(who, AuditAction::EditTemplate), NOW).unwrap()
}

fn delete<D: Database>(ledger: &Ledger<D>, id: &str) -> Result<(), TemplateConflict> {
    delete_seen(ledger, id, None)
}

fn delete_seen<D: Database>(ledger: &Ledger<D>, id: &str, seen: Option<u32>) -> Result<(), TemplateConflict> {
    ledger
        .templates()
        .delete(&id.parse().unwrap(), seen, by("ada", AuditAction::DeleteTemplate), NOW)
        .unwrap()
}

fn read<D: Database>(
    ledger: &Ledger<D>,
    id: &str,
    version: Option<u32>,
) -> Result<Template, TemplateConflict> {
    ledger.templates().get(&id.parse().unwrap(), version).unwrap()
}

fn names<D: Database>(ledger: &Ledger<D>) -> Vec<String> {
    ledger.templates().list().unwrap().templates.into_iter().map(|template| template.name).collect()
}

fn recorded<D: Database>(ledger: &Ledger<D>) -> Vec<String> {
    ledger.audit().page(&AuditQuery::default(), None, NOW).unwrap().entries
}

#[test]
fn an_edit_makes_a_version_and_the_earlier_ones_can_be_read() {
    let ledger = World::new().ledger;
    create(&ledger, "t1", "Update", "Update {{page}}").unwrap();
    let second = edit(&ledger, "bob", "t1", ("Refresh", "Refresh {{page}} {{tone}}", 1)).unwrap();
    assert_eq!((second.version, second.author.0.as_str()), (2, "bob"));
    assert_eq!(read(&ledger, "t1", None).unwrap(), second);
    assert_eq!(read(&ledger, "t1", Some(2)).unwrap(), second);
    let first = read(&ledger, "t1", Some(1)).unwrap();
    assert_eq!((first.name.as_str(), first.text.as_str()), ("Update", "Update {{page}}"));
    let versions = ledger.templates().versions(&"t1".parse().unwrap()).unwrap().unwrap().versions;
    let versions: Vec<_> =
        versions.into_iter().map(|each| (each.version, each.name, each.author.0)).collect();
    assert_eq!(versions, [(2, "Refresh".into(), "bob".into()), (1, "Update".into(), "ada".into())]);
    let [entry] = &ledger.templates().list().unwrap().templates[..] else { panic!() };
    assert_eq!((entry.version, entry.variables.join(" ")), (2, "page tone".into()));
    assert_eq!(read(&ledger, "t1", Some(3)), Err(TemplateConflict::UnknownVersion));
}

#[test]
fn an_edit_of_an_older_version_is_refused_and_names_the_newest() {
    let ledger = World::new().ledger;
    create(&ledger, "t1", "Update", "one").unwrap();
    edit(&ledger, "bob", "t1", ("Update", "two", 1)).unwrap();
    let conflict = edit(&ledger, "ada", "t1", ("Update", "three", 1)).unwrap_err();
    let text = conflict.to_string();
    assert!(text.starts_with("bob edited the template meanwhile: version 2 is the newest."), "{text}");
    assert_eq!(read(&ledger, "t1", None).unwrap().text, "two");
    // The response to an edit may be lost: the same edit again is done already.
    assert_eq!(edit(&ledger, "bob", "t1", ("Update", "two", 1)).unwrap().version, 2);
    assert_eq!(recorded(&ledger).len(), 2);
}

#[test]
fn only_the_newest_versions_are_stored() {
    let ledger = World::new().ledger;
    create(&ledger, "t1", "Update", "text 1").unwrap();
    let last = TEMPLATE_VERSIONS_MAX + 5;
    for version in 1..last {
        edit(&ledger, "ada", "t1", ("Update", &format!("text {}", version + 1), version)).unwrap();
    }
    let versions = ledger.templates().versions(&"t1".parse().unwrap()).unwrap().unwrap().versions;
    let numbers: Vec<u32> = versions.iter().map(|each| each.version).collect();
    assert_eq!(numbers, (last - TEMPLATE_VERSIONS_MAX + 1..=last).rev().collect::<Vec<_>>());
    for version in numbers {
        assert_eq!(read(&ledger, "t1", Some(version)).unwrap().text, format!("text {version}"));
    }
}

#[test]
fn a_name_belongs_to_one_template() {
    let ledger = World::new().ledger;
    create(&ledger, "t1", "Update", "text").unwrap();
    assert_eq!(create(&ledger, "t2", "Update", "text").unwrap().id.as_str(), "t1", "a repeated request");
    assert_eq!(create(&ledger, "t2", "Update", "other"), Err(TemplateConflict::NameTaken("Update".into())));
    create(&ledger, "t2", "another", "text").unwrap();
    let taken = edit(&ledger, "ada", "t2", ("Update", "text", 1));
    assert_eq!(taken, Err(TemplateConflict::NameTaken("Update".into())));
    assert_eq!(names(&ledger), ["another", "Update"], "in any case");
    delete(&ledger, "t1").unwrap();
    assert_eq!(edit(&ledger, "ada", "t2", ("Update", "text", 1)).unwrap().version, 2);
}

#[test]
fn a_project_has_so_many_templates() {
    let ledger = World::new().ledger;
    for number in 0..TEMPLATES_MAX {
        create(&ledger, &format!("t{number}"), &format!("Name {number}"), "text").unwrap();
    }
    assert_eq!(create(&ledger, "more", "One more", "text"), Err(TemplateConflict::TooMany));
    delete(&ledger, "t0").unwrap();
    create(&ledger, "more", "One more", "text").unwrap();
}

#[test]
fn a_deleted_template_is_gone_with_its_versions() {
    let ledger = World::new().ledger;
    create(&ledger, "t1", "Update", "one").unwrap();
    edit(&ledger, "ada", "t1", ("Update", "two", 1)).unwrap();
    delete(&ledger, "t1").unwrap();
    assert_eq!(delete(&ledger, "t1"), Err(TemplateConflict::Unknown));
    assert_eq!(edit(&ledger, "ada", "t1", ("Update", "x", 2)), Err(TemplateConflict::Unknown));
    assert_eq!(ledger.templates().versions(&"t1".parse().unwrap()).unwrap(), Err(TemplateConflict::Unknown));
    create(&ledger, "t1", "Update", "three").unwrap();
    assert_eq!(read(&ledger, "t1", Some(2)), Err(TemplateConflict::UnknownVersion));
}

#[test]
fn a_version_that_its_deleter_has_not_seen_stays() {
    let ledger = World::new().ledger;
    create(&ledger, "t1", "Update", "one").unwrap();
    let newest = edit(&ledger, "bob", "t1", ("Update", "two", 1)).unwrap();
    let records = recorded(&ledger).len();
    assert_eq!(delete_seen(&ledger, "t1", Some(1)), Err(TemplateConflict::Edited(newest)));
    assert_eq!((names(&ledger).len(), recorded(&ledger).len()), (1, records));
    assert_eq!(delete_seen(&ledger, "t1", Some(2)), Ok(()));
    assert_eq!(names(&ledger).len(), 0);
}

#[test]
fn a_record_names_the_template_and_never_its_text() {
    let ledger = World::new().ledger;
    create(&ledger, "t1", "unannounced name", "unannounced text").unwrap();
    edit(&ledger, "bob", "t1", ("unannounced name", "unannounced", 1)).unwrap();
    delete(&ledger, "t1").unwrap();
    let entries = recorded(&ledger);
    assert_eq!(entries.len(), 3);
    for (entry, action) in entries.iter().zip(["delete_template", "edit_template", "create_template"]) {
        assert!(entry.contains(action) && entry.contains(r#"{"kind":"template","id":"t1"}"#), "{entry}");
        assert!(!entry.contains("unannounced"), "{entry}");
    }
}

#[test]
fn an_interruption_at_any_statement_leaves_a_change_and_its_record_or_neither() {
    for statement in 0.. {
        let disk = Faulty::new();
        let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
        create(&ledger, "t1", "Update", "one").unwrap();
        disk.interrupt_after(Some(statement));
        let change = TemplateEdit { name: "Update".into(), text: "two".into(), version: 1 };
        let edited = ledger.templates().edit(
            &"t1".parse().unwrap(),
            change,
            by("ada", AuditAction::EditTemplate),
            NOW,
        );
        disk.interrupt_after(None);
        let (version, records) = if edited.is_ok() { (2, 2) } else { (1, 1) };
        let stored = read(&ledger, "t1", None).unwrap().version;
        assert_eq!((stored, recorded(&ledger).len()), (version, records), "statement {statement}");
        if edited.is_ok() {
            assert!(statement > 5, "no statement failed");
            break;
        }
    }
}
