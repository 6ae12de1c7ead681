//! The stages of an export: rows in the service's order are written page by page as they load, sorted or filtered ones
//! once all pages are loaded.

use std::rc::Rc;

use crate::analytics::export::ExportEnd;
use crate::analytics::tables::RowEntry;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportChunk {
    /// Text that follows the previous chunk.
    Text(String),
    /// The file has ended, and its last line says whether it is complete.
    End,
    /// Some rows could not be loaded, and the format has no line that says so: the connection has to be broken.
    Interrupted,
}

#[derive(Debug)]
pub(super) enum Stage {
    /// Nothing is written yet.
    Head,
    /// Rows are written in the service's order. Earlier parts of the file have the first `skip` rows from page `next`
    /// on.
    Pages { next: u32, skip: u64 },
    /// All pages are loaded before rows are sorted or filtered.
    Load { next: u32 },
    /// Sorted or filtered rows are written.
    Chosen { rows: Option<Rc<[RowEntry]>>, written: usize },
    /// All rows that could be loaded are written.
    End(ExportEnd),
    /// The last line is written, or the format has none.
    Over(ExportChunk),
}
