//! Tables as files, streamed page by page as they are read.

use std::rc::Rc;

use docket_core::analytics::export::{End, ExportQuery, File, Format};
use docket_core::analytics::tables::{Entry, Table, TableKey};
use docket_core::analytics::{Lookup, Priority};
use docket_wire::{ProjectId, Span};
use wasm_bindgen::JsValue;

use super::fetch::NoPage;
use super::rows::Shown;
use super::tables::{TargetTable, gone, subject};
use super::{OpenAnalytics, with_age};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::http::stream;
use crate::platform::clock;

/// Names the table, with which a file that broke off goes on.
const TABLE_HEADER: &str = "Docket-Table";
/// Rows that are written at once.
const ROWS_AT_ONCE: usize = 500;

/// A file on its way.
struct Export {
    archive: Rc<OpenAnalytics>,
    subject: TableKey,
    span: Span,
    query: ExportQuery,
    wish: Lookup,
    table: Table,
    file: File,
    stage: Stage,
}

enum Stage {
    /// Nothing is written yet.
    Begin,
    /// As the service has them. Rows of the next page to pass over, since an earlier part of the file has them.
    Pages { next: u32, pass: u64 },
    /// In an order or a choice of Docket's making.
    Chosen { rows: Rc<[Entry]>, written: usize },
    /// All rows are written, or as many as could be had.
    End(End),
    /// The last line is written.
    Over,
}

impl OpenAnalytics {
    pub(super) async fn export(
        self: &Rc<Self>,
        project: &ProjectId,
        pairs: &[(&str, &str)],
        wish: Lookup,
    ) -> Result<Reply, Failure> {
        let query = ExportQuery::from_pairs(pairs.iter().copied())?;
        let (span, subject) = subject(project, pairs)?;
        let wish = Lookup { priority: Priority::Export, ..wish };
        let shown = match query.table {
            Some(id) => {
                Shown { table: self.core.tables().by_id(id, &subject)?.ok_or_else(gone)?, is_stale: false }
            }
            None => self.with_pages(&subject, &span, 0..1, wish).await?,
        };
        self.file(subject, span, query, wish, shown)
    }

    fn file(
        self: &Rc<Self>,
        subject: TableKey,
        span: Span,
        query: ExportQuery,
        wish: Lookup,
        Shown { table, is_stale }: Shown,
    ) -> Result<Reply, Failure> {
        if table.is_complete() && query.row > table.rows {
            return Err(Failure::invalid("row", format!("row must be at most {}.", table.rows)));
        }
        self.core.tables().used(table.id, clock::now())?;
        let name = format!(
            "attachment; filename=\"visitors-{}-{}-to-{}.{}\"",
            subject.project,
            span.from(),
            span.to(),
            query.format.extension()
        );
        let (content_type, id, fetched_from) = (query.format.content_type(), table.id, table.fetched_from);
        let export = Export {
            archive: self.clone(),
            subject,
            span,
            wish: Lookup { force_refresh: false, ..wish },
            file: File::behind(query.format, query.row),
            query,
            table,
            stage: Stage::Begin,
        };
        let reply = Reply::stream(stream::of(export)?)
            .header("Content-Type", content_type)
            .header("Content-Disposition", name)
            .header(TABLE_HEADER, id);
        Ok(with_age(reply, fetched_from, is_stale))
    }
}

impl stream::Pieces for Export {
    async fn next(&mut self) -> Result<Option<String>, JsValue> {
        let mut text = String::new();
        while text.is_empty() {
            let step = self.step(&mut text).await;
            match step {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                // It has no place for a line that says so.
                Err(none) if self.query.format == Format::PlainCsv => {
                    self.cut(none);
                    return Err(JsValue::from_str("not all rows could be had"));
                }
                Err(none) => self.stage = Stage::End(self.cut(none)),
            }
        }
        Ok(Some(text))
    }
}

impl Export {
    /// Writes a little more; false if there is nothing more to write.
    async fn step(&mut self, text: &mut String) -> Result<bool, NoPage> {
        match &mut self.stage {
            Stage::Begin => {
                if self.query.row == 0 {
                    text.push_str(&self.file.head(&self.span, &self.subject, &self.query, &self.table));
                }
                self.stage = if self.query.rows.needs_all() {
                    // Written before, so that the reader sees that it has begun.
                    Stage::Chosen { rows: Rc::default(), written: 0 }
                } else {
                    Stage::Pages { next: 0, pass: self.query.row }
                };
            }
            Stage::Pages { next, pass } => {
                let (page, passed) = (*next, *pass);
                self.have(page).await?;
                let entries = self.archive.core.tables().page(self.table.id, page)?.unwrap_or_default();
                let count = u64::try_from(entries.len()).unwrap_or(u64::MAX);
                let is_last = self.table.last_page.is_some_and(|last| page >= last);
                let behind = usize::try_from(passed).ok().and_then(|passed| entries.get(passed..));
                self.write(behind.unwrap_or_default(), text)?;
                self.stage = if is_last {
                    Stage::End(End::Whole)
                } else {
                    Stage::Pages { next: page.saturating_add(1), pass: passed.saturating_sub(count) }
                };
            }
            Stage::Chosen { .. } if !self.table.is_complete() => {
                let mut page = 0;
                while self.table.last_page.is_none_or(|last| page <= last) {
                    self.have(page).await?;
                    page = page.saturating_add(1);
                }
            }
            Stage::Chosen { rows, written } => {
                // A number of the dictionary's means the same path only as long as the table is held.
                if self.archive.core.tables().by_id(self.table.id, &self.subject)?.is_none() {
                    return Err(NoPage::Inside(gone()));
                }
                if rows.is_empty() {
                    *rows = self.archive.core.tables().choose(&self.table, &self.query.rows)?;
                    *written = usize::try_from(self.query.row).unwrap_or(usize::MAX);
                }
                let rest = rows.get(*written..).unwrap_or_default();
                let batch = rest.get(..ROWS_AT_ONCE).unwrap_or(rest).to_vec();
                *written = written.saturating_add(batch.len());
                if batch.is_empty() {
                    self.stage = Stage::End(End::Whole);
                }
                self.write(&batch, text)?;
            }
            Stage::End(end) => {
                let end = *end;
                self.stage = Stage::Over;
                text.push_str(&self.file.end(end, &self.table));
            }
            Stage::Over => return Ok(false),
        }
        Ok(true)
    }

    /// Sees to it that a page is held.
    async fn have(&mut self, page: u32) -> Result<(), NoPage> {
        let into = TargetTable::Table(self.table.id);
        self.table = self.archive.have_page(&self.subject, into, page, self.wish).await?;
        Ok(())
    }

    /// Why the file ends before its time.
    fn cut(&self, none: NoPage) -> End {
        let retry_after_s = match none {
            NoPage::Spent { wait_s } => Some(wait_s),
            NoPage::Call(failure) => failure.retry_after_s().map(u64::from),
            NoPage::Inside(failure) => {
                crate::platform::log::fault("", &format!("an export broke off: {failure}"));
                None
            }
        };
        End::Cut { retry_after_s }
    }

    fn write(&mut self, entries: &[Entry], text: &mut String) -> Result<(), NoPage> {
        let rows = self.archive.core.tables().rows(entries)?;
        self.file.write(&rows, text);
        Ok(())
    }
}
