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

pub(crate) fn no_loaded_path_matches(n: u64, shown: &str) -> String {
    format!("{} There are more: load them below to search all paths.", none_matches(n, shown))
}

/// While the others are being loaded.
pub(crate) fn no_loaded_path_matches_yet(n: u64, shown: &str) -> String {
    format!("{} The others are being loaded.", none_matches(n, shown))
}

fn none_matches(n: u64, shown: &str) -> String {
    match n {
        1 => "The only loaded path does not match the filter.".to_owned(),
        _ => format!("None of the {shown} loaded paths match the filter."),
    }
}

pub(crate) const NO_PAGE_IN_VIEW: &str = "No pages in this view. Choose another view or other days.";

pub(crate) fn no_loaded_page_in_view(n: u64, shown: &str) -> String {
    format!("{} There are more: load them below.", none_in_view(n, shown))
}

/// While the others are being loaded.
pub(crate) fn no_loaded_page_in_view_yet(n: u64, shown: &str) -> String {
    format!("{} The others are being loaded.", none_in_view(n, shown))
}

fn none_in_view(n: u64, shown: &str) -> String {
    match n {
        1 => "The only loaded page is not in this view.".to_owned(),
        _ => format!("None of the {shown} loaded pages are in this view."),
    }
}

pub(crate) const NOBODY_VISITED: &str = "No visitors in this period. Choose other days above. If no days have visitors, check that \
     DOCKET_PROJECTS has the project's id as the service shows it.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_path_is_no_paths() {
        assert!(no_loaded_path_matches(1, "1").starts_with("The only loaded path does not match"));
        assert!(no_loaded_path_matches_yet(0, "0").starts_with("None of the 0 loaded paths match"));
        assert!(no_loaded_page_in_view(1, "1").starts_with("The only loaded page is not"));
        assert!(no_loaded_page_in_view_yet(2, "2").starts_with("None of the 2 loaded pages are"));
    }

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
