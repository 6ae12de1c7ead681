use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use docket_core::http::route::FoundRoute;
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

use crate::{document, without_additional_members};

/// The document's name in references.
const NAME: &str = "urn:docket:openapi";

/// The document as a judge of requests and responses.
pub struct Contract {
    document: Value,
    registry: Registry<'static>,
    /// By the place of the schema in the document.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A request and its response.
pub struct Exchange<'a, H: Fn(&str) -> Option<String>> {
    pub method: &'a str,
    pub path: &'a str,
    pub status: u16,
    /// A header of the response, by name.
    pub header: H,
    pub body: &'a str,
}

impl Default for Contract {
    fn default() -> Self {
        Self::new()
    }
}

impl Contract {
    /// The document without additional members.
    ///
    /// # Panics
    /// If the document is not one.
    #[must_use]
    pub fn new() -> Self {
        let document = without_additional_members(document());
        let registry = Registry::new().add(NAME, document.clone()).and_then(|registry| registry.prepare());
        let registry =
            registry.unwrap_or_else(|error| panic!("the document has no sound references: {error}"));
        Self { document, registry, validators: Mutex::default() }
    }

    #[must_use]
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Checks a value with the schema at a place of the document.
    ///
    /// # Errors
    /// Says everything that the schema does not allow.
    ///
    /// # Panics
    /// If there is no schema.
    pub fn check_value(&self, place: &str, value: &Value) -> Result<(), String> {
        let validator = {
            let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
            let made = validators.entry(place.to_owned()).or_insert_with(|| {
                let schema =
                    json!({ "$ref": format!("{NAME}#{}", place.replace('{', "%7B").replace('}', "%7D")) });
                let options =
                    jsonschema::options().with_registry(&self.registry).should_validate_formats(true);
                Arc::new(options.build(&schema).unwrap_or_else(|error| panic!("{place}: {error}")))
            });
            Arc::clone(made)
        };
        let errors: Vec<_> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors.join("; ")) }
    }

    /// Checks that a response is one that the document has for its request. A request for no operation gets a problem.
    ///
    /// # Errors
    /// Says what the document does not have.
    pub fn check<H: Fn(&str) -> Option<String>>(&self, exchange: &Exchange<'_, H>) -> Result<(), String> {
        let Exchange { method, path, status, header, body } = exchange;
        let Ok(FoundRoute { row, .. }) = FoundRoute::find(method, path) else { return Ok(()) };
        let method = row.method.as_str().to_lowercase();
        let place = format!("/paths/{}/{method}/responses", row.pattern.replace('/', "~1"));
        let known = [status.to_string(), format!("{}XX", status / 100)];
        let known = known.iter().map(|status| format!("{place}/{status}"));
        let mut known = known.filter_map(|place| Some((self.document.pointer(&place)?, place)));
        let (response, place) =
            known.next().ok_or_else(|| format!("{} has no response {status}", row.name))?;
        let referred = response["$ref"].as_str().and_then(|path| path.strip_prefix('#')).map(str::to_owned);
        let place = referred.unwrap_or(place);
        let fail = |error: String| Err(format!("{} {status}: {error}", row.name));
        let response = self.document.pointer(&place).unwrap_or(&Value::Null);
        if let Some(name) = self.other_header(response, header) {
            return fail(format!("the header {name}"));
        }
        let Some(contents) = response["content"].as_object().filter(|_| exchange.method != "HEAD") else {
            return if body.is_empty() { Ok(()) } else { fail("a body".to_owned()) };
        };
        let content_type = header("Content-Type").unwrap_or_default();
        let media_type = content_type.split(';').next().unwrap_or_default();
        if !contents.contains_key(media_type) {
            return fail(format!("a body of type {content_type:?}"));
        }
        if !media_type.ends_with("json") || media_type.contains("ndjson") {
            return Ok(());
        }
        let value = serde_json::from_str(body).map_err(|error| format!("{} {status}: {error}", row.name))?;
        self.check_value(&format!("{place}/content/{}/schema", media_type.replace('/', "~1")), &value)
            .or_else(fail)
    }

    /// A header that a response lacks, or has though the document has it only elsewhere.
    fn other_header(&self, response: &Value, header: impl Fn(&str) -> Option<String>) -> Option<&str> {
        let headers = self.document["components"]["headers"].as_object()?;
        let mut others = headers.iter().filter(|(name, described)| {
            let is_there = header(name).is_some();
            match response["headers"].get(name.as_str()) {
                Some(_) => described["required"] == true && !is_there,
                // A renewed session adds its cookie to any response.
                None => is_there && name.as_str() != "Set-Cookie",
            }
        });
        others.next().map(|(name, _)| name.as_str())
    }
}
