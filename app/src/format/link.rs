//! URLs from the service: which ones the console links to, and their short forms.

/// The text itself if it is an http(s) URL. The console shows anything else as text.
pub(crate) fn followable(text: &str) -> Option<&str> {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme)?;
    let web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    (web && !text.contains(|c: char| c.is_control() || c.is_whitespace())).then_some(text)
}

/// The short form of a repository: `acme/docs` on a well-known host.
pub(crate) fn repository(text: &str) -> &str {
    let path = match (followable(text), text.split_once("://")) {
        (Some(_), Some((_, rest))) => rest,
        _ => return text,
    };
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    match path.split_once('/') {
        Some(("github.com" | "gitlab.com" | "bitbucket.org" | "codeberg.org", rest)) if !rest.is_empty() => {
            rest
        }
        _ => path,
    }
}

/// The short form of a pull request: `docs #42`, if the URL has a known form.
pub(crate) fn pull_request(url: &str) -> String {
    if followable(url).is_none() {
        return url.to_owned();
    }
    match docket_wire::pull_request(url) {
        Some((base, number)) => {
            // The column has no room for host and owner.
            let name = repository(base).rsplit('/').next().unwrap_or(base);
            format!("{name}\u{a0}#{number}")
        }
        None => repository(url).to_owned(),
    }
}

/// The URL of the published page with a path of the visitors. Absent for a path that does not begin with a slash.
pub(crate) fn live_page(site_url: &str, path: &str) -> Option<String> {
    let site = followable(site_url)?.trim_end_matches('/');
    // They would begin a query or a fragment. The browser encodes everything else.
    let path = path.strip_prefix('/')?.replace('?', "%3F").replace('#', "%23");
    Some(format!("{site}/{path}"))
}

/// The start of the line of a prompt that links to the visitors data it is about. Stored prompts are recognized by it, so
/// it is the same in every language.
pub(crate) const FIGURES: &str = "Figures: ";

/// The path of the visitors data that a prompt is about, if its link is on this `origin`.
pub(crate) fn figures<'a>(prompt: &'a str, origin: &str) -> Option<&'a str> {
    let links = prompt.lines().filter_map(|line| line.trim().strip_prefix(FIGURES));
    links.filter_map(|link| link.strip_prefix(origin)).find(|path| path.starts_with("/p/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_urls_are_linked() {
        for valid in ["https://a.example/b", "http://a.example", "HTTPS://A.example"] {
            assert_eq!(followable(valid), Some(valid));
        }
        for bad in
            ["", "acme/docs", "javascript:alert(1)", "javascript://x%0aalert(1)", "data:x", "git@host:a/b"]
        {
            assert_eq!(followable(bad), None, "{bad}");
        }
        assert_eq!(followable("https://a.example/ b"), None);
    }

    #[test]
    fn a_page_is_below_the_site_whatever_its_path() {
        for (site, path, url) in [
            ("https://docs.acme.example", "/", Some("https://docs.acme.example/")),
            ("https://acme.example/docs", "/guides/a b", Some("https://acme.example/docs/guides/a b")),
            (
                "https://acme.example",
                "//evil.example/?a#b",
                Some("https://acme.example//evil.example/%3Fa%23b"),
            ),
            ("https://acme.example", "(not set)", None),
            ("javascript:alert(1)", "/", None),
        ] {
            assert_eq!(live_page(site, path).as_deref(), url, "{site} {path}");
        }
    }

    #[test]
    fn a_repository_on_a_known_host_has_a_short_form() {
        for (text, short) in [
            ("https://github.com/acme/docs", "acme/docs"),
            ("https://github.com/acme/docs.git", "acme/docs"),
            ("https://code.example/acme/docs/", "code.example/acme/docs"),
            ("acme/docs", "acme/docs"),
            ("git@host:acme/docs", "git@host:acme/docs"),
        ] {
            assert_eq!(repository(text), short);
        }
    }

    #[test]
    fn a_pull_request_has_a_short_form() {
        for (url, short) in [
            ("https://github.com/acme/docs/pull/42", "docs\u{a0}#42"),
            ("https://github.com/acme/docs/pull/42/files", "docs\u{a0}#42"),
            ("https://git.example/acme/docs/-/merge_requests/7", "docs\u{a0}#7"),
            ("https://code.example/review/9", "code.example/review/9"),
            ("javascript:alert(1)/pull/1", "javascript:alert(1)/pull/1"),
        ] {
            assert_eq!(pull_request(url), short);
        }
    }

    #[test]
    fn only_links_of_this_site_are_recognized() {
        let origin = "https://docket.example";
        let prompt = |link: &str| format!("Improve /a\n\nSome words.\nFigures: {link}");
        assert_eq!(
            figures(&prompt("https://docket.example/p/a/visitors?prefix=%2Fa"), origin),
            Some("/p/a/visitors?prefix=%2Fa")
        );
        for other in [
            "https://docket.example.evil/p/a",
            "https://docket.example//evil",
            "javascript:alert(1)",
            "/p/a",
            "",
        ] {
            assert_eq!(figures(&prompt(other), origin), None, "{other}");
        }
    }
}
