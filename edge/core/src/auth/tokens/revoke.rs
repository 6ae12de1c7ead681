//! Which tokens an admin can revoke.

use docket_wire::{TokenId, TokenInfo};

/// Why a token cannot be revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotRevoke {
    #[error("There is no token with this id.")]
    Unknown,
    #[error("This token is in the setting DOCKET_TOKENS. Remove it there.")]
    InSettings,
}

/// Checks that a token can be revoked although the settings have one with its id: an admin may have created one before the settings
/// had it.
///
/// # Errors
/// If no created token with this id is left to be revoked.
pub fn check_revocable_beside_settings(created: &[TokenInfo], id: &TokenId) -> Result<(), CannotRevoke> {
    let is_revocable = |token: &TokenInfo| {
        token.id == *id && token.issued.as_ref().is_some_and(|issued| issued.revoked_at.is_none())
    };
    if created.iter().any(is_revocable) { Ok(()) } else { Err(CannotRevoke::InSettings) }
}

#[cfg(test)]
mod tests {
    use docket_wire::{CallerName, Grant, IssuedInfo, ProjectScope, UnixMs, set_of};

    use super::*;

    /// A token that an admin created, and may have revoked.
    fn created(id: &str, revoked_at: Option<UnixMs>) -> TokenInfo {
        let created_by = CallerName("ada".to_owned());
        let issued = IssuedInfo {
            created_by,
            created_at: UnixMs(1),
            last_used_at: None,
            revoked_by: None,
            revoked_at,
        };
        let grant = Grant { rights: set_of([]), projects: ProjectScope::All };
        TokenInfo { id: id.parse().unwrap(), grant, expires_at: None, issued: Some(issued) }
    }

    #[test]
    fn a_token_of_the_settings_is_not_revoked_in_place_of_a_created_one() {
        let in_settings = TokenInfo { issued: None, ..created("ci", None) };
        let refused = Err(CannotRevoke::InSettings);
        for (what, tokens, expected) in [
            ("none was created", vec![], refused),
            ("it is of the settings", vec![in_settings.clone()], refused),
            ("another one was created", vec![created("bot", None)], refused),
            ("it is revoked already", vec![created("ci", Some(UnixMs(2)))], refused),
            ("it was created too", vec![in_settings, created("ci", None)], Ok(())),
        ] {
            assert_eq!(check_revocable_beside_settings(&tokens, &"ci".parse().unwrap()), expected, "{what}");
        }
    }
}
