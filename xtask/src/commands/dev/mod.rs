//! `cargo xtask dev`: everything on this machine, rebuilt on change.

mod settings;
mod sign_in;
mod stand_in;

use std::{
    env,
    io::{IsTerminal as _, stderr},
    path::{Path, PathBuf},
    process::{Child, Command},
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use console::style;
use docket_wire::Health;
use fs_err as fs;

use self::{
    sign_in::{ACCOUNT, DevSignIn},
    stand_in::StandIn,
};
use crate::{
    build::{self, Profile, lock},
    dotenv,
    environment::{Environment, names},
    http, process, tools,
    workspace::Workspace,
};

/// How often to look whether a program has started or ended.
const TICK: Duration = Duration::from_millis(100);

/// Run everything on this machine: the stand-in service (or a real one), the Worker and the app.
#[derive(Debug, Args)]
pub(crate) struct Dev {
    /// Use the real service at this base URL, with DOCKET_ADMIN_KEY and DOCKET_PROJECTS from the environment or
    /// from .dev.vars
    #[arg(long, value_name = "URL")]
    upstream: Option<String>,
    /// Port to listen on, on this machine only
    #[arg(long, default_value_t = 8787, value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// Folder of jobs and visitors, for the next start too [default: .docket/state, or .docket/upstream with
    /// --upstream]
    #[arg(long, value_name = "DIR")]
    persist: Option<PathBuf>,
    /// Passphrase to sign in with [default: generated at the first start]
    #[arg(long, value_name = "TEXT")]
    passphrase: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// The build for deployment: smaller and faster, and slower to make
    #[arg(long)]
    release: bool,
}

impl Dev {
    /// Runs until Ctrl-C, or until a program ends by itself.
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        if !http::is_free(self.port) {
            bail!("another program uses port {}; choose another one with --port", self.port);
        }
        let profile = Profile::new(self.release);
        let environment = tools::ensure_beside(workspace, profile.tools(), |workspace| match profile {
            Profile::Dev => compile(&Environment::inherited(workspace.clone())),
            Profile::Release => Ok(()),
        })?;
        let workspace = &environment.workspace;
        let _lock = lock::exclusive(workspace)?;

        let sign_in = DevSignIn::prepare(self.passphrase.as_deref(), workspace)?;
        let mut programs = Vec::new();
        let mut values = match &self.upstream {
            Some(url) => settings::of_service(url),
            None => {
                let stand_in = StandIn::new(http::free_port()?);
                programs.push(process::start(stand_in.command(&environment))?);
                wait_for(&mut programs, || http::get(stand_in.port, "/"))?;
                stand_in.settings()
            }
        };
        values.extend(sign_in.settings()?);
        let variables = workspace.local()?.join("worker.env");
        dotenv::write_private(&variables, &dotenv::render(&values)?)?;
        // wrangler looks for it before it builds.
        fs::create_dir_all(workspace.dist())?;
        programs.push(process::start(self.wrangler(&variables, &environment)?)?);

        let answer = || http::get(self.port, "/api/health").filter(|(status, _)| *status == 200);
        let (_, health) = wait_for(&mut programs, answer)?;
        let missing = serde_json::from_str::<Health>(&health)?.missing;
        if !missing.is_empty() {
            let faults: Vec<&str> = missing.iter().map(|sentences| fault(sentences)).collect();
            bail!("correct in the environment or in .dev.vars:\n  {}", faults.join("\n  "));
        }
        let address = format!("http://localhost:{}", self.port);
        self.announce(&address, &sign_in);
        if !self.no_open {
            open_browser(&address);
        }
        wait_for(&mut programs, || None)
    }

    /// The command that runs the Worker, and rebuilds it and the app on change.
    fn wrangler(&self, variables: &Path, environment: &Environment) -> Result<Command> {
        let workspace = &environment.workspace;
        let mut wrangler = environment.command("wrangler");
        wrangler
            .current_dir(workspace.edge())
            .args(["dev", "--ip", "127.0.0.1", "--show-interactive-dev-session=false"])
            .args(["--port", &self.port.to_string()])
            // A free one: two that start together would choose the same.
            .args(["--inspector-port", "0"])
            .arg("--persist-to")
            .arg(self.state_folder(workspace)?)
            .env(names::EDGE_PROFILE, Profile::new(self.release).worker());
        // A person's own settings, at the top or where wrangler looks by itself. A later file wins.
        let own = [workspace.edge(), workspace.root().to_owned()].map(|folder| folder.join(".dev.vars"));
        for file in own.iter().filter(|file| file.exists()).map(PathBuf::as_path).chain([variables]) {
            wrangler.arg("--env-file").arg(file);
        }
        Ok(wrangler)
    }

    /// The folder of the Durable Objects' state. A real service's jobs do not mix with the stand-in's.
    fn state_folder(&self, workspace: &Workspace) -> Result<PathBuf> {
        match &self.persist {
            // wrangler runs in another folder.
            Some(folder) => std::path::absolute(folder).context("--persist is empty"),
            None if self.upstream.is_some() => Ok(workspace.local()?.join("upstream")),
            None => Ok(workspace.local()?.join("state")),
        }
    }

    fn announce(&self, address: &str, sign_in: &DevSignIn) {
        let service = self.upstream.as_deref().unwrap_or("the stand-in service: no account, no key");
        let bold = |text| style(text).for_stderr().bold();
        eprintln!("\n  {}  {}", bold("Docket"), bold(address));
        eprintln!("  name        {ACCOUNT}");
        eprintln!("  passphrase  {}", sign_in.passphrase);
        eprintln!("  service     {service}");
        eprintln!("  Ctrl-C ends everything; an edit is live when it has been built\n");
    }
}

/// What is wrong with a setting, without the place where a deployment has it.
fn fault(sentences: &str) -> &str {
    sentences.split_once(". Set this ").map_or(sentences, |(fault, _)| fault)
}

/// Compiles everything for the first start.
fn compile(environment: &Environment) -> Result<()> {
    build::compile(environment)?;
    process::run(stand_in::compile(environment))
}

/// Waits for a value. Fails when a program ends.
fn wait_for<T>(programs: &mut [Child], mut value: impl FnMut() -> Option<T>) -> Result<T> {
    loop {
        for program in programs.iter_mut() {
            if let Some(status) = program.try_wait()? {
                bail!("the Worker or the stand-in service ended with {status}; its last output is above");
            }
        }
        if let Some(value) = value() {
            return Ok(value);
        }
        thread::sleep(TICK);
    }
}

/// Opens the address, unless there is no terminal or no display, or in CI.
fn open_browser(address: &str) {
    let is_set = |name| env::var_os(name).is_some();
    let has_display = cfg!(target_os = "macos") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    if has_display && !is_set("CI") && stderr().is_terminal() {
        // The address is printed, so that a missing browser is no error.
        let _ = open::that_detached(address);
    }
}

#[cfg(test)]
mod tests {
    use docket_core::settings::Settings;

    #[test]
    fn a_fault_is_named_without_the_place_of_a_deployment() {
        for invalid in Settings::read(|_| None).unwrap_err() {
            assert_eq!(super::fault(&format!("{invalid}. {}", invalid.remedy())), invalid.to_string());
        }
    }
}
