//! The Worker's settings and secrets in local development.

use std::{env, fs, path::Path, process::Command};

use anyhow::{Context as _, Result, bail};
use docket_core::settings::{Settings, names};
use serde_json::{Value, json};

use crate::{
    cli,
    dotenv::{self, Values, write_private},
    environment::Environment,
    random,
    workspace::Workspace,
};

/// The name to sign in with.
pub(super) const OPERATOR: &str = "dev";

/// The stand-in service of one start.
#[derive(Debug)]
pub(super) struct StandIn {
    pub(super) port: u16,
    key: String,
}

impl StandIn {
    /// How many times faster than life its jobs run: half of them end within 40 s.
    const SPEED: &str = "4";
    /// That, in seconds, for the Worker's first schedule of looks.
    const TYPICAL_JOB_S: &str = "40";
    /// Projects that it has, with the names that the console shows.
    const PROJECTS: [(&str, &str); 2] = [("acme-docs", "Acme docs"), ("acme-sdk", "Acme SDK reference")];

    /// One that will listen on this port, with a key made up for it.
    pub(super) fn new(port: u16) -> Result<Self> {
        Ok(Self { port, key: format!("mint_local_{}", random::secret()?) })
    }

    /// The command that runs it. The key is not among the arguments, which every user of a machine can list.
    pub(super) fn command(&self, environment: &Environment, workspace: &Workspace) -> Result<Command> {
        let xtask = env::current_exe().context("where xtask lies is not known")?;
        // Cargo builds both into the same folder.
        let program = xtask.with_file_name("docket-sim");
        let program = program.to_str().context("the build folder's name is not text")?;
        let mut command = environment.command(program, workspace);
        command
            .args(["--speed", Self::SPEED, "--port", &self.port.to_string()])
            .env("DOCKET_SIM_KEY", &self.key);
        for (id, _) in Self::PROJECTS {
            command.args(["--project", id]);
        }
        Ok(command)
    }

    /// What the Worker needs to use it. Tokens for programs come from `.dev.vars`; the key there stays there.
    pub(super) fn settings(&self, mut dev_vars: Values) -> Values {
        let projects: Vec<Value> =
            Self::PROJECTS.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        let mut values = Values::from([
            (names::UPSTREAM.to_owned(), format!("http://127.0.0.1:{}", self.port)),
            (names::PROJECTS.to_owned(), Value::from(projects).to_string()),
            (names::ADMIN_KEY.to_owned(), self.key.clone()),
            (names::TYPICAL_JOB_S.to_owned(), Self::TYPICAL_JOB_S.to_owned()),
        ]);
        // A person's own may say otherwise, for a stand-in that is asked for quicker jobs.
        values
            .extend(env::var(names::TYPICAL_JOB_S).ok().map(|text| (names::TYPICAL_JOB_S.to_owned(), text)));
        values.extend(dev_vars.remove_entry(names::TOKENS));
        values
    }
}

/// The settings for a real service, if one is asked for: from `.dev.vars`, and from the environment, which counts
/// more.
pub(super) fn upstream(args: &cli::Dev, workspace: &Workspace) -> Result<Option<Values>> {
    let Some(url) = &args.upstream else { return Ok(None) };
    let mut values = dev_vars(workspace)?;
    values.extend(env::vars().filter(|(name, _)| is_setting(name)));
    values.insert(names::UPSTREAM.to_owned(), url.clone());
    Ok(Some(values))
}

/// Whether a variable is the Worker's, rather than one of xtask's own.
fn is_setting(name: &str) -> bool {
    const OWN: [&str; 7] = [
        "DOCKET_CACHE",
        "DOCKET_CHROMIUM",
        "DOCKET_DEV_PORT",
        "DOCKET_EDGE_PROFILE",
        "DOCKET_PREBUILT",
        "DOCKET_SIM_KEY",
        "DOCKET_XTASK",
    ];
    name.starts_with("DOCKET_") && !OWN.contains(&name)
}

/// The person's own settings: `.dev.vars` at the top or, where wrangler looks for it, in edge/.
pub(super) fn dev_vars(workspace: &Workspace) -> Result<Values> {
    for folder in [workspace.root().to_owned(), workspace.edge()] {
        let path = folder.join(".dev.vars");
        if path.exists() {
            let text =
                fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            return dotenv::parse(&text).with_context(|| path.display().to_string());
        }
    }
    Ok(Values::new())
}

/// How one signs in on this machine.
#[derive(Debug)]
pub(super) struct SignIn {
    /// What to type.
    pub(super) passphrase: String,
    /// A session is worth nothing once its operator's hash is another: the same passphrase has to have the same.
    salt: [u8; 16],
    session_secret: String,
}

impl SignIn {
    /// The secrets of earlier starts, so that a session outlives a restart; made up where there are none.
    pub(super) fn prepare(passphrase: Option<&str>, workspace: &Workspace) -> Result<Self> {
        Self::kept_in(&workspace.local()?.join("sign-in.env"), passphrase)
    }

    fn kept_in(path: &Path, passphrase: Option<&str>) -> Result<Self> {
        let mut kept = match fs::read_to_string(path) {
            Ok(text) => dotenv::parse(&text).with_context(|| path.display().to_string())?,
            Err(_) => Values::new(),
        };
        let mut kept_or = |name: &str, made_up: Result<String>| match kept.remove(name) {
            Some(value) if !value.is_empty() => Ok(value),
            _ => made_up,
        };
        let session_secret = kept_or(names::SESSION_SECRET, random::secret())?;
        let made_up = kept_or("PASSPHRASE", random::passphrase::<3>())?;
        let salt = match u128::from_str_radix(&kept_or("SALT", Ok(String::new()))?, 16) {
            Ok(salt) => salt.to_be_bytes(),
            Err(_) => random::bytes()?,
        };
        let keep = Values::from([
            (names::SESSION_SECRET.to_owned(), session_secret.clone()),
            ("PASSPHRASE".to_owned(), made_up.clone()),
            ("SALT".to_owned(), format!("{:032x}", u128::from_be_bytes(salt))),
        ]);
        write_private(path, &dotenv::render(&keep)?)?;
        Ok(Self { passphrase: passphrase.map_or(made_up, str::to_owned), salt, session_secret })
    }
}

/// Adds what signing in takes, and has the Worker's own reader look at all of it: what is missing is better said
/// here than by a console that does not work.
pub(super) fn complete(mut values: Values, sign_in: &SignIn) -> Result<Values> {
    let hash = docket_core::auth::passphrase::hash(&sign_in.passphrase, &sign_in.salt)?;
    let operators = json!([{ "name": OPERATOR, "hash": hash }]);
    values.insert(names::OPERATORS.to_owned(), operators.to_string());
    values.insert(names::SESSION_SECRET.to_owned(), sign_in.session_secret.clone());
    if let Err(problems) = Settings::read(|name| values.get(name).cloned()) {
        let problems: Vec<String> = problems.iter().map(|problem| format!("  {problem}")).collect();
        bail!("set in the environment or in .dev.vars:\n{}", problems.join("\n"));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn complete_with(pairs: &[(&str, &str)]) -> Result<Values, String> {
        let sign_in =
            SignIn { passphrase: "acorn-canoe-zebra".into(), salt: [7; 16], session_secret: "s".repeat(64) };
        complete(values(pairs), &sign_in).map_err(|error| error.to_string())
    }

    const URL: (&str, &str) = ("DOCKET_UPSTREAM", "https://api.example");
    const PROJECTS: (&str, &str) = ("DOCKET_PROJECTS", r#"[{"id":"acme-docs","name":"Acme docs"}]"#);

    #[test]
    fn a_real_service_needs_a_project_and_its_key() {
        assert!(complete_with(&[URL, PROJECTS, ("DOCKET_ADMIN_KEY", "mint_k")]).is_ok());
        assert!(
            complete_with(&[URL, ("DOCKET_ADMIN_KEY", "mint_k")]).unwrap_err().contains("DOCKET_PROJECTS")
        );
        assert!(complete_with(&[URL, PROJECTS]).unwrap_err().contains("DOCKET_ADMIN_KEY"));
    }

    #[test]
    fn what_the_worker_refuses_is_said_without_values() {
        let bad = complete_with(&[("DOCKET_UPSTREAM", "canary"), PROJECTS, ("DOCKET_ADMIN_KEY", "mint_k")]);
        let error = bad.unwrap_err();
        assert!(error.contains("DOCKET_UPSTREAM") && !error.contains("canary") && !error.contains("mint_k"));
    }

    #[test]
    fn the_stand_in_needs_nothing_else() {
        let stand_in = StandIn::new(1).unwrap();
        let settings = stand_in.settings(Values::new());
        let settings: Vec<(&str, &str)> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let complete = complete_with(&settings).unwrap();
        assert!(dotenv::render(&complete).unwrap().contains("\\$argon2id"));
    }

    #[test]
    fn a_restart_signs_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sign-in.env");
        let start = |passphrase| {
            let sign_in = SignIn::kept_in(&path, passphrase).unwrap();
            let service = values(&[URL, PROJECTS, ("DOCKET_ADMIN_KEY", "mint_k")]);
            complete(service, &sign_in).unwrap()
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
        assert_eq!(start(None), first, "one that was given once is not kept");

        // What an earlier start kept without a salt gets one, and keeps what it had.
        let kept = fs::read_to_string(&path).unwrap();
        let without: Vec<&str> = kept.lines().filter(|line| !line.starts_with("SALT=")).collect();
        fs::write(&path, without.join("\n")).unwrap();
        let salted_anew = start(None);
        assert_eq!(salted_anew[names::SESSION_SECRET], first[names::SESSION_SECRET]);
        assert_eq!(start(None), salted_anew);
    }

    #[test]
    fn xtasks_own_variables_are_not_the_workers() {
        assert!(is_setting("DOCKET_ADMIN_KEY_EU"));
        assert!(!is_setting("DOCKET_CACHE"));
        assert!(!is_setting("PATH"));
    }

    #[test]
    fn the_key_is_not_shown_with_the_arguments() {
        let workspace = Workspace::find().unwrap();
        let stand_in = StandIn::new(1).unwrap();
        let command = stand_in.command(&Environment::inherited(), &workspace).unwrap();
        assert!(command.get_args().all(|argument| !argument.to_string_lossy().contains("mint_")));
    }
}
