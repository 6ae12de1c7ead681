//! The committed files, and what must hold of the document beyond its types.

use std::fs;
use std::path::Path;

use docket_core::http::route::{AuthorizationRule, ROUTES};
use docket_core::metrics::METRICS;
use docket_openapi::{
    Contract, DOCUMENT_FILE, REFERENCE_FILE, document, document_text, metrics_table, needs, reference,
    settings_table,
};
use docket_wire::Right;
use serde_json::Value;

#[test]
fn the_committed_files_are_those_of_the_types() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, text) in [(DOCUMENT_FILE, document_text()), (REFERENCE_FILE, reference(&document()))] {
        let committed = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(committed == text, "{file} is out of date: `cargo xtask docs` writes it");
    }
}

#[test]
fn the_tables_of_the_operating_manual_are_those_of_the_source() {
    let manual = include_str!("../../../docs/operating.md");
    for (name, table) in [("settings", settings_table()), ("metrics", metrics_table())] {
        let written = format!("<!-- cargo xtask docs: {name} -->\n{table}<!-- end -->\n");
        assert!(manual.contains(&written), "{name} are out of date: `cargo xtask docs` writes them");
    }
}

#[test]
fn the_alerts_use_metrics_and_labels_that_exist() {
    let table = metrics_table();
    let rules = include_str!("../../../docs/alerts.yml");
    let expressions: Vec<&str> =
        rules.lines().filter_map(|line| line.trim().strip_prefix("expr: ")).collect();
    assert_eq!(
        expressions.len(),
        rules.matches("- alert: ").count(),
        "each rule has an expression of one line"
    );
    for expression in expressions {
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let names = expression.split(|letter| !is_of_name(letter)).filter(|word| word.starts_with("docket_"));
        for name in names {
            assert!(table.contains(&format!("| `{name}` |")), "{name} is not a metric");
        }
        let values = expression.split('"').skip(1).step_by(2).flat_map(|values| values.split('|'));
        for value in values.filter(|value| *value != "docket") {
            let is_label = METRICS
                .iter()
                .flat_map(|metric| metric.series)
                .any(|series| series.labels.split('"').skip(1).step_by(2).any(|known| known == value));
            assert!(is_label, "no series has the label {value}: {expression}");
        }
    }
}

/// The guide has rows of the routes that it explains. The reference has all of them.
#[test]
fn the_guide_has_only_routes_of_the_table_with_their_rights() {
    let routes: Vec<_> = ROUTES
        .iter()
        .map(|row| (format!("`{} {}`", row.method.as_str(), row.pattern), needs(row.authorization)))
        .collect();
    let guide = include_str!("../../../docs/api.md");
    for line in guide.lines().filter(|line| line.starts_with("| `")) {
        let mut cells = line.split('|').skip(1).map(|cell| cell.trim().to_owned());
        let row = (cells.next().unwrap(), cells.next().unwrap());
        assert!(!row.0.contains(" /") || routes.contains(&row), "{row:?}");
    }
}

/// A part of a path in the document.
fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}

#[test]
fn every_operation_has_examples_and_they_are_valid() {
    let contract = Contract::new();
    for row in ROUTES {
        let name = row.name;
        let place = format!("/paths/{}/{}", escaped(row.pattern), row.method.as_str().to_lowercase());
        let operation = contract.document().pointer(&place).unwrap();
        let check = |place: String, example: &Value| {
            contract.check_value(&place, example).unwrap_or_else(|error| panic!("{place}: {error}"));
        };
        assert_eq!(operation["operationId"], name);
        for (index, parameter) in operation["parameters"].as_array().unwrap().iter().enumerate() {
            match parameter.get("example") {
                Some(example) => check(format!("{place}/parameters/{index}/schema"), example),
                None => {
                    assert_eq!(parameter["required"], false, "{name} {} has no example", parameter["name"])
                }
            }
        }
        if let Some(body) = operation.get("requestBody") {
            let example = &body["content"]["application/json"]["example"];
            check(format!("{place}/requestBody/content/application~1json/schema"), example);
        }
        let responses = operation["responses"].as_object().unwrap();
        let is_success = |status: &str| ["1", "2"].iter().any(|start| status.starts_with(start));
        assert!(responses.keys().any(|status| is_success(status)), "{name} cannot succeed");
        for (status, response) in responses.iter().filter(|(status, _)| is_success(status)) {
            for (media_type, content) in
                response.get("content").and_then(Value::as_object).into_iter().flatten()
            {
                let place = format!("{place}/responses/{status}/content/{}/schema", escaped(media_type));
                check(place, &content["example"]);
            }
        }
    }
}

#[test]
fn responses_that_are_withheld_are_described() {
    let document = document();
    let mut withheld = 0;
    let may_write = AuthorizationRule::Needs(Right::JobsWrite);
    for row in ROUTES {
        let place = format!("/paths/{}/{}", escaped(row.pattern), row.method.as_str().to_lowercase());
        let response = document.pointer(&format!("{place}/responses/204/description"));
        let is_withheld = row.needs_read_for_response() && row.authorization == may_write;
        // What has no body anyway is not described twice.
        assert!(response.is_some() || !is_withheld, "{} needs the response of `without_read`", row.name);
        let is_described = response.is_some_and(|text| text.as_str().unwrap().contains("`jobs:read`"));
        assert!(is_withheld || !is_described, "{} is withheld from nobody", row.name);
        withheld += usize::from(is_described);
    }
    assert!(withheld > 0);
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
