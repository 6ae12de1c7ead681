//! The prompt for a job about a page, with a link back to the page's visitors.

use docket_wire::{Day, RowsQuery, Span, VisitorRow};

use super::{DateRange, VisitorsView};
use crate::format::link::FIGURES;
use crate::texts::analytics::prompt as texts;

/// The start of a prompt about a page with these [`page_figures`]. A person completes its first line, which becomes the job's title.
pub(crate) fn job_prompt(path: &str, figures: &str) -> String {
    format!("{}\n\n{figures}", texts::improve_page(path))
}

/// The visitors of a page in words, with those of the period that they are compared with, the link to them, and whether the last day
/// was `today`, in the zone of the span. Dates and numbers are plain: a prompt is the same in every language.
pub(crate) fn page_figures(
    row: &VisitorRow,
    span: &Span,
    before: Option<(u64, &Span)>,
    today: Option<Day>,
    link: &str,
) -> String {
    let days = days_of(span);
    let [total, human, ai] = [row.total, row.human, row.ai].map(|visitors| visitors.to_string());
    let figures = texts::figures(&days, span.zone().as_str(), &total, &human, &ai);
    let not_over = today.filter(|today| *today <= span.to()).map(|today| texts::not_over(&today.to_string()));
    let before = before.map(|(total, span)| texts::before(&days_of(span), &total.to_string()));
    format!("{figures}{}{}\n{FIGURES}{link}", not_over.unwrap_or_default(), before.unwrap_or_default())
}

fn days_of(span: &Span) -> String {
    if span.from() == span.to() {
        texts::on(&span.from().to_string())
    } else {
        texts::from_to(&span.from().to_string(), &span.to().to_string())
    }
}

/// The view of this row and of the paths that begin with its own, over the same days whenever the link is opened.
pub(crate) fn view_of_row(row: &VisitorRow, span: &Span) -> VisitorsView {
    VisitorsView {
        range: DateRange::Custom(span.from(), span.to()),
        zone: span.zone().clone(),
        rows: RowsQuery { prefix: Some(row.path.clone()), ..RowsQuery::default() },
        ..VisitorsView::default()
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::ZoneName;

    use super::*;

    #[test]
    fn a_prompt_has_the_counts_and_links_back() {
        let row = VisitorRow { path: "/guides/sdk".into(), human: 1200, ai: 40, total: 1230 };
        let (from, to) = ("2026-10-01".parse().unwrap(), "2026-10-31".parse().unwrap());
        let span = Span::new(from, to, ZoneName::utc()).unwrap();
        let link = "https://docket.example/p/a/visitors?prefix=%2Fguides%2Fsdk";
        let prompt = job_prompt(&row.path, &page_figures(&row, &span, None, None, link));
        let lines: Vec<&str> = prompt.lines().collect();
        assert_eq!(lines.first(), Some(&"Improve the page /guides/sdk: "));
        assert!(prompt.contains(
            "From 2026-10-01 to 2026-10-31 (UTC) it had 1230 unique visitors: 1200 human and 40 AI."
        ));
        assert_eq!(
            lines.last(),
            Some(&"Figures: https://docket.example/p/a/visitors?prefix=%2Fguides%2Fsdk")
        );
        let view = view_of_row(&row, &span);
        assert_eq!(view.span(to), Ok(span.clone()));
        for (today, is_said) in [("2026-10-31", true), ("2026-11-01", false)] {
            let figures = page_figures(&row, &span, None, today.parse().ok(), "");
            assert_eq!(figures.contains(" and 40 AI. 2026-10-31 was not over then.\n"), is_said, "{figures}");
        }
        let before = Span::new("2026-09-01".parse().unwrap(), "2026-09-30".parse().unwrap(), ZoneName::utc());
        let figures = page_figures(&row, &span, Some((2460, &before.unwrap())), None, "");
        assert!(figures.contains(" and 40 AI. From 2026-09-01 to 2026-09-30 it had 2460.\n"), "{figures}");
    }
}
