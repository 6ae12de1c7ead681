//! What a page shows before the app is there: two pages from one, because the Worker knows whether somebody is signed in.

use std::path::Path;

use anyhow::{Context as _, Result};
use fs_err as fs;

/// The place of the fragments in the app's page.
const PLACE: &str = "<div id=\"first-paint\"></div>";
/// The pages with the fragments that they show.
const PAGES: [(&str, &str); 2] = [("signed-out.html", "sign-in.html"), ("index.html", "frame.html")];

/// Writes both pages next to the one that Trunk made, which is the second of them.
pub(super) fn write(staged: &Path, app: &Path) -> Result<()> {
    let page = fs::read_to_string(staged.join("index.html"))?;
    for (name, fragment) in PAGES {
        let fragment = fs::read_to_string(app.join("first-paint").join(fragment))?;
        fs::write(staged.join(name), filled(&page, &fragment).context("app/index.html has no first paint")?)?;
    }
    Ok(())
}

/// The page with the fragment in its place; none without a place.
fn filled(page: &str, fragment: &str) -> Option<String> {
    let (before, after) = page.split_once(PLACE)?;
    Some(format!("{before}<div id=\"first-paint\">{}</div>{after}", fragment.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    fn app() -> std::path::PathBuf {
        Workspace::find().unwrap().root().join("app")
    }

    #[test]
    fn each_page_has_its_fragment_and_the_rest() {
        let staged = tempfile::tempdir().unwrap();
        fs::copy(app().join("index.html"), staged.path().join("index.html")).unwrap();
        write(staged.path(), &app()).unwrap();
        let [signed_out, signed_in] =
            PAGES.map(|(name, _)| fs::read_to_string(staged.path().join(name)).unwrap());
        for page in [&signed_out, &signed_in] {
            assert!(page.contains("<title>Docket</title>") && page.trim_end().ends_with("</html>"), "{page}");
        }
        assert!(signed_out.contains("name=\"passphrase\"") && !signed_in.contains("<form"));
    }

    /// The app's form replaces this one, and takes what was typed by these names.
    #[test]
    fn the_form_is_like_the_apps() {
        let form = fs::read_to_string(app().join("first-paint/sign-in.html")).unwrap();
        let source = fs::read_to_string(app().join("src/pages/auth/sign_in.rs")).unwrap();
        for shared in [
            "<form class=\"sign-in\"",
            "name=\"name\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\" required",
            "name=\"passphrase\" type=\"password\" autocomplete=\"current-password\" required",
        ] {
            assert!(form.contains(shared) && source.contains(shared), "{shared}");
        }
        // Before the app is there, this method makes sure that no passphrase gets into an address.
        assert!(form.contains("method=\"dialog\""));
    }

    #[test]
    fn the_mark_is_the_apps() {
        let mark = fs::read_to_string(app().join("src/ui/mark.rs")).unwrap();
        let path = mark.split('"').find(|text| text.starts_with("M3")).unwrap().to_owned();
        for (_, fragment) in PAGES {
            assert!(fs::read_to_string(app().join("first-paint").join(fragment)).unwrap().contains(&path));
        }
    }
}
