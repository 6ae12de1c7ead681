use docket_core::http::route::RouteRow;
use serde_json::Value;

use super::json::block;
use super::routes::needs;
use super::schema::{kind, name_of};

pub(super) fn write(text: &mut String, row: &RouteRow, operation: &Value, document: &Value) {
    let needs = match needs(row.authorization) {
        needs if needs.is_empty() => "Public.".to_owned(),
        needs => format!("Needs {needs}."),
    };
    let more = operation["description"].as_str().map(|more| format!(" {more}")).unwrap_or_default();
    let summary = operation["summary"].as_str().unwrap_or_default();
    text.push_str(&format!(
        "\n### `{} {}`\n\n{summary}.{more} {needs} Its name is `{}`.\n",
        row.method.as_str(),
        row.pattern,
        row.name
    ));
    parameters(text, &operation["parameters"]);
    if let Some(content) = operation.pointer("/requestBody/content/application~1json") {
        text.push_str(&format!("\nBody, {}:\n", kind(&content["schema"])));
        block(text, &content["example"]);
    }
    responses(text, &operation["responses"], document);
}

fn parameters(text: &mut String, parameters: &Value) {
    let parameters = parameters.as_array().map(Vec::as_slice).unwrap_or_default();
    if parameters.is_empty() {
        return;
    }
    text.push_str("\n| parameter | in | | |\n|---|---|---|---|\n");
    for parameter in parameters {
        let [name, place, about] =
            ["name", "in", "description"].map(|member| parameter[member].as_str().unwrap_or_default());
        let required = if parameter["required"] == true { ", required" } else { "" };
        text.push_str(&format!(
            "| `{name}` | {place}{required} | {} | {about} |\n",
            kind(&parameter["schema"])
        ));
    }
}

fn responses(text: &mut String, responses: &Value, document: &Value) {
    text.push_str("\n| status | |\n|---|---|\n");
    let (mut example, mut problems) = (None, Vec::new());
    for (status, response) in responses.as_object().into_iter().flatten() {
        let resolved = match response["$ref"].as_str() {
            Some(path) => &document["components"]["responses"][name_of(path)],
            None => response,
        };
        let about = resolved["description"].as_str().unwrap_or_default();
        if response.get("$ref").is_some() {
            problems.push(format!("{status} {about}"));
            continue;
        }
        let contents = response["content"].as_object();
        let kinds: Vec<_> = contents
            .into_iter()
            .flatten()
            .map(|(media_type, content)| match media_type.as_str() {
                "application/json" => kind(&content["schema"]),
                other => format!("`{other}`"),
            })
            .collect();
        let headers: Vec<_> = response["headers"].as_object().into_iter().flatten().collect();
        let headers: Vec<_> = headers
            .iter()
            .filter(|(name, _)| *name != "Docket-Request-Id")
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        let mut cell = about.to_owned();
        if !kinds.is_empty() {
            cell.push_str(&format!(" {}.", kinds.join(" or ")));
        }
        if !headers.is_empty() {
            cell.push_str(&format!(" Headers: {}.", headers.join(", ")));
        }
        text.push_str(&format!("| {status} | {cell} |\n"));
        let content = contents.and_then(|contents| contents.values().next());
        example = example.or_else(|| content.map(|content| content["example"].clone()));
    }
    if let Some(example) = example {
        block(text, &example);
    }
    text.push_str(&format!("\nProblems: {}.\n", problems.join("; ")));
}
