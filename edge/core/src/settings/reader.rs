use std::ops::RangeInclusive;

/// A setting that is missing or invalid. Everyone can see it, so it has a name and never a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} {problem}")]
pub struct InvalidSetting {
    pub name: String,
    /// The rest of the sentence.
    pub problem: String,
}

/// Reads one setting after the other, and collects their errors.
pub(super) struct SettingsReader<'a> {
    get: &'a dyn Fn(&str) -> Option<String>,
    invalid: Vec<InvalidSetting>,
    warnings: Vec<String>,
}

impl<'a> SettingsReader<'a> {
    pub(super) fn new(get: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { get, invalid: Vec::new(), warnings: Vec::new() }
    }

    /// Invalid settings, and warnings.
    pub(super) fn finish(self) -> (Vec<InvalidSetting>, Vec<String>) {
        (self.invalid, self.warnings)
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        (self.get)(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    pub(super) fn report(&mut self, name: &str, problem: impl ToString) {
        let invalid = InvalidSetting { name: name.to_owned(), problem: problem.to_string() };
        if !self.invalid.contains(&invalid) {
            self.invalid.push(invalid);
        }
    }

    pub(super) fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    pub(super) fn optional<T, E: ToString>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<Option<T>> {
        match self.text(name) {
            Some(text) => self.read(name, &text, read).map(Some),
            None => Some(None),
        }
    }

    pub(super) fn required<T, E: ToString>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match self.text(name) {
            Some(text) => self.read(name, &text, read),
            None => {
                self.report(name, "is not set");
                None
            }
        }
    }

    pub(super) fn default<T, E: ToString>(
        &mut self,
        name: &str,
        default: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.text(name).unwrap_or_else(|| default.to_owned());
        self.read(name, &text, read)
    }

    fn read<T, E: ToString>(
        &mut self,
        name: &str,
        text: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        read(text).map_err(|problem| self.report(name, problem)).ok()
    }
}

/// Reads a whole number within a range.
pub(super) fn number(range: RangeInclusive<u32>) -> impl FnOnce(&str) -> Result<u32, String> {
    move |text| {
        text.parse()
            .ok()
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("must be a whole number from {} to {}", range.start(), range.end()))
    }
}
