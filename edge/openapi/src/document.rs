//! The OpenAPI document.

use std::collections::BTreeSet;

use docket_core::http::route::{FoundRoute, ROUTES, Route, RouteRow};
use serde_json::{Map, Value, json};

use crate::describe::{Content, Description, Parameter, ParameterPlace, ParameterSchema, describe, project};
use crate::headers::BUDGET_HEADERS;
use crate::problems::{ProblemResponses, problems_of};
use crate::schemas::Schemas;
use crate::{headers, security};

const ABOUT: &str = "Docket serves the operations of the documentation service at the same paths, and its own under `/api`. \
                     `HEAD` is answered like `GET`, without the body. Every response has the security headers and \
                     `Cache-Control: no-store`. An empty text parameter counts as absent. Programs accept members that they \
                     do not know.";

/// The document of all routes.
///
/// # Panics
/// If the description of a route contradicts the route table, or a type has two schemas.
#[must_use]
pub fn document() -> Value {
    let (mut schemas, mut problems) = (Schemas::new(), ProblemResponses::default());
    let mut paths = Map::new();
    let mut tags = Vec::new();
    for row in ROUTES {
        let description = describe(&route(row));
        if !tags.contains(&description.tag) {
            tags.push(description.tag);
        }
        let item = paths.entry(row.pattern).or_insert_with(|| json!({}));
        item[row.method.as_str().to_lowercase()] = operation(row, description, &mut schemas, &mut problems);
    }
    problems.add_schemas(&mut schemas);
    json!({
        "openapi": "3.1.1",
        "info": {
            "title": "Docket",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "The deployment that serves this document." }],
        "tags": tags.into_iter().map(|tag| json!({ "name": tag })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "securitySchemes": security::schemes(),
            "headers": headers::all(),
            "responses": problems.into_all(),
            "schemas": schemas.into_all(),
        },
    })
}

/// An identifier of anything, also of a session.
const ID: &str = "00000000000000000000000000000000";

/// A route of a row, with identifiers that stand for all others.
fn route(row: &RouteRow) -> Route {
    let stands_for = |part| match part {
        "{day}" => "2026-01-31",
        part if part.starts_with('{') => ID,
        part => part,
    };
    let path: Vec<_> = row.pattern.split('/').map(stands_for).collect();
    match FoundRoute::find(row.method.as_str(), &path.join("/")) {
        Ok(found) => found.route,
        Err(error) => panic!("{}: {error}", row.pattern),
    }
}

fn operation(
    row: &RouteRow,
    description: Description,
    schemas: &mut Schemas,
    problems: &mut ProblemResponses,
) -> Value {
    check(row, &description);
    let codes = problems_of(row, &description);
    let Description { tag, summary, text, parameters, body, successes, problems: _ } = description;
    let placeholder =
        ["projectId", "project"].into_iter().find(|name| row.pattern.contains(&format!("{{{name}}}")));
    let parameters: Vec<_> =
        placeholder.map(project).into_iter().chain(parameters).map(|each| parameter(each, schemas)).collect();
    let names_budgets = row.budget.is_some() || matches!(route(row), Route::Analytics(..));
    let mut responses = Map::new();
    for success in successes {
        let implied = std::iter::once("Docket-Request-Id").filter(|_| success.status != "101");
        let names =
            implied.chain(BUDGET_HEADERS.into_iter().filter(|_| names_budgets)).chain(success.headers);
        let headers: Map<_, _> = names.map(|name| (name.to_owned(), reference("headers", name))).collect();
        let mut response = json!({ "description": success.text, "headers": headers });
        if !success.contents.is_empty() {
            response["content"] = contents(success.contents, schemas);
        }
        responses.insert(success.status.to_owned(), response);
    }
    responses.extend(problems.refer(&codes, names_budgets));
    let mut operation = json!({
        "operationId": row.name,
        "tags": [tag],
        "summary": summary,
        "security": security::requirements(row),
        "parameters": parameters,
        "responses": responses,
    });
    if !text.is_empty() {
        operation["description"] = text.into();
    }
    if let Some(body) = body {
        operation["requestBody"] = json!({ "required": true, "content": contents(vec![body], schemas) });
    }
    operation
}

/// Checks that a description has what the row names, in its order.
fn check(row: &RouteRow, description: &Description) {
    let names = |place| {
        let parameters = description.parameters.iter().filter(move |parameter| parameter.place == place);
        parameters.map(|parameter| parameter.name).collect::<Vec<_>>()
    };
    if row.pattern.starts_with("/api") {
        assert_eq!(names(ParameterPlace::Query), row.parameters, "the query of {}", row.name);
    }
    let is_own = |part: &&str| part.starts_with('{') && !part.starts_with("{project");
    let placeholders = row.pattern.split('/').filter(is_own).count();
    assert_eq!(names(ParameterPlace::Path).len(), placeholders, "{}", row.name);
    let all: BTreeSet<_> = description.parameters.iter().map(|parameter| parameter.name).collect();
    assert_eq!(all.len(), description.parameters.len(), "a parameter of {} is there twice", row.name);
}

fn parameter(parameter: Parameter, schemas: &mut Schemas) -> Value {
    let Parameter { place, name, text, schema, is_required, example } = parameter;
    let place = match place {
        ParameterPlace::Path => "path",
        ParameterPlace::Query => "query",
        ParameterPlace::Header => "header",
    };
    let schema = match schema {
        ParameterSchema::Type(of) => of(schemas),
        ParameterSchema::Own(schema) => schema,
    };
    let mut described =
        json!({ "name": name, "in": place, "description": text, "required": is_required, "schema": schema });
    if let Some(example) = example {
        described["example"] = example;
    }
    described
}

fn contents(contents: Vec<Content>, schemas: &mut Schemas) -> Value {
    let described = contents.into_iter().map(|Content { media_type, schema, example }| {
        (media_type.to_owned(), json!({ "schema": schema(schemas), "example": example }))
    });
    described.collect::<Map<_, _>>().into()
}

fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}
