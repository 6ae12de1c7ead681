//! Makes three pages that show something before the app loads. The Worker chooses one, because it knows whether a person is signed in
//! and may start jobs.

use std::path::Path;

use anyhow::Result;
use fs_err as fs;

use super::assets::swap;

/// The place of the fragments in the app's page.
const PLACE: &str = "<div id=\"first-paint\"></div>";
/// The place of the form for new jobs in the frame.
const PLACE_OF_NEW_JOB: &str = "<!-- On the page of jobs, new-job.html. -->";

/// Writes the pages. One of them replaces the page that Trunk made.
pub(super) fn write(staged: &Path, app: &Path) -> Result<()> {
    let page = fs::read_to_string(staged.join("index.html"))?;
    let fragment = |name: &str| fs::read_to_string(app.join("first-paint").join(name));
    let (sign_in, frame, new_job) =
        (fragment("sign-in.html")?, fragment("frame.html")?, fragment("new-job.html")?);
    let pages = [
        ("signed-out.html", sign_in),
        ("new-job.html", swap(&frame, PLACE_OF_NEW_JOB, &new_job)?),
        ("index.html", swap(&frame, PLACE_OF_NEW_JOB, "")?),
    ];
    for (name, first_paint) in pages {
        let first_paint = format!("<div id=\"first-paint\">{}</div>", first_paint.trim());
        fs::write(staged.join(name), without_comments(&swap(&page, PLACE, &first_paint)?))?;
    }
    Ok(())
}

/// The page without what it says to those who write it.
fn without_comments(page: &str) -> String {
    let mut parts = page.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts
        .fold(first, |kept, part| kept + part.split_once("-->").map_or(part, |(_, after)| after.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    fn app() -> std::path::PathBuf {
        Workspace::find().unwrap().root().join("app")
    }

    fn fragment(name: &str) -> String {
        fs::read_to_string(app().join("first-paint").join(name)).unwrap()
    }

    #[test]
    fn each_page_has_its_fragment_and_the_rest() {
        let staged = tempfile::tempdir().unwrap();
        fs::copy(app().join("index.html"), staged.path().join("index.html")).unwrap();
        write(staged.path(), &app()).unwrap();
        let page = |name: &str| fs::read_to_string(staged.path().join(name)).unwrap();
        let (signed_out, new_job, frame) =
            (page("signed-out.html"), page("new-job.html"), page("index.html"));
        for page in [&signed_out, &new_job, &frame] {
            assert!(page.contains("<title>Docket</title>") && page.trim_end().ends_with("</html>"), "{page}");
            assert!(
                !page.contains("<!--") && page.contains("class=\"tabs\"") == page.contains("top-bar"),
                "{page}"
            );
        }
        assert!(signed_out.contains("name=\"passphrase\"") && !signed_out.contains("composer"));
        assert!(new_job.contains("name=\"prompt\"") && new_job.contains("class=\"top-bar\""));
        assert!(frame.contains("class=\"top-bar\"") && !frame.contains("<form"));
    }

    /// The app's form replaces each of these, and takes what was typed by these names.
    #[test]
    fn the_forms_are_like_the_apps() {
        let sources = |paths: &[&str]| -> String {
            paths.iter().map(|path| fs::read_to_string(app().join("src").join(path)).unwrap()).collect()
        };
        let sign_in =
            (fragment("sign-in.html"), sources(&["pages/auth/sign_in.rs", "texts/auth/sign_in.rs"]));
        let new_job =
            sources(&["components/jobs/composer/mod.rs", "texts/jobs/composer.rs", "texts/general.rs"]);
        let new_job = (fragment("new-job.html"), new_job);
        for ((form, source), shared) in [
            (&sign_in, "<form class=\"sign-in\""),
            (
                &sign_in,
                "name=\"name\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\" required",
            ),
            (&sign_in, "name=\"passphrase\" type=\"password\" autocomplete=\"current-password\" required"),
            (&sign_in, "\"Signing in…\""),
            (&new_job, "\"Sending…\""),
            (&new_job, "<form class=\"composer\""),
            (&new_job, "id=\"prompt\""),
            (&new_job, "class=\"composer__text\""),
            (&new_job, "New job"),
            (&new_job, "Start job"),
            (&new_job, "What should the agent do? For example: update the quickstart for SDK 4."),
        ] {
            assert!(form.contains(shared) && source.contains(shared), "{shared}");
        }
        // Before the app is there, this method makes sure that nothing that was typed gets into an address.
        assert!([&sign_in.0, &new_job.0].iter().all(|form| form.contains("method=\"dialog\"")));
    }

    /// Otherwise a word that changes, or another language, would come only with the app.
    #[test]
    fn every_word_is_one_of_the_apps() {
        let texts = walkdir::WalkDir::new(app().join("src/texts")).into_iter().map(Result::unwrap);
        let texts: String = texts
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| fs::read_to_string(entry.path()).unwrap())
            .collect();
        let attributes = regex::Regex::new("(?:aria-label|placeholder|data-sending)=\"([^\"]+)\"").unwrap();
        let between_tags = regex::Regex::new(">([^<>]+)<").unwrap();
        for name in ["sign-in.html", "frame.html", "new-job.html"] {
            let fragment = without_comments(&fragment(name)).replace("&nbsp;", "");
            let words =
                [&attributes, &between_tags].into_iter().flat_map(|found| found.captures_iter(&fragment));
            for word in words.filter_map(|found| found.get(1)).map(|word| word.as_str().trim()) {
                // The name of a key is no word.
                let is_known = word.is_empty() || word == "Ctrl ⏎" || texts.contains(&format!("\"{word}\""));
                assert!(is_known, "{name}: {word}");
            }
        }
    }

    #[test]
    fn the_logo_is_the_apps() {
        let logo = fs::read_to_string(app().join("src/ui/logo.rs")).unwrap();
        let path = logo.split('"').find(|text| text.starts_with("M3")).unwrap().to_owned();
        for name in ["sign-in.html", "frame.html"] {
            assert!(fragment(name).contains(&path), "{name}");
        }
    }
}
