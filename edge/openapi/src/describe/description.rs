use docket_wire::{Job, ProblemCode, REPLAYED_HEADER, Submission};
use schemars::JsonSchema;
use serde_json::{Value, json};

use super::examples::{service_job, submission};
use super::parameter::Parameter;
use super::problems::{OF_BUDGET, OF_PROMPT, OF_SERVICE};
use crate::schemas::{SchemaRef, Schemas};

/// What a route takes and responds with, beyond what the route table says.
pub(crate) struct Description {
    pub(crate) tag: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) text: &'static str,
    /// Of the path's `{id}`, the query and headers.
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Option<Content>,
    pub(crate) successes: Vec<Success>,
    /// The problems of this route. Those that the route table implies are added to them.
    pub(crate) problems: Vec<ProblemCode>,
}

impl Description {
    pub(super) fn new(tag: &'static str, summary: &'static str) -> Self {
        Self {
            tag,
            summary,
            text: "",
            parameters: Vec::new(),
            body: None,
            successes: Vec::new(),
            problems: Vec::new(),
        }
    }

    pub(super) fn text(self, text: &'static str) -> Self {
        Self { text, ..self }
    }

    pub(super) fn takes(mut self, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        self.parameters.extend(parameters);
        self
    }

    pub(super) fn body<T: JsonSchema>(self, example: Value) -> Self {
        Self { body: Some(Content::read::<T>(example)), ..self }
    }

    pub(super) fn responds(mut self, success: Success) -> Self {
        self.successes.push(success);
        self
    }

    /// Adds a response, and the one to a client that has it already.
    pub(super) fn responds_if_changed(self, success: Success) -> Self {
        let headers = success.headers.clone();
        self.responds(success)
            .responds(Success { headers, ..Success::empty("304", "The client has the response already.") })
    }

    /// Adds what every route responds with that sends a prompt to the service: its response has the service's own
    /// status.
    pub(super) fn sends_a_prompt(self) -> Self {
        let sent = Success::empty("2XX", "The job, with the status and the body of the service's response.")
            .with(Content::read::<Job>(service_job()))
            .headers(&[REPLAYED_HEADER]);
        self.responds(sent).fails(OF_SERVICE).fails(OF_BUDGET).fails(OF_PROMPT)
    }

    /// Adds the response to the key of a follow-up that is queued. The service may respond with the same status.
    pub(super) fn responds_while_queued(self) -> Self {
        let text = "The service's response with the job, or the submission if the follow-up is queued.";
        let content = Content {
            media_type: "application/json",
            schema: |schemas| json!({ "anyOf": [schemas.written::<Submission>(), schemas.read::<Job>()] }),
            example: submission("queued"),
        };
        self.responds(Success::empty("202", text).with(content).headers(&[REPLAYED_HEADER]))
    }

    pub(super) fn fails(mut self, problems: &[ProblemCode]) -> Self {
        self.problems.extend(problems);
        self
    }
}

/// The response to a change by a caller who may not read the project's jobs.
pub(super) fn without_read() -> Success {
    Success::empty("204", "The same for a caller without `jobs:read`, who does not get what others wrote.")
}

/// A body of one media type.
pub(crate) struct Content {
    pub(crate) media_type: &'static str,
    pub(crate) schema: SchemaRef,
    pub(crate) example: Value,
}

impl Content {
    pub(super) fn read<T: JsonSchema>(example: Value) -> Self {
        Self { media_type: "application/json", schema: Schemas::read::<T>, example }
    }

    pub(super) fn written<T: JsonSchema>(example: Value) -> Self {
        Self { media_type: "application/json", schema: Schemas::written::<T>, example }
    }

    pub(super) fn text(media_type: &'static str, example: &str) -> Self {
        Self { media_type, schema: Schemas::written::<String>, example: example.into() }
    }
}

/// A response below 400. Its status is a number, or `2XX`.
pub(crate) struct Success {
    pub(crate) status: &'static str,
    pub(crate) text: &'static str,
    /// Names of headers in the document's components, beside those that the route table implies.
    pub(crate) headers: Vec<&'static str>,
    pub(crate) contents: Vec<Content>,
}

impl Success {
    pub(super) fn empty(status: &'static str, text: &'static str) -> Self {
        Self { status, text, headers: Vec::new(), contents: Vec::new() }
    }

    /// A response of Docket's own.
    pub(super) fn json<T: JsonSchema>(status: &'static str, text: &'static str, example: Value) -> Self {
        Self::empty(status, text).with(Content::written::<T>(example))
    }

    pub(super) fn with(mut self, content: Content) -> Self {
        self.contents.push(content);
        self
    }

    pub(super) fn headers(mut self, headers: &[&'static str]) -> Self {
        self.headers.extend(headers);
        self
    }
}
