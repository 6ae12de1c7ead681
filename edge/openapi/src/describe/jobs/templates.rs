//! The routes of prompt templates.

use docket_core::http::route::JobsRoute;
use docket_wire::ProblemCode::{TemplateConflict, TemplateNameTaken, TooManyTemplates, UnknownTemplate};
use docket_wire::{NewTemplate, Template, TemplateEdit, TemplateVersions, TemplatesPage};
use serde_json::{Value, json};

use crate::describe::description::{Description, Success};
use crate::describe::examples::TEMPLATE;
use crate::describe::parameter::{number, template_id};

const TEMPLATES: &str = "Prompt templates";

pub(super) fn list() -> Description {
    Description::new(TEMPLATES, "List the prompt templates, by name").responds(
        Success::json::<TemplatesPage>(
            "200",
            "The templates, without their texts.",
            json!({ "templates": [entry()], "hasMore": false }),
        ),
    )
}

pub(super) fn create() -> Description {
    Description::new(TEMPLATES, "Make a prompt template")
        .text("If a template has the same name and the same text, the response has that template.")
        .body::<NewTemplate>(json!({ "name": "Update a page", "text": TEXT }))
        .responds(Success::json::<Template>("201", "The template.", template(1)))
        .fails(&[TemplateNameTaken, TooManyTemplates])
}

pub(super) fn one(route: &JobsRoute) -> Description {
    match route {
        JobsRoute::EditTemplate { .. } => Description::new(TEMPLATES, "Edit a prompt template")
            .text("Creates a new version. `version` is the one that was edited. If it is not the newest, nothing changes.")
            .takes([template_id()])
            .body::<TemplateEdit>(json!({ "name": "Update a page", "text": TEXT, "version": 1 }))
            .responds(Success::json::<Template>("200", "The template in its newest version.", template(2)))
            .fails(&[TemplateConflict, TemplateNameTaken]),
        JobsRoute::DeleteTemplate { .. } => {
            Description::new(TEMPLATES, "Delete a prompt template with all its versions")
                .text("`version` is the one that the caller has seen. If it is not the newest, nothing changes.")
                .takes([
                    template_id(),
                    number("version", "Number of the version. If it is absent, Docket deletes any.").example(1),
                ])
                .responds(Success::empty("204", "The template is deleted."))
                .fails(&[TemplateConflict])
        }
        JobsRoute::TemplateVersions { .. } => Description::new(TEMPLATES, "List the versions of a prompt template")
            .takes([template_id()])
            .responds(Success::json::<TemplateVersions>(
                "200",
                "The versions that Docket stores, newest first, without their texts.",
                json!({ "versions": [version(2), version(1)], "hasMore": false }),
            )),
        _ => Description::new(TEMPLATES, "Read a prompt template")
            .takes([template_id(), number("version", "Number of the version; by default the newest.").example(1)])
            .responds(Success::json::<Template>("200", "The template.", template(1))),
    }
    .fails(&[UnknownTemplate])
}

const TEXT: &str = "Update the page {{page}} for {{release}}.\n\n{{figures}}";

fn template(version: u32) -> Value {
    json!({
        "id": TEMPLATE,
        "version": version,
        "name": "Update a page",
        "text": TEXT,
        "author": "ada",
        "at": "2026-01-31T09:30:00.000Z",
    })
}

fn entry() -> Value {
    json!({
        "id": TEMPLATE,
        "version": 1,
        "name": "Update a page",
        "variables": ["page", "release", "figures"],
        "author": "ada",
        "at": "2026-01-31T09:30:00.000Z",
    })
}

fn version(version: u32) -> Value {
    json!({ "version": version, "name": "Update a page", "author": "ada", "at": "2026-01-31T09:30:00.000Z" })
}
