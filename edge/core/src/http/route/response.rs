/// The budget that the responses to a route name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseBudget {
    Prompts,
    Polls,
    /// Of the caller's changes that the service does not see. Every request for the route counts.
    Changes,
}

impl ResponseBudget {
    /// Its name in the fields of a response.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prompts => "prompts",
            Self::Polls => "polls",
            Self::Changes => "changes",
        }
    }
}

/// Whose texts the response to a change contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseTexts {
    /// None but those of the request.
    Own,
    /// Perhaps what others wrote. It is withheld from a caller who may not read the project's jobs.
    Others,
}
