//! What runs the Worker without Cloudflare: plain workerd.

use std::collections::BTreeSet;

use docket_core::settings::{SETTINGS, names};

/// The configuration of workerd, with a line for each setting in place of `{{settings}}`: an environment variable.
pub(super) fn with_settings(config: &str) -> String {
    let names: BTreeSet<_> = SETTINGS.iter().map(|setting| setting.name).chain([names::ADMIN_KEY]).collect();
    let lines: Vec<_> =
        names.iter().map(|name| format!("(name = \"{name}\", fromEnvironment = \"{name}\"),")).collect();
    config.replace("{{settings}}", &lines.join("\n    "))
}

/// The lines of the configuration that administrators leave as they are: neither comments, nor those after "Add here".
pub(super) fn fixed_lines(config: &str) -> Vec<&str> {
    let lines = config.lines().map(str::trim);
    let before = std::iter::once("").chain(lines.clone());
    let is_fixed = |(before, line): &(&str, &str)| {
        !line.is_empty() && !line.starts_with('#') && !before.starts_with("# Add here")
    };
    before.zip(lines).filter(is_fixed).map(|(_, line)| line).collect()
}

/// It is the Worker that wrangler would deploy.
#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::commands::package::config;

    const WRANGLER: &str = include_str!("../../../../edge/wrangler.jsonc");
    const WORKERD: &str = include_str!("../../../package/self-host/workerd.capnp");
    const FRONT: &str = include_str!("../../../package/self-host/front.js");

    fn wrangler() -> Value {
        config::read(WRANGLER).unwrap()
    }

    #[test]
    fn every_setting_comes_from_the_environment() {
        let filled = with_settings(WORKERD);
        let bound = filled.lines().filter_map(|line| {
            let (name, rest) = line.trim().strip_prefix("(name = \"")?.split_once('"')?;
            rest.ends_with(&format!("fromEnvironment = \"{name}\"),")).then_some(name)
        });
        let of_front = "DOCKET_PROXY";
        let expected = SETTINGS.iter().map(|setting| setting.name).chain([names::ADMIN_KEY, of_front]);
        assert_eq!(bound.collect::<BTreeSet<_>>(), expected.collect());
        assert!(!filled.contains("{{"), "{filled}");
    }

    #[test]
    fn the_lines_of_a_release_are_those_that_nobody_edits() {
        let filled = with_settings(WORKERD);
        let fixed = fixed_lines(&filled);
        assert!(fixed.contains(&"(name = \"DOCKET_PROJECTS\", fromEnvironment = \"DOCKET_PROJECTS\"),"));
        assert!(fixed.contains(&"durableObjectStorage = (localDisk = \"data\"),"), "{fixed:?}");
        // The network that "private" is added to, and the end of the list that secrets are added to.
        let code = filled.lines().filter(|line| !line.is_empty() && !line.trim().starts_with('#'));
        assert_eq!(fixed.len(), code.count() - WORKERD.matches("# Add here").count());
        assert!(!fixed.iter().any(|line| line.contains("[\"public\"]")), "{fixed:?}");
    }

    #[test]
    fn it_has_the_compatibility_date_and_the_objects_of_the_deployment() {
        let wrangler = wrangler();
        assert_eq!(wrangler.get("compatibility_flags"), None, "workerd.capnp has none either");
        let date = format!("compatibilityDate = {},", wrangler["compatibility_date"]);
        assert_eq!(WORKERD.matches(&date).count(), WORKERD.matches("compatibilityDate").count());
        let objects = wrangler["durable_objects"]["bindings"].as_array().unwrap();
        for object in objects {
            let (name, class) = (&object["name"], &object["class_name"]);
            assert!(
                WORKERD.contains(&format!("(name = {name}, durableObjectNamespace = {class})")),
                "{name}"
            );
            let key = format!("docket-{}", class.as_str().unwrap());
            let namespace = format!("(className = {class}, uniqueKey = \"{key}\", enableSql = true)");
            assert!(WORKERD.contains(&namespace), "{class}");
        }
        assert_eq!(WORKERD.matches("className").count(), objects.len());
    }

    /// front.js has the same rules in its own words.
    #[test]
    fn the_paths_of_the_worker_are_those_that_the_front_knows() {
        let assets = &wrangler()["assets"];
        assert_eq!(assets["not_found_handling"], "none");
        let paths: Vec<_> =
            assets["run_worker_first"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(paths.join(" "), r#""/" "/api/*" "/v1/*" "/v2/*" "!/api/openapi.json""#);
        assert!(
            FRONT.contains(
                r#"path === "/" || (/^\/(api|v1|v2)\//.test(path) && path !== "/api/openapi.json")"#
            )
        );
    }
}
