//! What a migration does is fixed, because databases have run it: it imports no code that may change.

use std::fmt::Display;

use super::modules::Modules;

/// The core, where all databases have their migrations.
const CORE: &str = "edge/core/src";
/// The folder or file of migrations.
const SCHEMA: &str = "schema";
/// What migrations import besides their own folder.
const STORAGE: &str = "storage";
const CRATES: [&str; 2] = ["core", "std"];
const RULE: &str = "migrations import only crate::storage, core and std, so that what they do never changes";

/// The schema that a module belongs to: its path up to there.
fn schema_of(module: &[String]) -> Option<&[String]> {
    let depth = module.iter().position(|part| part == SCHEMA)?;
    module.get(..=depth)
}

fn may_import(schema: &[String], target: &[String]) -> bool {
    target.starts_with(schema) || target.first().is_some_and(|part| part == STORAGE)
}

fn sentence(file: impl Display, target: impl Display) -> String {
    format!("{file} imports {target}: {RULE}")
}

#[test]
fn migrations_import_only_storage() {
    let modules = Modules::read(CORE);
    let mut wrong = Vec::new();
    let mut schemas = 0;
    for (module, imports) in modules.imports() {
        let Some(schema) = schema_of(&module) else { continue };
        schemas += 1;
        let file = modules.file(&module).display();
        let targets = imports.iter().filter(|target| !may_import(schema, target));
        wrong.extend(targets.map(|target| sentence(&file, modules.file(target).display())));
        let crates = modules.crates(&module).into_iter().filter(|name| !CRATES.contains(&name.as_str()));
        wrong.extend(crates.map(|name| sentence(&file, name)));
    }
    assert!(schemas > 25, "{schemas} files of migrations");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_migration_may_not_import_what_may_change() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    let migration = module("jobs::schema::v3");
    let schema = schema_of(&migration).unwrap();
    assert_eq!(schema, module("jobs::schema"));
    assert_eq!(schema_of(&module("auth::sign_in::schema")), Some(&*module("auth::sign_in::schema")));
    assert_eq!(schema_of(&module("jobs::store")), None);
    for allowed in ["storage", "storage::schema::moved_requests", "jobs::schema", "jobs::schema::v1"] {
        assert!(may_import(schema, &module(allowed)), "{allowed}");
    }
    for wrong in ["jobs::limits", "rate_limit", "analytics::schema::v2", "jobs"] {
        assert!(!may_import(schema, &module(wrong)), "{wrong}");
    }
    assert!(!may_import(schema, &[]), "the root has everything");
}
