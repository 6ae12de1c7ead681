use serde::{Deserialize, Serialize};

use super::variables::variables;
use crate::single_line::line;
use crate::{CallerName, InvalidPrompt, Prompt, TemplateId, UnixMs};

/// A prompt with variables like `{{page}}`, in one of its versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// Docket's identifier.
    pub id: TemplateId,
    /// The version, from 1. Every edit makes the next one.
    pub version: u32,
    /// The name. No other template of the project has it.
    pub name: String,
    /// The prompt, with its variables.
    pub text: String,
    /// Who made this version.
    pub author: CallerName,
    /// When.
    pub at: UnixMs,
}

/// A template in a list, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateEntry {
    /// Docket's identifier.
    pub id: TemplateId,
    /// The newest version.
    pub version: u32,
    /// The name.
    pub name: String,
    /// The variables of the text, in their order.
    pub variables: Vec<String>,
    /// Who made the newest version.
    pub author: CallerName,
    /// When.
    pub at: UnixMs,
}

/// The templates of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplatesPage {
    /// By name.
    pub templates: Vec<TemplateEntry>,
    /// Always false: a project has few enough templates for one page.
    pub has_more: bool,
}

/// A version of a template in a list, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateVersion {
    /// Its number, from 1.
    pub version: u32,
    /// The name in this version.
    pub name: String,
    /// Who made it.
    pub author: CallerName,
    /// When.
    pub at: UnixMs,
}

/// The versions of a template that Docket still has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateVersions {
    /// Newest first.
    pub versions: Vec<TemplateVersion>,
    /// Always false: Docket keeps few enough versions for one page.
    pub has_more: bool,
}

/// Body of `POST /api/projects/{project}/templates`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewTemplate {
    /// The name. Docket removes spaces around it.
    // What counts as white space differs between dialects of patterns: with these characters, all agree with Rust.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Self::NAME_CHARS_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::single_line::LINE_PATTERN)))]
    pub name: String,
    /// The prompt, with its variables.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Prompt::BYTES_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"[\S\u001c-\u001f\ufeff]")))]
    pub text: String,
}

/// Body of `PUT /api/projects/{project}/templates/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TemplateEdit {
    /// The name. Docket removes spaces around it.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = NewTemplate::NAME_CHARS_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::single_line::LINE_PATTERN)))]
    pub name: String,
    /// The prompt, with its variables.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Prompt::BYTES_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"[\S\u001c-\u001f\ufeff]")))]
    pub text: String,
    /// The version that was edited, which has to be the newest.
    pub version: u32,
}

/// Why a template is not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTemplate {
    /// The name is blank, too long, or has control characters.
    #[error("name must have 1 to 80 characters, without line breaks and other control characters")]
    Name,
    /// The text breaks a rule of prompts.
    #[error("text must have at least 1 character that is not white space")]
    Blank,
    /// The text is over [`Prompt::BYTES_MAX`].
    #[error("text must not be longer than 100000 bytes")]
    TooLong,
    /// The text has more variables than a person fills in.
    #[error("text must not have more than 20 different variables")]
    Variables,
}

impl InvalidTemplate {
    /// The field at fault.
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
    /// Names the first rule that it breaks.
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
    /// Names the first rule that it breaks.
    pub fn checked(self) -> Result<Self, InvalidTemplate> {
        let Self { name, text, version } = self;
        let NewTemplate { name, text } = NewTemplate { name, text }.checked()?;
        Ok(Self { name, text, version })
    }
}
