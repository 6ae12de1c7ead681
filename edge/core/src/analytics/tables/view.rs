//! Ready-made views: which rows they have, and in which order.

use docket_wire::RowsView;

use super::RowEntry;

/// Whether a view has a page, by its visitors now and in the compared span. No page is in two of the views that
/// compare.
#[must_use]
pub(super) fn is_in_view(view: RowsView, now: &RowEntry, before: &RowEntry) -> bool {
    let sample = view.sample();
    let keeps_at_most =
        |percent: u64| u128::from(now.total) * 100 <= u128::from(before.total) * u128::from(percent);
    match view {
        RowsView::ReadByAi => {
            now.ai >= sample
                && u128::from(now.ai) >= u128::from(now.human) * u128::from(RowsView::AI_PER_HUMAN)
        }
        RowsView::Falling => {
            before.total >= sample
                && keeps_at_most(RowsView::FALLING_KEEPS_PERCENT)
                && !keeps_at_most(RowsView::QUIET_KEEPS_PERCENT)
        }
        RowsView::Quiet => before.total >= sample && keeps_at_most(RowsView::QUIET_KEEPS_PERCENT),
        RowsView::New => before.total == 0 && now.total >= sample,
    }
}

/// The number by which a view sorts its rows, the largest first: it says how much the page deserves attention.
pub(super) fn weight(view: RowsView, now: &RowEntry, before: &RowEntry) -> u64 {
    match view {
        RowsView::ReadByAi => now.ai,
        RowsView::Falling => before.total.saturating_sub(now.total),
        RowsView::Quiet => before.total,
        RowsView::New => now.total,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(human: u64, ai: u64, total: u64) -> RowEntry {
        RowEntry { path: 1, human, ai, total }
    }

    #[test]
    fn each_view_has_a_smallest_sample_and_a_rule() {
        let all = |total| of(total, 0, total);
        for (view, now, before, has) in [
            (RowsView::ReadByAi, of(5, 20, 25), of(0, 0, 0), true),
            (RowsView::ReadByAi, of(6, 20, 25), of(0, 0, 0), false),
            (RowsView::ReadByAi, of(0, 19, 19), of(0, 0, 0), false),
            (RowsView::Falling, all(70), all(100), true),
            (RowsView::Falling, all(71), all(100), false),
            (RowsView::Falling, all(50), all(99), false),
            (RowsView::Falling, all(11), all(100), true),
            (RowsView::Falling, all(10), all(100), false),
            (RowsView::Quiet, all(10), all(100), true),
            (RowsView::Quiet, all(0), all(20), true),
            (RowsView::Quiet, all(0), all(19), false),
            (RowsView::New, all(10), all(0), true),
            (RowsView::New, all(9), all(0), false),
            (RowsView::New, all(10), all(1), false),
            (RowsView::Falling, of(u64::MAX, 0, u64::MAX), of(u64::MAX, 0, u64::MAX), false),
        ] {
            assert_eq!(is_in_view(view, &now, &before), has, "{view:?}: {before:?} to {now:?}");
        }
    }

    proptest! {
        #[test]
        fn no_page_is_in_two_views_that_compare_and_fewer_visitors_never_take_it_out_of_falling_or_quiet(
            now in 0..2_000_u64, fewer in 0..2_000_u64, before in 0..2_000_u64,
        ) {
            let (entry, then) = (of(now, 0, now), of(before, 0, before));
            let compared = RowsView::ALL.into_iter().filter(|view| view.needs_comparison());
            prop_assert!(compared.filter(|view| is_in_view(*view, &entry, &then)).count() <= 1);
            let less = now.saturating_sub(fewer);
            let is_down = |now: u64| {
                is_in_view(RowsView::Falling, &of(now, 0, now), &then) || is_in_view(RowsView::Quiet, &of(now, 0, now), &then)
            };
            // A page below the sample of falling ones is in no view until it is quiet.
            prop_assert!(!is_down(now) || is_down(less));
        }
    }
}
