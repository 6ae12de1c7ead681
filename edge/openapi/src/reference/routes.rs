use docket_core::http::route::{AuthorizationRule, ROUTES};
use serde_json::Value;

/// What a caller needs, as the tables of routes say it, also those of `docs/api.md`. Empty for a public route.
#[must_use]
pub fn needs(authorization: AuthorizationRule) -> String {
    match authorization {
        AuthorizationRule::Public => String::new(),
        AuthorizationRule::SignedIn => "a session or token".to_owned(),
        AuthorizationRule::AnyPerson => "a session".to_owned(),
        AuthorizationRule::Needs(right) => format!("`{}`", right.as_str()),
        AuthorizationRule::NeedsSomewhere(right) => format!("`{}` in a project", right.as_str()),
        AuthorizationRule::NeedsPerson(right) => format!("a session with `{}`", right.as_str()),
    }
}

/// Writes the table of all routes, each with a link to its operation.
pub(super) fn write(text: &mut String, document: &Value) {
    text.push_str("\n## Routes\n\n| route | needs | |\n|---|---|---|\n");
    for row in ROUTES {
        let (method, pattern) = (row.method.as_str(), row.pattern);
        let summary = &document["paths"][pattern][method.to_lowercase()]["summary"];
        text.push_str(&format!(
            "| [`{method} {pattern}`](#{}) | {} | {}. |\n",
            anchor(&format!("{method} {pattern}")),
            needs(row.authorization),
            summary.as_str().unwrap_or_default(),
        ));
    }
}

/// The anchor that Markdown makes of a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}
