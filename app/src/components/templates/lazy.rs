//! Templates, jobs for many pages and similar jobs, in one module of their own: nobody needs them at first.

use docket_wire::ProjectId;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::menu::TemplateMenu;
use super::page::TemplatesPage;
use crate::components::batch::notice::BatchNotice;
use crate::components::batch::page::BatchPage;
use crate::components::jobs::similar::SimilarJobs;
use crate::components::lazy::{PartRole, lazy};
use crate::state::jobs::drafts::Composer;

/// A part of the module. Each module of its own would make the first view larger.
#[derive(Clone)]
enum TemplatesPart {
    Page(ProjectId),
    Menu(Composer),
    Similar(Composer),
    Batch(ProjectId),
    BatchNotice(ProjectId),
}

#[wasm_split(templates, preload(load_templates), fallible)]
fn templates(part: TemplatesPart) -> Result<AnyView, SplitLoaderError> {
    Ok(match part {
        TemplatesPart::Page(project) => view! { <TemplatesPage project=project/> }.into_any(),
        TemplatesPart::Menu(composer) => view! { <TemplateMenu composer=composer/> }.into_any(),
        TemplatesPart::Similar(composer) => view! { <SimilarJobs composer=composer/> }.into_any(),
        TemplatesPart::Batch(project) => view! { <BatchPage project=project/> }.into_any(),
        TemplatesPart::BatchNotice(project) => view! { <BatchNotice project=project/> }.into_any(),
    })
}

/// The page of a project's templates.
pub(crate) fn templates_page(project: ProjectId) -> AnyView {
    lazy(PartRole::Page, load_templates, move || templates(TemplatesPart::Page(project.clone())))
}

/// The page of jobs for many pages.
pub(crate) fn batch_page(project: ProjectId) -> AnyView {
    lazy(PartRole::Page, load_templates, move || templates(TemplatesPart::Batch(project.clone())))
}

/// How far jobs for many pages are.
pub(crate) fn batch_notice_part(project: ProjectId) -> AnyView {
    lazy(PartRole::Part, load_templates, move || templates(TemplatesPart::BatchNotice(project.clone())))
}

/// The menu that fills a composer with a template.
pub(crate) fn template_menu_part(composer: Composer) -> AnyView {
    lazy(PartRole::Part, load_templates, move || templates(TemplatesPart::Menu(composer.clone())))
}

/// The jobs that a prompt may repeat.
pub(crate) fn similar_jobs_part(composer: Composer) -> AnyView {
    lazy(PartRole::Part, load_templates, move || templates(TemplatesPart::Similar(composer.clone())))
}
