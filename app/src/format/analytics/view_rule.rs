//! The ready-made views in words.

use docket_wire::RowsView;

use crate::format::number::count;

/// A comparison with a longer period.
pub(crate) const COMPARES_WITH_LONGER: &str =
    "The selected days are not over: a part of them is compared with all of that period.";

/// The name of a view.
pub(crate) fn view_name(view: RowsView) -> &'static str {
    match view {
        RowsView::ReadByAi => "Most read by AI, little by people",
        RowsView::Falling => "Falling",
        RowsView::Quiet => "Gone quiet",
        RowsView::New => "New",
    }
}

/// Which pages a view has. `earlier` names the period that it compares with.
pub(crate) fn view_rule(view: RowsView, earlier: &str) -> String {
    let sample = count(view.sample());
    let (falling, quiet) = (RowsView::FALLING_KEEPS_PERCENT, RowsView::QUIET_KEEPS_PERCENT);
    match view {
        RowsView::ReadByAi => {
            let times = RowsView::AI_PER_HUMAN;
            format!("Pages with at least {sample} AI visitors, and at least {times} for each human one.")
        }
        RowsView::Falling => format!(
            "Pages that had at least {sample} visitors in {earlier}, and have at most {falling} % and more than {quiet} % of them."
        ),
        RowsView::Quiet => {
            format!(
                "Pages that had at least {sample} visitors in {earlier}, and have at most {quiet} % of them."
            )
        }
        RowsView::New => format!("Pages with at least {sample} visitors, and none in {earlier}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_names_the_smallest_sample_and_what_it_compares_with() {
        for view in RowsView::ALL {
            let rule = view_rule(view, "Sep 1 – 30, 2026");
            assert!(rule.contains(&view.sample().to_string()), "{rule}");
            assert_eq!(rule.contains("Sep 1 – 30, 2026"), view.needs_comparison(), "{rule}");
        }
    }
}
