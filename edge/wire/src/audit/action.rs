use serde::{Deserialize, Serialize};

/// Makes [`AuditAction`] of rows: variant and name.
macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident = $name:literal;)+) => {
        /// What a caller did or tried to do: the name of the route that changes something, or `read`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum AuditAction {
            $($(#[$doc])* #[serde(rename = $name)] $action,)+
        }

        impl AuditAction {
            /// All actions.
            pub const ALL: &[Self] = &[$(Self::$action,)+];

            /// The name, which does not change between releases.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$action => $name,)+ }
            }
        }
    };
}

actions! {
    /// Create a job.
    CreateJob = "create_job";
    /// Send a follow-up.
    SendMessage = "send_message";
    /// Queue a follow-up.
    QueueFollowUp = "queue_follow_up";
    /// Edit a queued follow-up.
    EditSubmission = "edit_submission";
    /// Cancel or discard a submission.
    DiscardSubmission = "discard_submission";
    /// Send a submission again.
    ResendSubmission = "resend_submission";
    /// Match a submission to its job.
    MatchSubmission = "match_submission";
    /// Import a job.
    ImportJob = "import_job";
    /// Stop or resume polling, hide, or label a job.
    PatchJob = "patch_job";
    /// End the pauses of prompts and polls.
    ResumeJobs = "resume_jobs";
    /// Mark items of the caller's own inbox. Only refusals are recorded.
    MarkInbox = "mark_inbox";
    /// Create a prompt template.
    CreateTemplate = "create_template";
    /// Edit a prompt template.
    EditTemplate = "edit_template";
    /// Delete a prompt template.
    DeleteTemplate = "delete_template";
    /// Write the note on a day.
    PutNote = "put_note";
    /// Delete the note on a day.
    DeleteNote = "delete_note";
    /// Start a backfill.
    StartBackfill = "start_backfill";
    /// Cancel a backfill.
    CancelBackfill = "cancel_backfill";
    /// End the pause of analytics requests.
    ResumeVisitors = "resume_visitors";
    /// Sign in.
    SignIn = "sign_in";
    /// Sign out.
    SignOut = "sign_out";
    /// Create a token.
    CreateToken = "create_token";
    /// Revoke a token.
    RevokeToken = "revoke_token";
    /// End a session.
    EndSession = "end_session";
    /// End the sessions of a person.
    EndSessions = "end_sessions";
    /// Download a backup.
    Backup = "backup";
    /// Finish or cancel the restore of an object, or move what it has of a project to another id.
    Restore = "restore";
    /// Read something. Only refusals are recorded.
    Read = "read";
}

impl AuditAction {
    /// The action with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.as_str() == name)
    }
}
