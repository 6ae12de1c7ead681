//! Where a shortcut works.

use docket_wire::PageMatch;

use crate::texts::commands::shortcuts as texts;
use crate::texts::general;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShortcutScope {
    Everywhere,
    Jobs,
    Selection,
    Job,
    /// A prompt without a job, or one of a job's timeline.
    Prompt,
    Inbox,
    Visitors,
    /// A page in the table of visitors.
    Path,
    Templates,
    Batch,
    Audit,
    Access,
    Settings,
}

impl ShortcutScope {
    /// All scopes, in the order of the list.
    pub(crate) const ALL: [Self; 13] = [
        Self::Everywhere,
        Self::Jobs,
        Self::Selection,
        Self::Job,
        Self::Prompt,
        Self::Inbox,
        Self::Visitors,
        Self::Path,
        Self::Templates,
        Self::Batch,
        Self::Audit,
        Self::Access,
        Self::Settings,
    ];

    /// The heading of its shortcuts.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Everywhere => texts::EVERYWHERE,
            Self::Jobs => texts::LIST_OF_JOBS,
            Self::Selection => texts::SELECTED_JOBS,
            Self::Job => texts::PAGE_OF_A_JOB,
            Self::Prompt => texts::PROMPT_WITH_FOCUS,
            Self::Inbox => general::INBOX,
            Self::Visitors => general::VISITORS,
            Self::Path => texts::ROW_WITH_FOCUS,
            Self::Templates => general::TEMPLATES,
            Self::Batch => general::JOBS_FOR_MANY_PAGES,
            Self::Audit => general::AUDIT_LOG,
            Self::Access => texts::ACCESS_AND_SESSIONS,
            Self::Settings => general::SETTINGS,
        }
    }

    /// Whether a page has it.
    pub(crate) fn is_on(self, page: &PageMatch) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Jobs | Self::Selection => matches!(page, PageMatch::Jobs(_)),
            Self::Job => matches!(page, PageMatch::Job(..)),
            Self::Prompt => matches!(page, PageMatch::Jobs(_) | PageMatch::Job(..)),
            Self::Inbox => matches!(page, PageMatch::Inbox(_)),
            Self::Visitors | Self::Path => matches!(page, PageMatch::Visitors(_)),
            Self::Templates => matches!(page, PageMatch::Templates(_)),
            Self::Batch => matches!(page, PageMatch::Batch(_)),
            // The page about access has the log of what belongs to no project.
            Self::Audit => matches!(page, PageMatch::Audit(_) | PageMatch::Access),
            Self::Access => matches!(page, PageMatch::Access | PageMatch::Sessions),
            Self::Settings => *page == PageMatch::Settings,
        }
    }

    /// Whether it is a row of a list: its keys count while the focus is in the row, and before those of the page.
    #[cfg(test)]
    pub(super) fn is_row(self) -> bool {
        matches!(self, Self::Prompt | Self::Path)
    }

    /// The folders and files with its controls. Those of all other components can be on any page.
    #[cfg(test)]
    pub(super) fn sources(self) -> &'static [&'static str] {
        match self {
            Self::Everywhere => &["components/shell"],
            Self::Jobs => &["components/jobs/list", "components/batch/notice.rs", "pages/jobs/list.rs"],
            Self::Selection => &["components/jobs/list"],
            Self::Job => &["components/jobs/detail", "pages/jobs/job.rs"],
            Self::Prompt => &["components/jobs/submission", "components/jobs/detail"],
            Self::Inbox => &["components/inbox", "pages/inbox.rs"],
            Self::Visitors | Self::Path => &["components/analytics", "pages/visitors.rs"],
            Self::Templates => &["components/templates"],
            Self::Batch => &["components/batch"],
            Self::Audit => &["components/audit"],
            Self::Access => &["components/auth"],
            Self::Settings => &["components/settings"],
        }
    }
}
