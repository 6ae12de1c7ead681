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

/// What nothing else needs: the app and the Worker.
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
    use std::{collections::BTreeSet, sync::LazyLock};

    use cyclonedx_bom::{
        models::bom::{Bom, SpecVersion},
        validation::Validate as _,
    };

    use super::*;
    use crate::{environment::Environment, workspace::Workspace};

    static BILL: LazyLock<Value> =
        LazyLock::new(|| of(&Crates::read(&Environment::inherited(Workspace::find().unwrap())).unwrap()));

    fn components() -> &'static [Value] {
        BILL["components"].as_array().unwrap()
    }

    fn names() -> BTreeSet<&'static str> {
        components().iter().map(|component| component["name"].as_str().unwrap()).collect()
    }

    #[test]
    fn the_bill_is_valid() {
        let bill = Bom::parse_json_value(BILL.clone()).unwrap();
        let result = bill.validate_version(SpecVersion::V1_5);
        assert!(result.passed(), "{:?}", result.errors().collect::<Vec<_>>());
    }

    #[test]
    fn it_has_what_runs_and_nothing_else() {
        let names = names();
        for crate_of_app_or_worker in
            ["leptos", "worker", "argon2", "serde_json", "docket-app", "docket-edge"]
        {
            assert!(names.contains(crate_of_app_or_worker), "{crate_of_app_or_worker}");
        }
        // Of tests, of builds, of xtask and the stand-in, and of another target.
        for other in [
            "proptest",
            "rusqlite",
            "tempfile",
            "serde_derive",
            "clap",
            "xtask",
            "docket-sim",
            "axum",
            "libc",
        ] {
            assert!(!names.contains(other), "{other}");
        }
    }

    #[test]
    fn every_crate_of_the_registry_has_licence_purl_and_hash() {
        for component in components() {
            let text = |pointer: &str| component.pointer(pointer).and_then(Value::as_str);
            let licence = text("/licenses/0/expression").unwrap_or_else(|| panic!("{component}"));
            assert!(spdx::Expression::parse(licence).is_ok(), "{component}");
            let is_own = text("/name").unwrap().starts_with("docket-");
            assert_eq!(
                text("/purl").is_some_and(|purl| purl.starts_with("pkg:cargo/")),
                !is_own,
                "{component}"
            );
            assert_eq!(
                text("/hashes/0/content").is_some_and(|hash| hash.len() == 64),
                !is_own,
                "{component}"
            );
        }
    }

    #[test]
    fn every_dependency_is_a_component_and_the_release_needs_both_programs() {
        let references: BTreeSet<&str> =
            components().iter().map(|component| component["bom-ref"].as_str().unwrap()).collect();
        assert_eq!(references.len(), components().len());
        let dependencies = BILL["dependencies"].as_array().unwrap();
        assert_eq!(dependencies.len(), references.len() + 1);
        for needed in dependencies.iter().flat_map(|it| it["dependsOn"].as_array().unwrap()) {
            assert!(references.contains(needed.as_str().unwrap()), "{needed}");
        }
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            dependencies[0]["dependsOn"],
            json!([format!("docket-app@{version}"), format!("docket-edge@{version}")])
        );
    }
}
