//! The days that the page of each project showed last. A link without days leads back to them.

use std::cell::RefCell;

use docket_wire::{ProjectId, RowsQuery, ZoneName};

use crate::browser::storage;
use crate::format::analytics::VisitorsView;

/// The storage key of the time zone.
const ZONE: &str = "docket.zone";

thread_local! {
    static LAST: RefCell<Vec<(ProjectId, VisitorsView)>> = const { RefCell::new(Vec::new()) };
}

/// What the page of a project showed last, if it was not what it shows at first.
pub(crate) fn last_view(project: &ProjectId) -> Option<VisitorsView> {
    let find = |last: &Vec<(ProjectId, VisitorsView)>| {
        last.iter().find(|(known, _)| known == project).map(|(_, view)| view.clone())
    };
    LAST.with_borrow(find).filter(|view| *view != VisitorsView::default())
}

/// What the page shows at first in the time zone that this browser chose last, unless that is UTC.
pub(crate) fn first_view() -> Option<VisitorsView> {
    let zone = ZoneName::try_from(storage::get(ZONE)?).ok().filter(|zone| !zone.is_utc())?;
    Some(VisitorsView { zone, ..VisitorsView::default() })
}

/// Remembers a time zone for later visits.
pub(crate) fn store_zone(zone: &ZoneName) {
    storage::set(ZONE, zone.as_str());
}

/// Records the days, time zone and comparison that the page of a project shows.
pub(crate) fn record_view(project: &ProjectId, view: &VisitorsView) {
    let view = VisitorsView { rows: RowsQuery::default(), open: None, ..view.clone() };
    LAST.with_borrow_mut(|last| {
        last.retain(|(known, _)| known != project);
        last.push((project.clone(), view));
    });
}

#[cfg(test)]
mod tests {
    use docket_wire::RowSort;

    use super::*;

    #[test]
    fn the_days_of_each_project_are_known_and_not_its_filters() {
        let project = |id: &str| id.parse::<ProjectId>().unwrap();
        let (docs, sdk) = (project("docs"), project("sdk"));
        assert_eq!(last_view(&docs), None);
        let berlin = ZoneName::try_from("Europe/Berlin".to_owned()).unwrap();
        let days = VisitorsView { zone: berlin, ..VisitorsView::default() };
        let rows = RowsQuery { sort: Some(RowSort::Total), ..RowsQuery::default() };
        record_view(&docs, &VisitorsView { rows, open: Some("/a".into()), ..days.clone() });
        record_view(&sdk, &VisitorsView::default());
        assert_eq!((last_view(&docs), last_view(&sdk)), (Some(days), None));
    }
}
