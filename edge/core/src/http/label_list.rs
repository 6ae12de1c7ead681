//! The value of `Docket-Labels`.

use docket_wire::{JobPatch, Label};

use crate::http::route::percent_decoded;

/// Reads the header's value: labels in percent-encoded UTF-8, separated by commas. Sorted, each once.
///
/// `None` if one of them is no label, or if there are more than [`JobPatch::LABELS_MAX`].
#[must_use]
pub fn parse(value: &str) -> Option<Vec<Label>> {
    let label = |text: &str| {
        // How a runtime reads the other bytes of a header is not certain.
        let text = Some(text).filter(|text| text.is_ascii())?;
        Label::try_from(percent_decoded(text)?).ok()
    };
    let mut labels = value.split(',').map(label).collect::<Option<Vec<_>>>()?;
    labels.sort_unstable();
    labels.dedup();
    (labels.len() <= JobPatch::LABELS_MAX).then_some(labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(value: &str) -> Option<Vec<String>> {
        Some(parse(value)?.into_iter().map(String::from).collect())
    }

    #[test]
    fn labels_are_separated_by_commas() {
        let of = |labels: &[&str]| Some(labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>());
        for (value, labels) in [
            ("sdk", of(&["sdk"])),
            ("sdk, release 4,sdk ", of(&["release 4", "sdk"])),
            ("%C3%BCbersetzt,50%25", of(&["50%", "übersetzt"])),
        ] {
            assert_eq!(texts(value), labels, "{value}");
        }
        let twenty: Vec<String> = (0..JobPatch::LABELS_MAX).map(|number| format!("l{number}")).collect();
        assert_eq!(texts(&twenty.join(",")).map(|labels| labels.len()), Some(JobPatch::LABELS_MAX));
    }

    #[test]
    fn any_other_value_is_refused() {
        let long = "x".repeat(Label::CHARS_MAX + 1);
        let many: Vec<String> = (0..=JobPatch::LABELS_MAX).map(|number| format!("l{number}")).collect();
        for value in
            ["", ",", "a,", "a%2Cb", "%FF", "%00", "50%", "a%zz", "übersetzt", &long, &many.join(",")]
        {
            assert_eq!(texts(value), None, "{value}");
        }
    }
}
