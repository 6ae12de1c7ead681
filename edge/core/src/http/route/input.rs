/// What the Worker checks in a request before it forwards it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestInput {
    /// Nothing: the route takes no body, and what answers it reads the query.
    Unchecked,
    /// A body with a prompt, and the headers of a prompt.
    Prompt,
    /// A body with a prompt and no other members, and the headers of a prompt.
    FollowUp,
    /// A body with a prompt and no other members.
    PromptEdit,
    /// A body with the id of a job.
    JobRef,
    /// A body with changes of a job.
    JobPatch,
    /// A body with what a person has read.
    InboxPatch,
    /// A body with a new prompt template.
    NewTemplate,
    /// A body with an edit of a prompt template.
    TemplateEdit,
    /// A body with the note on a day.
    Note,
    /// A body with the days and kind of a backfill.
    Backfill,
    /// The query of the list of jobs.
    JobFilter,
    /// The query of the service's visitors route.
    VisitorsQuery,
    /// The headers that open a WebSocket.
    WebSocket,
}
