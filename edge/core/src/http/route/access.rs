use docket_wire::Right;

/// What a caller needs to use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessRule {
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
