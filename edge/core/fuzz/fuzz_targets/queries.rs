//! Queries of requests: what is accepted can be written again, and stays a query in the service's address.

#![no_main]

use docket_core::analytics::export::ExportQuery;
use docket_core::http::{parameters, route::ROUTES, target::QueryPairs};
use docket_core::upstream::base_url::BaseUrl;
use docket_wire::{
    AuditQuery, BackfillRequest, Comparison, HistoryQuery, InvalidParameter, JobFilter, RowsQuery, Span,
    SubmissionsQuery, VisitorsQuery,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|query: &str| {
    let url = format!("https://docket.example/api?{query}");
    let pairs = QueryPairs::of(&url);
    for row in ROUTES {
        if let Err(invalid) = parameters::check(row, &pairs) {
            assert!(invalid.field.chars().count() <= 60, "a problem repeats a long name");
        }
    }
    preserved(&pairs, |pairs| VisitorsQuery::from_pairs(pairs.iter().copied()), VisitorsQuery::pairs);
    preserved(&pairs, |pairs| JobFilter::from_pairs(pairs.iter().copied()), JobFilter::pairs);
    preserved(&pairs, |pairs| RowsQuery::from_pairs(pairs.iter().copied()), RowsQuery::pairs);
    preserved(&pairs, |pairs| AuditQuery::from_pairs(pairs.iter().copied()), AuditQuery::pairs);
    preserved(&pairs, |pairs| Span::from_pairs(pairs.iter().copied()), |span| span.pairs().into());

    if let Ok(query) = VisitorsQuery::from_pairs(&pairs) {
        let base = BaseUrl::parse("https://service.example").unwrap();
        let address = base.visitors(&"acme".parse().unwrap(), &query);
        assert!(address.bytes().all(|b| b.is_ascii_graphic() && b != b'#'), "{address}");
        let is_empty = query.pairs().is_empty();
        assert_eq!(address.matches(['?', '/']).count(), 6 + usize::from(!is_empty), "{address}");
    }
    let _ = SubmissionsQuery::from_pairs(&pairs);
    let _ = HistoryQuery::from_pairs(&pairs);
    let _ = BackfillRequest::from_pairs(&pairs);
    let _ = Comparison::from_pairs(&pairs);
    let _ = ExportQuery::from_pairs(&pairs);
    let _ = (parameters::since(&pairs), parameters::version(&pairs), parameters::wait_s(&pairs));
    let _ = (parameters::is_set(&pairs, "deep"), parameters::audit_format(&pairs));
});

/// Checks that an accepted query, written as pairs, is read as the same query.
fn preserved<T: PartialEq + std::fmt::Debug>(
    pairs: &QueryPairs,
    read: impl Fn(&[(&str, &str)]) -> Result<T, InvalidParameter>,
    write: impl Fn(&T) -> Vec<(&'static str, String)>,
) {
    let pairs: Vec<_> = pairs.iter().collect();
    let Ok(query) = read(&pairs) else { return };
    let written = write(&query);
    let written: Vec<_> = written.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(read(&written).as_ref(), Ok(&query), "{written:?}");
}
