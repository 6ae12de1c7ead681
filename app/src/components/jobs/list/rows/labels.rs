//! The labels beside a title: those that fit, and how many others there are.

use docket_wire::{JobEntry, JobFilter};
use web_sys::Element;

use super::prototypes::Prototypes;
use crate::texts::jobs::list as texts;

/// About as many characters as fit in the column of the title and its labels on a small screen, with one for each gap. To measure
/// each row would lay out all of them.
const COLUMN_CHARS: usize = 52;
/// The characters that labels have in any case, and at most: the title shrinks for the first ones.
const LABEL_CHARS: [usize; 2] = [20, 40];

/// The labels of a job, each a link to the jobs that have it. None without labels.
pub(super) fn labels(job: &JobEntry, prototypes: &Prototypes) -> Option<Element> {
    let names: Vec<_> = job.labels.iter().map(|label| label.as_str()).collect();
    let element = prototypes.labels.copy().filter(|_| !names.is_empty())?;
    let shown = shown(&names, room_beside(job.title.as_deref().unwrap_or_default()));
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

/// The characters that a title leaves to its labels.
fn room_beside(title: &str) -> usize {
    let [least, most] = LABEL_CHARS;
    COLUMN_CHARS.saturating_sub(title.chars().count()).clamp(least, most)
}

/// How many of the labels fit into this many characters: the first one always, because it shrinks.
fn shown(names: &[&str], room: usize) -> usize {
    let fits = names.iter().scan(0, |end, name| {
        *end += name.chars().count() + 1;
        Some(*end <= room)
    });
    fits.take_while(|fits| *fits).count().max(names.len().min(1))
}

#[cfg(test)]
mod tests {
    use super::{room_beside, shown};

    #[test]
    fn short_labels_are_shown_and_the_rest_is_counted() {
        assert_eq!(shown(&[], 20), 0);
        assert_eq!(shown(&["first", "second", "third"], 20), 3);
        assert_eq!(shown(&["first", "second", "third", "fourth"], 20), 3);
        assert_eq!(shown(&["first", "second", "third", "fourth"], 40), 4);
        assert_eq!(shown(&["a-label-longer-than-the-column", "b"], 20), 1);
        assert_eq!(shown(&["urgent", "a-label-longer-than-the-column", "b"], 20), 1);
    }

    #[test]
    fn a_short_title_leaves_room_to_its_labels() {
        assert_eq!([0, 12, 30, 200].map(|chars| room_beside(&"é".repeat(chars))), [40, 40, 22, 20]);
    }
}
