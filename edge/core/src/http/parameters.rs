//! The query parameters of Docket's own routes. The service's operations ignore unknown parameters, as the service does.

/// The parameters of every route under `/api`, by the route's name.
const TABLE: &[(&str, &[&str])] = &[
    ("health", &["deep"]),
    ("get_session", &[]),
    ("sign_in", &[]),
    ("sign_out", &[]),
    ("projects", &[]),
    ("jobs", &["status", "author", "label", "since", "until", "q", "hidden", "before", "limit"]),
    ("import_job", &[]),
    ("job_detail", &[]),
    ("patch_job", &[]),
    ("queue_follow_up", &[]),
    ("submissions", &[]),
    ("edit_submission", &[]),
    ("discard_submission", &[]),
    ("resend_submission", &[]),
    ("match_submission", &[]),
    ("live", &["since"]),
    ("visitors_summary", &["from", "to", "zone", "compare"]),
    ("visitors_trend", &["from", "to", "zone"]),
    ("visitors_rows", &["from", "to", "zone", "offset", "limit", "sort", "order", "q", "prefix", "group"]),
    (
        "visitors_export",
        &["from", "to", "zone", "sort", "order", "q", "prefix", "format", "plain", "table", "row"],
    ),
    ("visitors_budget", &[]),
    ("start_backfill", &[]),
    ("cancel_backfill", &["kind", "from", "to", "zone"]),
];

/// Numbers. An empty one is invalid; other empty parameters count as absent.
const NUMBERS: [&str; 7] = ["deep", "since", "until", "limit", "offset", "table", "row"];

/// The longest name of a parameter that a problem repeats.
const NAME_CHARS_MAX: usize = 60;

/// A query that a route does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidQuery {
    /// The route has no such parameter.
    #[error("This route {known}.")]
    Unknown {
        /// The name of the parameter, shortened.
        field: String,
        /// The parameters that the route has, as the end of a sentence.
        known: String,
    },
    /// A parameter is there more than once.
    #[error("{field} must be given only once.")]
    Doubled {
        /// The name of the parameter.
        field: String,
    },
    /// A number without digits.
    #[error("{field} must be a whole number.")]
    Empty {
        /// The name of the parameter.
        field: String,
    },
}

impl InvalidQuery {
    /// The parameter at fault.
    #[must_use]
    pub fn field(&self) -> &str {
        match self {
            Self::Unknown { field, .. } | Self::Doubled { field } | Self::Empty { field } => field,
        }
    }
}

/// Checks the names in the query of a request for the route with this name.
///
/// # Errors
/// Names the first parameter that the route does not have, that is there twice, or that is an empty number.
pub fn check(route: &str, pairs: &[(String, String)]) -> Result<(), InvalidQuery> {
    let Some((_, known)) = TABLE.iter().find(|(name, _)| *name == route) else { return Ok(()) };
    let mut seen: Vec<&str> = Vec::new();
    for (name, value) in pairs {
        if !known.contains(&name.as_str()) {
            let field = name.chars().take(NAME_CHARS_MAX).collect();
            let known = match known {
                [] => "takes no parameters".to_owned(),
                known => format!("takes only the parameters {}", known.join(", ")),
            };
            return Err(InvalidQuery::Unknown { field, known });
        }
        if seen.contains(&name.as_str()) {
            return Err(InvalidQuery::Doubled { field: name.clone() });
        }
        if value.is_empty() && NUMBERS.contains(&name.as_str()) {
            return Err(InvalidQuery::Empty { field: name.clone() });
        }
        seen.push(name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::route::ROUTES;
    use crate::http::target::Target;

    #[test]
    fn every_route_under_api_has_its_parameters_here_and_no_other_has() {
        let own = ROUTES.iter().filter(|row| row.pattern.starts_with("/api/")).map(|row| row.name);
        let listed: BTreeSet<&str> = TABLE.iter().map(|(name, _)| *name).collect();
        assert_eq!(own.collect::<BTreeSet<_>>(), listed);
        assert_eq!(listed.len(), TABLE.len());
    }

    #[test]
    fn unknown_doubled_and_empty_parameters_are_refused() {
        let outcome = |route, query: &str| check(route, &Target::of(&format!("http://a/?{query}")).pairs());
        for (route, query) in [
            ("jobs", ""),
            ("jobs", "q=&author=&limit=5&status=active"),
            ("visitors", "page=2&limit=5&limit=6"),
            ("create_job", "debug"),
        ] {
            assert_eq!(outcome(route, query), Ok(()), "{query}");
        }
        for (route, query, field, error) in [
            ("projects", "limit=5", "limit", "This route takes no parameters."),
            ("live", "From=1", "From", "This route takes only the parameters since."),
            (
                "visitors_export",
                "limit=5",
                "limit",
                "This route takes only the parameters from, to, zone, sort,",
            ),
            ("jobs", "limit=5&q=a&limit=5", "limit", "limit must be given only once."),
            ("jobs", "q=&q=a", "q", "q must be given only once."),
            ("jobs", "limit=", "limit", "limit must be a whole number."),
            ("jobs", "limit", "limit", "limit must be a whole number."),
        ] {
            let invalid = outcome(route, query).unwrap_err();
            assert_eq!(invalid.field(), field, "{query}");
            assert!(invalid.to_string().starts_with(error), "{invalid}");
        }
        let long = outcome("jobs", &"x".repeat(5000)).unwrap_err();
        assert_eq!(long.field().len(), NAME_CHARS_MAX);
    }
}
