//! The days that the page of each project showed last. A link without days leads back to them.

use std::cell::RefCell;

use docket_wire::{ProjectId, RowsQuery};

use crate::format::analytics::VisitorsView;

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
    use docket_wire::{RowSort, ZoneName};

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
