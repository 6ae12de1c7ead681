//! Exports, streamed chunk by chunk.

use docket_wire::TABLE_HEADER;
use std::rc::Rc;

use docket_core::analytics::LookupOptions;
use docket_core::analytics::export::{ExportChunk, ExportQuery, ExportRun, ExportStart};
use docket_core::http::attachment;
use docket_core::http::target::QueryPairs;
use docket_wire::ProjectId;
use wasm_bindgen::JsValue;

use super::open_analytics::OpenAnalytics;
use super::reads::table_key;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::http::stream;
use crate::platform::clock;
use crate::platform::log;

impl OpenAnalytics {
    pub(super) async fn export(
        self: &Rc<Self>,
        project: ProjectId,
        pairs: &QueryPairs,
        lookup: LookupOptions,
    ) -> Result<Reply, Failure> {
        let query = ExportQuery::from_pairs(pairs)?;
        let (span, key) = table_key(project, pairs)?;
        let name =
            format!("visitors-{}-{}-to-{}.{}", key.project, span.from(), span.to(), query.format.extension());
        let mut run = self.run(&mut ExportStart::new(key, span, query, lookup)).await?;
        if let Some(rows) = run.rows_exceeded(&self.core)? {
            return Err(Failure::invalid("row", format!("row must be at most {rows}.")));
        }
        let (content_type, table, is_stale) = (run.content_type(), run.table().clone(), run.is_stale());
        self.core.tables().mark_used(table.id, clock::now())?;
        // The first chunk is read before the response begins. If it is an error that the format cannot report, the status does.
        let first = Some(self.run(&mut run).await?);
        let body = stream::from_source(Box::new(Export { analytics: Rc::clone(self), run, first }))?;
        let reply = Reply::stream(body)
            .header("Content-Type", content_type)
            .header("Content-Disposition", attachment(&name))
            .header(TABLE_HEADER, table.id);
        Ok(reply.aged(table.fetched_from, is_stale))
    }
}

/// A file that is being streamed.
struct Export {
    analytics: Rc<OpenAnalytics>,
    run: ExportRun,
    /// The first chunk, until it is read.
    first: Option<ExportChunk>,
}

impl stream::ChunkSource for Export {
    fn next(&mut self) -> stream::NextChunk<'_> {
        Box::pin(async move {
            let chunk = match self.first.take() {
                Some(chunk) => Ok(chunk),
                None => self.analytics.run(&mut self.run).await,
            };
            if let Some(error) = self.run.take_error() {
                log::error(&format!("an export was interrupted: {error}"));
            }
            match chunk {
                Ok(ExportChunk::Text(text)) => Ok(Some(text)),
                Ok(ExportChunk::End) => Ok(None),
                Ok(ExportChunk::Interrupted) | Err(_) => {
                    Err(JsValue::from_str("some rows could not be loaded"))
                }
            }
        })
    }
}
