use docket_wire::Right;

/// What a caller needs to use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthorizationRule {
    Public,
    /// A session or a token, with any rights.
    SignedIn,
    /// A session of a person, with any rights; no token.
    AnyPerson,
    /// A session or a token with this right.
    Needs(Right),
    /// A session or a token with this right in some project. The answer has only those projects.
    NeedsSomewhere(Right),
    /// A session of a person with this right; no token.
    NeedsPerson(Right),
}

impl AuthorizationRule {
    /// Whether an ended session or a revoked token is refused at once rather than within half a minute: the route gives access, or all
    /// that is stored, so that a caller who has it for a moment has it indefinitely.
    #[must_use]
    pub fn refuses_at_once(self) -> bool {
        match self {
            Self::Needs(right) | Self::NeedsSomewhere(right) | Self::NeedsPerson(right) => {
                matches!(right, Right::AccessManage | Right::BackupRead)
            }
            Self::Public | Self::SignedIn | Self::AnyPerson => false,
        }
    }
}
