use docket_wire::AuditQuery;

use super::lines::AuditLines;

/// Entries in one file, at most: a request to the Worker can make a limited number of requests to objects.
pub const EXPORT_ENTRIES_MAX: usize = 50_000;

/// A file with the entries that match a query, page by page, as NDJSON: one entry per line, newest first. A file that
/// reached its limit ends with the line `{"hasMore":true,"before":id}`. It says where the next file begins.
#[derive(Debug)]
pub struct AuditExport {
    query: AuditQuery,
    written: usize,
    is_over: bool,
}

impl AuditExport {
    /// A file that begins with the newest entry of a query.
    #[must_use]
    pub fn new(query: AuditQuery) -> Self {
        Self { query, written: 0, is_over: false }
    }

    /// The query of the next page; none after the last.
    #[must_use]
    pub fn next(&self) -> Option<AuditQuery> {
        let left = u32::try_from(EXPORT_ENTRIES_MAX.saturating_sub(self.written)).unwrap_or(u32::MAX);
        let limit = Some(AuditQuery::LIMIT_MAX.min(left).max(1));
        (!self.is_over).then(|| AuditQuery { limit, ..self.query.clone() })
    }

    /// The lines of the next page.
    pub fn lines(&mut self, page: &AuditLines) -> String {
        let mut lines = String::new();
        for entry in &page.entries {
            lines.push_str(entry);
            lines.push('\n');
        }
        self.query.before = page.last_id().or(self.query.before);
        self.written = self.written.saturating_add(page.entries.len());
        let is_cut = page.has_more && self.written >= EXPORT_ENTRIES_MAX;
        self.is_over = !page.has_more || page.entries.is_empty() || is_cut;
        if let (true, Some(before)) = (is_cut, self.query.before) {
            lines.push_str(&format!("{{\"hasMore\":true,\"before\":{before}}}\n"));
        }
        lines
    }
}
