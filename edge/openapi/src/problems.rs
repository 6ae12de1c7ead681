//! Responses with a problem: one for each set of codes that share a status.

use std::collections::{BTreeMap, BTreeSet};

use docket_core::http::route::{AuthorizationRule, ResponseBudget, RouteRow};
use docket_wire::ProblemCode::{self, *};
use docket_wire::{POLLING_HEADER, Problem, ProblemDetails, REPLAYED_HEADER, RETRY_AFTER_HEADER};
use serde_json::{Map, Value, json};

use crate::describe::Description;
use crate::headers::BUDGET_HEADERS;
use crate::schemas::Schemas;

/// The statuses in which the service's rejections have company. All others are in the range `4XX`.
const REJECTIONS: [u16; 3] = [400, 404, 409];

/// The problems of a route: those of its description, and those that its row implies.
pub(crate) fn problems_of(row: &RouteRow, description: &Description) -> BTreeMap<String, BTreeSet<String>> {
    // Every path begins with the checks of transport, path, query and sender.
    let mut codes = vec![InvalidRequest, HttpsRequired, CsrfCheck, Internal];
    codes.extend(&description.problems);
    let is_public = row.authorization == AuthorizationRule::Public;
    codes.push(NotConfigured);
    if !is_public || description.problems.contains(&Unauthenticated) {
        codes.extend([Unauthenticated, AccessUnavailable, NewerSchema, Restoring, Unavailable]);
    }
    let needs_more_than_a_caller = matches!(
        row.authorization,
        AuthorizationRule::AnyPerson
            | AuthorizationRule::Needs(_)
            | AuthorizationRule::NeedsSomewhere(_)
            | AuthorizationRule::NeedsPerson(_)
    );
    if needs_more_than_a_caller {
        codes.push(Forbidden);
    }
    if row.pattern.contains('{') {
        codes.push(UnknownRoute);
    }
    if row.pattern.contains("{project") {
        codes.push(UnknownProject);
    }
    if row.budget == Some(ResponseBudget::Changes) {
        codes.push(BudgetExhausted);
    }
    if description.body.is_some() {
        codes.extend([BodyTooLarge, UnsupportedMediaType]);
    }
    let mut by_status: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for code in codes {
        let mut statuses = vec![code.status().to_string()];
        if code == ServiceRejected {
            statuses.extend(REJECTIONS.map(|status| status.to_string()));
            statuses.push("4XX".to_owned());
        }
        for status in statuses {
            by_status.entry(status).or_default().insert(word(code));
        }
    }
    by_status
}

/// A code's value in JSON.
fn word(code: ProblemCode) -> String {
    json!(code).as_str().unwrap_or_default().to_owned()
}

/// The responses that were referred to, by name.
#[derive(Default)]
pub(crate) struct ProblemResponses(BTreeMap<String, Value>);

/// The statuses with which the Worker alone refuses, before a request reaches the object with the budgets.
const WITHOUT_BUDGETS: [&str; 5] = ["401", "413", "415", "426", "503"];

impl ProblemResponses {
    /// Refers to the responses of a route, by status. Those of its object name the budgets, if its other responses do.
    pub(crate) fn refer(
        &mut self,
        problems: &BTreeMap<String, BTreeSet<String>>,
        names_budgets: bool,
    ) -> Map<String, Value> {
        let refer = |(status, codes): (&String, &BTreeSet<String>)| {
            let names_budgets = names_budgets && !WITHOUT_BUDGETS.contains(&status.as_str());
            let name = codes.iter().cloned().collect::<Vec<_>>().join("-or-").replace('_', "-");
            let name = format!("{status}-{name}{}", if names_budgets { "-with-budgets" } else { "" });
            let reference = json!({ "$ref": format!("#/components/responses/{name}") });
            self.0.insert(name, response(status, codes, names_budgets));
            (status.clone(), reference)
        };
        problems.iter().map(refer).collect()
    }

    /// Adds the schemas of problems.
    pub(crate) fn add_schemas(&self, schemas: &mut Schemas) {
        schemas.written::<Problem>();
        schemas.written::<ProblemDetails>();
    }

    pub(crate) fn into_all(self) -> Map<String, Value> {
        self.0.into_iter().collect()
    }
}

fn response(status: &str, codes: &BTreeSet<String>, names_budgets: bool) -> Value {
    let quoted: Vec<_> = codes.iter().map(|code| format!("`{code}`")).collect();
    let with_codes = |schema: &str| {
        json!({
            "allOf": [
                { "$ref": format!("#/components/schemas/{schema}") },
                { "properties": { "code": { "enum": codes } } },
            ],
        })
    };
    let mut headers = vec!["Docket-Request-Id"];
    match status {
        "401" => headers.push("WWW-Authenticate"),
        "404" => headers.extend([POLLING_HEADER, REPLAYED_HEADER]),
        "409" | "502" => headers.push(REPLAYED_HEADER),
        "426" => headers.push("Upgrade"),
        "429" | "503" => headers.push(RETRY_AFTER_HEADER),
        _ => {}
    }
    if names_budgets {
        headers.extend(BUDGET_HEADERS);
    }
    let headers: Map<_, _> = headers
        .into_iter()
        .map(|name| (name.to_owned(), json!({ "$ref": format!("#/components/headers/{name}") })))
        .collect();
    json!({
        "description": quoted.join(", "),
        "headers": headers,
        "content": {
            "application/json": { "schema": with_codes("Problem") },
            ProblemDetails::MEDIA_TYPE: { "schema": with_codes("ProblemDetails") },
        },
    })
}
