//! The text of a field for labels as the field shows it: labels as chips, and what is being typed behind them.

use std::collections::BTreeSet;

use docket_wire::{JobPatch, Label};

use super::words;
use crate::texts::labels as texts;

/// Suggestions that are offered at once.
const SUGGESTIONS_MAX: usize = 20;

/// A text in parts. Each word before a comma is a label, unless it breaks a rule: then it stays among what is typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LabelChips {
    pub labels: Vec<Label>,
    /// The last word, behind the words that cannot be labels.
    pub typed: String,
    /// The last label that the text has twice.
    pub repeated: Option<Label>,
}

impl LabelChips {
    pub(crate) fn read(text: &str) -> Self {
        let (complete, last) = text.rsplit_once(',').unwrap_or(("", text));
        let mut chips = Self::default();
        let mut typed = Vec::new();
        for word in words(complete) {
            match Label::try_from(word.to_owned()) {
                Ok(label) if chips.labels.contains(&label) => chips.repeated = Some(label),
                Ok(label) if !chips.is_full() => chips.labels.push(label),
                _ => typed.push(word),
            }
        }
        typed.push(last.trim_start());
        chips.typed = typed.join(", ");
        chips
    }

    /// The text of which these are the parts.
    pub(crate) fn text(&self) -> String {
        [&super::labels_text(&self.labels), self.typed.as_str()].concat()
    }

    /// With another text behind the chips.
    pub(crate) fn with_typed(&self, typed: &str) -> Self {
        Self::read(&[&super::labels_text(&self.labels), typed].concat())
    }

    /// With a label in place of the last word.
    pub(crate) fn with_last(&self, label: &str) -> Self {
        let before = self.typed.rsplit_once(',').map_or("", |(before, _)| before);
        self.with_typed(&[before, ",", label, ","].concat())
    }

    /// With what is typed as labels, if all of it can be.
    pub(crate) fn completed(&self) -> Option<Self> {
        let is_typed = words(&self.typed).next().is_some();
        Some(self.with_typed(&[&self.typed, ","].concat())).filter(|next| is_typed && next.typed.is_empty())
    }

    pub(crate) fn without(&self, label: &Label) -> Self {
        let mut chips = Self { repeated: None, ..self.clone() };
        chips.labels.retain(|other| other != label);
        chips
    }

    /// With the last label as what is typed, as if its comma were deleted. `None` if something is typed.
    pub(crate) fn reopened(&self) -> Option<Self> {
        let (last, labels) = self.labels.split_last().filter(|_| self.typed.is_empty())?;
        Some(Self { labels: labels.to_vec(), typed: last.to_string(), repeated: None })
    }

    /// The rule that what is typed breaks.
    pub(crate) fn broken_rule(&self) -> Option<String> {
        words(&self.typed).find_map(|word| match Label::try_from(word.to_owned()) {
            Err(invalid) => Some(texts::rule(invalid)),
            Ok(label) if self.is_full() && !self.labels.contains(&label) => Some(too_many()),
            Ok(_) => None,
        })
    }

    /// The known labels that the last word is a part of, in alphabetical order, without those that are there already.
    pub(crate) fn suggestions<'label>(&self, known: impl Iterator<Item = &'label Label>) -> Vec<String> {
        let (_, last) = self.typed.rsplit_once(',').unwrap_or(("", &self.typed));
        let word = last.trim();
        let fits = |label: &&Label| {
            !self.labels.contains(label)
                && label.as_str() != word
                && label.as_str().to_lowercase().contains(&word.to_lowercase())
        };
        let fitting: BTreeSet<&str> = known.filter(fits).map(Label::as_str).collect();
        fitting.into_iter().take(SUGGESTIONS_MAX).map(ToOwned::to_owned).collect()
    }

    fn is_full(&self) -> bool {
        self.labels.len() >= JobPatch::LABELS_MAX
    }
}

/// The rule that a job with too many labels breaks.
pub(super) fn too_many() -> String {
    texts::at_most(&JobPatch::LABELS_MAX.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::labels;
    use super::*;

    fn parts(text: &str) -> (String, String) {
        let chips = LabelChips::read(text);
        assert_eq!(LabelChips { repeated: None, ..chips.clone() }, LabelChips::read(&chips.text()), "{text}");
        (chips.labels.iter().map(Label::as_str).collect::<Vec<_>>().join("|"), chips.typed)
    }

    fn has(text: &str, labels: &str, typed: &str) {
        assert_eq!(parts(text), (labels.to_owned(), typed.to_owned()), "{text}");
    }

    #[test]
    fn a_comma_completes_a_label() {
        has("", "", "");
        has("docs", "", "docs");
        has("docs,", "docs", "");
        has("docs, sdk 4 , gui", "docs|sdk 4", "gui");
        has(" , ,", "", "");
    }

    #[test]
    fn what_cannot_be_a_label_stays_as_it_was_typed() {
        let long = "x".repeat(Label::CHARS_MAX + 1);
        has(&format!("docs, {long}, sdk, gui"), "docs|sdk", &format!("{long}, gui"));
        has(&format!("{long},"), "", &format!("{long}, "));
        let many: Vec<String> = (0..22).map(|number| format!("l{number}")).collect();
        let chips = LabelChips::read(&format!("{},", many.join(",")));
        assert_eq!((chips.labels.len(), chips.typed.as_str()), (20, "l20, l21, "));
        assert_eq!(chips.broken_rule().as_deref(), Some("a job has at most 20 labels"));
        assert_eq!(
            chips.without(&chips.labels[0]).with_typed(&chips.typed).typed,
            "l21, ",
            "there is room for one"
        );
        assert!(
            LabelChips::read(&long).broken_rule().is_some_and(|rule| rule.contains("1 to 40 characters"))
        );
        assert_eq!(LabelChips::read("docs, sdk").broken_rule(), None);
    }

    #[test]
    fn a_label_that_is_there_already_is_named() {
        let chips = LabelChips::read("docs, sdk, docs, gui");
        assert_eq!(chips.text(), "docs, sdk, gui");
        assert_eq!(chips.repeated.as_ref().map(Label::as_str), Some("docs"));
        assert_eq!(chips.with_typed("guide").repeated, None, "once");
        let full: String = (0..20).map(|number| format!("l{number},")).collect();
        assert_eq!(LabelChips::read(&full).with_typed("l3").broken_rule(), None, "it is not one more");
    }

    #[test]
    fn the_last_word_becomes_a_label_or_another_one() {
        let chips = LabelChips::read("docs, sd");
        assert_eq!(chips.with_last("sdk").text(), "docs, sdk, ");
        assert_eq!(chips.completed().map(|next| next.text()).as_deref(), Some("docs, sd, "));
        assert_eq!(LabelChips::read("docs, ").completed(), None);
        let long = "x".repeat(Label::CHARS_MAX + 1);
        assert_eq!(LabelChips::read(&long).completed(), None);
        assert_eq!(
            LabelChips::read(&format!("{long}, sd")).with_last("sdk").text(),
            format!("sdk, {long}, ")
        );
    }

    #[test]
    fn the_last_label_can_be_typed_on() {
        let chips = LabelChips::read("docs, sdk,");
        assert_eq!(chips.reopened().map(|next| next.text()).as_deref(), Some("docs, sdk"));
        assert_eq!(LabelChips::read("docs, s").reopened(), None);
        assert_eq!(LabelChips::default().reopened(), None);
        assert_eq!(chips.without(&chips.labels[0]).text(), "sdk, ");
    }

    #[test]
    fn labels_that_are_not_there_yet_are_suggested() {
        let known = labels("urgent, sdk 4, docs, urgent, Sandbox").unwrap();
        let offered = |text: &str| LabelChips::read(text).suggestions(known.iter());
        assert_eq!(offered(""), ["Sandbox", "docs", "sdk 4", "urgent"]);
        assert_eq!(offered("S"), ["Sandbox", "docs", "sdk 4"]);
        assert_eq!(offered("docs, s"), ["Sandbox", "sdk 4"]);
        assert_eq!(offered("docs,"), ["Sandbox", "sdk 4", "urgent"]);
        assert_eq!(offered("docs, urgent"), Vec::<String>::new(), "it is complete");
        assert_eq!(offered("other"), Vec::<String>::new());
        let many: Vec<Label> = (0..50).map(|n| format!("label {n}").try_into().unwrap()).collect();
        assert_eq!(LabelChips::default().suggestions(many.iter()).len(), SUGGESTIONS_MAX);
    }
}
