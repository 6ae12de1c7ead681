//! How large a message may become.

use serde::Serialize;

/// Maximum size of a message of the live route and of a page of a list, in bytes of JSON. Common WebSocket clients
/// close at 1 MiB, and 200 consoles that get one each at once have to fit into the 128 MB of an object.
pub const MESSAGE_BYTES_MAX: usize = 256 * 1024;
/// The members of a message beside its lists.
const FRAME_BYTES: usize = 256;

/// The bytes that are left in a message.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SizeBudget(usize);

impl SizeBudget {
    /// A message without items.
    pub(crate) fn of_message() -> Self {
        Self(MESSAGE_BYTES_MAX - FRAME_BYTES)
    }

    /// Two halves.
    pub(super) fn split(self) -> (Self, Self) {
        let half = self.0 / 2;
        (Self(half), Self(self.0 - half))
    }

    /// This budget and another one.
    pub(super) fn merge(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Reserves the bytes of an item. Returns whether it fits.
    pub(super) fn reserve(&mut self, item: &impl Serialize) -> bool {
        // A comma separates items.
        match self.0.checked_sub(json_bytes(item) + 1) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }

    /// Cuts a list to `limit` items and to what fits, but not to nothing. Returns whether it cut anything.
    pub(crate) fn truncate<T: Serialize>(&mut self, items: &mut Vec<T>, limit: usize) -> bool {
        self.truncate_by(items, limit, |budget, item| budget.reserve(item))
    }

    /// Cuts a list like [`Self::truncate`]. `reserve` reserves the bytes of an item, and returns whether it fits.
    pub(super) fn truncate_by<T>(
        &mut self,
        items: &mut Vec<T>,
        limit: usize,
        mut reserve: impl FnMut(&mut Self, &T) -> bool,
    ) -> bool {
        let fit = items.iter().take(limit).take_while(|item| reserve(self, item)).count();
        let kept = fit.max(items.len().min(1));
        let is_cut = kept < items.len();
        items.truncate(kept);
        is_cut
    }
}

/// The size of a value in JSON. One that cannot be written counts as too large.
fn json_bytes(value: &impl Serialize) -> usize {
    // A writer that only counts would be a second copy of all that writes JSON, which takes kilobytes of the Worker.
    serde_json::to_string(value).map_or(usize::MAX - 1, |json| json.len())
}
