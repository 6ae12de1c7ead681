//! The parts of other pages that are in the module of the pages of templates and batches: nobody needs them at first.

use docket_wire::ProjectId;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::menu::TemplateMenu;
use crate::components::batch::notice::BatchNotice;
use crate::components::jobs::prompt_notes::PromptNotes;
use crate::components::jobs::similar::SimilarJobs;
use crate::components::lazy::{PartRole, lazy};
use crate::state::jobs::drafts::Composer;

/// A part of the module. Each module of its own would make the first view larger.
#[derive(Clone)]
enum TemplatesPart {
    Menu(Composer),
    Notes(Composer),
    BatchNotice(ProjectId),
}

#[wasm_split(templates, preload(load_templates), fallible)]
fn templates(part: TemplatesPart) -> Result<AnyView, SplitLoaderError> {
    Ok(match part {
        TemplatesPart::Menu(composer) => view! { <TemplateMenu composer=composer/> }.into_any(),
        TemplatesPart::Notes(composer) => {
            view! { <PromptNotes composer=composer.clone()/> <SimilarJobs composer=composer/> }.into_any()
        }
        TemplatesPart::BatchNotice(project) => view! { <BatchNotice project=project/> }.into_any(),
    })
}

/// How far jobs for many pages are.
pub(crate) fn batch_notice_part(project: ProjectId) -> AnyView {
    lazy(PartRole::Part, load_templates, move || templates(TemplatesPart::BatchNotice(project.clone())))
}

/// The menu that fills a composer with a template.
pub(crate) fn template_menu_part(composer: Composer) -> AnyView {
    lazy(PartRole::Part, load_templates, move || templates(TemplatesPart::Menu(composer.clone())))
}

/// What there is to say about the prompt of a new job, with the jobs that it may repeat.
pub(crate) fn prompt_notes_part(composer: Composer) -> AnyView {
    lazy(PartRole::Part, load_templates, move || templates(TemplatesPart::Notes(composer.clone())))
}
