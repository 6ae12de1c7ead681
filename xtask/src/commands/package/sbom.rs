//! The bill of materials: the crates in the app and the Worker, as CycloneDX 1.5.

use serde_json::{Map, Value, json};

use super::crates::{Crate, Crates, Id};

/// Name of the release in the bill.
const RELEASE: &str = "docket";

/// The bill. It has no time and no serial number, so that the same crates have the same bill.
pub(super) fn of(crates: &Crates) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    let mut dependencies = vec![json!({ "ref": RELEASE, "dependsOn": programs(crates) })];
    dependencies.extend(crates.0.iter().map(|(id, Crate { needs, .. })| {
        json!({ "ref": reference(id), "dependsOn": needs.iter().map(reference).collect::<Vec<_>>() })
    }));
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": RELEASE,
            "name": RELEASE,
            "version": version,
            "licenses": [{ "expression": env!("CARGO_PKG_LICENSE") }],
        } },
        "components": crates.0.iter().map(|(id, it)| component(id, it)).collect::<Vec<_>>(),
        "dependencies": dependencies,
    })
}

/// The crates that no other crate needs: the app and the Worker.
fn programs(crates: &Crates) -> Vec<String> {
    let is_needed = |id: &Id| crates.0.values().any(|other| other.needs.contains(id));
    crates.0.keys().filter(|id| !is_needed(id)).map(reference).collect()
}

fn reference(id: &Id) -> String {
    format!("{}@{}", id.name, id.version)
}

fn component(id: &Id, Crate { package, checksum, .. }: &Crate) -> Value {
    let mut component = Map::new();
    let mut set = |name: &str, value: Value| component.insert(name.to_owned(), value);
    set("type", "library".into());
    set("bom-ref", reference(id).into());
    set("name", id.name.clone().into());
    set("version", id.version.clone().into());
    if let Some(licence) = &package.license {
        // Older manifests write a slash for OR.
        set("licenses", json!([{ "expression": licence.replace('/', " OR ") }]));
    }
    if package.source.is_some() {
        // Docket's own crates have none: somebody else may publish a crate of that name.
        set("purl", format!("pkg:cargo/{}@{}", id.name, id.version.replace('+', "%2B")).into());
    }
    if let Some(checksum) = checksum {
        set("hashes", json!([{ "alg": "SHA-256", "content": checksum }]));
    }
    if let Some(repository) = &package.repository {
        set("externalReferences", json!([{ "type": "vcs", "url": repository }]));
    }
    component.into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cyclonedx_bom::{
        models::bom::{Bom, SpecVersion},
        validation::Validate as _,
    };

    use super::*;
    use crate::{environment::Environment, workspace::Workspace};

    fn bill() -> Value {
        of(&Crates::read(&Environment::inherited(Workspace::find().unwrap())).unwrap())
    }

    #[test]
    fn the_bill_is_valid() {
        let bill = Bom::parse_json_value(bill()).unwrap();
        let result = bill.validate_version(SpecVersion::V1_5);
        assert!(result.passed(), "{:?}", result.errors().collect::<Vec<_>>());
    }

    #[test]
    fn it_has_what_runs_and_nothing_else() {
        let bill = bill();
        let components = bill["components"].as_array().unwrap();
        let names: BTreeSet<&str> = components.iter().map(|it| it["name"].as_str().unwrap()).collect();
        let lacking = ["leptos", "worker", "argon2", "docket-app", "docket-edge"];
        assert_eq!(lacking.into_iter().find(|name| !names.contains(name)), None);
        // Of tests, of builds, of xtask and the stand-in, and of another target.
        let others = ["proptest", "rusqlite", "serde_derive", "clap", "xtask", "docket-sim", "libc"];
        assert_eq!(others.into_iter().find(|name| names.contains(name)), None);
    }

    #[test]
    fn every_crate_of_the_registry_has_a_licence_and_its_hash() {
        for component in bill()["components"].as_array().unwrap() {
            let is_own = component["name"].as_str().unwrap().starts_with("docket-");
            let has_hash = component.pointer("/hashes/0/content").is_some();
            assert!(has_hash != is_own && component["licenses"].is_array(), "{component}");
        }
    }
}
