use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

/// What refers to a schema, and adds it to the document.
pub(crate) type SchemaRef = fn(&mut Schemas) -> Value;

/// The schemas of the document. A type that is only read may leave out what has a default; one that is written has it.
pub(crate) struct Schemas {
    requests: SchemaGenerator,
    responses: SchemaGenerator,
}

impl Schemas {
    pub(crate) fn new() -> Self {
        let settings = || {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings
        };
        Self {
            requests: settings().for_deserialize().into_generator(),
            responses: settings().for_serialize().into_generator(),
        }
    }

    /// A type in requests, and in the service's own responses, which Docket passes on as far as it reads them.
    pub(crate) fn read<T: JsonSchema>(&mut self) -> Value {
        self.requests.subschema_for::<T>().to_value()
    }

    /// A type in Docket's responses.
    pub(crate) fn written<T: JsonSchema>(&mut self) -> Value {
        self.responses.subschema_for::<T>().to_value()
    }

    /// All schemas, by name.
    ///
    /// # Panics
    /// If a type is in requests and in responses, and differs in them: it needs two names.
    pub(crate) fn into_all(mut self) -> BTreeMap<String, Value> {
        let mut all: BTreeMap<_, _> = self.requests.take_definitions(true).into_iter().collect();
        for (name, mut schema) in self.responses.take_definitions(true) {
            without_absent_nulls(&mut schema);
            let earlier = all.insert(name.clone(), schema.clone());
            assert!(
                earlier.is_none_or(|earlier| earlier == schema),
                "{name} differs in requests and responses"
            );
        }
        all.values_mut().for_each(without_links);
        all
    }
}

/// Removes null from the members that Docket leaves out instead.
fn without_absent_nulls(schema: &mut Value) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required =
        |name: &str| required.as_array().is_some_and(|names| names.iter().any(|each| each == name));
    let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (_, member) in members.iter_mut().filter(|(name, _)| !is_required(name)) {
        if let Some(types) = member.get_mut("type").and_then(Value::as_array_mut) {
            types.retain(|each| each != "null");
        }
        if let Some(variants) = member.get_mut("anyOf").and_then(Value::as_array_mut) {
            variants.retain(|variant| variant.get("type").is_none_or(|each| each != "null"));
        }
    }
}

/// Removes what only rustdoc understands from descriptions: the brackets around names.
fn without_links(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match member {
                    Value::String(text) if name == "description" => {
                        *text = text.replace("[`", "`").replace("`]", "`").replace('\n', " ");
                    }
                    other => without_links(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(without_links),
        _ => {}
    }
}
