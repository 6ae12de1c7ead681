use serde_json::{Map, Value, json};

/// The service's own types.
const OPEN: [&str; 6] = ["Job", "Prompt", "Source", "VisitorRow", "VisitorTotals", "VisitorsResponse"];

/// The document as tests want it: the objects in Docket's responses have no members but those that it names. Programs
/// must accept others, since a newer release may add some, so the published document has no such rule.
#[must_use]
pub fn without_additional_members(mut document: Value) -> Value {
    let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
        return document;
    };
    let known = schemas.clone();
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !OPEN.contains(&name.as_str())) {
        let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        let is_object = match variants {
            Some(variants) => {
                variants.iter_mut().for_each(|variant| inline(variant, &known));
                variants.iter().any(|variant| variant.get("properties").is_some())
            }
            None => false,
        };
        if is_object || schema.get("type").is_some_and(|each| each == "object") {
            schema["unevaluatedProperties"] = json!(false);
        }
    }
    document
}

/// A variant that refers to a struct has a tag that the struct does not have: it gets the struct's members instead.
fn inline(variant: &mut Value, schemas: &Map<String, Value>) {
    let name = variant.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    let (Some(name), true) = (name, variant.get("properties").is_some()) else { return };
    let inlined = schemas.get(name).cloned().unwrap_or_default();
    let tag = std::mem::replace(variant, inlined);
    for (name, schema) in tag["properties"].as_object().into_iter().flatten() {
        variant["properties"][name] = schema.clone();
    }
    if let (Some(required), Some(more)) = (variant["required"].as_array_mut(), tag["required"].as_array()) {
        required.extend(more.iter().cloned());
    }
}
