//! What templates say.

use docket_wire::{FIGURES_VARIABLE, InvalidTemplate, PAGE_VARIABLE};

pub(crate) const PROMPTS_WITH_VARIABLES: &str =
    "Prompts with variables. Use one in the prompt field, or in a page's row on the Visitors page.";
pub(crate) const LOADING_TEMPLATES: &str = "Loading templates";

// An empty list, which offers templates to begin with.
pub(crate) const NO_TEMPLATES_YET: &str = "No templates yet.";
pub(crate) const WHAT_A_TEMPLATE_IS: &str =
    "A template is a prompt with variables. Everyone who may start jobs can use it for a new job.";
pub(crate) const OPERATORS_CREATE_TEMPLATES: &str =
    "Operators of the project create templates. Ask an admin for that role.";
pub(crate) const STARTERS: &str = "Starter templates";
pub(crate) const START_WITH_THIS: &str = "Start with this";
pub(crate) const RELEASE_NAME: &str = "Update a page for a release";
/// The prompt with the name above. It keeps its variables.
pub(crate) const RELEASE_PROMPT: &str = "Update the page {{page}} for {{release}}.\n\nCompare it with the \
     changelog and with the code of that release. Change what is out of date, and say what is new. Keep the \
     structure and the examples that still work. Do not change other pages, except links that break.";
pub(crate) const POPULAR_PAGE_NAME: &str = "Improve a popular page";
/// The prompt with the name above. It keeps its variables.
pub(crate) const POPULAR_PAGE_PROMPT: &str = "Improve the page {{page}}.\n\n{{figures}}\n\nBegin with what a \
     reader wants to do here. Shorten what is long, put the most frequent task first, and add an example \
     that can be copied. Check every link and every command.";
pub(crate) const QUOTABLE_PAGE_NAME: &str = "Make a page easier for AI to quote";
/// The prompt with the name above. It keeps its variables.
pub(crate) const QUOTABLE_PAGE_PROMPT: &str = "Rewrite the page {{page}} so that each section makes sense on \
     its own.\n\n{{figures}}\n\nGive every section a heading that names its question. Answer it in the first \
     sentence. Write out what \"this\" and \"it\" refer to. Add a description to the front matter. Do not \
     change what the page says.";

// The list.
pub(crate) const EDIT: &str = "Edit";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const CANNOT_GET_IT_BACK: &str = "This cannot be undone.";
pub(crate) const DELETE_IT: &str = "Delete it";
pub(crate) const TEMPLATE_DELETED: &str = "Template deleted.";

// The form.
pub(crate) const NEW_TEMPLATE: &str = "New template";
pub(crate) const EDIT_TEMPLATE: &str = "Edit template";
pub(crate) const NAME: &str = "Name";
pub(crate) const PROMPT: &str = "Prompt";
pub(crate) const WHAT_VARIABLES_ARE: &str = "{{page}} is the path of a page, and {{figures}} its visitors. \
     Docket asks for any other name in braces, like {{release}}.";
pub(crate) const SAVE_TEMPLATE: &str = "Save template";
pub(crate) const SAVING: &str = "Saving…";
/// In place of the error of a save.
pub(crate) const TEMPLATE_IS_GONE: &str = "Not saved: someone has deleted this template.";
pub(crate) const DISCARD_CHANGES: &str = "Discard changes";
/// Before the two answers that follow.
pub(crate) const CHANGES_WILL_BE_GONE: &str = "Your changes will be lost.";
pub(crate) const DISCARD_THEM: &str = "Discard them";
pub(crate) const KEEP_EDITING: &str = "Keep editing";
pub(crate) const SAVED_IN_BROWSER: &str = "Saved in this browser until you save it.";
pub(crate) const STORAGE_IS_FULL: &str =
    "This browser's storage is full or disabled: save the template before you leave the page.";
/// In place of [`STORAGE_IS_FULL`], about the values of a template's variables.
pub(crate) const VALUES_ARE_NOT_STORED: &str =
    "This browser's storage is full or disabled: fill in the prompt before you leave the page.";

// A conflict of two edits: another person saved first.
pub(crate) const LOADING_THE_NEWEST: &str = "Loading the newest version";
/// On a button, when somebody has deleted the template.
pub(crate) const SAVE_AS_NEW: &str = "Save as new template";
pub(crate) const USE_NEWEST: &str = "Use the newest version";

// Versions.
pub(crate) const VERSIONS: &str = "Versions";
pub(crate) const LOADING_VERSIONS: &str = "Loading versions";
pub(crate) const SHOW: &str = "Show";
pub(crate) const RESTORE: &str = "Restore";

// The menu beside a prompt.
/// Before the link with `CREATE_ONE`.
pub(crate) const NONE_TO_CHOOSE_FROM: &str = "No templates yet. ";
pub(crate) const CREATE_ONE: &str = "Create one";
/// Before the path of the page.
pub(crate) const FOR_THE_PAGE: &str = "For the page ";
pub(crate) const FILL_IN_THE_PROMPT: &str = "Fill in the prompt";
pub(crate) const OTHER_TEMPLATES: &str = "Other templates";
pub(crate) const PROMPT_IS_NOT_EMPTY: &str = "The prompt field is not empty.";
pub(crate) const REPLACE_ITS_TEXT: &str = "Replace its text";
pub(crate) const ADD_BELOW_IT: &str = "Add below it";

pub(crate) fn begin_with(template: &str) -> String {
    format!("Start with this: {template}")
}

pub(crate) fn edit(template: &str) -> String {
    format!("Edit {template}")
}

pub(crate) fn versions_of(template: &str) -> String {
    format!("Versions of {template}")
}

pub(crate) fn delete(template: &str) -> String {
    format!("Delete {template}")
}

/// Before how long ago it was saved.
/// Before the name of its author.
pub(crate) fn version_by(version: u32) -> String {
    format!("Version {version} by ")
}

pub(crate) fn show_version(version: u32) -> String {
    format!("Show version {version}")
}

/// Above the text of a version that is shown with its changes.
pub(crate) fn changes_since(version: u32) -> String {
    format!("Compared with version {version}: added text is underlined, removed text is struck through.")
}

pub(crate) fn hide_version(version: u32) -> String {
    format!("Hide version {version}")
}

pub(crate) fn restore_version(version: u32) -> String {
    format!("Restore version {version}")
}

pub(crate) fn version_restored(version: u32, as_version: u32) -> String {
    format!("Version {version} restored as version {as_version}.")
}

pub(crate) fn template_saved(name: &str, version: u32) -> String {
    format!("Template saved: {name}, version {version}.")
}

pub(crate) fn not_saved(invalid: &InvalidTemplate) -> String {
    let rule = match invalid {
        InvalidTemplate::Name => "the name must have 1 to 80 characters, on one line",
        InvalidTemplate::Blank => "the prompt is empty",
        InvalidTemplate::TooLong => "the prompt is longer than 100,000 bytes",
        InvalidTemplate::Variables => "the prompt has more than 20 different variables",
    };
    format!("Not saved: {rule}.")
}

pub(crate) fn save_mine_as(version: u32) -> String {
    format!("Save mine as version {version}")
}

/// The variables of a text, before `WHAT_VARIABLES_ARE`.
pub(crate) fn variables(count: usize, shown: &str, names: &str) -> String {
    match count {
        0 => "No variables yet.".to_owned(),
        1 => format!("1 variable: {names}."),
        _ => format!("{shown} variables: {names}."),
    }
}

/// The label of a variable's field.
pub(crate) fn variable(name: &str) -> String {
    match name {
        PAGE_VARIABLE => "Page".to_owned(),
        FIGURES_VARIABLE => "Figures".to_owned(),
        _ => name.to_owned(),
    }
}

/// That a field is empty. `variable` is its label.
pub(crate) fn fill_in(variable: &str) -> String {
    format!("Fill in {variable}.")
}
