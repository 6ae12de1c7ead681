//! Browsers, as a person knows them.

use crate::texts::auth::sessions as texts;

/// Parts of user agents and the browsers that have them. Most browsers also name those further down.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("HeadlessChrome/", "Headless Chrome"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Parts of a user agent, and the systems that they stand for.
const SYSTEMS: [(&str, &str); 7] = [
    ("Windows", "Windows"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The browser and the system of a user agent: `Firefox on Windows`. Of a program, its first word.
pub(crate) fn browser(user_agent: &str) -> String {
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
    };
    let first = || user_agent.split_whitespace().next().unwrap_or(texts::UNKNOWN_BROWSER);
    let name = find(&BROWSERS).unwrap_or_else(first);
    find(&SYSTEMS).map_or_else(|| name.to_owned(), |system| texts::browser_on(name, system))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_agent_is_named_as_a_person_would() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (user_agent, expected) in [
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/140.0.0.0 Safari/537.36"), "Chrome on Windows"),
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0"), "Edge on Windows"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0".into(), "Firefox on Linux"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1".into(), "Safari on iPhone"),
            (format!("Mozilla/5.0 (Linux; Android 10; K) {webkit} Chrome/140.0.0.0 Mobile Safari/537.36"), "Chrome on Android"),
            ("curl/8.5.0".into(), "curl/8.5.0"),
            (String::new(), "Unknown browser"),
        ] {
            assert_eq!(browser(&user_agent), expected, "{user_agent}");
        }
    }
}
