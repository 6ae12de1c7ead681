//! Parts that most visits do not need. They share one module, because each module and each function that leads into one makes the
//! first view larger.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::auth::person_menu::PersonMenu;
use super::commands::dialog::Dialog;
use super::commands::open::{DialogState, OpenDialog};
use super::docket_error::DocketError;
use super::jobs::list::bulk_bar::BulkBar;
use super::jobs::list::import_job::ImportJob;
use super::jobs::list::search::job_with_id::JobWithId;
use super::jobs::list::search::search_again::SearchAgain;
use super::jobs::list::service_notice::ServiceNotice;
use super::jobs::list::submissions::Submissions;
use super::jobs::pause::JobsPause;
use super::lazy::{PartRole, lazy};

/// A part of the module.
#[derive(Clone)]
pub(crate) enum ExtrasPart {
    /// The palette or the list of shortcuts.
    Dialog(OpenDialog),
    /// What the person's menu has.
    PersonMenu(DialogState),
    /// What needs attention above the list of jobs: that jobs cannot be polled, prompts without a job, and jobs that a search lacks.
    Attention,
    /// A pause that the service asked for.
    Pause(ProjectId),
    /// That Docket itself has an error.
    DocketError,
    /// The form that imports a job.
    Import(ProjectId),
    /// The job whose id is searched for.
    JobWithId(ProjectId, Memo<Option<JobId>>),
    /// What can be done with the selected jobs.
    BulkBar(ProjectId),
}

#[wasm_split(extras, preload(load_extras), fallible)]
fn extras(part: ExtrasPart) -> Result<AnyView, SplitLoaderError> {
    Ok(match part {
        ExtrasPart::Dialog(open) => view! { <Dialog open=open/> }.into_any(),
        ExtrasPart::PersonMenu(dialog) => view! { <PersonMenu dialog=dialog/> }.into_any(),
        ExtrasPart::Attention => view! { <ServiceNotice/> <Submissions/> <SearchAgain/> }.into_any(),
        ExtrasPart::Pause(project) => view! { <JobsPause project=project/> }.into_any(),
        ExtrasPart::DocketError => view! { <DocketError/> }.into_any(),
        ExtrasPart::Import(project) => view! { <ImportJob project=project/> }.into_any(),
        ExtrasPart::JobWithId(project, id) => view! { <JobWithId project=project id=id/> }.into_any(),
        ExtrasPart::BulkBar(project) => view! { <BulkBar project=project/> }.into_any(),
    })
}

/// Loads the module ahead of a part. A part whose module cannot be loaded says so itself.
pub(crate) async fn preload_extras() {
    drop(load_extras().await);
}

/// A part, loaded when it is first needed.
pub(crate) fn extras_part(part: ExtrasPart) -> AnyView {
    let role = if let ExtrasPart::Dialog(OpenDialog { dialog, .. }) = part {
        spawn_local(async move {
            if load_extras().await.is_err() {
                dialog.failed();
            }
        });
        PartRole::Dialog
    } else {
        PartRole::Part
    };
    lazy(role, load_extras, move || extras(part.clone()))
}
