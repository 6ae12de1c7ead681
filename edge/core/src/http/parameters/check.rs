//! Checks of query parameters. The service's operations ignore unknown parameters, as the service does.

use crate::http::checks::InvalidRequest;
use crate::http::route::RouteRow;
use crate::http::target::QueryPairs;

/// What the paths of Docket's own routes begin with.
const OWN: &str = "/api/";

/// Numbers. An empty one is invalid; other empty parameters count as absent.
const NUMBERS: [&str; 7] = ["since", "wait", "limit", "offset", "table", "row", "version"];

/// Parameters that guard a change or continue a list: without them, a request does more than its caller wants.
const NEVER_EMPTY: [&str; 3] = ["before", "person", "text"];

/// The longest name of a parameter that a problem repeats.
const NAME_CHARS_MAX: usize = 60;

/// Checks the names in the query of a request for a route.
///
/// # Errors
/// Names the first parameter that the route does not have, that is there twice, or that is empty and must not be.
pub fn check(route: &RouteRow, pairs: &QueryPairs) -> Result<(), InvalidRequest> {
    if !route.pattern.starts_with(OWN) {
        return Ok(());
    }
    let known = route.parameters;
    let mut seen: Vec<&str> = Vec::new();
    for (name, value) in pairs {
        if !known.contains(&name) {
            let field: String = name.chars().take(NAME_CHARS_MAX).collect();
            let error = match known {
                [] => "This route accepts no parameters.".to_owned(),
                known => format!("This route accepts only these parameters: {}.", known.join(", ")),
            };
            return Err(InvalidRequest::new(field, error));
        }
        let broken = if seen.contains(&name) {
            Some("must appear only once")
        } else if value.is_empty() && NUMBERS.contains(&name) {
            Some("must be a whole number")
        } else if value.is_empty() && NEVER_EMPTY.contains(&name) {
            Some("must not be empty")
        } else {
            None
        };
        if let Some(rule) = broken {
            return Err(InvalidRequest::new(name, format!("{name} {rule}.")));
        }
        seen.push(name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::route::ROUTES;

    /// Parameters that count as absent while they are empty.
    #[rustfmt::skip]
    const MAY_BE_EMPTY: &[&str] = &[
        "action", "addedSince", "addedUntil", "atSince", "atUntil", "auditDays", "author", "backup", "compare", "deep",
        "endedSince", "endedUntil", "format", "from", "group", "hidden", "jobsDays", "kind", "label",
        "object", "order", "path", "plain", "prefix", "promptsDays", "q", "ready", "refused", "resume", "sort", "status",
        "to", "view", "visitorsDays", "zone",
    ];

    #[test]
    fn every_parameter_says_whether_it_may_be_empty() {
        for parameter in ROUTES.iter().flat_map(|row| row.parameters) {
            let lists = [&NUMBERS[..], &NEVER_EMPTY, MAY_BE_EMPTY];
            let in_lists = lists.iter().filter(|list| list.contains(parameter)).count();
            assert_eq!(in_lists, 1, "{parameter} must be in one list: NUMBERS, NEVER_EMPTY or MAY_BE_EMPTY");
        }
    }

    fn row(name: &str) -> &'static RouteRow {
        ROUTES.iter().find(|row| row.name == name).unwrap()
    }

    #[test]
    fn only_routes_under_api_name_parameters() {
        let mut others = ROUTES.iter().filter(|row| !row.pattern.starts_with(OWN));
        assert!(others.all(|row| row.parameters.is_empty()));
    }

    #[test]
    fn unknown_doubled_and_empty_parameters_are_refused() {
        let outcome = |route, query: &str| check(row(route), &QueryPairs::of(&format!("http://a/?{query}")));
        for (route, query) in [
            ("jobs", ""),
            ("jobs", "q=&author=&limit=5&status=active"),
            ("visitors", "page=2&limit=5&limit=6"),
            ("create_job", "debug"),
        ] {
            assert_eq!(outcome(route, query), Ok(()), "{query}");
        }
        for (route, query, field, error) in [
            ("projects", "limit=5", "limit", "This route accepts no parameters."),
            ("live", "From=1", "From", "This route accepts only these parameters: since."),
            (
                "visitors_export",
                "limit=5",
                "limit",
                "This route accepts only these parameters: from, to, zone, sort,",
            ),
            ("jobs", "limit=5&q=a&limit=5", "limit", "limit must appear only once."),
            ("jobs", "q=&q=a", "q", "q must appear only once."),
            ("jobs", "limit=", "limit", "limit must be a whole number."),
            ("jobs", "limit", "limit", "limit must be a whole number."),
            ("delete_template", "version=", "version", "version must be a whole number."),
            ("delete_note", "text=", "text", "text must not be empty."),
            ("audit", "before=", "before", "before must not be empty."),
            ("end_sessions", "person=", "person", "person must not be empty."),
        ] {
            let invalid = outcome(route, query).unwrap_err();
            assert_eq!(invalid.field, field, "{query}");
            assert!(invalid.to_string().starts_with(error), "{invalid}");
        }
        let long = outcome("jobs", &"x".repeat(5000)).unwrap_err();
        assert_eq!(long.field.len(), NAME_CHARS_MAX);
    }
}
