/// Why a request names no operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    #[error("There is no such route.")]
    Unknown,
    /// The routes at this path accept other methods.
    #[error("This route accepts only {allow}.")]
    Method {
        /// The value of the `Allow` header.
        allow: String,
    },
    /// A segment of the path breaks the rule of its identifier.
    #[error("The path's {field} is invalid: {reason}.")]
    Segment {
        /// The segment's placeholder in the table.
        field: &'static str,
        /// The rule that it breaks.
        reason: String,
    },
}
