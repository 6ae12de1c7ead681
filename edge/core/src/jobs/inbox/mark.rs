use docket_wire::{Inbox, InboxPatch, InboxSubject, UnixMs};

use super::PersonalInbox;
use super::candidates::InboxScope;
use super::read::mark_read;
use super::read_state::{ReadState, key};
use crate::jobs::store::ReadMark;
use crate::storage::{Database, DatabaseError};

/// Marks of a person, at most. New marks replace the oldest, whose items then follow the person's position again.
pub const READ_MARKS_MAX: usize = 300;

impl<D: Database> PersonalInbox<'_, D> {
    /// Stores what the person has read, and returns how many items are unread. A patch that changes nothing writes no row.
    pub fn mark(&self, patch: &InboxPatch, now: UnixMs) -> Result<Inbox, DatabaseError> {
        self.db.atomically(|| {
            let mut state = self.read_state()?;
            let revision = self.events.revision()?;
            if let Some(up_to) = patch.read_up_to {
                self.read_all(&mut state, up_to.min(revision))?;
            }
            let subjects: Vec<&InboxSubject> = patch.marks.iter().map(|mark| &mark.subject).collect();
            let mut contents = self.contents(InboxScope::Of(&subjects), now)?;
            mark_read(&mut contents, self.person, &state);
            for wanted in &patch.marks {
                let found = contents.readable().find(|attributed| attributed.item.subject == wanted.subject);
                let Some(item) = found.map(|attributed| &attributed.item) else { continue };
                // What came after the person read the inbox stays unread.
                if item.read == wanted.read || (wanted.read && item.revision > wanted.revision) {
                    continue;
                }
                let mark =
                    ReadMark { item: key(&item.subject), revision: item.revision, is_read: wanted.read };
                self.read_state_table().put_mark(self.person, &mark)?;
                state.put(mark);
            }
            if let Some(surplus) = state.surplus_up_to(READ_MARKS_MAX) {
                self.read_state_table().delete_marks_up_to(self.person, surplus)?;
                state = self.read_state()?;
            }
            let inbox = self.items(&state, 0, now)?;
            // Once everything is read, the position replaces the marks. It must not pass items beyond those that were counted,
            // because the person has not seen them.
            if inbox.unread == 0 && state.has_marks() && !self.has_uncounted(&state, now)? {
                self.read_all(&mut state, revision)?;
            }
            Ok(inbox)
        })
    }

    fn read_all(&self, state: &mut ReadState, revision: u64) -> Result<(), DatabaseError> {
        let change = state.read_all(revision);
        if change.has_moved {
            self.read_state_table().set_read_up_to(self.person, revision)?;
        }
        if change.has_ended_marks {
            self.read_state_table().delete_marks_up_to(self.person, revision)?;
        }
        Ok(())
    }
}
