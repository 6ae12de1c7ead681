//! Security headers: one table for the app's files and the Worker's responses.

use std::fmt::Write;

/// The headers of every response.
const TABLE: [(&str, &str); 9] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'",
    ),
    ("Strict-Transport-Security", "max-age=63072000"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    // The app loads nothing from other origins, so no response has to opt in.
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    // `no-referrer` would also remove the Origin header from forms.
    ("Referrer-Policy", "same-origin"),
    (
        "Permissions-Policy",
        "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
];

/// Files with a hash of their content in their names. They never change.
const HASHED: [&str; 5] =
    ["/boot-*.js", "/docket-app-*.js", "/docket-app-*.wasm", "/index-*.css", "/pages-*.css"];

/// Headers of a response from the Worker.
#[must_use]
pub fn for_responses() -> &'static [(&'static str, &'static str)] {
    &TABLE
}

/// The headers of responses for the app's files, in the syntax of the `_headers` file, with rules for caching: browsers keep
/// files with a hash in their names and revalidate all others.
#[must_use]
pub fn assets_file() -> String {
    let mut file = String::from("/*\n");
    for (name, value) in TABLE {
        // Writing to a string cannot fail.
        let _ = writeln!(file, "  {name}: {value}");
    }
    file.push_str("  Cache-Control: no-cache\n");
    for pattern in HASHED {
        // Rules accumulate: the exclamation mark removes the earlier value.
        let _ = writeln!(
            file,
            "\n{pattern}\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable"
        );
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_responses_have_the_same_headers() {
        let file = assets_file();
        let (everywhere, hashed) = file.split_once("\n\n").unwrap();
        let mut lines = everywhere.lines();
        assert_eq!(lines.next(), Some("/*"));
        for (name, value) in for_responses() {
            assert_eq!(lines.next(), Some(format!("  {name}: {value}").as_str()));
        }
        assert_eq!(lines.collect::<Vec<_>>(), ["  Cache-Control: no-cache"]);
        assert!(hashed.starts_with(
            "/boot-*.js\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable\n"
        ));
    }

    #[test]
    fn the_policy_allows_nothing_inline() {
        let policy = for_responses().iter().find(|(name, _)| *name == "Content-Security-Policy").unwrap().1;
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';")
        );
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains("  ")
        );
    }
}
