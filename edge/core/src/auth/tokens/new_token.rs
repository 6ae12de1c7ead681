//! What a token may be created with.

use docket_wire::{NewToken, ProjectId, ProjectScope, Right};

use super::CannotCreate;
use crate::auth::caller_settings::CallerSettings;

/// Why no token is created from a request, which names one of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNewToken {
    #[error("The token was not created: {}.", CannotCreate::TakenId)]
    TakenId,
    #[error("rights must be one or more of {}.", Right::FOR_PROGRAMS.map(Right::as_str).join(", "))]
    Rights,
    #[error("projects must be \"all\", or ids of configured projects.")]
    Projects,
    /// A backup has the data of all projects.
    #[error("projects must be \"all\" for backup:read: a backup has all projects.")]
    BackupOfSome,
    #[error("expiresInDays must be 1 to {}, or null for never.", NewToken::DAYS_MAX)]
    Expiry,
}

impl InvalidNewToken {
    /// The field that is wrong.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::TakenId => "id",
            Self::Rights => "rights",
            Self::Projects | Self::BackupOfSome => "projects",
            Self::Expiry => "expiresInDays",
        }
    }
}

/// Checks what a token is to be created with. `is_project` says whether a project is configured. Whether another token was created
/// with the id, the store knows.
///
/// # Errors
/// The first field that is wrong.
pub fn check_new(
    new: &NewToken,
    settings: CallerSettings<'_>,
    is_project: impl Fn(&ProjectId) -> bool,
) -> Result<(), InvalidNewToken> {
    let (rights, projects) = (&new.grant.rights, &new.grant.projects);
    if settings.token(&new.id).is_some() {
        return Err(InvalidNewToken::TakenId);
    }
    if rights.is_empty() || !rights.iter().all(|right| Right::FOR_PROGRAMS.contains(right)) {
        return Err(InvalidNewToken::Rights);
    }
    let has_unknown = !projects.ids().all(is_project);
    if has_unknown || *projects == ProjectScope::Only(Default::default()) {
        return Err(InvalidNewToken::Projects);
    }
    if rights.contains(&Right::BackupRead) && *projects != ProjectScope::All {
        return Err(InvalidNewToken::BackupOfSome);
    }
    if !new.expires_in_days.is_none_or(|days| (1..=NewToken::DAYS_MAX).contains(&days)) {
        return Err(InvalidNewToken::Expiry);
    }
    Ok(())
}
