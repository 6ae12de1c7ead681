//! The committed files, and what must hold of the document beyond its types.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]

use std::fs;
use std::path::Path;

use docket_core::http::route::ROUTES;
use docket_openapi::{DOCUMENT_FILE, REFERENCE_FILE, closed, document, document_text, reference};
use jsonschema::Validator;
use serde_json::{Value, json};

#[test]
fn the_committed_files_are_those_of_the_types() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, text) in [(DOCUMENT_FILE, document_text()), (REFERENCE_FILE, reference(&document()))] {
        let committed = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(committed == text, "{file} is out of date: `cargo xtask openapi` writes it");
    }
}

/// Every operation, with its name.
fn operations(document: &Value) -> Vec<(&str, &Value)> {
    let operation = |row: &docket_core::http::route::RouteRow| {
        (row.name, &document["paths"][row.pattern][row.method.as_str().to_lowercase()])
    };
    ROUTES.iter().map(operation).collect()
}

/// A validator of a schema that refers to those of the document.
fn validator(document: &Value, schema: &Value) -> Validator {
    let schema = json!({ "allOf": [schema], "components": document["components"] });
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

#[track_caller]
fn check(document: &Value, schema: &Value, example: &Value, place: &str) {
    let errors: Vec<_> =
        validator(document, schema).iter_errors(example).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{place}: {errors:?}");
}

#[test]
fn every_operation_has_examples_and_they_are_valid() {
    let document = closed(document());
    for (name, operation) in operations(&document) {
        assert_eq!(operation["operationId"], name);
        for parameter in operation["parameters"].as_array().unwrap() {
            let place = format!("{name} {}", parameter["name"]);
            match parameter.get("example") {
                Some(example) => check(&document, &parameter["schema"], example, &place),
                None => assert_eq!(parameter["required"], false, "{place} has no example"),
            }
        }
        if let Some(body) = operation.get("requestBody") {
            let content = &body["content"]["application/json"];
            check(&document, &content["schema"], &content["example"], name);
        }
        let responses = operation["responses"].as_object().unwrap();
        let is_success = |status: &str| ["1", "2"].iter().any(|start| status.starts_with(start));
        assert!(responses.keys().any(|status| is_success(status)), "{name} cannot succeed");
        for (status, response) in responses.iter().filter(|(status, _)| is_success(status)) {
            for (_, content) in response.get("content").and_then(Value::as_object).into_iter().flatten() {
                check(&document, &content["schema"], &content["example"], &format!("{name} {status}"));
            }
        }
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_used() {
    let document = document();
    let text = document.to_string();
    let references: Vec<&str> =
        text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for reference in &references {
        assert!(document.pointer(reference).is_some(), "{reference} is not in the document");
    }
    for kind in ["headers", "responses", "schemas"] {
        for name in document["components"][kind].as_object().unwrap().keys() {
            // Only the frames of the WebSocket have some.
            let is_used = references.contains(&format!("/components/{kind}/{name}").as_str());
            assert!(is_used, "nothing refers to {kind}/{name}");
        }
    }
}

#[test]
fn descriptions_have_no_names_of_the_code() {
    let text = document_text();
    for line in text.lines().filter(|line| line.contains("\"description\"")) {
        assert!(!line.contains("::") && !line.contains("[`"), "{line}");
    }
}
