//! The labels beside a title: those that fit, and how many others there are.

use docket_wire::{JobEntry, JobFilter};
use web_sys::Element;

use super::prototypes::Prototypes;
use crate::texts::jobs::list as texts;

/// About as many characters as fit in the third of the column that labels get, with one for each gap. To measure each row
/// would lay out all of them.
const CHARS_MAX: usize = 20;

/// The labels of a job, each a link to the jobs that have it. None without labels.
pub(super) fn labels(job: &JobEntry, prototypes: &Prototypes) -> Option<Element> {
    let names: Vec<_> = job.labels.iter().map(|label| label.as_str()).collect();
    let element = prototypes.labels.copy().filter(|_| !names.is_empty())?;
    let shown = shown(&names);
    for (index, label) in job.labels.iter().enumerate() {
        let class = if index < shown {
            "jobs__filter jobs__label"
        } else {
            "jobs__filter jobs__label jobs__label--more"
        };
        let filter = JobFilter { label: Some(label.clone()), hidden: job.hidden, ..JobFilter::default() };
        if let Some(link) = prototypes.filter_link(&filter, class, label.as_str()) {
            // It fails only for a parent inside its child.
            let _ = element.append_child(&link);
        }
    }
    let others = names.get(shown..).filter(|others| !others.is_empty());
    if let Some((others, count)) = others.zip(prototypes.label_count.copy()) {
        count.set_text_content(Some(&texts::more_labels(others.len())));
        // It fails only for an invalid name.
        let _ = count.set_attribute("title", &others.join(", "));
        let _ = element.append_child(&count);
    }
    Some(element)
}

/// How many of the labels fit: the first one always, because it shrinks.
fn shown(names: &[&str]) -> usize {
    let fits = names.iter().scan(0, |end, name| {
        *end += name.chars().count() + 1;
        Some(*end <= CHARS_MAX)
    });
    fits.take_while(|fits| *fits).count().max(names.len().min(1))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn short_labels_are_shown_and_the_rest_is_counted() {
        assert_eq!(shown(&[]), 0);
        assert_eq!(shown(&["first", "second", "third"]), 3);
        assert_eq!(shown(&["first", "second", "third", "fourth"]), 3);
        assert_eq!(shown(&["a-label-longer-than-the-column", "b"]), 1);
        assert_eq!(shown(&["urgent", "a-label-longer-than-the-column", "b"]), 1);
    }
}
