/// The budget that the responses to a route name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseBudget {
    Prompts,
    Polls,
    /// Of the caller's changes that the service does not see. Every request for the route counts.
    Changes,
}

/// Whose texts the response to a change contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseTexts {
    /// None but those of the request.
    Own,
    /// Perhaps what others wrote. It is withheld from a caller who may not read the project's jobs.
    Others,
}
