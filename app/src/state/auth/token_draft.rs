//! A token that an admin is about to create. Pure.

use std::collections::BTreeSet;

use docket_wire::{Grant, NewToken, ProjectId, ProjectScope, Right, TokenId};

use crate::texts::auth::tokens as texts;

/// The lifetimes to choose from, in days; `None` for a token that never expires.
pub(crate) const EXPIRIES: [(Option<u16>, &str); 4] = [
    (Some(30), texts::IN_30_DAYS),
    (Some(90), texts::IN_90_DAYS),
    (Some(365), texts::IN_A_YEAR),
    (None, texts::NEVER),
];

/// The field of the form that a problem is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenField {
    Id,
    Rights,
    Projects,
}

/// What the form holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenDraft {
    pub id: String,
    pub rights: BTreeSet<Right>,
    /// The selected projects; `None` for all.
    pub projects: Option<BTreeSet<ProjectId>>,
    pub expires_in_days: Option<u16>,
}

impl Default for TokenDraft {
    fn default() -> Self {
        let rights = [Right::JobsRead].into();
        let expires_in_days = Some(NewToken::DAYS_DEFAULT);
        Self { id: String::new(), rights, projects: None, expires_in_days }
    }
}

impl TokenDraft {
    /// Selects a right, or takes it out.
    pub(crate) fn toggle_right(&mut self, right: Right) {
        toggle(&mut self.rights, right);
    }

    /// Changes between all projects and a selection.
    pub(crate) fn toggle_all_projects(&mut self) {
        self.projects = if self.projects.is_some() { None } else { Some(BTreeSet::new()) };
    }

    /// Whether a project is selected by itself.
    pub(crate) fn has_project(&self, id: &ProjectId) -> bool {
        self.projects.as_ref().is_some_and(|projects| projects.contains(id))
    }

    /// Selects a project, or takes it out.
    pub(crate) fn toggle_project(&mut self, id: &ProjectId) {
        toggle(self.projects.get_or_insert_default(), id.clone());
    }

    /// Selects a lifetime by the value of its option: days, or nothing for a token that never expires.
    pub(crate) fn set_expiry(&mut self, days: &str) {
        self.expires_in_days = days.parse().ok();
    }

    /// The token to create, or what is missing: where, and in a sentence.
    pub(crate) fn finish(&self) -> Result<NewToken, (TokenField, String)> {
        let id = self.id.trim().parse::<TokenId>();
        let id = id.map_err(|invalid| (TokenField::Id, texts::not_created(invalid)))?;
        if self.rights.is_empty() {
            return Err((TokenField::Rights, texts::NOT_CREATED_WITHOUT_RIGHTS.to_owned()));
        }
        let projects = match &self.projects {
            None => ProjectScope::All,
            Some(projects) if projects.is_empty() => {
                return Err((TokenField::Projects, texts::NOT_CREATED_WITHOUT_PROJECTS.to_owned()));
            }
            Some(projects) => ProjectScope::Only(projects.clone()),
        };
        let grant = Grant::new(self.rights.iter().copied(), projects);
        Ok(NewToken { id, grant, expires_in_days: self.expires_in_days })
    }
}

fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> TokenDraft {
        TokenDraft { id: " ci ".into(), ..TokenDraft::default() }
    }

    #[test]
    fn a_draft_becomes_a_token() {
        let mut draft = draft();
        draft.toggle_right(Right::JobsWrite);
        draft.toggle_all_projects();
        draft.toggle_project(&"docs".parse().unwrap());
        draft.set_expiry("");
        let new = draft.finish().unwrap();
        assert_eq!(new.id.as_str(), "ci");
        let docs = ProjectScope::Only(["docs".parse().unwrap()].into());
        assert_eq!(new.grant, Grant::new([Right::JobsRead, Right::JobsWrite], docs));
        assert_eq!(new.expires_in_days, None);
    }

    #[test]
    fn what_is_missing_is_said() {
        type Change = fn(&mut TokenDraft);
        let without = |change: Change| {
            let mut draft = draft();
            change(&mut draft);
            draft.finish().unwrap_err()
        };
        let cases: [(Change, TokenField, &str); 3] = [
            (|draft| draft.id = "c i".into(), TokenField::Id, "1 to 40 letters"),
            (|draft| draft.toggle_right(Right::JobsRead), TokenField::Rights, "what the token may do"),
            (TokenDraft::toggle_all_projects, TokenField::Projects, "select a project"),
        ];
        for (change, field, words) in cases {
            let (found, sentence) = without(change);
            assert_eq!(found, field);
            assert!(sentence.contains(words), "{sentence}");
        }
        assert_eq!(draft().finish().unwrap().expires_in_days, Some(90));
    }
}
