//! The prompts that a setup makes of its template.

use docket_wire::{FIGURES_VARIABLE, JobPatch, Label, PAGE_VARIABLE, Prompt, variables};

use super::{Setup, SetupPage};
use crate::state::batch::prompts::{Batch, BatchPrompt};
use crate::state::jobs::labels::labels;
use crate::state::templates::filling::{Filling, VariableValues};
use crate::texts::batch as texts;

impl Setup {
    /// The variables that a person fills in once for all pages: all but the page, and the figures if a page has none.
    pub(crate) fn free_variables(&self, template: &str) -> Vec<String> {
        let has_all_figures = self.pages.iter().all(|page| !page.figures.is_empty());
        let is_free = |name: &String| match name.as_str() {
            PAGE_VARIABLE => false,
            FIGURES_VARIABLE => !has_all_figures,
            _ => true,
        };
        variables(template).into_iter().filter(is_free).collect()
    }

    /// The value of a free variable.
    pub(crate) fn value(&self, name: &str) -> String {
        self.values
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
            .unwrap_or_default()
    }

    /// Sets the value of a free variable.
    pub(crate) fn set_value(&mut self, name: &str, value: String) {
        self.values.retain(|(known, _)| known != name);
        self.values.push((name.to_owned(), value));
    }

    /// The prompt of a page as far as it is filled in, for the preview, if the page is in the list.
    pub(crate) fn preview_of(&self, template: &str, path: &str) -> Option<String> {
        let page = self.pages.iter().find(|page| page.path == path)?;
        Some(self.preview(template, page))
    }

    /// The prompt of a page as far as it is filled in.
    pub(super) fn preview(&self, template: &str, page: &SetupPage) -> String {
        page.edited.clone().unwrap_or_else(|| self.filling(template, page).preview())
    }

    fn filling(&self, template: &str, page: &SetupPage) -> Filling {
        let figures = Some(&page.figures).filter(|figures| !figures.is_empty()).cloned();
        let figures = figures.unwrap_or_else(|| self.value(FIGURES_VARIABLE));
        let mut filling = Filling::new(template.to_owned(), &page.path, &figures, &VariableValues::default());
        for (name, value) in self.values.iter().filter(|(name, _)| name != FIGURES_VARIABLE) {
            filling.set(name, value.clone());
        }
        filling
    }

    /// The batch to send, or a sentence about what is missing.
    pub(crate) fn finish(&self, id: String, name: &str, template: &str) -> Result<Batch, String> {
        self.check_pages()?;
        let labels = self.labels()?;
        let prompt = |page: &SetupPage| {
            let prompt = match &page.edited {
                Some(edited) => edited.clone(),
                None => self.filling(template, page).finish()?,
            };
            let prompt = Prompt { prompt };
            prompt.check().map_err(|invalid| texts::invalid_prompt(&page.path, &invalid))?;
            Ok(BatchPrompt { page: page.path.clone(), prompt: prompt.prompt })
        };
        let prompts = self.pages.iter().map(prompt).collect::<Result<Vec<_>, String>>()?;
        Ok(Batch { id, template: name.to_owned(), labels, prompts })
    }

    /// Checks the list of pages. An error is a sentence about what is wrong with it.
    pub(crate) fn check_pages(&self) -> Result<(), String> {
        if self.pages.is_empty() {
            return Err(texts::PAGE_IS_MISSING.to_owned());
        }
        if self.pages.len() > Batch::PROMPTS_MAX {
            return Err(texts::at_most_pages(&Batch::PROMPTS_MAX.to_string()));
        }
        // The service may know other paths: those come with their figures.
        let is_no_path = |page: &&SetupPage| page.figures.is_empty() && !page.path.starts_with('/');
        self.pages.iter().find(is_no_path).map_or(Ok(()), |page| Err(texts::no_path(&page.path)))
    }

    /// The labels of all jobs, or a sentence about what is wrong with them.
    pub(crate) fn labels(&self) -> Result<Vec<Label>, String> {
        let mut labels = labels(&self.labels).map_err(texts::invalid_labels)?;
        labels.sort_unstable();
        labels.dedup();
        if labels.len() > JobPatch::LABELS_MAX {
            return Err(texts::at_most_labels(&JobPatch::LABELS_MAX.to_string()));
        }
        Ok(labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "Update {{page}} for {{release}}. {{figures}}";

    #[test]
    fn a_line_that_is_no_path_is_named() {
        let mut setup = Setup { pages: vec![page("unusual", "3 visitors")], ..Setup::default() };
        assert!(setup.finish("b".into(), "Update", "Update {{page}}.").is_ok());
        setup.set_paths("/a\nnot a path");
        let refused = setup.finish("b".into(), "Update", "Update {{page}}.").unwrap_err();
        assert!(refused.contains("not a path"), "{refused}");
    }

    fn page(path: &str, figures: &str) -> SetupPage {
        SetupPage { path: path.into(), figures: figures.into(), edited: None }
    }

    #[test]
    fn a_batch_has_a_prompt_for_each_page() {
        let mut setup =
            Setup { pages: vec![page("/a", "12 visitors"), page("/b", "3 visitors")], ..Setup::default() };
        assert_eq!(setup.free_variables(TEMPLATE), ["release"]);
        assert_eq!(setup.finish("b".into(), "Update", TEMPLATE), Err("Fill in release.".into()));
        setup.set_value("release", "SDK 4".into());
        setup.pages[1].edited = Some("Mine".into());
        let batch = setup.finish("b".into(), "Update", TEMPLATE).unwrap();
        let prompts: Vec<_> =
            batch.prompts.iter().map(|each| (each.page.as_str(), each.prompt.as_str())).collect();
        assert_eq!(prompts, [("/a", "Update /a for SDK 4. 12 visitors"), ("/b", "Mine")]);
        assert_ne!(batch.key(0), batch.key(1));
        assert_eq!(batch.labels, []);
    }

    #[test]
    fn all_jobs_get_the_labels_that_are_typed_once() {
        let mut setup = Setup { pages: vec![page("/a", "")], ..Setup::default() };
        let finish = |setup: &Setup| setup.finish("b".into(), "Update", "Update {{page}}.");
        setup.labels = "sdk, release-4, sdk,".into();
        let texts: Vec<String> = finish(&setup).unwrap().labels.into_iter().map(String::from).collect();
        assert_eq!(texts, ["release-4", "sdk"]);
        setup.labels = "x".repeat(41);
        assert!(finish(&setup).unwrap_err().starts_with("Labels: a label must have 1 to 40 characters"));
        setup.labels = (0..21).map(|number| format!("l{number},")).collect();
        assert_eq!(finish(&setup), Err("Labels: at most 20.".into()));
    }

    #[test]
    fn what_is_missing_is_said() {
        let finish = |setup: &Setup, template: &str| setup.finish("b".into(), "Update", template);
        assert_eq!(finish(&Setup::default(), "x"), Err("Add a page.".into()));
        let many = (0..=Batch::PROMPTS_MAX).map(|n| page(&format!("/{n}"), "")).collect();
        let many = Setup { pages: many, ..Setup::default() };
        assert_eq!(finish(&many, "x"), Err("At most 200 pages at once.".into()));
        let blank = SetupPage { edited: Some(" ".into()), ..page("/a", "") };
        let blank = Setup { pages: vec![blank], ..Setup::default() };
        assert!(finish(&blank, "x").unwrap_err().starts_with("/a: the prompt must have"));
    }
}
