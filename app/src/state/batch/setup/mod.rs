//! A batch that a person prepares: its pages, its template and the values of the variables. Pure.

mod prompts;

use docket_wire::TemplateId;
use serde::{Deserialize, Serialize};

/// What a person prepares, in the browser's storage until it is sent or discarded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub pages: Vec<SetupPage>,
    pub template: Option<TemplateId>,
    /// Values of the variables that do not depend on the page.
    pub values: Vec<(String, String)>,
    /// Labels of all jobs, as they are typed.
    #[serde(default)]
    pub labels: String,
    /// Pages that are no longer in the list, with what a person or the page Visitors gave them: a line that is typed again is
    /// the same page.
    #[serde(default)]
    removed: Vec<SetupPage>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct SetupPage {
    pub path: String,
    /// Its visitors in words; empty for a page that was typed.
    pub figures: String,
    /// The prompt, if a person changed it.
    pub edited: Option<String>,
}

impl Setup {
    /// Replaces the pages by those of a list, one path per line. Figures and changed prompts of pages that stay, or come back,
    /// are kept.
    pub(crate) fn set_paths(&mut self, list: &str) {
        let mut known = std::mem::take(&mut self.removed);
        known.append(&mut self.pages);
        for path in list.lines().map(|line| path_of(line.trim())).filter(|path| !path.is_empty()) {
            if self.pages.iter().any(|page| page.path == path) {
                continue;
            }
            let at = known.iter().position(|page| page.path == path);
            let page = at.map(|at| known.remove(at));
            self.pages
                .push(page.unwrap_or_else(|| SetupPage { path: path.to_owned(), ..SetupPage::default() }));
        }
        known.retain(|page| page.edited.is_some() || !page.figures.is_empty());
        self.removed = known;
    }

    /// Replaces the prompt of a page, or lets the template make it again.
    pub(crate) fn edit(&mut self, path: &str, prompt: Option<String>) {
        if let Some(page) = self.pages.iter_mut().find(|page| page.path == path) {
            page.edited = prompt;
        }
    }

    /// Whether a person changed the prompt of a page, which then follows neither the template nor the values.
    pub(crate) fn is_edited(&self, path: &str) -> bool {
        self.pages.iter().any(|page| page.path == path && page.edited.is_some())
    }

    /// Whether a page has no figures, as each that was typed. So does a list without pages.
    pub(crate) fn lacks_figures(&self) -> bool {
        self.pages.is_empty() || self.pages.iter().any(|page| page.figures.is_empty())
    }

    /// Takes a page out of the list, with what was given to it.
    pub(crate) fn remove(&mut self, path: &str) {
        self.pages.retain(|page| page.path != path);
    }

    /// The paths, one per line.
    pub(crate) fn paths(&self) -> String {
        self.pages.iter().map(|page| page.path.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The pages that are not in another setup.
    pub(crate) fn pages_beyond(&self, other: &Self) -> Vec<SetupPage> {
        let is_new = |page: &&SetupPage| !other.pages.iter().any(|known| known.path == page.path);
        self.pages.iter().filter(is_new).cloned().collect()
    }

    /// Adds pages that are not there yet.
    pub(crate) fn add(&mut self, pages: Vec<SetupPage>) {
        let added = pages.iter().map(|page| page.path.clone());
        self.set_paths(&[vec![self.paths()], added.collect()].concat().join("\n"));
        for page in pages {
            if let Some(known) = self.pages.iter_mut().find(|known| known.path == page.path.trim()) {
                known.figures = page.figures;
            }
        }
    }
}

/// The path of a line: that of its URL, if somebody has copied a page's address.
fn path_of(line: &str) -> &str {
    let Some((scheme, rest)) = line.split_once("://") else { return line };
    if !matches!(scheme, "http" | "https") {
        return line;
    }
    let path = rest.find('/').and_then(|start| rest.get(start..)).unwrap_or("/");
    path.split(['?', '#']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::storage::{assert_read_from, assert_stored_as};

    const TEMPLATE: &str = "Update {{page}} for {{release}}. {{figures}}";

    fn page(path: &str, figures: &str) -> SetupPage {
        SetupPage { path: path.into(), figures: figures.into(), edited: None }
    }

    #[test]
    fn the_stored_form_is_pinned() {
        let setup = Setup {
            pages: vec![SetupPage { edited: Some("Mine".into()), ..page("/a", "12 visitors") }],
            template: Some("tpl_1".parse().unwrap()),
            values: vec![("release".into(), "SDK 4".into())],
            labels: "sdk, ".into(),
            removed: vec![page("/b", "3 visitors")],
        };
        assert_stored_as(
            &setup,
            concat!(
                r#"{"pages":[{"path":"/a","figures":"12 visitors","edited":"Mine"}],"template":"tpl_1","#,
                r#""values":[["release","SDK 4"]],"labels":"sdk, ","#,
                r#""removed":[{"path":"/b","figures":"3 visitors","edited":null}]}"#,
            ),
        );
        assert_read_from(
            &Setup { labels: String::new(), removed: Vec::new(), ..setup },
            concat!(
                r#"{"pages":[{"path":"/a","figures":"12 visitors","edited":"Mine"}],"template":"tpl_1","#,
                r#""values":[["release","SDK 4"]]}"#,
            ),
        );
    }

    #[test]
    fn a_list_of_paths_keeps_what_is_known_of_them() {
        let mut setup = Setup { pages: vec![page("/a", "12 visitors")], ..Setup::default() };
        assert!(!setup.lacks_figures() && Setup::default().lacks_figures());
        setup.set_paths(" /b \n\n/a\n/b\n");
        assert_eq!(setup.pages, [page("/b", ""), page("/a", "12 visitors")]);
        assert!(setup.lacks_figures());
        assert_eq!(
            (setup.paths(), setup.free_variables(TEMPLATE)),
            ("/b\n/a".into(), vec!["release".into(), "figures".into()])
        );
        setup.set_value("figures", "no figures".into());
        assert_eq!(setup.preview(TEMPLATE, &setup.pages[0]), "Update /b for {{release}}. no figures");
        setup.add(vec![page("/b", "3 visitors"), page("/c", "1 visitor")]);
        assert_eq!(setup.paths(), "/b\n/a\n/c");
        assert_eq!(setup.preview(TEMPLATE, &setup.pages[0]), "Update /b for {{release}}. 3 visitors");
    }

    #[test]
    fn a_prompt_that_a_person_changed_follows_the_template_again_once_they_say_so() {
        let mut setup = Setup::default();
        setup.set_paths("/a\n/b");
        setup.edit("/a", Some("Mine".into()));
        assert_eq!(["/a", "/b"].map(|path| setup.is_edited(path)), [true, false]);
        assert_eq!(setup.preview_of("Update {{page}}.", "/a"), Some("Mine".into()));
        setup.edit("/a", None);
        assert!(!setup.is_edited("/a"));
        assert_eq!(setup.preview_of("Update {{page}}.", "/a"), Some("Update /a.".into()));
    }

    #[test]
    fn the_address_of_a_page_is_its_path() {
        let mut setup = Setup::default();
        setup.set_paths("https://docs.example/en/start?utm=1#top\nhttp://docs.example\nftp://x/y\n/a");
        assert_eq!(setup.paths(), "/en/start\n/\nftp://x/y\n/a");
    }

    #[test]
    fn what_another_tab_added_is_known_by_its_path() {
        let seen = Setup { pages: vec![page("/a", "")], ..Setup::default() };
        let stored =
            Setup { pages: vec![page("/a", "12 visitors"), page("/b", "3 visitors")], ..Setup::default() };
        assert_eq!(stored.pages_beyond(&seen), [page("/b", "3 visitors")]);
        assert_eq!(seen.pages_beyond(&stored), []);
    }

    #[test]
    fn a_line_that_is_typed_again_is_the_same_page() {
        let mut setup = Setup::default();
        setup.set_paths("/a\n/b");
        setup.edit("/b", Some("Mine".into()));
        for list in ["/a\n/", "/a\n/c", "/a", "", "/b\n/c"] {
            setup.set_paths(list);
        }
        let mine = SetupPage { edited: Some("Mine".into()), ..page("/b", "") };
        assert_eq!(setup.pages, [mine, page("/c", "")]);
        assert_eq!(setup.removed, []);
        setup.set_paths("/c");
        setup.add(vec![page("/b", "3 visitors")]);
        assert_eq!(setup.preview_of(TEMPLATE, "/b"), Some("Mine".into()));
        setup.remove("/b");
        assert_eq!(setup.preview_of(TEMPLATE, "/b"), None);
        setup.set_paths("/c\n/b");
        assert_eq!(
            setup.pages,
            [page("/c", ""), page("/b", "")],
            "who takes a page out means its prompt too"
        );
    }
}
