//! The inbox of a person, and how much of it is unread.

use docket_wire::{CallerName, Inbox, InboxGroup, UnixMs};

use super::PersonalInbox;
use super::candidates::InboxScope;
use super::contents::{GroupContents, InboxContents};
use super::read_state::ReadState;
use crate::jobs::reads::SizeBudget;
use crate::storage::{Database, DatabaseError};

impl<D: Database> PersonalInbox<'_, D> {
    /// At most `limit` items of each group. Without items, only what may be unread is read, and `has_more` says whether a group
    /// has unread items.
    pub fn read(&self, limit: u32, now: UnixMs) -> Result<Inbox, DatabaseError> {
        self.items(&self.read_state()?, limit, now)
    }

    /// Whether there are more items after the person's position than are counted.
    pub(super) fn has_uncounted(&self, reader: &ReadState, now: UnixMs) -> Result<bool, DatabaseError> {
        self.contents(InboxScope::After(reader.floor()), now).map(|contents| contents.has_more)
    }

    pub(super) fn read_state(&self) -> Result<ReadState, DatabaseError> {
        let table = self.read_state_table();
        Ok(ReadState::new(table.read_up_to(self.person)?, table.marks(self.person)?))
    }

    pub(super) fn items(&self, reader: &ReadState, limit: u32, now: UnixMs) -> Result<Inbox, DatabaseError> {
        let scope = if limit == 0 { InboxScope::After(reader.floor()) } else { InboxScope::All };
        let mut contents = self.contents(scope, now)?;
        mark_read(&mut contents, self.person, reader);
        let unread = contents.readable().filter(|attributed| !attributed.item.read).count();
        let mut budget = SizeBudget::of_message();
        let mut cut = |group: GroupContents| {
            let mut items: Vec<_> = group.items.into_iter().map(|attributed| attributed.item).collect();
            if limit == 0 {
                // Others of the group may be read, and were not looked for.
                let has_more = items.iter().any(|item| !item.read);
                return InboxGroup { items: Vec::new(), has_more };
            }
            let is_cut = budget.truncate(&mut items, limit as usize);
            InboxGroup { items, has_more: group.has_more || is_cut }
        };
        Ok(Inbox {
            revision: self.events.revision()?,
            unread: u32::try_from(unread).unwrap_or(u32::MAX),
            needs_you: cut(contents.needs_you),
            ended: cut(contents.ended),
            running: cut(contents.running),
        })
    }
}

/// Sets what the person has read of the items that can be unread.
pub(super) fn mark_read(contents: &mut InboxContents, person: &CallerName, reader: &ReadState) {
    for group in [&mut contents.needs_you, &mut contents.ended] {
        for attributed in &mut group.items {
            let is_own = attributed.by.as_ref() == Some(person);
            attributed.item.read =
                reader.has_read(&attributed.item.subject, attributed.item.revision, is_own);
        }
    }
}
