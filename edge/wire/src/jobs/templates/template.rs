use serde::{Deserialize, Serialize};

use super::variables::variables;
use crate::single_line::line;
use crate::{CallerName, InvalidPrompt, Prompt, TemplateId, UnixMs};

/// A prompt with variables like `{{page}}`, in one of its versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// Id of the template.
    pub id: TemplateId,
    /// Number of the version, from 1. Every edit creates the next one.
    pub version: u32,
    /// Name of the template, unique in the project: 1 to 80 characters.
    pub name: String,
    /// The prompt, with its variables.
    pub text: String,
    /// Who saved this version.
    pub author: CallerName,
    /// When this version was saved.
    pub at: UnixMs,
}

/// A template in a list, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateEntry {
    /// Id of the template.
    pub id: TemplateId,
    /// Number of the newest version, from 1.
    pub version: u32,
    /// Name of the template in its newest version.
    pub name: String,
    /// The variables in the text, in the order of the text.
    pub variables: Vec<String>,
    /// Who saved the newest version.
    pub author: CallerName,
    /// When the newest version was saved.
    pub at: UnixMs,
}

/// The templates of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplatesPage {
    /// The templates, by name.
    pub templates: Vec<TemplateEntry>,
    /// Always false: a project has few enough templates for one page.
    pub has_more: bool,
}

/// A version of a template in a list, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateVersion {
    /// Number of the version, from 1.
    pub version: u32,
    /// Name of the template in this version.
    pub name: String,
    /// Who saved this version.
    pub author: CallerName,
    /// When this version was saved.
    pub at: UnixMs,
}

/// The versions of a template that Docket stores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateVersions {
    /// The versions, newest first.
    pub versions: Vec<TemplateVersion>,
    /// Always false: Docket stores few enough versions for one page.
    pub has_more: bool,
}

/// Body of `POST /api/projects/{project}/templates`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTemplate {
    /// The name. Docket removes surrounding spaces.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Self::NAME_CHARS_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::single_line::LINE_PATTERN)))]
    pub name: String,
    /// The prompt, with its variables.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Prompt::BYTES_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::blank::VISIBLE_PATTERN)))]
    pub text: String,
}

/// Body of `PUT /api/projects/{project}/templates/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TemplateEdit {
    /// The name. Docket removes surrounding spaces.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = NewTemplate::NAME_CHARS_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::single_line::LINE_PATTERN)))]
    pub name: String,
    /// The prompt, with its variables.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Prompt::BYTES_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::blank::VISIBLE_PATTERN)))]
    pub text: String,
    /// The version that was edited, which must be the newest.
    pub version: u32,
}

/// Why Docket refuses a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTemplate {
    /// The name is blank, too long, or has control characters.
    #[error(
        "name must have 1 to 80 characters, without line breaks and other control characters, and not only invisible ones"
    )]
    Name,
    /// The text breaks a rule of prompts.
    #[error("text must have at least 1 character that is visible")]
    Blank,
    /// The text is longer than [`Prompt::BYTES_MAX`].
    #[error("text must not be longer than 100000 bytes")]
    TooLong,
    /// The text has more variables than a person fills in.
    #[error("text must not have more than 20 different variables")]
    Variables,
}

impl InvalidTemplate {
    /// The invalid field.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Blank | Self::TooLong | Self::Variables => "text",
        }
    }
}

impl NewTemplate {
    /// Maximum length of a name, in characters.
    pub const NAME_CHARS_MAX: usize = 80;
    /// Maximum number of different variables.
    pub const VARIABLES_MAX: usize = 20;

    /// The template without spaces around its name.
    ///
    /// # Errors
    /// If it breaks a rule: it names the first one.
    pub fn checked(self) -> Result<Self, InvalidTemplate> {
        let Self { name, text } = self;
        let name = line(&name, Self::NAME_CHARS_MAX).ok_or(InvalidTemplate::Name)?;
        let prompt = Prompt { prompt: text };
        prompt.check().map_err(|invalid| match invalid {
            InvalidPrompt::Blank => InvalidTemplate::Blank,
            InvalidPrompt::TooLong => InvalidTemplate::TooLong,
        })?;
        if variables(&prompt.prompt).len() > Self::VARIABLES_MAX {
            return Err(InvalidTemplate::Variables);
        }
        Ok(Self { name, text: prompt.prompt })
    }
}

impl TemplateEdit {
    /// The edit without spaces around its name.
    ///
    /// # Errors
    /// If it breaks a rule: it names the first one.
    pub fn checked(self) -> Result<Self, InvalidTemplate> {
        let Self { name, text, version } = self;
        let NewTemplate { name, text } = NewTemplate { name, text }.checked()?;
        Ok(Self { name, text, version })
    }
}
