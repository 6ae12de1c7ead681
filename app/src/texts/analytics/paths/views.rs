//! The ready-made views of the paths, and why a table has no rows.

use docket_wire::RowsView;

/// The name of the list of views.
pub(crate) const VIEW: &str = "View";
/// The choice of no view.
pub(crate) const ALL_PAGES: &str = "All pages";

pub(crate) fn name(view: RowsView) -> &'static str {
    match view {
        RowsView::ReadByAi => "Read mostly by AI",
        RowsView::Falling => "Falling",
        RowsView::Quiet => "Gone quiet",
        RowsView::New => "New",
    }
}

/// Which pages a view has. `earlier` names the period that it compares with.
pub(crate) fn rule(view: RowsView, sample: &str, earlier: &str) -> String {
    let (falling, quiet) = (RowsView::FALLING_KEEPS_PERCENT, RowsView::QUIET_KEEPS_PERCENT);
    match view {
        RowsView::ReadByAi => {
            let times = RowsView::AI_PER_HUMAN;
            format!("Pages with at least {sample} AI visitors, and at least {times} for each human visitor.")
        }
        RowsView::Falling => format!(
            "Pages that had at least {sample} visitors in the compared period, {earlier}, and now have more than {quiet}% and at most {falling}% of that number."
        ),
        RowsView::Quiet => {
            format!(
                "Pages that had at least {sample} visitors in the compared period, {earlier}, and now have at most {quiet}% of that number."
            )
        }
        RowsView::New => {
            format!("Pages with at least {sample} visitors, and none in the compared period, {earlier}.")
        }
    }
}

pub(crate) const NEEDS_COMPARISON: &str = "This view compares two periods, and no comparison is selected. Its totals and first 250 paths need 1 request, unless they are loaded.";
pub(crate) const COMPARE_WITH_PREVIOUS: &str = "Compare with the previous period";

pub(crate) const NEEDS_ALL_PATHS: &str =
    "This view needs all paths of both periods. Load the missing ones below.";
/// While they are all being loaded.
pub(crate) const NEEDS_ALL_PATHS_LOADING: &str =
    "This view needs all paths of both periods. The missing ones are being loaded.";
pub(crate) const NO_PATH_MATCHES: &str = "No path matches the filter.";

pub(crate) fn no_loaded_path_matches(loaded: &str) -> String {
    format!(
        "None of the {loaded} loaded paths match the filter. There are more: load them below to search all paths."
    )
}

/// While the others are being loaded.
pub(crate) fn no_loaded_path_matches_yet(loaded: &str) -> String {
    format!("None of the {loaded} loaded paths match the filter. The others are being loaded.")
}

pub(crate) const NO_PAGE_IN_VIEW: &str = "No pages in this view. Choose another view or other days.";

pub(crate) fn no_loaded_page_in_view(loaded: &str) -> String {
    format!("None of the {loaded} loaded pages are in this view. There are more: load them below.")
}

/// While the others are being loaded.
pub(crate) fn no_loaded_page_in_view_yet(loaded: &str) -> String {
    format!("None of the {loaded} loaded pages are in this view. The others are being loaded.")
}

pub(crate) const NOBODY_VISITED: &str = "No visitors in this period. Choose other days above. If no days have visitors, check that \
     DOCKET_PROJECTS has the project's id as the service shows it.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_names_the_smallest_sample_and_what_it_compares_with() {
        for view in RowsView::ALL {
            let sample = view.sample().to_string();
            let rule = rule(view, &sample, "Sep 1 – 30, 2026");
            assert!(rule.contains(&sample), "{rule}");
            assert_eq!(rule.contains("Sep 1 – 30, 2026"), view.needs_comparison(), "{rule}");
        }
    }
}
