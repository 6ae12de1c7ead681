//! Checks of queries.

use docket_wire::{JobFilter, VisitorsQuery};

use super::InvalidRequest;
use crate::http::route::RequestInput;
use crate::http::target::RequestTarget;

/// Checks the query of a request, if an object reads it and the Worker can tell whether it is valid.
///
/// # Errors
/// Names the first parameter that is invalid.
pub fn check_query(input: RequestInput, target: RequestTarget<'_>) -> Result<(), InvalidRequest> {
    match input {
        RequestInput::JobFilter => drop(JobFilter::from_pairs(&target.pairs())?),
        RequestInput::VisitorsQuery => drop(VisitorsQuery::from_pairs(&target.pairs())?),
        // Their queries are read by what answers them, or they have none.
        RequestInput::Unchecked
        | RequestInput::Prompt
        | RequestInput::FollowUp
        | RequestInput::PromptEdit
        | RequestInput::JobRef
        | RequestInput::JobPatch
        | RequestInput::InboxPatch
        | RequestInput::NewTemplate
        | RequestInput::TemplateEdit
        | RequestInput::Note
        | RequestInput::Backfill
        | RequestInput::WebSocket => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_of_a_list_and_of_visitors_is_checked() {
        for (input, query, field) in [
            (RequestInput::JobFilter, "status=active&q=sdk", None),
            (RequestInput::JobFilter, "endedSince=soon", Some("endedSince")),
            (RequestInput::VisitorsQuery, "dateFrom=2026-01-01&limit=5", None),
            (RequestInput::VisitorsQuery, "limit=0", Some("limit")),
            (RequestInput::Unchecked, "limit=0&endedSince=soon", None),
        ] {
            let outcome = check_query(input, RequestTarget::of(&format!("https://docket.example/?{query}")));
            assert_eq!(outcome.err().map(|invalid| invalid.field).as_deref(), field, "{query}");
        }
    }
}
