//! The name of each route in the log: a change has the name of its route in the table, and every read is `read`.

use docket_wire::{AuditAction, AuditTarget, AuditTargetKind};

use crate::http::route::{FoundRoute, Route};

/// An action, and what it concerns as far as the path of its request says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAction {
    pub action: AuditAction,
    pub target: Option<AuditTarget>,
}

impl From<AuditAction> for NamedAction {
    fn from(action: AuditAction) -> Self {
        Self { action, target: None }
    }
}

impl From<(AuditAction, Option<AuditTarget>)> for NamedAction {
    fn from((action, target): (AuditAction, Option<AuditTarget>)) -> Self {
        Self { action, target }
    }
}

impl NamedAction {
    /// The action of a route. A read has the name of its row in the table.
    #[must_use]
    pub fn for_route(found: &FoundRoute) -> Self {
        let (action, target) = match &found.route {
            Route::Public(route) => route.audit_action(),
            Route::Worker(route) => route.audit_action(),
            Route::Jobs(_, route) => route.audit_action(),
            Route::Analytics(_, route) => route.audit_action(),
        };
        let route =
            (action == AuditAction::Read).then(|| AuditTarget::new(AuditTargetKind::Route, found.row.name));
        Self { action, target: target.or(route) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::route::{ROUTES, RequestMethod};

    /// An id of anything.
    const ID: &str = "0123456789abcdef0123456789abcdef";
    const DAY: &str = "2026-01-31";

    #[test]
    fn every_route_that_changes_something_has_an_action_of_its_own_name() {
        for row in ROUTES {
            let path = row.pattern.replace("{projectId}", "acme").replace("{project}", "acme");
            let path = path.replace("{id}", ID).replace("{day}", DAY);
            let found = FoundRoute::find(row.method.as_str(), &path).unwrap();
            let NamedAction { action, target } = NamedAction::for_route(&found);
            let id = target.map(|target| target.id);
            if row.method == RequestMethod::Get {
                assert_eq!((action, id.as_deref()), (AuditAction::Read, Some(row.name)));
            } else {
                assert_eq!(action.as_str(), row.name);
                let named = [("{id}", ID), ("{day}", DAY)].into_iter();
                let named = named.filter(|(name, _)| row.pattern.contains(name)).map(|(_, id)| id).next();
                assert_eq!(id.as_deref(), named, "{}", row.name);
            }
        }
    }
}
