//! The Worker's settings and secrets in local development.

use std::env;

use anyhow::{Context as _, Result, bail};
use docket_core::{
    auth::passphrase,
    settings::{Settings, names},
};
use fs_err as fs;
use serde_json::json;

use super::sign_in::{OPERATOR, SignIn};
use crate::{
    dotenv::{self, Values},
    environment,
    workspace::Workspace,
};

/// The settings for a real service: from the environment, then from `.dev.vars`.
pub(super) fn upstream(url: &str, workspace: &Workspace) -> Result<Values> {
    let mut values = dev_vars(workspace)?;
    values.extend(env::vars().filter(|(name, _)| is_setting(name)));
    values.insert(names::UPSTREAM.to_owned(), url.to_owned());
    Ok(values)
}

/// Whether a variable is the Worker's, rather than xtask's own.
fn is_setting(name: &str) -> bool {
    name.starts_with("DOCKET_") && !environment::names::ALL.contains(&name)
}

/// A person's own settings: `.dev.vars` at the top or, where wrangler reads it, in edge/.
pub(super) fn dev_vars(workspace: &Workspace) -> Result<Values> {
    let paths = [workspace.root().join(".dev.vars"), workspace.edge().join(".dev.vars")];
    let Some(path) = paths.into_iter().find(|path| path.exists()) else { return Ok(Values::new()) };
    let text = fs::read_to_string(&path)?;
    dotenv::parse(&text).with_context(|| path.display().to_string())
}

/// Adds what signing in needs, and reads all settings as the Worker does, to report its errors before it starts.
pub(super) fn complete(mut values: Values, sign_in: &SignIn) -> Result<Values> {
    let hash = passphrase::hash(&sign_in.passphrase, &sign_in.salt)?;
    let operators = json!([{ "name": OPERATOR, "hash": hash }]);
    values.insert(names::OPERATORS.to_owned(), operators.to_string());
    values.insert(names::SESSION_SECRET.to_owned(), sign_in.session_secret.clone());
    if let Err(problems) = Settings::read(|name| values.get(name).cloned()) {
        let problems: Vec<String> = problems.iter().map(|problem| format!("  {problem}")).collect();
        bail!("correct in the environment or in .dev.vars:\n{}", problems.join("\n"));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::dev::stand_in::StandIn;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn complete_with(values: Values) -> Result<Values, String> {
        let sign_in =
            SignIn { passphrase: "acorn-canoe-zebra".into(), salt: [7; 16], session_secret: "s".repeat(64) };
        complete(values, &sign_in).map_err(|error| error.to_string())
    }

    const URL: (&str, &str) = ("DOCKET_UPSTREAM", "https://api.example");
    const PROJECTS: (&str, &str) = ("DOCKET_PROJECTS", r#"[{"id":"acme-docs","name":"Acme docs"}]"#);
    const KEY: (&str, &str) = ("DOCKET_ADMIN_KEY", "mint_k");

    #[test]
    fn a_real_service_needs_a_project_and_its_key() {
        assert!(complete_with(values(&[URL, PROJECTS, KEY])).is_ok());
        assert!(complete_with(values(&[URL, KEY])).unwrap_err().contains("DOCKET_PROJECTS"));
        assert!(complete_with(values(&[URL, PROJECTS])).unwrap_err().contains("DOCKET_ADMIN_KEY"));
    }

    #[test]
    fn errors_do_not_repeat_values() {
        let bad = complete_with(values(&[("DOCKET_UPSTREAM", "canary"), PROJECTS, KEY]));
        let error = bad.unwrap_err();
        assert!(error.contains("DOCKET_UPSTREAM") && !error.contains("canary") && !error.contains("mint_k"));
    }

    #[test]
    fn the_stand_in_needs_no_settings() {
        let complete = complete_with(StandIn::new(1).settings(Values::new())).unwrap();
        assert!(dotenv::render(&complete).unwrap().contains("\\$argon2id"));
    }

    #[test]
    fn a_restart_keeps_sessions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sign-in.env");
        let start = |passphrase| {
            let sign_in = SignIn::stored_in(&path, passphrase).unwrap();
            complete(values(&[URL, PROJECTS, KEY]), &sign_in).unwrap()
        };
        let first = start(None);
        assert_eq!(start(None), first);
        assert_eq!(start(Some("acorn-canoe-zebra")), start(Some("acorn-canoe-zebra")));
        let with_another = start(Some("acorn-canoe-zebra"));
        assert_ne!(
            with_another[names::OPERATORS],
            first[names::OPERATORS],
            "another passphrase ends sessions"
        );
        assert_eq!(start(None), first, "a given passphrase is not stored");
    }

    #[test]
    fn xtasks_own_variables_are_not_the_workers() {
        assert!(is_setting("DOCKET_ADMIN_KEY_EU"));
        assert!(!is_setting("DOCKET_CACHE"));
        assert!(!is_setting("PATH"));
    }
}
