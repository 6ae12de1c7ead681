use docket_wire::Right;

/// What a caller needs to use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessRule {
    /// Nothing.
    Public,
    /// A session or a token, with any rights.
    SignedIn,
    /// A session or a token with this right.
    Needs(Right),
}

/// What answers a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handler {
    /// The Worker itself.
    Worker,
    /// The `JobsObject` of the project.
    JobsObject,
    /// The `AnalyticsObject` of the project's admin key.
    AnalyticsObject,
}
