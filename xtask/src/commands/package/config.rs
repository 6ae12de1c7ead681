//! wrangler's configuration in the package: that of the checkout, with its comments, without what only a checkout has.

use anyhow::{Context as _, Result};
use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstObject, CstRootNode},
};
use serde_json::Value;

/// The folder of the Worker.
pub(super) const WORKER: &str = "worker";
/// The folder of the app.
pub(super) const ASSETS: &str = "assets";

/// The packed configuration.
pub(super) fn packed(text: &str) -> Result<String> {
    let root = CstRootNode::parse(text, &ParseOptions::default())?;
    let config = root.object_value().context("the configuration is not an object")?;
    for name in ["$schema", "build"] {
        property(&config, name)?.remove();
    }
    set(&config, "main", &format!("{WORKER}/index.js"))?;
    let assets = config.object_value("assets").context("the configuration has no assets")?;
    set(&assets, "directory", ASSETS)?;
    // What is removed leaves the empty lines around it.
    Ok(root.to_string().replace("\n\n\n", "\n\n"))
}

/// The values of a configuration.
pub(crate) fn read(text: &str) -> Result<Value> {
    let root = CstRootNode::parse(text, &ParseOptions::default())?;
    root.to_serde_value().context("the configuration is empty")
}

/// The configuration with this value of a variable, of an environment if there is one.
pub(crate) fn with_variable(
    text: &str,
    environment: Option<&str>,
    name: &str,
    value: &str,
) -> Result<String> {
    let root = CstRootNode::parse(text, &ParseOptions::default())?;
    let mut config = root.object_value().context("the configuration is not an object")?;
    if let Some(environment) = environment {
        let named = config.object_value("env").and_then(|all| all.object_value(environment));
        config = named.with_context(|| format!("the configuration has no env.{environment}"))?;
    }
    let variables = config.object_value_or_create("vars").context("vars is not an object")?;
    let value = CstInputValue::String(value.to_owned());
    match variables.get(name) {
        Some(property) => property.set_value(value),
        None => drop(variables.append(name, value)),
    }
    Ok(root.to_string())
}

fn set(object: &CstObject, name: &str, value: &str) -> Result<()> {
    property(object, name)?.set_value(CstInputValue::String(value.to_owned()));
    Ok(())
}

fn property(object: &CstObject, name: &str) -> Result<jsonc_parser::cst::CstObjectProp> {
    object.get(name).with_context(|| format!("the configuration has no {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHECKOUT: &str = include_str!("../../../../edge/wrangler.jsonc");

    #[test]
    fn the_packed_configuration_differs_in_paths_and_build_alone() {
        let mut expected = read(CHECKOUT).unwrap();
        let object = expected.as_object_mut().unwrap();
        assert!(object.remove("$schema").is_some() && object.remove("build").is_some());
        object["main"] = "worker/index.js".into();
        object["assets"]["directory"] = "assets".into();
        assert_eq!(read(&packed(CHECKOUT).unwrap()).unwrap(), expected);
    }

    #[test]
    fn comments_stay_with_what_they_explain() {
        let packed = packed(CHECKOUT).unwrap();
        assert!(packed.starts_with("{\n  \"name\""), "{packed}");
        assert!(
            packed.contains("// Settings that may be public.") && !packed.contains("DOCKET_XTASK"),
            "{packed}"
        );
        assert!(!packed.contains("\n\n\n"), "{packed}");
    }

    #[test]
    fn a_variable_is_written_where_it_stands() {
        let projects = r#"[{"id":"acme-docs","name":"Acme \"docs\""}]"#;
        let text = with_variable(CHECKOUT, None, "DOCKET_PROJECTS", projects).unwrap();
        assert_eq!(read(&text).unwrap()["vars"]["DOCKET_PROJECTS"], projects);
        let others = |text: &str| {
            let lines: Vec<_> = text.lines().filter(|line| !line.contains("DOCKET_PROJECTS\"")).collect();
            lines.join("\n")
        };
        assert_eq!(others(&text), others(CHECKOUT), "the comments stay");

        let staging = r#"{ "vars": { "A": "1" }, "env": { "staging": {} } }"#;
        let text = with_variable(staging, Some("staging"), "A", "2").unwrap();
        let config = read(&text).unwrap();
        assert_eq!(
            (&config["vars"]["A"], &config["env"]["staging"]["vars"]["A"]),
            (&"1".into(), &"2".into())
        );
        assert!(with_variable(staging, Some("production"), "A", "2").is_err());
    }

    #[test]
    fn a_configuration_without_what_is_replaced_is_an_error() {
        let error = super::packed(r#"{ "$schema": "", "main": "" }"#).unwrap_err().to_string();
        assert_eq!(error, "the configuration has no build");
    }
}
